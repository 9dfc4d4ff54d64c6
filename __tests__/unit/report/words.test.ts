import { describe, expect, test } from '@jest/globals';
import { groupChanges } from '../../../src/core/groups.js';
import {
  bounded,
  fieldWords,
  findingLines,
  GRADE_WORDS,
  groupFieldWords,
  groupName,
  hintWords,
  listPieces,
  memberWords,
  nextSteps,
  plainName,
} from '../../../src/report/words.js';
import { GRADES } from '../../../src/core/grades.js';
import { changed, CONTEXT, field, report } from './reports.js';

const only = (
  ...changes: Parameters<typeof groupChanges>[0]
): ReturnType<typeof groupChanges>[0] => {
  const [group] = groupChanges(changes);
  if (group === undefined) throw new Error('no group');
  return group;
};

describe('a field', () => {
  test('is named with its grades and its properties, at most twenty', () => {
    const properties = Array.from({ length: 22 }, (_, index) => ({
      name: `p${index}`,
      change: 'added' as const,
    }));
    expect(
      fieldWords(field('inputSchema', ['shape', 'text'], properties.slice(0, 2)), plainName),
    ).toBe('inputSchema changed (shape+text): p0 added, p1 added');
    expect(fieldWords(field('inputSchema', ['shape'], properties), plainName)).toMatch(
      /, p19 added and 2 more$/,
    );
  });

  test('of an item of very many fields is one of twenty and a number', () => {
    const fields = Array.from({ length: 1_000 }, (_, index) => field(`f${index}`));
    const words = groupFieldWords(only(changed('tool', 'a', ...fields)), plainName);
    expect(words).toHaveLength(21);
    expect(words.slice(19)).toEqual(['f19 changed (text)', 'and 980 more']);
  });
});

describe('a group', () => {
  test('of one kind is a count and bare names', () => {
    const group = only(
      changed('tool', 'a', field('title')),
      changed('tool', 'b', field('title')),
      changed('tool', '', field('title')),
    );
    expect(groupName(group, plainName)).toBe('3 tools changed');
    expect(memberWords(group, plainName)).toEqual(['a', 'b', '""']);
  });

  test('of mixed kinds names the kind of each', () => {
    const group = only(
      changed('prompt', 'a', field('title')),
      changed('tool', 'a', field('title')),
      changed('tool', null, field('title')),
    );
    expect(groupName(group, plainName)).toBe('2 tools, 1 prompt changed');
    expect(memberWords(group, plainName)).toEqual([
      'prompt a',
      'tool a',
      'tool without identifier',
    ]);
  });

  test('names what rides along first, beside the one that carries it', () => {
    const added = (count: number): { name: string; change: 'added' }[] =>
      Array.from({ length: count }, (_, index) => ({ name: `p${index}`, change: 'added' }));
    const group = only(
      changed('tool', 'a', field('inputSchema', ['shape'])),
      changed('tool', 'b', field('inputSchema', ['shape'], added(1))),
      changed('tool', 'c', field('inputSchema', ['shape'], added(7))),
    );
    expect(memberWords(group, plainName)).toEqual([
      'b (p0 added)',
      'c (p0 added, p1 added, p2 added, p3 added, p4 added and 2 more)',
      'a',
    ]);
    expect(groupFieldWords(group, plainName)).toEqual(['inputSchema changed (shape)']);
  });
});

describe('lists', () => {
  test('say how many more there are, without a comma', () => {
    expect(listPieces(['a', 'b'], 2)).toEqual(['a,', 'b']);
    expect(listPieces(['a', 'b', 'c'], 2)).toEqual(['a,', 'b', 'and 1 more']);
    expect(listPieces([], 2)).toEqual([]);
    expect(bounded(['a', 'b'], 2)).toEqual(['a', 'b']);
    expect(bounded(['a', 'b', 'c'], 2)).toEqual(['a', 'b', 'and 1 more']);
    expect(bounded(['a', 'b', 'c'], 2, 9)).toEqual(['a', 'b', 'and 7 more']);
  });
});

describe('a field that may differ from reading to reading', () => {
  test('is said to be allowed, or no longer', () => {
    expect(fieldWords({ ...field('description', ['other']), allowance: 'given' }, plainName)).toBe(
      'description is now allowed to differ from reading to reading, and no longer compared',
    );
    expect(
      fieldWords({ ...field('description', ['other']), allowance: 'withdrawn' }, plainName),
    ).toBe('description is no longer allowed to differ from reading to reading');
  });
});

