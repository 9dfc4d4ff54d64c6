import { readServer, type Host } from './app/read-server.js';
import type { Dependencies } from './app/run.js';
import {
  conflictSides,
  readBaselineFile,
  readCommittedBaseline,
  writeBaselineFile,
} from './store/baseline-file.js';
import { locate } from './store/checkout.js';

/** The real dependencies of the use cases, for both entries. */
export function realDependencies(
  host: Host,
  ci: boolean,
  onFault: (error: unknown) => void,
): Dependencies {
  return {
    locate,
    readServer,
    baselines: {
      read: readBaselineFile,
      readCommitted: readCommittedBaseline,
      conflictSides,
      write: writeBaselineFile,
    },
    host,
    now: () => new Date(),
    ci,
    onFault,
  };
}
