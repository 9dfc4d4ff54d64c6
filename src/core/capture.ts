/**
 * How a surface was read: the conditions that stand beside the digests. A member that the reader does not
 * know is absent, never guessed. Source: FORMAT 4.1, 4.2.
 */
export interface Capture {
  /** RFC 3339, UTC, seconds. */
  readonly observedAt: string;
  readonly transport: 'stdio' | 'streamable-http' | 'sse';
  /** Over HTTP: origin and path, `{port}` unexpanded; never query, user or fragment. */
  readonly endpoint?: string;
  /** Headers that were given for a deployed server: sorted names in lower case. */
  readonly headerNames?: readonly string[];
  readonly protocol: {
    readonly requested: string;
    readonly negotiated: string;
    readonly versionHeader?: boolean;
  };
  readonly pages: { readonly read: number; readonly complete: boolean };
  /** Sorted names. */
  readonly clientCapabilities: readonly string[];
  /** Name and version of the client profile. */
  readonly client: string;
  /** Kinds asked for, in the order of the list kinds, as the option's words. */
  readonly surface: readonly string[];
  readonly launch: Launch;
  /** These three only for a server that was started: of a deployed one nothing of the kind is known. */
  readonly isolation?: { readonly layout: string; readonly mechanism: string };
  readonly runtime?: { readonly platform: string; readonly arch: string };
  readonly placeholderSet?: string;
  /** How often the server was read for this result. */
  readonly reads: number;
  readonly reader: { readonly name: string; readonly version: string };
}

/** How the server was started; of a deployed one only `network`. Source: FORMAT 4.1, 4.2. */
export interface Launch {
  readonly package?: string;
  readonly resolvedVersion?: string;
  /** The program; paths inside the checkout stand relative to the working directory. */
  readonly command?: string;
  readonly args?: readonly string[];
  readonly envNames?: readonly string[];
  readonly envValues?: 'none' | 'placeholder' | 'real';
  readonly network: 'none' | 'full';
  readonly home?: string;
}

/** A value of the committed block: what FORMAT 4.3 compares. */
export type ConditionValue = string | boolean | readonly string[];

/** How a member of the committed block looks; `optional` ones are absent where they do not apply. */
interface ConditionRule {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'strings';
  readonly optional?: boolean;
  /** Only a server that was started has it, and every one of those unless it is optional. Source: FORMAT 4.3. */
  readonly launched?: boolean;
  readonly of: (capture: Capture) => ConditionValue | undefined;
}

/** The members of FORMAT 4.3 in the order in which they are written; a dot is one level of nesting. */
export const CONDITIONS: readonly ConditionRule[] = [
  { name: 'transport', type: 'string', of: (c) => c.transport },
  { name: 'endpoint', type: 'string', optional: true, of: (c) => c.endpoint },
  { name: 'headerNames', type: 'strings', optional: true, of: (c) => c.headerNames },
  { name: 'protocol.negotiated', type: 'string', of: (c) => c.protocol.negotiated },
  {
    name: 'protocol.versionHeader',
    type: 'boolean',
    optional: true,
    of: (c) => c.protocol.versionHeader,
  },
  { name: 'pages.complete', type: 'boolean', of: (c) => c.pages.complete },
  { name: 'clientCapabilities', type: 'strings', of: (c) => c.clientCapabilities },
  { name: 'client', type: 'string', of: (c) => c.client },
  { name: 'surface', type: 'strings', of: (c) => c.surface },
  {
    name: 'launch.resolvedVersion',
    type: 'string',
    optional: true,
    launched: true,
    of: (c) => c.launch.resolvedVersion,
  },
  { name: 'launch.command', type: 'string', launched: true, of: (c) => c.launch.command },
  { name: 'launch.args', type: 'strings', launched: true, of: (c) => c.launch.args },
  { name: 'launch.envNames', type: 'strings', launched: true, of: (c) => c.launch.envNames },
  { name: 'launch.envValues', type: 'string', launched: true, of: (c) => c.launch.envValues },
  { name: 'launch.network', type: 'string', of: (c) => c.launch.network },
  { name: 'launch.home', type: 'string', launched: true, of: (c) => c.launch.home },
  { name: 'isolation.layout', type: 'string', launched: true, of: (c) => c.isolation?.layout },
  { name: 'runtime.platform', type: 'string', launched: true, of: (c) => c.runtime?.platform },
  { name: 'placeholderSet', type: 'string', launched: true, of: (c) => c.placeholderSet },
];

/** The committed block as a flat map, by the dotted names of `CONDITIONS`. */
export type Conditions = ReadonlyMap<string, ConditionValue>;

/** Returns what a baseline keeps of a capture block. Source: FORMAT 4.2, 4.3. */
export function conditionsOf(capture: Capture): Conditions {
  const entries = CONDITIONS.map(({ name, of }) => [name, of(capture)] as const);
  return new Map(
    entries.filter((entry): entry is readonly [string, ConditionValue] => entry[1] !== undefined),
  );
}

