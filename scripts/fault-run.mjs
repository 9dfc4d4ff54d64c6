/**
 * `npm run fault-run [-- KILLS]`: kills `mark` KILLS times (200) by SIGKILL and looks at the baseline each time: it must
 * be the old one or the new one, byte for byte. Three in four at a random moment of the run, the others in the
 * milliseconds after the new text has begun to be written beside it. Counts what the killed left, too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { census, isAlone, leftBehind, settled } from './measure/census.mjs';
import { ROOT, bareEnvironment, makePlace, runCliProcess } from './measure/checkout.mjs';

const KILLS = Number(process.argv[2] ?? 200);
/** Long enough that writing it takes some milliseconds. */
const TOOLS = 2_000;

const WORDS = ['mark', '--command', 'node fake.mjs recipe.json'];
const surface = (word) =>
  JSON.stringify({
    tools: Array.from({ length: TOOLS }, (_, index) => ({
      name: `tool_${index}`,
      description: `${word} ${index}`,
      inputSchema: { type: 'object' },
    })),
  });

/** Starts mark, kills it and returns when: `writing` after its temporary file appeared, else after so long. */
async function killed(place, moment) {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli.js'), ...WORDS], {
    cwd: place.checkout,
    env: bareEnvironment(place),
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  if (moment.kind === 'writing') {
    const watcher = watch(place.checkout);
    const began = new Promise((resolve) => {
      watcher.on('change', (_event, name) => {
        if (String(name).endsWith('.tmp')) resolve();
      });
    });
    await Promise.race([began, exit]);
    watcher.close();
  }
  await Promise.race([pause(moment.afterMs), exit]);
  child.kill('SIGKILL');
  const [code] = await exit;
  return code === null ? 'killed' : 'ended before';
}

async function faultRun() {
  const place = makePlace();
  const counts = { killed: 0, 'ended before': 0, old: 0, new: 0, torn: 0 };
  try {
    place.take('fake.mjs');
    const surfaces = ['old', 'new'].map(surface);
    const whole = async () => {
      const texts = [];
      for (const text of surfaces) {
        place.write('recipe.json', text);
        const { code, stdout } = await runCliProcess(place, WORDS);
        if (code !== 0) throw new Error(`mark ended with ${code}: ${stdout}`);
        texts.push(place.read('witnessmark.json'));
      }
      return texts;
    };
    // Dates are those of the day: a run over midnight starts anew with the texts of the new one.
    let day = new Date().getUTCDate();
    let texts = await whole();
    const started = performance.now();
    await whole();
    const duration = (performance.now() - started) / 2;
    const before = census([place.temporary]);
    let [at, slowest] = [1, 0];
    for (let kill = 0; kill < KILLS; kill += 1) {
      if (new Date().getUTCDate() !== day) {
        day = new Date().getUTCDate();
        texts = await whole();
        at = 1;
      }
      const wanted = 1 - at;
      place.write('recipe.json', surfaces[wanted]);
      const isAimed = kill % 4 === 3;
      const moment = isAimed
        ? { kind: 'writing', afterMs: Math.random() * 12 }
        : { kind: 'any', afterMs: Math.random() * duration * 1.1 };
      counts[await killed(place, moment)] += 1;
      const died = performance.now();
      if (!(await settled(before, 10_000))) throw new Error('processes outlive a killed mark');
      slowest = Math.max(slowest, performance.now() - died);
      const found = texts.indexOf(place.read('witnessmark.json'));
      counts[found < 0 ? 'torn' : found === wanted ? 'new' : 'old'] += 1;
      if (found >= 0) at = found;
      if ((kill + 1) % 20 === 0) console.log(`${kill + 1} of ${KILLS}: ${JSON.stringify(counts)}`);
    }
    const parts = readdirSync(place.checkout).filter((name) => name.endsWith('.tmp'));
    const left = leftBehind(before, census([place.temporary]));
    const directories = left.files.filter(
      (path) => !path.slice(place.temporary.length + 1).includes('/'),
    );
    console.log(
      `${KILLS} marks of ${TOOLS} tools, killed: ${counts.killed}, ended before the signal: ${counts['ended before']}`,
    );
    console.log(
      `the baseline was the old one ${counts.old} times, the new one ${counts.new} times, anything else ${counts.torn} times`,
    );
    console.log(
      `left behind: ${left.processes.length} processes, ${left.mounts.length} mounts, ${left.namespaces.length} namespaces; all were gone within ${Math.round(slowest)} ms`,
    );
    console.log(
      `left on disk by the killed: ${parts.length} unfinished files beside the baseline, ${directories.length} temporary directories`,
    );
    // One whole run afterwards works, whatever lies about.
    place.write('recipe.json', surfaces[0]);
    const last = await runCliProcess(place, WORDS);
    const works = last.code === 0 && place.read('witnessmark.json') === texts[0];
    console.log(works ? 'the next mark works' : `THE NEXT MARK ENDED WITH ${last.code}`);
    const isClean = [left.processes, left.mounts, left.namespaces].every(
      ({ length }) => length === 0,
    );
    if (counts.torn > 0 || !works || !isClean) process.exitCode = 1;
  } finally {
    place.remove();
  }
}

if (isAlone()) await faultRun();
