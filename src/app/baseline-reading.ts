import type { Baseline } from '../core/baseline.js';
import { prepare, recordedProtocol, type Dependencies, type PreparedReading } from './run.js';
import type { Settings } from './settings.js';
import type { Place } from '../store/checkout.js';

/**
 * Reads a server by two readers, as whatever is written into a baseline is read. `known` are the items whose dates are
 * kept, and the conditions of the file, where there is one that can be read.
 * @throws WitnessmarkError `field-unstable`, and those of a reading. Source: FORMAT 3.3, 4.5, 4.6.
 */
export async function readForBaseline(
  settings: Settings,
  { openServer, host, now }: Dependencies,
  place: Place,
  known: Pick<Baseline, 'items'> & Partial<Pick<Baseline, 'conditions'>>,
  onStderr: (text: string) => void,
): Promise<PreparedReading> {
  const server = openServer({
    settings,
    place,
    host,
    now,
    recordedProtocol: recordedProtocol(known.conditions),
    onStderr,
  });
  try {
    const prepared = prepare(settings, await server.readSteadily(), known, now());
    if (prepared.unstable !== undefined) throw prepared.unstable;
    return prepared;
  } finally {
    await server.close();
  }
}

/** What is to be known of a server that is started here by choice without isolation. */
export function openNotices({ isolation, command }: Settings): string[] {
  return isolation === 'none' && command !== ''
    ? [
        'Read without isolation: the network and this machine’s files were within the server’s reach, so that another machine may read something else.',
      ]
    : [];
}
