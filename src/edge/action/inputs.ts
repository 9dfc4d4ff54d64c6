import { OPTION_SPECS } from '../../app/options.js';
import { lines, type RawOptions } from '../../app/settings.js';
import { trimAscii } from '../../core/ascii-space.js';
import { printable } from '../../core/printable.js';
import { WitnessmarkError } from '../../errors.js';

/** The environment that a runner gives an action. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Events on which a server may be started. Source: PRODUCT "GitHub" (an allow list). */
const EVENTS: readonly string[] = [
  'pull_request',
  'push',
  'merge_group',
  'schedule',
  'workflow_dispatch',
];

/**
 * Returns the inputs that have a value, by name. The runner sets an undeclared input like a declared one,
 * so a misspelt one is seen here and refused.
 * @throws WitnessmarkError `unknown-option`, `bad-env`.
 */
export function readInputs(env: Environment): RawOptions {
  const specs = OPTION_SPECS.filter(({ doors }) => doors.includes('action'));
  const names = new Map(specs.map(({ name }) => [variableOf(name), name]));
  const options = new Map<string, string>();
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith('INPUT_') || value === undefined) continue;
    const name = names.get(variable);
    if (name === undefined) {
      throw new WitnessmarkError(
        'unknown-option',
        `${printable(variable.slice('INPUT_'.length).toLowerCase())} is no input`,
        `Inputs: ${specs.map((spec) => spec.name).join(', ')}.`,
      );
    }
    const text = trimAscii(value);
    const byDefault = specs.find((spec) => spec.name === name)?.default;
    // The runner fills in defaults: an input that was not given looks like one that was given so.
    if (text !== '' && text !== byDefault) options.set(name, text);
  }
  refuseSplitValue(options.get('env') ?? '');
  return options;
}

/**
 * A value of several lines, as a key has, must not be taken for names of variables, which are recorded: behind a
 * value no bare name is read. Source: FORMAT 4.7.
 */
function refuseSplitValue(text: string): void {
  const entries = lines(text);
  const first = entries.findIndex((entry) => entry.includes('='));
  if (first < 0 || entries.slice(first).every((entry) => entry.includes('='))) return;
  throw new WitnessmarkError(
    'bad-env',
    'env has a line without a value behind one with a value, as a value of several lines gives',
    'Write bare names first. A value of several lines cannot be given; its bare name gets a placeholder.',
  );
}

/** How a runner spells an input in the environment. */
function variableOf(name: string): string {
  return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
}

/**
 * Refuses events whose job may hold a write token or secrets while it runs a stranger's code.
 * @throws WitnessmarkError `event-refused`.
 * Source: PRODUCT "GitHub", field case C09.
 */
export function refuseOtherEvents(eventName: string): void {
  if (EVENTS.includes(eventName)) return;
  throw new WitnessmarkError(
    'event-refused',
    `no server is started on the event ${eventName === '' ? '(none)' : printable(eventName)}`,
    `Run the check on pull_request, which needs no secret and works on forks. Events: ${EVENTS.join(', ')}.`,
  );
}
