import fc from 'fast-check';

/** Names and strings that a JSON implementation trips over. */
const AWKWARD: readonly string[] = [
  '',
  '__proto__',
  'toJSON',
  'constructor',
  'hasOwnProperty',
  '0',
  '10',
  'a/b~c',
  '\u2028',
  '\u0000',
  '\u007f',
  '"\\',
  '\u00e9',
  'e\u0301',
  '\u{1f602}',
  '\ufb33',
  '::error::x',
  '##[error]',
];

/** A text without lone surrogates, often an awkward one. */
export const wellFormedText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({ unit: 'binary' }),
  fc.string(),
);

/** A text of any UTF-16 code units, lone surrogates included. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  wellFormedText,
  fc
    .array(
      fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })),
      {
        maxLength: 8,
      },
    )
    .map((units) => String.fromCharCode(...units)),
);

/** White space as RFC 8259 section 2 allows it. */
export const jsonSpace: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(' ', '\t', '\n', '\r'),
  maxLength: 3,
});

/** One spelling of a string: each code unit as itself where allowed, or under an escape. */
function spellString(text: string, picks: readonly number[]): string {
  const shorts = new Map([
    ['"', '\\"'],
    ['\\', '\\\\'],
    ['/', '\\/'],
    ['\b', '\\b'],
    ['\f', '\\f'],
    ['\n', '\\n'],
    ['\r', '\\r'],
    ['\t', '\\t'],
  ]);
  const units = Array.from({ length: text.length }, (_, index) => {
    const unit = text.charAt(index);
    const code = text.charCodeAt(index);
    const hex = `\\u${code.toString(16).padStart(4, '0')}`;
    const pick = picks.length === 0 ? 0 : (picks[index % picks.length] ?? 0);
    if (pick === 1) return hex;
    if (pick === 2) return hex.toUpperCase().replace('\\U', '\\u');
    const short = shorts.get(unit);
    if (short !== undefined && (unit !== '/' || pick === 3)) return short;
    const isLone = !text.isWellFormed() && code >= 0xd800 && code <= 0xdfff;
    return code < 0x20 || isLone ? hex : unit;
  });
  return `"${units.join('')}"`;
}

const picks = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 5 });

function stringText(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(text, picks).map(([value, pick]) => spellString(value, pick));
}

/** A number by the grammar of RFC 8259 section 6, whatever a double makes of it. */
export const numberText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      fc.bigInt({ min: 1n, max: 10n ** 25n }).map(String),
      fc.nat(99).map(String),
    ),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,20}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?[0-9]{1,3}$/)),
  )
  .map((parts) => parts.join(''));

/** A number that RFC 8785 carries, in several spellings. */
const carriedNumber: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()),
    fc.boolean(),
  )
  .map(([value, plain]) => {
    const text = Object.is(value, -0) ? '-0' : String(value);
    return plain && /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
  });

interface JsonTextParts {
  readonly text: fc.Arbitrary<string>;
  readonly number: fc.Arbitrary<string>;
  /** Member names of one object may repeat. */
  readonly duplicates: boolean;
}

function jsonTextOf({ text, number, duplicates }: JsonTextParts): fc.Arbitrary<string> {
  const string = stringText(text);
  const literal = fc.constantFrom('true', 'false', 'null');
  return fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(literal, number, string),
      fc
        .tuple(jsonSpace, fc.array(fc.tuple(tie('value'), jsonSpace), { maxLength: 5 }))
        .map(
          ([space, items]) => `[${space}${items.map((item) => item.join('')).join(`,${space}`)}]`,
        ),
      fc
        .tuple(
          jsonSpace,
          fc.uniqueArray(fc.tuple(text, picks, tie('value'), jsonSpace), {
            maxLength: 5,
            ...(duplicates ? { comparator: () => false } : { selector: ([name]) => name }),
          }),
        )
        .map(([space, members]) => {
          const texts = members.map(
            ([name, pick, value, after]) =>
              `${spellString(name, pick)}${after}:${space}${value}${after}`,
          );
          return `{${space}${texts.join(`,${space}`)}}`;
        }),
    ),
  })).value;
}

/** JSON text of any kind: duplicates, lone surrogates and numbers of any size included. */
export const anyJsonText = jsonTextOf({ text: anyText, number: numberText, duplicates: true });

/** JSON text whose value RFC 8785 carries unchanged. */
export const carriedJsonText = jsonTextOf({
  text: wellFormedText,
  number: carriedNumber,
  duplicates: false,
});
