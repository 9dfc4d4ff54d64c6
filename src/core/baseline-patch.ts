import { alignTexts } from './align.js';
import { renderBaseline, type Baseline } from './baseline.js';
import { compareCodeUnits, compareNullable } from './order.js';
import { MAX_PATCH_UNITS } from '../limits.js';

/** A run of lines with what changed in it, as unified diffs have it. */
export interface Hunk {
  /** `@@ -a,b +c,d @@`. */
  readonly head: string;
  /** Each begins with a space, `-` or `+`. */
  readonly lines: readonly string[];
}

/** Unchanged lines that stand around a change. */
const CONTEXT = 3;

/**
 * Returns what changes from one baseline file to another, as the hunks of a unified diff between the files as this
 * program writes them; undefined for files too large to be shown. `git apply` takes it where the committed file has
 * this layout. Source: FORMAT 3.1 (one changed line for each changed field).
 */
export function baselineHunks(before: Baseline, after: Baseline): Hunk[] | undefined {
  const fresh = renderBaseline(after);
  if (fresh.length > MAX_PATCH_UNITS) return undefined;
  const old = renderBaseline(before);
  if (old.length + fresh.length > MAX_PATCH_UNITS) return undefined;
  return hunksOf(align(blocksOf(old, before), blocksOf(fresh, after)));
}

/** Lines that belong together, with what they are of; `''` for what stands before and behind the items. */
interface Block {
  readonly kind: string;
  readonly id: string | null;
  readonly lines: readonly string[];
}

/** Cuts a rendered file into its head, one block for each item, and its end. */
function blocksOf(text: string, { items }: Baseline): Block[] {
  const lines = text.split('\n').slice(0, -1);
  const first = lines.indexOf('    {');
  if (first < 0) return [{ kind: '', id: null, lines }];
  const blocks: Block[] = [{ kind: '', id: null, lines: lines.slice(0, first) }];
  const sorted = [...items].sort(compareRefs);
  let start = first;
  for (let at = first; at < lines.length; at += 1) {
    const line = lines[at];
    if (line !== '    },' && line !== '    }') continue;
    const item = sorted[blocks.length - 1];
    blocks.push({
      kind: item?.kind ?? '',
      id: item?.id ?? null,
      lines: lines.slice(start, at + 1),
    });
    start = at + 1;
  }
  return [...blocks, { kind: '~', id: null, lines: lines.slice(start) }];
}

type Ref = Pick<Block, 'kind' | 'id'>;

function compareRefs(a: Ref, b: Ref): number {
  return compareCodeUnits(a.kind, b.kind) || compareNullable(a.id, b.id);
}

/** Both lists are sorted, so that one walk pairs what is of one item. */
function align(before: readonly Block[], after: readonly Block[]): string[] {
  const out: string[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [old, fresh] = [before[left], after[right]];
    const order = old === undefined ? 1 : fresh === undefined ? -1 : compareRefs(old, fresh);
    const oldLines = order <= 0 ? (old?.lines ?? []) : [];
    const freshLines = order >= 0 ? (fresh?.lines ?? []) : [];
    for (const line of alignLines(oldLines, freshLines)) out.push(line);
    if (order <= 0) left += 1;
    if (order >= 0) right += 1;
  }
  return out;
}

/** Aligns the lines of two blocks; such that are too far apart are replaced but for what they begin and end with. */
function alignLines(before: readonly string[], after: readonly string[]): string[] {
  return alignTexts(before, after).runs.flatMap(({ kind, start, end }) =>
    (kind === 'added' ? after : before).slice(start, end).map((line) => `${SIGNS[kind]}${line}`),
  );
}

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

function hunksOf(lines: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  const changed = lines.flatMap((line, index) => (line.startsWith(' ') ? [] : [index]));
  // Numbers of the next line on either side, from 1.
  let [index, old, fresh] = [0, 1, 1];
  for (let next = 0; next < changed.length;) {
    const start = Math.max(index, (changed[next] ?? 0) - CONTEXT);
    let end = (changed[next] ?? 0) + 1;
    while (next < changed.length && (changed[next] ?? 0) - end <= 2 * CONTEXT) {
      end = (changed[next] ?? 0) + 1;
      next += 1;
    }
    end = Math.min(lines.length, end + CONTEXT);
    // Between hunks both sides are the same.
    old += start - index;
    fresh += start - index;
    const own = lines.slice(start, end);
    const oldCount = own.filter((line) => !line.startsWith('+')).length;
    const freshCount = own.filter((line) => !line.startsWith('-')).length;
    hunks.push({ head: `@@ -${old},${oldCount} +${fresh},${freshCount} @@`, lines: own });
    [index, old, fresh] = [end, old + oldCount, fresh + freshCount];
  }
  return hunks;
}
