import { expect, test } from '@jest/globals';
import { parseCommands, parseOutputs } from '../../helpers/runner-rules.js';

test.each([
  ['::error::x', [{ name: 'error', properties: {}, data: 'x' }]],
  ['  \t::add-mask::x', [{ name: 'add-mask', properties: {}, data: 'x' }]],
  ['\u00a0\u2003::debug::', [{ name: 'debug', properties: {}, data: '' }]],
  ['a ::error::x', []],
  ['::error', []],
  ['a\r::error::x', [{ name: 'error', properties: {}, data: 'x' }]],
  [
    '::error title=a%3A b,file=c%2Cd,line=1::100%25%0Atwo',
    [
      {
        name: 'error',
        properties: { title: 'a: b', file: 'c,d', line: '1' },
        data: '100%\ntwo',
      },
    ],
  ],
  ['a ##[error]b', [{ name: 'error', properties: {}, data: 'b' }]],
  ['##[add-mask a=b;c=d]e', [{ name: 'add-mask', properties: { a: 'b', c: 'd' }, data: 'e' }]],
  ['##[error', []],
  ['# #[error]', []],
])('the runner obeys in %j what it obeys', (line, expected) => {
  expect(parseCommands(line)).toEqual(expected);
});

test('outputs are read as the runner reads them', () => {
  const text = 'a=b=c\nlist<<END\n["x"]\n\nEN\nEND\n\nlast<<E\nE\n';
  expect([...parseOutputs(text)]).toEqual([
    ['a', 'b=c'],
    ['list', '["x"]\n\nEN'],
    ['last', ''],
  ]);
});

test.each(['broken', '<<END\nEND', 'a<<END\nx'])('the runner refuses the outputs %j', (text) => {
  expect(() => parseOutputs(text)).toThrow();
});