/** What a reading in CI has where another machine cannot isolate. Source: SANDBOX, "Mechanisms". */
const GATE_CONDITIONS: Conditions = new Map<string, ConditionValue>([
  ['launch.network', 'none'],
  ['isolation.layout', 'witnessmark-box/1'],
  ['runtime.platform', 'linux'],
]);

/**
 * Returns the conditions under which CI will read, for a machine that cannot: those that the baseline records
 * already, else those of the gate by default. Source: SANDBOX, "Mechanisms".
 */
export function claimedConditions(own: Conditions, recorded: Conditions | undefined): Conditions {
  const claimed = [...GATE_CONDITIONS].map(
    ([name, value]) => [name, recorded?.get(name) ?? value] as const,
  );
  return new Map([...own, ...claimed]);
}

/**
 * Returns the names of the members in which two committed blocks differ, in the order of the file; none
 * means that the readings are comparable. An incomplete list is never comparable. Source: FORMAT 4.3, 4.4.
 */
export function differingConditions(a: Conditions, b: Conditions): string[] {
  return CONDITIONS.map(({ name }) => name).filter((name) => {
    const [left, right] = [a.get(name), b.get(name)];
    if (name === 'pages.complete') return left !== true || right !== true;
    return JSON.stringify(left) !== JSON.stringify(right);
  });
}

/** One version and no range: npm reads `1.2` as any `1.2.x`, Python's tools as `1.2.0`. */
const NPM_VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;
const PYTHON_VERSION = /^\d+\.\d[0-9A-Za-z.+-]*$/;

/** Options without a value that may stand before a package. */
const HARMLESS_FLAGS: readonly string[] = [
  '-y',
  '--yes',
  '-q',
  '--quiet',
  '--offline',
  '--prefer-offline',
  '--',
];

/** Commands that fetch and start a package of a registry, and the words between them and its name. */
const PACKAGE_RUNNERS: readonly (readonly [RegExp, readonly string[], RegExp])[] = [
  [/^npx(?:\.cmd)?$/, [], NPM_VERSION],
  [/^bunx$/, [], NPM_VERSION],
  [/^uvx$/, [], PYTHON_VERSION],
  [/^pnpm(?:\.cmd)?$/, ['dlx'], NPM_VERSION],
  [/^yarn(?:\.cmd)?$/, ['dlx'], NPM_VERSION],
  [/^npm(?:\.cmd)?$/, ['exec'], NPM_VERSION],
];

/**
 * Returns the registry package that a command starts, with its version where the command pins it exactly;
 * empty for a server that is started from the checkout. Source: FORMAT 4.1.
 */
export function launchedPackage(
  command: string,
  args: readonly string[],
): { readonly package?: string; readonly resolvedVersion?: string } {
  const runner = runnerOf(command, args);
  if (runner === undefined) return {};
  const spec = packageSpec(args.slice(runner[1].length));
  const match = /^((?:@[^/@\s]+\/)?[^/@\s=.][^/@\s=]*)(?:(?:@|==)(.+))?$/.exec(spec ?? '');
  if (match?.[1] === undefined) return {};
  const version = match[2];
  const exact = version !== undefined && runner[2].test(version);
  return { package: match[1], ...(exact ? { resolvedVersion: version } : {}) };
}

/**
 * Returns the arguments that a package gets which a registry command starts: those behind its name; undefined where the
 * command starts none, or names it in an option.
 */
export function packageArguments(
  command: string,
  args: readonly string[],
): readonly string[] | undefined {
  const runner = runnerOf(command, args);
  if (runner === undefined) return undefined;
  const rest = args.slice(runner[1].length);
  const at = rest.findIndex((arg) => !HARMLESS_FLAGS.includes(arg));
  return at < 0 || rest[at]?.startsWith('-') === true ? undefined : rest.slice(at + 1);
}

function runnerOf(
  command: string,
  args: readonly string[],
): (typeof PACKAGE_RUNNERS)[number] | undefined {
  const program = command.slice(command.lastIndexOf('/') + 1);
  return PACKAGE_RUNNERS.find(
    ([pattern, words]) =>
      pattern.test(program) && words.every((word, index) => args[index] === word),
  );
}

/** The word that names the package: the value of an option that says so, else the first word. */
function packageSpec(args: readonly string[]): string | undefined {
  const words = args.filter((arg) => !HARMLESS_FLAGS.includes(arg));
  const [first = '', second] = words;
  const named = /^(?:--package|--from)=(.+)$/.exec(first);
  if (named !== null) return named[1];
  if (['-p', '--package', '--from'].includes(first)) return second;
  // Behind any other option the package cannot be told from the option's value.
  return first.startsWith('-') ? undefined : first;
}