describe('hints', () => {
  const hint =
    'Do it; --show-stderr (show-stderr: true) shows it here. Or --env API_KEY, or --setup, or --allow-unstable tool:a:description.';
  const failing = (stderr: string): Parameters<typeof hintWords>[0] => ({
    ...report('unreadable'),
    problem: { code: 'server-exited', message: 'm', hint },
    stderr,
  });

  test('speak of options on a command line', () => {
    expect(hintWords(failing('words'), CONTEXT)).toBe(
      'Do it; --show-stderr shows it here. Or --env API_KEY, or --setup, or --allow-unstable tool:a:description.',
    );
  });

  test('speak of inputs in a workflow', () => {
    expect(hintWords(failing('words'), { ...CONTEXT, isWorkflow: true })).toBe(
      'Do it; show-stderr: true shows it here. Or env: API_KEY, or the input setup, or allow-unstable: tool:a:description.',
    );
  });

  test('offer the server’s words only where there are some that are not shown', () => {
    const rest = 'Do it. Or --env API_KEY, or --setup, or --allow-unstable tool:a:description.';
    expect(hintWords(failing(''), CONTEXT)).toBe(rest);
    expect(hintWords(failing('words'), { ...CONTEXT, showsStderr: true })).toBe(rest);
  });
});

describe('commands', () => {
  const next = (code: 'baseline-not-committed' | 'no-checkout' | 'baseline-missing'): unknown =>
    nextSteps({ ...report('unmarked'), problem: { code, message: 'm', hint: 'h' } }, CONTEXT)[0]
      ?.commands;

  test('of a file that is not committed commit it, and mark nothing', () => {
    expect(next('baseline-not-committed')).toEqual([CONTEXT.next.commit]);
    expect(next('no-checkout')).toEqual([]);
    expect(next('baseline-missing')).toEqual([CONTEXT.next.mark, CONTEXT.next.commit]);
  });

  test('of an unstable field are the same again, and the one with the allowance', () => {
    const problem = {
      code: 'field-unstable',
      message: 'm',
      hint: 'h',
      tryWith: '--allow-unstable tool:a:description',
    } as const;
    const unstable = { ...report('unstable'), problem, isMark: true };
    expect(nextSteps(unstable, CONTEXT)[0]?.commands).toEqual([
      "witnessmark mark --command 'node server.js'",
      "witnessmark mark --command 'node server.js' --allow-unstable tool:a:description",
    ]);
  });
});

describe('findings', () => {
  test('of one kind are one line', () => {
    const finding = 'nonconforming:inputSchema';
    const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ kind: 'tool' as const, id, finding }));
    expect(findingLines(items, plainName)).toEqual([
      'tool a, tool b, tool c and 2 more: inputSchema is not what the MCP specification asks for: clients that validate reject the item',
    ]);
  });

  test('about what a name looks like show its code points beside it', () => {
    const items = ['read', 'r\u0435ad'].map((id) => ({
      kind: 'tool' as const,
      id,
      finding: 'lookalike-name',
    }));
    expect(findingLines(items, plainName)).toEqual([
      'tool read, tool r\u0435ad (r\\u{435}ad): looks like the name of another item of its kind',
    ]);
  });

  test('of a reading as a whole carry a number or a kind', () => {
    expect(
      findingLines(
        [
          { kind: null, id: null, finding: 'stdout-noise', count: 3 },
          { kind: null, id: null, finding: 'not-offered:prompts' },
          { kind: null, id: null, finding: 'no-tools' },
          { kind: null, id: null, finding: 'missing-variable:API_KEY' },
        ],
        plainName,
      ),
    ).toEqual([
      '3 lines on stdout are no MCP messages: logs belong on stderr',
      'prompts is declared and not there',
      'no tool is listed: a model is shown nothing that it could call',
      'API_KEY is a variable that the server calls missing: give it a placeholder (env: NAME) or a value of the right form',
    ]);
  });

  test('that were met once speak of one', () => {
    const once = { kind: null, id: null, finding: 'stdout-noise', count: 1 };
    expect(findingLines([once], plainName)).toEqual([
      '1 line on stdout is no MCP message: logs belong on stderr',
    ]);
  });

  test('of very many kinds are bounded', () => {
    const items = Array.from({ length: 50_000 }, (_, index) => ({
      kind: 'tool' as const,
      id: 'a',
      finding: `invisible-characters:f${index}`,
    }));
    const lines = findingLines(items, plainName);
    expect(lines).toHaveLength(21);
    expect(lines[20]).toBe('and 49980 more');
  });

  test('whose code is not known, or is a member of every object, are shown by their code', () => {
    const found = ['constructor', '__proto__:x'].map((finding) => ({
      kind: 'tool' as const,
      id: 'a',
      finding,
    }));
    expect(findingLines(found, plainName)).toEqual(['tool a: constructor', 'tool a: x __proto__']);
  });
});

test('every grade is explained', () => {
  expect(Object.keys(GRADE_WORDS).sort()).toEqual([...GRADES].sort());
});
