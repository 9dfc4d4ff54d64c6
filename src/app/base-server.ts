import { lstat, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { printable } from '../core/printable.js';
import { StateDirectory } from '../sandbox/state-directory.js';
import type { Place } from '../store/checkout.js';
import { checkoutRoot } from '../store/git.js';
import { commitOf, layOutCommit } from '../store/commit-tree.js';
import { lendDependencies } from '../store/lent-dependencies.js';
import { portable } from './capture-block.js';
import type { Dependencies } from './run.js';
import type { ServerReading } from './server-reader.js';
import type { Settings } from './settings.js';
import { WitnessmarkError } from '../errors.js';

/** What the server of another commit says. */
export interface BaseServer {
  /** Full id. */
  readonly commit: string;
  /** As people call it: `main (1a2b3c4)`. */
  readonly name: string;
  readonly reading: ServerReading;
}

/**
 * Reads the server of another commit by the standard reader, once: its files are laid out in a private temporary directory, `setup`
 * runs there, and the command of the settings is started there, in isolation as ever. The directory is gone afterwards.
 * Dependencies that no commit holds are made by `setup`, or lent from the checkout where its lockfile is the same.
 * @throws WitnessmarkError `bad-base`, `base-unusable`, and those of a reading, whose message says which commit it is.
 */
export async function readBaseServer(
  name: string,
  settings: Settings,
  place: Place,
  { openServer, host, now }: Dependencies,
  onStderr: (text: string) => void,
): Promise<BaseServer> {
  if (settings.command === '')
    throw new WitnessmarkError(
      'bad-base',
      'a deployed server has no commits that could be read',
      'Leave --base out, or start the server here with --command.',
    );
  if ((await checkoutRoot(place.workingDirectory)) === undefined)
    throw new WitnessmarkError(
      'bad-base',
      'this is not a git checkout, so that there is no commit to read',
      'Leave --base out.',
    );
  const commit = await commitOf(place.checkout, name);
  const shown = commit.startsWith(name)
    ? commit.slice(0, 7)
    : `${printable(name)} (${commit.slice(0, 7)})`;
  const state = new StateDirectory(undefined);
  try {
    const tree = state.another();
    const { names, submodules } = await layOutCommit(place.checkout, commit, tree);
    const there = placeIn(tree, place);
    await refuseOtherDirectory(there);
    const runsSetup =
      settings.setup !== '' && settings.isolation === 'required' && host.platform === 'linux';
    const lent = runsSetup ? [] : await lendDependencies(place, there);
    const server = openServer({
      settings: settingsThere(settings, place),
      place: there,
      trackedNames: names,
      host,
      now,
      onStderr,
    });
    try {
      const reading = await server.readOnce();
      const notices = [...reading.notices, ...noticesOf(lent, submodules)];
      return { commit, name: shown, reading: { ...reading, notices } };
    } finally {
      await server.close();
    }
  } catch (error) {
    throw error instanceof WitnessmarkError ? ofCommit(error, shown, settings) : error;
  } finally {
    state.remove();
  }
}

/** The same places in a tree that was laid out. */
function placeIn(tree: string, { checkout, workingDirectory, baselinePath }: Place): Place {
  return {
    checkout: tree,
    workingDirectory: join(tree, relative(checkout, workingDirectory)),
    baselinePath: join(tree, relative(checkout, baselinePath)),
  };
}

/** A link in its place could lead to files that are not the commit's. */
async function refuseOtherDirectory({ workingDirectory }: Place): Promise<void> {
  const facts = await lstat(workingDirectory).catch(() => undefined);
  if (facts?.isDirectory() === true && (await realpath(workingDirectory)) === workingDirectory)
    return;
  throw new WitnessmarkError(
    'base-unusable',
    'the working directory is no directory of that commit',
    'Name a commit that has it, by --base.',
  );
}

/**
 * The settings with a command that names nothing of the checkout by its path: a word that is such a path is written
 * from the working directory, and one that only holds it cannot be.
 */
function settingsThere(settings: Settings, place: Place): Settings {
  const command = portable(settings.command, place);
  const args = settings.args.map((arg) => portable(arg, place));
  const held = [command, ...args].find((word) => holdsPath(word, place.checkout));
  if (held === undefined) return { ...settings, command, args };
  throw new WitnessmarkError(
    'base-unusable',
    'the command holds a path of this checkout inside of a word, and would start or read what is there',
    'Write it from the working directory.',
  );
}

/** True where a text holds a directory, or a path below it. */
function holdsPath(word: string, directory: string): boolean {
  for (let at = word.indexOf(directory); at >= 0; at = word.indexOf(directory, at + 1)) {
    if (!/^[\w.-]/.test(word.slice(at + directory.length))) return true;
  }
  return false;
}

function noticesOf(lent: readonly string[], submodules: readonly string[]): string[] {
  return [
    ...lent.map(
      (path) =>
        `The commit was read with a copy of ${path} from this checkout: it asks for the same dependencies.`,
    ),
    ...(submodules.length === 0
      ? []
      : [
          `Of submodules a commit holds no files: ${submodules.map((path) => printable(path)).join(', ')}.`,
        ]),
  ];
}

/** Failures that dependencies or build output which are not there show as. */
const LACKS_FILES: readonly string[] = [
  'command-not-found',
  'command-not-executable',
  'server-exited',
  'server-not-listening',
  'connection-failed',
];

/** A failure says which of the two servers failed, and what a commit does not hold. */
function ofCommit(error: WitnessmarkError, shown: string, { setup }: Settings): WitnessmarkError {
  if (error.code === 'bad-base') return error;
  const hint = LACKS_FILES.includes(error.code)
    ? `${
        setup === ''
          ? "A commit holds neither dependencies nor what is built: say how they are made, as in --setup 'npm ci && npm run build'."
          : 'Does --setup make in that commit all that the server needs?'
      } ${error.hint}`
    : error.hint;
  return new WitnessmarkError(error.code, `at ${shown}: ${error.message}`, hint, {
    cause: error,
  });
}
