const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/**
 * Returns the usual spellings of the calendar days on which an instant falls in some time zones: ISO with
 * dashes, slashes, dots and without, day or month first, and English month names, long and short.
 * Source: FORMAT 4.6.
 */
export function dateSpellings(instant: Date, timeZones: readonly string[]): string[] {
  return [...new Set(timeZones.flatMap((timeZone) => spellings(dayIn(instant, timeZone))))];
}

interface Day {
  readonly year: string;
  readonly month: number;
  readonly day: number;
}

function dayIn(instant: Date, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(instant);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return {
    year: part('year').padStart(4, '0'),
    month: Number(part('month')),
    day: Number(part('day')),
  };
}

function spellings({ year, month, day }: Day): string[] {
  const [mm, dd] = [String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  const long = MONTHS[month - 1] ?? '';
  const short = long.slice(0, 3);
  const separated = ['-', '/', '.'].flatMap((mark) => [
    [year, mm, dd].join(mark),
    [dd, mm, year].join(mark),
    [mm, dd, year].join(mark),
    [day, month, year].join(mark),
    [month, day, year].join(mark),
  ]);
  const named = [long, short].flatMap((name) => [
    `${name} ${day}, ${year}`,
    `${name} ${day} ${year}`,
    `${name} ${dd}, ${year}`,
    `${name} ${dd} ${year}`,
    `${day} ${name} ${year}`,
    `${dd} ${name} ${year}`,
    `${dd}-${name}-${year}`,
  ]);
  return [...separated, ...named, `${year}${mm}${dd}`];
}
