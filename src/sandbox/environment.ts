import type { ReaderIdentity } from './identity.js';
import { placeholderFor } from './placeholders.js';

/** A variable that the server is given: with no `value` it gets a placeholder. */
export interface DeclaredVariable {
  readonly name: string;
  readonly value?: string;
}

/** What decides a server's environment; nothing of the reader's own enters unless it is named here. */
export interface EnvironmentRequest {
  readonly identity: ReaderIdentity;
  readonly declared: readonly DeclaredVariable[];
  /** The program that is started; package managers get their offline switches. */
  readonly command: string;
  /** The reader's own PATH and home, from which toolchain directories are taken. */
  readonly hostPath: string;
  readonly hostHome: string;
}

/**
 * Returns the exact environment of a server, in a fixed order: the standard block, offline switches where
 * the command is a package manager, then the declared variables, which win.
 * Source: SANDBOX, "The environment a server gets: exactly this".
 */
export function serverEnvironment(request: EnvironmentRequest): Map<string, string> {
  const { identity, declared } = request;
  const env = new Map<string, string>([
    ['HOME', identity.home],
    ['USER', identity.user],
    ['LOGNAME', identity.user],
    ['SHELL', '/bin/sh'],
    ['PATH', searchPath(request).join(':')],
    ['TMPDIR', identity.tmp],
    ['TZ', identity.timeZone],
    ['LANG', 'C.UTF-8'],
    ['LC_ALL', 'C.UTF-8'],
    ['TERM', identity.term],
    ['NO_COLOR', '1'],
    ['COLUMNS', String(identity.columns)],
    ['LINES', '24'],
    ['PYTHONHASHSEED', String(identity.pythonHashSeed)],
    ['PYTHONDONTWRITEBYTECODE', '1'],
  ]);
  for (const [name, value] of offlineSwitches(request.command)) env.set(name, value);
  for (const { name, value } of declared) {
    env.set(name, value ?? placeholderFor(name, identity.placeholderSalt));
  }
  return env;
}

/** The directories that are searched for a program, in order. */
function searchPath({ identity, hostPath, hostHome }: EnvironmentRequest): string[] {
  const toolchains = hostPath
    .split(':')
    .filter((entry) => isToolchainDirectory(entry, hostHome) && !SYSTEM_PATH.includes(entry));
  return [...identity.extraPathEntries, ...new Set(toolchains), ...SYSTEM_PATH];
}

const SYSTEM_PATH: readonly string[] = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Below the home only these hold programs and no credentials. Source: SANDBOX, "Found the hard way". */
export const HOME_TOOLCHAINS: readonly string[] = [
  '.nvm/versions',
  '.cargo/bin',
  '.rustup/toolchains',
  '.pyenv/versions',
  '.pyenv/shims',
  '.local/bin',
  '.local/share/uv',
  '.local/share/pipx',
  '.bun/bin',
  '.deno/bin',
  '.dotnet',
  '.volta',
  'go/bin',
];

/** True for a PATH entry of the reader that a server may search too. */
function isToolchainDirectory(entry: string, hostHome: string): boolean {
  if (!entry.startsWith('/') || entry.split('/').includes('..')) return false;
  const inside = (root: string): boolean => entry === root || entry.startsWith(`${root}/`);
  if (hostHome.length > 1 && inside(hostHome)) {
    return HOME_TOOLCHAINS.some((each) => inside(`${hostHome}/${each}`));
  }
  return ['/opt', '/usr', '/nix', '/home/linuxbrew/.linuxbrew', '/snap/bin'].some(inside);
}

/** Commands that would ask a registry first; each is told to use what is installed. */
function offlineSwitches(command: string): readonly (readonly [string, string])[] {
  const program = command.slice(command.lastIndexOf('/') + 1);
  switch (program) {
    case 'npm':
    case 'npx':
    case 'pnpm':
    case 'pnpx':
    case 'yarn':
      return [
        ['npm_config_offline', 'true'],
        ['npm_config_update_notifier', 'false'],
      ];
    case 'uv':
    case 'uvx':
      return [
        ['UV_OFFLINE', '1'],
        ['UV_NO_SYNC', '1'],
      ];
    case 'cargo':
      return [['CARGO_NET_OFFLINE', 'true']];
    case 'go':
      return [
        ['GOPROXY', 'off'],
        ['GOFLAGS', '-mod=readonly'],
      ];
    default:
      return [];
  }
}
