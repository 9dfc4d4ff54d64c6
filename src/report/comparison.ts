import {
  verdictOfServer,
  type Comparison,
  type ServerComparison,
  type SeveralComparison,
} from '../core/compare-readings.js';
import { printable, printableJson } from '../core/printable.js';
import { renderJson, type JsonOutput } from '../core/render-json.js';
import { changeOutput } from './record.js';
import { paintIn, type Tone } from './style.js';
import { head, pushChanges } from './terminal.js';
import { wrapPieces } from './wrap.js';

/** Returns a comparison as text for people; names only. `colour` adds SGR sequences to the same text. */
export function renderComparison(comparison: Comparison, colour = false): string {
  const { verdict, differing, unknown, changes } = comparison;
  const paint = paintIn(colour);
  const out = head(verdict.toUpperCase(), headline(comparison), paint, toneOf(verdict));
  pushNames(out, 'Conditions that differ:', differing);
  pushNames(out, 'Conditions that are not known of both:', unknown);
  if (changes.length > 0) out.push('', 'From A to B:');
  pushChanges(out, changes, paint);
  return `${out.join('\n')}\n`;
}

function toneOf(verdict: Comparison['verdict']): Tone {
  return verdict === 'same' ? 'good' : 'bad';
}

function headline({ verdict, differing, unknown, changes }: Comparison): string {
  switch (verdict) {
    case 'same':
      return unknown.length === 0
        ? 'both were read alike, and no digest differs'
        : 'no digest differs; whether both were read alike is not known in full';
    case 'drift':
      return 'both were read alike, and what the server says differs';
    case 'incomparable':
      return differing.length > 0
        ? `they were read under other conditions${changes.length === 0 ? ', although no digest differs' : ', so that what differs is no proof of a change'}`
        : 'digests differ, and whether both were read alike is not known';
  }
}

function pushNames(out: string[], title: string, names: readonly string[]): void {
  if (names.length === 0) return;
  const pieces = names.map((name, at) => (at < names.length - 1 ? `${name},` : name));
  out.push('', title, ...wrapPieces(pieces, '  ', '  '));
}

/** Returns the comparison of several servers as text for people: an overview, then each that differs. */
export function renderSeveralComparison(
  { verdict, servers }: SeveralComparison,
  colour = false,
): string {
  const paint = paintIn(colour);
  const names = servers.map(({ server }) => printable(server));
  const width = Math.max(...names.map((name) => name.length));
  const overview = servers.map(
    (each, index) =>
      `  ${(names[index] ?? '').padEnd(width)}  ${paint(stateOf(each), toneOf(verdictOfServer(each)))}`,
  );
  const sections = servers.flatMap((each, index) =>
    each.kind === 'compared' && each.comparison.verdict !== 'same'
      ? [`\n== ${names[index] ?? ''} ==\n\n${renderComparison(each.comparison, colour)}`]
      : [],
  );
  const counts = (['incomparable', 'drift', 'same'] as const)
    .map((word) => [word, servers.filter((each) => verdictOfServer(each) === word).length] as const)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`);
  const first = `${paint(verdict.toUpperCase(), toneOf(verdict))}  ${servers.length} servers: ${counts.join(', ')}`;
  return `${first}\n\n${overview.join('\n')}\n${sections.join('')}`;
}

function stateOf(each: ServerComparison): string {
  switch (each.kind) {
    case 'compared':
      return each.comparison.verdict;
    case 'only':
      return `in ${each.side} only`;
    case 'unread':
      return `not read in ${each.sides.join(' and ')}`;
  }
}

/** Returns a comparison as one JSON document; `changes` are those of a record. */
export function renderComparisonJson(comparison: Comparison): string {
  return documentOf(comparisonOutput(comparison));
}

/** Returns the comparison of several servers as one JSON document. */
export function renderSeveralComparisonJson({ verdict, servers }: SeveralComparison): string {
  return documentOf({ verdict, servers: servers.map(serverOutput) });
}

function serverOutput(each: ServerComparison): JsonOutput {
  const { server } = each;
  const verdict = verdictOfServer(each);
  switch (each.kind) {
    case 'compared':
      return { server, ...comparisonOutput(each.comparison) };
    case 'only':
      return { server, verdict, only: each.side };
    case 'unread':
      return { server, verdict, unread: each.sides };
  }
}

function comparisonOutput({
  verdict,
  differing,
  unknown,
  changes,
}: Comparison): Record<string, JsonOutput> {
  return { verdict, differing, unknown, changes: changes.map(changeOutput) };
}

function documentOf(output: JsonOutput): string {
  return renderJson(output, (text) => printableJson(JSON.stringify(text)));
}
