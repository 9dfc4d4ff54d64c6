import { lookalikes, mixesScripts, skeletonOf } from '../core/lookalikes.js';
import type { ItemKind } from '../core/surface.js';
import { visibleText } from '../core/visible-text.js';
import { ownLine, plain, type Span, type ViewLine } from './layout.js';
import { lineSpans } from './prose-view.js';
import { itemName } from './words.js';

/** What names are made of that need no quotation marks beside words of ours. */
const PLAIN_NAME = /^[^\s"]+$/;

/** A name that a server chose, in quotation marks where its end could be mistaken. */
export function nameSpans(name: string): Span[] {
  const isPlain = PLAIN_NAME.test(name);
  const spans = lineSpans(name, { isString: !isPlain }).map((span): Span =>
    span.tone === 'plain' ? { text: span.text, tone: 'bold' } : span,
  );
  return isPlain ? spans : [plain('"'), ...spans, plain('"')];
}

/** An item by its kind and name. */
export function itemSpans({ kind, id }: { kind: ItemKind; id: string | null }): Span[] {
  if (kind === 'server' || id === null)
    return [{ text: itemName({ kind, id: null }, String), tone: 'bold' }];
  return [plain(itemName({ kind, id: '' }, String)), ...nameSpans(id)];
}

interface Named {
  readonly kind: ItemKind;
  readonly id: string | null;
}

/** Kinds whose identifier is a name that a person reads. */
const NAMED: readonly ItemKind[] = ['tool', 'prompt'];

/**
 * Returns what is to be said of each item's name beside the others: that it looks like another one, or is made of
 * letters of two scripts. Source: field case F06.
 */
export function nameNotes(items: readonly Named[]): (item: Named) => ViewLine[] {
  const alike = new Map(
    NAMED.map((kind) => {
      const ids = idsOf(items, kind);
      const groups = new Map<string, string[]>();
      for (const id of lookalikes(ids)) {
        const skeleton = skeletonOf(id);
        const group = groups.get(skeleton);
        if (group === undefined) groups.set(skeleton, [id]);
        else group.push(id);
      }
      return [kind, groups];
    }),
  );
  return ({ kind, id }) => {
    if (id === null || !NAMED.includes(kind)) return [];
    const group = alike.get(kind)?.get(skeletonOf(id)) ?? [];
    const other = group[0] === id ? group[1] : group[0];
    const more = group.length > 2 ? ` and ${group.length - 2} more` : '';
    return [
      ...(mixesScripts(id) ? [note('its name mixes letters of two scripts in one word')] : []),
      ...(other === undefined
        ? []
        : [note(`its name looks like ${visibleText(other, { isOneLine: true })}${more}`)]),
    ];
  };
}

function idsOf(items: readonly Named[], kind: ItemKind): string[] {
  return items.flatMap((item) => (item.kind === kind && item.id !== null ? [item.id] : []));
}

function note(words: string): ViewLine {
  return ownLine(2, { text: '! ', tone: 'bad' }, plain(words));
}
