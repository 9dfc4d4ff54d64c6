import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { WitnessmarkError } from '../errors.js';
import { MAX_MESSAGE_BYTES } from '../limits.js';

/**
 * Returns the text of a file that a user names.
 * @throws WitnessmarkError `bad-tools-file` when it cannot be read, is no regular file, too large or not UTF-8.
 */
export async function readTextFile(path: string): Promise<string> {
  try {
    // Non-blocking: opening a FIFO must not wait for a writer.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = await file.stat();
      if (!facts.isFile()) throw badFile('is not a regular file');
      if (facts.size > MAX_MESSAGE_BYTES) throw badFile(`is above ${MAX_MESSAGE_BYTES} bytes`);
      return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof WitnessmarkError) throw error;
    const { code } = error as { readonly code?: string };
    throw badFile(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? 'is not UTF-8'
        : `cannot be read (${code ?? 'unknown'})`,
      error,
    );
  }
}

function badFile(what: string, cause?: unknown): WitnessmarkError {
  return new WitnessmarkError(
    'bad-tools-file',
    `the file of --tools ${what}`,
    'Give a file with what a server answers to tools/list.',
    { cause },
  );
}
