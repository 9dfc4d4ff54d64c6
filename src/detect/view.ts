import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { View } from './declaration.js';
import { MAX_DETECT_FILE_BYTES, MAX_DETECT_NAMES } from '../limits.js';

/** A view of a directory, and what in it was not looked at. */
export interface CheckoutView extends View {
  /** Files that are there and were not read, with the reason; in the order of asking. */
  readonly unread: () => readonly string[];
}

/**
 * Returns the view of a working directory inside a checkout, both real paths. A source that is a link, lies behind
 * one that leaves the checkout, or is too large is not read, and said so; a link to a file inside the checkout
 * counts as a file to start. Nothing is evaluated.
 */
export function viewCheckout(workingDirectory: string, checkout: string): CheckoutView {
  const unread = new Map<string, string>();
  const realInside = (path: string): string | undefined => {
    try {
      const real = realpathSync(join(workingDirectory, path));
      const below = relative(checkout, real);
      return below.startsWith('..') || isAbsolute(below) ? undefined : real;
    } catch {
      return undefined;
    }
  };
  return {
    isFile: (path) => {
      // A Python environment's interpreter is a link to the system's: its own place counts.
      const place =
        realInside(path) ??
        (/^\.?venv\/bin\/python3?$/.test(path) ? join(workingDirectory, path) : undefined);
      return place !== undefined && isRegular(place);
    },
    text: (path) => {
      const place = join(workingDirectory, path);
      const found = lstatSync(place, { throwIfNoEntry: false });
      if (found === undefined) return undefined;
      if (realInside(path) === undefined) unread.set(path, 'leads out of the checkout');
      else if (found.isSymbolicLink()) unread.set(path, 'is a link, and links are not followed');
      else if (!found.isFile()) unread.set(path, 'is not a regular file');
      else if (found.size > MAX_DETECT_FILE_BYTES)
        unread.set(path, `is larger than ${MAX_DETECT_FILE_BYTES / 1024} KiB`);
      else return readText(place, () => unread.set(path, 'cannot be read'));
      return undefined;
    },
    names: (path) => {
      const real = realInside(path);
      if (real === undefined) return [];
      try {
        return readdirSync(real).sort().slice(0, MAX_DETECT_NAMES);
      } catch {
        return [];
      }
    },
    unread: () => [...unread].map(([path, why]) => `${path} ${why}`),
  };
}

function isRegular(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isFile() === true;
}

function readText(place: string, onFailure: () => void): string | undefined {
  try {
    return readFileSync(place, 'utf8');
  } catch {
    onFailure();
    return undefined;
  }
}
