import { UNSTABLE } from '../core/baseline-item.js';
import type { ItemRef } from '../core/approval.js';
import type { Baseline } from '../core/baseline.js';
import { differingConditions } from '../core/capture.js';
import { pairItems } from '../core/compare.js';
import { compareItems, itemKey, sameFields, type Item } from '../core/item.js';
import { chooseItems } from '../core/item-choice.js';
import { pointerToken } from '../core/names.js';
import { compareCodeUnits } from '../core/order.js';
import { SECRET_FINDING } from '../core/secrets.js';
import type { FieldText, FieldView, ItemView } from '../report/definition-view.js';
import { likelyBase } from '../store/commit-tree.js';
import type { Texts } from '../store/definitions.js';
import { readBaseServer } from './base-server.js';
import { keepReading, textsOf, type OpenDefinitionStore } from './kept-definitions.js';
import { findBaseline, prepare, recordedProtocol, type Dependencies } from './run.js';
import type { ServerReading } from './server-reader.js';
import type { Settings } from './settings.js';
import { problemOf, WitnessmarkError, type Problem } from '../errors.js';
import type { Place } from '../store/checkout.js';

/** Definitions for a person to read. */
export interface Definitions {
  readonly items: readonly ItemView[];
  /** What is to be said besides, in sentences of ours. */
  readonly notices: readonly string[];
}

/** What was and what is. */
export interface Differences extends Definitions {
  /** What it is held against: `main (1a2b3c4)`; absent for the baseline. */
  readonly base?: string;
  /** Members of the capture block that differ from the baseline's. */
  readonly conditions: readonly string[];
}

/** What these use cases need besides. */
export interface DefinitionDependencies extends Dependencies {
  readonly openStore: OpenDefinitionStore;
}

/**
 * Reads a server once and returns what it says, of all items or of those that `words` name.
 * @throws WitnessmarkError `unknown-item`, and those of a reading.
 * Source: PRODUCT "The two front doors" (`show`).
 */
export async function show(
  words: readonly string[],
  settings: Settings,
  dependencies: DefinitionDependencies,
  onStderr: (text: string) => void,
): Promise<Definitions> {
  const place = await dependencies.locate(settings.workingDirectory, settings.baselinePath);
  const now = await readNow(settings, place, dependencies, undefined, onStderr);
  const texts = textsOf(now);
  const items = chosen(now.items, words, now.items).map((item): ItemView => ({
    ...refOf(item),
    change: 'same',
    fields: [...item.fields.keys()].map((name) => {
      const text = textOf(item, name, texts, NOT_SERVED_ONCE);
      return { name, was: text, now: text, aspects: [] };
    }),
  }));
  return { items, notices: now.notices };
}

/**
 * Reads a server once and returns what differs from its baseline, or with `base` from what the server of that commit says. What the baseline
 * records is a digest: its text comes from the local store, else from the server of the commit that most likely said it. A text is taken for
 * what was only where it has the digest.
 * @throws WitnessmarkError `baseline-missing` and those of a baseline without `base`; `unknown-item`; those of a reading, and of
 * the base where one was asked for.
 * Source: PRODUCT "The two front doors" (`diff`), FORMAT 2.2.
 */
export async function diff(
  words: readonly string[],
  base: string | undefined,
  settings: Settings,
  dependencies: DefinitionDependencies,
  onStderr: (text: string) => void,
): Promise<Differences> {
  const place = await dependencies.locate(settings.workingDirectory, settings.baselinePath);
  const store = await dependencies.openStore(place.checkout);
  if (base !== undefined) {
    const before = await readBaseServer(base, settings, place, dependencies, onStderr);
    await keepReading(store, before.reading);
    const after = await readNow(settings, place, dependencies, undefined, onStderr);
    const sides = { was: textsOf(before.reading), now: textsOf(after) };
    const views = viewsOf(before.reading.items, after.items, words, sides, NOT_SERVED_ONCE);
    return {
      items: views,
      base: before.name,
      conditions: [],
      notices: [...new Set([...before.reading.notices, ...after.notices])],
    };
  }
  const known = await baselineOf(place, dependencies);
  const after = await readNow(settings, place, dependencies, known, onStderr);
  const prepared = prepare(settings, after, known, dependencies.now());
  const conditions = differingConditions(known.conditions, prepared.baseline.conditions);
  const pairs = changedPairs(known.items, prepared.items, words);
  const wanted = new Set(
    pairs.flatMap(({ before, names }) => names.flatMap((name) => before?.fields.get(name) ?? [])),
  );
  wanted.delete(UNSTABLE);
  const now = textsOf(after);
  // What is served elsewhere now is what it was there.
  const was = new Map([...(await (store?.find(wanted) ?? new Map<string, string>())), ...now]);
  const missing = [...wanted].filter((digest) => !was.has(digest));
  const { reason, notices } =
    missing.length === 0
      ? { reason: NOT_SERVED_ONCE, notices: [] }
      : await fromCommit({ settings, place, dependencies, onStderr, was, missing, store });
  return {
    items: pairs.map((pair) => viewOf(pair, { was, now }, reason)),
    conditions,
    notices: [...after.notices, ...notices],
  };
}

const NOT_SERVED_ONCE = 'it is served several times in one definition';

