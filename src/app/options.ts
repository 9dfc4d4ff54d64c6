/** Where an option can be given. */
export type Door = 'action' | 'cli';

/** One option of both doors. `action.yml`, `--help` and the README are tested against this table. */
export interface OptionSpec {
  /** Name of the input, and of the long option behind `--`. */
  readonly name: string;
  readonly doors: readonly Door[];
  /** `list` is repeatable on the command line and takes one entry a line as an input. */
  readonly type: 'string' | 'flag' | 'list';
  /** What stands for the value in help texts. */
  readonly value?: string;
  readonly default?: string;
  /** A letter that stands for the name on the command line. */
  readonly short?: string;
  /** True where `witnessmark.config.json` may have it as a member of a server. */
  readonly inFile?: true;
  /** One sentence or two, for `--help`, `action.yml` and the README alike. */
  readonly help: string;
}

const BOTH: readonly Door[] = ['action', 'cli'];

export const OPTIONS = [
  {
    name: 'mode',
    doors: ['action'],
    type: 'string',
    value: 'check|mark',
    default: 'check',
    help: 'check holds the server against the committed baseline; mark writes the baseline, and is refused on pull requests and merge groups.',
  },
  {
    name: 'command',
    doors: BOTH,
    inFile: true,
    type: 'string',
    value: 'COMMAND',
    help: 'How to start the server, quoted as for a shell; no shell is involved. Without it and without url, the server is found in the repository.',
  },
  {
    name: 'args',
    doors: BOTH,
    inFile: true,
    type: 'list',
    value: 'ARG',
    help: 'An argument that is appended to the command, taken as it is.',
  },
  {
    name: 'url',
    doors: BOTH,
    inFile: true,
    type: 'string',
    value: 'URL',
    help: 'Where the server speaks Streamable HTTP. Beside command: http://127.0.0.1:{port}/PATH, where {port} stands for the port in url, command and env. Alone: a deployed server, which is read over the network.',
  },
  {
    name: 'header',
    doors: BOTH,
    inFile: true,
    type: 'list',
    value: 'NAME=VALUE',
    help: 'A header for a deployed server. Its name is recorded; its value is never shown.',
  },
  {
    name: 'working-directory',
    doors: BOTH,
    inFile: true,
    type: 'string',
    value: 'DIR',
    default: '.',
    help: 'Where the server is started, and what the baseline path is relative to.',
  },
  {
    name: 'env',
    doors: BOTH,
    inFile: true,
    type: 'list',
    value: 'NAME[=VALUE]',
    help: 'A variable for the server. A bare name gets a placeholder, which is enough for most servers and works on forks; a value is never shown.',
  },
  {
    name: 'servers',
    doors: BOTH,
    type: 'list',
    value: 'NAME',
    help: 'The servers of witnessmark.config.json that this run is about; without it, all of them.',
  },
  {
    name: 'baseline',
    doors: BOTH,
    type: 'string',
    value: 'FILE',
    default: 'witnessmark.json',
    help: 'The baseline file, inside the checkout. Of a server of witnessmark.config.json it is witnessmark.NAME.json.',
  },
  {
    name: 'surface',
    doors: BOTH,
    inFile: true,
    type: 'string',
    value: 'KINDS',
    default: 'tools,prompts,resources,resourceTemplates',
    help: 'The kinds to read, separated by commas. What the server says of itself is always read.',
  },
  {
    name: 'timeout',
    doors: BOTH,
    type: 'string',
    value: 'SECONDS',
    default: '120',
    help: 'Bound on the whole read, in seconds. Given explicitly it also bounds the start and each request, which otherwise get 30 seconds.',
  },
  {
    name: 'client-capabilities',
    doors: BOTH,
    inFile: true,
    type: 'string',
    value: 'full|none|LIST',
    default: 'full',
    help: 'What the reader declares: servers show more to clients that can do more. A list names elicitation, roots, sampling.',
  },
  {
    name: 'protocol',
    doors: BOTH,
    inFile: true,
    type: 'string',
    value: 'auto|VERSION',
    default: 'auto',
    help: 'The MCP protocol version to ask for; auto asks for the newest.',
  },
  {
    name: 'allow-unstable',
    doors: BOTH,
    inFile: true,
    type: 'list',
    value: 'KIND:ID:FIELD',
    help: 'A field that may differ from reading to reading, such as tool:get_time:description. It is recorded as unstable and not compared.',
  },
  {
    name: 'isolation',
    doors: BOTH,
    type: 'string',
    value: 'required|none',
    default: 'required',
    help: 'required starts the server without network, with a fixed home and a copy of the checkout, and fails where that cannot be had. none starts it as it is, and is recorded.',
  },
  {
    name: 'setup',
    doors: BOTH,
    inFile: true,
    type: 'string',
    value: 'SHELL-LINE',
    help: 'A shell line that prepares the checkout inside the isolation, with network, before the read. What it writes stays there and vanishes afterwards.',
  },
  {
    name: 'show-stderr',
    doors: BOTH,
    type: 'flag',
    default: 'false',
    help: 'Show the end of the server’s stderr when it cannot be read. Servers print descriptions and keys there.',
  },
  {
    name: 'profiles',
    doors: BOTH,
    type: 'flag',
    default: 'false',
    help: 'Add to the record what other public systems call the tools (docs/PROFILES.md). It changes no verdict.',
  },
  {
    name: 'report-only',
    doors: ['action'],
    type: 'flag',
    default: 'false',
    help: 'Let the step pass whatever the server says, for trying the check out. Verdict and exit-code are set all the same, every change is a warning, and the run says loudly that it gates nothing. A wrong input, a refused event and a fault of witnessmark still fail.',
  },
  {
    name: 'token',
    doors: ['action'],
    type: 'string',
    value: 'TOKEN',
    default: '${{ github.token }}',
    help: 'Asks GitHub’s API what a shallow clone does not have: the baseline at the base of a pull request, and the files that it changes. contents: read is enough, the verdict never depends on it, and no server gets it.',
  },
  {
    name: 'commit',
    doors: ['action'],
    type: 'flag',
    default: 'false',
    help: 'Of mode mark: commit the baseline through GitHub’s API. On workflow_dispatch it goes to the branch of the run; on push and schedule to a pull request of its own, which is opened or renewed. It needs contents: write, the latter pull-requests: write too.',
  },
  {
    name: 'from',
    doors: ['action'],
    type: 'string',
    value: 'PATH',
    help: 'Of mode mark: take the proposed baseline of another job, a file or a directory as the output proposed-baseline or download-artifact gives it, and start no server.',
  },
  {
    name: 'comment',
    doors: ['action'],
    type: 'flag',
    default: 'false',
    help: 'Keep one comment on the pull request that says what the job summary says, in short. It needs pull-requests: write; without it, as on a fork, a warning says so, and the verdict is as ever.',
  },
  {
    name: 'tools',
    doors: ['cli'],
    type: 'string',
    value: 'FILE',
    help: 'A file with a tools/list result, a whole JSON-RPC answer or an array of tools, to be digested instead of a server.',
  },
  {
    name: 'profile',
    doors: ['cli'],
    type: 'string',
    value: 'NAME',
    help: 'Only the digests of one system, such as heldfast, or one of them, such as rugsnare.hash.',
  },
  {
    name: 'accept',
    doors: ['cli'],
    type: 'flag',
    default: 'false',
    help: 'Take the items that are named into the baseline, and no others: what else differs goes on failing.',
  },
  {
    name: 'base',
    doors: ['cli'],
    type: 'string',
    value: 'COMMIT',
    help: 'Hold the server against the one of another commit, which is laid out apart and read in isolation; setup runs there too.',
  },
  {
    name: 'color',
    doors: ['cli'],
    type: 'string',
    value: 'auto|always|never',
    default: 'auto',
    help: 'auto colours a terminal, unless NO_COLOR is set.',
  },
  {
    name: 'dry-run',
    doors: ['cli'],
    type: 'flag',
    default: 'false',
    help: 'Read, and print what would be written; write nothing.',
  },
  {
    name: 'json',
    doors: ['cli'],
    type: 'flag',
    default: 'false',
    help: 'Print the result as one JSON document on stdout, the record of a reading; everything for people goes to stderr.',
  },
  {
    name: 'help',
    doors: ['cli'],
    type: 'flag',
    short: 'h',
    default: 'false',
    help: 'Print this help; behind a command, that of the command.',
  },
  { name: 'version', doors: ['cli'], type: 'flag', default: 'false', help: 'Print the version.' },
] as const satisfies readonly OptionSpec[];

