import type { ProcessExit } from '../sandbox/sandbox.js';
import type { ErrorCode } from '../errors.js';

/** All that is known of a read that failed. */
export interface Evidence {
  readonly code: ErrorCode;
  /** True when the handshake was good and a list failed. */
  readonly isOpen: boolean;
  /** The end of the server's stderr: its own words, which go no further. */
  readonly stderr: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Names of the variables that the server was given on purpose. */
  readonly declared: readonly string[];
  /** True for a text that must not be shown, whatever it is called. */
  readonly isSecret?: ((text: string) => boolean) | undefined;
  readonly exit: ProcessExit | undefined;
  /** Lines on stdout that answered nothing. */
  readonly noise: number;
  /** Lines among them that look like one line of a message that is printed over several. */
  readonly spread: number;
  /** Answers among them that have an id which nobody is waiting for. */
  readonly unasked: number;
}

/** Failures that something outside the protocol may explain; the others say everything themselves. */
const EXPLAINABLE: readonly ErrorCode[] = [
  'server-exited',
  'server-not-answering',
  'read-timeout',
  'handshake-refused',
  'list-refused',
];

const MANAGER =
  'The command lets a package manager fetch or build the server, and the isolation has no network, by design: ' +
  'move the install into an earlier step of the workflow or into --setup, and start what was installed directly.';
const NETWORK =
  'The server tried to reach the network before it answered, and the isolation has none, by design: ' +
  'let it answer initialize and its lists without, or fetch what it needs in an earlier step or in --setup.';
const MISSING_FILE =
  'A file of the server itself is missing: build it before the check, or set --working-directory.';
const WRONG_DIRECTORY =
  'The command looks for a project or a file that is not in the working directory: set --working-directory, or build it before the check.';
const NOT_INSTALLED =
  'A package that the server imports is not installed: install its dependencies in an earlier step or in --setup.';
const NATIVE =
  'A native module was built for another version of Node.js or another machine: install the dependencies with the version that starts the server.';
const RUNTIME =
  'The server needs another version of its runtime, or a package of another version: start it with the version that it is built and tested with.';

/** Words of a resolver or a connection, of any runtime. */
const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|getaddrinfo|Name or service not known|Temporary failure in name resolution|Could not resolve host|network is unreachable|no such host|dns error|nodename nor servname|server misbehaving/i;
/** What only a package manager says. */
const MANAGER_WORDS =
  /ENOTCACHED|npm (?:error|ERR!) (?:code E|network)|ERR_PNPM_|Failed to fetch: `https?:|No solution found when resolving|Could not find a version that satisfies|proxy\.golang\.org|index\.crates\.io|static\.crates\.io|failed to download (?:from|`)|NU1301|Could not reach host https?:\/\/rubygems|could not determine executable to run/;

