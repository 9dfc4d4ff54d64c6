import { alignTexts } from '../core/align.js';
import { exactForm } from '../core/canonical.js';
import { membersNamed, stringMember } from '../core/json-node.js';
import type { JsonNode, JsonObject } from '../core/json-text.js';
import { sameNodes } from '../core/same-node.js';
import { cellsOf } from './cells.js';
import {
  comma,
  flatSpans,
  INDENT,
  isContainer,
  jsonLines,
  labelOf,
  type JsonLine,
  type JsonPlace,
} from './json-view.js';
import { plain, type Span } from './layout.js';
import { stringDifference } from './prose-view.js';
import { MAX_DIFFED_UNITS } from '../limits.js';

/** Both values of a member stand on one line up to this many columns. */
const PAIR_CELLS = 50;

/**
 * Returns what became of a value, line by line: `-` what is gone, `+` what has come, `~` a line within which words
 * differ, `|` what is the same. Members are held against those of their name and what differs in order or in the
 * spelling of a number alone is the same, as for the digests.
 */
export function jsonDifference(was: JsonNode, now: JsonNode, place: JsonPlace): JsonLine[] {
  return new Difference().lines(was, now, place);
}

class Difference {
  readonly #same = sameNodes();
  readonly #out: JsonLine[] = [];

  lines(was: JsonNode, now: JsonNode, place: JsonPlace): JsonLine[] {
    this.#add(was, now, place);
    return this.#out;
  }

  #add(was: JsonNode, now: JsonNode, place: JsonPlace): void {
    if (this.#same(was, now)) this.#whole(now, place, '|');
    else if (was.kind === 'string' && now.kind === 'string')
      this.#line([plain('"'), ...stringDifference(was.value, now.value), plain('"')], place);
    else if (was.kind === 'object' && now.kind === 'object' && hasOwnNames(was) && hasOwnNames(now))
      this.#objects(was, now, place);
    else if (was.kind === 'array' && now.kind === 'array' && isSmall(was) && isSmall(now))
      this.#arrays(was.items, now.items, place);
    else this.#replaced(was, now, place);
  }

  #whole(node: JsonNode, place: JsonPlace, gutter: '|' | '-' | '+'): void {
    for (const line of jsonLines(node, place, gutter, true)) this.#out.push(line);
  }

  #line(spans: readonly Span[], place: JsonPlace): void {
    const all = [...place.label, ...spans, ...comma(place)];
    this.#out.push({ gutter: '~', indent: place.indent, spans: all });
  }

  #replaced(was: JsonNode, now: JsonNode, place: JsonPlace): void {
    const [old, fresh] = [flatSpans(was, true), flatSpans(now, true)];
    if (old !== undefined && fresh !== undefined && cells(old) + cells(fresh) <= PAIR_CELLS)
      this.#line([...marked(old, 'removed'), ...marked(fresh, 'added')], place);
    else {
      this.#whole(was, place, '-');
      this.#whole(now, place, '+');
    }
  }

  #objects(was: JsonObject, now: JsonObject, place: JsonPlace): void {
    const members = merged(was, now);
    this.#around('{', place, () => {
      for (const [at, { name, old, fresh }] of members.entries()) {
        const inside: JsonPlace = {
          indent: place.indent + INDENT,
          label: labelOf(name, true),
          hasComma: at < members.length - 1,
        };
        if (old !== undefined && fresh !== undefined) this.#add(old, fresh, inside);
        else if (old !== undefined) this.#whole(old, inside, '-');
        else if (fresh !== undefined) this.#whole(fresh, inside, '+');
      }
    });
  }

  #arrays(was: readonly JsonNode[], now: readonly JsonNode[], place: JsonPlace): void {
    const pairs = pairsOf(was, now);
    if (![...was, ...now].some(isContainer)) {
      const spans = flatPairs(pairs);
      if (cells(spans) <= PAIR_CELLS * 2) {
        this.#line([plain('['), ...spans, plain(']')], place);
        return;
      }
    }
    this.#around('[', place, () => {
      for (const [at, { old, fresh }] of pairs.entries()) {
        const inside = {
          indent: place.indent + INDENT,
          label: [],
          hasComma: at < pairs.length - 1,
        };
        if (old !== undefined && fresh !== undefined) this.#add(old, fresh, inside);
        else if (old !== undefined) this.#whole(old, inside, '-');
        else if (fresh !== undefined) this.#whole(fresh, inside, '+');
      }
    });
  }

  #around(open: '{' | '[', place: JsonPlace, addInside: () => void): void {
    const { indent, label } = place;
    this.#out.push({ gutter: '|', indent, spans: [...label, plain(open)], isAround: true });
    addInside();
    const close = open === '{' ? '}' : ']';
    this.#out.push({
      gutter: '|',
      indent,
      spans: [plain(close), ...comma(place)],
      isAround: true,
    });
  }
}

interface Pair {
  readonly old: JsonNode | undefined;
  readonly fresh: JsonNode | undefined;
}

