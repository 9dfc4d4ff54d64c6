/**
 * Loaded before the command line by `node --import`: writes the most memory that this process ever took, in
 * KiB, into the file that the environment names. `process.resourceUsage()` would count the parent it was
 * forked from.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env.PEAK_FILE;
process.on('exit', () => {
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  writeFileSync(file, peak ?? 'unknown');
});
