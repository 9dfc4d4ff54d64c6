import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { ROOT } from './workshop.js';

/** A schema as JSON Schema says it; its references point at the `$defs` of the fixture. */
type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  /** True where the value may have slashes. */
  readonly isMany?: true;
  readonly schema: Schema;
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Schema;
  /** By status and media type; no media type where the answer has no body. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

/** GitHub's own description of these operations; `scripts/github-api.mjs` says where it comes from. */
const { operations, $defs } = JSON.parse(
  readFileSync(join(ROOT, '__tests__/fixtures/github-api.json'), 'utf8'),
) as {
  readonly operations: readonly Operation[];
  readonly $defs: Readonly<Record<string, Schema>>;
};

const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat('repo.nwo', /^[\w.-]+\/[\w.-]+$/);
const checkers = new Map<Schema, ValidateFunction>();

/** What is wrong with a value, one line for each fault; nothing where it is valid. */
function faultsOf(schema: Schema, value: unknown, what: string): string[] {
  const check = checkers.get(schema) ?? ajv.compile({ ...schema, $defs });
  checkers.set(schema, check);
  if (check(value)) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message }) => `${what}${instancePath}: ${message ?? 'is not valid'}`,
  );
}

/** A request that the description knows, with its parameters by name. */
export interface KnownRequest {
  readonly id: string;
  readonly path: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
  /** Lines, one for each rule that the request breaks. */
  readonly faults: readonly string[];
}

/**
 * Returns the operation that a request is for and what is wrong with it: parameters and members that the description
 * does not have are faults too. Undefined where there is no such path.
 */
export function readRequest(method: string, url: URL, body: unknown): KnownRequest | undefined {
  for (const operation of operations) {
    if (operation.method !== method) continue;
    const found = pathPattern(operation).exec(url.pathname)?.groups;
    if (found === undefined) continue;
    const path = new Map(
      Object.entries(found).map(([name, text]) => [name, decodeURIComponent(text)]),
    );
    const query = new Map(url.searchParams);
    return { id: operation.id, path, query, faults: requestFaults(operation, path, query, body) };
  }
  return undefined;
}

function pathPattern({ path, parameters }: Operation): RegExp {
  const pattern = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const isMany = parameters.find((each) => each.name === name)?.isMany === true;
    return `(?<${name}>${isMany ? '.+' : '[^/]+'})`;
  });
  return new RegExp(`^${pattern}$`);
}

function requestFaults(
  { parameters, body: schema }: Operation,
  path: ReadonlyMap<string, string>,
  query: ReadonlyMap<string, string>,
  body: unknown,
): string[] {
  const faults: string[] = [];
  for (const each of parameters) {
    const text = (each.in === 'path' ? path : query).get(each.name);
    if (text === undefined) {
      if (each.required) faults.push(`${each.in} ${each.name}: missing`);
      continue;
    }
    const isNumber = each.schema['type'] === 'integer' && /^-?\d+$/.test(text);
    faults.push(
      ...faultsOf(each.schema, isNumber ? Number(text) : text, `${each.in} ${each.name}`),
    );
  }
  const known = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  for (const name of query.keys()) if (!known.includes(name)) faults.push(`query ${name}: unknown`);
  if (schema === undefined) {
    if (body !== undefined) faults.push('body: there is none');
    return faults;
  }
  faults.push(...faultsOf(schema, body, 'body'));
  const members = Object.keys(schema['properties'] ?? {});
  for (const name of typeof body === 'object' && body !== null ? Object.keys(body) : [])
    if (!members.includes(name)) faults.push(`body/${name}: unknown`);
  return faults;
}

/** What is wrong with an answer of ours, held against the description like a request. */
export function answerFaults(id: string, status: number, type: string, body: unknown): string[] {
  const answers = operations.find((each) => each.id === id)?.answers[String(status)];
  if (answers === undefined) return [`answer ${status}: not described`];
  const schema = answers[type];
  if (schema === undefined)
    return body === undefined && Object.keys(answers).length === 0 ? [] : [`answer: no ${type}`];
  return faultsOf(schema, body, `answer ${status}`);
}

/** The smallest value of a schema of the fixture, with some members set. */
export function sampleOf(name: string, members: Readonly<Record<string, unknown>>): unknown {
  return { ...(sample({ $ref: `#/$defs/${name}` }) as object), ...members };
}

