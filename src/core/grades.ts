import { emptyValue, fieldAspects, type FieldRole } from './aspects.js';

/** What kind of change a field went through, as far as digests can tell. Source: FORMAT 2.7. */
export const GRADES = ['hidden', 'shape', 'hint', 'text', 'other', 'notation'] as const;
export type Grade = (typeof GRADES)[number];

/** One side of a comparison: undefined when the field is absent, else its aspects by name. */
export type FieldSide = ReadonlyMap<string, string> | undefined;

/**
 * Returns every grade that applies to a changed field, in the order of `GRADES`; at least one. An absent
 * field counts with the aspects of its empty value. Source: FORMAT 2.6, 2.7.
 */
export function gradesOf(role: FieldRole, before: FieldSide, after: FieldSide): Grade[] {
  const empty = fieldAspects(role, [emptyValue(role)]);
  const moved = (aspect: string): boolean =>
    (before ?? empty).get(aspect) !== (after ?? empty).get(aspect);
  const cameOrWent = before === undefined || after === undefined;
  const hasAspects =
    role !== 'plain' || before?.has('visible') === true || after?.has('visible') === true;
  const found = new Set<Grade>();
  if (moved('invisible')) found.add('hidden');
  switch (role) {
    case 'schema':
      if (cameOrWent || moved('shape')) found.add('shape');
      if (moved('text')) found.add('text');
      break;
    case 'annotations':
      if (moved('hints')) found.add('hint');
      if (moved('text')) found.add('text');
      break;
    case 'execution':
      if (moved('effective')) found.add('other');
      break;
    case 'plain':
      if (!hasAspects) found.add('other');
      else if (moved('visible')) found.add('text');
      break;
  }
  if (found.size === 0) found.add('notation');
  return GRADES.filter((grade) => found.has(grade));
}
