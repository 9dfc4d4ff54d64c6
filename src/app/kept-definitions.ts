import { fieldTexts } from '../core/field-texts.js';
import { SECRET_FINDING } from '../core/secrets.js';
import {
  openDefinitionStore,
  surfaceKey,
  type DefinitionStore,
  type Texts,
} from '../store/definitions.js';
import type { Dependencies } from './run.js';
import type { ServerReading, ServerRequest } from './server-reader.js';
import { MAX_SURFACE_BYTES } from '../limits.js';

/** Opens the store of a checkout; tests pass another one. */
export type OpenDefinitionStore = (checkout: string) => Promise<DefinitionStore | undefined>;

/** What a run does its readings with, and what keeps them when it has said all. */
export interface KeepingRun<Needs> {
  readonly dependencies: Needs;
  /** Writes what was read. Never throws. */
  readonly keep: () => Promise<void>;
}

/**
 * Returns dependencies that remember the last reading of each server, so that what it said can be shown later and no use case has to
 * know of it. In CI nothing is kept, and neither is a surface that quotes a secret, nor one that is too large.
 * Source: PRODUCT "The two front doors" (`show`, `diff`).
 */
export function withKeptDefinitions<Needs extends Pick<Dependencies, 'openServer' | 'ci'>>(
  dependencies: Needs,
  openStore: OpenDefinitionStore = openDefinitionStore,
): KeepingRun<Needs> {
  if (dependencies.ci) return { dependencies, keep: () => Promise.resolve() };
  const last = new Map<string, { readonly checkout: string; readonly found: ServerReading }>();
  const remember = (
    { settings: { server }, place: { checkout }, trackedNames }: ServerRequest,
    found: ServerReading,
  ): ServerReading => {
    // Of another commit the checkout is a directory of ours that is about to go.
    if (trackedNames === undefined && isKept(found)) last.set(server, { checkout, found });
    return found;
  };
  return {
    dependencies: {
      ...dependencies,
      openServer: (request: ServerRequest) => {
        const reader = dependencies.openServer(request);
        return {
          readOnce: async () => remember(request, await reader.readOnce()),
          readSteadily: async (first) => remember(request, await reader.readSteadily(first)),
          close: () => reader.close(),
        };
      },
    },
    keep: async () => {
      for (const { checkout, found } of last.values())
        await keepReading(await openStore(checkout), found);
    },
  };
}

/** Keeps one reading, where there is a store and the reading may be kept. Never throws. */
export async function keepReading(
  store: DefinitionStore | undefined,
  found: ServerReading,
): Promise<void> {
  if (store === undefined || !isKept(found)) return;
  const { definitions } = found.reading;
  const key = surfaceKey(definitions.map(({ kind, text }) => `${kind} ${text}`));
  await store.keep(key, () => fieldTexts(definitions));
}

/** Returns the text of each field of a reading by its digest. */
export function textsOf({ reading }: ServerReading): Texts {
  return fieldTexts(reading.definitions);
}

/** A long list is not held in memory for it, and a secret is not written anywhere. */
function isKept({ items, reading }: ServerReading): boolean {
  let length = 0;
  for (const { text } of reading.definitions) length += text.length;
  return (
    length <= MAX_SURFACE_BYTES / 2 &&
    !items.some(({ findings }) => findings.some((finding) => finding.startsWith(SECRET_FINDING)))
  );
}