interface NamedPair extends Pair {
  readonly name: string;
}

/** Members in the order of the later object, those that are gone where they stood. */
function merged(was: JsonObject, now: JsonObject): NamedPair[] {
  const fresh = new Map(now.members.map(({ name, value }) => [name, value]));
  const old = new Map(was.members.map(({ name, value }) => [name, value]));
  const goneBehind = new Map<string, NamedPair[]>();
  let before = '';
  for (const { name, value } of was.members) {
    if (fresh.has(name)) {
      before = `=${name}`;
      continue;
    }
    const gone = goneBehind.get(before) ?? [];
    if (gone.length === 0) goneBehind.set(before, gone);
    gone.push({ name, old: value, fresh: undefined });
  }
  const gone = (place: string): NamedPair[] => goneBehind.get(place) ?? [];
  return [
    ...gone(''),
    ...now.members.flatMap(({ name, value }) => [
      { name, old: old.get(name), fresh: value },
      ...gone(`=${name}`),
    ]),
  ];
}

/** Items held against each other: equal ones, then those of one name, then as many as came for as many that went. */
function pairsOf(was: readonly JsonNode[], now: readonly JsonNode[]): Pair[] {
  const { runs } = alignTexts(was.map(exactForm), now.map(exactForm));
  const pairs: Pair[] = [];
  let next = 0;
  for (const [index, { kind, start, end }] of runs.entries()) {
    if (kind === 'same') {
      const length = end - start;
      for (let at = 0; at < length; at += 1)
        pairs.push({ old: was[start + at], fresh: now[next + at] });
      next += length;
      continue;
    }
    const following = runs[index + 1];
    if (kind === 'removed') {
      const isReplaced = following?.kind === 'added';
      const fresh = isReplaced ? now.slice(following.start, following.end) : [];
      pairs.push(...replacedPairs(was.slice(start, end), fresh));
      next += fresh.length;
    } else if (runs[index - 1]?.kind !== 'removed') {
      pairs.push(...now.slice(start, end).map((fresh) => ({ old: undefined, fresh })));
      next += end - start;
    }
  }
  return pairs;
}

function replacedPairs(was: readonly JsonNode[], now: readonly JsonNode[]): Pair[] {
  if (was.length === now.length && was.every((old, at) => old.kind === now[at]?.kind))
    return was.map((old, at) => ({ old, fresh: now[at] }));
  const places = new Map(was.map((old, index) => [nameOf(old), index]));
  const pairs: Pair[] = [];
  let next = 0;
  const goneUpTo = (end: number): void => {
    for (const old of was.slice(next, end)) pairs.push({ old, fresh: undefined });
    next = Math.max(next, end);
  };
  for (const fresh of now) {
    const name = nameOf(fresh);
    const place = name === undefined ? undefined : places.get(name);
    const at = place === undefined || place < next ? -1 : place;
    if (at < 0) pairs.push({ old: undefined, fresh });
    else {
      goneUpTo(at);
      pairs.push({ old: was[at], fresh });
      next = at + 1;
    }
  }
  goneUpTo(was.length);
  return pairs;
}

/** The name of an argument of a prompt, and of whatever else names its items so. */
function nameOf(node: JsonNode): string | undefined {
  return node.kind === 'object' ? stringMember(node, 'name') : undefined;
}

/** `"a", [-"b", -]{+"c", +}"d"`: scalars on one line. */
function flatPairs(pairs: readonly Pair[]): Span[] {
  return pairs.flatMap(({ old, fresh }, at) => {
    const gap = at < pairs.length - 1 ? [plain(', ')] : [];
    if (old !== undefined && fresh !== undefined && exactForm(old) === exactForm(fresh))
      return [...(flatSpans(fresh, true) ?? []), ...gap];
    return [
      ...(old === undefined ? [] : marked(flatSpans(old, true) ?? [], 'removed')),
      ...(fresh === undefined ? [] : marked(flatSpans(fresh, true) ?? [], 'added')),
      ...gap,
    ];
  });
}

function marked(spans: readonly Span[], tone: 'removed' | 'added'): Span[] {
  const [open, close] = tone === 'removed' ? ['[-', '-]'] : ['{+', '+}'];
  const inner = spans.map((span): Span => ({
    text: span.text,
    tone: span.tone === 'mark' ? `${tone}Mark` : tone,
  }));
  return [{ text: open, tone }, ...inner, { text: close, tone }];
}

function cells(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + cellsOf(text), 0);
}

function hasOwnNames(node: JsonObject): boolean {
  return new Set(node.members.map(({ name }) => name)).size === node.members.length;
}

/** Items of a longer array are not held against each other: their forms would be made again at each level. */
function isSmall(node: JsonNode): boolean {
  return node.end - node.start <= MAX_DIFFED_UNITS;
}

/** True when a member is there once. */
export function isThereOnce(node: JsonNode, name: string): boolean {
  return membersNamed(node, name).length === 1;
}
