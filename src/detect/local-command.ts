import { printable } from '../core/printable.js';
import type { Project, View } from './declaration.js';
import { MAX_DETECT_WORD } from '../limits.js';
import { parsePackageFacts, plainWords, startOf } from './package-json.js';

/** What a declared command becomes: words that start something which is there already, or why not. */
export type LocalCommand =
  | {
      readonly kind: 'local';
      readonly words: readonly string[];
      /** True when it starts what this repository holds, and not a package that is installed beside it. */
      readonly isOwn: boolean;
      /** Set when the file that is started is not there yet: the line that makes it. */
      readonly build?: string;
    }
  | {
      readonly kind: 'refused';
      readonly why: string;
      /** A line that makes what it starts, and the command to write then. */
      readonly instead?: { readonly line: string; readonly words: readonly string[] };
    };

/** Programs that run what their first argument names. */
const INTERPRETERS: ReadonlySet<string> = new Set([
  ...['node', 'nodejs', 'deno', 'bun', 'tsx', 'ts-node'],
  ...['python', 'python3', 'ruby', 'php', 'java', 'dotnet', 'perl'],
]);
const SHELLS: ReadonlySet<string> = new Set([
  ...['sh', 'bash', 'zsh', 'dash', 'fish', 'cmd', 'cmd.exe', 'powershell', 'pwsh', 'env', 'sudo'],
]);
/** Programs that fetch or start something that is not in the checkout, whatever their arguments. */
const FETCHERS: ReadonlySet<string> = new Set(['docker', 'podman', 'dnx', 'curl', 'wget']);

/**
 * Returns the local equivalent of a declared command. What downloads or builds at start is replaced by what
 * is in the checkout; nothing that only a shell understands, and no place outside the checkout, goes through.
 * Source: SANDBOX (no network during a read).
 */
export function localCommand(words: readonly string[], project: Project, view: View): LocalCommand {
  const problem = unsafeWords(words);
  if (problem !== undefined) return refused(problem);
  return withEntry(resolved(words, project, view, 0), view);
}

type Step =
  | LocalCommand
  | {
      readonly kind: 'words';
      readonly words: readonly string[];
      readonly isOwn?: boolean;
      readonly build?: string;
    };

function refused(
  why: string,
  instead?: { readonly line: string; readonly words: readonly string[] },
): LocalCommand {
  return { kind: 'refused', why, ...(instead === undefined ? {} : { instead }) };
}

