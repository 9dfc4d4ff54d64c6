import { describe, expect, test } from '@jest/globals';
import { SecretFinder } from '../../../src/core/secrets.js';
import type { Definition } from '../../../src/core/surface.js';

const tool = (text: string): Definition => ({ kind: 'tool', text });

describe('SecretFinder (FORMAT 4.7)', () => {
  // base64 of "k/y?z&ABC" and its URL-encoded form, worked out with coreutils' base64 and by hand.
  const finder = new SecretFinder(['k/y?z&ABC']);

  test.each([
    ['raw', 'k/y?z&ABC'],
    ['URL-encoded', 'k%2Fy%3Fz%26ABC'],
    ['base64', 'ay95P3omQUJD'],
    ['escaped in the JSON text', 'k\\u002fy?z&ABC'],
  ])('finds a value in a description: %s', (_form, written) => {
    const text = `{"name":"t","description":"key ${written}!","inputSchema":{"enum":["${written}"]}}`;
    expect(finder.placesIn(tool(text))).toEqual({
      inName: false,
      fields: ['description', 'inputSchema'],
    });
  });

  test.each([
    ['identifier', '{"name":"k/y?z&ABC"}'],
    ['member name', '{"name":"t","k/y?z&ABC":1}'],
    ['property name', '{"name":"t","inputSchema":{"properties":{"k/y?z&ABC":{}}}}'],
  ])('finds a value in a name that would be printed: %s', (_place, text) => {
    expect(finder.placesIn(tool(text)).inName).toBe(true);
  });

  test('looks below a property name as well', () => {
    const text = '{"name":"t","inputSchema":{"$defs":{"k/y?z&ABC":{}}}}';
    expect(finder.placesIn(tool(text))).toEqual({ inName: false, fields: ['inputSchema'] });
  });

  test('reads what is no object', () => {
    expect(finder.placesIn(tool('["k/y?z&ABC"]'))).toEqual({ inName: false, fields: ['value'] });
  });

  test('finds numbers, and leaves short values alone', () => {
    expect(new SecretFinder(['123456']).placesIn(tool('{"name":"t","x":1234567}')).fields).toEqual([
      'x',
    ]);
    expect(new SecretFinder(['12345']).isEmpty).toBe(true);
  });
});
