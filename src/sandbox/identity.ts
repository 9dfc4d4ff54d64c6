/**
 * Everything about the reader that a server can see and could write into a definition. Reader A is
 * `STANDARD_READER`, the same on every machine and in every run. Source: SANDBOX, "The differential read".
 */
export interface ReaderIdentity {
  readonly home: string;
  readonly user: string;
  readonly uid: number;
  readonly hostName: string;
  /** Where the checkout is seen inside a box. */
  readonly codeRoot: string;
  readonly tmp: string;
  readonly timeZone: string;
  /** 32 lower-case hex digits. */
  readonly machineId: string;
  /** What `{port}` stands for where the server has a loopback of its own. */
  readonly port: number;
  /** Mixed into every placeholder; public, plainly fake. */
  readonly placeholderSalt: string;
  readonly term: string;
  readonly columns: number;
  readonly pythonHashSeed: number;
  /** Entries put in front of PATH; they do not exist. */
  readonly extraPathEntries: readonly string[];
  /** Processes that are started and ended before the server, so that its process id differs; default 0. */
  readonly processesFirst?: number;
}

/** Name of the set of rules that turn a variable's name into a placeholder. Recorded and compared. */
export const PLACEHOLDER_SET = '1';

/** Reader A: the one whose digests are recorded. */
export const STANDARD_READER: ReaderIdentity = {
  home: '/home/wmhome',
  user: 'wmuser',
  uid: 1000,
  hostName: 'wmhost',
  codeRoot: '/srv/wmcode',
  tmp: '/tmp',
  timeZone: 'UTC',
  machineId: '77697473656d61726b00000000000001',
  port: 8787,
  placeholderSalt: 'wmplaceholder',
  term: 'dumb',
  columns: 80,
  pythonHashSeed: 0,
  extraPathEntries: [],
};
