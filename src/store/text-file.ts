import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { WitnessmarkError } from '../errors.js';
import { MAX_BASELINE_BYTES, MAX_MESSAGE_BYTES } from '../limits.js';

/**
 * Returns the text of the file of `--tools`.
 * @throws WitnessmarkError `bad-tools-file` when it cannot be read, is no regular file, too large or not UTF-8.
 */
export function readTextFile(path: string): Promise<string> {
  return readBounded(path, MAX_MESSAGE_BYTES, (what, cause) => {
    const hint = 'Give a file with what a server answers to tools/list.';
    const message = `the file of --tools ${what}`;
    return new WitnessmarkError('bad-tools-file', message, hint, { cause });
  });
}

/**
 * Returns the text of a record or a baseline that a user names; `side` says in messages which one it is.
 * @throws WitnessmarkError `bad-compared-file` when it cannot be read, is no regular file, too large or not UTF-8.
 */
export function readComparedFile(path: string, side: 'A' | 'B'): Promise<string> {
  return readBounded(path, MAX_BASELINE_BYTES, (what, cause) => {
    const hint = 'Give two files: witnessmark compare A B';
    return new WitnessmarkError('bad-compared-file', `the file ${side} ${what}`, hint, { cause });
  });
}

async function readBounded(
  path: string,
  maxBytes: number,
  problem: (what: string, cause?: unknown) => WitnessmarkError,
): Promise<string> {
  try {
    // Non-blocking: opening a FIFO must not wait for a writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) throw problem('is not a regular file');
      if (facts.size > maxBytes) throw problem(`is above ${maxBytes} bytes`);
      return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof WitnessmarkError) throw error;
    const { code } = error as { readonly code?: string };
    throw problem(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? 'is not UTF-8'
        : `cannot be read (${code ?? 'unknown'})`,
      error,
    );
  }
}