/** What stderr tells, the surest first: our words for it, never the server's. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [
    /ERR_DLOPEN_FAILED|NODE_MODULE_VERSION|compiled against a different Node\.js version|Could not locate the bindings file|No native build was found for|invalid ELF header|wrong ELF class|You installed esbuild for another platform|Cannot find module '?@(?:rollup\/rollup|esbuild|swc\/core|img\/sharp)-(?:linux|darwin|win32)/,
    NATIVE,
  ],
  [
    /spawn np[mx](?:\.cmd)? (?:ENOENT|EINVAL)/,
    'The server starts npx itself and does not find it (on Windows it is npx.cmd): start what it would start directly.',
  ],
  [
    /spawn [^\n]{0,300}\.(?:cmd|bat) (?:ENOENT|EINVAL)|\.(?:cmd|bat)['"’]?: (?:command not found|not found|No such file or directory)|^'[^'\n]{1,300}' is not recognized as an internal or external command/m,
    'The command starts a .cmd or .bat file, which only Windows has and only a shell starts there: leave the ending out, or start what it would start directly.',
  ],
  [
    /Cannot connect to the Docker daemon|docker\.sock/,
    'The command needs the Docker daemon, which the isolation does not reach: start the server itself, not its container.',
  ],
  [
    /Missing script:|missing script:|Command "[^"\n]{1,100}" not found|ERR_PNPM_NO_SCRIPT/,
    'The package.json of the working directory has no such script: name one that it has, or set --working-directory.',
  ],
  [
    /Could not read package\.json|ENOENT[^\n]{0,300}package\.json|go\.mod file not found|cannot find main module|could not find `Cargo\.toml`|MSB1003|Couldn't find a project to run|No `pyproject\.toml`|can't open file [^\n]{0,300}\[Errno 2\]|Project file does not exist/,
    WRONG_DIRECTORY,
  ],
  [
    /Cannot find module ['"]?(?:\.|\/|[A-Za-z]:\\)(?![^'"\n]{0,300}node_modules)|ENOENT[^\n]{0,300}(?:dist|build|lib|out)\/|ERR_UNKNOWN_FILE_EXTENSION|Unable to access jarfile|The application '[^'\n]{0,300}' does not exist|no bin target named|The specified command or file was not found/i,
    MISSING_FILE,
  ],
  [
    /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|ModuleNotFoundError|No module named|no required module provides package|missing go\.sum entry|cannot load such file|Gem::MissingSpecError|PackageNotFoundError/,
    NOT_INSTALLED,
  ],
  [MANAGER_WORDS, MANAGER],
  [
    /Exec format error|cannot execute(?: binary file)?: required file not found/,
    'The command is a program for another machine or with another loader: build it for the one that starts it.',
  ],
  [
    /EADDRINUSE|address already in use/i,
    'The port that the server listens on is taken: another one is running, or it was started twice.',
  ],
  [
    /GLIBC_\d[\d.]*' not found|UnsupportedClassVersionError|You must install or update \.NET|compatible \.NET SDK was not found|requires a different Python|cannot import name|does not provide an export named|ERR_REQUIRE_ESM|requires? Node(?:\.js)? (?:version )?[v>=\d]|requires rustc \d/i,
    RUNTIME,
  ],
  [
    /^(?:Uncaught )?(?:SyntaxError|IndentationError|TabError): (?![^\n]{0,300}JSON)/m,
    'The server’s code does not parse with this version of its runtime.',
  ],
  [
    /heap out of memory|^MemoryError|Cannot allocate memory|OutOfMemoryError|std::bad_alloc|fatal error: out of memory/m,
    'The server ran out of memory.',
  ],
  [
    /(?:pyenv|rbenv|nodenv|goenv|asdf|mise|rtx|volta|fnm)['"]?: (?:command )?not found|(?:pyenv|rbenv|nodenv|asdf|mise)[^\n]{0,100}No such file or directory/,
    'The command is a shim of a version manager, which the isolation does not show: give the path of the program itself, or of the virtual environment.',
  ],
  [
    /^[\w./-]*(?:sh|env|exec):[^\n]{0,300}(?:not found(?: in \$PATH)?|No such file or directory)$/m,
    'The command starts a program that is not installed on this machine: install it in an earlier step.',
  ],
  [
    /not a tty|Inappropriate ioctl for device|setRawMode is not a function/i,
    'The server wants a terminal: start it in the mode that speaks MCP over stdio.',
  ],
  [
    /EACCES|EROFS|EPERM|permission denied|Read-only file system/i,
    'The server may not read or write a file it needs: inside the isolation it may write to its checkout, its home and its temporary directory.',
  ],
];

/**
 * Returns a sentence for the first cause that is recognised, or undefined. Nothing of the server's words but the name
 * of a variable is ever part of it. Source: PRODUCT "Reading", issue 4.6.
 */
export function recognisedCause(evidence: Evidence): string | undefined {
  if (!EXPLAINABLE.includes(evidence.code)) return undefined;
  return (
    causeInStderr(evidence) ??
    causeOnStdout(evidence) ??
    causeInCommand(evidence) ??
    causeInConduct(evidence)
  );
}

/** Why a server that answers lists no tools, as far as its stderr tells. */
export interface NoTools {
  /** Name of a variable that it calls missing. */
  readonly variable?: string;
  /** A sentence for another cause. */
  readonly cause?: string;
}

/**
 * Returns what a server's stderr tells of why it listed no tools: names and sentences of ours, never its words.
 * Source: issue 4.6 ("0 tools because a key is missing").
 */
export function whyNoTools({
  stderr,
  command,
  args,
  isSecret,
}: {
  readonly stderr: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly isSecret?: Evidence['isSecret'];
}): NoTools {
  const variable = missingVariable(stderr, isSecret);
  if (variable !== undefined) return { variable };
  const cause = causeOfWords(stderr, [command, ...args]);
  return cause === undefined ? {} : { cause };
}

/** The option that the recognised cause proposes, where there is one that can be given as it is. */
export function helpfulOption({ code, stderr, declared, isSecret }: Evidence): string | undefined {
  if (!EXPLAINABLE.includes(code)) return undefined;
  const name = missingVariable(stderr, isSecret);
  return name === undefined || declared.includes(name) ? undefined : `--env ${name}`;
}

function causeInStderr({ stderr, command, declared, isSecret }: Evidence): string | undefined {
  const name = missingVariable(stderr, isSecret);
  if (name !== undefined) {
    return declared.includes(name)
      ? `The server does not take what it was given for the variable ${name}: a value of the right form may do (--env ${name}=VALUE).`
      : `The server misses a variable: --env ${name} gives it a placeholder.`;
  }
  return causeOfWords(stderr, command);
}

function causeOfWords(stderr: string, command: readonly string[]): string | undefined {
  const found = CAUSES.find(([pattern]) => pattern.test(stderr));
  if (found !== undefined) return found[1];
  if (NO_NETWORK.test(stderr)) return fetches(command) ? MANAGER : NETWORK;
  return undefined;
}

