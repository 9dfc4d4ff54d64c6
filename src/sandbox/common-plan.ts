import { randomBytes } from 'node:crypto';

import {
  END_GRACE_MS,
  SANDBOX_LIFETIME_SECONDS,
  SANDBOX_MAX_PROCESSES,
  SANDBOX_SCRATCH_BYTES,
  SANDBOX_SCRATCH_FILES,
  USER_MAX_PROCESSES,
} from '../limits.js';
import type { Pairs } from './frames.js';
import type { Mechanism } from './mechanism.js';
import type { SandboxRequest } from './request.js';

/** What every launch is told, whatever its layout. */
export function commonPairs(request: SandboxRequest, layout: string, mechanism: Mechanism): Pairs {
  return [
    ['arch', process.arch],
    ['layout', layout],
    ['mechanism', mechanism],
    ['caller-uid', String(process.getuid?.() ?? 0)],
    ['caller-gid', String(process.getgid?.() ?? 0)],
    ['probe', `.witnessmark-${randomBytes(8).toString('hex')}`],
    ['max-processes', String(mechanism === 'seccomp' ? USER_MAX_PROCESSES : SANDBOX_MAX_PROCESSES)],
    ['scratch-bytes', String(SANDBOX_SCRATCH_BYTES)],
    ['scratch-files', String(SANDBOX_SCRATCH_FILES)],
    ['lifetime-seconds', String(SANDBOX_LIFETIME_SECONDS)],
    ['grace-ms', String(END_GRACE_MS)],
    ...(request.denyLandlock === true ? [['deny-landlock', '1'] as const] : []),
    ...(request.weaken ?? []).map((name): [string, string] => ['skip', name]),
  ];
}
