import { readFile } from 'node:fs/promises';
import type { BaseAccess } from '../../app/base.js';
import type { Environment } from './inputs.js';

/**
 * Returns the commits that a run is to compare, from the payload of its event and the variables of the runner; undefined
 * on events without a base, and where neither tells one. A payload that cannot be read leaves the name of the base
 * branch. Never throws.
 * Source: PRODUCT "GitHub", field cases C13 and C16.
 */
export async function readBaseEvent(
  env: Environment,
): Promise<Pick<BaseAccess, 'event' | 'branch'> | undefined> {
  const found = await eventOf(env);
  return found === undefined || `${found.event.base}${found.event.baseRef ?? ''}` === ''
    ? undefined
    : found;
}

async function eventOf(
  env: Environment,
): Promise<Pick<BaseAccess, 'event' | 'branch'> | undefined> {
  const kind = env['GITHUB_EVENT_NAME'];
  const commit = env['GITHUB_SHA'] ?? '';
  const payload = await readPayload(env['GITHUB_EVENT_PATH'] ?? '');
  switch (kind) {
    case 'pull_request': {
      const branch = env['GITHUB_BASE_REF'] ?? text(payload, 'pull_request', 'base', 'ref');
      const event = {
        kind,
        commit,
        base: text(payload, 'pull_request', 'base', 'sha'),
        baseRef: branch,
        head: text(payload, 'pull_request', 'head', 'sha'),
      } as const;
      return { event, branch };
    }
    case 'merge_group': {
      const branch = text(payload, 'merge_group', 'base_ref').replace(/^refs\/heads\//, '');
      return {
        event: { kind, commit, base: text(payload, 'merge_group', 'base_sha'), baseRef: branch },
        branch,
      };
    }
    case 'push':
      return {
        event: { kind, commit, base: text(payload, 'before') },
        branch: env['GITHUB_REF_NAME'] ?? '',
      };
    case undefined:
    default:
      return undefined;
  }
}

/** Returns the payload of an event; undefined where it cannot be read. */
export async function readPayload(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** The text at a path of members; empty where there is none. */
function text(payload: unknown, ...names: readonly string[]): string {
  const found = names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, unknown>>)[name]
        : undefined,
    payload,
  );
  return typeof found === 'string' ? found : '';
}
