/** Loaded before a program that is measured: writes what it used to the file that MEASURED_USAGE names. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const usage = { maxRssKiB: maxRSS, cpuMs: (userCPUTime + systemCPUTime) / 1000 };
  writeFileSync(process.env.MEASURED_USAGE, JSON.stringify(usage));
});