function sample(schema: Schema): unknown {
  const { $ref, enum: values, anyOf, oneOf, allOf, type, properties, required, format } = schema;
  if (typeof $ref === 'string') return sample($defs[$ref.replace('#/$defs/', '')] ?? {});
  if (Array.isArray(values)) return values[0];
  const [first] = ((anyOf ?? oneOf ?? allOf ?? []) as readonly Schema[]).filter(
    (each) => each['type'] !== 'null',
  );
  if (first !== undefined) return sample(first);
  if (Array.isArray(type)) return null;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        ((required ?? []) as readonly string[]).map((name) => [
          name,
          sample((properties as Readonly<Record<string, Schema>> | undefined)?.[name] ?? {}),
        ]),
      );
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 1;
    default:
      if (format === 'uri') return 'https://github.example/x';
      if (format === 'date-time') return '2026-01-02T03:04:05Z';
      return '0'.repeat((schema['minLength'] as number | undefined) ?? 1);
  }
}

/** One file that a commit adds or writes over. */
export interface Addition {
  readonly path: string;
  /** Its bytes as base64. */
  readonly contents: string;
}

/** The input of `createCommitOnBranch`. */
export interface CommitInput {
  readonly branch: { readonly repositoryNameWithOwner: string; readonly branchName: string };
  readonly expectedHeadOid: string;
  readonly message: { readonly headline: string; readonly body?: string };
  readonly fileChanges: {
    readonly additions?: readonly Addition[];
    readonly deletions?: readonly { readonly path: string }[];
  };
}

const TEXT = { type: 'string', minLength: 1 };
const object = (
  required: readonly string[],
  properties: Readonly<Record<string, unknown>>,
): Schema => ({ type: 'object', additionalProperties: false, required, properties });

/**
 * The variables of the one mutation. `CommittableBranch` knows an id instead of the names too, which nothing here uses.
 * Source: GitHub GraphQL reference, input objects CreateCommitOnBranchInput, CommittableBranch, CommitMessage, FileChanges.
 */
const COMMIT_VARIABLES = object(['input'], {
  input: object(['branch', 'expectedHeadOid', 'message'], {
    branch: object(['repositoryNameWithOwner', 'branchName'], {
      repositoryNameWithOwner: { type: 'string', pattern: '^[\\w.-]+/[\\w.-]+$' },
      branchName: TEXT,
    }),
    clientMutationId: { type: 'string' },
    expectedHeadOid: { type: 'string', pattern: '^[0-9a-f]{40}$' },
    message: object(['headline'], { headline: TEXT, body: { type: 'string' } }),
    fileChanges: object([], {
      additions: {
        type: 'array',
        items: object(['path', 'contents'], {
          path: { type: 'string', pattern: '^[^/]' },
          contents: {
            type: 'string',
            pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
          },
        }),
      },
      deletions: { type: 'array', items: object(['path'], { path: TEXT }) },
    }),
  }),
});

/** A question in GraphQL that is known here. */
export type GraphQlRequest =
  | { readonly kind: 'viewer'; readonly faults: readonly string[] }
  | { readonly kind: 'commit'; readonly input: CommitInput; readonly faults: readonly string[] }
  | { readonly kind: 'unknown'; readonly faults: readonly string[] };

const VIEWER = /^(?:query(?: \w+)? ?)?\{ ?viewer ?\{ ?login ?\} ?\}$/;
const COMMIT =
  /^mutation(?: \w+)? ?\( ?\$input: ?CreateCommitOnBranchInput! ?\) ?\{ ?createCommitOnBranch ?\( ?input: ?\$input ?\) ?\{ ?commit ?\{ ?(?:oid|url|oid url|url oid) ?\} ?\} ?\}$/;

/** Reads a question; any other text, member or variable than those known is a fault. */
export function readGraphQl(body: unknown): GraphQlRequest {
  const shape = object(['query'], { query: TEXT, variables: { type: 'object' } });
  const faults = faultsOf(shape, body, 'graphql');
  if (faults.length > 0) return { kind: 'unknown', faults };
  const { query, variables } = body as { readonly query: string; readonly variables?: unknown };
  const text = query.replace(/\s+/g, ' ').trim();
  if (VIEWER.test(text))
    return { kind: 'viewer', faults: faultsOf(object([], {}), variables ?? {}, 'variables') };
  if (!COMMIT.test(text)) return { kind: 'unknown', faults: [`graphql: unknown text ${text}`] };
  const { input } = (variables ?? {}) as { readonly input: CommitInput };
  return { kind: 'commit', input, faults: faultsOf(COMMIT_VARIABLES, variables, 'variables') };
}
