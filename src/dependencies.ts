import { dirname, isAbsolute } from 'node:path';
import { openServerReader, type Host } from './app/server-reader.js';
import type { Dependencies } from './app/run.js';
import {
  conflictSides,
  readBaselineFile,
  readCommittedBaseline,
  writeBaselineFile,
} from './store/baseline-file.js';
import { readConfigurationFile, trackedBaselines } from './store/configuration-file.js';
import { locate } from './store/checkout.js';
import {
  createBaseline,
  createWorkflow,
  defaultBranch,
  fileState,
  findWorkflow,
  isCheckout,
} from './store/workflow-file.js';

/** What a server may learn of this machine, and what of the job it must not see. */
export function hostOf(
  env: Readonly<Record<string, string | undefined>>,
  { platform, arch }: { readonly platform: string; readonly arch: string },
): Host {
  const hidden = [
    env['RUNNER_TEMP'],
    env['GITHUB_ENV'] === undefined ? undefined : dirname(env['GITHUB_ENV']),
  ];
  return {
    path: env['PATH'] ?? '',
    home: env['HOME'] ?? '',
    platform,
    arch,
    hidden: hidden.filter((path): path is string => path !== undefined && isAbsolute(path)),
  };
}

/** The real dependencies of the use cases, for both entries. */
export function realDependencies(
  host: Host,
  { ci, meetStranger }: { readonly ci: boolean; readonly meetStranger: boolean },
  onFault: (error: unknown) => void,
): Dependencies {
  return {
    locate,
    openServer: openServerReader,
    baselines: {
      read: readBaselineFile,
      readCommitted: readCommittedBaseline,
      conflictSides,
      write: writeBaselineFile,
    },
    workflows: {
      find: findWorkflow,
      create: createWorkflow,
      createBaseline,
      isCheckout,
      defaultBranch,
      fileState,
    },
    configuration: { read: readConfigurationFile, trackedBaselines },
    host,
    now: () => new Date(),
    ci,
    onFault,
    meetStranger,
  };
}