function causeOnStdout({ noise, spread, unasked }: Evidence): string | undefined {
  if (spread > 0) {
    return 'The server prints messages over several lines: an MCP message is one line, so print JSON without indentation.';
  }
  if (unasked > 0) {
    return 'The server answers with an id that was not asked: the id of an answer is that of its request, of the same type.';
  }
  return noise === 0
    ? undefined
    : `The server wrote ${noise} ${noise === 1 ? 'line' : 'lines'} to stdout that ${noise === 1 ? 'is no MCP message' : 'are no MCP messages'}: logs belong on stderr.`;
}

function causeInCommand({ command, isOpen }: Evidence): string | undefined {
  return !isOpen && fetches(command) ? MANAGER : undefined;
}

/** What remains when neither output says anything. */
function causeInConduct({ code, isOpen, exit }: Evidence): string | undefined {
  if (isOpen) {
    return code === 'read-timeout'
      ? undefined
      : 'The handshake was good and the list failed: does the server need a variable, the network or a back end to list what it has?';
  }
  if (code === 'read-timeout' || code === 'server-not-answering') {
    return 'A server that first waits for the network or a terminal never answers here: the isolation has neither, by design.';
  }
  if (code !== 'server-exited' || exit === undefined) return undefined;
  if (exit.code === 0) {
    return 'The command ended by itself before the handshake, with success: it starts no stdio server, or another process in the background, or only prints its usage.';
  }
  if (exit.code === 126 || exit.code === 127) {
    return 'The command starts a program that is not installed on this machine: install it in an earlier step.';
  }
  return exit.signal === 'SIGKILL' || exit.code === 137
    ? 'Something killed the server: often it is a bound on memory.'
    : undefined;
}

/** Commands that look for a server, or its dependencies, where the network is. */
const FETCHERS =
  /(?:^|[\s/\\])(?:npx|pnpx|bunx|uvx|pipx run|npm (?:exec|x|install|ci)|pnpm (?:dlx|install)|yarn dlx|bun x|uv (?:run|tool run)|go run|cargo (?:run|install)|dotnet (?:run|tool run)|dnx|docker run|podman run)(?:\.cmd|\.exe)?(?:\s|$)/;
const OFFLINE = /\s--?(?:offline|no-install|frozen-offline|no-restore)(?:\s|$)/;

function fetches(command: readonly string[]): boolean {
  const line = command.join(' ');
  return FETCHERS.test(line) && !OFFLINE.test(line);
}

const NAME = '([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)';
/** Where the text says itself that it is a variable, its name needs no underscore. */
const ANY_NAME = '([A-Z][A-Z0-9_]{2,})';
const QUOTE = '["\'`]?';
const FILLER = `(?:[\\s"'\`:,)\\]]+(?:environment|env|variables?|vars?|value|key|setting|is|was|are|were|has|must|should|be|to|been|a|and|or|but|it|your))`;
const ABSENT =
  '(?:required|missing|not (?:set|provided|defined|found|configured|present)|undefined|unset|empty|(?:must|should) be (?:set|provided|defined))';
const MISSING_VARIABLE: readonly RegExp[] = [
  new RegExp(`\\b${NAME}\\b${FILLER}{0,6}[\\s"'\`:,)\\]]+${ABSENT}\\b`, 'gi'),
  new RegExp(
    `\\b(?:required|missing|set|provide|define|export|specify|supply|expected)[:\\s]+(?:(?:the|your|an?|required|environment|env|variables?|vars?|config|configuration|key|named|called)[:\\s]+){0,5}${QUOTE}${NAME}\\b`,
    'gi',
  ),
  new RegExp(
    `\\b(?:environment|env)[ _]?(?:variables?|vars?)?(?: is)?(?: not set| not found| missing)?:? ${QUOTE}${ANY_NAME}\\b`,
    'gi',
  ),
  new RegExp(`^KeyError: '${ANY_NAME}'$`, 'gm'),
  // What zod and pydantic print of an environment that does not fit.
  new RegExp(`"path": \\[\\s*"${ANY_NAME}"\\s*\\],\\s*"message": "(?:Required|Invalid input)`, 'g'),
  new RegExp(`^${ANY_NAME}\\n\\s+Field required`, 'gm'),
];
/** Upper-case words that are codes of a runtime, or of character sets. */
const NO_VARIABLE =
  /^(?:ERR_|NODE_MODULE_VERSION$|MODULE_NOT_FOUND$|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CERT_|GLIBC_|UTF_|ISO_)/;

/**
 * The first name of a variable that a message calls missing. A name is no value; what a hostile server calls one may be.
 * Source: FORMAT 4.7.
 */
function missingVariable(
  stderr: string,
  isSecret: Evidence['isSecret'] = () => false,
): string | undefined {
  for (const pattern of MISSING_VARIABLE) {
    for (const [, name = ''] of stderr.matchAll(pattern)) {
      if (!/^[A-Z][A-Z0-9_]{2,63}$/.test(name) || NO_VARIABLE.test(name)) continue;
      if (!isSecret(name)) return name;
    }
  }
  return undefined;
}
