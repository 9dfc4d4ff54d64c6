import { pairItems } from './compare.js';
import { itemOf, type ReadItem } from './item.js';
import {
  BackMapper,
  idFieldOf,
  quoteFindings,
  type Factor,
  type MappedDefinition,
} from './map-back.js';
import { compareCodeUnits } from './order.js';
import type { Definition } from './surface.js';
import { withoutEqualTexts } from './equal-texts.js';

/** What two readings by different readers have in common. */
export interface Dependences {
  /** `quotes-FACTOR:FIELD`, `varies:FIELD`, `varies:item`, by definition of reader A; none means independent. */
  readonly findings: ReadonlyMap<Definition, readonly string[]>;
  /** Items that only reader B was shown, with B's values mapped back. */
  readonly onlyB: readonly ReadItem[];
}

/** An item that remembers what it was made of. */
type Traced<Origin> = ReadItem & { readonly origin: Origin };

/** A definition of reader B, as served and mapped back. */
interface BackMapped {
  readonly served: ReadItem;
  readonly mapped: MappedDefinition;
}

/**
 * Attributes every difference between two readings by mapping B's values back to A's; A's text is never
 * touched, since its values are ordinary words. Source: FORMAT 4.5, SANDBOX "The differential read".
 */
export function readerDependences(
  a: readonly Definition[],
  b: readonly Definition[],
  factors: readonly Factor[],
): Dependences {
  const findings = new Map<Definition, readonly string[]>();
  const { onlyA, onlyB } = withoutEqualTexts(a, b);
  const mapper = new BackMapper(factors);
  const left = onlyA.map((definition): Traced<Definition> => ({
    ...itemOf(definition),
    origin: definition,
  }));
  const right = onlyB.map((definition): Traced<BackMapped> => {
    const mapped = mapper.map(definition);
    return { ...itemOf(mapped.definition), origin: { served: itemOf(definition), mapped } };
  });
  const { pairs, removed, added } = pairItems(left, right);
  for (const { before, after } of pairs) {
    const found = pairFindings(before, after);
    if (found.length > 0) findings.set(before.origin, found);
  }
  for (const { origin } of removed) findings.set(origin, ['varies:item']);
  return { findings, onlyB: added };
}

function pairFindings(a: Traced<Definition>, b: Traced<BackMapped>): string[] {
  const { served, mapped } = b.origin;
  const found: string[] = [];
  const idField = idFieldOf(a.origin);
  if (idField !== undefined && served.id !== a.id) found.push(...quoteFindings(mapped, idField));
  for (const field of new Set([...a.fields.keys(), ...b.fields.keys()])) {
    const digest = a.fields.get(field);
    if (digest === served.fields.get(field)) continue;
    const quotes = digest === b.fields.get(field) ? quoteFindings(mapped, field) : [];
    found.push(...(quotes.length > 0 ? quotes : [`varies:${field}`]));
  }
  return found.sort(compareCodeUnits);
}
