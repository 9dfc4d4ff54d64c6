import { readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { STANDARD_READER } from '../../../src/sandbox/identity.js';
import { serverEnvironment } from '../../../src/sandbox/environment.js';
import { placeholderFor } from '../../../src/sandbox/placeholders.js';
import { ROOT } from '../../helpers/workshop.js';
import { QuotingWorkshop } from './quoting.js';

let workshop: QuotingWorkshop;
beforeEach(() => {
  workshop = new QuotingWorkshop();
});
afterEach(() => workshop.remove());

const SALT = 'wmplaceholder';
const digestOf = (value: string): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;
const descriptions = (): Record<string, string | undefined> => {
  const { items } = JSON.parse(workshop.text()) as {
    items: { kind: string; id: string; fields: Record<string, string> }[];
  };
  const tools = items.filter(({ kind }) => kind === 'tool');
  return Object.fromEntries(tools.map(({ id, fields }) => [id, fields['description']]));
};
const launch = (): Record<string, unknown> =>
  (JSON.parse(workshop.text()) as { capture: { launch: Record<string, unknown> } }).capture.launch;

describe('the environment of the standard reader (SANDBOX, "exactly this")', () => {
  const of = (
    command: string,
    declared: Parameters<typeof serverEnvironment>[0]['declared'] = [],
  ) => [
    ...serverEnvironment({
      identity: STANDARD_READER,
      declared,
      command,
      hostHome: '/home/someone',
      hostPath:
        '/opt/tools/bin:/home/someone/.cargo/bin:/home/someone/bin:/home/someone/.config:.:/usr/bin:/usr/games:/home/other/bin:/opt/tools/bin:/usr/../root:/home/someone/.cargo/binary',
    }),
  ];
  const BLOCK = [
    ['HOME', '/home/wmhome'],
    ['USER', 'wmuser'],
    ['LOGNAME', 'wmuser'],
    ['SHELL', '/bin/sh'],
    ['PATH', '/opt/tools/bin:/home/someone/.cargo/bin:/usr/games:/usr/local/bin:/usr/bin:/bin'],
    ['TMPDIR', '/tmp'],
    ['TZ', 'UTC'],
    ['LANG', 'C.UTF-8'],
    ['LC_ALL', 'C.UTF-8'],
    ['TERM', 'dumb'],
    ['NO_COLOR', '1'],
    ['COLUMNS', '80'],
    ['LINES', '24'],
    ['PYTHONHASHSEED', '0'],
    ['PYTHONDONTWRITEBYTECODE', '1'],
  ];

  test('is this, and nothing else', () => {
    expect(of('node')).toEqual(BLOCK);
  });

  test.each([
    ['npm', ['npm_config_offline=true', 'npm_config_update_notifier=false']],
    ['/usr/bin/npx', ['npm_config_offline=true', 'npm_config_update_notifier=false']],
    ['uv', ['UV_OFFLINE=1', 'UV_NO_SYNC=1']],
    ['uvx', ['UV_OFFLINE=1', 'UV_NO_SYNC=1']],
    ['cargo', ['CARGO_NET_OFFLINE=true']],
    ['go', ['GOPROXY=off', 'GOFLAGS=-mod=readonly']],
    ['python3', []],
  ])('%s is told to stay offline', (command, more) => {
    expect(
      of(command)
        .slice(BLOCK.length)
        .map((pair) => pair.join('=')),
    ).toEqual(more);
  });

  test('declared variables come last and win', () => {
    const env = new Map(of('node', [{ name: 'TZ', value: 'Asia/Tokyo' }, { name: 'API_KEY' }]));
    expect(env.get('TZ')).toBe('Asia/Tokyo');
    expect(env.get('API_KEY')).toBe('wmplaceholder-7fcf8180b3643a45');
  });

  test('arrives as that in the sandbox, whatever this process has', async () => {
    await workshop.marked('environment', ['--env', 'ZONE=Here']);
    expect(descriptions()).toEqual({
      environment: digestOf(
        [
          'COLUMNS=80',
          'HOME=/home/wmhome',
          'LANG=C.UTF-8',
          'LC_ALL=C.UTF-8',
          'LINES=24',
          'LOGNAME=wmuser',
          'NO_COLOR=1',
          'PYTHONDONTWRITEBYTECODE=1',
          'PYTHONHASHSEED=0',
          'SHELL=/bin/sh',
          'TERM=dumb',
          'TMPDIR=/tmp',
          'TZ=UTC',
          'USER=wmuser',
          'ZONE=Here',
        ].join('\n'),
      ),
    });
  });
});

describe('placeholders shaped by name', () => {
  // Digits by: printf 'wmplaceholder\nNAME' | sha256sum. Prefixes in two parts, as scanners of secrets read this file.
  test.each<[string, string, string]>([
    ['SOME_SECRET', 'wmplaceholder-', '26c78df197a4c9e7'],
    ['GITHUB_TOKEN', 'gh' + 'p_', '488c8e967f5d0bdc3e46fcb80a03c2068' + '4f6'],
    ['GH_PAT', 'gh' + 'p_', 'eef39346319def96182d1bdc2bd6b77646c' + '6'],
    ['GITLAB_TOKEN', 'gl' + 'pat-', '91aaab4cbc0d7b02c5c5'],
    ['SLACK_BOT_TOKEN', 'xo' + 'xb-', '000000000000-000000000000-c51c94cfbc8c221f4af519ee'],
    ['STRIPE_SECRET_KEY', 'rk' + '_test_', '606bba24465b8d3197431c23'],
    ['AWS_ACCESS_KEY_ID', 'AK' + 'IA', 'Q7ANP3CJBN2JSLOX'],
    ['AWS_SECRET_ACCESS_KEY', 'e7da4fddd69b44062f75', '07ab268fc576e277f4d9'],
    ['OPENAI_API_KEY', 's' + 'k-', '84521e1a2155571fbc4e5eac93c38e4d1ca32d0cb74898d7'],
    ['ANTHROPIC_API_KEY', 's' + 'k-', 'bc23d5ac7f58f12ad021828951d27494edcc16626ae9c4fd'],
    ['DATABASE_URL', 'postgresql://wmplaceholder:wmplaceholder', '@wmplaceholder.invalid:5432/wmplaceholder'],
    ['PG_DSN', 'postgresql://wmplaceholder:wmplaceholder', '@wmplaceholder.invalid:5432/wmplaceholder'],
    ['MYSQL_URL', 'mysql://wmplaceholder:wmplaceholder', '@wmplaceholder.invalid:3306/wmplaceholder'],
    ['MONGODB_URI', 'mongodb://wmplaceholder:wmplaceholder', '@wmplaceholder.invalid:27017/wmplaceholder'],
    ['REDIS_URL', 'redis://', 'wmplaceholder.invalid:6379/0'],
    ['SENTRY_DSN', 'https://82356186c72ec60d3884b71dd0d3d985', '@wmplaceholder.invalid/1'],
    ['API_BASE_URL', 'https://', 'wmplaceholder.invalid'],
    ['OTEL_ENDPOINT', 'https://', 'wmplaceholder.invalid'],
    ['DB_HOST', 'wmplaceholder', '.invalid'],
    ['USER_EMAIL', 'wmplaceholder', '@example.invalid'],
    ['REQUEST_UUID', 'dced1b3a-4e17-4fb7', '-b070-014f2749af18'],
    ['TENANT_ID', '8a8445f7-84f0-4368', '-b158-653131f8ba45'],
    ['APP_PORT', '', '22095'],
    ['api_key', 'wmplaceholder-', '7ac456f52eb60434'],
  ])('%s', (name, start, rest) => {
    expect(placeholderFor(name, SALT)).toBe(`${start}${rest}`);
  }); // prettier-ignore

  test('no prefix of a key stands in the source, in what is shipped or here', () => {
    const files = ['src', 'dist', '__tests__/integration/differential'].flatMap((directory) =>
      readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|js)$/.test(name))
        .map((name) => join(ROOT, directory, name)),
    );
    const prefixes = [
      'gh' + 'p_',
      'gl' + 'pat-',
      'xo' + 'xb-',
      'rk' + '_test_',
      '\\bAK' + 'IA',
      '\\bs' + 'k-',
    ];
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return prefixes
        .filter((prefix) => new RegExp(prefix).test(text))
        .map((prefix) => `${file}: ${prefix}`);
    });
    expect(found).toEqual([]);
  });
});

