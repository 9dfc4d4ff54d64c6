/** A way to start a server that a file of the repository declares; nothing of it has been looked at yet. */
export interface Declaration {
  /** File and member, such as `package.json (bin)`. */
  readonly source: string;
  /** Program and arguments as the file says them. */
  readonly words: readonly string[];
  /** Names of the variables that the file declares for it. */
  readonly variables: readonly string[];
  /** True where the file names what to start and not with which arguments: a fuller declaration completes it. */
  readonly isEntryOnly: boolean;
}

/** What one source declares, and what in it cannot be used, in words. */
export interface Findings {
  readonly declarations: readonly Declaration[];
  readonly remarks: readonly string[];
}

export const NOTHING: Findings = { declarations: [], remarks: [] };

/** What the files of a repository say of itself, by which commands that download or build are replaced. */
export interface Project {
  /** Name in package.json; empty for none. */
  readonly packageName: string;
  /** Commands of package.json by name, with their files. */
  readonly bins: ReadonlyMap<string, string>;
  /** Scripts of package.json by name. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Name in pyproject.toml; empty for none. */
  readonly pythonName: string;
  /** Scripts of pyproject.toml. */
  readonly pythonScripts: readonly string[];
  /** Last part of the module's path in go.mod; empty for none. */
  readonly goModule: string;
  /** Binaries of Cargo.toml. */
  readonly cargoBins: readonly string[];
}

/** What the search sees of a checkout: paths are relative to the working directory and never leave the checkout. */
export interface View {
  /** True for a file whose real place is inside the checkout. */
  readonly isFile: (path: string) => boolean;
  /** Bounded text of a regular file that no link leads to; undefined otherwise. */
  readonly text: (path: string) => string | undefined;
  /** Names in a directory, sorted; none when it is not there. */
  readonly names: (path: string) => readonly string[];
}

/** Names of variables that `env` takes, sorted, each once. */
export function variableNames(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)))].sort();
}
