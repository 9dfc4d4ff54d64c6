/** What a part of a screen is, for whoever sees colours. Nothing is said by colour alone. */
export type Tone =
  | 'plain'
  | 'bold'
  | 'dim'
  | 'good'
  | 'bad'
  | 'removed'
  | 'added'
  /** A word of ours in the middle of a text of the server. */
  | 'mark'
  | 'removedMark'
  | 'addedMark';

/** Parameters of "Select Graphic Rendition" (ECMA-48, 8.3.117). */
const CODES: Readonly<Record<Tone, string>> = {
  plain: '',
  bold: '1',
  dim: '2',
  good: '1;32',
  bad: '1;31',
  removed: '31',
  added: '32',
  mark: '7',
  removedMark: '31;7',
  addedMark: '32;7',
};

/** The tone of what happened to something. */
export function toneOfChange(change: 'added' | 'removed' | 'changed'): Tone {
  return change === 'changed' ? 'bold' : change;
}

/** Writes a text of one line in a tone. */
export type Paint = (text: string, tone: Tone) => string;

/**
 * Returns how tones are written: in SGR sequences that begin and end within the text, so that any line of it can stand
 * alone in a pager; without colour the text as it is.
 */
export function paintIn(colour: boolean): Paint {
  if (!colour) return (text) => text;
  return (text, tone) =>
    CODES[tone] === '' || text === '' ? text : `\u001b[${CODES[tone]}m${text}\u001b[0m`;
}
