/** How a text stands in YAML: in a line of its own, or in a list or map between brackets. */
export type YamlPlace = 'block' | 'flow';

/**
 * Returns a text as a YAML scalar on one line: plain where nothing in it could be read otherwise, else in double
 * quotes with everything but printable ASCII and letters as escapes. Whole numbers and `true` and `false` stay plain,
 * since inputs of actions are texts whatever they are written as.
 * Source: YAML 1.2, 5.7, 7.3.1 and 7.3.3.
 */
export function yamlText(text: string, place: YamlPlace = 'block'): string {
  if (/^(?:0|[1-9]\d{0,8}|true|false)$/.test(text)) return text;
  const plain =
    place === 'flow' ? /^[A-Za-z_./][\w./@-]*$/ : /^[A-Za-z_./](?:[\w./@%+=,&{} -]|:(?=\S))*$/;
  const isWord = /^(?:true|false|null|yes|no|on|off|y|n|\.inf|\.nan|\.\d.*)$/i.test(text);
  const isPlain = plain.test(text) && !isWord && !/\s$|, | &(?!& )/.test(text);
  return isPlain ? text : quoted(text);
}

/** A text in double quotes. JSON's escapes are YAML's; what JSON leaves as it is and a screen does not show is escaped too. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[^ -~\p{L}\p{N}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/**
 * Returns the lines of a member whose value has one entry a line: on the line of its name where there is one
 * entry, else as a block that keeps every character. `indent` is that of the name.
 */
export function yamlEntries(name: string, entries: readonly string[], indent: string): string[] {
  const [only = ''] = entries;
  if (entries.length < 2) return [`${indent}${name}: ${yamlText(only)}`];
  if (entries.every((entry) => /^[!-~][ -~]*$/.test(entry)))
    return [`${indent}${name}: |`, ...entries.map((entry) => `${indent}  ${entry}`)];
  return [`${indent}${name}: ${quoted(entries.join('\n'))}`];
}
