import { trimAscii } from '../core/ascii-space.js';
import { compareCodeUnits } from '../core/order.js';
import { WitnessmarkError } from '../errors.js';

/** Where a server answers over HTTP. */
export interface Endpoint {
  /** `launched` is a server that the command starts; `deployed` one that runs already. */
  readonly kind: 'launched' | 'deployed';
  /** As given. */
  readonly url: string;
  /** Origin and path, `{port}` unexpanded: what is recorded and compared. Source: FORMAT 4.2. */
  readonly recorded: string;
  /** Names as given. Values are never shown. */
  readonly headers: readonly (readonly [string, string])[];
}

/** Stands for the port of a server that is started here, in the command, its arguments, env and url. */
export const PORT_WORD = '{port}';

/** Options that say how a server is started. */
const LAUNCH_OPTIONS: readonly string[] = ['args', 'env', 'isolation', 'setup'];
/** Headers that the protocol or HTTP itself sets. */
const RESERVED_HEADERS: readonly string[] = ['accept', 'accept-encoding', 'connection', 'content-encoding', 'content-length',
  'content-type', 'host', 'last-event-id', 'mcp-protocol-version', 'mcp-session-id', 'transfer-encoding', 'upgrade']; // prettier-ignore
const LAUNCHED_URL =
  /^http:\/\/(?:127\.0\.0\.1|localhost)(?::(?:\d{1,5}|\{port\}))?(?:[/?][^#{}]*)?$/i;

/**
 * Returns where the server answers; undefined for a server on stdio. `given` are the names of all options that
 * were given, `entries` those of `header`.
 * @throws WitnessmarkError `bad-url`, `bad-header`; never with a value in it.
 */
export function parseEndpoint(
  given: ReadonlySet<string>,
  url: string | undefined,
  entries: readonly string[],
): Endpoint | undefined {
  const isLaunched = given.has('command');
  if (entries.length > 0 && (url === undefined || isLaunched)) {
    throw badHeader('header goes to a deployed server: it stands beside url, without command');
  }
  if (url === undefined) return undefined;
  const headers = parseHeaders(entries);
  if (isLaunched) {
    const sample = url.replace(PORT_WORD, '1');
    if (!LAUNCHED_URL.test(url) || !URL.canParse(sample)) {
      throw badUrl('beside command, url takes http://127.0.0.1:{port}/PATH, or localhost');
    }
    const { host, pathname } = new URL(sample);
    const shown = url.includes(PORT_WORD) ? host.replace(/(?::1)?$/, `:${PORT_WORD}`) : host;
    return { kind: 'launched', url, recorded: `http://${shown}${pathname}`, headers };
  }
  const foreign = LAUNCH_OPTIONS.filter((name) => given.has(name));
  if (foreign.length > 0) {
    throw badUrl(`${foreign.join(', ')}: only a server that command starts can have this`);
  }
  if (!URL.canParse(url)) throw badUrl('url is not a URL');
  const { protocol, username, password, hash, origin, pathname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw badUrl('url takes http or https');
  if (username !== '' || password !== '' || hash !== '') {
    throw badUrl('url takes no user name, password or fragment: credentials go into header');
  }
  return { kind: 'deployed', url, recorded: `${origin}${pathname}`, headers };
}

/** The url with its port filled in. */
export function urlOf({ url }: Endpoint, port: number | undefined): URL {
  return new URL(port === undefined ? url : url.replace(PORT_WORD, String(port)));
}

/** The port that the url names itself; undefined where it leaves it to us. */
export function fixedPort({ url }: Endpoint): number | undefined {
  if (url.includes(PORT_WORD)) return undefined;
  const { port } = new URL(url);
  return port === '' ? 80 : Number(port);
}

/** Sorted names in lower case, as they are recorded. */
export function headerNames({ headers }: Endpoint): string[] {
  return headers.map(([name]) => name.toLowerCase()).sort(compareCodeUnits);
}

/** What must not be shown: header values, the part of one behind its scheme, values of the query. */
export function endpointSecrets({ kind, url, headers }: Endpoint): string[] {
  const values = headers.flatMap(([, value]) => {
    const credentials = /^[A-Za-z][\w-]*[ ]+(\S.*)$/.exec(value)?.[1] ?? '';
    const decoded = Buffer.from(credentials, 'base64').toString('utf8');
    const isBasic = /^basic /i.test(value) && decoded.includes(':');
    return [value, credentials, ...(isBasic ? [decoded, ...decoded.split(':')] : [])];
  });
  return [...values, ...(kind === 'deployed' ? new URL(url).searchParams.values() : [])];
}

function parseHeaders(entries: readonly string[]): (readonly [string, string])[] {
  const headers = entries.map((entry) => {
    const at = entry.indexOf('=');
    const name = at < 0 ? entry : entry.slice(0, at);
    const value = at < 0 ? '' : trimAscii(entry.slice(at + 1));
    if (at < 0 || !/^[A-Za-z0-9_-]+$/.test(name)) {
      throw badHeader(
        'header takes NAME=VALUE, with an equals sign where HTTP has a colon; a bare name gets no placeholder, which no deployed server would take',
      );
    }
    if (RESERVED_HEADERS.includes(name.toLowerCase())) {
      throw badHeader(`header ${name} is set by the protocol itself`);
    }
    if (value === '')
      throw badHeader(`header ${name} has an empty value, as a secret has on a fork`);
    if (!/^[\x20-\x7e]+$/.test(value)) {
      throw badHeader(`header ${name} has a value with other characters than visible ASCII`);
    }
    return [name, value] as const;
  });
  if (new Set(headers.map(([name]) => name.toLowerCase())).size !== headers.length) {
    throw badHeader('header names a header twice');
  }
  return headers;
}

function badUrl(message: string): WitnessmarkError {
  return new WitnessmarkError(
    'bad-url',
    message,
    "For a server that is started here: --command 'node server.js' --env PORT={port} --url http://127.0.0.1:{port}/mcp; for a deployed one: --url https://HOST/mcp",
  );
}

function badHeader(message: string): WitnessmarkError {
  return new WitnessmarkError(
    'bad-header',
    message,
    'For example: --url https://HOST/mcp --header "Authorization=Bearer $TOKEN"',
  );
}
