import type { getOctokit } from '@actions/github';
import { MAX_API_RETRIES } from '../../limits.js';

/** What is used of GitHub's API. It rejects with an error that carries `status`, or `errors` where it comes from GraphQL. */
export interface ApiClient {
  /** Asks REST by a route such as `GET /repos/{owner}/{repo}`. */
  request(route: string, parameters: Readonly<Record<string, unknown>>): Promise<ApiAnswer>;
  /** Asks GraphQL; rejects also where it answers with errors. */
  graphql(text: string, variables: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** One answer of REST. */
export interface ApiAnswer {
  readonly data: unknown;
  /** The links of a list that has more pages. */
  readonly link?: string;
}

/** How long GitHub is waited for, milliseconds. */
export interface ApiPatience {
  /** One try of a question. */
  readonly attemptMs: number;
  /** One question, with the pauses between its tries. */
  readonly questionMs: number;
  /** Everything from opening the client on. */
  readonly totalMs: number;
}

/** What an Octokit would write of answers, deprecations among them, is text of a server: none of it is logged. */
const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** What is used of an Octokit's answer. */
interface ApiResponse {
  readonly data: unknown;
  readonly headers: { readonly link?: string | undefined };
}

/** A status by which a try that took too long is told from a refusal; it is not tried again. */
const TIMED_OUT = 408;
/** What is asked wrongly, or stands against the state of the repository, is not so a second later. */
const REFUSALS = Array.from({ length: 100 }, (_, index) => 400 + index);

/**
 * Opens a client of GitHub's API, which is loaded only here. A question that fails by a fault of GitHub's or of the network is
 * asked again, unless it makes something: what was made before the answer got lost would be made twice. A limit on requests is
 * waited for where it ends in time. Each question ends within `patience`, whatever GitHub says or does not say.
 * Source: GitHub REST, "Best practices" and "Rate limits".
 */
export async function openApi(
  token: string,
  baseUrl: string,
  { attemptMs, questionMs, totalMs }: ApiPatience,
): Promise<ApiClient> {
  const [github, { retry }, { throttling }] = await Promise.all([
    import('@actions/github'),
    import('@octokit/plugin-retry'),
    import('@octokit/plugin-throttling'),
  ]);
  const openedAt = performance.now();
  /** A pause is worth it where its question is not over by then. */
  const isWorthIt = (seconds: number, { request }: { readonly request: object }): boolean =>
    performance.now() + seconds * 1000 < (request as Bounds).endsAt;
  const octokit = github.getOctokit(
    token,
    {
      baseUrl,
      log: SILENT,
      retry: { doNotRetry: REFUSALS, retries: MAX_API_RETRIES },
      throttle: { onRateLimit: isWorthIt, onSecondaryRateLimit: isWorthIt },
    },
    triesInTime(attemptMs),
    retry,
    throttling,
  );
  const inTime = async <Value>(ask: (bounds: Bounds) => Promise<Value>): Promise<Value> => {
    const now = performance.now();
    const leftMs = Math.ceil(Math.min(questionMs, openedAt + totalMs - now));
    if (leftMs <= 0) throw tooLate();
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_done, fail) => {
      timer = setTimeout(() => fail(tooLate()), leftMs);
    });
    try {
      return await Promise.race([ask({ end: end.signal, endsAt: now + leftMs }), late]);
    } finally {
      clearTimeout(timer);
      end.abort();
    }
  };
  return {
    request: async (route, parameters) => {
      const once = route.startsWith('POST ') ? { retries: 0 } : {};
      const { data, headers } = await inTime<ApiResponse>((bounds) =>
        octokit.request(route, { ...parameters, request: { ...bounds, ...once } }),
      );
      return {
        data: data,
        ...(headers.link === undefined ? {} : { link: headers.link }),
      };
    },
    graphql: (text, variables) => {
      const once = text.startsWith('mutation') ? { retries: 0 } : {};
      return inTime((bounds) =>
        octokit.graphql(text, { ...variables, request: { ...bounds, ...once } }),
      );
    },
  };
}

type Plugin = NonNullable<Parameters<typeof getOctokit>[2]>;

/** Where a question ends, for all of its tries. */
interface Bounds {
  readonly end: AbortSignal;
  readonly endsAt: number;
}

/** Ends each try by itself, and all of them when their question ends. Comes first, so that pauses do not count. */
function triesInTime(attemptMs: number): Plugin {
  return (octokit) => {
    octokit.hook.wrap('request', async (request, options) => {
      const { end } = options.request as unknown as Bounds;
      const signal = AbortSignal.any([AbortSignal.timeout(attemptMs), end]);
      // The plugins share one object of options; its copy would not be seen.
      options.request = { ...options.request, signal };
      try {
        return await request(options);
      } catch (error) {
        if (signal.aborted) throw tooLate();
        throw error;
      }
    });
    return {};
  };
}

/** An error in the form that the plugins read. */
function tooLate(): Error {
  const error = new Error('GitHub’s API did not answer in time');
  return Object.assign(error, { status: TIMED_OUT, request: { request: {} }, response: {} });
}
