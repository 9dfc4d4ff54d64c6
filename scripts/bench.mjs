/**
 * `npm run bench`: what a check costs above a reader of thirty lines, for servers of every size, and whether the goals are met. Runs are
 * interleaved, one of each kind a round. Writes docs/BENCHMARKS.md, unless `--print` is given; `--quick` does a few rounds of the small
 * servers. Start it on a machine that does nothing else; it takes some ten minutes. No test looks at these numbers.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASES } from './measure/bench-cases.mjs';
import { measureAll } from './measure/bench-run.mjs';
import { renderBenchmarks } from './measure/bench-report.mjs';
import { ROOT } from './measure/checkout.mjs';

const flags = process.argv.slice(2);
const isQuick = flags.includes('--quick');
const cases = isQuick ? CASES.slice(0, 2).map((each) => ({ ...each, rounds: 3 })) : CASES;
const results = await measureAll(cases, (line) => console.error(line));
const text = renderBenchmarks(results);
if (isQuick || flags.includes('--print')) console.log(text);
else writeFileSync(join(ROOT, 'docs/BENCHMARKS.md'), text);
