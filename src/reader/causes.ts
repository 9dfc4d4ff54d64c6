/** What a server's stderr tells when it fails to start: our words for it, never the server's. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [
    /ERR_DLOPEN_FAILED|NODE_MODULE_VERSION|was compiled against a different Node\.js version/,
    'A native module was built for another version of Node.js: install the dependencies with the version that starts the server.',
  ],
  [
    /Cannot find (?:module|package) ['"]?(?:\.|\/)|ENOENT[^\n]*(?:dist|build|lib|out)\//,
    'A file of the server itself is missing: build it before the check.',
  ],
  [
    /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|ModuleNotFoundError|No module named|ImportError/,
    'A package that the server imports is not installed: install its dependencies before the check.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|getaddrinfo|Name or service not known|network is unreachable/i,
    'The server tried to reach the network before it answered.',
  ],
  [
    /ENOTCACHED|npm (?:error|ERR!)|could not determine executable|No solution found|cache miss/i,
    'The command is a package manager that wants the network: install the server in an earlier step and start it directly.',
  ],
  [/EADDRINUSE|address already in use/i, 'The port that the server listens on is taken.'],
  [
    /SyntaxError|Unexpected token|IndentationError/,
    'The server’s code does not parse with this version of its runtime.',
  ],
  [/EACCES|EROFS|EPERM|permission denied/i, 'The server may not read or write a file it needs.'],
];

/** Names of variables that a message calls missing; a name is no value. */
const MISSING_VARIABLE =
  /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b[^\n]{0,60}\b(?:required|missing|not set|undefined|must be set|is not defined)|(?:required|missing|set|provide|environment variable)\b[^\n]{0,40}?\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/i;

/**
 * Returns a sentence for the first cause that is recognised in the end of a server's stderr, or undefined.
 * Nothing of the text but the name of a variable is ever part of it. Source: PRODUCT "Reading".
 */
export function recognisedCause(stderr: string, noiseLines: number): string | undefined {
  const variable = MISSING_VARIABLE.exec(stderr);
  const name = [variable?.[1], variable?.[2]].find(
    (each) => each !== undefined && /^[A-Z0-9_]{3,64}$/.test(each),
  );
  if (name !== undefined)
    return `The server misses a variable: --env ${name} gives it a placeholder.`;
  const found = CAUSES.find(([pattern]) => pattern.test(stderr));
  if (found !== undefined) return found[1];
  return noiseLines > 0
    ? `The server wrote ${noiseLines} lines to stdout that are no MCP messages: logs belong on stderr.`
    : undefined;
}
