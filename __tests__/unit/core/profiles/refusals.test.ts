import { expect, test } from '@jest/globals';
import { parseJsonText, type JsonNode } from '../../../../src/core/json-text.js';
import { manifestLines } from '../../../../src/core/profiles/agentavow.js';
import { PROFILES } from '../../../../src/core/profiles/all.js';
import type { ProfileDigest } from '../../../../src/core/profiles/profile.js';

const parse = (text: string): JsonNode => parseJsonText(text, { maxDepth: 512 });

function of(name: string, ...wires: readonly string[]): ProfileDigest {
  const profile = PROFILES.find((each) => each.name === name);
  const [first = parse('null'), ...rest] = wires.map(parse);
  if (profile?.unit === 'tool') return profile.digestOf(first);
  if (profile?.unit === 'set') return profile.digestOf(wires.length === 0 ? [] : [first, ...rest]);
  throw new Error('no such profile');
}
const refused = (code: string): ProfileDigest => ({ kind: 'refused', code });
const digest = (text: string): ProfileDigest => ({ kind: 'digest', digest: text });

test('mtl1 gives no digest without tools, without a name, with a member twice', () => {
  expect(of('mtl1.toolSet')).toEqual(refused('MTL-SUBJ-002'));
  expect(of('mtl1.toolSet', '{"name":""}')).toEqual(refused('MTL-SUBJ-001'));
  expect(of('mtl1.toolSet', '{"name":1}')).toEqual(refused('MTL-SUBJ-001'));
  expect(of('mtl1.toolSet', '{"name":"n","x":{"a":1,"\\u0061":2}}')).toEqual(
    refused('duplicate-member'),
  );
});

test('mtl1 looks at numbers of hashed members only', () => {
  const plain = of('mtl1.toolSet', '{"name":"n"}');
  expect(plain.kind).toBe('digest');
  expect(of('mtl1.toolSet', '{"name":"n","annotations":{"x":1.5}}')).toEqual(plain);
});

// printf '{"annotations":{},"description":"","input_schema":{},"name":"n","title":""}' | sha256sum
const HELDFAST_N = '1e3294545fd830e0408cade67fbb795ff1f4b147a2fcc12a7dfe450e149d86c4';

test('heldfast refuses what no double holds', () => {
  expect(of('heldfast.digest', '{"name":"n","inputSchema":{"a":1e400}}')).toEqual(
    refused('number-out-of-range'),
  );
  expect(of('heldfast.digest', '{"name":"n","description":{}}')).toEqual(refused('not-a-text'));
  expect(of('heldfast.digest', '{"name":"n"}')).toEqual(digest(HELDFAST_N));
});

test('heldfast’s two digests differ only where both spellings of a schema stand', () => {
  const both = '{"name":"n","inputSchema":{"a":1},"input_schema":{}}';
  expect(of('heldfast.digest', both)).toEqual(digest(HELDFAST_N));
  expect(of('heldfast.fingerprint', both)).not.toEqual(digest(HELDFAST_N));
  const icons = '{"name":"n","icons":[1]}';
  expect(of('heldfast.fingerprint', icons)).toEqual(digest(HELDFAST_N));
  expect(of('heldfast.digest', icons)).not.toEqual(digest(HELDFAST_N));
});

test('rugsnare writes what no double holds as null', () => {
  // printf '{"description":"d","inputSchema":{"a":null},"name":"n"}' | sha256sum
  expect(of('rugsnare.hash', '{"name":"n","description":"d","inputSchema":{"a":1e400}}')).toEqual(
    digest('0c786f06fafdcf6e411c6a829299c4979cb3c7e4207b9d704f63fd054f32b416'),
  );
});

test('trinity escapes U+0080 to U+00A0 and keeps integers as they are', () => {
  // printf of {"annotations":{},"description":"\u0080 \u00a0¡","inputSchema":{"n":1234…},…}, the first two as escapes
  expect(
    of(
      'trinity.v1',
      '{"name":"n","description":"\\u0080 \\u00a0\\u00a1","inputSchema":{"n":123456789012345678901234567890}}',
    ),
  ).toEqual(digest('283b74badc9815729c1542f16d15574cb3bf6b1289acb54723c028f9dbf367d2'));
  expect(of('trinity.v1', '{"name":"n","description":[]}')).toEqual(refused('not-a-text'));
});

test('agentavow’s manifest holds 500 names, and what it folds of more is not published', () => {
  const tools = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `{"name":"tool_${index}"}`);
  expect(manifestLines(tools(500).map(parse)).size).toBe(500);
  expect(of('agentavow.manifest', ...tools(501))).toEqual(refused('more-than-500-tools'));
});
