/**
 * Names that a person takes for another name. The tables are this file's and nothing else, so that a finding never
 * moves with the Unicode version of a runtime. Letters are those that common fonts draw alike, after the public
 * confusables data of Unicode Technical Standard 39. Source: field case F06.
 */

/** Scripts that hold letters drawn like letters of another script; others may stand beside any. */
export type Script =
  | 'Latin'
  | 'Greek'
  | 'Cyrillic'
  | 'Armenian'
  | 'Cherokee'
  | 'Coptic'
  | 'Lisu'
  | 'Fullwidth'
  | 'Mathematical';

/** Letters of each script: first and last code point of each range. */
const RANGES: readonly (readonly [number, number, Script])[] = [
  [0x41, 0x5a, 'Latin'],
  [0x61, 0x7a, 'Latin'],
  [0xc0, 0xd6, 'Latin'],
  [0xd8, 0xf6, 'Latin'],
  [0xf8, 0x2af, 'Latin'],
  [0x370, 0x373, 'Greek'],
  [0x376, 0x377, 'Greek'],
  [0x37b, 0x37d, 'Greek'],
  [0x37f, 0x37f, 'Greek'],
  [0x386, 0x386, 'Greek'],
  [0x388, 0x3e1, 'Greek'],
  [0x3e2, 0x3ef, 'Coptic'],
  [0x3f0, 0x3f5, 'Greek'],
  [0x3f7, 0x3ff, 'Greek'],
  [0x400, 0x481, 'Cyrillic'],
  [0x48a, 0x52f, 'Cyrillic'],
  [0x531, 0x556, 'Armenian'],
  [0x560, 0x588, 'Armenian'],
  [0x13a0, 0x13fd, 'Cherokee'],
  [0x1c80, 0x1c8a, 'Cyrillic'],
  [0x1d00, 0x1d7f, 'Latin'],
  [0x1e00, 0x1eff, 'Latin'],
  [0x1f00, 0x1fff, 'Greek'],
  [0x2c60, 0x2c7f, 'Latin'],
  [0x2c80, 0x2ce4, 'Coptic'],
  [0xa4d0, 0xa4f7, 'Lisu'],
  [0xa640, 0xa66d, 'Cyrillic'],
  [0xa680, 0xa69b, 'Cyrillic'],
  [0xa720, 0xa7ff, 'Latin'],
  [0xab30, 0xab64, 'Latin'],
  [0xab70, 0xabbf, 'Cherokee'],
  [0xff21, 0xff3a, 'Fullwidth'],
  [0xff41, 0xff5a, 'Fullwidth'],
  [0x1d400, 0x1d6a5, 'Mathematical'],
];

/** Two lines of one length: a letter, and below it what it is taken for. */
const PAIRS: readonly (readonly [string, string])[] = [
  // ASCII among itself.
  ['01I|', 'Olll'],
  // Latin.
  ['ıɑɡɩƅȷ', 'iagibj'],
  // Cyrillic.
  ['асԁеһіјкӏорԛѕԝхуүгп', 'acdehijklopqswxyyrn'],
  ['АВСЕНІЈКӀМОРԚЅТԜХУҮЬ', 'ABCEHlJKlMOPQSTWXYYb'],
  // Greek.
  ['ανιοκρσυγϲϳω', 'aviokpouycjw'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ', 'ABEZHlKMNOPTYXCJ'],
  // Armenian.
  ['օսհոցզյԼՍՏՕՀՁ', 'ouhngqjLUSOZQ'],
  // Cherokee.
  ['ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᏀᏃᏟᏢᏞᏙᏚᏔᏕᏦᏴ', 'DRTiAJEWMHGZCPLVSWSKB'],
  // Coptic.
  ['ⲟⲣⲥⲞⲢⲤⲔⲘⲚⲦⲎⲒ', 'opcOPCKMNTHl'],
  // Lisu.
  ['ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPdDTGKJCZFMNLSRVHWXYAElOU'],
  // Dashes, strokes and dots.
  ['‐‑‒–—−﹣∕⁄', '-------//'],
];

const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap(([letters, looks]) => {
    const seen = Array.from(looks);
    return Array.from(letters).map((letter, index) => [letter, seen[index] ?? letter] as const);
  }),
);

const LETTERS_OF_ALPHABETS = 26;

/** The script of a letter that has look-alikes in another, by code point; undefined for any other character. */
export function scriptOf(codePoint: number): Script | undefined {
  if (codePoint < 0x80) return isAsciiLetter(codePoint) ? 'Latin' : undefined;
  return RANGES.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2];
}

function isAsciiLetter(codePoint: number): boolean {
  return (codePoint >= 0x41 && codePoint <= 0x5a) || (codePoint >= 0x61 && codePoint <= 0x7a);
}

/**
 * True when letters of two scripts that are drawn alike stand in one word of a name. A name that is written in one
 * script, whichever, is none of these; nor is one whose words are of different scripts: whatever is no letter of the
 * table parts words.
 */
export function mixesScripts(name: string): boolean {
  let word: Script | undefined;
  for (const character of name) {
    const script = scriptOf(character.codePointAt(0) ?? 0);
    if (script !== undefined && word !== undefined && script !== word) return true;
    word = script;
  }
  return false;
}

/** What a name looks like: two names with one skeleton are taken for each other. */
export function skeletonOf(name: string): string {
  return Array.from(name, looksLike).join('');
}

function looksLike(character: string): string {
  const plain = plainLetter(character.codePointAt(0) ?? 0) ?? character;
  return LOOKS_LIKE.get(plain) ?? plain;
}

/** The ASCII letter or digit behind a full-width or a mathematical one. */
function plainLetter(codePoint: number): string | undefined {
  if (codePoint >= 0xff01 && codePoint <= 0xff5e) return String.fromCodePoint(codePoint - 0xfee0);
  if (codePoint >= 0x1d7ce && codePoint <= 0x1d7ff)
    return String.fromCodePoint(0x30 + ((codePoint - 0x1d7ce) % 10));
  if (codePoint < 0x1d400 || codePoint > 0x1d6a3) return undefined;
  const at = (codePoint - 0x1d400) % (2 * LETTERS_OF_ALPHABETS);
  const first = at < LETTERS_OF_ALPHABETS ? 0x41 : 0x61;
  return String.fromCodePoint(first + (at % LETTERS_OF_ALPHABETS));
}

/**
 * Returns the names that share their skeleton with another name of the list; equal names are not alike but the same.
 */
export function lookalikes(names: Iterable<string>): Set<string> {
  const groups = new Map<string, Set<string>>();
  for (const name of names) {
    const skeleton = skeletonOf(name);
    const group = groups.get(skeleton) ?? new Set<string>();
    groups.set(skeleton, group.add(name));
  }
  return new Set(
    [...groups.values()].filter(({ size }) => size > 1).flatMap((group) => [...group]),
  );
}
