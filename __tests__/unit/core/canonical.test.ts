import { describe, expect, test } from '@jest/globals';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonicalForm, exactForm } from '../../../src/core/canonical.js';
import { digestOf, digestOfDuplicates, isDigest } from '../../../src/core/digest.js';
import { parseJsonText, type JsonNode } from '../../../src/core/json-text.js';
import { anyJsonText, carriedJsonText, jsonSpace } from './json-arbitraries.js';

function parse(text: string): JsonNode {
  return parseJsonText(text, { maxDepth: 512 });
}

/** Published examples: RFC 8785 sections 3.2.2 and 3.2.3, and the test data of its authors. */
const PUBLISHED: readonly (readonly [string, string, string])[] = [
  [
    'RFC 8785 section 3.2.3, property sorting',
    String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\u{1f600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  [
    'arrays',
    '[\n  56,\n  {\n    "d": true,\n    "10": null,\n    "1": [ ]\n  }\n]',
    '[56,{"1":[],"10":null,"d":true}]',
  ],
  [
    'french',
    '{\n  "peach": "This sorting order",\n  "p\u00e9ch\u00e9": "is wrong according to French",\n  "p\u00eache": "but canonicalization MUST",\n  "sin":   "ingnore locale"\n}\n',
    '{"peach":"This sorting order","p\u00e9ch\u00e9":"is wrong according to French","p\u00eache":"but canonicalization MUST","sin":"ingnore locale"}',
  ],
  [
    'structures',
    '{\n  "1": {"f": {"f": "hi","F": 5} ,"\\n": 56.0},\n  "10": { },\n  "": "empty",\n  "a": { },\n  "111": [ { } ],\n  "A": { }\n}',
    '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}',
  ],
  ['unicode', '{\n  "Unnormalized Unicode":"A\\u030a"\n}\n', '{"Unnormalized Unicode":"A\u030a"}'],
  [
    'weird',
    String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\u000a":"Newline","1":"One","\u0080":"Control\u007f","\ud83d\ude02":"Smiley","\u00f6":"Latin Small Letter O With Diaeresis","\ufb33":"Hebrew Letter Dalet With Dagesh","</script>":"Browser Challenge"}`,
    '{"\\n":"Newline","\\r":"Carriage Return","1":"One","</script>":"Browser Challenge","\u0080":"Control\u007f","\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign","\u{1f602}":"Smiley","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
];

/** RFC 8785 sections 3.2.2 and 3.2.3 (the test data call it `values`). */
const VALUES_INPUT = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
const VALUES_REST = String.raw`1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;

/** RFC 8785 appendix B: IEEE 754 bits and text. */
const NUMBERS: readonly (readonly [string, string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

describe('RFC 8785, published vectors', () => {
  test.each(PUBLISHED)('%s', (_name, input, output) => {
    expect(canonicalForm(parse(input))).toEqual({ text: output, reasons: [] });
    expect(exactForm(parse(input))).toBe(output);
  });

  test('values, with its first number spelled as a double is', () => {
    const input = VALUES_INPUT.replace('333333333.33333329', '333333333.3333333');
    const output = `{"literals":[null,true,false],"numbers":[333333333.3333333,${VALUES_REST}`;
    expect(canonicalForm(parse(input))).toEqual({ text: output, reasons: [] });
  });

  test('values as published: a digit that RFC 8785 would drop is kept, and said (FORMAT 2.4)', () => {
    const output = `{"literals":[null,true,false],"numbers":[333333333.33333329,${VALUES_REST}`;
    expect(canonicalForm(parse(VALUES_INPUT))).toEqual({
      text: output,
      reasons: ['inexact-number'],
    });
  });

  test.each(NUMBERS)('appendix B: %s is %s', (bits, text) => {
    const value = Buffer.from(bits, 'hex').readDoubleBE(0);
    const spelled = Object.is(value, -0) ? '-0' : String(value);
    expect(canonicalForm(parse(spelled))).toEqual({ text, reasons: [] });
    expect(exactForm(parse(text))).toBe(text);
  });
});

describe('the exact form', () => {
  test('is the text that RFC 8785 gives, for every value that it can carry', () => {
    fc.assert(
      fc.property(carriedJsonText, jsonSpace, (text, space) => {
        const node = parse(space + text);
        const expected = canonicalize(JSON.parse(text) as unknown);
        expect(canonicalForm(node)).toEqual({ text: expected, reasons: [] });
        expect(exactForm(node)).toBe(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  test('is a fixed point: read again it gives the same text and the same reasons', () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const first = canonicalForm(parse(text));
        expect(canonicalForm(parse(first.text))).toEqual(first);
      }),
      { numRuns: 2_000 },
    );
  });

  test('gives a reason exactly when something would be lost', () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const { text: form, reasons } = canonicalForm(parse(text));
        // A lone surrogate or an infinity is refused by a JCS implementation.
        let plain: string | undefined;
        try {
          plain = canonicalize(JSON.parse(text) as unknown);
        } catch {
          plain = undefined;
        }
        expect(form === plain).toBe(reasons.length === 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['[9007199254740993]', '[9007199254740993]', ['inexact-number']],
    ['[9007199254740993.0]', '[9007199254740993.0]', ['inexact-number']],
    ['[1E400,1e-400,1.0]', '[1E400,1e-400,1]', ['inexact-number']],
    ['{"b":1,"a":2,"b":0}', '{"a":2,"b":1,"b":0}', ['duplicate-member']],
    ['{"a":0,"\\u0061":1}', '{"a":0,"a":1}', ['duplicate-member']],
    ['{"a":1,"a":1}', '{"a":1,"a":1}', ['duplicate-member']],
    ['"\\uD800"', '"\\ud800"', ['lone-surrogate']],
    ['"\\\\ud800"', '"\\\\ud800"', []],
    ['{"\\uDFFFx":1}', '{"\\udfffx":1}', ['lone-surrogate']],
    ['"\\ude02\\ud83d"', '"\\ude02\\ud83d"', ['lone-surrogate']],
    [
      '{"z":"\\ud800","a":1e400,"a":0}',
      '{"a":1e400,"a":0,"z":"\\ud800"}',
      ['duplicate-member', 'inexact-number', 'lone-surrogate'],
    ],
  ])('of %s is %s', (input, text, reasons) => {
    expect(canonicalForm(parse(input))).toEqual({ text, reasons });
  });
});

/** Worked out with `printf %s TEXT | sha256sum`; TEXT stands beside each. */
describe('digests', () => {
  test.each([
    ['{ "b" : 1.0, "a" : "\\u00e9" }', 'sha256:{"a":"é","b":1}'],
    ['9007199254740993', 'exact-sha256:9007199254740993'],
    ['9007199254740992', 'sha256:9007199254740992'],
    ['"\\uD800"', 'exact-sha256:"\\ud800"'],
    ['null', 'sha256:null'],
    ['""', 'sha256:""'],
    ['{}', 'sha256:{}'],
    ['[]', 'sha256:[]'],
  ])('of %s', (input, named) => {
    expect(digestOf(parse(input)).digest).toBe(WORKED_OUT.get(named));
  });

  test('of a member served several times: values in served order, joined by a comma', () => {
    const values = [parse('"first"'), parse('"second"')];
    expect(digestOfDuplicates(values)).toEqual({
      digest: WORKED_OUT.get('exact-sha256:"first","second"'),
      reasons: ['duplicate-member'],
    });
    expect(digestOfDuplicates([...values].reverse()).digest).not.toBe(
      digestOfDuplicates(values).digest,
    );
    expect(digestOfDuplicates([parse('1e400'), parse('"\\ud800"')]).reasons).toEqual([
      'duplicate-member',
      'inexact-number',
      'lone-surrogate',
    ]);
  });

  test('isDigest takes these and nothing like them', () => {
    for (const digest of WORKED_OUT.values()) expect(isDigest(digest)).toBe(true);
    const hex = 'ab'.repeat(32);
    expect(isDigest(`sha256:${hex}`)).toBe(true);
    for (const text of [
      hex,
      `sha256:${hex.toUpperCase()}`,
      `sha256:${hex}0`,
      `sha256:${hex.slice(1)}`,
      `sha512:${hex}`,
      `exact-exact-sha256:${hex}`,
      ` sha256:${hex}`,
      `sha256:${hex}\n`,
      'unstable',
      '',
    ]) {
      expect(isDigest(text)).toBe(false);
    }
  });
});

const WORKED_OUT: ReadonlyMap<string, string> = new Map([
  [
    'sha256:{"a":"é","b":1}',
    'sha256:aa58fba8483623bed37c1b02edfccbdd9a53123837c20bfa4cb4049993a2872e',
  ],
  [
    'exact-sha256:9007199254740993',
    'exact-sha256:a1c367c29158357e62a3ff5d3e800fb7698a22396439dbc0a9d4929322afd35d',
  ],
  [
    'sha256:9007199254740992',
    'sha256:c681da39d7273a6a24c15c9cac3a75526ff2ecf8ba4ee60346a0c70c8163bdb2',
  ],
  [
    'exact-sha256:"\\ud800"',
    'exact-sha256:8c0c59dd0d275aadcd462a5fe12eb352cbdfeaf961eae4f85a4660521df7d2f5',
  ],
  ['sha256:null', 'sha256:74234e98afe7498fb5daf1f36ac2d78acc339464f950703b8c019892f982b90b'],
  ['sha256:""', 'sha256:12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126'],
  ['sha256:{}', 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'],
  ['sha256:[]', 'sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945'],
  [
    'exact-sha256:"first","second"',
    'exact-sha256:1233e453b130894b8f3286dc6f799ddb03086aaa65a2b0b9655720006eccc54b',
  ],
]);
