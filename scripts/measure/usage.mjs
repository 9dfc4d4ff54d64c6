/**
 * Loaded before a program that is measured: writes what it used to the file that MEASURED_USAGE names. The peak is the kernel's of this very process;
 * `process.resourceUsage()` would count the parent it was forked from.
 */
import { readFileSync, writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const usage = { maxRssKiB: Number(peak), cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  writeFileSync(process.env.MEASURED_USAGE, JSON.stringify(usage));
});
