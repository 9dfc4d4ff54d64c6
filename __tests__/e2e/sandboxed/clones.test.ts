import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { QuotingWorkshop } from '../../integration/differential/quoting.js';
import { ONE_USER, Street, type User } from './users.js';

if (ONE_USER !== undefined)
  console.warn(`NOT TRIED: clones of two users, one user has both: ${ONE_USER}`);

let street: Street;
let origin: QuotingWorkshop;
beforeAll(() => {
  street = new Street();
  origin = new QuotingWorkshop();
  origin.write('package.json', '{"type":"module"}\n');
  origin.commit();
  // What belongs to somebody else may be cloned here.
  writeFileSync(join(street.directory, 'gitconfig'), '[safe]\n\tdirectory = *\n');
  const bare = join(street.directory, 'origin.git');
  origin.git('clone', '-q', '--bare', origin.directory, bare);
});
afterAll(() => {
  street.remove();
  origin.remove();
});

const NAMES =
  'home,homename,homeurl,user,uid,host,directory,tmp,timezone,offset,machine,placeholder,base64,hash,pid,setorder,words,client,columns,term,two,environment,onlystandard,onlystranger,uri';

/** A clone of the origin and its baseline, made by the shipped program. */
function cloneOf(user: User, path: string): string {
  const clone = join(user.home, path);
  const made = street.run(user, user.home, [
    'env', `GIT_CONFIG_GLOBAL=${join(street.directory, 'gitconfig')}`,
    'git', 'clone', '-q', join(street.directory, 'origin.git'), clone,
  ]); // prettier-ignore
  expect(made).toEqual({ code: 0, stdout: '', stderr: '' });
  return clone;
}

function witnessmark(
  user: User,
  clone: string,
  command: 'check' | 'mark',
  isAbsolute: boolean,
): string {
  const server = isAbsolute ? `'${join(clone, 'quoting.mjs')}'` : 'quoting.mjs';
  const { code, stdout, stderr } = street.run(user, clone, [
    process.execPath,
    street.cli,
    command,
    '--env',
    'API_KEY',
    '--command',
    `node ${server} ${NAMES}`,
  ]);
  expect({ code, stderr, stdout: code === 0 ? '' : stdout }).toEqual({
    code: 0,
    stderr: '',
    stdout: '',
  });
  return stdout;
}

/** The file, whose dates may be two days where midnight falls between two runs. */
function baselineOf(clone: string): string {
  return readFileSync(join(clone, 'witnessmark.json'), 'utf8').replace(
    /"firstSeen": "\d{4}-\d\d-\d\d"/g,
    '"firstSeen": "DAY"',
  );
}

test.each([
  ['given by a relative path', false],
  ['given by the absolute path of each', true],
])('two users, two clones, one baseline: a server %s', (_name, isAbsolute) => {
  const suffix = isAbsolute ? 'two' : 'one';
  const ann = street.user(`ann-${suffix}`, 23_001, {
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'tr_TR.UTF-8',
    TZ: 'Asia/Tokyo',
    USER: 'ann',
    LOGNAME: 'ann',
    SHELL: '/bin/zsh',
    COLUMNS: '212',
    TERM: 'xterm-kitty',
    API_KEY: 'a-real-key-of-ann',
    NODE_ENV: 'development',
  });
  const bob = street.user(`bob-${suffix}`, 23_002, {
    LANG: 'C',
    TZ: 'America/New_York',
    USER: 'bob',
    XDG_CONFIG_HOME: '/somewhere',
    TMPDIR: '/var/tmp',
    PYTHONHASHSEED: '42',
  });
  const [annsClone, bobsClone] = [cloneOf(ann, 'a b ü'), cloneOf(bob, 'work/deep/er/clone')];
  witnessmark(ann, annsClone, 'mark', isAbsolute);
  witnessmark(bob, bobsClone, 'mark', isAbsolute);
  const file = baselineOf(annsClone);
  expect(baselineOf(bobsClone)).toBe(file);
  expect(file).not.toMatch(/ann-|bob-|a-real-key|Tokyo|York|23001/);
  expect(file).toContain('"quotes-home:description"');
  // Each approves what the other wrote.
  for (const [from, user, to] of [
    [annsClone, bob, bobsClone],
    [bobsClone, ann, annsClone],
  ] as const) {
    const text = readFileSync(join(from, 'witnessmark.json'), 'utf8');
    street.run(user, to, ['sh', '-c', 'printf %s "$1" > witnessmark.json', 'sh', text]);
    expect(witnessmark(user, to, 'check', isAbsolute)).toMatch(/^MATCH/);
  }
});
