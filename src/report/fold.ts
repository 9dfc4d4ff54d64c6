import type { JsonLine } from './json-view.js';

/** Unchanged lines that stand beside a change. */
const KEPT = 2;
/** Fewer are not folded: the fold takes a line of its own. */
const FOLDED = 2;

/** Returns lines of a difference with what lies far from a change as one line that counts it. */
export function folded(lines: readonly JsonLine[]): JsonLine[] {
  const isNear = new Uint8Array(lines.length);
  for (const [index, { gutter }] of lines.entries()) {
    if (gutter === '|') continue;
    isNear.fill(1, Math.max(0, index - KEPT), index + KEPT + 1);
  }
  const out: JsonLine[] = [];
  let far: JsonLine[] = [];
  const flush = (): void => {
    const [first] = far;
    if (far.length < FOLDED || first === undefined) out.push(...far);
    else out.push(foldOf(far.length, first.indent));
    far = [];
  };
  for (const [index, line] of lines.entries()) {
    if (isNear[index] !== 1 && line.isAround !== true) {
      far.push(line);
      continue;
    }
    flush();
    out.push(line);
  }
  flush();
  return out;
}

function foldOf(count: number, indent: number): JsonLine {
  return {
    gutter: '|',
    indent,
    spans: [{ text: `⟦… ${count} unchanged lines⟧`, tone: 'dim' }],
  };
}
