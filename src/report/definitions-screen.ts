import { renderJson, type JsonOutput } from '../core/render-json.js';
import { printableJson } from '../core/printable.js';
import {
  renderDefinitions,
  renderDifferences,
  type FieldText,
  type ItemView,
  type ViewStyle,
} from './definition-view.js';
import { head } from './terminal.js';
import type { ReportContext } from './server-report.js';
import { changeCounts, exampleItem } from './words.js';
import { wrapText } from './wrap.js';

/** What the screens of `show` and `diff` are made of. */
export interface ShownDefinitions {
  readonly items: readonly ItemView[];
  readonly notices: readonly string[];
  /** What it is held against, where that is another commit. */
  readonly base?: string;
  /** Conditions that differ from the baseline's. */
  readonly conditions?: readonly string[];
}

/** Returns the screen of `show`. Ends with a line feed. */
export function renderShow({ items, notices }: ShownDefinitions, style: ViewStyle): string {
  return `${renderDefinitions(items, style)}${noticesText(notices)}`;
}

/** Returns the screen of `diff`: what differs, and how to approve it. Ends with a line feed. */
export function renderDiff(
  { items, notices, base, conditions = [] }: ShownDefinitions,
  context: ReportContext,
  style: ViewStyle,
): string {
  const against = base ?? context.baseline;
  if (items.length === 0 && conditions.length === 0) {
    const words =
      base === undefined ? `what ${against} records` : `what the one of ${against} says`;
    return `${head('SAME', `the server says ${words}`).join('\n')}\n${noticesText(notices)}`;
  }
  const out =
    items.length === 0
      ? head('SAME', `no field differs from what ${against} records`)
      : head(
          'DIFFERS',
          base === undefined
            ? `from what ${against} records: ${counts(items)}`
            : `from what the server of ${against} says: ${counts(items)}`,
        );
  if (conditions.length > 0)
    out.push(
      '',
      ...wrapText(
        `The server was read under other conditions than the baseline records (${conditions.join(', ')}): what differs may come from that.`,
        '',
        '',
      ),
    );
  const steps =
    base === undefined && items.length > 0
      ? [
          '',
          'If all of it is meant, approve it by committing a new baseline:',
          `  ${context.next.mark}`,
          `  ${context.next.commit}`,
          ...(context.next.accept === undefined || conditions.length > 0
            ? []
            : ['', 'Or some of it, by name:', `  ${context.next.accept} ${exampleItem(items)}`]),
          '',
        ].join('\n')
      : '';
  const shown = items.length === 0 ? '' : `\n${renderDifferences(items, style)}`;
  return `${out.join('\n')}\n${shown}${noticesText(notices)}${steps}`;
}

function counts(items: readonly ItemView[]): string {
  return changeCounts(
    items.flatMap(({ kind, id, change }) =>
      change === 'same' ? [] : [{ kind, id, change, fields: [] }],
    ),
  );
}

function noticesText(notices: readonly string[]): string {
  return notices.map((notice) => `\n${wrapText(notice, '', '').join('\n')}\n`).join('');
}

/**
 * Returns the same as JSON: `{ base, conditions, items: [{ kind, id, change, fields: [{ name, was, now, aspects }] }], notices }`, where a
 * side of a field is `{ kind: text, json }` with the raw JSON text of the value, `absent`, `withheld`, or `unknown` with digest and reason.
 */
export function renderDefinitionsJson({
  items,
  notices,
  base,
  conditions = [],
}: ShownDefinitions): string {
  const output: JsonOutput = {
    base: base ?? null,
    conditions,
    items: items.map(({ kind, id, change, fields }) => ({
      kind,
      id,
      change,
      fields: fields.map(({ name, was, now, aspects }) => ({
        name,
        was: sideOutput(was),
        now: sideOutput(now),
        aspects,
      })),
    })),
    notices,
  };
  return renderJson(output, (text) => printableJson(JSON.stringify(text)));
}

function sideOutput(text: FieldText): JsonOutput {
  return { ...text };
}
