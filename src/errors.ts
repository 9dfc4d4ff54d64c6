/**
 * Every stable error code and the verdict that a run ends with when it is raised. Codes are part of
 * the interface: docs/TROUBLESHOOTING.md explains each, and a test holds the two lists together.
 * Source: FORMAT 5.
 */
export const VERDICT_OF_CODE = {
  // The caller asked for something that cannot be.
  'unknown-option': 'usage',
  'bad-option-value': 'usage',
  'missing-command': 'usage',
  'bad-command': 'usage',
  'ambiguous-command': 'usage',
  'unusable-command': 'usage',
  'bad-working-directory': 'usage',
  'bad-env': 'usage',
  'bad-url': 'usage',
  'bad-header': 'usage',
  'bad-allow-unstable': 'usage',
  'bad-tools-file': 'usage',
  'config-malformed': 'usage',
  'config-not-regular': 'usage',
  'config-not-readable': 'usage',
  'config-not-committed': 'usage',
  'bad-compared-file': 'usage',
  'event-refused': 'usage',
  'mark-refused': 'usage',
  'bad-proposal': 'usage',
  'commit-refused': 'usage',
  'not-in-ci': 'usage',
  'unknown-item': 'usage',
  'bad-base': 'usage',
  'workflow-not-regular': 'usage',
  'workflow-not-writable': 'usage',
  // The baseline is absent, or cannot be taken at its word.
  'baseline-missing': 'unmarked',
  'baseline-not-regular': 'unmarked',
  'baseline-outside-checkout': 'unmarked',
  'baseline-too-large': 'unmarked',
  'baseline-not-readable': 'unmarked',
  'baseline-not-writable': 'unmarked',
  'baseline-not-json': 'unmarked',
  'baseline-unknown-format': 'unmarked',
  'baseline-newer-format': 'unmarked',
  'baseline-malformed': 'unmarked',
  'baseline-conflict-markers': 'unmarked',
  'baseline-inconsistent': 'unmarked',
  'baseline-not-committed': 'unmarked',
  'no-checkout': 'unmarked',
  'baseline-without-server': 'unmarked',
  'branch-moved': 'unmarked',
  'branch-of-others': 'unmarked',
  'commit-failed': 'unmarked',
  // The server could not be started, spoken to, or read to the end.
  'base-unusable': 'unreadable',
  'isolation-unavailable': 'unreadable',
  'setup-failed': 'unreadable',
  'command-not-found': 'unreadable',
  'command-not-executable': 'unreadable',
  'server-exited': 'unreadable',
  'port-taken': 'unreadable',
  'server-not-listening': 'unreadable',
  'connection-failed': 'unreadable',
  'certificate-refused': 'unreadable',
  'http-unauthorized': 'unreadable',
  'http-not-found': 'unreadable',
  'session-lost': 'unreadable',
  'http-status': 'unreadable',
  'http-redirect': 'unreadable',
  'http-content': 'unreadable',
  'http-no-answer': 'unreadable',
  'legacy-sse': 'unreadable',
  'server-not-answering': 'unreadable',
  'read-timeout': 'unreadable',
  'handshake-refused': 'unreadable',
  'handshake-malformed': 'unreadable',
  'protocol-unsupported': 'unreadable',
  'list-refused': 'unreadable',
  'list-malformed': 'unreadable',
  'repeated-cursor': 'unreadable',
  'too-many-pages': 'unreadable',
  'too-many-items': 'unreadable',
  'message-too-large': 'unreadable',
  'too-many-bytes': 'unreadable',
  'too-many-messages': 'unreadable',
  'too-deep': 'unreadable',
  'invalid-utf8': 'unreadable',
  'ambiguous-message': 'unreadable',
  'secret-in-name': 'unreadable',
  // The server was read under other conditions.
  'accept-incomparable': 'incomparable',
  // The server does not agree with itself.
  'never-settles': 'unstable',
  'field-unstable': 'unstable',
  // A fault of this program.
  internal: 'internal',
} as const;

/** A stable error code; each is explained in docs/TROUBLESHOOTING.md. */
export type ErrorCode = keyof typeof VERDICT_OF_CODE;

/** What every failure carries: what happened and where, and the command or YAML line that fixes it. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  /** Options of the command line that the hint proposes, quoted for a shell: what ran, with them, is worth a try. */
  readonly tryWith?: string;
  /** Lines to choose from and to copy, below the hint. */
  readonly lines?: readonly string[];
}

/**
 * The one error class that is thrown on purpose. `message` says where, what was found and what was
 * expected, without ever quoting what a server sent or a baseline holds; `hint` is the way out.
 */
export class WitnessmarkError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;
  readonly tryWith: string | undefined;
  /** Lines to choose from and to copy; mostly none. */
  readonly lines: readonly string[];

  constructor(
    code: ErrorCode,
    message: string,
    hint: string,
    options?: {
      readonly cause?: unknown;
      readonly tryWith?: string | undefined;
      readonly lines?: readonly string[];
    },
  ) {
    super(message, options);
    this.name = 'WitnessmarkError';
    this.code = code;
    this.hint = hint;
    this.tryWith = options?.tryWith;
    this.lines = options?.lines ?? [];
  }

  /** The same members as a plain value, for reports. */
  toProblem(): Problem {
    const { code, message, hint, tryWith, lines } = this;
    return {
      code,
      message,
      hint,
      ...(tryWith === undefined ? {} : { tryWith }),
      ...(lines.length === 0 ? {} : { lines }),
    };
  }
}

/** Turns anything thrown into a problem; what is not ours becomes `internal`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof WitnessmarkError) return error.toProblem();
  return {
    code: 'internal',
    message: `a fault in witnessmark: ${error instanceof Error ? error.name : typeof error}`,
    hint: 'Please report it with the stack trace printed above.',
  };
}

/**
 * Returns what may be printed of a fault of this program: its name and stack frames. Its message may
 * quote what a server sent, so it stays out.
 */
export function faultLines(error: unknown): string[] {
  if (!(error instanceof Error)) return [`a thrown ${typeof error}`];
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? [] : ['caused by', ...faultLines(error.cause)];
  return [error.name, ...frames, ...cause];
}
