import { exactForm } from './canonical.js';
import { aspectDigest, duplicatesForm, PROPERTY_HEX, sha256Hex } from './digest.js';
import {
  arrayNode,
  groupMembers,
  literalNode,
  memberValue,
  membersNamed,
  objectNode,
  stringMember,
} from './json-node.js';
import type { JsonNode, JsonObject } from './json-text.js';
import { pointerToken, recordedName } from './names.js';
import { compareCodeUnits } from './order.js';
import { PlaceList } from './places.js';

/** Keywords that constrain nothing. Members that start with `x-` are among them. Source: FORMAT 2.6. */
const PROSE_KEYWORDS: readonly string[] = [
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
];
/** Keywords whose array is a set. */
const SET_KEYWORDS: readonly string[] = ['required', 'type', 'enum'];
/** Keywords whose value is a schema; `items` may be an array of them too. */
const SCHEMA_KEYWORDS: readonly string[] = [
  'not',
  'if',
  'then',
  'else',
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'additionalItems',
  'contentSchema',
];
/** Keywords whose value is an array of schemas. */
const SCHEMA_ARRAY_KEYWORDS: readonly string[] = [
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
  'items',
];
/** Keywords whose value is a map from names to schemas. */
const SCHEMA_MAP_KEYWORDS: readonly string[] = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
];
/** Dialects that json-schema.org has published; naming one of them changes nothing for a model. */
const DIALECT =
  /^https?:\/\/json-schema\.org\/(?:schema|draft-0[0-7]\/(?:hyper-)?schema|draft\/(?:2019-09|2020-12)\/schema)#?$/;

/** The aspects of a schema field. Source: FORMAT 2.6. */
export interface SchemaAspects {
  /** Digest of what constrains a value. */
  readonly shape: string;
  /** Digest of whatever else a model reads. */
  readonly text: string;
  /** Digest of each top-level property, by recorded name. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Returns the aspects of a schema; any JSON value is taken, since servers send any. Source: FORMAT 2.6. */
export function schemaAspects(schema: JsonNode): SchemaAspects {
  const texts = new PlaceList([schema]);
  const shape = shapeOf(schema, '', texts);
  return {
    shape: aspectDigest(shape),
    text: aspectDigest(texts.toNode()),
    properties: propertyDigests(schema),
  };
}

/** The shape of a node in schema position; what it leaves out is added to `texts`. */
function shapeOf(schema: JsonNode, pointer: string, texts: PlaceList): JsonNode {
  if (schema.kind !== 'object') return schema;
  const integer = isPlainInteger(schema);
  const twice = repeatedNames(schema);
  const kept: (readonly [string, JsonNode])[] = [];
  for (const { name, value } of schema.members) {
    const place = `${pointer}/${pointerToken(name)}`;
    if (PROSE_KEYWORDS.includes(name) || name.startsWith('x-')) {
      if (name !== '$schema' || !isPublishedDialect(value)) texts.add(place, value);
    } else if (twice.has(name) || !isFolded(name, value, integer)) {
      kept.push([name, keywordShape(name, value, place, texts)]);
    }
  }
  return kept.length === 0 ? literalNode(true) : objectNode(kept);
}

function keywordShape(name: string, value: JsonNode, place: string, texts: PlaceList): JsonNode {
  if (value.kind === 'array') {
    if (SET_KEYWORDS.includes(name)) return sortedSet(value.items);
    if (SCHEMA_ARRAY_KEYWORDS.includes(name)) {
      return arrayNode(value.items.map((item, index) => shapeOf(item, `${place}/${index}`, texts)));
    }
  } else if (value.kind === 'object') {
    if (SCHEMA_KEYWORDS.includes(name)) return shapeOf(value, place, texts);
    if (SCHEMA_MAP_KEYWORDS.includes(name)) {
      return objectNode(
        value.members.map((member) => [
          member.name,
          shapeOf(member.value, `${place}/${pointerToken(member.name)}`, texts),
        ]),
      );
    }
  }
  return value;
}

function sortedSet(items: readonly JsonNode[]): JsonNode {
  const forms = items.map((item) => ({ item, form: exactForm(item) }));
  forms.sort((a, b) => compareCodeUnits(a.form, b.form));
  return arrayNode(forms.map(({ item }) => item));
}

function isPublishedDialect(value: JsonNode): boolean {
  return value.kind === 'string' && DIALECT.test(value.value);
}

/** Served twice, a keyword is no notation of its absence: which value counts is up to the client. */
function repeatedNames(schema: JsonObject): Set<string> {
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const { name } of schema.members) (once.has(name) ? twice : once).add(name);
  return twice;
}

/** True for a keyword that says no more than its absence. */
function isFolded(name: string, value: JsonNode, integer: boolean): boolean {
  return isEmptyRequired(name, value) || (integer && isSafeIntegerBound(name, value));
}

function isEmptyRequired(name: string, value: JsonNode): boolean {
  return name === 'required' && value.kind === 'array' && value.items.length === 0;
}

function isPlainInteger(schema: JsonObject): boolean {
  return membersNamed(schema, 'type').length === 1 && stringMember(schema, 'type') === 'integer';
}

/** Bounds that schema generators add to and drop from integers. */
function isSafeIntegerBound(name: string, value: JsonNode): boolean {
  if (value.kind !== 'number') return false;
  const form = exactForm(value);
  return (
    (name === 'maximum' && form === '9007199254740991') ||
    (name === 'minimum' && form === '-9007199254740991')
  );
}

function propertyDigests(schema: JsonNode): Map<string, string> {
  const digests = new Map<string, string>();
  const properties = memberValue(schema, 'properties');
  if (properties?.kind !== 'object') return digests;
  for (const [name, values] of groupMembers(properties)) {
    digests.set(recordedName(name), sha256Hex(duplicatesForm(values), PROPERTY_HEX));
  }
  return digests;
}
