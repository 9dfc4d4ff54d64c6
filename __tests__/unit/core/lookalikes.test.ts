import { describe, expect, test } from '@jest/globals';
import { itemsOf } from '../../../src/core/item.js';
import { lookalikes, mixesScripts, skeletonOf } from '../../../src/core/lookalikes.js';

describe('mixesScripts', () => {
  test.each([
    ['ver\u0456fy_user', 'a Cyrillic i'],
    ['verify_u\u0585er', 'an Armenian o'],
    ['r\u0435ad', 'a Cyrillic e'],
    ['\u0391dmin', 'a Greek A'],
    ['re\uff41d', 'a full-width a'],
    ['\u{1d41a}dmin', 'a mathematical a'],
    ['\u13aadmin', 'a Cherokee A'],
    ['list\u0424', 'a letter that looks like none'],
  ])('%s mixes: %s', (name) => {
    expect(mixesScripts(name)).toBe(true);
  });

  test.each([
    ['read_file', 'Latin'],
    ['getHTTP2Status', 'camel case and digits'],
    ['\u043f\u0440\u043e\u0447\u0438\u0442\u0430\u0442\u044c_\u0444\u0430\u0439\u043b', 'Russian'],
    ['\u0434\u0438\u0430\u03c1'.slice(0, 3), 'Russian letters that look Latin'],
    ['\u03b4\u03b9\u03ac\u03b2\u03b1\u03c3\u03b5', 'Greek'],
    ['\u691c\u7d22_tool', 'Japanese beside a Latin word'],
    ['\u691c\u7d22tool', 'Japanese that touches a Latin word'],
    ['read_\u0444\u0430\u0439\u043b', 'words of two scripts'],
    ['\u00fcbersicht_na\u00efve', 'Latin with accents'],
    ['\u00b5s_to_ms', 'the micro sign'],
    ['', 'nothing'],
  ])('%s does not: %s', (name) => {
    expect(mixesScripts(name)).toBe(false);
  });
});

describe('lookalikes', () => {
  test('names with one skeleton, and no others', () => {
    const russian = '\u0441\u043e\u0440\u0435';
    expect(skeletonOf(russian)).toBe('cope');
    expect([...lookalikes(['cope', russian, 'read', 'Read', 'tool_1', 'tool_2'])].sort()).toEqual(
      ['cope', russian].sort(),
    );
    expect([...lookalikes(['user1', 'userl', 'user2'])]).toEqual(['user1', 'userl']);
    expect([...lookalikes(['a\u2010b', 'a-b'])]).toEqual(['a\u2010b', 'a-b']);
    expect([...lookalikes(['\u{1d7cf}', 'l', '\uff4c'])]).toHaveLength(3);
  });

  test('the same name twice is no look-alike', () => {
    expect([...lookalikes(['read', 'read'])]).toEqual([]);
  });
});

describe('itemsOf', () => {
  const findings = (kind: 'tool' | 'prompt' | 'resource', names: readonly string[]): unknown =>
    itemsOf(
      names.map((name) => ({
        kind,
        text: JSON.stringify({ [kind === 'resource' ? 'uri' : 'name']: name }),
      })),
    ).map(({ findings: found }) =>
      found.filter((finding) => /^(?:mixed-script|lookalike)-name$/.test(finding)),
    );

  test('marks tools and prompts whose names mislead', () => {
    const names = ['read', 'r\u0435ad', 'write'];
    const marked = [['lookalike-name'], ['lookalike-name', 'mixed-script-name'], []];
    expect(findings('tool', names)).toEqual(marked);
    expect(findings('prompt', names)).toEqual(marked);
    expect(findings('resource', names)).toEqual([[], [], []]);
  });
});
