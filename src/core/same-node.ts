import { exactForm } from './canonical.js';
import { groupMembers } from './json-node.js';
import type { JsonNode, JsonObject } from './json-text.js';

/**
 * Returns whether two values have one digest: equal but for the order of members and the spelling of numbers. Answers
 * are kept, so that a walk through two trees asks at each level and still takes time in proportion to their size.
 * Source: FORMAT 2.1, 2.4.
 */
export function sameNodes(): (a: JsonNode, b: JsonNode) => boolean {
  const known = new WeakMap<JsonNode, { readonly other: JsonNode; readonly isSame: boolean }>();
  const same = (a: JsonNode, b: JsonNode): boolean => {
    const answer = known.get(a);
    if (answer?.other === b) return answer.isSame;
    const isSame = compare(a, b);
    if (a.kind === 'object' || a.kind === 'array') known.set(a, { other: b, isSame });
    return isSame;
  };
  const compare = (a: JsonNode, b: JsonNode): boolean => {
    if (a.kind === 'array' && b.kind === 'array') {
      return (
        a.items.length === b.items.length &&
        a.items.every((item, index) => {
          const other = b.items[index];
          return other !== undefined && same(item, other);
        })
      );
    }
    if (a.kind === 'object' && b.kind === 'object') return compareObjects(a, b);
    return a.kind === b.kind && a.kind !== 'object' && exactForm(a) === exactForm(b);
  };
  const compareObjects = (a: JsonObject, b: JsonObject): boolean => {
    if (a.members.length !== b.members.length) return false;
    const [groups, others] = [groupMembers(a), groupMembers(b)];
    if (groups.size !== others.size) return false;
    for (const [name, values] of groups) {
      const twins = others.get(name);
      if (twins?.length !== values.length) return false;
      for (const [index, value] of values.entries()) {
        const twin = twins[index];
        if (twin === undefined || !same(value, twin)) return false;
      }
    }
    return true;
  };
  return same;
}
