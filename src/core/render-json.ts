/**
 * What can be written as JSON. Names that come from a server stand in a `Map`, ours in a plain object;
 * a member whose value is undefined is left out.
 */
export type JsonOutput =
  | string
  | number
  | boolean
  | null
  | readonly JsonOutput[]
  | ReadonlyMap<string, JsonOutput>
  | { readonly [name: string]: JsonOutput | undefined };

/** Columns that a short list may take up on one line: what common formatters allow. */
const PRINT_WIDTH = 80;

/**
 * Returns JSON text with two-space indent and a final line feed, members in the given order. A list of
 * scalars stands on one line where that fits, so that common formatters change nothing.
 * Source: FORMAT 3.1, field case C26.
 */
export function renderJson(value: JsonOutput): string {
  return `${render(value, '', 0)}\n`;
}

/** `room` is what stands on the line before and after the value, in columns. */
function render(value: JsonOutput, indent: string, room: number): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  if (isList(value)) {
    if (value.length === 0) return '[]';
    const isFlat = value.every((item) => item === null || typeof item !== 'object');
    const line = isFlat ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : '';
    if (isFlat && room + line.length <= PRINT_WIDTH) return line;
    return `[\n${value.map((item) => `${inner}${render(item, inner, 0)}`).join(',\n')}\n${indent}]`;
  }
  const members =
    value instanceof Map ? [...(value as ReadonlyMap<string, JsonOutput>)] : definedMembers(value);
  if (members.length === 0) return '{}';
  const lines = members.map(([name, member], index) => {
    const start = `${inner}${JSON.stringify(name)}: `;
    const comma = index < members.length - 1 ? ',' : '';
    return `${start}${render(member, inner, start.length + comma.length)}${comma}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function isList(value: object): value is readonly JsonOutput[] {
  return Array.isArray(value);
}

function definedMembers(value: object): (readonly [string, JsonOutput])[] {
  return Object.entries(value).filter(
    (entry): entry is [string, JsonOutput] => entry[1] !== undefined,
  );
}
