/**
 * `npm run determinism [-- RUNS]`: the same server gives the same baseline and the same record, byte for byte, whatever
 * Node release, time zone, locale and umask the program runs under, and whoever runs it. Every release of
 * __tests__/runtimes under every one of the surroundings below; RUNS takes the first so many of them, over all releases.
 * Ends with 1 where one text differs, and prints where.
 */
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, bareEnvironment, ended, makePlace, nodeOf } from './measure/checkout.mjs';

const LINES = [20, 22, 24, 26];

/** On any day at any hour the first two zones are on another date than each other. */
const SURROUNDINGS = [
  { TZ: 'UTC', LC_ALL: 'C.UTF-8', umask: 0o022, user: 'root' },
  { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8', umask: 0o077, user: 'other' },
  { TZ: 'Etc/GMT+12', LC_ALL: 'sv_SE.UTF-8', umask: 0o000, user: 'root' },
  { TZ: 'America/St_Johns', LC_ALL: 'ja_JP.eucJP', umask: 0o027, user: 'other' },
  { TZ: 'Asia/Kathmandu', LC_ALL: 'ar_EG.UTF-8', umask: 0o022, user: 'root' },
  { TZ: 'Nowhere/Unknown', LC_ALL: 'xx', LANG: 'lt_LT', umask: 0o002, user: 'other' },
];
const RUNS = Number(process.argv[2] ?? LINES.length * SURROUNDINGS.length);

/** What a locale, a runtime or a hash order could touch: letters that sort and fold differently, numbers, order. */
const SERVER = {
  serverInfo: { name: 'ärger', title: 'I ı İ i', version: '1.0.0' },
  instructions: 'ß ẞ ﬀ é e\u0301 \u200b\u{1f600}',
  pageSize: 4,
  tools: [
    ...[
      'zebra',
      'Zebra',
      'ähre',
      'Ähre',
      'ı',
      'İ',
      'i',
      'I',
      '10',
      '9',
      'a-b',
      'a_b',
      'å',
      'aa',
      'e\u0301',
      'é',
    ].map((name, index) => ({
      name,
      description: `${name} ${index}`,
      inputSchema: {
        type: 'object',
        required: [name],
        properties: { [name]: { type: 'string' }, 2: { default: 1 }, 10: { default: 0.1 } },
      },
    })),
    '{"name":"numbers","inputSchema":{"type":"object","properties":{"n":{"enum":[1E400,-0,1e21,1e-7,0.30000000000000004,9007199254740993,5e-324]}}}}',
    '{"name":"twice","name":"twice","description":"\\ud800","inputSchema":{"type":"object"}}',
  ],
  prompts: [{ name: 'Ö' }, { name: 'o' }, { name: 'O' }, { name: 'ö' }],
  resources: [
    { uri: 'a:ä', name: 'ä' },
    { uri: 'a:Z', name: 'Z' },
    { uri: 'a:a', name: 'a' },
  ],
};

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
/** Undefined for the user that runs this; only root can be somebody else. */
const uidOf = ({ user }) => (isRoot && user === 'other' ? NOBODY : undefined);
const digest = (text) => createHash('sha256').update(text).digest('hex');

/** The program and the releases, where everybody may read them. */
function settle(place) {
  cpSync(join(ROOT, 'dist'), join(place.base, 'dist'), { recursive: true });
  chmodSync(place.base, 0o755);
  return new Map(
    LINES.map((line) => {
      const [from, to] = [nodeOf(line), join(place.base, `node-${line}`)];
      try {
        linkSync(from, to);
      } catch {
        cpSync(from, to);
      }
      return [line, to];
    }),
  );
}

function giveTo(uid, directory) {
  chownSync(directory, uid, uid);
  for (const name of readdirSync(directory, { recursive: true }))
    chownSync(join(directory, String(name)), uid, uid);
}

async function once(base, node, { umask, user, ...env }) {
  const place = makePlace();
  try {
    place.take('fake.mjs');
    place.write('recipe.json', JSON.stringify(SERVER));
    place.commit();
    const uid = uidOf({ user });
    if (uid !== undefined) {
      chmodSync(place.base, 0o755);
      for (const directory of [place.checkout, place.temporary, place.home]) giveTo(uid, directory);
    }
    const before = process.umask(umask);
    const run = (words) =>
      ended(
        node,
        [join(base, 'dist/cli.js'), ...words, '--command', 'node fake.mjs recipe.json', '--json'],
        {
          cwd: place.checkout,
          env: { ...bareEnvironment(place), ...env },
          ...(uid === undefined ? {} : { uid, gid: uid }),
        },
      );
    const marked = await run(['mark']);
    const checked = await run(['check']);
    process.umask(before);
    if (marked.code !== 0 || checked.code !== 0)
      throw new Error(
        `mark ended with ${marked.code}, check with ${checked.code}\n${marked.stderr}${checked.stderr}`,
      );
    // The one thing in a record that is of the moment.
    const record = checked.stdout.replace(/("observedAt": ")[^"]*/g, '$1');
    return { baseline: place.read('witnessmark.json'), record };
  } finally {
    place.remove();
  }
}

const today = () => new Date().toISOString().slice(0, 10);

/** Runs it again where midnight fell into it. */
async function onOneDay(run) {
  for (;;) {
    const day = today();
    const found = await run();
    if (today() === day) return { found, day };
  }
}

/** The first line in which two texts differ, of both. */
function firstDifference(wanted, found) {
  const [a, b] = [wanted.split('\n'), found.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  return `line ${at + 1}: ${a[at]}\n   instead: ${b[at]}`;
}

const shared = makePlace();
try {
  const nodes = settle(shared);
  const runs = SURROUNDINGS.flatMap((surroundings) =>
    LINES.map((line) => ({ line, surroundings })),
  );
  // Every fifth meets another release and other surroundings each time.
  const chosen =
    RUNS >= runs.length ? runs : runs.filter((_, index) => index % 5 === 0).slice(0, RUNS);
  const firsts = new Map();
  let differing = 0;
  for (const { line, surroundings } of chosen) {
    const node = nodes.get(line);
    const { found, day } = await onOneDay(() => once(shared.base, node, surroundings));
    // A baseline holds the day of its making.
    const first = firsts.get(day) ?? found;
    firsts.set(day, first);
    const same = found.baseline === first.baseline && found.record === first.record;
    if (!same) differing += 1;
    const { stdout: version } = await ended(node, ['--version'], {});
    const words = [
      `Node ${version.trim().slice(1)}${version.startsWith(`v${line}.`) ? '' : `, NOT ${line}`}`,
      `TZ ${surroundings.TZ.padEnd(18)}`,
      `locale ${surroundings.LC_ALL.padEnd(11)}`,
      `umask ${surroundings.umask.toString(8).padStart(3, '0')}`,
      `uid ${String(uidOf(surroundings) ?? process.getuid?.()).padEnd(5)}`,
      `baseline ${digest(found.baseline).slice(0, 16)}`,
      `record ${digest(found.record).slice(0, 16)}${same ? '' : ' DIFFERS'}`,
    ];
    console.log(words.join('  '));
    for (const what of ['baseline', 'record']) {
      if (found[what] === first[what]) continue;
      console.log(`   ${what}, ${firstDifference(first[what], found[what])}`);
    }
  }
  console.log(
    differing === 0
      ? `${chosen.length} runs, the same bytes`
      : `${chosen.length} runs, ${differing} DIFFER`,
  );
  if (differing > 0) process.exitCode = 1;
} finally {
  shared.remove();
}
