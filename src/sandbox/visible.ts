import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { HOME_TOOLCHAINS } from './environment.js';
import { isBelow, programPaths, toolchainRoot } from './toolchains.js';

/** What decides which of the host's files a box shows. All paths absolute. */
export interface VisibleRequest {
  readonly checkout: string;
  readonly workingDirectory: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly hostPath: string;
  readonly hostHome: string;
  /** Places of the reader's that must not be seen, beside its home. */
  readonly hidden: readonly string[];
}

/** The host's files in a box: everything else is absent. */
export interface Visible {
  /** Directories and files shown read-only where they are. */
  readonly shown: readonly string[];
  /** Top-level symbolic links, path and target. */
  readonly links: readonly (readonly [string, string])[];
  /** Shown places whose content is covered. */
  readonly masked: readonly string[];
  /** Toolchains that lie below a masked place: shown after it was covered. */
  readonly shownLast: readonly string[];
  /** True when the program names the checkout by its path on this machine. */
  readonly needsOriginalPath: boolean;
}

/** Top-level directories of the system; on most systems the short ones are links into /usr. */
const SYSTEM_ROOTS = ['/usr', '/opt', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** What programs read below /etc, and no secret among it. */
const SYSTEM_SETTINGS = [
  'alternatives', 'ca-certificates', 'crypto-policies', 'debian_version', 'dotnet', 'fonts', 'ld.so.cache', 'ld.so.conf',
  'ld.so.conf.d', 'magic', 'mime.types', 'os-release', 'perl', 'pki', 'protocols', 'services', 'ssl', 'terminfo', 'xml',
]; // prettier-ignore

/** Keys and settings that a shown directory may hold. */
const ALWAYS_MASKED = [
  '/etc/ssl/private',
  '/etc/pki/tls/private',
  '/usr/etc/npmrc',
  '/usr/local/etc/npmrc',
  '/usr/local/etc/gitconfig',
];

/** Decides what a box shows. Source: SANDBOX, "Properties" and "Found the hard way". */
export function visibleFiles(request: VisibleRequest): Visible {
  const { checkout, hostHome, hidden } = request;
  const roots = SYSTEM_ROOTS.filter(
    (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  );
  const links = roots
    .filter((path) => lstatSync(path).isSymbolicLink())
    .map((path): [string, string] => [path, readlinkSync(path)]);
  const shown = [
    ...roots.filter((path) => lstatSync(path).isDirectory()),
    ...settings(),
    ...['/nix', '/home/linuxbrew/.linuxbrew'].filter((path) => existsSync(path)),
  ];
  const secret = [checkout, hostHome, ...hidden].filter((path) => path.length > 1);
  const masked = [
    ...ALWAYS_MASKED,
    ...secret.filter((path) => shown.some((root) => isBelow(path, root))),
  ];
  const linked = links.map(([path]) => path);
  const home = HOME_TOOLCHAINS.map((each) => join(hostHome, each)).filter((path) =>
    existsSync(path),
  );
  const reached = [...shown, ...linked, ...home, checkout];
  const own = programPaths(request)
    .filter(
      ({ path }) =>
        !reached.some((root) => isBelow(path, root)) || masked.some((root) => isBelow(path, root)),
    )
    .filter(({ path }) => !isBelow(path, checkout) && !home.some((root) => isBelow(path, root)))
    .map((program) => toolchainRoot(program, hostHome, [checkout, ...hidden]));
  return {
    shown,
    links,
    masked,
    shownLast: [...new Set([...home, ...own])],
    needsOriginalPath: namesCheckout(request),
  };
}

function settings(): string[] {
  const names = readdirSync('/etc');
  return names
    .filter((name) => SYSTEM_SETTINGS.includes(name) || /^(java|python|php|node)/.test(name))
    .map((name) => `/etc/${name}`);
}

/**
 * True when the command, an argument or the program's interpreter names the checkout by its path, or when
 * a virtual environment is in use: its scripts carry absolute paths.
 */
function namesCheckout(request: VisibleRequest): boolean {
  const { checkout, command, args, workingDirectory } = request;
  const named = [command, ...args].some((word) => {
    const at = word.indexOf(checkout);
    return (
      at !== -1 &&
      ['', '/', ':'].includes(word.slice(at + checkout.length, at + checkout.length + 1))
    );
  });
  if (named) return true;
  const paths = programPaths(request)
    .map(({ path }) => path)
    .filter((path) => isBelow(path, checkout));
  if (paths.some((path) => existsSync(join(dirname(dirname(path)), 'pyvenv.cfg')))) return true;
  if (!PYTHON_RUNNERS.includes(command.slice(command.lastIndexOf('/') + 1))) return false;
  return [workingDirectory, checkout].some((directory) =>
    ['.venv', 'venv', 'env'].some((name) => existsSync(join(directory, name, 'pyvenv.cfg'))),
  );
}

/** Commands that enter a virtual environment of the checkout by themselves. */
const PYTHON_RUNNERS = ['uv', 'uvx', 'poetry', 'pdm', 'hatch', 'pipenv', 'rye', 'pipx'];