/** An option as plain data; the literal types of the table are not needed where it is walked. */
export const OPTION_SPECS: readonly OptionSpec[] = OPTIONS;

/** A command of the command line; parsing and `--help` are made from the table of these. */
export interface CommandSpec {
  readonly name: string;
  /** A sentence or two. */
  readonly help: string;
  /** Names of the words that stand behind it, all of them needed; none by default. */
  readonly operands?: readonly string[];
  /** Name of the words that may follow, any number of them. */
  readonly moreOperands?: string;
  /** Names of the options it takes, beside `help`. */
  readonly options: readonly string[];
  readonly examples: readonly string[];
}

/** Options that say how a server is started and read. */
const READING: readonly string[] = [
  'command',
  'args',
  'url',
  'header',
  'working-directory',
  'env',
  'servers',
  'surface',
  'timeout',
  'client-capabilities',
  'protocol',
  'isolation',
  'setup',
  'show-stderr',
];
const GATE: readonly string[] = [
  ...READING,
  'baseline',
  'allow-unstable',
  'profiles',
  'color',
  'json',
];

/** The commands of the command line, with what `--help` says of them. */
export const COMMANDS = [
  {
    name: 'init',
    help: 'Find the server, read it, and write the baseline and the workflow that checks it. Overwrites nothing.',
    options: [...GATE.filter((name) => name !== 'profiles'), 'dry-run'],
    examples: [
      'witnessmark init',
      'witnessmark init --dry-run',
      "witnessmark init --command 'node dist/index.js' --env API_KEY",
    ],
  },
  {
    name: 'check',
    help: 'Hold the server against the committed baseline. Writes nothing.',
    options: GATE,
    examples: [
      'witnessmark check',
      "witnessmark check --command 'node dist/index.js' --env API_KEY",
      "witnessmark check --command 'node dist/http.js' --url http://127.0.0.1:{port}/mcp",
    ],
  },
  {
    name: 'mark',
    help: 'Read the server and write the baseline; committing it is the approval.',
    options: GATE,
    examples: ["witnessmark mark --command 'node dist/index.js'"],
  },
  {
    name: 'digests',
    help: 'Print the digests that other public systems give the tools of a server, or of a file with a tools/list result. Gates nothing.',
    options: [...READING.filter((name) => name !== 'show-stderr'), 'tools', 'profile', 'json'],
    examples: [
      "witnessmark digests --command 'node dist/index.js'",
      'witnessmark digests --tools tools.json --profile heldfast',
    ],
  },
  {
    name: 'compare',
    help: 'Hold two records against each other, or a record and a baseline or a catalogue of the heldfast feed: same, drift, or incomparable where they were read under other conditions. Starts no server.',
    operands: ['A', 'B'],
    options: ['color', 'json'],
    examples: [
      'witnessmark compare witnessmark.json record.json',
      'witnessmark compare old-record.json new-record.json --json',
      'witnessmark compare record.json catalogue.json',
    ],
  },
  {
    name: 'show',
    help: 'Read the server and show what it says, with hidden characters made visible: all of it, or the items that are named. Not in CI.',
    moreOperands: 'ITEM',
    options: [...READING, 'baseline', 'color', 'json'],
    examples: [
      'witnessmark show',
      "witnessmark show --command 'node dist/index.js' tool:read_file",
      'witnessmark show --color always | less -R',
    ],
  },
  {
    name: 'diff',
    help: 'Show what was and what is, of everything that differs from the baseline or of the items that are named; with --accept take those into the baseline, and no others. Not in CI.',
    moreOperands: 'ITEM',
    options: [...GATE.filter((name) => name !== 'profiles'), 'base', 'accept'],
    examples: [
      'witnessmark diff',
      'witnessmark diff tool:read_file',
      "witnessmark diff --base main --setup 'npm ci && npm run build'",
      'witnessmark diff --accept tool:read_file',
      "witnessmark diff --accept --command 'node dist/index.js' tool:read_file prompt:summary",
    ],
  },
  {
    name: 'demo',
    help: 'Show the whole round on a small server that comes along. Needs nothing.',
    options: [],
    examples: ['witnessmark demo'],
  },
] as const satisfies readonly CommandSpec[];

