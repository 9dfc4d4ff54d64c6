/** What a server is written in, as far as its set-up goes; `other` for what is not known. */
export type Language = 'node' | 'python' | 'go' | 'rust' | 'dotnet' | 'java' | 'ruby' | 'other';

/** What a line of a set-up does. */
export type LineKind = 'install' | 'build';

/** Actions that put a language or its package manager there. */
const SETUP_ACTIONS: readonly (readonly [RegExp, Language])[] = [
  [/^(?:actions\/setup-node|pnpm\/action-setup|oven-sh\/setup-bun|denoland\/setup-deno)$/, 'node'],
  [/^(?:actions\/setup-python|astral-sh\/setup-uv|snok\/install-poetry|pdm-project\/setup-pdm)$/, 'python'],
  [/^actions\/setup-go$/, 'go'],
  [/^(?:dtolnay\/rust-toolchain|actions-rs\/toolchain|actions-rust-lang\/setup-rust-toolchain)$/, 'rust'],
  [/^actions\/setup-dotnet$/, 'dotnet'],
  [/^actions\/setup-java$/, 'java'],
  [/^ruby\/setup-ruby$/, 'ruby'],
]; // prettier-ignore

/** Directories of actions that a repository keeps for its own set-up, and the languages that their names speak of. */
const OWN_ACTION = /^\.\/(?!.*\.\.)[\w./-]*(?:setup|install|prepare|bootstrap)[\w./-]*$/;
const SPOKEN: readonly (readonly [RegExp, Language])[] = [
  [/node|npm|yarn|bun|deno/, 'node'],
  [/python|\buv\b|poetry|pip/, 'python'],
  [/\bgo\b|golang/, 'go'],
  [/rust|cargo/, 'rust'],
  [/dotnet/, 'dotnet'],
  [/java|gradle|maven/, 'java'],
  [/ruby/, 'ruby'],
];

/** Commands of a set-up, each as a whole. Their arguments are of the repository itself. */
const LINES: readonly (readonly [RegExp, Language, LineKind])[] = [
  [/^corepack enable\b/, 'node', 'install'],
  [/^(?:npm|pnpm|bun) (?:ci|install|i)\b/, 'node', 'install'],
  [/^yarn(?: install\b|$)/, 'node', 'install'],
  [/^(?:npm|pnpm|yarn|bun) (?:--?[\w=./-]+ )*run (?:build|compile|bundle)\b/, 'node', 'build'],
  [/^(?:npm|pnpm|bun) (?:-w |-r |--filter \S+ |--recursive )?build\b/, 'node', 'build'],
  [/^(?:yarn build|npx tsc|npx turbo (?:run )?build)\b/, 'node', 'build'],
  [/^uv (?:sync|venv|pip install|python install)\b/, 'python', 'install'],
  [/^(?:[\w./-]*\/)?(?:python3?(?:\.\d+)?) -m (?:pip install|venv)\b/, 'python', 'install'],
  [/^(?:[\w./-]*\/)?(?:pip3?|pipx|poetry|pdm|pipenv) (?:install|sync)\b/, 'python', 'install'],
  [/^poetry config\b/, 'python', 'install'],
  [/^go mod download$/, 'go', 'install'],
  [/^go (?:build|generate)\b/, 'go', 'build'],
  [/^rustup (?:toolchain|target|update|default)\b/, 'rust', 'install'],
  [/^cargo build\b/, 'rust', 'build'],
  [/^dotnet restore\b/, 'dotnet', 'install'],
  [/^dotnet (?:build|publish)\b/, 'dotnet', 'build'],
  [/^(?:\.\/)?(?:mvnw|gradlew) [\w -]*(?:package|build|jar|installDist)\b/, 'java', 'build'],
  [/^(?:mvn|gradle) [\w -]*(?:package|build|jar|installDist)\b/, 'java', 'build'],
  [/^bundle install\b/, 'ruby', 'install'],
  // Of any language.
  [/^(?:make|just) (?:install|deps|setup|bootstrap)$/, 'other', 'install'],
  [/^(?:make|just) build$/, 'other', 'build'],
];

/** Nothing that a shell expands, redirects or runs besides: such a line is its repository's own affair. */
const PLAIN_LINE = /^[\w@%+=:,./~^[\]"' -]+$/;

/** What an action sets up for a language: the language, or by an action of the repository's own all that it needs. */
export function actionKind(uses: string, language: Language): 'tool' | 'all' | undefined {
  if (OWN_ACTION.test(uses)) {
    const spoken = SPOKEN.filter(([pattern]) => pattern.test(uses)).map(([, each]) => each);
    return spoken.length === 0 || spoken.includes(language) ? 'all' : undefined;
  }
  return languageOfAction(uses) === language ? 'tool' : undefined;
}

function languageOfAction(uses: string): Language | undefined {
  if (!/^[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*@[\w./-]+$/.test(uses)) return undefined;
  const name = uses.slice(0, uses.indexOf('@'));
  return SETUP_ACTIONS.find(([pattern]) => pattern.test(name))?.[1];
}

/**
 * Returns the lines of a script that install or build for a language, and nothing besides; a line of several commands
 * counts where each of them does.
 */
export function setupLines(
  script: string,
  language: Language,
): readonly { readonly line: string; readonly kinds: readonly LineKind[] }[] {
  return script.split('\n').flatMap((raw) => {
    const line = raw.trim();
    const pieces = line.split(' && ');
    const kinds = pieces.flatMap((piece) => kindOf(piece.trim(), language) ?? []);
    return kinds.length === pieces.length ? [{ line, kinds }] : [];
  });
}

function kindOf(piece: string, language: Language): LineKind | undefined {
  if (!PLAIN_LINE.test(piece)) return undefined;
  return LINES.find(
    ([pattern, own]) => (own === language || own === 'other') && pattern.test(piece),
  )?.[2];
}
