import { isAbsolute, relative } from 'node:path';
import { launchedPackage, type Capture, type Launch } from '../core/capture.js';
import { compareCodeUnits } from '../core/order.js';
import { KIND_FACTS } from '../core/surface.js';
import type { Reading } from '../reader/read.js';
import { PLACEHOLDER_SET } from '../sandbox/identity.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Place } from '../store/checkout.js';
import { headerNames } from './endpoint.js';
import { isPortTemplate, type Settings } from './settings.js';
import { READER_NAME, VERSION } from '../version.js';

/** What a capture block tells of. */
export interface CaptureRequest {
  readonly settings: Settings;
  readonly place: Place;
  readonly host: { readonly platform: string; readonly arch: string };
  readonly now: () => Date;
  /** Absent for a deployed server. */
  readonly sandbox?: Pick<Sandbox, 'layout' | 'mechanism' | 'network' | 'home'> | undefined;
  readonly reading: Reading;
  readonly reads: number;
}

/** The whole block of FORMAT 4.1 and 4.2. */
export function captureOf({
  settings,
  place,
  host,
  now,
  sandbox,
  reading,
  reads,
}: CaptureRequest): Capture {
  const { endpoint } = settings;
  const names = endpoint === undefined ? [] : headerNames(endpoint);
  return {
    observedAt: `${now().toISOString().slice(0, 19)}Z`,
    transport: reading.transport,
    ...(endpoint === undefined ? {} : { endpoint: endpoint.recorded }),
    ...(names.length === 0 ? {} : { headerNames: names }),
    protocol: {
      requested: reading.requested,
      negotiated: reading.negotiated,
      ...(reading.versionHeader === undefined ? {} : { versionHeader: reading.versionHeader }),
    },
    pages: { read: reading.pages, complete: true },
    clientCapabilities: settings.profile.capabilityNames,
    client: settings.profile.name,
    surface: settings.surface.map((kind) => KIND_FACTS[kind].word),
    ...(sandbox === undefined
      ? { launch: { network: 'full' } }
      : {
          launch: launchOf(settings, place, sandbox),
          isolation: { layout: sandbox.layout, mechanism: sandbox.mechanism },
          runtime: { platform: host.platform, arch: host.arch },
          placeholderSet: PLACEHOLDER_SET,
        }),
    reads,
    reader: { name: READER_NAME, version: VERSION },
  };
}

function launchOf(
  { command, args, env, endpoint }: Settings,
  place: Place,
  sandbox: NonNullable<CaptureRequest['sandbox']>,
): Launch {
  const hasValue = env.some(
    ({ value }) => value !== undefined && !(endpoint !== undefined && isPortTemplate(value)),
  );
  return {
    ...launchedPackage(command, args),
    command: portable(command, place),
    args: args.map((arg) => portable(arg, place)),
    envNames: env.map(({ name }) => name).sort(compareCodeUnits),
    envValues: hasValue ? 'real' : env.length > 0 ? 'placeholder' : 'none',
    network: sandbox.network,
    home: sandbox.home,
  };
}

/**
 * Returns a word of a command line as it is recorded and started: an absolute path inside the checkout stands
 * relative to the working directory, so that two clones give one baseline and a box can move the checkout.
 */
export function portable(word: string, { checkout, workingDirectory }: Place): string {
  if (!isAbsolute(word)) return word;
  const inside = relative(checkout, word);
  if (inside.startsWith('..') || isAbsolute(inside)) return word;
  const shown = relative(workingDirectory, word);
  return shown === '' ? '.' : shown.startsWith('..') ? shown : `./${shown}`;
}