/** A command as plain data. */
export const COMMAND_SPECS: readonly CommandSpec[] = COMMANDS;

/** What the Action sets, with the texts of `action.yml`. */
export const OUTPUTS = [
  {
    name: 'verdict',
    help: 'match, drift, unmarked, unreadable, incomparable, unstable, usage or internal.',
  },
  { name: 'exit-code', help: 'The exit code that the command line would have ended with.' },
  {
    name: 'added',
    help: 'Items that the baseline does not have, as a JSON list of names such as "tool read_file", of several servers "SERVER: tool read_file"; past 128 Ki characters its last entry says how many more there are.',
  },
  {
    name: 'removed',
    help: 'Items of the baseline that the server does not have, as a JSON list of names, with the same bound.',
  },
  { name: 'changed', help: 'Items that differ, as a JSON list of names, with the same bound.' },
  {
    name: 'record',
    help: 'Path of the record, a JSON file of names and digests, outside the checkout.',
  },
  {
    name: 'proposed-baseline',
    help: 'Path of the baseline that this reading would write, outside the checkout; empty when the server could not be read. Of several servers a directory, with the baselines that differ, or of mode mark all, at their paths in the checkout.',
  },
  {
    name: 'commit',
    help: 'Of mode mark with commit: the id of the commit that holds the renewed baseline; empty where nothing was committed.',
  },
  {
    name: 'pull-request',
    help: 'Of mode mark with commit, on push and schedule: the number of the pull request; empty where there is none.',
  },
] as const;
