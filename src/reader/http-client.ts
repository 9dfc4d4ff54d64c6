import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { WitnessmarkError } from '../errors.js';
import { MAX_REDIRECTS } from '../limits.js';

/** Makes one request of `node:http` or `node:https`; tests pass one that is wrong on purpose. */
export type OpenRequest = (url: URL, options: RequestOptions) => ClientRequest;

/** One request as it is to be sent; redirects repeat it unchanged. */
export interface HttpMessage {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
}

/** Where requests go. */
export interface HttpClientOptions {
  readonly url: URL;
  /** Unix socket that leads to the port of the url. */
  readonly socketPath?: string | undefined;
  /** Sees each request once it was sent, with the headers that it really had. */
  readonly onSent: (request: ClientRequest) => void;
  readonly open?: OpenRequest | undefined;
}

/** The connection could not be made, or broke; `code` is the system's or the parser's word for it. */
export class ConnectionError extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('no connection', { cause });
    const { code } = cause as { readonly code?: unknown };
    this.code = typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown';
  }
}

/**
 * HTTP requests to one origin, each over a connection of its own: one that was kept could be closed by the
 * server just as it is used again, and a server that serves one connection at a time would wait for ever.
 */
export class HttpClient {
  readonly #options: HttpClientOptions;
  // Said explicitly, so that no variable of the environment switches the check of certificates off.
  readonly #agents = { http: new HttpAgent(), https: new HttpsAgent({ rejectUnauthorized: true }) };
  readonly #active = new Set<ClientRequest>();

  constructor(options: HttpClientOptions) {
    this.#options = options;
  }

  /**
   * Sends a request and returns the head of its answer. Redirects 307 and 308 inside the origin are
   * followed with method, headers and body as they are. Source: RFC 9110 section 15.4, field case B26.
   * @throws ConnectionError, WitnessmarkError `http-redirect`.
   */
  async send(message: HttpMessage): Promise<IncomingMessage> {
    let { url } = this.#options;
    for (let hop = 0; ; hop += 1) {
      const response = await this.#once(url, message);
      const status = response.statusCode ?? 0;
      if (status < 300 || status > 399 || status === 304) return response;
      response.destroy();
      if (hop === MAX_REDIRECTS) {
        throw redirectError(`redirects more than ${MAX_REDIRECTS} times`, status);
      }
      if (status !== 307 && status !== 308) {
        throw redirectError('redirects in a way that loses the message of a POST', status);
      }
      const target = targetOf(response, url);
      if (target?.origin !== this.#options.url.origin) {
        throw redirectError('redirects to another origin, which is never followed', status);
      }
      url = target;
    }
  }

  /** Ends every request under way. */
  abort(): void {
    for (const request of this.#active) request.destroy();
    this.#active.clear();
  }

  #once(url: URL, { method, headers, body }: HttpMessage): Promise<IncomingMessage> {
    const { socketPath, onSent } = this.#options;
    const isHttps = url.protocol === 'https:';
    const open: OpenRequest = this.#options.open ?? (isHttps ? httpsRequest : httpRequest);
    return new Promise((resolve, reject) => {
      const request = open(url, {
        method,
        headers: { ...headers, Host: url.host },
        agent: isHttps ? this.#agents.https : this.#agents.http,
        ...(socketPath === undefined ? {} : { socketPath }),
      });
      this.#active.add(request);
      request.once('close', () => this.#active.delete(request));
      request.once('response', resolve);
      // The first error decides; later ones, of a body under way, show in the response.
      request.on('error', (error) => reject(new ConnectionError(error)));
      request.end(body);
      onSent(request);
    });
  }
}

function targetOf({ headers }: IncomingMessage, from: URL): URL | undefined {
  return headers.location !== undefined && URL.canParse(headers.location, from.href)
    ? new URL(headers.location, from)
    : undefined;
}

function redirectError(what: string, status: number): WitnessmarkError {
  return new WitnessmarkError(
    'http-redirect',
    `the server ${what} (HTTP ${status})`,
    'Give the url at which the server really answers, with its final slash where it has one.',
  );
}