describe('a variable by its name alone', () => {
  test('gets the same placeholder everywhere, and is recorded as that', async () => {
    await workshop.marked('placeholder', ['--env', 'API_KEY', '--env', 'ANOTHER']);
    expect(descriptions()).toEqual({
      placeholder: digestOf('Uses wmplaceholder-7fcf8180b3643a45.'),
    });
    expect(launch()).toMatchObject({
      envNames: ['ANOTHER', 'API_KEY'],
      envValues: 'placeholder',
    });
    expect(workshop.text()).toContain('"placeholderSet": "1"');
  });

  test('stands in an argument, recorded as it is written', async () => {
    await workshop.marked('argument $API_KEY', ['--env', 'API_KEY']);
    expect(launch()['args']).toEqual(['quoting.mjs', 'argument', '$API_KEY']);
    expect(descriptions()).toEqual({
      argument: digestOf('Was given wmplaceholder-7fcf8180b3643a45.'),
    });
    expect(workshop.recordedFindings()).toEqual({
      'tool argument': ['quotes-placeholder:description'],
    });
  });

  test('is what an argument has to name: $HOME and the like are left as they are', async () => {
    await workshop.marked("argument '$HOME-$API_KEYS-$API_KEY-$1'", ['--env', 'API_KEY']);
    expect(descriptions()).toEqual({
      argument: digestOf('Was given $HOME-$API_KEYS-wmplaceholder-7fcf8180b3643a45-$1.'),
    });
  });
});

