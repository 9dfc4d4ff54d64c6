/**
 * Takes from GitHub's OpenAPI description what the tests hold our requests and the fake's answers against: a few
 * operations with the schemas they share, without prose. The description has 13 MB and is no dependency:
 *
 *   cd "$(mktemp -d)" && npm install @octokit/openapi@23.0.2
 *   node scripts/github-api.mjs node_modules/@octokit/openapi/generated/api.github.com.json
 *
 * Writes `__tests__/fixtures/github-api.json`. OpenAPI 3.0 says `nullable` where JSON Schema has the type `null`.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const OPERATIONS = [
  'git/create-ref',
  'git/delete-ref',
  'git/get-blob',
  'git/get-commit',
  'git/get-ref',
  'git/update-ref',
  'issues/create-comment',
  'issues/delete-comment',
  'issues/list-comments',
  'issues/update-comment',
  'pulls/create',
  'pulls/list',
  'pulls/update',
  'repos/compare-commits-with-basehead',
  'repos/get',
  'repos/get-content',
];
/** Words that say nothing about what is valid. */
const PROSE = [
  'default',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'nullable',
  'readOnly',
  'title',
];

const [path] = process.argv.slice(2);
const description = JSON.parse(readFileSync(path, 'utf8'));
const { parameters, responses, schemas } = description.components;
/** Schemas by name, in the order in which they were met. */
const shared = new Map();

/** A schema as JSON Schema, its references pointing at `$defs`. */
function convert(schema) {
  if (Array.isArray(schema)) return schema.map(convert);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace('#/components/schemas/', '');
    if (!shared.has(name)) {
      shared.set(name, undefined);
      shared.set(name, convert(schemas[name]));
    }
    return { $ref: `#/$defs/${name}` };
  }
  const converted = {};
  for (const [word, value] of Object.entries(schema)) {
    if (PROSE.includes(word) || word.startsWith('x-')) continue;
    // Below `properties` stand names and no words of the schema: one of them is `description`.
    converted[word] =
      word === 'properties'
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each)]))
        : convert(value);
  }
  if (schema.nullable !== true) return converted;
  if (typeof converted.type !== 'string') return { anyOf: [converted, { type: 'null' }] };
  const words = { ...converted, type: [converted.type, 'null'] };
  return converted.enum === undefined ? words : { ...words, enum: [...converted.enum, null] };
}

function parameterOf(given) {
  const found =
    given.$ref === undefined
      ? given
      : parameters[given.$ref.replace('#/components/parameters/', '')];
  const { name, in: place, required = false, schema } = found;
  const isMany = found['x-multi-segment'] === true;
  return { name, in: place, required, ...(isMany ? { isMany } : {}), schema: convert(schema) };
}

function answerOf(given) {
  const found =
    given.$ref === undefined ? given : responses[given.$ref.replace('#/components/responses/', '')];
  return Object.fromEntries(
    Object.entries(found.content ?? {}).map(([type, { schema }]) => [type, convert(schema)]),
  );
}

const operations = Object.entries(description.paths)
  .flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ template, method, operation })),
  )
  .filter(({ operation }) => OPERATIONS.includes(operation.operationId))
  .map(({ template, method, operation }) => {
    const body = operation.requestBody?.content['application/json'].schema;
    return {
      id: operation.operationId,
      method: method.toUpperCase(),
      path: template,
      parameters: operation.parameters.map(parameterOf),
      ...(body === undefined ? {} : { body: convert(body) }),
      answers: Object.fromEntries(
        Object.entries(operation.responses).map(([status, each]) => [status, answerOf(each)]),
      ),
    };
  })
  .sort((a, b) => (a.id < b.id ? -1 : 1));
if (operations.length !== OPERATIONS.length) throw new Error('an operation is missing');

const source = `@octokit/openapi ${description.info.version} (MIT), api.github.com.json`;
const $defs = Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1)));
const text = `${JSON.stringify({ source, operations, $defs })}\n`;
writeFileSync(new URL('../__tests__/fixtures/github-api.json', import.meta.url), text);
console.log(`${operations.length} operations, ${shared.size} schemas, ${text.length} bytes`);
