import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serverOf, Workshop } from '../../helpers/workshop.js';
import { copyPackages } from './packages.js';

const SERVERS = {
  everything: 'node node_modules/@modelcontextprotocol/server-everything/dist/index.js',
  memory: 'node node_modules/@modelcontextprotocol/server-memory/dist/index.js',
  'filesystem of 2025': 'node node_modules/server-filesystem-2025/dist/index.js .',
  'filesystem of 2026': 'node node_modules/server-filesystem-2026/dist/index.js .',
} as const;
/** Counted by hand in the source of each, for a client that declares everything. */
const TOOLS: Readonly<Record<keyof typeof SERVERS, number>> = {
  everything: 17,
  memory: 9,
  'filesystem of 2025': 14,
  'filesystem of 2026': 14,
};

let workshop: Workshop;
beforeAll(() => {
  workshop = new Workshop();
  copyPackages(
    [
      '@modelcontextprotocol/server-everything',
      '@modelcontextprotocol/server-memory',
      'server-filesystem-2025',
      'server-filesystem-2026',
    ],
    workshop.directory,
  );
  workshop.write('.gitignore', 'node_modules/\n');
  workshop.commit();
});
afterAll(() => workshop.remove());

const cli = (
  command: 'check' | 'mark',
  server: string,
  baseline: string,
): ReturnType<Workshop['cli']> =>
  workshop.cli([command, '--command', server, '--baseline', baseline, '--json'], {
    asShipped: true,
  });

describe('real servers in the real sandbox, by both readers', () => {
  test.each(Object.keys(SERVERS) as (keyof typeof SERVERS)[])(
    '%s: two independent readings are one file, byte for byte, and a check matches',
    async (name) => {
      const [first, second] = ['witnessmark.one.json', 'witnessmark.two.json'];
      const marked = serverOf(await cli('mark', SERVERS[name], first));
      expect(marked.problem).toBeNull();
      expect(marked.items?.filter(({ kind }) => kind === 'tool').length).toBe(TOOLS[name]);
      // Neither quotes its reader, so that two readings were enough.
      expect(marked.capture).toMatchObject({
        reads: 2,
        isolation: { layout: 'witnessmark-box/1' },
        launch: { network: 'none' },
      });
      expect(marked.findings.filter(({ finding }) => /^(quotes-|varies)/.test(finding))).toEqual(
        [],
      );
      await cli('mark', SERVERS[name], second);
      expect(workshop.text(second)).toBe(workshop.text(first));
      const checked = serverOf(await cli('check', SERVERS[name], first));
      expect(checked.verdict).toBe('match');
      expect(checked.items?.filter(({ kind }) => kind === 'tool').length).toBe(TOOLS[name]);
      workshop.git('clean', '-fdq', '-e', 'node_modules');
      expect(workshop.git('status', '--porcelain')).toBe('');
    },
  );
});