describe('a variable with its value', () => {
  const VALUE = 'Sup3r/secret+value';
  const FORMS = [
    VALUE,
    encodeURIComponent(VALUE),
    Buffer.from(VALUE).toString('base64').replace(/=+$/, ''),
    createHash('sha256').update(VALUE).digest('hex'),
  ];
  const given = ['--env', `API_KEY=${VALUE}`];

  test('is expanded in arguments and recorded unexpanded', async () => {
    await workshop.marked('argument $WORD', ['--env', 'WORD=short']);
    expect(launch()).toMatchObject({
      args: ['quoting.mjs', 'argument', '$WORD'],
      envNames: ['WORD'],
      envValues: 'real',
    });
    expect(descriptions()).toEqual({ argument: digestOf('Was given short.') });
  });

  test('that a definition quotes makes the field unstable, and is shown nowhere', async () => {
    const outputs: string[] = [];
    const run = async (command: 'check' | 'mark', options: readonly string[]): Promise<number> => {
      const { code, stdout, stderr } = await workshop.quote(
        command,
        'placeholder,base64,words',
        options,
      );
      outputs.push(stdout, stderr);
      return code;
    };
    expect(await run('mark', given)).toBe(5);
    expect(await run('mark', [...given, '--json'])).toBe(5);
    expect(workshop.isMarked).toBe(false);
    expect(outputs.join('').replace(/\s+/g, ' ')).toContain(
      'tool:base64:description, tool:placeholder:description: quotes the value that was given for a variable',
    );
    const allowed = ['tool:placeholder:description', 'tool:base64:description'].flatMap((place) => [
      '--allow-unstable',
      place,
    ]);
    expect(await run('mark', [...given, ...allowed])).toBe(0);
    expect(await run('check', [...given, ...allowed])).toBe(0);
    expect(await run('check', ['--env', 'API_KEY=An0ther-value', ...allowed])).toBe(0);
    expect(await run('check', given)).toBe(5);
    outputs.push(workshop.text());
    expect(workshop.text()).toContain('"envValues": "real"');
    expect(FORMS.filter((form) => outputs.some((text) => text.includes(form)))).toEqual([]);
  });

  test.each([
    ['an identifier', 'uri', ['--env', 'HOME=/some/where/else']],
    ['an identifier that is an argument too', '$WHAT', ['--env', 'WHAT=columns']],
  ])('that stands in %s ends the run', async (_name, names, options) => {
    const marked = await workshop.recordOf('mark', names, options);
    expect(marked.verdict).toBe('unreadable');
    expect(marked.problem?.code).toBe('secret-in-name');
    expect(marked.items).toBeNull();
    expect(JSON.stringify(marked)).not.toMatch(/some\/where|columns/);
    expect(workshop.isMarked).toBe(false);
  });

  test('that was written out in an argument ends the run before anything is started', async () => {
    const marked = await workshop.recordOf('mark', `words ${VALUE}`, given);
    expect(marked.problem).toMatchObject({
      code: 'secret-in-name',
      message: 'a value that was given for a variable or header stands in an argument',
      hint: 'Write the name there, as $NAME: it is expanded for the server and recorded as it is written.',
    });
    expect(FORMS.filter((form) => JSON.stringify(marked).includes(form))).toEqual([]);
  });

  test('is on no screen either: the printed command refers to it, and is the mended one', async () => {
    const words = `words ${VALUE} ${encodeURIComponent(VALUE)}`;
    const run = await workshop.cli(['mark', '--command', `node quoting.mjs ${words}`, ...given], {
      asShipped: true,
    });
    const screen = run.stdout + run.stderr;
    expect(screen).toContain('secret-in-name');
    expect(FORMS.filter((form) => screen.includes(form))).toEqual([]);
    expect(screen).toContain("--command 'node quoting.mjs words $API_KEY $API_KEY'");
  });
});
