import { MAX_EDITS } from '../limits.js';

/** A run of entries: of both lists, of the first alone or of the second alone. Offsets are those of that list. */
export interface AlignedRun {
  readonly kind: 'same' | 'removed' | 'added';
  /** Of the first list, except for `added`. */
  readonly start: number;
  readonly end: number;
}

/** How two lists of texts are made of each other. */
export interface Alignment {
  /** In order; between two runs of kind `same` stands at most one that was removed, then one that was added. */
  readonly runs: readonly AlignedRun[];
  /** True where they are too far apart: what lies between their common start and end is then removed and added whole. */
  readonly isWhole: boolean;
}

/**
 * Returns a shortest way from one list of texts to another, in time of their length times the entries that differ, and
 * at most `MAX_EDITS` of these. Source: Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), section 4a.
 */
export function alignTexts(was: readonly string[], now: readonly string[]): Alignment {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known === undefined) numbers.set(text, numbers.size);
    return known ?? numbers.size - 1;
  };
  const [a, b] = [Int32Array.from(was, numberOf), Int32Array.from(now, numberOf)];
  const least = Math.min(a.length, b.length);
  let head = 0;
  while (head < least && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < least - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const [innerA, innerB] = [a.subarray(head, a.length - tail), b.subarray(head, b.length - tail)];
  const middle = shortestEdit(innerA, innerB);
  const runs = new Runs();
  runs.add('same', 0, head);
  if (middle === undefined) {
    runs.add('removed', head, a.length - tail);
    runs.add('added', head, b.length - tail);
  } else for (const { kind, start, end } of middle) runs.add(kind, head + start, head + end);
  runs.add('same', a.length - tail, a.length);
  return { runs: runs.inOrder(), isWhole: middle === undefined };
}

/** Furthest point on each diagonal for each number of edits, from none up; undefined past `MAX_EDITS`. */
function shortestEdit(a: Int32Array, b: Int32Array): AlignedRun[] | undefined {
  const most = Math.min(MAX_EDITS, a.length + b.length);
  const origin = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = origin + diagonal;
      const [below, above] = [furthest[at - 1] ?? 0, furthest[at + 1] ?? 0];
      let x = diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      furthest[at] = x;
      if (x >= a.length && x - diagonal >= b.length) return traceBack(history, edits, diagonal, x);
    }
    history.push(furthest.slice(origin - edits, origin + edits + 1));
  }
  return undefined;
}

/** The runs on the way to a point, found from its end. */
function traceBack(
  history: readonly Int32Array[],
  allEdits: number,
  lastDiagonal: number,
  lastX: number,
): AlignedRun[] {
  const runs: AlignedRun[] = [];
  let [diagonal, x] = [lastDiagonal, lastX];
  for (let edits = allEdits; edits > 0; edits -= 1) {
    const before = history[edits - 1] ?? new Int32Array();
    const at = (of: number): number => before[of + edits - 1] ?? 0;
    const isAdded =
      diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const previous = isAdded ? diagonal + 1 : diagonal - 1;
    const [fromX, fromY] = [at(previous), at(previous) - previous];
    const start = isAdded ? fromX : fromX + 1;
    runs.push({ kind: 'same', start, end: x });
    runs.push(
      isAdded
        ? { kind: 'added', start: fromY, end: fromY + 1 }
        : { kind: 'removed', start: fromX, end: fromX + 1 },
    );
    [diagonal, x] = [previous, fromX];
  }
  runs.push({ kind: 'same', start: 0, end: x });
  return runs.reverse();
}

/** Joins what is of one kind and puts what was removed before what was added. */
class Runs {
  readonly #runs: AlignedRun[] = [];
  readonly #open: { removed: AlignedRun | undefined; added: AlignedRun | undefined } = {
    removed: undefined,
    added: undefined,
  };

  add(kind: AlignedRun['kind'], start: number, end: number): void {
    if (start === end) return;
    if (kind === 'same') {
      this.#close();
      const last = this.#runs.at(-1);
      if (last?.kind === 'same') this.#runs.pop();
      this.#runs.push({ kind, start: last?.kind === 'same' ? last.start : start, end });
    } else this.#open[kind] = { kind, start: this.#open[kind]?.start ?? start, end };
  }

  inOrder(): AlignedRun[] {
    this.#close();
    return this.#runs;
  }

  #close(): void {
    const { removed, added } = this.#open;
    if (removed !== undefined) this.#runs.push(removed);
    if (added !== undefined) this.#runs.push(added);
    [this.#open.removed, this.#open.added] = [undefined, undefined];
  }
}