/** What no command may hold, in words; undefined when nothing stands against it. */
function unsafeWords(words: readonly string[]): string | undefined {
  const [program = ''] = words;
  if (program === '') return 'it names no program';
  if (words.some(isHidden)) return 'it holds a character that nobody sees';
  if (
    /[\s|&;<>()`$*?"'\\]/.test(program) ||
    words.some((word) => /^(?:\|\|?|&&?|;|\d?>>?.*|<)$/.test(word))
  )
    return 'it is a line for a shell';
  if (SHELLS.has(nameOf(program))) return 'it starts a shell';
  if (words.some((word) => word.includes('${')))
    return 'an argument of it stands for something else';
  const values = words.map((word) => word.replace(/^--?[\w-]+=/, ''));
  if (values.some((value) => /^(?:\/|[A-Za-z]:[\\/])/.test(value)))
    return 'it names an absolute path, which another clone does not have';
  if (values.some((value) => value.startsWith('~') || value.split(/[\\/]/).includes('..')))
    return 'it names a place outside the checkout';
  return undefined;
}

/** A word that a screen would not show as it is; backslashes are only doubled there. */
function isHidden(word: string): boolean {
  const bare = word.replaceAll('\\', '');
  return printable(bare, MAX_DETECT_WORD) !== bare;
}

function nameOf(program: string): string {
  return program.split('/').at(-1) ?? '';
}

function resolved(words: readonly string[], project: Project, view: View, depth: number): Step {
  const [program = '', ...rest] = words;
  if (FETCHERS.has(program)) return refused(`${program} fetches what it starts`);
  const node = nodeRunner(words);
  if (node !== undefined) return fromPackage(node, project, view);
  const script = scriptOf(words);
  if (script !== undefined) {
    const plain = plainWords(project.scripts.get(script.name) ?? '');
    if (plain === undefined || depth > 0)
      return refused(`the script ${printable(script.name)} is a line for a shell, or not there`);
    const problem = unsafeWords(plain);
    return problem === undefined
      ? resolved([...plain, ...script.rest], project, view, depth + 1)
      : refused(problem);
  }
  const python = pythonRunner(words);
  if (python !== undefined) return fromPython(python, project, view);
  if (program === 'go' && rest[0] === 'run') return fromGo(rest.slice(1), project, view);
  if (program === 'cargo' && rest[0] === 'run') return fromCargo(rest.slice(1), project, view);
  if (program === 'dotnet' && (rest[0] === 'run' || rest[0] === 'watch'))
    return refused('dotnet run builds at start', {
      line: 'dotnet publish -o out',
      words: ['dotnet', 'out/NAME.dll'],
    });
  if (/^(?:mvn|gradle|\.?\/?gradlew|\.?\/?mvnw|make|just)$/.test(program))
    return refused(`${nameOf(program)} builds at start`);
  if (project.pythonScripts.includes(program)) return fromPython([program, ...rest], project, view);
  if (['tsx', 'ts-node'].includes(program) && view.isFile(`node_modules/.bin/${program}`))
    return { kind: 'words', words: [`node_modules/.bin/${program}`, ...rest] };
  if (project.bins.has(program) && !INTERPRETERS.has(program))
    return { kind: 'words', words: [...startOf(project.bins.get(program) ?? ''), ...rest] };
  return { kind: 'words', words };
}

/** Package and arguments of a command that would fetch from npm; undefined for any other. */
function nodeRunner(words: readonly string[]): readonly string[] | undefined {
  const [program = '', second = ''] = words;
  const skipped = ['npx', 'bunx', 'pnpx'].includes(program)
    ? 1
    : (program === 'npm' && ['exec', 'x'].includes(second)) ||
        (program === 'pnpm' && ['dlx', 'exec'].includes(second)) ||
        (program === 'yarn' && ['dlx', 'exec'].includes(second)) ||
        (program === 'bun' && second === 'x')
      ? 2
      : 0;
  if (skipped === 0) return undefined;
  const rest = words.slice(skipped);
  const at = rest.findIndex(
    (word) => !['-y', '--yes', '-q', '--quiet', '--bun', '--'].includes(word),
  );
  return at < 0 ? [] : rest.slice(at);
}

function fromPackage([spec = '', ...rest]: readonly string[], project: Project, view: View): Step {
  if (spec === '' || spec.startsWith('-')) return refused('it downloads what it starts');
  const name = spec.replace(/^(@?[^@]+)@.*$/, '$1');
  if (name === project.packageName || project.bins.has(name)) {
    const short = name.replace(/^@[^/]*\//, '');
    const file =
      project.bins.get(short) ??
      (project.bins.size === 1 ? [...project.bins.values()][0] : undefined);
    if (file !== undefined)
      return { kind: 'words', words: [...startOf(file), ...rest], isOwn: true };
  }
  if (name === '.') return refused('it asks npx for a directory');
  const command = installedCommand(name, view);
  if (command !== undefined) return { kind: 'words', words: [command, ...rest] };
  return refused(`${printable(spec)} is downloaded at start, and is not installed here`, {
    line: `npm install --save-dev ${printable(name)}`,
    words: [`node_modules/.bin/${name.replace(/^@[^/]*\//, '')}`, ...rest],
  });
}

/** The command of an installed package, or of that name; undefined when there is none. */
export function installedCommand(name: string, view: View): string | undefined {
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name) || name.includes('..')) return undefined;
  const short = name.replace(/^@[^/]*\//, '');
  const text = view.text(`node_modules/${name}/package.json`);
  const bins = text === undefined ? undefined : parsePackageFacts(text)?.bins;
  const bin = bins?.has(short) === true ? short : [...(bins?.keys() ?? [short])][0];
  if (bin === undefined || !/^[\w.-]+$/.test(bin)) return undefined;
  const command = `node_modules/.bin/${bin}`;
  return view.isFile(command) ? command : undefined;
}

/** Name and arguments of `npm start`, `pnpm run NAME` and the like. */
function scriptOf(
  words: readonly string[],
): { readonly name: string; readonly rest: readonly string[] } | undefined {
  const [program = '', second = '', third = '', ...rest] = words;
  if (!['npm', 'pnpm', 'yarn', 'bun'].includes(program)) return undefined;
  const bare = words.filter((word) => !['--silent', '-s', '--'].includes(word));
  if (second === 'start') return { name: 'start', rest: bare.slice(2) };
  if (second === 'run' && !/\.[cm]?[jt]sx?$/.test(third))
    return { name: bare[2] ?? '', rest: bare.slice(3) };
  return program === 'bun' || rest.length > 100 ? undefined : { name: second, rest: bare.slice(2) };
}

/** Script and arguments of a command that would fetch from PyPI; undefined for any other. */
function pythonRunner(words: readonly string[]): readonly string[] | undefined {
  const [program = '', second = '', third = ''] = words;
  const skipped =
    program === 'uvx'
      ? 1
      : program === 'uv' && second === 'tool' && third === 'run'
        ? 3
        : (['uv', 'pipx', 'poetry', 'pdm', 'hatch', 'rye'].includes(program) && second === 'run') ||
            program === 'uv'
          ? 2
          : 0;
  if (skipped === 0) return undefined;
  const rest = program === 'uv' ? words.slice(1).filter((word) => word !== 'tool') : words.slice(1);
  const found: string[] = [];
  let isOption = true;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    if (isOption && found.length === 0 && word === 'run') continue;
    if (
      isOption &&
      ['--directory', '--project', '--from', '--with', '--python', '-p', '--spec'].includes(word)
    ) {
      // A directory of its own would be another place to start from.
      if (['--directory', '--project'].includes(word) && rest[at + 1] !== '.') return [];
      at += 1;
    } else if (isOption && word.startsWith('-')) continue;
    else {
      isOption = false;
      found.push(word);
    }
  }
  return found;
}

