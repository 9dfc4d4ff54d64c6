import { relative, resolve, sep } from 'node:path';
import { parseBaseline, renderBaseline, type Baseline } from '../core/baseline.js';
import { differingConditions } from '../core/capture.js';
import { compareSurfaces, pairItems } from '../core/compare.js';
import { compareCodeUnits } from '../core/order.js';
import { printable } from '../core/printable.js';
import { openBaselineOf } from './known-baseline.js';
import { failureReport, type Dependencies } from './run.js';
import { configuredServers } from './servers.js';
import { parseBaselinePath, type RawOptions } from './settings.js';
import type { ServerReport } from '../report/server-report.js';
import type { Place } from '../store/checkout.js';
import { readProposalFiles, type ProposalFiles } from '../store/proposal-files.js';
import { WitnessmarkError } from '../errors.js';
import { OPTION_SPECS } from './options.js';

/** A server by its name and its baseline; nothing of it is started. */
export interface ProposalTarget {
  readonly server: string;
  readonly place: Place;
}

/** A proposed baseline, and whose it is. */
export interface Proposal extends ProposalTarget {
  readonly baseline: Baseline;
}

/** Inputs that stand beside `from`: which baselines are meant. */
const BESIDE_FROM: readonly string[] = ['servers', 'working-directory', 'baseline'];

/**
 * Returns the baselines that another job proposes, held against what may be written: the baselines of the configuration, of the
 * subset that `servers` names, or the one of the inputs. A directory may hold some of them, each at its path in the
 * checkout; of one server also under its own name. Anything else in it is refused. No server is started and none is looked for.
 *
 * @throws WitnessmarkError `bad-proposal`, `bad-option-value`, `bad-working-directory`, and those of the configuration.
 * Source: PRODUCT "GitHub" (`from`).
 */
export async function readProposals(
  from: string,
  inputs: RawOptions,
  currentDirectory: string,
  dependencies: Dependencies,
): Promise<readonly Proposal[]> {
  const foreign = OPTION_SPECS.filter(
    ({ name, inFile }) => inFile === true && inputs.has(name) && !BESIDE_FROM.includes(name),
  ).map(({ name }) => name);
  if (foreign.length > 0)
    throw new WitnessmarkError(
      'bad-option-value',
      `from takes a baseline that is there already, and ${foreign.join(', ')} ${foreign.length === 1 ? 'says' : 'say'} how to read a server`,
      `Beside from only ${BESIDE_FROM.join(', ')} say which baseline is meant.`,
    );
  const targets = await targetsOf(inputs, currentDirectory, dependencies);
  const files = await readProposalFiles(resolve(currentDirectory, from));
  return match(files, targets).map(({ target, text, name }) => ({
    ...target,
    baseline: parsed(text, target, name),
  }));
}

async function targetsOf(
  inputs: RawOptions,
  currentDirectory: string,
  dependencies: Dependencies,
): Promise<readonly ProposalTarget[]> {
  const { locate } = dependencies;
  const found = await configuredServers(inputs, currentDirectory, dependencies);
  if (found === undefined) {
    const directory = resolve(currentDirectory, inputs.get('working-directory') ?? '.');
    const name = inputs.get('baseline') ?? 'witnessmark.json';
    const path = parseBaselinePath(name, directory);
    return [{ server: 'default', place: await locate(directory, path) }];
  }
  const { checkout, configured, names } = found;
  const targets: ProposalTarget[] = [];
  for (const name of [...names].sort(compareCodeUnits)) {
    const own = configured.get(name)?.options.get('working-directory') ?? '.';
    const directory = resolve(
      checkout,
      names.length === 1 ? (inputs.get('working-directory') ?? own) : own,
    );
    const file = names.length === 1 ? inputs.get('baseline') : undefined;
    const path = parseBaselinePath(file ?? `witnessmark.${name}.json`, directory);
    targets.push({ server: name, place: await locate(directory, path) });
  }
  return targets;
}

interface Matched {
  readonly target: ProposalTarget;
  readonly text: string;
  /** Name of the file, for messages. */
  readonly name: string;
}

function match(files: ProposalFiles, targets: readonly ProposalTarget[]): readonly Matched[] {
  const [only] = targets;
  const isOne = targets.length === 1;
  if (files.kind === 'file') {
    if (only === undefined || !isOne)
      throw refused(`it is one file, and this is about ${targets.length} servers`);
    return [{ target: only, text: files.text, name: 'the file' }];
  }
  const found: Matched[] = [];
  const left = new Map(files.texts);
  for (const target of targets) {
    const path = placeOf(target);
    const name = left.has(path) || !isOne ? path : (path.split('/').at(-1) ?? path);
    const text = left.get(name);
    if (text === undefined) continue;
    left.delete(name);
    found.push({ target, text, name: printable(name, 200) });
  }
  const [stranger] = left.keys();
  if (stranger !== undefined)
    throw refused(
      `${printable(stranger, 200)} is none of the baselines that are meant (${only !== undefined && isOne ? placeOf(only) : `${targets.length} of witnessmark.config.json`})`,
    );
  if (found.length === 0) throw refused('the directory holds no baseline');
  return found;
}

/** The path of a baseline in the checkout, with slashes. */
export function placeOf({ place }: Pick<ProposalTarget, 'place'>): string {
  const { checkout, baselinePath } = place;
  return relative(checkout, baselinePath).split(sep).join('/');
}

function parsed(text: string, { server }: ProposalTarget, name: string): Baseline {
  let baseline: Baseline;
  try {
    baseline = parseBaseline(text);
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    throw refused(`${name} is no baseline: ${error.message}`);
  }
  if (baseline.server !== server)
    throw refused(
      `${name} is the baseline of the server ${printable(baseline.server)}, and not of ${server}`,
    );
  return baseline;
}

/**
 * Writes a proposed baseline into the checkout, as `mark` writes one that it read. It is written anew by our own rules, so that nothing
 * of the file comes in but what a baseline holds, and dates that the present baseline has stay. Never throws.
 */
export async function adopt(
  { server, place, baseline }: Proposal,
  dependencies: Dependencies,
): Promise<ServerReport> {
  try {
    const known = await openBaselineOf(place, dependencies);
    const earlier = new Map(
      pairItems(known.items, baseline.items).pairs.map(({ before, after }) => [after, before]),
    );
    const adopted: Baseline = {
      ...baseline,
      items: baseline.items.map((item) => ({
        ...item,
        firstSeen: earlier.get(item)?.firstSeen ?? item.firstSeen,
      })),
    };
    const written = await dependencies.baselines.write(
      place.baselinePath,
      place.checkout,
      renderBaseline(adopted),
    );
    return {
      server,
      verdict: 'match',
      changes: compareSurfaces(known.items, adopted.items),
      conditions:
        known.conditions === undefined
          ? []
          : differingConditions(known.conditions, adopted.conditions),
      findings: [],
      adopted,
      written,
      isMark: true,
      isFirst: known.items.length === 0,
    };
  } catch (error) {
    return { ...failureReport({ server }, error, dependencies), isMark: true };
  }
}

function refused(why: string): WitnessmarkError {
  return new WitnessmarkError(
    'bad-proposal',
    `from: ${why}`,
    'Give the path of the output proposed-baseline, or of the directory that download-artifact filled.',
  );
}
