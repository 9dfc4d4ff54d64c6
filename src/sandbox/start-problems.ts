import { WitnessmarkError } from '../errors.js';

/** Where a program was to be started. */
export type StartPlace = 'box' | 'plain';

/** A program that is not there; `command` is what the user wrote. */
export function commandNotFound(
  command: string,
  place: StartPlace,
  platform: string,
  cause?: Error,
): WitnessmarkError {
  const usual =
    place === 'box'
      ? 'The sandbox shows /usr, /opt, known toolchain directories and the checkout: install the program there, or give its path.'
      : 'Is it installed, and built? A path is relative to the working directory; --working-directory sets it.';
  return new WitnessmarkError(
    'command-not-found',
    place === 'box'
      ? `start: ${command} was not found inside the sandbox, neither in the checkout nor on its PATH`
      : 'start: the command was not found',
    shimHint(command, platform) ?? usual,
    { cause },
  );
}

/** A program that is there and does not start; `reason` is the system's word, or ours. */
export function commandNotExecutable(
  command: string,
  place: StartPlace,
  platform: string,
  reason: string,
  cause?: Error,
): WitnessmarkError {
  return new WitnessmarkError(
    'command-not-executable',
    place === 'box'
      ? `start: ${command} cannot be started inside the sandbox: ${reason}`
      : `start: the command cannot be executed (${reason})`,
    shimHint(command, platform) ??
      scriptHint(command) ??
      (place === 'box'
        ? 'Make it executable (chmod +x), or build the virtual environment with the option `setup`.'
        : 'Give the interpreter, for example "node server.js", or make the file executable: chmod +x FILE'),
    { cause },
  );
}

/** Sources that an interpreter runs. */
const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/\.[cm]?js$/, 'node'],
  [/\.py$/, 'python'],
  [/\.rb$/, 'ruby'],
  [/\.(?:[cm]?ts|tsx)$/, 'node'],
  [/\.jar$/, 'java -jar'],
  [/\.dll$/, 'dotnet'],
  [/\.sh$/, 'sh'],
];

function scriptHint(command: string): string | undefined {
  const interpreter = INTERPRETERS.find(([ending]) => ending.test(command))?.[1];
  return interpreter === undefined
    ? undefined
    : `Name the interpreter: ${interpreter} ${command}. Or give the file a first line that names it, and make it executable: chmod +x.`;
}

/** Programs that Windows has as a batch file only. */
const BATCH_ON_WINDOWS = /^(?:npm|npx|pnpm|pnpx|yarn|bunx|tsx|ts-node|corepack)$/i;

/**
 * What to write in place of a batch file: elsewhere than on Windows there is none, and on Windows only a shell
 * starts one. Undefined where the name says nothing.
 */
export function shimHint(command: string, platform: string): string | undefined {
  const name = command.slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
  const isBatch = /\.(?:cmd|bat)$/i.test(name);
  if (platform === 'win32') {
    return isBatch || BATCH_ON_WINDOWS.test(name)
      ? 'On Windows this is a batch file, which only a shell starts: --command "cmd /c …", or start what it would start directly (node FILE).'
      : undefined;
  }
  return isBatch || /\.(?:exe|ps1)$/i.test(name)
    ? 'A name that ends in .cmd, .bat, .exe or .ps1 is one of Windows: leave the ending out, as in npx.'
    : undefined;
}