const ENVIRONMENTS: readonly string[] = ['.venv', 'venv'];

function fromPython([spec = '', ...rest]: readonly string[], project: Project, view: View): Step {
  if (spec === '') return refused('it starts in another directory, or names nothing to start');
  const bare = spec.replace(/(?:@|==|\[).*$/, '');
  const isOwnProject = bare === project.pythonName && project.pythonName !== '';
  const script = project.pythonScripts.includes(bare)
    ? bare
    : isOwnProject && project.pythonScripts.length === 1
      ? (project.pythonScripts[0] ?? bare)
      : bare;
  const isFile = script.endsWith('.py');
  const isPython = /^python3?$/.test(script);
  const program = isFile ? 'python' : script;
  const words = isFile ? [script, ...rest] : rest;
  const isOwn = isFile || isPython || project.pythonScripts.includes(script);
  const place = ENVIRONMENTS.map((name) => `${name}/bin/${program}`).find((each) =>
    view.isFile(each),
  );
  if (place !== undefined) return { kind: 'words', words: [place, ...words], isOwn };
  const make = environmentLine(view);
  if (isOwn && make !== undefined)
    return { kind: 'local', words: [`.venv/bin/${program}`, ...words], isOwn, build: make };
  if (isOwn) return { kind: 'words', words: [program, ...words], isOwn };
  return refused(`${printable(spec)} is downloaded at start, and is not installed here`, {
    line: `python -m venv .venv && .venv/bin/pip install ${printable(bare)}`,
    words: [`.venv/bin/${bare}`, ...rest],
  });
}

/** The line that makes the environment in the checkout; undefined where none is made there. */
function environmentLine(view: View): string | undefined {
  if (view.isFile('uv.lock')) return 'uv sync';
  if (view.isFile('poetry.lock')) return 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install';
  return undefined;
}

function fromGo(args: readonly string[], project: Project, view: View): Step {
  const at = args.findIndex((word) => !word.startsWith('-'));
  const program = at < 0 ? '.' : (args[at] ?? '.');
  const rest = at < 0 ? [] : args.slice(at + 1);
  if (program.includes('@')) return refused('go run fetches what it starts');
  const isRoot = program === '.' || program === './' || program.endsWith('.go');
  const name = isRoot ? project.goModule : (program.replace(/\/+$/, '').split('/').at(-1) ?? '');
  if (name === '') return refused('go run builds at start');
  const built = [`bin/${name}`, name, `build/${name}`, `dist/${name}`].find((path) =>
    view.isFile(path),
  );
  if (built !== undefined)
    return {
      kind: 'words',
      words: [built.includes('/') ? built : `./${built}`, ...rest],
      isOwn: true,
    };
  const line = `go build -o bin/${name} ${isRoot ? '.' : program}`;
  return { kind: 'local', words: [`bin/${name}`, ...rest], isOwn: true, build: line };
}

function fromCargo(args: readonly string[], project: Project, view: View): Step {
  const at = args.indexOf('--bin');
  const end = args.indexOf('--');
  const name =
    at >= 0
      ? (args[at + 1] ?? '')
      : project.cargoBins.length === 1
        ? (project.cargoBins[0] ?? '')
        : '';
  if (!/^[\w-]+$/.test(name)) return refused('cargo run builds at start, and it does not say what');
  const rest = end < 0 ? [] : args.slice(end + 1);
  const built = [`target/release/${name}`, `target/debug/${name}`].find((path) =>
    view.isFile(path),
  );
  if (built !== undefined) return { kind: 'words', words: [built, ...rest], isOwn: true };
  const line = 'cargo build --release';
  return { kind: 'local', words: [`target/release/${name}`, ...rest], isOwn: true, build: line };
}

/** Says of words whether what they start is there, and whose it is. */
function withEntry(step: Step, view: View): LocalCommand {
  if (step.kind === 'refused') return step;
  if (step.kind === 'local') {
    const found = unsafeWords(step.words);
    return found === undefined ? step : refused(found);
  }
  const words = step.words.map((word) =>
    word.replace(/^(?:\.\/)+(?=[^/]*\/|[^/]*\.[cm]?[jt]sx?$|[^/]*\.py$)/, ''),
  );
  const problem = unsafeWords(words);
  if (problem !== undefined) return refused(problem);
  const [program = '', ...rest] = words;
  const isInterpreter = INTERPRETERS.has(nameOf(program));
  const isPath = program.includes('/');
  const entry = isInterpreter
    ? rest.find((word) => !word.startsWith('-') && word !== 'run')
    : isPath
      ? program
      : undefined;
  const isModule = isInterpreter && rest[0] === '-m';
  if (step.isOwn === true && (entry === undefined || isModule))
    return { kind: 'local', words, isOwn: true };
  if (entry === undefined || isModule)
    return isModule
      ? { kind: 'local', words, isOwn: true }
      : refused(`${printable(program)} is no file of this repository`);
  if (isPath && isInterpreter && !view.isFile(program))
    return { kind: 'local', words, isOwn: true, build: 'install the dependencies' };
  const isOwn = step.isOwn === true || !/(?:^|\/)node_modules\//.test(entry);
  if (isThere(entry, view)) return { kind: 'local', words, isOwn };
  const build = step.build ?? 'build it first';
  return { kind: 'local', words, isOwn, build };
}

/** Node finds `dist/index` and `dist` too. */
function isThere(entry: string, view: View): boolean {
  return [entry, `${entry}.js`, `${entry}/index.js`].some((path) => view.isFile(path));
}
