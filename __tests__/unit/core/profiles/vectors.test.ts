import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseJsonText, type JsonNode } from '../../../../src/core/json-text.js';
import { keyOf, manifestLines } from '../../../../src/core/profiles/agentavow.js';
import { PROFILES } from '../../../../src/core/profiles/all.js';
import type { ProfileDigest } from '../../../../src/core/profiles/profile.js';

type Expected = string | { readonly refused: string };
interface Vector {
  readonly id: string;
  readonly wire: string;
  readonly expect: Readonly<Record<string, Expected>>;
}
interface SetVector {
  readonly id: string;
  readonly wire: string;
  readonly expect: {
    readonly 'mtl1.toolSet': Expected;
    readonly 'agentavow.manifest': string;
    readonly 'agentavow.toolDigests': Readonly<Record<string, string>>;
  };
}
/** Worked out by each system's own code; see the file's own notes. */
const DATA = JSON.parse(
  readFileSync(new URL('../../../fixtures/digest-vectors.json', import.meta.url), 'utf8'),
) as {
  readonly vectors: readonly Vector[];
  readonly sets: readonly SetVector[];
  readonly agentavow_keys: readonly { readonly name: string; readonly key: string }[];
};

const parse = (text: string): JsonNode => parseJsonText(text, { maxDepth: 512 });
const shown = (found: ProfileDigest): Expected =>
  found.kind === 'digest' ? found.digest : { refused: found.code };

function digestsOf(wire: string): Record<string, Expected> {
  const tool = parse(wire);
  return Object.fromEntries(
    PROFILES.filter(({ name }) => name !== 'agentavow.manifest').map((profile) => [
      profile.name,
      shown(profile.unit === 'tool' ? profile.digestOf(tool) : profile.digestOf([tool])),
    ]),
  );
}

test('the vectors are all there', () => {
  const { vectors, sets, agentavow_keys: keys } = DATA;
  expect([vectors.length, sets.length, keys.length]).toEqual([31, 3, 5]);
});

describe('a tool', () => {
  test.each(DATA.vectors)('$id', ({ wire, expect: expected }) => {
    expect(digestsOf(wire)).toEqual(expected);
  });
});

describe('a list', () => {
  test.each(DATA.sets)('$id', ({ wire, expect: expected }) => {
    const list = parse(wire);
    const tools = list.kind === 'array' ? list.items : [];
    const ofSet = (name: string): Expected => {
      const profile = PROFILES.find((each) => each.name === name);
      if (profile?.unit !== 'set') throw new Error('no such profile');
      return shown(profile.digestOf(tools));
    };
    expect({
      'mtl1.toolSet': ofSet('mtl1.toolSet'),
      'agentavow.manifest': ofSet('agentavow.manifest'),
      'agentavow.toolDigests': Object.fromEntries(manifestLines(tools)),
    }).toEqual(expected);
  });
});

test.each(DATA.agentavow_keys)('the key of $name', ({ name, key }) => {
  expect(keyOf(name)).toBe(key);
});
