/** The verdict of a run over one or more servers. Source: FORMAT 5. */
export type Verdict =
  | 'match'
  | 'drift'
  | 'unmarked'
  | 'unreadable'
  | 'incomparable'
  | 'unstable'
  | 'usage'
  | 'internal';

/** Process exit code of each verdict. Source: FORMAT 5. Changing one breaks every user's workflow. */
export const EXIT_CODES: Readonly<Record<Verdict, number>> = {
  match: 0,
  drift: 1,
  unmarked: 2,
  unreadable: 3,
  incomparable: 4,
  unstable: 5,
  usage: 64,
  internal: 70,
};

/** Worst first: of several servers the first of these that any of them has decides. Source: FORMAT 5. */
const WORST_FIRST: readonly Verdict[] = [
  'internal',
  'usage',
  'unreadable',
  'unstable',
  'unmarked',
  'incomparable',
  'drift',
  'match',
];

/** Returns the verdict that decides a run; of none at all, `usage`: a gate that checked nothing never passes. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'usage';
}
