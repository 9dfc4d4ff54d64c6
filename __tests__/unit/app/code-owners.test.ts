import { expect, test } from '@jest/globals';
import { hasOwner } from '../../../src/app/code-owners.js';

test.each([
  ['', 'witnessmark.json', false],
  ['* @a', 'packages/x/witnessmark.json', true],
  ['*.json @a', 'packages/x/witnessmark.json', true],
  ['/*.json @a', 'packages/x/witnessmark.json', false],
  ['/witnessmark.json @a', 'witnessmark.json', true],
  ['/witnessmark.json @a', 'packages/witnessmark.json', false],
  ['witnessmark.json @a # ours', 'packages/witnessmark.json', true],
  ['# witnessmark.json @a', 'witnessmark.json', false],
  ['* @a\n*.json', 'witnessmark.json', false],
  ['.github/ @a', '.github/workflows/witnessmark.yml', true],
  ['/.github/workflows @a', '.github/workflows/witnessmark.yml', true],
  ['/.github/* @a', '.github/workflows/witnessmark.yml', false],
  ['/.github/** @a', '.github/workflows/witnessmark.yml', true],
  ['**/witnessmark.* @a', 'a/b/witnessmark.json', true],
  ['a.json @a', 'aXjson', false],
  [`${'*a'.repeat(40)} @a`, 'a'.repeat(200), false],
])('%j gives %s an owner: %s', (owners, path, expected) => {
  expect(hasOwner(owners, path)).toBe(expected);
});
