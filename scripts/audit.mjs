/**
 * `npm run audit`: asks the registry for known vulnerabilities of everything in package-lock.json, what is bundled and
 * what only builds and tests. Each must be gone or stand in EXPLAINED with the reason why it reaches nobody. Ends with 1
 * where one does not, and with 2 where the registry gives no answer: silence is not a clean audit.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundle, bundledPackages } from './bundle.mjs';

/** Identifier of an advisory (GHSA-...) to why it does not matter here. Remove what is no longer reported. */
const EXPLAINED = new Map([]);

const root = fileURLToPath(new URL('..', import.meta.url));
const { stdout, stderr } = spawnSync('npm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const { vulnerabilities } = parsed(stdout);
if (vulnerabilities === undefined) {
  console.error(`NOT AUDITED: the registry gave no answer.\n${stderr.trim()}`);
  process.exitCode = 2;
} else {
  const { metafile } = await bundle('dist', { write: false });
  const bundled = new Set((await bundledPackages(metafile)).map(({ name }) => name));
  const advisories = new Map();
  for (const { via } of Object.values(vulnerabilities)) {
    // Where `via` is a name, the advisory stands with that package.
    for (const each of via.filter((one) => typeof one === 'object')) {
      advisories.set(each.url.split('/').at(-1), each);
    }
  }
  let open = 0;
  for (const [id, { name, severity, title }] of advisories) {
    const reason = EXPLAINED.get(id);
    if (reason === undefined) open += 1;
    const where = bundled.has(name) ? 'in dist/' : 'development only';
    console.log(`${id} ${severity} ${name} (${where}): ${title}\n  ${reason ?? 'NOT EXPLAINED'}`);
  }
  for (const id of EXPLAINED.keys()) {
    if (!advisories.has(id)) console.log(`${id} is no longer reported: remove it from EXPLAINED`);
  }
  console.log(`${advisories.size} advisories, ${open} of them not explained.`);
  if (open > 0) process.exitCode = 1;
}
