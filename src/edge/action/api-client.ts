import { BASE_TIMEOUT_MS } from '../../limits.js';
import type { ApiClient } from './remote-repository.js';

/** What an Octokit would write of answers, deprecations among them, is text of a server: none of it is logged. */
const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Opens a client of GitHub's API, which is loaded only here; each request ends in time. */
export async function openApi(token: string, baseUrl: string): Promise<ApiClient> {
  const { getOctokit } = await import('@actions/github');
  const octokit = getOctokit(token, { baseUrl, log: SILENT });
  return {
    request: async (route, parameters) => {
      const signal = AbortSignal.timeout(BASE_TIMEOUT_MS);
      const answer = await octokit.request(route, { ...parameters, request: { signal } });
      return { data: answer.data as unknown };
    },
  };
}
