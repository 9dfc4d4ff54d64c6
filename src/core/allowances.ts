import { UNSTABLE } from './baseline-item.js';
import { compareItems, itemKey, type ReadItem } from './item.js';
import { pointerToken } from './names.js';
import { WHOLE_ITEM, type UnstablePlace } from './steadiness.js';
import { ITEM_KINDS, type ItemKind } from './surface.js';
import { WitnessmarkError } from '../errors.js';

/** A field that may differ from reading to reading. Source: FORMAT 4.6. */
export interface Allowance {
  readonly kind: ItemKind;
  /** Recorded id; null for the server item. */
  readonly id: string | null;
  /** A field, or `*` for an item that comes and goes. */
  readonly field: string;
}

/**
 * Returns an allowance from `KIND:ID:FIELD`; an id may hold colons, the server's is empty.
 * @throws WitnessmarkError `bad-allow-unstable`.
 */
export function parseAllowance(text: string): Allowance {
  const first = text.indexOf(':');
  const last = text.lastIndexOf(':');
  const kind = ITEM_KINDS.find((each) => each === text.slice(0, first));
  const field = text.slice(last + 1);
  const id = text.slice(first + 1, last);
  if (kind === undefined || last <= first || field === '' || (kind === 'server' && id !== '')) {
    throw new WitnessmarkError(
      'bad-allow-unstable',
      'allow-unstable takes KIND:ID:FIELD',
      `For example: tool:get_time:description, or server::instructions. Kinds: ${ITEM_KINDS.join(', ')}.`,
    );
  }
  return { kind, id: kind === 'server' ? null : id, field };
}

/** Items as they are recorded under allowances, and the allowances that named nothing. */
export interface AllowedItems {
  readonly items: readonly (ReadItem & { readonly hasUnstable: boolean })[];
  readonly unused: readonly Allowance[];
}

/**
 * Replaces every allowed field's digest by `"unstable"` and drops its aspects and findings; everything
 * else stays as it was read. Source: FORMAT 4.6.
 */
export function applyAllowances(
  items: readonly ReadItem[],
  allowances: readonly Allowance[],
): AllowedItems {
  const used = new Set<Allowance>();
  const byItem = new Map<string, Allowance[]>();
  for (const allowance of allowances) {
    const key = itemKey(allowance);
    byItem.set(key, [...(byItem.get(key) ?? []), allowance]);
  }
  const whole = allowances.filter(({ field }) => field === WHOLE_ITEM);
  const wholeKeys = new Set(whole.map(itemKey));
  for (const allowance of whole) used.add(allowance);
  const applied = items
    .filter((item) => !wholeKeys.has(itemKey(item)))
    .map((item) => {
      const own = (byItem.get(itemKey(item)) ?? []).filter(({ field }) => item.fields.has(field));
      for (const allowance of own) used.add(allowance);
      return own.reduce((each, { field }) => withoutField(each, field), {
        ...item,
        hasUnstable: own.length > 0,
      });
    });
  const placeholders = [...new Map(whole.map((each) => [itemKey(each), each])).values()].map(
    unstableItem,
  );
  return {
    items: [...applied, ...placeholders].sort(compareItems),
    unused: allowances.filter((allowance) => !used.has(allowance)),
  };
}

/** An item that may be there or not is recorded the same way in both cases. */
function unstableItem({ kind, id }: Allowance): ReadItem & { readonly hasUnstable: boolean } {
  const fields = new Map([[WHOLE_ITEM, UNSTABLE]]);
  return { kind, id, fields, aspects: new Map(), findings: [], itemDigest: '', hasUnstable: true };
}

function withoutField<Each extends ReadItem>(item: Each, field: string): Each {
  const prefix = `${pointerToken(field)}/`;
  return {
    ...item,
    fields: new Map(
      [...item.fields].map(([name, digest]) => [name, name === field ? UNSTABLE : digest]),
    ),
    aspects: new Map([...item.aspects].filter(([key]) => !key.startsWith(prefix))),
    findings: item.findings.filter((finding) => subjectOf(finding) !== field),
  };
}

/** What a finding names; a field's own name may hold colons, a code never does. */
function subjectOf(finding: string): string | undefined {
  const colon = finding.indexOf(':');
  return colon < 0 ? undefined : finding.slice(colon + 1);
}

/** True when a place may be unstable. */
export function isAllowed(
  place: Pick<UnstablePlace, 'kind' | 'id' | 'field'>,
  allowances: readonly Allowance[],
): boolean {
  return allowances.some(
    (each) => itemKey(each) === itemKey(place) && [WHOLE_ITEM, place.field].includes(each.field),
  );
}