/** Adds what the server of the likely commit says; why there is none where it cannot be had. */
async function fromCommit({
  settings,
  place,
  dependencies,
  onStderr,
  was,
  missing,
  store,
}: {
  readonly settings: Settings;
  readonly place: Place;
  readonly dependencies: DefinitionDependencies;
  readonly onStderr: (text: string) => void;
  readonly was: Map<string, string>;
  readonly missing: readonly string[];
  readonly store: Awaited<ReturnType<OpenDefinitionStore>>;
}): Promise<{ readonly reason: string; readonly notices: readonly string[] }> {
  let problem: Problem;
  try {
    const name = await likelyBase(place.checkout, place.baselinePath);
    const before = await readBaseServer(name, settings, place, dependencies, onStderr);
    await keepReading(store, before.reading);
    for (const [digest, text] of textsOf(before.reading)) was.set(digest, text);
    const left = missing.filter((digest) => !was.has(digest)).length;
    return {
      reason: `the server of ${before.name} says something else; another commit may have it: --base COMMIT`,
      notices:
        left < missing.length
          ? [`What was not seen on this machine before was read from ${before.name}.`]
          : [],
    };
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    problem = problemOf(error);
  }
  return {
    reason: 'it was not seen on this machine',
    notices: [
      `What the baseline recorded was not seen on this machine, and could not be read from a commit: ${problem.message}. ${problem.hint}`,
    ],
  };
}

async function baselineOf(place: Place, { baselines }: Dependencies): Promise<Baseline> {
  const found = await findBaseline(() => baselines.read(place.baselinePath, place.checkout));
  if (found.kind === 'baseline') return found.baseline;
  if (found.kind === 'rejected') throw found.error;
  throw new WitnessmarkError(
    'baseline-missing',
    'there is no baseline to hold the server against',
    'Write the first one: witnessmark mark. Or hold the server against a commit: --base main',
  );
}

async function readNow(
  settings: Settings,
  place: Place,
  { openServer, host, now }: Dependencies,
  known: Baseline | undefined,
  onStderr: (text: string) => void,
): Promise<ServerReading> {
  const server = openServer({
    settings,
    place,
    host,
    now,
    recordedProtocol: recordedProtocol(known?.conditions),
    onStderr,
  });
  try {
    return await server.readOnce();
  } finally {
    await server.close();
  }
}

/** Two states of one item, and the names of the fields that differ. */
interface ChangedPair {
  readonly before?: Item;
  readonly after?: Item;
  readonly names: readonly string[];
}

interface Sides {
  readonly was: Texts;
  readonly now: Texts;
}

function viewsOf(
  before: readonly Item[],
  after: readonly Item[],
  words: readonly string[],
  sides: Sides,
  reason: string,
): ItemView[] {
  return changedPairs(before, after, words).map((pair) => viewOf(pair, sides, reason));
}

/** What differs, in the order of the file; `words` choose among all items. */
function changedPairs(
  before: readonly Item[],
  after: readonly Item[],
  words: readonly string[],
): ChangedPair[] {
  const { pairs, removed, added } = pairItems(before, after);
  const all: ChangedPair[] = [
    ...pairs
      .filter((pair) => !sameFields(pair.before, pair.after))
      .map((pair) => ({ ...pair, names: differing(pair.before, pair.after) })),
    ...removed.map((item) => ({ before: item, names: [...item.fields.keys()] })),
    ...added.map((item) => ({ after: item, names: [...item.fields.keys()] })),
  ];
  const keys = new Set(chosen([...before, ...after], words, [...before, ...after]).map(itemKey));
  return all
    .filter((pair) => keys.has(itemKey(itemOfPair(pair))))
    .sort((a, b) => compareItems(itemOfPair(a), itemOfPair(b)));
}

function itemOfPair({ before, after }: ChangedPair): Item {
  const item = after ?? before;
  if (item === undefined) throw new Error('a pair of nothing');
  return item;
}

/** A field that either side allows to differ says nothing. */
function differing(before: Item, after: Item): string[] {
  return [...new Set([...before.fields.keys(), ...after.fields.keys()])]
    .filter((name) => before.fields.get(name) !== after.fields.get(name))
    .sort(compareCodeUnits);
}

function viewOf({ before, after, names }: ChangedPair, sides: Sides, reason: string): ItemView {
  return {
    ...refOf(
      itemOfPair({
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
        names,
      }),
    ),
    change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    fields: names.map((name): FieldView => ({
      name,
      was: textOf(before, name, sides.was, reason),
      now: textOf(after, name, sides.now, NOT_SERVED_ONCE),
      aspects: aspectsOf(before, after, name),
    })),
  };
}

function textOf(item: Item | undefined, name: string, texts: Texts, reason: string): FieldText {
  const digest = item?.fields.get(name);
  if (item === undefined || digest === undefined) return { kind: 'absent' };
  if (item.findings.includes(`${SECRET_FINDING}${name}`)) return { kind: 'withheld' };
  if (digest === UNSTABLE)
    return { kind: 'unknown', digest, reason: 'it is allowed to differ from reading to reading' };
  const json = texts.get(digest);
  return json === undefined ? { kind: 'unknown', digest, reason } : { kind: 'text', json };
}

const ASPECTS = ['shape', 'text', 'hints', 'invisible'] as const;

function aspectsOf(before: Item | undefined, after: Item | undefined, name: string): string[] {
  if (before === undefined || after === undefined) return [];
  return ASPECTS.filter((aspect) => {
    const key = `${pointerToken(name)}/${aspect}`;
    return before.aspects.get(key) !== after.aspects.get(key);
  });
}

function refOf({ kind, id }: Item): ItemRef {
  return { kind, id };
}

/** Items that words name; all where there are no words. */
function chosen<Each extends Item>(
  items: readonly Each[],
  words: readonly string[],
  known: readonly Item[],
): readonly Each[] {
  if (words.length === 0) return items;
  const refs = [...new Map(known.map((item) => [itemKey(item), refOf(item)])).values()];
  const keys = new Set(words.flatMap((word) => chooseItems(word, refs)).map(itemKey));
  return items.filter((item) => keys.has(itemKey(item)));
}
