import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { checkoutRoot } from './git.js';
import { WitnessmarkError } from '../errors.js';

/** Where a server and its baseline live, as real paths. */
export interface Place {
  /** Root of the git checkout; the working directory where there is none. */
  readonly checkout: string;
  readonly workingDirectory: string;
  readonly baselinePath: string;
}

/**
 * Returns the real places behind a working directory and a baseline path. Links are resolved down to the
 * working directory and no further: one below it stays visible and is refused later.
 * @throws WitnessmarkError `bad-working-directory`.
 */
export async function locate(workingDirectory: string, baselinePath: string): Promise<Place> {
  let real: string;
  try {
    real = await realpath(workingDirectory);
    if (!(await stat(real)).isDirectory()) throw new Error('not a directory');
  } catch (error) {
    throw new WitnessmarkError(
      'bad-working-directory',
      'the working directory does not exist or is not a directory',
      'It is relative to where witnessmark is started; --working-directory DIR sets it.',
      { cause: error },
    );
  }
  const root = await checkoutRoot(real);
  const checkout = root === undefined ? real : await realpath(root);
  const below = relative(workingDirectory, baselinePath);
  const isBelow = !below.startsWith('..') && !isAbsolute(below);
  return {
    checkout,
    workingDirectory: real,
    baselinePath: isBelow ? join(real, below) : baselinePath,
  };
}
