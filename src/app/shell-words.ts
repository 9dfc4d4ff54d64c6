import { isAsciiSpace } from '../core/ascii-space.js';
import { WitnessmarkError } from '../errors.js';

const HINT =
  "The command is not given to a shell. Quote the character, put the steps into a script, or start: sh -c '…'";

/**
 * Splits a command line into words as a POSIX shell would: white space of ASCII separates, single quotes keep
 * everything, double quotes keep all but `\"`, `\\`, `\$` and "\`", a backslash keeps the next character.
 * Nothing is expanded: `$NAME`, `*` and `~` stay as they are. What only a shell can do is refused.
 * @throws WitnessmarkError `bad-command`, naming the column; never a value.
 * Source: POSIX Shell Command Language, section 2.2 (Quoting).
 */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (isAsciiSpace(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "'" || character === '"') {
      const quoted = readQuoted(line, at);
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (character === '\\') {
      at += 1;
      if (at === line.length) throw refused('ends with a backslash', at);
      // A line that goes on: both characters vanish.
      if (line.charAt(at) !== '\n') word = (word ?? '') + line.charAt(at);
    } else if ('|&;<>()`'.includes(character) || line.startsWith('$(', at)) {
      throw refused('holds a character that only a shell understands', at);
    } else if (character === '#' && word === undefined) {
      throw refused('holds a comment', at);
    } else word = (word ?? '') + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function readQuoted(line: string, start: number): { readonly text: string; readonly end: number } {
  const quote = line.charAt(start);
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === quote) return { text, end: at };
    if (quote === '"' && character === '\\' && '"\\$`\n'.includes(line.charAt(at + 1))) {
      at += 1;
      if (line.charAt(at) !== '\n') text += line.charAt(at);
    } else if (quote === '"' && (character === '`' || line.startsWith('$(', at))) {
      throw refused('holds a character that only a shell understands', at);
    } else text += character;
  }
  throw refused('has a quote without its end', start);
}

function refused(what: string, at: number): WitnessmarkError {
  return new WitnessmarkError('bad-command', `command ${what} (column ${at + 1})`, HINT);
}

/** Quotes words so that `splitCommand` and any POSIX shell give them back. */
export function quoteCommand(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
