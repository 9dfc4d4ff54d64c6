import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);

import {
  GrowingBuffer,
  MessageWire,
  TailBuffer,
  WIRE_BOUNDS,
  withinDrainTime
} from "./chunk-CTNXHJCM.js";
import {
  CHECKOUT_WALK_TIMEOUT_MS,
  END_GRACE_MS,
  ENVELOPE_DEPTH,
  GIT_TIMEOUT_MS,
  IDLE_FROM_MS,
  IDLE_UNTIL_MS,
  JSON_CHUNK_UNITS,
  JsonTextError,
  KILL_WAIT_MS,
  MAX_ANNOTATIONS,
  MAX_BASELINE_BYTES,
  MAX_BASELINE_PROBLEMS,
  MAX_BASELINE_VALUES,
  MAX_CHECKOUT_LISTING_BYTES,
  MAX_COMMENT_BYTES,
  MAX_CONFIGURATION_BYTES,
  MAX_CONFIGURATION_DEPTH,
  MAX_CONFIGURATION_PROBLEMS,
  MAX_DEFINITION_VALUES,
  MAX_DEPTH,
  MAX_DETECT_DEPTH,
  MAX_DETECT_FILE_BYTES,
  MAX_DETECT_NAMES,
  MAX_DETECT_WORD,
  MAX_EDITS,
  MAX_GIT_OUTPUT_BYTES,
  MAX_ITEMS,
  MAX_LAUNCHER_STDERR_BYTES,
  MAX_LISTED_NAMES,
  MAX_MEMBER_PROPERTIES,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGE_UNITS,
  MAX_MESSAGE_VALUES,
  MAX_NAME_LENGTH,
  MAX_PAGES,
  MAX_PARALLEL_SERVERS,
  MAX_PATCH_UNITS,
  MAX_PLACE_UNITS,
  MAX_PRINTED_LENGTH,
  MAX_SERVERS,
  MAX_SHARED_NAMES,
  MAX_STDERR_BYTES,
  MAX_SUMMARY_BYTES,
  MAX_SUMMARY_NAMES,
  MAX_TIMEOUT_SECONDS,
  MAX_TITLE_FIELDS,
  MAX_TRACKED_FILE_BYTES,
  MAX_WALKS,
  MIN_PLACE_UNITS,
  MIN_SECRET_LENGTH,
  OLDER_HTTP_VERSION,
  PLACE_UNITS_PER_UNIT,
  READ_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  SANDBOX_LIFETIME_SECONDS,
  SANDBOX_MAX_FRAME_BYTES,
  SANDBOX_MAX_PROCESSES,
  SANDBOX_READY_TIMEOUT_MS,
  SANDBOX_SCRATCH_BYTES,
  SANDBOX_SCRATCH_FILES,
  SCREEN_COLUMNS,
  SETTLE_QUIET_MS,
  SETUP_TIMEOUT_MS,
  START_TIMEOUT_MS,
  TREE_TIMEOUT_MS,
  UNFINISHED_BASELINE_MS,
  USER_MAX_PROCESSES,
  VERDICT_OF_CODE,
  WitnessmarkError,
  arrayNode,
  groupMembers,
  hasVariant,
  literalNode,
  memberValue,
  membersNamed,
  objectNode,
  parseJsonAt,
  parseJsonText,
  problemOf,
  requestedVersions,
  stringMember,
  stringNode,
  upperBoundOfValues
} from "./chunk-VLL5TJFQ.js";

// src/exit-codes.ts
var EXIT_CODES = {
  match: 0,
  drift: 1,
  unmarked: 2,
  unreadable: 3,
  incomparable: 4,
  unstable: 5,
  usage: 64,
  internal: 70
};
var WORST_FIRST = [
  "internal",
  "usage",
  "unreadable",
  "unstable",
  "unmarked",
  "incomparable",
  "drift",
  "match"
];
function worstVerdict(verdicts) {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? "usage";
}

// src/dependencies.ts
import { dirname as dirname5, isAbsolute as isAbsolute5 } from "node:path";

// src/core/digest.ts
import { hash } from "node:crypto";

// node_modules/canonicalize/lib/canonicalize.js
function serializeString(value) {
  if (!value.isWellFormed()) {
    throw new Error("Lone surrogate is not allowed");
  }
  return JSON.stringify(value);
}
function serializePrimitive(value) {
  switch (typeof value) {
    case "number":
      if (isNaN(value)) {
        throw new Error("NaN is not allowed");
      }
      if (!isFinite(value)) {
        throw new Error("Infinity is not allowed");
      }
      return JSON.stringify(value);
    case "string":
      return serializeString(value);
    case "boolean":
      return value ? "true" : "false";
    default:
      return JSON.stringify(value);
  }
}
function enterValue(value, seen2) {
  let wrappers = null;
  while (value !== null && typeof value === "object" && typeof value.toJSON === "function") {
    if (seen2.has(value)) {
      throw new Error("Circular reference detected");
    }
    seen2.add(value);
    (wrappers ??= []).push(value);
    value = value.toJSON();
  }
  if (value instanceof Number || value instanceof String || value instanceof Boolean) {
    value = value.valueOf();
  }
  if (value === null || typeof value !== "object") {
    if (wrappers !== null) {
      for (const wrapper of wrappers) seen2.delete(wrapper);
    }
    return serializePrimitive(value);
  }
  if (seen2.has(value)) {
    throw new Error("Circular reference detected");
  }
  seen2.add(value);
  return {
    container: value,
    // null marks an array frame; object frames carry their sorted keys.
    // `sort()`'s default comparator orders by UTF-16 code unit, which is the
    // order JCS requires.
    keys: Array.isArray(value) ? null : Object.keys(value).sort(),
    // Next child to serialize; the frame resumes here after a nested
    // container's subtree completes.
    index: 0,
    // Whether no member has been emitted yet (controls comma placement).
    first: true,
    // toJSON wrappers to release from `seen` when this frame completes.
    wrappers
  };
}
function canonicalize(object) {
  if (object === null || typeof object !== "object") {
    return serializePrimitive(object);
  }
  const seen2 = /* @__PURE__ */ new Set();
  const root = enterValue(object, seen2);
  if (typeof root !== "object") {
    return root;
  }
  let result = root.keys === null ? "[" : "{";
  const stack = [root];
  outer:
    while (stack.length > 0) {
      const frame = stack[stack.length - 1];
      const container = frame.container;
      if (frame.keys === null) {
        while (frame.index < container.length) {
          const i = frame.index++;
          if (i > 0) {
            result += ",";
          }
          const element = container[i];
          const value = element === void 0 || typeof element === "symbol" || typeof element === "function" ? null : element;
          if (value === null || typeof value !== "object") {
            result += serializePrimitive(value);
            continue;
          }
          const child = enterValue(value, seen2);
          if (typeof child !== "object") {
            result += child === void 0 ? "null" : child;
            continue;
          }
          result += child.keys === null ? "[" : "{";
          stack.push(child);
          continue outer;
        }
        result += "]";
      } else {
        const keys = frame.keys;
        while (frame.index < keys.length) {
          const key = keys[frame.index++];
          const value = container[key];
          if (value === void 0 || typeof value === "symbol" || typeof value === "function") {
            continue;
          }
          if (value === null || typeof value !== "object") {
            if (frame.first) {
              frame.first = false;
            } else {
              result += ",";
            }
            result += serializeString(key) + ":" + serializePrimitive(value);
            continue;
          }
          const child = enterValue(value, seen2);
          if (child === void 0) {
            continue;
          }
          if (frame.first) {
            frame.first = false;
          } else {
            result += ",";
          }
          result += serializeString(key) + ":";
          if (typeof child !== "object") {
            result += child;
            continue;
          }
          result += child.keys === null ? "[" : "{";
          stack.push(child);
          continue outer;
        }
        result += "}";
      }
      seen2.delete(container);
      if (frame.wrappers !== null) {
        for (const wrapper of frame.wrappers) seen2.delete(wrapper);
      }
      stack.pop();
    }
  return result;
}

// src/core/order.ts
function compareCodeUnits(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
function compareNullable(a, b) {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareCodeUnits(a, b);
}

// src/core/numbers.ts
var PARTS = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;
function isExactNumber(text2) {
  const value = Number(text2);
  if (!Number.isFinite(value)) return false;
  const written = decimalOf(text2);
  const carried = decimalOf(String(value));
  if (written.digits === "" || carried.digits === "") return written.digits === carried.digits;
  return written.negative === carried.negative && written.exponent === carried.exponent && written.digits === carried.digits;
}
function decimalOf(text2) {
  const match = PARTS.exec(text2);
  const whole2 = match?.[2] ?? "";
  const fraction = match?.[3] ?? "";
  const all = whole2 + fraction;
  let first = 0;
  while (first < all.length && all[first] === "0") first += 1;
  let last = all.length;
  while (last > first && all[last - 1] === "0") last -= 1;
  return {
    negative: match?.[1] === "-",
    digits: all.slice(first, last),
    exponent: Number(match?.[4] ?? "0") - fraction.length + (all.length - last)
  };
}

// src/core/canonical.ts
function canonicalForm(node) {
  const reasons = /* @__PURE__ */ new Set();
  collectReasons(node, reasons);
  if (reasons.size > 0)
    return { text: exactForm(node), reasons: [...reasons].sort(compareCodeUnits) };
  const text2 = canonicalize(valueOf(node));
  if (text2 === void 0) throw new TypeError("a JSON value has no RFC 8785 form");
  return { text: text2, reasons: [] };
}
function exactForm(node) {
  switch (node.kind) {
    case "literal":
      return String(node.value);
    case "number":
      return isExactNumber(node.text) ? JSON.stringify(Number(node.text)) : node.text;
    case "string":
      return JSON.stringify(node.value);
    case "array":
      return `[${node.items.map(exactForm).join(",")}]`;
    case "object": {
      const members = [...node.members].sort((a, b) => compareCodeUnits(a.name, b.name));
      return `{${members.map(({ name, value }) => `${JSON.stringify(name)}:${exactForm(value)}`).join(",")}}`;
    }
    case "skipped":
      throw new TypeError("a skipped container has no form");
  }
}
function collectReasons(node, reasons) {
  switch (node.kind) {
    case "number":
      if (!isExactNumber(node.text)) reasons.add("inexact-number");
      break;
    case "string":
      if (!node.value.isWellFormed()) reasons.add("lone-surrogate");
      break;
    case "array":
      for (const item of node.items) collectReasons(item, reasons);
      break;
    case "object": {
      const names2 = /* @__PURE__ */ new Set();
      for (const { name, value } of node.members) {
        if (names2.has(name)) reasons.add("duplicate-member");
        names2.add(name);
        if (!name.isWellFormed()) reasons.add("lone-surrogate");
        collectReasons(value, reasons);
      }
      break;
    }
    case "literal":
    case "skipped":
      break;
  }
}
function valueOf(node) {
  switch (node.kind) {
    case "literal":
    case "string":
      return node.value;
    case "number":
      return Number(node.text);
    case "array":
      return node.items.map(valueOf);
    case "object": {
      const value = /* @__PURE__ */ Object.create(null);
      for (const member of node.members) value[member.name] = valueOf(member.value);
      return value;
    }
    case "skipped":
      throw new TypeError("a skipped container has no value");
  }
}

// src/core/digest.ts
var ASPECT_HEX = 32;
var PROPERTY_HEX = 16;
var SHA256_HEX = 64;
function sha256Hex(text2, length = SHA256_HEX) {
  return hash("sha256", text2, "buffer").toString("hex", 0, length / 2);
}
function digestOf(node) {
  const { text: text2, reasons } = canonicalForm(node);
  return { digest: prefixed(sha256Hex(text2), reasons.length === 0), reasons };
}
function digestOfDuplicates(nodes) {
  const reasons = /* @__PURE__ */ new Set(["duplicate-member"]);
  for (const node of nodes) for (const reason of canonicalForm(node).reasons) reasons.add(reason);
  return {
    digest: prefixed(sha256Hex(duplicatesForm(nodes)), false),
    reasons: [...reasons].sort()
  };
}
function duplicatesForm(nodes) {
  return nodes.map(exactForm).join(",");
}
function aspectDigest(node, length = ASPECT_HEX) {
  return sha256Hex(exactForm(node), length);
}
function prefixed(hex, exact) {
  return `${exact ? "sha256" : "exact-sha256"}:${hex}`;
}
function isDigest(text2) {
  return /^(?:exact-)?sha256:[0-9a-f]{64}$/.test(text2);
}

// src/core/invisible.ts
var RANGES = "\\u{0}-\\u{8}\\u{B}\\u{C}\\u{E}-\\u{1F}\\u{7F}-\\u{9F}\\u{AD}\\u{34F}\\u{61C}\\u{115F}\\u{1160}\\u{17B4}\\u{17B5}\\u{180B}-\\u{180F}\\u{200B}-\\u{200F}\\u{2028}-\\u{202E}\\u{2060}-\\u{206F}\\u{2800}\\u{3164}\\u{FE00}-\\u{FE0F}\\u{FEFF}\\u{FFA0}\\u{FFF0}-\\u{FFFB}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}";
var INVISIBLE_RUN = new RegExp(`[${RANGES}]+`, "gu");
var SOME_INVISIBLE = new RegExp(`[${RANGES}]`, "u");
var INNOCENT_RUNS = ["‌", "‍", "︎", "️", "️‍"];
function hasInvisible(text2) {
  return SOME_INVISIBLE.test(text2);
}
function invisibleRuns(text2) {
  return (text2.match(INVISIBLE_RUN) ?? []).filter((run4) => !INNOCENT_RUNS.includes(run4));
}
function withoutInvisible(text2) {
  return text2.replace(INVISIBLE_RUN, "");
}
function showInvisible(text2, show) {
  return text2.replace(
    INVISIBLE_RUN,
    (run4) => Array.from(run4, (character) => show(character.codePointAt(0) ?? 0)).join("")
  );
}

// src/core/names.ts
var STAND_IN = /^#[0-9a-f]{16}$/;
function recordedName(name) {
  if (name.length <= MAX_NAME_LENGTH && !hasInvisible(name) && !STAND_IN.test(name)) return name;
  return `#${sha256Hex(exactForm(stringNode(name)), 16)}`;
}
function pointerToken(name) {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
function unescapePointerToken(token) {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

// src/core/places.ts
var PlaceList = class {
  #places = [];
  #left;
  /** `values` are the values of the field that the places are in. */
  constructor(values) {
    const units = values.reduce((sum, { start, end }) => sum + (end - start), 0);
    this.#left = Math.min(MIN_PLACE_UNITS + units * PLACE_UNITS_PER_UNIT, MAX_PLACE_UNITS);
  }
  get isEmpty() {
    return this.#places.length === 0;
  }
  /** @throws WitnessmarkError `too-many-bytes` when the pointers are out of all proportion to the field. */
  add(pointer, value) {
    this.#left -= pointer.length;
    if (this.#left < 0) {
      throw new WitnessmarkError(
        "too-many-bytes",
        "one field of a definition repeats long member names above very many values",
        "Shorten the names inside the schema that the server generates; it cannot be digested as it is."
      );
    }
    this.#places.push({ pointer, value });
  }
  /** `[[pointer, value], …]`, sorted by pointer; of one pointer in the order in which they were added. */
  toNode() {
    const sorted2 = [...this.#places].sort((a, b) => compareCodeUnits(a.pointer, b.pointer));
    return arrayNode(sorted2.map(({ pointer, value }) => arrayNode([stringNode(pointer), value])));
  }
};

// src/core/schema-aspects.ts
var PROSE_KEYWORDS = [
  "$schema",
  "$id",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly"
];
var SET_KEYWORDS = ["required", "type", "enum"];
var SCHEMA_KEYWORDS = [
  "not",
  "if",
  "then",
  "else",
  "items",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "additionalItems",
  "contentSchema"
];
var SCHEMA_ARRAY_KEYWORDS = [
  "allOf",
  "anyOf",
  "oneOf",
  "prefixItems",
  "items"
];
var SCHEMA_MAP_KEYWORDS = [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies"
];
var DIALECT = /^https?:\/\/json-schema\.org\/(?:schema|draft-0[0-7]\/(?:hyper-)?schema|draft\/(?:2019-09|2020-12)\/schema)#?$/;
function schemaAspects(schema2) {
  const texts = new PlaceList([schema2]);
  const shape = shapeOf(schema2, "", texts);
  return {
    shape: aspectDigest(shape),
    text: aspectDigest(texts.toNode()),
    properties: propertyDigests(schema2)
  };
}
function shapeOf(schema2, pointer, texts) {
  if (schema2.kind !== "object") return schema2;
  const integer = isPlainInteger(schema2);
  const twice = repeatedNames(schema2);
  const kept = [];
  for (const { name, value } of schema2.members) {
    const place = `${pointer}/${pointerToken(name)}`;
    if (PROSE_KEYWORDS.includes(name) || name.startsWith("x-")) {
      if (name !== "$schema" || !isPublishedDialect(value)) texts.add(place, value);
    } else if (twice.has(name) || !isFolded(name, value, integer)) {
      kept.push([name, keywordShape(name, value, place, texts)]);
    }
  }
  return kept.length === 0 ? literalNode(true) : objectNode(kept);
}
function keywordShape(name, value, place, texts) {
  if (value.kind === "array") {
    if (SET_KEYWORDS.includes(name)) return sortedSet(value.items);
    if (SCHEMA_ARRAY_KEYWORDS.includes(name)) {
      return arrayNode(value.items.map((item, index) => shapeOf(item, `${place}/${index}`, texts)));
    }
  } else if (value.kind === "object") {
    if (SCHEMA_KEYWORDS.includes(name)) return shapeOf(value, place, texts);
    if (SCHEMA_MAP_KEYWORDS.includes(name)) {
      return objectNode(
        value.members.map((member) => [
          member.name,
          shapeOf(member.value, `${place}/${pointerToken(member.name)}`, texts)
        ])
      );
    }
  }
  return value;
}
function sortedSet(items) {
  const forms = items.map((item) => ({ item, form: exactForm(item) }));
  forms.sort((a, b) => compareCodeUnits(a.form, b.form));
  return arrayNode(forms.map(({ item }) => item));
}
function isPublishedDialect(value) {
  return value.kind === "string" && DIALECT.test(value.value);
}
function repeatedNames(schema2) {
  const [once2, twice] = [/* @__PURE__ */ new Set(), /* @__PURE__ */ new Set()];
  for (const { name } of schema2.members) (once2.has(name) ? twice : once2).add(name);
  return twice;
}
function isFolded(name, value, integer) {
  return isEmptyRequired(name, value) || integer && isSafeIntegerBound(name, value);
}
function isEmptyRequired(name, value) {
  return name === "required" && value.kind === "array" && value.items.length === 0;
}
function isPlainInteger(schema2) {
  return membersNamed(schema2, "type").length === 1 && stringMember(schema2, "type") === "integer";
}
function isSafeIntegerBound(name, value) {
  if (value.kind !== "number") return false;
  const form = exactForm(value);
  return name === "maximum" && form === "9007199254740991" || name === "minimum" && form === "-9007199254740991";
}
function propertyDigests(schema2) {
  const digests2 = /* @__PURE__ */ new Map();
  const properties = memberValue(schema2, "properties");
  if (properties?.kind !== "object") return digests2;
  for (const [name, values] of groupMembers(properties)) {
    digests2.set(recordedName(name), sha256Hex(duplicatesForm(values), PROPERTY_HEX));
  }
  return digests2;
}

// src/core/aspects.ts
function fieldRole(kind, field) {
  if (kind !== "tool") return "plain";
  if (field === "inputSchema" || field === "outputSchema") return "schema";
  if (field === "annotations") return "annotations";
  return field === "execution" ? "execution" : "plain";
}
var HINTS = [
  ["readOnlyHint", false],
  ["destructiveHint", true],
  ["idempotentHint", false],
  ["openWorldHint", true]
];
function fieldAspects(role, values) {
  const aspects = /* @__PURE__ */ new Map();
  const value = values.at(-1);
  if (value === void 0) return aspects;
  switch (role) {
    case "schema": {
      const { shape, text: text2, properties } = schemaAspects(value);
      aspects.set("shape", shape).set("text", text2);
      for (const [name, digest2] of properties)
        aspects.set(`properties/${pointerToken(name)}`, digest2);
      break;
    }
    case "annotations":
      aspects.set("hints", hintsDigest(value)).set("text", annotationsText(value));
      break;
    case "execution":
      aspects.set("effective", aspectDigest(effectiveExecution(value)));
      break;
    case "plain":
      if (value.kind === "string") aspects.set("visible", aspectDigest(visibleText(value.value)));
      break;
  }
  if (values.length > 1) {
    for (const name of ["text", "visible", "effective"]) {
      if (aspects.has(name)) aspects.set(name, sha256Hex(duplicatesForm(values), ASPECT_HEX));
    }
  }
  const runs = new PlaceList(values);
  for (const each of values) addInvisibleRuns(each, "", runs);
  if (!runs.isEmpty) aspects.set("invisible", aspectDigest(runs.toNode()));
  return aspects;
}
function emptyValue(role) {
  return role === "plain" ? stringNode("") : objectNode([]);
}
function hasInvalidHint(annotations) {
  return annotations.kind === "object" && annotations.members.some(
    ({ name, value }) => HINTS.some(([hint]) => hint === name) && booleanOf(value) === void 0
  );
}
function booleanOf(node) {
  return node?.kind === "literal" && node.value !== null ? node.value : void 0;
}
function hintIndex(annotations, hint) {
  if (annotations.kind !== "object") return -1;
  const index = annotations.members.findLastIndex(({ name }) => name === hint);
  return booleanOf(annotations.members[index]?.value) === void 0 ? -1 : index;
}
function hintsDigest(annotations) {
  const hints = new Map(
    HINTS.map(([hint, byDefault]) => {
      const index = hintIndex(annotations, hint);
      const served = annotations.kind === "object" ? annotations.members[index]?.value : void 0;
      return [hint, booleanOf(served) ?? byDefault];
    })
  );
  if (hints.get("readOnlyHint") === true) {
    hints.delete("destructiveHint");
    hints.delete("idempotentHint");
  }
  return aspectDigest(objectNode([...hints].map(([name, value]) => [name, literalNode(value)])));
}
function annotationsText(annotations) {
  if (annotations.kind !== "object") return aspectDigest(annotations);
  const read = HINTS.map(([hint]) => hintIndex(annotations, hint));
  const rest = annotations.members.filter((_member, index) => !read.includes(index));
  return aspectDigest(objectNode(rest.map(({ name, value }) => [name, value])));
}
function effectiveExecution(execution) {
  if (execution.kind !== "object") return execution;
  const members = execution.members.map(({ name, value }) => [name, value]);
  const hasSupport = members.some(([name]) => name === "taskSupport");
  return objectNode(hasSupport ? members : [...members, ["taskSupport", stringNode("forbidden")]]);
}
function visibleText(text2) {
  return stringNode(withoutInvisible(text2).replace(/[ \t\r\n]+/g, " "));
}
function addInvisibleRuns(node, pointer, runs) {
  switch (node.kind) {
    case "string":
      for (const run4 of invisibleRuns(node.value)) runs.add(pointer, stringNode(run4));
      break;
    case "array":
      for (const [index, item] of node.items.entries())
        addInvisibleRuns(item, `${pointer}/${index}`, runs);
      break;
    case "object":
      for (const { name, value } of node.members) {
        const place = `${pointer}/${pointerToken(name)}`;
        for (const run4 of invisibleRuns(name)) runs.add(place, stringNode(run4));
        addInvisibleRuns(value, place, runs);
      }
      break;
    case "number":
    case "literal":
    case "skipped":
      break;
  }
}

// src/core/conformance.ts
var isString = (value) => value.kind === "string";
var isObject = (value) => value.kind === "object";
var isArray = (value) => value.kind === "array";
var isNumber = (value) => value.kind === "number";
var isObjectSchema = (value) => stringMember(value, "type") === "object";
var isArgumentList = (value) => value.kind === "array" && value.items.every((item) => stringMember(item, "name") !== void 0);
var COMMON = {
  title: isString,
  description: isString,
  icons: isArray,
  _meta: isObject
};
var CHECKS = {
  server: { instructions: isString, serverInfo: isObject, capabilities: isObject },
  tool: {
    ...COMMON,
    inputSchema: isObjectSchema,
    outputSchema: isObject,
    annotations: isObject,
    execution: isObject
  },
  prompt: { ...COMMON, arguments: isArgumentList },
  resource: {
    ...COMMON,
    name: isString,
    mimeType: isString,
    size: isNumber,
    annotations: isObject
  },
  resourceTemplate: { ...COMMON, name: isString, mimeType: isString, annotations: isObject }
};
var REQUIRED = {
  server: ["serverInfo", "capabilities"],
  tool: ["inputSchema"],
  prompt: [],
  resource: ["name"],
  resourceTemplate: ["name"]
};
function conformanceFindings(kind, definition) {
  const missing2 = REQUIRED[kind].filter((name) => memberValue(definition, name) === void 0);
  const wrong = Object.entries(CHECKS[kind]).filter(([name, check2]) => {
    const value = memberValue(definition, name);
    return value !== void 0 && !check2(value);
  }).map(([name]) => name);
  return [...missing2, ...wrong].map((name) => `nonconforming:${name}`);
}

// src/core/lookalikes.ts
var RANGES2 = [
  [65, 90, "Latin"],
  [97, 122, "Latin"],
  [192, 214, "Latin"],
  [216, 246, "Latin"],
  [248, 687, "Latin"],
  [880, 883, "Greek"],
  [886, 887, "Greek"],
  [891, 893, "Greek"],
  [895, 895, "Greek"],
  [902, 902, "Greek"],
  [904, 993, "Greek"],
  [994, 1007, "Coptic"],
  [1008, 1013, "Greek"],
  [1015, 1023, "Greek"],
  [1024, 1153, "Cyrillic"],
  [1162, 1327, "Cyrillic"],
  [1329, 1366, "Armenian"],
  [1376, 1416, "Armenian"],
  [5024, 5117, "Cherokee"],
  [7296, 7306, "Cyrillic"],
  [7424, 7551, "Latin"],
  [7680, 7935, "Latin"],
  [7936, 8191, "Greek"],
  [11360, 11391, "Latin"],
  [11392, 11492, "Coptic"],
  [42192, 42231, "Lisu"],
  [42560, 42605, "Cyrillic"],
  [42624, 42651, "Cyrillic"],
  [42784, 43007, "Latin"],
  [43824, 43876, "Latin"],
  [43888, 43967, "Cherokee"],
  [65313, 65338, "Fullwidth"],
  [65345, 65370, "Fullwidth"],
  [119808, 120485, "Mathematical"]
];
var PAIRS = [
  // ASCII among itself.
  ["01I|", "Olll"],
  // Latin.
  ["ıɑɡɩƅȷ", "iagibj"],
  // Cyrillic.
  ["асԁеһіјкӏорԛѕԝхуүгп", "acdehijklopqswxyyrn"],
  ["АВСЕНІЈКӀМОРԚЅТԜХУҮЬ", "ABCEHlJKlMOPQSTWXYYb"],
  // Greek.
  ["ανιοκρσυγϲϳω", "aviokpouycjw"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "ABEZHlKMNOPTYXCJ"],
  // Armenian.
  ["օսհոցզյԼՍՏՕՀՁ", "ouhngqjLUSOZQ"],
  // Cherokee.
  ["ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᏀᏃᏟᏢᏞᏙᏚᏔᏕᏦᏴ", "DRTiAJEWMHGZCPLVSWSKB"],
  // Coptic.
  ["ⲟⲣⲥⲞⲢⲤⲔⲘⲚⲦⲎⲒ", "opcOPCKMNTHl"],
  // Lisu.
  ["ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPdDTGKJCZFMNLSRVHWXYAElOU"],
  // Dashes, strokes and dots.
  ["‐‑‒–—−﹣∕⁄", "-------//"]
];
var LOOKS_LIKE = new Map(
  PAIRS.flatMap(([letters2, looks]) => {
    const seen2 = Array.from(looks);
    return Array.from(letters2).map((letter, index) => [letter, seen2[index] ?? letter]);
  })
);
var LETTERS_OF_ALPHABETS = 26;
function scriptOf(codePoint) {
  if (codePoint < 128) return isAsciiLetter(codePoint) ? "Latin" : void 0;
  return RANGES2.find(([first, last]) => codePoint >= first && codePoint <= last)?.[2];
}
function isAsciiLetter(codePoint) {
  return codePoint >= 65 && codePoint <= 90 || codePoint >= 97 && codePoint <= 122;
}
function mixesScripts(name) {
  let word2;
  for (const character of name) {
    const script = scriptOf(character.codePointAt(0) ?? 0);
    if (script !== void 0 && word2 !== void 0 && script !== word2) return true;
    word2 = script;
  }
  return false;
}
function skeletonOf(name) {
  return Array.from(name, looksLike).join("");
}
function looksLike(character) {
  const plain = plainLetter(character.codePointAt(0) ?? 0) ?? character;
  return LOOKS_LIKE.get(plain) ?? plain;
}
function plainLetter(codePoint) {
  if (codePoint >= 65281 && codePoint <= 65374) return String.fromCodePoint(codePoint - 65248);
  if (codePoint >= 120782 && codePoint <= 120831)
    return String.fromCodePoint(48 + (codePoint - 120782) % 10);
  if (codePoint < 119808 || codePoint > 120483) return void 0;
  const at = (codePoint - 119808) % (2 * LETTERS_OF_ALPHABETS);
  const first = at < LETTERS_OF_ALPHABETS ? 65 : 97;
  return String.fromCodePoint(first + at % LETTERS_OF_ALPHABETS);
}
function lookalikes(names2) {
  const groups = /* @__PURE__ */ new Map();
  for (const name of names2) {
    const skeleton = skeletonOf(name);
    const group = groups.get(skeleton) ?? /* @__PURE__ */ new Set();
    groups.set(skeleton, group.add(name));
  }
  return new Set(
    [...groups.values()].filter(({ size }) => size > 1).flatMap((group) => [...group])
  );
}

// src/core/shared-text.ts
var NAMES = /* @__PURE__ */ new Map();
function sharedName(name) {
  const known = NAMES.get(name);
  if (known !== void 0 || NAMES.size >= MAX_SHARED_NAMES) return known ?? name;
  const own = detachedUnits(name);
  NAMES.set(own, own);
  return own;
}
function detached(text2) {
  return Buffer.from(text2, "latin1").toString("latin1");
}
function detachedUnits(text2) {
  return Buffer.from(text2, "utf16le").toString("utf16le");
}

// src/core/surface.ts
var ITEM_KINDS = ["server", "tool", "prompt", "resource", "resourceTemplate"];
var LIST_KINDS = ["tool", "prompt", "resource", "resourceTemplate"];
var KIND_FACTS = {
  tool: {
    idMember: "name",
    method: "tools/list",
    listMember: "tools",
    capability: "tools",
    word: "tools"
  },
  prompt: {
    idMember: "name",
    method: "prompts/list",
    listMember: "prompts",
    capability: "prompts",
    word: "prompts"
  },
  resource: {
    idMember: "uri",
    method: "resources/list",
    listMember: "resources",
    capability: "resources",
    word: "resources"
  },
  resourceTemplate: {
    idMember: "uriTemplate",
    method: "resources/templates/list",
    listMember: "resourceTemplates",
    capability: "resources",
    word: "resourceTemplates"
  }
};
function idMemberOf(kind) {
  return kind === "server" ? null : KIND_FACTS[kind].idMember;
}

// src/core/item.ts
function itemsOf(definitions, findingsOf = () => [], digest2 = itemOf) {
  const items = definitions.map(
    (definition) => withFindings(digest2(definition), findingsOf(definition))
  );
  return markNames(markDuplicates(items)).sort(compareItems);
}
var LIST_FINDINGS = [
  "duplicate-identifier",
  "lookalike-name",
  "mixed-script-name"
];
function withListFindings(items) {
  const bare = items.map(
    (item) => item.findings.some((finding) => LIST_FINDINGS.includes(finding)) ? { ...item, findings: item.findings.filter((each) => !LIST_FINDINGS.includes(each)) } : item
  );
  return markNames(markDuplicates(bare));
}
function compareItems(a, b) {
  return compareCodeUnits(a.kind, b.kind) || compareNullable(a.id, b.id) || compareCodeUnits(fieldsForm(a), fieldsForm(b));
}
function fieldsForm({ fields }) {
  let form = FORMS.get(fields);
  if (form === void 0) {
    form = exactForm(objectNode([...fields].map(([name, digest2]) => [name, stringNode(digest2)])));
    FORMS.set(fields, form);
  }
  return form;
}
var FORMS = /* @__PURE__ */ new WeakMap();
function sameFields(a, b) {
  return sameMap(a.fields, b.fields);
}
function sameMap(a, b) {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) if (b.get(key) !== value) return false;
  return true;
}
function itemKey(item) {
  return JSON.stringify([item.kind, item.id]);
}
function surfaceDigest(items) {
  const triples = items.map(({ kind, id, itemDigest }) => ({ kind, id, itemDigest }));
  triples.sort(
    (a, b) => compareCodeUnits(a.kind, b.kind) || compareNullable(a.id, b.id) || compareCodeUnits(a.itemDigest, b.itemDigest)
  );
  const rows = triples.map(
    ({ kind, id, itemDigest }) => arrayNode([
      stringNode(kind),
      id === null ? literalNode(null) : stringNode(id),
      stringNode(itemDigest)
    ])
  );
  return `sha256:${sha256Hex(exactForm(arrayNode(rows)))}`;
}
function itemOf({ kind, text: text2 }) {
  const node = parseJsonText(text2, { maxDepth: MAX_DEPTH });
  const itemDigest = digestOf(node).digest;
  if (node.kind === "object") return { ...objectItem(kind, node), itemDigest };
  const found = fieldOf("value", "plain", [node]);
  return {
    kind,
    id: null,
    itemDigest,
    fields: /* @__PURE__ */ new Map([["value", found.digest]]),
    aspects: found.aspects,
    findings: ["not-an-object", ...found.findings].sort(compareCodeUnits)
  };
}
function objectItem(kind, node) {
  const idMember = idMemberOf(kind);
  const { id, isField } = identifierOf(node, idMember);
  const findings = new Set(conformanceFindings(kind, node));
  const fields = /* @__PURE__ */ new Map();
  const aspects = /* @__PURE__ */ new Map();
  for (const [name, values] of groupByRecordedName(node)) {
    const found = fieldOf(name, fieldRole(kind, name), values);
    for (const finding of found.findings) findings.add(finding);
    if (name === idMember && !isField) continue;
    fields.set(sharedName(name), found.digest);
    for (const [key, value] of found.aspects) aspects.set(key, value);
  }
  for (const { name } of node.members) {
    if (!name.isWellFormed()) findings.add(`lone-surrogate:${recordedName(name)}`);
    if (invisibleRuns(name).length > 0) findings.add(`invisible-characters:${recordedName(name)}`);
  }
  if (idMember !== null && id === null) findings.add("no-identifier");
  return {
    kind,
    id: id === null ? null : recordedName(id),
    fields: sortedMap(fields),
    aspects: sortedMap(aspects),
    findings: [...findings].sort(compareCodeUnits)
  };
}
function groupByRecordedName(node) {
  const named = node.members.map(({ name, ...rest }) => ({ ...rest, name: recordedName(name) }));
  return groupMembers({ ...node, members: named });
}
function fieldOf(name, role, values) {
  const { digest: digest2, reasons } = fieldDigest(values);
  const aspects = fieldAspects(role, values);
  const codes = [...reasons];
  if (aspects.has("invisible")) codes.push("invisible-characters");
  if (role === "annotations" && values.some(hasInvalidHint)) codes.push("invalid-hint");
  const token = pointerToken(name);
  return {
    digest: digest2,
    aspects: sortedMap(
      new Map([...aspects].map(([aspect, value]) => [sharedName(`${token}/${aspect}`), value]))
    ),
    findings: codes.map((code) => `${code}:${name}`)
  };
}
function fieldDigest(values) {
  const [only] = values;
  return only !== void 0 && values.length === 1 ? digestOf(only) : digestOfDuplicates(values);
}
function identifierOf(node, idMember) {
  const values = node.members.filter(({ name }) => name === idMember).map(({ value }) => value);
  const last = values.at(-1);
  const id = last?.kind === "string" ? last.value : null;
  const isStandIn = id !== null && recordedName(id) !== id;
  return { id, isField: id === null || values.length > 1 || isStandIn };
}
function sortedMap(map) {
  return new Map([...map].sort(([a], [b]) => compareCodeUnits(a, b)));
}
var NAMED = ["tool", "prompt"];
function markNames(items) {
  const alike = new Map(
    NAMED.map((kind) => [
      kind,
      lookalikes(
        items.flatMap((item) => item.kind === kind && item.id !== null ? [item.id] : [])
      )
    ])
  );
  return items.map((item) => {
    const { kind, id } = item;
    if (id === null || !NAMED.includes(kind)) return item;
    return withFindings(item, [
      ...mixesScripts(id) ? ["mixed-script-name"] : [],
      ...alike.get(kind)?.has(id) === true ? ["lookalike-name"] : []
    ]);
  });
}
function markDuplicates(items) {
  const counts = /* @__PURE__ */ new Map();
  for (const item of items) {
    if (item.id !== null) counts.set(itemKey(item), (counts.get(itemKey(item)) ?? 0) + 1);
  }
  return items.map(
    (item) => (counts.get(itemKey(item)) ?? 0) > 1 ? withFindings(item, ["duplicate-identifier"]) : item
  );
}
function withFindings(item, findings) {
  if (findings.length === 0) return item;
  return { ...item, findings: [...item.findings, ...findings].sort(compareCodeUnits) };
}

// src/core/date-spellings.ts
var MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
];
function dateSpellings(instant, timeZones) {
  return [...new Set(timeZones.flatMap((timeZone) => spellings(dayIn(instant, timeZone))))];
}
function dayIn(instant, timeZone) {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "numeric",
    day: "numeric"
  }).formatToParts(instant);
  const part = (type) => parts.find((each) => each.type === type)?.value ?? "";
  return {
    year: part("year").padStart(4, "0"),
    month: Number(part("month")),
    day: Number(part("day"))
  };
}
function spellings({ year, month, day }) {
  const [mm, dd] = [String(month).padStart(2, "0"), String(day).padStart(2, "0")];
  const long = MONTHS[month - 1] ?? "";
  const short = long.slice(0, 3);
  const separated = ["-", "/", "."].flatMap((mark2) => [
    [year, mm, dd].join(mark2),
    [dd, mm, year].join(mark2),
    [mm, dd, year].join(mark2),
    [day, month, year].join(mark2),
    [month, day, year].join(mark2)
  ]);
  const named = [long, short].flatMap((name) => [
    `${name} ${day}, ${year}`,
    `${name} ${day} ${year}`,
    `${name} ${dd}, ${year}`,
    `${name} ${dd} ${year}`,
    `${day} ${name} ${year}`,
    `${dd} ${name} ${year}`,
    `${dd}-${name}-${year}`
  ]);
  return [...separated, ...named, `${year}${mm}${dd}`];
}

// src/core/secrets.ts
var SECRET_FINDING = "quotes-secret:";
var SecretFinder = class {
  #forms;
  /** Values shorter than six characters are ordinary words and are not looked for. */
  constructor(values) {
    this.#forms = values.filter((value) => value.length >= MIN_SECRET_LENGTH).flatMap(formsOf);
  }
  get isEmpty() {
    return this.#forms.length === 0;
  }
  isIn(text2) {
    return this.#forms.some((form) => text2.includes(form));
  }
  /** Replaces every form in which a value stands in a text. */
  masked(text2, standIn) {
    const longestFirst = [...this.#forms].sort((a, b) => b.length - a.length);
    return longestFirst.reduce((rest, form) => rest.replaceAll(form, () => standIn), text2);
  }
  /** @throws JsonTextError for a definition that cannot be digested either. */
  placesIn({ kind, text: text2 }) {
    const node = parseJsonText(text2, { maxDepth: MAX_DEPTH });
    if (node.kind !== "object")
      return { inName: false, fields: this.#isInside(node) ? ["value"] : [] };
    const idMember = idMemberOf(kind);
    let inName = false;
    const fields = /* @__PURE__ */ new Set();
    for (const { name, value } of node.members) {
      const isId = name === idMember && value.kind === "string";
      inName ||= this.isIn(name) || isId && this.isIn(value.value) || this.#isInPropertyName(value);
      if (!isId && this.#isInside(value)) fields.add(recordedName(name));
    }
    return { inName, fields: [...fields].sort(compareCodeUnits) };
  }
  #isInPropertyName(schema2) {
    const properties = memberValue(schema2, "properties");
    return properties?.kind === "object" && properties.members.some(({ name }) => this.isIn(name));
  }
  #isInside(node) {
    switch (node.kind) {
      case "string":
        return this.isIn(node.value);
      case "number":
        return this.isIn(node.text);
      case "array":
        return node.items.some((item) => this.#isInside(item));
      case "object":
        return node.members.some(({ name, value }) => this.isIn(name) || this.#isInside(value));
      case "literal":
      case "skipped":
        return false;
    }
  }
};
function formsOf(value) {
  const base642 = Buffer.from(value, "utf8").toString("base64");
  const withoutPadding = base642.replace(/=+$/, "");
  const urlSafe = withoutPadding.replaceAll("+", "-").replaceAll("/", "_");
  return [.../* @__PURE__ */ new Set([value, encodeURIComponent(value.toWellFormed()), withoutPadding, urlSafe])];
}

// src/core/baseline-problems.ts
function lineAt(text2, offset) {
  let line = 1;
  for (let at = text2.indexOf("\n"); at >= 0 && at < offset; at = text2.indexOf("\n", at + 1))
    line += 1;
  return line;
}
var ProblemList = class {
  #text;
  #found = [];
  constructor(text2) {
    this.#text = text2;
  }
  add(node, member, problem) {
    this.addAt(node.start, member, problem);
  }
  addAt(offset, member, problem) {
    if (this.#found.length > MAX_BASELINE_PROBLEMS) return;
    this.#found.push(
      `line ${lineAt(this.#text, offset)}: ${member === "" ? "the file" : member} ${problem}`
    );
  }
  /** What was found, the first of it; empty when nothing was. */
  listed() {
    const listed3 = this.#found.slice(0, MAX_BASELINE_PROBLEMS);
    return this.#found.length > listed3.length ? [...listed3, "and more"] : listed3;
  }
  /** @throws WitnessmarkError `baseline-malformed` that lists everything found, when anything was. */
  throwIfAny(hint) {
    const listed3 = this.listed();
    if (listed3.length === 0) return;
    throw new WitnessmarkError(
      "baseline-malformed",
      `the baseline is malformed: ${listed3.join("; ")}`,
      hint
    );
  }
};
var MemberReader = class {
  #node;
  #path;
  #problems;
  constructor(node, path, problems, known) {
    this.#node = node;
    this.#path = path;
    this.#problems = problems;
    if (node.kind !== "object") {
      problems.add(node, path, "must be an object");
      return;
    }
    for (const { name, nameStart } of node.members) {
      if (!known.includes(name))
        problems.addAt(nameStart, path, "has a member that this format does not know");
    }
    for (const name of known) {
      if (membersNamed(node, name).length > 1)
        problems.add(node, this.at(name), "stands there more than once");
    }
  }
  at(name) {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }
  optional(name) {
    return memberValue(this.#node, name);
  }
  required(name) {
    const value = this.optional(name);
    if (value === void 0 && this.#node.kind === "object") {
      this.#problems.add(this.#node, this.at(name), "is missing");
    }
    return value;
  }
  /** The string value of a required member that satisfies `isValid`; else `''` and a problem. */
  string(name, isValid, expected) {
    const value = this.required(name);
    if (value === void 0) return "";
    if (value.kind === "string" && isValid(value.value)) return value.value;
    this.#problems.add(value, this.at(name), `must be ${expected}`);
    return "";
  }
  /** The members of a required member that is a map from names to strings. */
  map(name, isValid, expected) {
    const found = /* @__PURE__ */ new Map();
    const value = this.required(name);
    if (value === void 0) return found;
    if (value.kind !== "object") {
      this.#problems.add(value, this.at(name), "must be an object");
      return found;
    }
    for (const member of value.members) {
      const text2 = member.value.kind === "string" ? member.value.value : void 0;
      if (text2 === void 0 || !isValid(member.name, text2)) {
        this.#problems.addAt(
          member.nameStart,
          this.at(name),
          `holds a value that is not ${expected}`
        );
      } else if (found.has(member.name)) {
        this.#problems.addAt(member.nameStart, this.at(name), "holds one name twice");
      } else found.set(member.name, text2);
    }
    return found;
  }
  /** A required array of strings. */
  strings(name, isValid, expected) {
    const value = this.required(name);
    if (value === void 0) return [];
    const strings2 = value.kind === "array" ? value.items.flatMap((item) => item.kind === "string" ? [item.value] : []) : [];
    if (value.kind !== "array" || strings2.length !== value.items.length || !strings2.every(isValid)) {
      this.#problems.add(value, this.at(name), `must be an array of ${expected}`);
      return [];
    }
    return strings2;
  }
};

// src/core/baseline-item.ts
var UNSTABLE = "unstable";
var DATE = /^\d{4}-\d{2}-\d{2}$/;
var FINDING = /^[a-z][a-z0-9-]*(?::[^]*)?$/;
function parseBaselineItem(node, path, problems) {
  const reader = new MemberReader(node, path, problems, [
    "kind",
    "id",
    "firstSeen",
    "fields",
    "aspects",
    "findings"
  ]);
  const word2 = reader.string("kind", isItemKind, `one of ${ITEM_KINDS.join(", ")}`);
  const kind = ITEM_KINDS.find((each) => each === word2);
  const id = parseId(reader.required("id"), reader.at("id"), problems);
  const firstSeen = reader.string("firstSeen", isDate, "a date, YYYY-MM-DD");
  const fields = reader.map(
    "fields",
    (_name, value) => isDigest(value) || value === UNSTABLE,
    "a digest"
  );
  const aspects = reader.map("aspects", isAspect, "an aspect digest");
  const findings = reader.strings("findings", (value) => FINDING.test(value), "findings");
  if (kind === void 0) return void 0;
  return {
    kind,
    id,
    firstSeen,
    fields: sorted(fields),
    aspects: sorted(aspects),
    findings: findings.sort(compareCodeUnits)
  };
}
function parseId(node, path, problems) {
  if (node?.kind === "string") return node.value;
  if (node !== void 0 && !(node.kind === "literal" && node.value === null)) {
    problems.add(node, path, "must be a string or null");
  }
  return null;
}
function isItemKind(value) {
  return ITEM_KINDS.includes(value);
}
function isDate(value) {
  if (!DATE.test(value)) return false;
  const date = /* @__PURE__ */ new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
function isAspect(name, value) {
  if (!/^[0-9a-f]+$/.test(value) || !name.includes("/")) return false;
  return value.length === ASPECT_HEX || value.length === PROPERTY_HEX && name.includes("/properties/");
}
function sorted(map) {
  return new Map(
    [...map].sort(([a], [b]) => compareCodeUnits(a, b)).map(([name, digest2]) => [sharedName(name), detached(digest2)])
  );
}

// src/core/grades.ts
var GRADES = ["hidden", "shape", "hint", "text", "other", "notation"];
function gradesOf(role, before, after) {
  const empty = fieldAspects(role, [emptyValue(role)]);
  const moved = (aspect) => (before ?? empty).get(aspect) !== (after ?? empty).get(aspect);
  const cameOrWent = before === void 0 || after === void 0;
  const hasAspects = role !== "plain" || before?.has("visible") === true || after?.has("visible") === true;
  const found = /* @__PURE__ */ new Set();
  if (moved("invisible")) found.add("hidden");
  switch (role) {
    case "schema":
      if (cameOrWent || moved("shape")) found.add("shape");
      if (moved("text")) found.add("text");
      break;
    case "annotations":
      if (moved("hints")) found.add("hint");
      if (moved("text")) found.add("text");
      break;
    case "execution":
      if (moved("effective")) found.add("other");
      break;
    case "plain":
      if (!hasAspects) found.add("other");
      else if (moved("visible")) found.add("text");
      break;
  }
  if (found.size === 0) found.add("notation");
  return GRADES.filter((grade) => found.has(grade));
}

// src/core/compare.ts
function pairItems(before, after) {
  const [left, right] = [groupByKey(before), groupByKey(after)];
  const pairs = [];
  const removed = [];
  const added = [];
  for (const key of /* @__PURE__ */ new Set([...left.keys(), ...right.keys()])) {
    const rest = splitEqual(left.get(key) ?? [], right.get(key) ?? []);
    for (const pair of rest.pairs) pairs.push(pair);
    for (const [index, old] of rest.removed.entries()) {
      const fresh = rest.added[index];
      if (fresh === void 0) removed.push(old);
      else pairs.push({ before: old, after: fresh });
    }
    for (const fresh of rest.added.slice(rest.removed.length)) added.push(fresh);
  }
  return { pairs, removed, added };
}
function compareSurfaces(before, after) {
  const { pairs, removed, added } = pairItems(before, after);
  const found = [
    ...removed.map((item) => ({ item, change: wholeItem(item, "removed") })),
    ...added.map((item) => ({ item, change: wholeItem(item, "added") }))
  ];
  for (const pair of pairs) {
    const fields = sameFields(pair.before, pair.after) ? [] : compareFields(pair);
    if (fields.length > 0) {
      const { kind, id } = pair.after;
      found.push({ item: pair.after, change: { kind, id, change: "changed", fields } });
    }
  }
  return found.sort((a, b) => compareItems(a.item, b.item)).map(({ change }) => change);
}
function inconsistentItems(before, after, ignoreFinding) {
  return pairItems(before, after).pairs.filter(
    (pair) => sameFields(pair.before, pair.after) && (!sameMap(pair.before.aspects, pair.after.aspects) || JSON.stringify(pair.before.findings.filter((each) => !ignoreFinding(each))) !== JSON.stringify(pair.after.findings.filter((each) => !ignoreFinding(each))))
  ).map(({ after: { kind, id } }) => ({ kind, id }));
}
function groupByKey(items) {
  const groups = /* @__PURE__ */ new Map();
  for (const item of inOrder(items)) {
    const key = itemKey(item);
    const group = groups.get(key);
    if (group === void 0) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
function inOrder(items) {
  const isSorted = items.every((item, index) => {
    const last = items[index - 1];
    return last === void 0 || compareItems(last, item) <= 0;
  });
  return isSorted ? items : [...items].sort(compareItems);
}
function splitEqual(olds, news) {
  const [old, fresh] = [olds[0], news[0]];
  if (old !== void 0 && fresh !== void 0 && olds.length === 1 && news.length === 1)
    return { pairs: [{ before: old, after: fresh }], removed: [], added: [] };
  const byForm = /* @__PURE__ */ new Map();
  for (const item of [...news].reverse()) {
    const form = fieldsForm(item);
    const same = byForm.get(form);
    if (same === void 0) byForm.set(form, [item]);
    else same.push(item);
  }
  const pairs = [];
  const removed = [];
  const used = /* @__PURE__ */ new Set();
  for (const before of olds) {
    const after = byForm.get(fieldsForm(before))?.pop();
    if (after === void 0) removed.push(before);
    else {
      used.add(after);
      pairs.push({ before, after });
    }
  }
  return { pairs, removed, added: news.filter((item) => !used.has(item)) };
}
function wholeItem({ kind, id }, change) {
  return { kind, id, change, fields: [] };
}
function compareFields({ before, after }) {
  const names2 = [.../* @__PURE__ */ new Set([...before.fields.keys(), ...after.fields.keys()])].sort(
    compareCodeUnits
  );
  const [lefts, rights] = [sidesOf(before), sidesOf(after)];
  return names2.filter((field) => before.fields.get(field) !== after.fields.get(field)).map((field) => {
    const [left, right] = [lefts.get(field), rights.get(field)];
    return {
      field,
      change: changeWord(left, right),
      grades: isUnstable(before, field) || isUnstable(after, field) ? ["other"] : gradesOf(fieldRole(after.kind, field), left, right),
      properties: compareProperties(left, right),
      ...allowanceOf(before, after, field)
    };
  });
}
function allowanceOf(before, after, field) {
  if (isUnstable(after, field)) return { allowance: "given" };
  return isUnstable(before, field) ? { allowance: "withdrawn" } : {};
}
function isUnstable(item, field) {
  return item.fields.get(field) === UNSTABLE;
}
function changeWord(before, after) {
  if (before === void 0) return "added";
  return after === void 0 ? "removed" : "changed";
}
function sidesOf(item) {
  const sides = new Map([...item.fields.keys()].map((field) => [field, /* @__PURE__ */ new Map()]));
  for (const [key, digest2] of item.aspects) {
    const slash = key.indexOf("/");
    sides.get(unescapePointerToken(key.slice(0, slash)))?.set(key.slice(slash + 1), digest2);
  }
  return sides;
}
function compareProperties(before, after) {
  const properties = (side) => new Map([...side ?? []].filter(([aspect]) => aspect.startsWith("properties/")));
  const [left, right] = [properties(before), properties(after)];
  return [.../* @__PURE__ */ new Set([...left.keys(), ...right.keys()])].sort(compareCodeUnits).filter((key) => left.get(key) !== right.get(key)).map((key) => ({
    name: unescapePointerToken(key.slice("properties/".length)),
    change: changeWord(left.get(key), right.get(key))
  }));
}

// src/core/equal-texts.ts
function withoutEqualTexts(a, b) {
  const counts = /* @__PURE__ */ new Map();
  const countsOf2 = (kind) => {
    const known = counts.get(kind) ?? /* @__PURE__ */ new Map();
    counts.set(kind, known);
    return known;
  };
  for (const { kind, text: text2 } of b) countsOf2(kind).set(text2, (countsOf2(kind).get(text2) ?? 0) + 1);
  const take = ({ kind, text: text2 }) => {
    const count = countsOf2(kind).get(text2) ?? 0;
    countsOf2(kind).set(text2, count - 1);
    return count > 0;
  };
  return { onlyA: a.filter((definition) => !take(definition)), onlyB: b.filter(take) };
}

// src/core/steadiness.ts
var WHOLE_ITEM = "*";
function unsteadyPlaces(first, second) {
  const { onlyA, onlyB } = withoutEqualTexts(first, second);
  const { pairs, removed, added } = pairItems(onlyA.map(itemOf), onlyB.map(itemOf));
  const places = [...removed, ...added].map((item) => placeOf(item, WHOLE_ITEM));
  for (const { before, after } of pairs) {
    for (const field of /* @__PURE__ */ new Set([...before.fields.keys(), ...after.fields.keys()])) {
      if (before.fields.get(field) !== after.fields.get(field)) places.push(placeOf(after, field));
    }
  }
  return places;
}
function fieldsHolding({ text: text2 }, wanted) {
  if (wanted.length === 0) return [];
  const node = parseJsonText(text2, { maxDepth: MAX_DEPTH });
  const members = node.kind === "object" ? node.members : [{ name: "value", value: node }];
  return members.flatMap(({ name, value }) => {
    const found = /* @__PURE__ */ new Set();
    collect(value, wanted, found);
    return [...found].map((each) => ({ field: recordedName(name), text: each }));
  });
}
function collect(node, wanted, found) {
  const look = (text2) => {
    for (const each of wanted) if (stands(each, text2)) found.add(each);
  };
  switch (node.kind) {
    case "string":
      look(node.value);
      break;
    case "array":
      for (const item of node.items) collect(item, wanted, found);
      break;
    case "object":
      for (const { name, value } of node.members) {
        look(name);
        collect(value, wanted, found);
      }
      break;
    case "number":
    case "literal":
    case "skipped":
      break;
  }
}
function stands(wanted, text2) {
  const isDigit2 = (at) => /[0-9]/.test(text2.charAt(at));
  for (let at = text2.indexOf(wanted); at >= 0; at = text2.indexOf(wanted, at + 1)) {
    if (!isDigit2(at - 1) && !isDigit2(at + wanted.length)) return true;
  }
  return false;
}
function placeOf({ kind, id }, field) {
  return { kind, id, field, why: "differs" };
}

// src/core/ascii-space.ts
function trimAscii(text2) {
  let [start, end] = [0, text2.length];
  while (start < end && isAsciiSpace(text2.charAt(start))) start += 1;
  while (end > start && isAsciiSpace(text2.charAt(end - 1))) end -= 1;
  return text2.slice(start, end);
}
function isAsciiSpace(character) {
  return /^[ \t-\r]$/.test(character);
}

// src/reader/client-profile.ts
var DECLARED = {
  elicitation: { form: {}, url: {} },
  roots: { listChanged: false },
  sampling: { context: {}, tools: {} }
};
var CLIENT_INFO = { name: "witnessmark", version: "1" };
function clientProfile(option) {
  const all = Object.keys(DECLARED);
  if (option === "full") return profileOf("full/1", all);
  if (option === "none") return profileOf("none/1", []);
  const names2 = option.split(",").map(trimAscii);
  if (!names2.every((name) => all.includes(name)) || new Set(names2).size !== names2.length) {
    throw new WitnessmarkError(
      "bad-option-value",
      "client-capabilities takes full, none, or a list without repetition",
      `Capabilities that can be listed, separated by commas: ${all.join(", ")}.`
    );
  }
  return profileOf("list/1", names2.sort());
}
function profileOf(name, capabilityNames) {
  const capabilities = Object.fromEntries(
    capabilityNames.map((each) => [each, DECLARED[each] ?? {}])
  );
  return { name, clientInfo: CLIENT_INFO, capabilities, capabilityNames };
}

// src/core/server-definition.ts
var RELEASE_MEMBERS = ["version", "icons"];
var NAMING_CAPABILITIES = ["experimental", "extensions"];
function serverDefinition({
  instructions,
  serverInfo,
  capabilities
}) {
  const node = objectNode([
    ...instructions.map((value) => ["instructions", value]),
    ...serverInfo.map((value) => ["serverInfo", withoutRelease(value)]),
    ...capabilities.map(
      (value) => ["capabilities", namesOnly(value, NAMING_CAPABILITIES)]
    )
  ]);
  return { kind: "server", text: exactForm(node) };
}
function serverSelfOf(result) {
  const values = (name) => membersNamed(result, name).map(({ value }) => value);
  return {
    instructions: values("instructions"),
    serverInfo: values("serverInfo"),
    capabilities: values("capabilities")
  };
}
function withoutRelease(info) {
  if (info.kind !== "object") return info;
  return objectNode(
    info.members.filter(({ name }) => !RELEASE_MEMBERS.includes(name)).map(({ name, value }) => [name, value])
  );
}
function namesOnly(node, naming) {
  if (node.kind !== "object") return node;
  return objectNode(
    node.members.map(({ name, value }) => [
      name,
      naming.includes(name) ? namesOnly(value, []) : objectNode([])
    ])
  );
}

// src/reader/causes.ts
var EXPLAINABLE = [
  "server-exited",
  "server-not-answering",
  "read-timeout",
  "handshake-refused",
  "list-refused"
];
var MANAGER = "The command lets a package manager fetch or build the server, and the isolation has no network, by design: move the install into an earlier step of the workflow or into --setup, and start what was installed directly.";
var NETWORK = "The server tried to reach the network before it answered, and the isolation has none, by design: let it answer initialize and its lists without, or fetch what it needs in an earlier step or in --setup.";
var MISSING_FILE = "A file of the server itself is missing: build it before the check, or set --working-directory.";
var WRONG_DIRECTORY = "The command looks for a project or a file that is not in the working directory: set --working-directory, or build it before the check.";
var NOT_INSTALLED = "A package that the server imports is not installed: install its dependencies in an earlier step or in --setup.";
var NATIVE = "A native module was built for another version of Node.js or another machine: install the dependencies with the version that starts the server.";
var RUNTIME = "The server needs another version of its runtime, or a package of another version: start it with the version that it is built and tested with.";
var NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|getaddrinfo|Name or service not known|Temporary failure in name resolution|Could not resolve host|network is unreachable|no such host|dns error|nodename nor servname|server misbehaving/i;
var MANAGER_WORDS = /ENOTCACHED|npm (?:error|ERR!) (?:code E|network)|ERR_PNPM_|Failed to fetch: `https?:|No solution found when resolving|Could not find a version that satisfies|proxy\.golang\.org|index\.crates\.io|static\.crates\.io|failed to download (?:from|`)|NU1301|Could not reach host https?:\/\/rubygems|could not determine executable to run/;
var CAUSES = [
  [
    /ERR_DLOPEN_FAILED|NODE_MODULE_VERSION|compiled against a different Node\.js version|Could not locate the bindings file|No native build was found for|invalid ELF header|wrong ELF class|You installed esbuild for another platform|Cannot find module '?@(?:rollup\/rollup|esbuild|swc\/core|img\/sharp)-(?:linux|darwin|win32)/,
    NATIVE
  ],
  [
    /spawn np[mx](?:\.cmd)? (?:ENOENT|EINVAL)/,
    "The server starts npx itself and does not find it (on Windows it is npx.cmd): start what it would start directly."
  ],
  [
    /spawn [^\n]{0,300}\.(?:cmd|bat) (?:ENOENT|EINVAL)|\.(?:cmd|bat)['"’]?: (?:command not found|not found|No such file or directory)|^'[^'\n]{1,300}' is not recognized as an internal or external command/m,
    "The command starts a .cmd or .bat file, which only Windows has and only a shell starts there: leave the ending out, or start what it would start directly."
  ],
  [
    /Cannot connect to the Docker daemon|docker\.sock/,
    "The command needs the Docker daemon, which the isolation does not reach: start the server itself, not its container."
  ],
  [
    /Missing script:|missing script:|Command "[^"\n]{1,100}" not found|ERR_PNPM_NO_SCRIPT/,
    "The package.json of the working directory has no such script: name one that it has, or set --working-directory."
  ],
  [
    /Could not read package\.json|ENOENT[^\n]{0,300}package\.json|go\.mod file not found|cannot find main module|could not find `Cargo\.toml`|MSB1003|Couldn't find a project to run|No `pyproject\.toml`|can't open file [^\n]{0,300}\[Errno 2\]|Project file does not exist/,
    WRONG_DIRECTORY
  ],
  [
    /Cannot find module ['"]?(?:\.|\/|[A-Za-z]:\\)(?![^'"\n]{0,300}node_modules)|ENOENT[^\n]{0,300}(?:dist|build|lib|out)\/|ERR_UNKNOWN_FILE_EXTENSION|Unable to access jarfile|The application '[^'\n]{0,300}' does not exist|no bin target named|The specified command or file was not found/i,
    MISSING_FILE
  ],
  [
    /Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|ModuleNotFoundError|No module named|no required module provides package|missing go\.sum entry|cannot load such file|Gem::MissingSpecError|PackageNotFoundError/,
    NOT_INSTALLED
  ],
  [MANAGER_WORDS, MANAGER],
  [
    /Exec format error|cannot execute(?: binary file)?: required file not found/,
    "The command is a program for another machine or with another loader: build it for the one that starts it."
  ],
  [
    /EADDRINUSE|address already in use/i,
    "The port that the server listens on is taken: another one is running, or it was started twice."
  ],
  [
    /GLIBC_\d[\d.]*' not found|UnsupportedClassVersionError|You must install or update \.NET|compatible \.NET SDK was not found|requires a different Python|cannot import name|does not provide an export named|ERR_REQUIRE_ESM|requires? Node(?:\.js)? (?:version )?[v>=\d]|requires rustc \d/i,
    RUNTIME
  ],
  [
    /^(?:Uncaught )?(?:SyntaxError|IndentationError|TabError): (?![^\n]{0,300}JSON)/m,
    "The server’s code does not parse with this version of its runtime."
  ],
  [
    /heap out of memory|^MemoryError|Cannot allocate memory|OutOfMemoryError|std::bad_alloc|fatal error: out of memory/m,
    "The server ran out of memory."
  ],
  [
    /(?:pyenv|rbenv|nodenv|goenv|asdf|mise|rtx|volta|fnm)['"]?: (?:command )?not found|(?:pyenv|rbenv|nodenv|asdf|mise)[^\n]{0,100}No such file or directory/,
    "The command is a shim of a version manager, which the isolation does not show: give the path of the program itself, or of the virtual environment."
  ],
  [
    /^[\w./-]*(?:sh|env|exec):[^\n]{0,300}(?:not found(?: in \$PATH)?|No such file or directory)$/m,
    "The command starts a program that is not installed on this machine: install it in an earlier step."
  ],
  [
    /not a tty|Inappropriate ioctl for device|setRawMode is not a function/i,
    "The server wants a terminal: start it in the mode that speaks MCP over stdio."
  ],
  [
    /EACCES|EROFS|EPERM|permission denied|Read-only file system/i,
    "The server may not read or write a file it needs: inside the isolation it may write to its checkout, its home and its temporary directory."
  ]
];
function recognisedCause(evidence) {
  if (!EXPLAINABLE.includes(evidence.code)) return void 0;
  return causeInStderr(evidence) ?? causeOnStdout(evidence) ?? causeInCommand(evidence) ?? causeInConduct(evidence);
}
function whyNoTools({
  stderr,
  command,
  args,
  isSecret
}) {
  const variable = missingVariable(stderr, isSecret);
  if (variable !== void 0) return { variable };
  const cause = causeOfWords(stderr, [command, ...args]);
  return cause === void 0 ? {} : { cause };
}
function helpfulOption({ code, stderr, declared, isSecret }) {
  if (!EXPLAINABLE.includes(code)) return void 0;
  const name = missingVariable(stderr, isSecret);
  return name === void 0 || declared.includes(name) ? void 0 : `--env ${name}`;
}
function causeInStderr({ stderr, command, declared, isSecret }) {
  const name = missingVariable(stderr, isSecret);
  if (name !== void 0) {
    return declared.includes(name) ? `The server does not take what it was given for the variable ${name}: a value of the right form may do (--env ${name}=VALUE).` : `The server misses a variable: --env ${name} gives it a placeholder.`;
  }
  return causeOfWords(stderr, command);
}
function causeOfWords(stderr, command) {
  const found = CAUSES.find(([pattern]) => pattern.test(stderr));
  if (found !== void 0) return found[1];
  if (NO_NETWORK.test(stderr)) return fetches(command) ? MANAGER : NETWORK;
  return void 0;
}
function causeOnStdout({ noise, spread, unasked }) {
  if (spread > 0) {
    return "The server prints messages over several lines: an MCP message is one line, so print JSON without indentation.";
  }
  if (unasked > 0) {
    return "The server answers with an id that was not asked: the id of an answer is that of its request, of the same type.";
  }
  return noise === 0 ? void 0 : `The server wrote ${noise} ${noise === 1 ? "line" : "lines"} to stdout that ${noise === 1 ? "is no MCP message" : "are no MCP messages"}: logs belong on stderr.`;
}
function causeInCommand({ command, isOpen }) {
  return !isOpen && fetches(command) ? MANAGER : void 0;
}
function causeInConduct({ code, isOpen, exit }) {
  if (isOpen) {
    return code === "read-timeout" ? void 0 : "The handshake was good and the list failed: does the server need a variable, the network or a back end to list what it has?";
  }
  if (code === "read-timeout" || code === "server-not-answering") {
    return "A server that first waits for the network or a terminal never answers here: the isolation has neither, by design.";
  }
  if (code !== "server-exited" || exit === void 0) return void 0;
  if (exit.code === 0) {
    return "The command ended by itself before the handshake, with success: it starts no stdio server, or another process in the background, or only prints its usage.";
  }
  if (exit.code === 126 || exit.code === 127) {
    return "The command starts a program that is not installed on this machine: install it in an earlier step.";
  }
  return exit.signal === "SIGKILL" || exit.code === 137 ? "Something killed the server: often it is a bound on memory." : void 0;
}
var FETCHERS = /(?:^|[\s/\\])(?:npx|pnpx|bunx|uvx|pipx run|npm (?:exec|x|install|ci)|pnpm (?:dlx|install)|yarn dlx|bun x|uv (?:run|tool run)|go run|cargo (?:run|install)|dotnet (?:run|tool run)|dnx|docker run|podman run)(?:\.cmd|\.exe)?(?:\s|$)/;
var OFFLINE = /\s--?(?:offline|no-install|frozen-offline|no-restore)(?:\s|$)/;
function fetches(command) {
  const line = command.join(" ");
  return FETCHERS.test(line) && !OFFLINE.test(line);
}
var NAME = "([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)";
var ANY_NAME = "([A-Z][A-Z0-9_]{2,})";
var QUOTE = "[\"'`]?";
var FILLER = `(?:[\\s"'\`:,)\\]]+(?:environment|env|variables?|vars?|value|key|setting|is|was|are|were|has|must|should|be|to|been|a|and|or|but|it|your))`;
var ABSENT = "(?:required|missing|not (?:set|provided|defined|found|configured|present)|undefined|unset|empty|(?:must|should) be (?:set|provided|defined))";
var MISSING_VARIABLE = [
  new RegExp(`\\b${NAME}\\b${FILLER}{0,6}[\\s"'\`:,)\\]]+${ABSENT}\\b`, "gi"),
  new RegExp(
    `\\b(?:required|missing|set|provide|define|export|specify|supply|expected)[:\\s]+(?:(?:the|your|an?|required|environment|env|variables?|vars?|config|configuration|key|named|called)[:\\s]+){0,5}${QUOTE}${NAME}\\b`,
    "gi"
  ),
  new RegExp(
    `\\b(?:environment|env)[ _]?(?:variables?|vars?)?(?: is)?(?: not set| not found| missing)?:? ${QUOTE}${ANY_NAME}\\b`,
    "gi"
  ),
  new RegExp(`^KeyError: '${ANY_NAME}'$`, "gm"),
  // What zod and pydantic print of an environment that does not fit.
  new RegExp(`"path": \\[\\s*"${ANY_NAME}"\\s*\\],\\s*"message": "(?:Required|Invalid input)`, "g"),
  new RegExp(`^${ANY_NAME}\\n\\s+Field required`, "gm")
];
var NO_VARIABLE = /^(?:ERR_|NODE_MODULE_VERSION$|MODULE_NOT_FOUND$|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CERT_|GLIBC_|UTF_|ISO_)/;
function missingVariable(stderr, isSecret = () => false) {
  for (const pattern of MISSING_VARIABLE) {
    for (const [, name = ""] of stderr.matchAll(pattern)) {
      if (!/^[A-Z][A-Z0-9_]{2,63}$/.test(name) || NO_VARIABLE.test(name)) continue;
      if (!isSecret(name)) return name;
    }
  }
  return void 0;
}

// src/reader/conduct.ts
var STARTERS = /(?:^|[/\\])(?:(?:ba|da|z|k)?sh|p?np[mx]|yarn|bunx?|uvx?|pipx|poetry|hatch|pdm|go|cargo|dotnet|dnx|make|just|task|mise|volta|tsx|docker|podman)$/;
function conductNotices({ stayed, others }, transport, command) {
  const notices = [];
  if (stayed && transport === "stdio") {
    notices.push(
      `the server did not leave within ${END_GRACE_MS} ms after its stdin was closed, and was ended: clients that wait for it to leave keep it running`
    );
  }
  if (others > 0 && !STARTERS.test(command)) {
    notices.push(
      `the server runs ${others} more ${others === 1 ? "process" : "processes"} beside its own: clients that end only the one they started leave ${others === 1 ? "it" : "them"} behind`
    );
  }
  return notices;
}

// src/reader/list.ts
var METHOD_NOT_FOUND = -32601;
async function readList(session, kind) {
  const { method } = KIND_FACTS[kind];
  const definitions = [];
  const seen2 = /* @__PURE__ */ new Set();
  let cursor = null;
  for (let page = 1; ; page += 1) {
    const place = `list, ${method} page ${page}`;
    if (page > MAX_PAGES) throw tooMany("too-many-pages", place, `${MAX_PAGES} pages`);
    const answer = await session.ask(method, cursor === null ? void 0 : { cursor }, place);
    if (answer.kind === "refused") {
      if (kind !== "tool" && page === 1 && answer.code === METHOD_NOT_FOUND)
        return { kind: "not-offered" };
      throw refused(kind, place, answer.code);
    }
    for (const { start, end } of listOf(answer.node, kind, place)) {
      const text2 = answer.text.slice(start, end);
      if (holdsTooMuch(text2)) throw tooMuch(place);
      definitions.push({ kind, text: text2 });
    }
    if (definitions.length > MAX_ITEMS)
      throw tooMany("too-many-items", place, `${MAX_ITEMS} items`);
    cursor = cursorOf(answer.node, place);
    if (cursor === null) return { kind: "complete", definitions, pages: page };
    if (seen2.has(cursor)) {
      throw new WitnessmarkError(
        "repeated-cursor",
        `${place}: the server sent a cursor that it had sent before, so the list has no end`,
        "The last page must leave nextCursor out; an empty string is a cursor like any other."
      );
    }
    seen2.add(cursor);
  }
}
function listOf(result, kind, place) {
  const { listMember } = KIND_FACTS[kind];
  const lists = membersNamed(result, listMember);
  const [list] = lists;
  if (stringMember(result, "resultType") === "input_required") {
    throw new WitnessmarkError(
      "list-malformed",
      `${place}: the server asks for input before it lists anything`,
      "A list that depends on what someone answers has no digest: let the server list what it can do without asking."
    );
  }
  if (lists.length > 1 || hasVariant(result, listMember)) throw ambiguous(place, listMember);
  if (list?.value.kind === "array") return list.value.items;
  throw new WitnessmarkError(
    "list-malformed",
    `${place}: the result has no array "${listMember}"`,
    "A server without items answers with an empty array; a result without the list is not an empty list."
  );
}
function cursorOf(result, place) {
  const cursors = membersNamed(result, "nextCursor");
  const [cursor] = cursors;
  if (cursors.length > 1 || hasVariant(result, "nextCursor")) throw ambiguous(place, "nextCursor");
  if (cursor === void 0) return null;
  if (cursor.value.kind === "string") return cursor.value.value;
  if (cursor.value.kind === "literal" && cursor.value.value === null) return null;
  throw new WitnessmarkError(
    "list-malformed",
    `${place}: nextCursor is neither a string nor null`,
    "A cursor is an opaque string; leave it out on the last page."
  );
}
function ambiguous(place, member) {
  return new WitnessmarkError(
    "ambiguous-message",
    `${place}: the result holds "${member}" twice, in whatever case`,
    "Two clients would read two different lists; let the server send each member once."
  );
}
function refused(kind, place, code) {
  const others = Object.values(KIND_FACTS).map(({ word: word2 }) => word2).filter((word2) => word2 !== KIND_FACTS[kind].word);
  return new WitnessmarkError(
    "list-refused",
    `${place}: the server declares the kind and refused to list it with JSON-RPC code ${code}`,
    `Mend the server, or leave the kind out of the gate: surface: ${others.join(",")}`
  );
}
function tooMany(code, place, bound) {
  return new WitnessmarkError(
    code,
    `${place}: the list goes on past ${bound}`,
    "This bound protects the reader and cannot be raised. Does the last page leave nextCursor out?"
  );
}
function holdsTooMuch(text2) {
  return text2.length > MAX_DEFINITION_VALUES && upperBoundOfValues(text2) > MAX_DEFINITION_VALUES;
}
function tooMuch(place) {
  return new WitnessmarkError(
    "message-too-large",
    `${place}: one definition holds more than ${MAX_DEFINITION_VALUES} values`,
    "This bound protects the reader and cannot be raised; a definition of this size is more than any model reads."
  );
}

// src/reader/lines.ts
var LINE_FEED = 10;
var LineSplitter = class {
  #sink;
  #maxBytes;
  /** One block, not a list of chunks: a line that comes in single bytes would take a hundred times its size. */
  #pending = new GrowingBuffer();
  #stopped = false;
  constructor(sink, maxBytes) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }
  /** Takes the next bytes. */
  push(chunk) {
    let from = 0;
    while (!this.#stopped) {
      const at = chunk.indexOf(LINE_FEED, from);
      const end = at < 0 ? chunk.length : at;
      if (this.#pending.length + end - from > this.#maxBytes) {
        this.stop();
        this.#sink.tooLong();
        return;
      }
      const part = chunk.subarray(from, end);
      if (at < 0) {
        if (part.length > 0) this.#pending.push(part);
        return;
      }
      this.#deliver(part);
      from = at + 1;
    }
  }
  /** The stream has ended: delivers what stands behind the last line feed, if anything does. */
  end() {
    if (!this.#stopped && this.#pending.length > 0) this.#deliver(new Uint8Array());
  }
  /** Drops what is pending and all that comes. */
  stop() {
    this.#stopped = true;
    this.#pending.take();
  }
  #deliver(last) {
    if (this.#pending.length === 0) {
      this.#sink.line(last);
      return;
    }
    if (last.length > 0) this.#pending.push(last);
    this.#sink.line(this.#pending.take());
  }
};

// src/reader/stdio-transport.ts
var StdioTransport = class extends MessageWire {
  transport = "stdio";
  #process;
  #splitter;
  constructor(process2, bounds = WIRE_BOUNDS) {
    super(bounds);
    this.#process = process2;
    this.#splitter = new LineSplitter(
      {
        line: (bytes) => this.receive(bytes, (line) => !looksLikeMessage(line)),
        tooLong: () => this.messageTooLong()
      },
      bounds.maxMessageBytes
    );
    process2.stderr.on("data", (chunk) => this.stderr.push(chunk));
    process2.stderr.on("error", () => void 0);
  }
  /** Starts reading. The process is running already. */
  start() {
    const { stdout } = this.#process;
    stdout.on("data", (chunk) => {
      if (this.countBytes(chunk.length)) this.#splitter.push(chunk);
    });
    const ended = new Promise((resolve4) => {
      stdout.once("end", resolve4).once("close", resolve4).once("error", resolve4);
    });
    void ended.then(() => this.#splitter.end());
    void this.#process.exited.then(async (exit) => {
      await withinDrainTime(ended);
      this.serverGone(exit);
    });
    void ended.then(async () => this.serverGone(await withinDrainTime(this.#process.exited)));
    return Promise.resolve();
  }
  send(message) {
    this.expect(message);
    if (!this.closed && this.#process.stdin.writable) {
      this.#process.stdin.write(`${JSON.stringify(message)}
`);
    }
    return Promise.resolve();
  }
  end() {
    this.#splitter.stop();
    return Promise.resolve();
  }
};
function looksLikeMessage(bytes) {
  const first = bytes.find((byte) => byte > 32);
  return first === 123 || first === 91;
}

// src/reader/read.ts
async function readRunningServer(request) {
  const { process: process2, readTimeoutMs } = request;
  let isOpen = false;
  let session;
  const transport = await wireOf(request);
  const deadline = setTimeout(() => {
    const { silence } = transport;
    if (silence !== void 0) transport.fail(silence.code, silence.message, silence.hint);
    transport.fail(
      "read-timeout",
      `the whole read took longer than ${readTimeoutMs / 1e3} s`,
      "The option timeout (seconds) gives it longer."
    );
  }, readTimeoutMs);
  try {
    const loaded = await import("./session-ALS2L6UR.js");
    session = new loaded.Session(transport, request.profile, request.requestTimeoutMs);
    const { protocolVersion, result } = await session.open(
      request.protocol,
      request.startTimeoutMs
    );
    isOpen = true;
    request.onOpened?.();
    const walked = await walkUntilSettled(session, transport, request.surface, result);
    await transport.close();
    const { versionHeader } = transport;
    const end = await process2?.end();
    const noTools = lacksTools(walked, request.surface) ? whyNoTools({ ...request, stderr: transport.stderr.text() }) : void 0;
    return {
      ...walked,
      ...noTools === void 0 ? {} : { noTools },
      definitions: [serverDefinition(serverSelfOf(result)), ...walked.definitions],
      transport: transport.transport,
      requested: request.protocol,
      negotiated: protocolVersion,
      ...versionHeader === void 0 ? {} : { versionHeader },
      noiseLines: transport.counts.noise,
      notices: [
        ...transport.notices,
        ...end === void 0 ? [] : conductNotices(end, transport.transport, request.command)
      ]
    };
  } catch (error) {
    request.onStderr(transport.stderr.text());
    throw withTime(withCause(error, request, transport, isOpen), session);
  } finally {
    clearTimeout(deadline);
    await transport.close();
    await process2?.end();
  }
}
async function wireOf({ process: process2, http, profile }) {
  if (http !== void 0) {
    const { HttpTransport } = await import("./http-transport-3PIVERFO.js");
    const { name, version } = profile.clientInfo;
    return new HttpTransport({ ...http, process: process2, userAgent: `${name}/${version}` });
  }
  if (process2 === void 0) throw new Error("nothing to read");
  return new StdioTransport(process2);
}
async function walkUntilSettled(session, transport, surface, handshake) {
  const capabilities = memberValue(handshake, "capabilities");
  let last = await walk(session, surface, capabilities);
  const mayMove = () => declaresListChanged(capabilities) || transport.counts.requests + transport.counts.listChanges + transport.counts.odd > 0;
  if (!mayMove()) return { ...last, walks: 1 };
  for (let walks = 2; walks <= MAX_WALKS; walks += 1) {
    await quiet(transport);
    const next = await walk(session, surface, capabilities);
    if (sameWalk(last, next)) return { ...next, walks };
    last = next;
  }
  throw new WitnessmarkError(
    "never-settles",
    `list: ${MAX_WALKS} walks of the lists gave ${MAX_WALKS} different surfaces`,
    "Let the server register everything before it answers initialize, and list the same thing each time."
  );
}
async function walk(session, surface, capabilities) {
  const definitions = [];
  const absent = [];
  let pages = 0;
  for (const kind of LIST_KINDS.filter((each) => surface.includes(each))) {
    if (!declares(capabilities, KIND_FACTS[kind].capability))
      absent.push({ kind, why: "not-declared" });
    else {
      const list = await readList(session, kind);
      if (list.kind === "not-offered") absent.push({ kind, why: "not-offered" });
      else {
        for (const definition of list.definitions) definitions.push(definition);
        pages += list.pages;
      }
    }
  }
  return { definitions, pages, absent };
}
function declares(capabilities, name) {
  const value = capabilities === void 0 ? void 0 : memberValue(capabilities, name);
  return value !== void 0 && !(value.kind === "literal" && value.value !== true);
}
function declaresListChanged(capabilities) {
  if (capabilities?.kind !== "object") return false;
  return capabilities.members.some(({ value }) => {
    const flag = memberValue(value, "listChanged");
    return flag?.kind === "literal" && flag.value === true;
  });
}
async function quiet(transport) {
  const started = performance.now();
  for (; ; ) {
    const idle = performance.now() - Math.max(transport.lastMessageAt, started);
    if (idle >= SETTLE_QUIET_MS || transport.failure !== void 0) return;
    await new Promise((resolve4) => setTimeout(resolve4, SETTLE_QUIET_MS - idle));
  }
}
function sameWalk(a, b) {
  const form = ({ definitions, absent }, formOf2) => JSON.stringify([definitions.map(({ kind, text: text2 }) => `${kind} ${formOf2(text2)}`).sort(), absent]);
  const same = (formOf2) => form(a, formOf2) === form(b, formOf2);
  return a.definitions.length === b.definitions.length && (same((text2) => text2) || same(canonical));
}
function canonical(definition) {
  return exactForm(parseJsonText(definition, { maxDepth: MAX_DEPTH }));
}
function lacksTools({ definitions, absent }, surface) {
  if (!surface.includes("tool") || definitions.some(({ kind }) => kind === "tool")) return false;
  return definitions.length === 0 || !absent.some(({ kind }) => kind === "tool");
}
function withTime(error, session) {
  const when = session?.sinceLastAsked();
  if (!(error instanceof WitnessmarkError) || when === void 0) return error;
  if (VERDICT_OF_CODE[error.code] !== "unreadable" || error.code === "server-not-answering")
    return error;
  return new WitnessmarkError(error.code, `${error.message} (${when})`, error.hint, {
    cause: error,
    tryWith: error.tryWith
  });
}
function withCause(error, { command, args, env, isSecret }, { stderr, counts, exit, transport }, isOpen) {
  if (!(error instanceof WitnessmarkError)) return error;
  const evidence = {
    code: error.code,
    isOpen,
    stderr: stderr.text(),
    command: [command, ...args],
    declared: env.map(({ name }) => name),
    isSecret,
    exit,
    ...counts,
    noise: transport === "stdio" ? counts.noise : 0
  };
  const cause = recognisedCause(evidence);
  if (cause === void 0) return error;
  return new WitnessmarkError(error.code, error.message, `${cause} ${error.hint}`, {
    cause: error,
    tryWith: helpfulOption(evidence)
  });
}

// src/core/map-back.ts
var BackMapper = class {
  #byText = /* @__PURE__ */ new Map();
  #pattern;
  constructor(factors) {
    for (const { name, a, b } of factors) {
      for (const encode of [(text2) => text2, encodeURIComponent]) {
        if (!this.#byText.has(encode(b)))
          this.#byText.set(encode(b), { factor: name, text: encode(a) });
      }
    }
    const texts = [...this.#byText.keys()].sort((a, b) => b.length - a.length);
    if (texts.length > 0) this.#pattern = new RegExp(texts.map(escapePattern).join("|"), "g");
  }
  /** @throws JsonTextError for a definition that cannot be digested either. */
  map({ kind, text: text2 }) {
    const node = parseJsonText(text2, { maxDepth: MAX_DEPTH });
    const factors = /* @__PURE__ */ new Map();
    if (node.kind !== "object") {
      const found = /* @__PURE__ */ new Set();
      const mapped = this.#node(node, found);
      factors.set("value", [...found].sort());
      return { definition: { kind, text: exactForm(mapped) }, factors };
    }
    const members = node.members.map(({ name, value }) => {
      const found = /* @__PURE__ */ new Set();
      const mapped = [this.#text(name, found), this.#node(value, found)];
      const field = recordedName(mapped[0]);
      factors.set(field, [.../* @__PURE__ */ new Set([...factors.get(field) ?? [], ...found])].sort());
      return mapped;
    });
    return { definition: { kind, text: exactForm(objectNode(members)) }, factors };
  }
  #text(text2, found) {
    if (this.#pattern === void 0) return text2;
    return text2.replace(this.#pattern, (match) => {
      const replacement = this.#byText.get(match);
      if (replacement === void 0) return match;
      found.add(replacement.factor);
      return replacement.text;
    });
  }
  #node(node, found) {
    switch (node.kind) {
      case "string":
        return stringNode(this.#text(node.value, found));
      case "number": {
        const text2 = this.#text(node.text, found);
        return /^-?\d+$/.test(text2) ? { ...node, text: text2 } : node;
      }
      case "array":
        return arrayNode(node.items.map((item) => this.#node(item, found)));
      case "object":
        return objectNode(
          node.members.map(({ name, value }) => [
            this.#text(name, found),
            this.#node(value, found)
          ])
        );
      case "literal":
      case "skipped":
        return node;
    }
  }
};
function quoteFindings({ factors }, field) {
  return (factors.get(field) ?? []).map((factor) => `quotes-${factor}:${field}`);
}
function idFieldOf({ kind }) {
  return idMemberOf(kind) ?? void 0;
}
function escapePattern(text2) {
  return text2.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

// src/core/reader-dependence.ts
function readerDependences(a, b, factors) {
  const findings = /* @__PURE__ */ new Map();
  const { onlyA, onlyB } = withoutEqualTexts(a, b);
  const mapper = new BackMapper(factors);
  const left = onlyA.map((definition) => ({
    ...itemOf(definition),
    origin: definition
  }));
  const right = onlyB.map((definition) => {
    const mapped = mapper.map(definition);
    return { ...itemOf(mapped.definition), origin: { served: itemOf(definition), mapped } };
  });
  const { pairs, removed, added } = pairItems(left, right);
  for (const { before, after } of pairs) {
    const found = pairFindings(before, after);
    if (found.length > 0) findings.set(before.origin, found);
  }
  for (const { origin } of removed) findings.set(origin, ["varies:item"]);
  return { findings, onlyB: added };
}
function pairFindings(a, b) {
  const { served, mapped } = b.origin;
  const found = [];
  const idField = idFieldOf(a.origin);
  if (idField !== void 0 && served.id !== a.id) found.push(...quoteFindings(mapped, idField));
  for (const field of /* @__PURE__ */ new Set([...a.fields.keys(), ...b.fields.keys()])) {
    const digest2 = a.fields.get(field);
    if (digest2 === served.fields.get(field)) continue;
    const quotes = digest2 === b.fields.get(field) ? quoteFindings(mapped, field) : [];
    found.push(...quotes.length > 0 ? quotes : [`varies:${field}`]);
  }
  return found.sort(compareCodeUnits);
}

// src/reader/steady.ts
async function readSteadily(readAs, factors, first) {
  if (first !== void 0) {
    const [b2, second] = await both(readAs("b"), readAs("a"));
    return settled(first, readerDependences(first.definitions, b2.definitions, factors()), second);
  }
  const [a, b] = await both(readAs("a"), readAs("b"));
  const dependences = readerDependences(a.definitions, b.definitions, factors());
  if (dependences.findings.size === 0 && dependences.onlyB.length === 0) {
    return { reading: a, reads: 2, ...dependences, unsteady: [] };
  }
  return settled(a, dependences, await readAs("a"));
}
async function both(a, b) {
  await Promise.allSettled([a, b]);
  return Promise.all([a, b]);
}
function settled(reading, { findings, onlyB }, second) {
  const unsteady = unsteadyPlaces(reading.definitions, second.definitions);
  const places = new Set(unsteady.map(placeKey));
  const isSteady = ({ kind, id }, field) => !places.has(placeKey({ kind, id, field })) && !places.has(placeKey({ kind, id, field: WHOLE_ITEM }));
  const kept = [...findings].map(([definition, found]) => {
    const item = itemOf(definition);
    return [definition, found.filter((finding) => isSteady(item, subjectOf(finding)))];
  });
  return {
    reading,
    reads: 3,
    findings: new Map(kept.filter(([, found]) => found.length > 0)),
    onlyB: onlyB.filter((item) => isSteady(item, WHOLE_ITEM)),
    unsteady
  };
}
function subjectOf(finding) {
  return finding.slice(finding.indexOf(":") + 1);
}
function placeKey({ kind, id, field }) {
  return JSON.stringify([kind, id, field]);
}

// src/sandbox/placeholders.ts
import { createHash } from "node:crypto";
function placeholderFor(name, salt) {
  const upper = name.toUpperCase();
  const rule = RULES.find(([pattern]) => pattern.test(upper));
  return rule === void 0 ? `${salt}-${digest(name, salt, 16)}` : rule[1](name, salt);
}
function digest(name, salt, length) {
  return createHash("sha256").update(`${salt}
${name}`).digest("hex").slice(0, length);
}
function base32(name, salt, length) {
  const bytes = createHash("sha256").update(`${salt}
${name}`).digest();
  return Array.from(
    bytes.subarray(0, length),
    (byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[byte % 32]
  ).join("");
}
var prefix = (...parts) => parts.join("");
var RULES = [
  [/(GITHUB|(^|_)GH).*(TOKEN|PAT|KEY)/, (n, s) => prefix("gh", "p_") + digest(n, s, 36)],
  [/GITLAB.*(TOKEN|PAT|KEY)/, (n, s) => prefix("gl", "pat-") + digest(n, s, 20)],
  [/SLACK.*TOKEN/, (n, s) => prefix("xo", "xb-") + `000000000000-000000000000-${digest(n, s, 24)}`],
  [/STRIPE.*(KEY|SECRET|TOKEN)/, (n, s) => prefix("rk", "_test_") + digest(n, s, 24)],
  [/AWS.*ACCESS_KEY_ID/, (n, s) => prefix("AK", "IA") + base32(n, s, 16)],
  [/AWS.*SECRET/, (n, s) => digest(n, s, 40)],
  [
    /(OPENAI|ANTHROPIC|DEEPSEEK|OPENROUTER|MISTRAL).*KEY/,
    (n, s) => prefix("s", "k-") + digest(n, s, 48)
  ],
  [
    /(DATABASE|POSTGRES(QL)?|PG)_?(URL|URI|DSN|CONNECTION_STRING)/,
    (_n, s) => `postgresql://${s}:${s}@${s}.invalid:5432/${s}`
  ],
  [/MYSQL_?(URL|URI|DSN)/, (_n, s) => `mysql://${s}:${s}@${s}.invalid:3306/${s}`],
  [
    /MONGO(DB)?_?(URL|URI|DSN|CONNECTION_STRING)/,
    (_n, s) => `mongodb://${s}:${s}@${s}.invalid:27017/${s}`
  ],
  [/REDIS_?(URL|URI|DSN)/, (_n, s) => `redis://${s}.invalid:6379/0`],
  [/SENTRY_DSN/, (n, s) => `https://${digest(n, s, 32)}@${s}.invalid/1`],
  [/(URL|URI|ENDPOINT|DSN)$/, (_n, s) => `https://${s}.invalid`],
  [/(^|_)(HOST|HOSTNAME|DOMAIN|SERVER)$/, (_n, s) => `${s}.invalid`],
  [/(^|_)(EMAIL|MAIL)$/, (_n, s) => `${s}@example.invalid`],
  [/(UUID|GUID|(TENANT|CLIENT|SUBSCRIPTION|WORKSPACE)_ID)$/, (n, s) => uuid(digest(n, s, 32))],
  [/(^|_)PORT$/, (n, s) => String(2e4 + Number.parseInt(digest(n, s, 8), 16) % 1e4)]
];
function uuid(hex) {
  const variant = "89ab"[Number.parseInt(hex.slice(16, 17), 16) % 4] ?? "8";
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

// src/sandbox/environment.ts
function serverEnvironment(request) {
  const { identity, declared } = request;
  const env = /* @__PURE__ */ new Map([
    ["HOME", identity.home],
    ["USER", identity.user],
    ["LOGNAME", identity.user],
    ["SHELL", "/bin/sh"],
    ["PATH", searchPath(request).join(":")],
    ["TMPDIR", identity.tmp],
    ["TZ", identity.timeZone],
    ["LANG", "C.UTF-8"],
    ["LC_ALL", "C.UTF-8"],
    ["TERM", identity.term],
    ["NO_COLOR", "1"],
    ["COLUMNS", String(identity.columns)],
    ["LINES", "24"],
    ["PYTHONHASHSEED", String(identity.pythonHashSeed)],
    ["PYTHONDONTWRITEBYTECODE", "1"]
  ]);
  for (const [name, value] of offlineSwitches(request.command)) env.set(name, value);
  for (const { name, value } of declared) {
    env.set(name, value ?? placeholderFor(name, identity.placeholderSalt));
  }
  return env;
}
function searchPath({ identity, hostPath, hostHome }) {
  const toolchains = hostPath.split(":").filter((entry) => isToolchainDirectory(entry, hostHome) && !SYSTEM_PATH.includes(entry));
  return [...identity.extraPathEntries, ...new Set(toolchains), ...SYSTEM_PATH];
}
var SYSTEM_PATH = ["/usr/local/bin", "/usr/bin", "/bin"];
var HOME_TOOLCHAINS = [
  ".nvm/versions",
  ".cargo/bin",
  ".rustup/toolchains",
  ".pyenv/versions",
  ".pyenv/shims",
  ".local/bin",
  ".local/share/uv",
  ".local/share/pipx",
  ".bun/bin",
  ".deno/bin",
  ".dotnet",
  ".volta",
  "go/bin"
];
function isToolchainDirectory(entry, hostHome) {
  if (!entry.startsWith("/") || entry.split("/").includes("..")) return false;
  const inside = (root) => entry === root || entry.startsWith(`${root}/`);
  if (hostHome.length > 1 && inside(hostHome)) {
    return HOME_TOOLCHAINS.some((each) => inside(`${hostHome}/${each}`));
  }
  return ["/opt", "/usr", "/nix", "/home/linuxbrew/.linuxbrew", "/snap/bin"].some(inside);
}
function offlineSwitches(command) {
  const program = command.slice(command.lastIndexOf("/") + 1);
  switch (program) {
    case "npm":
    case "npx":
    case "pnpm":
    case "pnpx":
    case "yarn":
      return [
        ["npm_config_offline", "true"],
        ["npm_config_update_notifier", "false"]
      ];
    case "uv":
    case "uvx":
      return [
        ["UV_OFFLINE", "1"],
        ["UV_NO_SYNC", "1"]
      ];
    case "cargo":
      return [["CARGO_NET_OFFLINE", "true"]];
    case "go":
      return [
        ["GOPROXY", "off"],
        ["GOFLAGS", "-mod=readonly"]
      ];
    default:
      return [];
  }
}

// src/sandbox/identity.ts
var PLACEHOLDER_SET = "1";
var STANDARD_READER = {
  home: "/home/wmhome",
  user: "wmuser",
  uid: 1e3,
  hostName: "wmhost",
  codeRoot: "/srv/wmcode",
  tmp: "/tmp",
  timeZone: "UTC",
  machineId: "77697473656d61726b00000000000001",
  port: 8787,
  placeholderSalt: "wmplaceholder",
  term: "dumb",
  columns: 80,
  pythonHashSeed: 0,
  extraPathEntries: []
};

// src/sandbox/mechanism.ts
var MECHANISMS = ["namespaces", "sudo", "seccomp"];
var BOX_LAYOUT = "witnessmark-box/1";
var NET_LAYOUT = "witnessmark-net/1";
var PLAIN_LAYOUT = "none";
function layoutOf(mechanism) {
  return mechanism === "seccomp" ? NET_LAYOUT : BOX_LAYOUT;
}

// src/sandbox/open.ts
import { existsSync as existsSync6, realpathSync as realpathSync4 } from "node:fs";
import { join as join6 } from "node:path";

// src/sandbox/box-plan.ts
import { randomBytes as randomBytes2 } from "node:crypto";
import { existsSync as existsSync2, mkdirSync, realpathSync as realpathSync2 } from "node:fs";
import { join as join3, relative } from "node:path";

// src/sandbox/checkout-secrets.ts
import { execFile } from "node:child_process";
import { promisify } from "node:util";
var run = promisify(execFile);
async function readCheckoutSecrets(checkout, trackedNames) {
  const listed3 = await walk2(checkout);
  const git2 = listed3.filter((name) => name === ".git" || name.endsWith("/.git"));
  const env = listed3.filter((name) => !git2.includes(name));
  if (env.length === 0) return { git: git2, untrackedEnv: [] };
  const tracked = trackedNames === void 0 ? await readTracked(checkout, env) : new Set(trackedNames);
  return { git: git2, untrackedEnv: env.filter((name) => !tracked.has(name)) };
}
async function walk2(checkout) {
  const wanted = [
    "-name",
    ".git",
    "-prune",
    "-print0",
    "-o",
    "-name",
    ".env*",
    "!",
    "-type",
    "d",
    "-print0"
  ];
  try {
    const { stdout } = await run("find", [".", ...wanted], {
      cwd: checkout,
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
      maxBuffer: MAX_CHECKOUT_LISTING_BYTES,
      timeout: CHECKOUT_WALK_TIMEOUT_MS
    });
    return split(stdout).map((name) => name.slice(2));
  } catch (error) {
    const { code, stdout } = error;
    if (code === 1 && typeof stdout === "string") return split(stdout).map((name) => name.slice(2));
    throw error;
  }
}
var split = (text2) => text2.split("\0").filter((each) => each !== "");
async function readTracked(checkout, names2) {
  const safe = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];
  try {
    const { stdout } = await run(
      "git",
      [...safe, "ls-files", "-z", "--", ...names2.map((n) => `:(literal)${n}`)],
      {
        cwd: checkout,
        env: GIT_ENVIRONMENT,
        maxBuffer: MAX_CHECKOUT_LISTING_BYTES,
        timeout: GIT_TIMEOUT_MS
      }
    );
    return new Set(split(stdout));
  } catch {
    return /* @__PURE__ */ new Set();
  }
}
var GIT_ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ALLOW_PROTOCOL: "none"
};

// src/sandbox/common-plan.ts
import { randomBytes } from "node:crypto";
function commonPairs(request, layout, mechanism) {
  return [
    ["arch", process.arch],
    ["layout", layout],
    ["mechanism", mechanism],
    ["caller-uid", String(process.getuid?.() ?? 0)],
    ["caller-gid", String(process.getgid?.() ?? 0)],
    ["probe", `.witnessmark-${randomBytes(8).toString("hex")}`],
    ["max-processes", String(mechanism === "seccomp" ? USER_MAX_PROCESSES : SANDBOX_MAX_PROCESSES)],
    ["scratch-bytes", String(SANDBOX_SCRATCH_BYTES)],
    ["scratch-files", String(SANDBOX_SCRATCH_FILES)],
    ["lifetime-seconds", String(SANDBOX_LIFETIME_SECONDS)],
    ["grace-ms", String(END_GRACE_MS)],
    ...request.denyLandlock === true ? [["deny-landlock", "1"]] : [],
    ...(request.weaken ?? []).map((name) => ["skip", name])
  ];
}

// src/sandbox/toolchains.ts
import {
  accessSync,
  constants,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  closeSync,
  realpathSync,
  statSync
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
function programPaths(search) {
  const paths = /* @__PURE__ */ new Map();
  let isLedTo = false;
  let next = findProgram(search);
  for (let step = 0; next !== void 0 && step < 4; step += 1) {
    if (!isFile(next) || !isExecutable(next)) break;
    for (const path of linkChain(next)) {
      if (!paths.has(path)) paths.set(path, isLedTo);
      isLedTo ||= isBelow(path, search.checkout);
    }
    const [interpreter, name] = interpreterOf(next);
    if (interpreter === void 0) break;
    const isEnv = basename(interpreter) === "env" && name !== void 0;
    next = isEnv ? findProgram({ ...search, command: name }) : resolve(search.workingDirectory, interpreter);
  }
  return [...paths].map(([path, ledTo]) => ({ path, isLedTo: ledTo }));
}
function isBelow(path, directory) {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}
function findProgram({ command, workingDirectory, hostPath }) {
  if (command.includes("/")) {
    const path = resolve(workingDirectory, command);
    return isFile(path) ? path : void 0;
  }
  return hostPath.split(":").filter((entry) => entry.startsWith("/")).map((entry) => join(entry, command)).find((path) => isFile(path) && isExecutable(path));
}
function linkChain(path) {
  const chain = [path];
  for (let at = path; chain.length < 16 && isLink(at); ) {
    at = resolve(dirname(at), readlinkSync(at));
    chain.push(at);
  }
  try {
    chain.push(realpathSync(path));
  } catch {
  }
  return chain;
}
function interpreterOf(path) {
  const head2 = Buffer.alloc(256);
  let length;
  try {
    const file = openSync(path, "r");
    try {
      length = readSync(file, head2, 0, head2.length, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
  const line = head2.subarray(0, length).toString("latin1").split("\n", 1)[0] ?? "";
  if (!line.startsWith("#!")) return [];
  const [interpreter = "", ...words] = line.slice(2).split(/[ \t]+/).filter((word2) => word2 !== "");
  return interpreter === "" ? [] : [interpreter, ...words.filter((word2) => !word2.startsWith("-"))];
}
function toolchainRoot({ path: program, isLedTo }, hostHome, hidden) {
  const own = dirname(program);
  const isInBin = ["bin", "sbin", "libexec"].includes(basename(own));
  if (isLedTo && !isInBin) return program;
  const candidates = isInBin ? [dirname(own), own] : [own];
  return candidates.find((each) => isNarrow(each, hostHome, hidden)) ?? program;
}
function isNarrow(directory, hostHome, hidden) {
  if (directory.split("/").length < 3) return false;
  if ([hostHome, ...hidden].some((each) => each === directory || each.startsWith(`${directory}/`)))
    return false;
  return !(dirname(directory) === hostHome && basename(directory).startsWith("."));
}
function isFile(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
function isLink(path) {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// src/sandbox/visible.ts
import { existsSync, lstatSync as lstatSync2, readdirSync, readlinkSync as readlinkSync2 } from "node:fs";
import { dirname as dirname2, join as join2 } from "node:path";
var SYSTEM_ROOTS = ["/usr", "/opt", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
var SYSTEM_SETTINGS = [
  "alternatives",
  "ca-certificates",
  "crypto-policies",
  "debian_version",
  "dotnet",
  "fonts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "magic",
  "mime.types",
  "os-release",
  "perl",
  "pki",
  "protocols",
  "services",
  "ssl",
  "terminfo",
  "xml"
];
var ALWAYS_MASKED = [
  "/etc/ssl/private",
  "/etc/pki/tls/private",
  "/usr/etc/npmrc",
  "/usr/local/etc/npmrc",
  "/usr/local/etc/gitconfig"
];
function visibleFiles(request) {
  const { checkout, hostHome, hidden } = request;
  const roots = SYSTEM_ROOTS.filter(
    (path) => lstatSync2(path, { throwIfNoEntry: false }) !== void 0
  );
  const links = roots.filter((path) => lstatSync2(path).isSymbolicLink()).map((path) => [path, readlinkSync2(path)]);
  const shown = [
    ...roots.filter((path) => lstatSync2(path).isDirectory()),
    ...settings(),
    ...["/nix", "/home/linuxbrew/.linuxbrew"].filter((path) => existsSync(path))
  ];
  const secret = [checkout, hostHome, ...hidden].filter((path) => path.length > 1);
  const masked = [
    ...ALWAYS_MASKED,
    ...secret.filter((path) => shown.some((root) => isBelow(path, root)))
  ];
  const linked = links.map(([path]) => path);
  const home = HOME_TOOLCHAINS.map((each) => join2(hostHome, each)).filter(
    (path) => existsSync(path)
  );
  const reached = [...shown, ...linked, ...home, checkout];
  const own = programPaths(request).filter(
    ({ path }) => !reached.some((root) => isBelow(path, root)) || masked.some((root) => isBelow(path, root))
  ).filter(({ path }) => !isBelow(path, checkout) && !home.some((root) => isBelow(path, root))).map((program) => toolchainRoot(program, hostHome, [checkout, ...hidden]));
  return {
    shown,
    links,
    masked,
    shownLast: [.../* @__PURE__ */ new Set([...home, ...own])],
    needsOriginalPath: namesCheckout(request)
  };
}
function settings() {
  const names2 = readdirSync("/etc");
  return names2.filter((name) => SYSTEM_SETTINGS.includes(name) || /^(java|python|php|node)/.test(name)).map((name) => `/etc/${name}`);
}
function namesCheckout(request) {
  const { checkout, command, args, workingDirectory } = request;
  const named = [command, ...args].some((word2) => {
    const at = word2.indexOf(checkout);
    return at !== -1 && ["", "/", ":"].includes(word2.slice(at + checkout.length, at + checkout.length + 1));
  });
  if (named) return true;
  const paths = programPaths(request).map(({ path }) => path).filter((path) => isBelow(path, checkout));
  if (paths.some((path) => existsSync(join2(dirname2(dirname2(path)), "pyvenv.cfg")))) return true;
  if (!PYTHON_RUNNERS.includes(command.slice(command.lastIndexOf("/") + 1))) return false;
  return [workingDirectory, checkout].some(
    (directory) => [".venv", "venv", "env"].some((name) => existsSync(join2(directory, name, "pyvenv.cfg")))
  );
}
var PYTHON_RUNNERS = ["uv", "uvx", "poetry", "pdm", "hatch", "pipenv", "rye", "pipx"];

// src/sandbox/box-plan.ts
async function boxWorkshop(request, mechanism, state) {
  const { checkout, hostHome, identity } = request;
  const hidden = ["/run", "/etc/shadow", ...request.hidden ?? []];
  const visible = visibleFiles({ ...request, hidden });
  const secrets = await readCheckoutSecrets(checkout, request.trackedNames);
  const below = [hostHome, ...hidden].filter(
    (path) => path !== checkout && isBelow(path, checkout)
  );
  const fixed = [
    ...commonPairs(request, BOX_LAYOUT, mechanism),
    ["checkout", realpathSync2(checkout)],
    ...identityPairs(identity),
    ...visiblePairs(visible),
    ...[
      ...secrets.git,
      ...secrets.untrackedEnv,
      ...below.map((path) => relative(checkout, path))
    ].map((name) => ["hide", name]),
    ...[.../* @__PURE__ */ new Set([hostHome, checkout, ...hidden])].map((path) => [
      "hidden",
      path
    ]),
    ...visible.needsOriginalPath ? [["code-again", checkout]] : [],
    ...writablePlaces(identity, visible.needsOriginalPath ? checkout : void 0)
  ];
  let setupDone = false;
  const inside = (path) => join3(identity.codeRoot, relative(checkout, path));
  const place = (name) => join3(state.path, "setup", name);
  return {
    notices: secrets.untrackedEnv.map(
      (name) => `${name} is not tracked by git: the server does not see it`
    ),
    planSetup: () => {
      for (const name of ["code", "home"]) {
        for (const layer of ["upper", "work"])
          mkdirSync(join3(place(name), layer), { recursive: true });
      }
      setupDone = true;
      const pairs = [
        ...fixed,
        ["keep-network", "1"],
        ["keep-code", place("code")],
        ["keep-home", place("home")],
        ...shownPairs("show", ["/etc/resolv.conf"])
      ];
      return Promise.resolve({ pairs, inside, environment: /* @__PURE__ */ new Map() });
    },
    plan: () => {
      const socket = request.relayPort === void 0 ? void 0 : join3(state.path, `${randomBytes2(6).toString("hex")}.sock`);
      const pairs = [
        ...fixed,
        ["file", "/etc/resolv.conf"],
        ["file", "nameserver 127.0.0.1\n"],
        ...setupDone ? [["setup-code", place("code")], ["setup-home", place("home")]] : [],
        ...socket === void 0 ? [] : [
          ["relay-socket", socket],
          ["relay-port", String(request.relayPort)]
        ]
      ];
      const environment = /* @__PURE__ */ new Map();
      return Promise.resolve(
        socket === void 0 ? { pairs, inside, environment } : { pairs, inside, environment, relaySocket: socket }
      );
    }
  };
}
function identityPairs(identity) {
  const { user, home, uid, hostName } = identity;
  const files = [
    [
      "/etc/passwd",
      `root:x:0:0:root:/root:/bin/sh
${user}:x:${uid}:${uid}::${home}:/bin/sh
nobody:x:65534:65534:nobody:/nonexistent:/bin/false
`
    ],
    ["/etc/group", `root:x:0:
${user}:x:${uid}:
nogroup:x:65534:
`],
    ["/etc/hosts", `127.0.0.1 localhost ${hostName}
::1 localhost
`],
    ["/etc/hostname", `${hostName}
`],
    ["/etc/machine-id", `${identity.machineId}
`],
    ["/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"],
    ["/etc/gitconfig", ""]
  ];
  return [
    ["user", user],
    ["home", home],
    ["uid", String(uid)],
    ["host-name", hostName],
    ["code-root", identity.codeRoot],
    ["processes-first", String(identity.processesFirst ?? 0)],
    ...[.../* @__PURE__ */ new Set([identity.tmp, "/tmp"])].map((path) => ["tmp", path]),
    ...files.flatMap(([path, text2]) => [
      ["file", path],
      ["file", text2]
    ])
  ];
}
function visiblePairs(visible) {
  return [
    ...visible.links.flatMap(([path, target]) => [
      ["link", path],
      ["link", target]
    ]),
    ...shownPairs("show", visible.shown),
    ...shownPairs("show-last", visible.shownLast),
    ...visible.masked.map((path) => ["mask", path])
  ];
}
function shownPairs(name, paths) {
  return paths.filter((path) => existsSync2(path)).flatMap((path) => [
    [name, realpathSync2(path)],
    [name, path]
  ]);
}
function writablePlaces(identity, original) {
  const devices = ["null", "zero", "full", "random", "urandom", "tty", "pts", "shm"].map(
    (name) => `/dev/${name}`
  );
  const own = [
    identity.home,
    identity.codeRoot,
    identity.tmp,
    "/tmp",
    "/var/tmp",
    "/proc",
    ...devices
  ];
  return [...own, ...original === void 0 ? [] : [original]].map((path) => ["writable", path]);
}

// src/sandbox/launch.ts
import { spawn } from "node:child_process";
import { randomBytes as randomBytes3 } from "node:crypto";
import { once } from "node:events";
import { existsSync as existsSync3 } from "node:fs";

// src/sandbox/frames.ts
function encodeFrame(payload) {
  return Buffer.concat([Buffer.from(`wm1 ${payload.byteLength}
`), payload]);
}
function encodePairs(pairs) {
  return encodeFrame(Buffer.from(pairs.flat().join("\0")));
}
function readFrame(stream) {
  return new Promise((resolve4) => {
    let held2 = Buffer.alloc(0);
    const finish = (frame) => {
      stream.off("readable", take);
      stream.off("end", stop);
      stream.off("error", stop);
      stream.off("close", stop);
      resolve4(frame);
    };
    const stop = () => finish(void 0);
    const take = () => {
      for (; ; ) {
        const chunk = stream.read();
        if (chunk === null) return;
        held2 = Buffer.concat([held2, chunk]);
        const parsed2 = splitFrame(held2);
        if (parsed2 === "partial") continue;
        if (parsed2 === "foreign") {
          finish(void 0);
          return;
        }
        if (parsed2.rest.byteLength > 0) stream.unshift(parsed2.rest);
        finish(parsed2.frame);
        return;
      }
    };
    stream.on("readable", take);
    stream.on("end", stop);
    stream.on("error", stop);
    stream.on("close", stop);
    take();
  });
}
function splitFrame(held2) {
  const newline = held2.indexOf(10);
  if (newline === -1) return held2.byteLength > 32 ? "foreign" : "partial";
  const length = /^wm1 (\d{1,7})$/.exec(held2.subarray(0, newline).toString("latin1"))?.[1];
  if (length === void 0 || Number(length) > SANDBOX_MAX_FRAME_BYTES) return "foreign";
  const end = newline + 1 + Number(length);
  if (held2.byteLength < end) return "partial";
  return { frame: held2.subarray(newline + 1, end), rest: held2.subarray(end) };
}

// src/sandbox/launcher/box.ts
var LAUNCHER_BOX = String.raw`
my ($MS_RDONLY, $MS_NOSUID, $MS_NODEV, $MS_NOEXEC, $MS_BIND, $MS_REC, $MS_SLAVE) = (1, 2, 4, 8, 4096, 16384, 1 << 19);
my $scratch_count = 0;

sub mount_at { my ($what, @args) = @_; return must("mount $what", 'mount', @args) }
sub parents {
  my ($path) = @_;
  while ($path =~ m{/}g) { my $part = substr($path, 0, pos($path) - 1); mkdir $part, 0755 if length $part && !-d $part }
}
sub make_dir { my ($path, $mode) = @_; parents($path); -d $path or mkdir $path, 0755 or fail('isolation', "mkdir $path: $!"); chmod $mode, $path if defined $mode }
sub restrict {
  my ($path, $flags, $recursive) = @_;
  return if $skip{'read-only'} && $flags & 1;
  my $attr = pack('QQQQ', $flags, 0, 0, 0);
  my $where = $path;
  my $r = syscall($N{mount_setattr}, -100, $where, $recursive ? 0x8000 : 0, $attr, 32);
  $r < 0 and fail('isolation', "make $path read-only: $!");
}
# Shows a file or directory of the host read-only; what the host does not have is left out.
sub show {
  my ($from, $to) = @_;
  lstat $from or return;
  if (-d $from) { make_dir($to) } else { parents($to); -e $to or do { open(my $fh, '>', $to) or fail('isolation', "create $to: $!") } }
  mount_at("$from", $from, $to, '', $MS_BIND | $MS_REC, 0);
  restrict($to, $MS_RDONLY | $MS_NOSUID | $MS_NODEV, 1);
}
# A writable directory that is gone with the box; all of them share one bounded tmpfs.
sub scratch {
  my ($to, $mode) = @_;
  my $from = '/scratch/' . $scratch_count++;
  mkdir $from, 0755 or fail('isolation', "mkdir $from: $!");
  chmod $mode, $from;
  make_dir($to);
  mount_at($to, $from, $to, '', $MS_BIND, 0);
  restrict($to, $MS_NOSUID | $MS_NODEV, 0);
  return $from;
}
# A layer that hides names below it, the way overlayfs does: a 0/0 character device.
sub hide_in_layer {
  my ($layer, $lower, $name) = @_;
  my $at = '';
  my @parts = split m{/}, $name;
  my $last = pop @parts;
  for my $part (@parts) {
    $at .= "/$part";
    my @stat = lstat "$lower$at" or return;
    -d _ or return;
    next if -d "$layer$at";
    mkdir "$layer$at", $stat[2] & 07777 or fail('isolation', "mkdir in layer: $!");
    utime $stat[8], $stat[9], "$layer$at";
  }
  lstat "$lower$at/$last" or return;
  my $path = "$layer$at/$last";
  lstat $path and return;
  must('hide a name', 'mknodat', -100, $path, 020000, 0);
}
# A directory of the host, seen with changes that go to a layer above it.
sub overlay {
  my ($to, $lower, $between, $kept) = @_;
  my $n = $scratch_count++;
  make_dir("/layers/$n.lower");
  mount_at($lower, $lower, "/layers/$n.lower", '', $MS_BIND | $MS_REC, 0);
  my @lower = ("/layers/$n.lower");
  for my $each (grep { length } ($between, $kept)) {
    my $at = "/layers/$n." . scalar @lower;
    make_dir($at);
    mount_at($each, $each, $at, '', $MS_BIND, 0);
    unshift @lower, $at;
  }
  my ($upper, $work) = ("/scratch/$n.upper", "/scratch/$n.work");
  if (length $kept) {
    my $base = shift @lower;
    ($upper, $work) = ("$base/upper", "$base/work");
  } elsif (length $between) {
    $lower[0] .= '/upper';
  }
  for ($upper, $work) { -d $_ or mkdir $_, 0755 or fail('isolation', "mkdir $_: $!") }
  return ($upper, "/layers/$n.lower", sub {
    make_dir($to);
    mount_at("an overlay at $to", 'overlay', $to, 'overlay', $MS_NOSUID | $MS_NODEV,
      'lowerdir=' . join(':', @lower) . ",upperdir=$upper,workdir=$work,userxattr");
  });
}
sub mount_code {
  my ($root, $host) = @_;
  my $to = $root . one('code-root');
  my $real = $host . one('checkout');
  if ($skip{overlay}) { make_dir($to); mount_at('the checkout', $real, $to, '', $MS_BIND | $MS_REC, 0) }
  else {
    my ($upper, $lower, $finish) = overlay($to, $real, length one('setup-code') ? $host . one('setup-code') : '', length one('keep-code') ? $host . one('keep-code') : '');
    my @stat = stat $lower;
    chmod $stat[2] & 07777, $upper;
    utime $stat[8], $stat[9], $upper;
    if (!$skip{hidden}) { hide_in_layer($upper, $lower, $_) for all('hide') }
    $finish->();
  }
  for my $again (all('code-again')) { make_dir("$root$again"); mount_at('the checkout again', $to, "$root$again", '', $MS_BIND | $MS_REC, 0) }
}
sub mount_proc {
  my ($root) = @_;
  make_dir("$root/proc");
  if ($skip{processes}) { mount_at('/proc', '/old/proc', "$root/proc", '', $MS_BIND | $MS_REC, 0); return }
  mount_at('a fresh /proc', 'proc', "$root/proc", 'proc', $MS_NOSUID | $MS_NODEV | $MS_NOEXEC, 0);
  for my $part (qw(sys irq bus fs acpi scsi sysrq-trigger)) {
    my $path = "$root/proc/$part";
    next unless -e $path;
    mount_at($path, $path, $path, '', $MS_BIND | $MS_REC, 0);
    restrict($path, $MS_RDONLY | $MS_NOSUID | $MS_NODEV | $MS_NOEXEC, 1);
  }
  # Kernel memory, keys and timers of the whole machine; and what is for root alone, which a caller who is root would be.
  opendir(my $dir, "$root/proc") or fail('isolation', "/proc: $!");
  my %covered = map { $_ => 1 } qw(kcore keys key-users kallsyms kmsg timer_list sched_debug config.gz);
  for my $part (grep { !/^(\d+|\.+)$/ } readdir $dir) {
    my @stat = lstat "$root/proc/$part" or next;
    next unless -f _ && ($covered{$part} || !($stat[2] & 4));
    next if $part eq 'sysrq-trigger';
    mount_at("$part hidden", '/empty-file', "$root/proc/$part", '', $MS_BIND, 0);
    restrict("$root/proc/$part", $MS_RDONLY | $MS_NOSUID | $MS_NODEV | $MS_NOEXEC, 0);
  }
}
sub mount_dev {
  my ($root) = @_;
  make_dir("$root/dev");
  for my $node (qw(null zero full random urandom tty)) {
    my $to = "$root/dev/$node";
    -e "/old/dev/$node" or next;
    open(my $fh, '>', $to) or fail('isolation', "create $to: $!");
    close $fh;
    mount_at("/dev/$node", "/old/dev/$node", $to, '', $MS_BIND, 0);
    # A device can be written all the same; read-only keeps its owner, where that is us, from changing its mode.
    restrict($to, $MS_RDONLY | $MS_NOSUID | $MS_NOEXEC, 0);
  }
  symlink $_->[1], "$root/dev/$_->[0]" for ['fd', '/proc/self/fd'], ['stdin', '/proc/self/fd/0'], ['stdout', '/proc/self/fd/1'],
    ['stderr', '/proc/self/fd/2'], ['ptmx', 'pts/ptmx'];
  make_dir("$root/dev/pts");
  mount_at('/dev/pts', 'devpts', "$root/dev/pts", 'devpts', $MS_NOSUID | $MS_NOEXEC, 'newinstance,ptmxmode=0666,mode=620');
  scratch("$root/dev/shm", 01777);
}
# Builds the new root and enters it; the host's files are out of reach when this returns.
sub enter_box {
  umask 022;
  mount_at('/ slave', 'none', '/', '', $MS_SLAVE | $MS_REC, 0);
  my $size = 'mode=0755,size=' . one('scratch-bytes') . ',nr_inodes=' . one('scratch-files');
  mount_at('a tmpfs', 'tmpfs', '/tmp', 'tmpfs', $MS_NOSUID | $MS_NODEV, $size);
  mkdir "/tmp/$_", 0755 for qw(old new scratch layers empty);
  write_file('/tmp/empty-file', '');
  must('pivot_root', 'pivot_root', '/tmp', '/tmp/old');
  chdir '/' or fail('isolation', "chdir /: $!");
  my ($root, $host) = ('/new', '/old');
  mount_at('the new root', '/new', '/new', '', $MS_BIND, 0);

  my @links = all('link');
  while (my ($path, $target) = splice @links, 0, 2) { parents("$root$path"); symlink $target, "$root$path" }
  my @files = all('file');
  while (my ($path, $text) = splice @files, 0, 2) { parents("$root$path"); write_file("$root$path", $text) }
  my @shown = all('show');
  while (my ($from, $to) = splice @shown, 0, 2) { show("$host$from", "$root$to") }
  my @masks;
  if (!$skip{hidden}) {
    for my $path (all('mask')) {
      -e "$root$path" or next;
      if (-d _) { my $over = '/layers/mask' . $scratch_count++; mkdir $over, 0755; mount_at("$path hidden", $over, "$root$path", '', $MS_BIND, 0) }
      else { mount_at("$path hidden", '/empty-file', "$root$path", '', $MS_BIND, 0) }
      push @masks, "$root$path";
    }
  }
  scratch("$root$_", 01777) for ($skip{tmp} ? () : all('tmp')), '/var/tmp';
  if ($skip{tmp}) { for (all('tmp')) { make_dir("$root$_"); mount_at('/tmp', '/old/tmp', "$root$_", '', $MS_BIND | $MS_REC, 0) } }
  make_dir("$root/run");
  make_dir("$root/sys");
  mount_home($root, $host);
  mount_code($root, $host);
  my @inner = all('show-last');
  while (my ($from, $to) = splice @inner, 0, 2) { show("$host$from", "$root$to") }
  restrict($_, $MS_RDONLY | $MS_NOSUID | $MS_NODEV, 0) for @masks;
  if ($skip{hidden}) { for my $path (all('hidden')) { -d "$host$path" or next; make_dir("$root$path"); mount_at($path, "$host$path", "$root$path", '', $MS_BIND | $MS_REC, 0) } }
  mount_dev($root);
  mount_proc($root);

  chdir $root or fail('isolation', "chdir to the new root: $!");
  must('pivot_root into the box', 'pivot_root', '.', '.');
  must('let go of the host', 'umount2', '.', 2);
  chdir '/' or fail('isolation', "chdir /: $!");
  restrict('/', $MS_RDONLY | $MS_NOSUID | $MS_NODEV, 0);
}
# HOME starts empty, or as the setup command left it.
sub mount_home {
  my ($root, $host) = @_;
  my $to = $root . one('home');
  my ($between, $kept) = map { length one($_) ? $host . one($_) : '' } ('setup-home', 'keep-home');
  if (length $between || length $kept) {
    make_dir('/empty-home');
    my ($upper, $lower, $finish) = overlay($to, '/empty-home', $between, $kept);
    $finish->();
  } else { scratch($to, 0755) }
  for my $file (map { $to . $_ } ('/.gitconfig', '/.npmrc')) { -e $file or write_file($file, '') }
}
sub raise_loopback {
  return if $skip{loopback} || $skip{'no-network'};
  socket(my $s, 2, 2, 0) or fail('isolation', "socket for lo: $!");
  my $request = pack('a16sx22', 'lo', 0x41);
  ioctl($s, 0x8914, $request) or fail('isolation', "raise lo: $!");
}
`;

// src/sandbox/launcher/canary.ts
var LAUNCHER_CANARY = String.raw`
my @broken;
# A prototype, so that a match gives its truth and not its captures.
sub expect($$$) { my ($property, $holds, $found) = @_; push @broken, "$property: $found" unless $holds }

# Says how a connection could be made; empty where it could not.
sub reaches {
  my ($family, $type, $address) = @_;
  socket(my $s, $family, $type, 0) or return '';
  fcntl($s, 4, 2048);
  return 'connected' if connect($s, $address);
  return '' if $! + 0 != 115 && $! + 0 != 11;
  my ($wanted, $ready) = ('', '');
  vec($wanted, fileno $s, 1) = 1;
  return 'no answer, but a route' if select(undef, $ready = $wanted, undef, 0.2) < 1;
  return unpack('i', getsockopt($s, 1, 4)) == 0 ? 'connected' : '';
}
sub inet { return pack('Sna4x8', 2, $_[1], pack('C4', split /\./, $_[0])) }
sub inet6 { return pack('SnNa16N', 10, $_[1], 0, pack('n8', @{ $_[0] }), 0) }

sub check_network {
  my $seen = '';
  for (['TCP', 2, 1, inet('1.1.1.1', 53)], ['UDP', 2, 2, inet('1.1.1.1', 53)],
    ['TCP over IPv6', 10, 1, inet6([0x2606, 0x4700, 0x4700, 0, 0, 0, 0, 0x1111], 53)],
    ['UDP over IPv6', 10, 2, inet6([0x2606, 0x4700, 0x4700, 0, 0, 0, 0, 0x1111], 53)],
    ['a listener on the loopback of the host', 2, 1, inet('127.0.0.1', 0 + one('host-port'))],
    ['an abstract Unix socket of the host', 1, 1, pack('Sa*', 1, "\0" . one('host-abstract'))]) {
    my ($what, @target) = @$_;
    my $how = reaches(@target);
    expect('no-network', $how eq '', "$what: $how");
  }
  expect('no-network', !socket(my $vsock, 40, 1, 0), 'a vsock socket could be made');
  expect('no-network', !-S $_, "$_ is there") for one('layout') =~ /box/ ? ('/run/docker.sock', '/var/run/docker.sock') : ();
}
sub check_loopback {
  my ($connect) = @_;
  my $listener;
  socket($listener, 2, 1, 6) and bind($listener, inet('127.0.0.1', 0)) and listen($listener, 1)
    or return expect('loopback', 0, "cannot listen on 127.0.0.1: $!");
  return unless $connect;
  my ($port) = unpack('x2n', getsockname $listener);
  expect('loopback', reaches(2, 1, inet('127.0.0.1', $port)) eq 'connected', 'what listens on 127.0.0.1 cannot be reached');
}
sub check_powers {
  my %status;
  if (open my $fh, '<', '/proc/self/status') { while (<$fh>) { $status{$1} = $2 if /^(\w+):\s*(.*)$/ } }
  for my $set (qw(CapInh CapPrm CapEff CapAmb), one('layout') =~ /box/ ? ('CapBnd') : ()) {
    expect('no-capabilities', ($status{$set} // 'unknown') =~ /^0+$/, "$set is " . ($status{$set} // 'unknown'));
  }
  expect('no-new-privileges', ($status{NoNewPrivs} // '') eq '1', 'no_new_privs is not set');
  expect('filter', ($status{Seccomp} // '') eq '2' && sys('unshare', 0) < 0, 'no system call filter is in force');
  expect('no-capabilities', sys('unshare', 0x10000000) < 0, 'a user namespace could be made');
}
sub is_same_place { my ($path, $place) = @_; my @stat = stat $path; return @stat && "$stat[0]:$stat[1]" eq $place }
sub check_hidden {
  my @hidden = all('hidden-place');
  while (my ($path, $place) = splice @hidden, 0, 2) { expect('hidden', !is_same_place($path, $place), "$path can be seen") }
  for my $name (all('hide')) { expect('hidden', !lstat(one('code-root') . "/$name"), "$name of the checkout can be seen") }
  for my $path (qw(/etc/shadow /etc/sudoers /root/.ssh /var/run/secrets /run/secrets)) { expect('hidden', !lstat($path), "$path can be seen") }
}
sub check_processes {
  my ($self) = readlink('/proc/self') // '';
  expect('processes', $self eq $$, '/proc is of another process namespace');
  opendir(my $dir, '/proc') or return expect('processes', 0, "/proc: $!");
  my @seen = grep { /^\d+$/ && $_ > $$ } readdir $dir;
  expect('processes', getppid() == 1 && !@seen, 'processes of the host can be seen');
  expect('processes', !open(my $fh, '<', '/proc/1/environ'), 'the environment of the launcher can be read');
}
sub slurp { my ($path) = @_; open(my $fh, '<', $path) or return ''; local $/; my $text = <$fh>; return $text // '' }
sub check_identity {
  my @user = getpwuid $<;
  expect('identity', ($user[0] // '') eq one('user') && ($user[7] // '') eq one('home'), 'the user of the box has another name or home');
  expect('identity', $< == one('uid') && $> == one('uid') && $( == one('uid'), "user id $<");
  expect('identity', slurp('/proc/sys/kernel/hostname') eq one('host-name') . "\n", 'the host name is not the one of the box');
  my @files = all('file');
  while (my ($path, $text) = splice @files, 0, 2) { expect('identity', slurp($path) eq $text, "$path is not the one of the box") }
}
sub can_write { my ($path) = @_; my $ok = open(my $fh, '>', $path); close $fh if $ok; return $ok }
sub check_places {
  my %writable = map { $_ => 1 } all('writable');
  my %kind;
  for (split /\n/, slurp('/proc/self/mountinfo')) {
    my @field = split / /;
    # The kernel writes a space in a path as \040.
    (my $point = $field[4]) =~ s/\\([0-7]{3})/chr oct $1/ge;
    my $type = /- (\S+)/ ? $1 : '';
    $kind{$point} = $type;
    expect('read-only', $writable{$point} || $field[5] =~ /(^|,)ro(,|$)/, "$point can be written");
  }
  expect('overlay', ($kind{ one('code-root') } // '') eq 'overlay', 'the working directory is not an overlay');
  expect('overlay', can_write(one('code-root') . '/' . one('probe')), "cannot write in the working directory: $!");
  for my $dir (all('tmp'), one('home'), '/dev/shm') {
    my $probe = "$dir/" . one('probe');
    expect('tmp', can_write($probe), "cannot write in $dir: $!");
    unlink $probe;
  }
  my @places = all('tmp-place');
  while (my ($path, $place) = splice @places, 0, 2) { expect('tmp', !is_same_place($path, $place), "$path is the one of the host") }
}
sub check_descriptors {
  opendir(my $dir, '/proc/self/fd') or return expect('descriptors', 0, "/proc/self/fd: $!");
  # What stays open when the program starts; perl marks its own to close.
  my $fcntl = one('arch') eq 'x64' ? 72 : 25;
  for my $fd (grep { /^\d+$/ && $_ > 2 } readdir $dir) { expect('descriptors', syscall($fcntl, 0 + $fd, 1, 0) != 0, "descriptor $fd of the reader stays open") }
}
sub check_limits {
  my $now = pack('QQ', 0, 0);
  syscall($N{prlimit64}, 0, 6, 0, $now);
  my ($soft) = unpack('Q', $now);
  expect('process-limit', $soft <= one('max-processes'), "at most $soft processes");
}
sub check_box {
  my ($death_signal) = @_;
  check_network() unless one('keep-network');
  check_loopback(1) unless one('keep-network');
  check_powers();
  check_hidden();
  check_processes();
  check_identity();
  check_places();
  check_limits();
  check_descriptors();
  expect('die-with-parent', $death_signal == 9, 'the box would outlive its launcher');
  return @broken;
}
# What mechanism 3 promises. The reader's environment must not be readable: it holds the job's tokens.
sub check_net {
  my ($landlock) = @_;
  check_network() unless one('keep-network');
  check_loopback(0) unless one('keep-network');
  check_powers();
  check_limits();
  check_descriptors();
  expect('overlay', can_write('./' . one('probe')), "cannot write in the copy of the checkout: $!");
  unlink './' . one('probe');
  for my $pid (@secret_pids) {
    expect('processes', slurp("/proc/$pid/environ") eq '', 'the environment of the reader can be read, and this kernel has no Landlock to prevent it');
  }
  my $death = pack('i', 0);
  syscall($N{prctl}, 2, $death, 0, 0, 0);
  expect('die-with-parent', unpack('i', $death) == 9, 'the server would outlive its launcher');
  # Also without Landlock: in the runner's directory lie the files that set the environment of later steps.
  expect('hidden', !opendir(my $dir, $_), "$_ can be read, and this kernel has no Landlock to prevent it") for all('closed');
  if (!$landlock) { push @broken, 'note: no Landlock' }
  else {
    expect('hidden', !opendir(my $dir, $_), "$_ can be read") for all('hidden');
    expect('read-only', !can_write("$_/" . one('probe')), "$_ can be written") for all('unwritable');
  }
  return @broken;
}
`;

// src/sandbox/launcher/core.ts
var LAUNCHER_CORE = String.raw`
use strict;
my (%plan, %skip, %N, @secret_pids);

my %X64 = (mount => 165, umount2 => 166, pivot_root => 155, unshare => 272, setns => 308, mount_setattr => 442,
  open_tree => 428, move_mount => 429, fsopen => 430, fsconfig => 431, fsmount => 432, fspick => 433,
  prctl => 157, seccomp => 317, capset => 126, capget => 125, sethostname => 170, mknodat => 259, setgroups => 116,
  setresuid => 117, setresgid => 119, prlimit64 => 302, ppoll => 271, keyctl => 250, add_key => 248,
  request_key => 249, bpf => 321, perf_event_open => 298, userfaultfd => 323, ptrace => 101,
  process_vm_readv => 310, process_vm_writev => 311, pidfd_getfd => 438, pidfd_open => 434,
  pidfd_send_signal => 424, io_uring_setup => 425, io_uring_enter => 426, io_uring_register => 427,
  open_by_handle_at => 304, kexec_load => 246, init_module => 175, finit_module => 313, socket => 41,
  connect => 42, sendto => 44, sendmsg => 46, sendmmsg => 307, socketpair => 53, clone => 56, clone3 => 435,
  kill => 62, tkill => 200, tgkill => 234, rt_sigqueueinfo => 129, rt_tgsigqueueinfo => 297,
  landlock_create_ruleset => 444, landlock_add_rule => 445, landlock_restrict_self => 446);
my %ARM64 = (mount => 40, umount2 => 39, pivot_root => 41, unshare => 97, setns => 268, mount_setattr => 442,
  open_tree => 428, move_mount => 429, fsopen => 430, fsconfig => 431, fsmount => 432, fspick => 433,
  prctl => 167, seccomp => 277, capset => 91, capget => 90, sethostname => 161, mknodat => 33, setgroups => 159,
  setresuid => 147, setresgid => 149, prlimit64 => 261, ppoll => 73, keyctl => 219, add_key => 217,
  request_key => 218, bpf => 280, perf_event_open => 241, userfaultfd => 282, ptrace => 117,
  process_vm_readv => 270, process_vm_writev => 271, pidfd_getfd => 438, pidfd_open => 434,
  pidfd_send_signal => 424, io_uring_setup => 425, io_uring_enter => 426, io_uring_register => 427,
  open_by_handle_at => 265, kexec_load => 104, init_module => 105, finit_module => 273, socket => 198,
  connect => 203, sendto => 206, sendmsg => 211, sendmmsg => 269, socketpair => 199, clone => 220, clone3 => 435,
  kill => 129, tkill => 130, tgkill => 131, rt_sigqueueinfo => 138, rt_tgsigqueueinfo => 240,
  landlock_create_ruleset => 444, landlock_add_rule => 445, landlock_restrict_self => 446);

sub put {
  my $bytes = shift;
  while (length $bytes) {
    my $n = syswrite(STDOUT, $bytes);
    defined $n or exit 96;
    substr($bytes, 0, $n) = '';
  }
}
sub send_frame { my $payload = join("\0", @_); put('wm1 ' . length($payload) . "\n" . $payload) }
sub read_frame {
  my $head = '';
  while ((my $c = rd(1)) ne "\n") { $head .= $c; exit 95 if length $head > 32 }
  $head =~ /^wm1 (\d+)$/ or exit 95;
  return $1 ? rd($1) : '';
}
# A plan is pairs of name and value; a name may come more than once.
sub read_pairs {
  my %into;
  my @fields = split /\0/, read_frame(), -1;
  while (@fields > 1) { my ($name, $value) = splice @fields, 0, 2; push @{ $into{$name} }, $value }
  return %into;
}
sub all { return @{ $plan{$_[0]} || [] } }
sub one { return (all($_[0]))[0] // '' }
sub fail { my ($kind, $text) = @_; send_frame('fail', $kind, $text); exit 98 }
sub sys { my ($name, @args) = @_; return syscall($N{$name}, @args) }
# Makes a system call that has to work: set-up that half worked is no isolation.
sub must { my ($what, $name, @args) = @_; my $r = sys($name, @args); fail('isolation', "$what: $!") if $r < 0; return $r }
sub prctl { my ($op, $arg) = @_; return sys('prctl', $op, $arg // 0, 0, 0, 0) }
sub die_with_parent { return $skip{'die-with-parent'} ? 0 : prctl(1, 9) }
sub write_file {
  my ($path, $text, $what) = @_;
  open(my $fh, '>', $path) or fail('isolation', ($what || "write $path") . ": $!");
  defined syswrite($fh, $text) or fail('isolation', ($what || "write $path") . ": $!");
  close $fh;
}
`;

// src/sandbox/launcher/filter.ts
var LAUNCHER_FILTER = String.raw`
my ($EPERM, $ENOSYS, $EAFNOSUPPORT) = (1, 38, 97);
my ($LD, $AND, $JEQ, $JSET, $RET) = (0x20, 0x54, 0x15, 0x45, 0x06);
sub allow { return [$RET, 0x7fff0000] }
sub refuse { return [$RET, 0x00050000 | $_[0]] }
sub arg { return [$LD, 16 + 8 * $_[0]] }
sub arg_high { return [$LD, 20 + 8 * $_[0]] }
# The instructions for one system call. Jumps name where they go: ok (allowed), no (refused), or a count.
sub rule {
  my ($name, $errno, @body) = @_;
  my %at = (no => scalar(@body), ok => @body + 1);
  my @code;
  for my $i (0 .. $#body) {
    my ($op, $k, $yes, $else) = @{ $body[$i] };
    my @jump = map { !defined $_ ? 0 : exists $at{$_} ? $at{$_} - $i - 1 : $_ } ($yes, $else);
    push @code, [$op, $k, @jump];
  }
  push @code, refuse($errno), allow();
  return ([$JEQ, $N{$name}, 0, scalar @code], @code);
}
sub refuse_calls { my ($errno, @names) = @_; return map { rule($_, $errno) } @names }
sub one_of { my ($last, @values) = @_; return ((map { [$JEQ, $_, 'ok', 0] } @values[0 .. $#values - 1]), [$JEQ, $values[-1], 'ok', $last]) }

sub common_rules {
  return (
    refuse_calls($ENOSYS, qw(io_uring_setup io_uring_enter io_uring_register clone3)),
    refuse_calls($EPERM, qw(keyctl add_key request_key bpf perf_event_open userfaultfd pidfd_getfd open_by_handle_at
      kexec_load init_module finit_module unshare setns mount umount2 pivot_root mount_setattr open_tree move_mount
      fsopen fsconfig fsmount fspick)),
    rule('clone', $EPERM, arg(0), [$JSET, 0x7e020000, 'no', 'ok']),
  );
}
sub box_rules {
  return (common_rules(),
    rule('socket', $EAFNOSUPPORT, arg(0), one_of('no', 1, 2, 10, 16)),
    rule('socketpair', $EAFNOSUPPORT, arg(0), one_of('no', 1)));
}
sub net_rules {
  my @others = map { $_ & 0xffffffff } map { ($_, -$_) } (1, @secret_pids);
  my @spared = (arg(0), map { [$JEQ, $_, 'no', 0] } @others);
  $spared[-1][3] = 'ok';
  return (common_rules(),
    refuse_calls($EPERM, qw(connect ptrace process_vm_readv process_vm_writev pidfd_send_signal)),
    refuse_calls($ENOSYS, qw(pidfd_open)),
    # Only TCP streams, to listen with; their protocol is pinned since MPTCP and SCTP are streams too.
    rule('socket', $EPERM, arg(0), [$JEQ, 2, 1, 0], [$JEQ, 10, 0, 'no'], arg(1), [$AND, 15], [$JEQ, 1, 0, 'no'],
      arg(2), one_of('no', 0, 6)),
    # A datagram pair can still send to any path or abstract address; streams cannot.
    rule('socketpair', $EPERM, arg(0), [$JEQ, 1, 0, 'no'], arg(1), [$AND, 15], one_of('no', 1, 5)),
    # MSG_FASTOPEN connects without connect.
    rule('sendto', $EPERM, arg(3), [$JSET, 0x20000000, 'no', 0], arg(4), [$JEQ, 0, 0, 'no'], arg_high(4), [$JEQ, 0, 'ok', 'no']),
    rule('sendmsg', $EPERM, arg(2), [$JSET, 0x20000000, 'no', 'ok']),
    rule('sendmmsg', $EPERM, arg(3), [$JSET, 0x20000000, 'no', 'ok']),
    # Another process's limits can end it: only one's own.
    rule('prlimit64', $EPERM, arg(0), [$JEQ, 0, 'ok', 'no']),
    (map { rule($_, $EPERM, @spared) } qw(kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo)));
}
sub install_filter {
  my @rules = @_;
  my $arch = one('arch') eq 'x64' ? 0xc000003e : 0xc00000b7;
  my @x32 = one('arch') eq 'x64' ? ([0x35, 0x40000000, 0, 1], refuse($ENOSYS)) : ();
  my @code = ([$LD, 4], [$JEQ, $arch, 1, 0], refuse($ENOSYS), [$LD, 0], @x32, @rules, allow());
  my $bytes = join '', map { pack 'SCCL', $_->[0], $_->[2] // 0, $_->[3] // 0, $_->[1] } @code;
  my $program = pack 'Sx6P', scalar(@code), $bytes;
  return syscall($N{seccomp}, 1, 0, $program);
}

sub landlock_abi { return one('deny-landlock') ? 0 : sys('landlock_create_ruleset', 0, 0, 1) }
# Reading only below the given read paths, writing only below the given write paths; 0 where it is in force.
sub install_landlock {
  my ($read, $write) = @_;
  my $abi = landlock_abi();
  return -1 if $abi < 1;
  my $bits = $abi >= 5 ? 16 : $abi >= 3 ? 15 : $abi >= 2 ? 14 : 13;
  my $every = (1 << $bits) - 1;
  my $attr = pack('QQQ', $every, 0, $abi >= 6 ? 3 : 0);
  my $set = syscall($N{landlock_create_ruleset}, $attr, $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8, 0);
  return -1 if $set < 0;
  for ([$every & 0b1101, $read], [$every, $write]) {
    my ($bits, $paths) = @$_;
    for my $path (@$paths) {
      sysopen(my $fh, $path, 0x200000) or next;
      my $rule = pack('Ql', -d $path ? $bits : $bits & $every & 0b1100000000000111, fileno $fh);
      return -1 if syscall($N{landlock_add_rule}, $set, 1, $rule, 0) < 0;
    }
  }
  return syscall($N{landlock_restrict_self}, $set, 0);
}

# Gives up every capability, in this process and for all that it will ever start.
sub drop_capabilities {
  for my $cap (0 .. 63) { last if prctl(24, $cap) < 0 }
  sys('prctl', 47, 4, 0, 0, 0);
  my ($head, $none) = (pack('LL', 0x20080522, 0), pack('L6', 0, 0, 0, 0, 0, 0));
  return syscall($N{capset}, $head, $none);
}
sub set_limits {
  my %limit = (4 => 0, 6 => 0 + one('max-processes'));
  for my $resource (keys %limit) {
    my $pair = pack('QQ', $limit{$resource}, $limit{$resource});
    next if $resource == 6 && (!$limit{6} || $skip{'process-limit'});
    syscall($N{prlimit64}, 0, $resource, $pair, 0) < 0 and fail('isolation', "limit $resource: $!");
  }
}
`;

// src/sandbox/launcher/guard.ts
var LAUNCHER_GUARD = String.raw`
sub ppoll { my ($fds, $ms) = @_; my $time = pack('QQ', int($ms / 1000), ($ms % 1000) * 1000000); my $r = syscall($N{ppoll}, $fds, length($fds) / 8, $time, 0, 8); return map { (unpack 'lss', substr($fds, 8 * $_, 8))[2] } 0 .. length($fds) / 8 - 1 }
sub exit_like {
  my ($status) = @_;
  exit($status >> 8) unless $status & 127;
  $SIG{$_} = 'DEFAULT' for qw(TERM INT HUP PIPE);
  kill $status & 127, $$;
  exit 128 + ($status & 127);
}
# Waits for the end: of what runs (its pipe closes), of the reader or its patience (stdin closes), of the time limit.
sub guard {
  my ($alive, $kill) = @_;
  alarm 0;
  $SIG{$_} = 'IGNORE' for qw(TERM INT HUP PIPE);
  my $until = time + one('lifetime-seconds');
  my ($grace, $watched) = (undef, 0);
  while (1) {
    my $ms = defined $grace ? 20 : 250;
    my @seen = ppoll(pack('lss', $watched, 0x2000, 0) . pack('lss', fileno $alive, 1, 0), $ms);
    last if $seen[1];
    if ($watched == 0 && $seen[0]) { $watched = -1; $grace = 0 }
    $grace += $ms if defined $grace && !$seen[0];
    last if time > $until || defined $grace && $grace >= one('grace-ms');
  }
  my $status = '';
  my ($ready) = ppoll(pack('lss', fileno $alive, 1, 0), 0);
  sysread($alive, $status, 16) if $ready & 1;
  $kill->();
  exit_like($status =~ /^\d+$/ ? $status : 9);
}
# Every process below the guard, however it detached itself: a child subreaper inherits orphans.
sub end_descendants {
  for (1 .. 200) {
    my %parent;
    opendir(my $dir, '/proc') or last;
    for my $pid (grep { /^\d+$/ } readdir $dir) { $parent{$pid} = $1 if slurp("/proc/$pid/stat") =~ /^.*\) \S (\d+)/s }
    my @ours = grep { my $p = $_; $p = $parent{$p} while $p && $p != $$ && defined $parent{$p}; $p && $p == $$ && $_ != $$ } keys %parent;
    kill 9, @ours if @ours;
    1 while waitpid(-1, 1) > 0;
    last unless @ours;
    select undef, undef, undef, 0.01;
  }
}
sub guard_process {
  my ($pid) = @_;
  pipe(my $alive, my $told);
  my $status;
  $SIG{CHLD} = sub { while ((my $gone = waitpid(-1, 1)) > 0) { if ($gone == $pid) { syswrite $told, "$?"; } } };
  if ((my $gone = waitpid($pid, 1)) == $pid) { syswrite $told, "$?" }
  guard($alive, sub {
    $SIG{CHLD} = 'DEFAULT';
    end_descendants();
    # The copy goes with the server, also when nobody is left to remove it.
    system '/bin/rm', '-rf', '--', one('remove-after') if length one('remove-after');
  });
}
`;

// src/sandbox/launcher/main.ts
var LAUNCHER_MAIN = String.raw`
# What a canary tries to reach: listeners of the host, made before any namespace is entered.
my @listeners;
sub open_host_listeners {
  my ($tcp, $unix, $name) = (undef, undef, one('probe') . "-$$");
  socket($tcp, 2, 1, 6) and bind($tcp, inet('127.0.0.1', 0)) and listen($tcp, 4) or fail('isolation', "a listener for the canary: $!");
  socket($unix, 1, 1, 0) and bind($unix, pack('Sa*', 1, "\0" . $name)) and listen($unix, 4) or fail('isolation', "a Unix listener for the canary: $!");
  $plan{'host-port'} = [unpack('x2n', getsockname $tcp)];
  $plan{'host-abstract'} = [$name];
  @listeners = ($tcp, $unix);
  # A test that could not fail proves nothing: both must be reachable from here.
  fail('isolation', 'the loopback of the host does not work, so the canary would prove nothing')
    unless reaches(2, 1, getsockname $tcp) && reaches(1, 1, getsockname $unix);
}
sub note_places {
  for (['hidden', 'hidden-place'], ['tmp', 'tmp-place']) {
    my ($from, $to) = @$_;
    for my $path (all($from)) { my @stat = stat $path; push @{ $plan{$to} }, $path, "$stat[0]:$stat[1]" if @stat }
  }
}
# From root to the caller's user id, with the capabilities that making namespaces takes.
sub become_caller {
  my ($uid, $gid) = (0 + one('caller-uid'), 0 + one('caller-gid'));
  must('setgroups', 'setgroups', 0, 0);
  prctl(8, 1);
  must('setresgid', 'setresgid', $gid, $gid, $gid);
  must('setresuid', 'setresuid', $uid, $uid, $uid);
  my ($head, $caps) = (pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
  syscall($N{capget}, $head, $caps);
  my @set = unpack('L6', $caps);
  $caps = pack('L6', $set[1], $set[1], 0, $set[4], $set[4], 0);
  syscall($N{capset}, $head, $caps) < 0 and fail('isolation', "capset: $!");
  prctl(4, 1);
}
sub enter_namespaces {
  my ($uid, $gid) = ($<, $( + 0);
  my $flags = 0x10000000 | 0x00020000 | 0x08000000 | 0x04000000 | 0x20000000 | 0x02000000;
  $flags |= 0x40000000 unless one('keep-network') || $skip{'no-network'};
  must('namespaces (unshare)', 'unshare', $flags);
  write_file('/proc/self/setgroups', 'deny', 'setgroups');
  my $inside = $skip{'user-id'} ? 12345 : one('uid');
  write_file('/proc/self/uid_map', "$inside $uid 1\n", 'user id map');
  write_file('/proc/self/gid_map', "$inside $gid 1\n", 'group id map');
}
sub run_init {
  my ($alive, $gate_in, $gate_out, $relay) = @_;
  die_with_parent();
  my $signal = pack('i', 0);
  syscall($N{prctl}, 2, $signal, 0, 0, 0);
  prctl(4, 0);
  # The guard answers only while it lives; had it died before the signal was asked for, nothing would end us.
  syswrite $gate_out, 'r';
  my $answer = '';
  sysread($gate_in, $answer, 1) or exit 94;
  $0 = 'init';
  %ENV = ();
  sys('keyctl', 1, 0, 0, 0, 0);
  enter_box();
  raise_loopback() unless one('keep-network');
  if (!$skip{identity}) { my $name = one('host-name'); must('sethostname', 'sethostname', $name, length $name) }
  for (1 .. one('processes-first')) { my $pid = fork; defined $pid or fail('isolation', "fork: $!"); exit 0 unless $pid; waitpid $pid, 0 }
  if ($relay) {
    my $pid = fork // fail('isolation', "fork: $!");
    if (!$pid) { close STDIN; close STDOUT; close STDERR; close $alive; @listeners = (); restrict_self(sub { 0 }, box_rules()); relay($relay, one('relay-port')); exit 0 }
    close $relay;
  }
  my $server = fork // fail('isolation', "fork: $!");
  if (!$server) {
    sys_setsid();
    restrict_self(sub { 0 }, box_rules());
    become_server(sub { check_box(unpack 'i', $signal) });
  }
  close STDIN; close STDOUT; close STDERR;
  while ((my $pid = wait) > 0) { if ($pid == $server) { syswrite $alive, "$?"; exit 0 } }
  exit 0;
}
sub sys_setsid { return syscall(one('arch') eq 'x64' ? 112 : 157) }
sub run_box {
  become_caller() if one('mechanism') eq 'sudo';
  note_places();
  open_host_listeners();
  my $relay = open_relay();
  enter_namespaces();
  die_with_parent();
  pipe(my $alive, my $alive_in);
  pipe(my $ready, my $ready_in);
  pipe(my $go, my $go_in);
  my $init = fork // fail('isolation', "fork: $!");
  if (!$init) { close $_ for $alive, $ready, $go_in; run_init($alive_in, $go, $ready_in, $relay) }
  close $_ for $alive_in, $ready_in, $go;
  close $relay if $relay;
  sysread($ready, my $byte, 1) or exit 93;
  syswrite $go_in, 'g';
  close STDOUT; close STDERR;
  guard($alive, sub { kill 9, $init; waitpid $init, 0 });
}
sub run_net {
  my $reader = getppid;
  @secret_pids = ($reader, $$);
  open_host_listeners();
  # No death signal here: the guard has to outlive the reader by the moment it takes to end what it started.
  prctl(36, 1);
  prctl(4, 0);
  pipe(my $alive, my $alive_in);
  my $guard = $$;
  my $watch = fork // fail('isolation', "fork: $!");
  if (!$watch) {
    close $alive;
    die_with_parent();
    exit 92 if getppid != $guard;
    sys_setsid();
    umask 022;
    %ENV = ();
    close $_ for splice @listeners;
    chdir one('directory') or fail('isolation', "chdir: $!");
    my $has_landlock = landlock_abi() > 0;
    restrict_self(sub { $skip{landlock} || install_landlock([all('readable')], [all('writable')]) },
      one('keep-network') ? common_rules() : net_rules());
    become_server(sub { check_net($has_landlock) });
  }
  close $alive_in;
  close STDOUT; close STDERR;
  # The pipe closes at exec; what counts here is the end of the process.
  guard_process($watch);
}
# No isolation: only the guard, so that nothing of the server outlives its reading.
sub run_plain {
  prctl(36, 1);
  pipe(my $alive, my $alive_in);
  my $guard = $$;
  my $watch = fork // fail('isolation', "fork: $!");
  if (!$watch) {
    close $alive;
    die_with_parent();
    exit 92 if getppid != $guard;
    sys_setsid();
    become_server(sub { () });
  }
  close $alive_in;
  close STDOUT; close STDERR;
  guard_process($watch);
}
# Whatever descriptor the reader was started with and did not mark, it must not reach the server.
sub close_inherited {
  return if syscall(436, 3, 0xffffffff, 0) == 0;
  my $close = one('arch') eq 'x64' ? 3 : 57;
  syscall($close, $_) for 3 .. 4095;
}
sub start {
  alarm 60;
  %plan = read_pairs();
  %skip = map { $_ => 1 } all('skip');
  %N = one('arch') eq 'x64' ? %X64 : %ARM64;
  close_inherited() unless $skip{descriptors};
  one('layout') eq 'none' ? run_plain() : one('layout') =~ /box/ ? run_box() : run_net();
}
start();
`;

// src/sandbox/launcher/relay.ts
var LAUNCHER_RELAY = String.raw`
# Bytes between a Unix socket of the host, inherited, and a port of the box.
sub relay {
  my ($listener, $port) = @_;
  $SIG{PIPE} = 'IGNORE';
  my (%peer, %handle, %pending, %ended);
  my $forget = sub { my $fd = shift; my $other = $peer{$fd}; for (grep { defined } $fd, $other) { close $handle{$_} if $handle{$_}; delete $handle{$_}; delete $peer{$_}; delete $pending{$_}; delete $ended{$_} } };
  while (1) {
    my ($r, $w) = ('', '');
    vec($r, fileno $listener, 1) = 1;
    for my $fd (keys %handle) {
      vec($r, $fd, 1) = 1 if !$ended{$fd} && length($pending{ $peer{$fd} }) < 65536;
      vec($w, $fd, 1) = 1 if length $pending{$fd};
    }
    select($r, $w, undef, undef) < 0 and next;
    if (vec($r, fileno $listener, 1) && accept(my $client, $listener)) {
      my $server;
      if (socket($server, 2, 1, 6) && connect($server, inet('127.0.0.1', $port))) {
        my ($a, $b) = (fileno $client, fileno $server);
        ($peer{$a}, $peer{$b}, $handle{$a}, $handle{$b}, $pending{$a}, $pending{$b}) = ($b, $a, $client, $server, '', '');
        fcntl($_, 4, 2048) for $client, $server;
      }
      # Not left to the end of the scope: what took the place of a closed STDIN, perl never closes by itself,
      # and whoever calls before the server listens would wait for ever.
      else { close $_ for grep { $_ } $client, $server }
    }
    for my $fd (keys %handle) {
      next unless $handle{$fd};
      if (vec($w, $fd, 1)) {
        my $n = syswrite $handle{$fd}, $pending{$fd};
        if (defined $n) { substr($pending{$fd}, 0, $n) = '' } elsif ($! + 0 != 11) { $forget->($fd); next }
        shutdown $handle{$fd}, 1 if $ended{ $peer{$fd} } && !length $pending{$fd};
      }
      if (vec($r, $fd, 1)) {
        my $n = sysread $handle{$fd}, my $bytes, 32768;
        if ($n) { $pending{ $peer{$fd} } .= $bytes }
        elsif (defined $n) { $ended{$fd} = 1; shutdown $handle{ $peer{$fd} }, 1 unless length $pending{ $peer{$fd} } }
        elsif ($! + 0 != 11) { $forget->($fd); next }
      }
      $forget->($fd) if $ended{$fd} && $ended{ $peer{$fd} } && !length($pending{$fd}) && !length $pending{ $peer{$fd} };
    }
  }
}
sub open_relay {
  my $path = one('relay-socket');
  return undef unless length $path;
  my $s;
  socket($s, 1, 1, 0) and bind($s, pack('Sa*', 1, $path)) and listen($s, 16) or fail('isolation', "relay socket: $!");
  return $s;
}
`;

// src/sandbox/launcher/server.ts
var LAUNCHER_SERVER = String.raw`
sub find_program {
  my ($command, $path) = @_;
  my $is_path = $command =~ m{/|^\.\.?$};
  my @tried = $is_path ? ($command) : map { (length $_ ? $_ : '.') . "/$command" } split /:/, $path, -1;
  my $denied;
  for my $each (@tried) {
    next if !-e $each || -d _ && !$is_path;
    return $each if -x _ && !-d _;
    $denied = $each;
  }
  return fail('command-not-executable', -d $denied ? 'it is a directory' : 'it is not executable') if defined $denied;
  return fail('command-not-found', '');
}
sub check_interpreter {
  my ($program) = @_;
  open(my $fh, '<', $program) or return;
  my $line = '';
  sysread $fh, $line, 256;
  return unless $line =~ /^#!\s*(\S+)/;
  my $interpreter = $1;
  -x $interpreter or fail('command-not-executable', "its first line names an interpreter that is not there: $interpreter");
}
# Restricted and examined, waits to be told what to run, and becomes it.
sub become_server {
  my ($check) = @_;
  my $echo = read_frame();
  my @problems = $check->();
  my @broken_promises = grep { !/^note: / } @problems;
  fail('canary', join "\n", @broken_promises) if @broken_promises && !$skip{canary};
  send_frame('ready', @problems);
  send_frame($echo);
  my %go = read_pairs();
  exit 0 if !%go;
  unlink one('code-root') . '/' . one('probe') if one('layout') =~ /box/;
  my $dir = $go{directory}[0];
  chdir $dir or fail('bad-working-directory', "$!");
  %ENV = map { split /=/, $_, 2 } @{ $go{env} || [] };
  my $program = find_program($go{command}[0], $ENV{PATH} // '');
  check_interpreter($program);
  send_frame('started');
  $SIG{$_} = 'DEFAULT' for qw(PIPE TERM INT HUP CHLD);
  exec { $program } $go{command}[0], @{ $go{args} || [] };
  syswrite STDERR, "cannot start the program: $!\n";
  exit 127;
}
sub restrict_self {
  my ($confine, @rules) = @_;
  set_limits();
  $skip{'no-new-privileges'} or prctl(38, 1) >= 0 or fail('isolation', "no_new_privs: $!");
  my $confined = $confine->();
  $skip{filter} or install_filter(@rules) >= 0 or fail('isolation', "system call filter: $!");
  $skip{'no-capabilities'} or drop_capabilities() >= 0 or fail('isolation', "drop capabilities: $!");
  return $confined;
}
`;

// src/sandbox/launcher/source.ts
var LAUNCHER_SOURCE = [
  LAUNCHER_CORE,
  LAUNCHER_FILTER,
  LAUNCHER_BOX,
  LAUNCHER_CANARY,
  LAUNCHER_GUARD,
  LAUNCHER_RELAY,
  LAUNCHER_SERVER,
  LAUNCHER_MAIN
].join("\n");
var LAUNCHER_BOOTSTRAP = 'sub rd{my($n,$b)=(shift,"");while(length($b)<$n){sysread(STDIN,$b,$n-length$b,length$b)or exit 97}$b}my($c,$l)=("","");$l.=$c while"\\n"ne($c=rd(1));eval rd($l);die$@ if$@';

// src/sandbox/descendants.ts
import { readdirSync as readdirSync2, readFileSync } from "node:fs";
function descendantsOf(pid) {
  if (pid === void 0) return [];
  const all = processIds().flatMap((each) => readStat(each) ?? []);
  const found = [];
  for (let parents = /* @__PURE__ */ new Set([pid]); parents.size > 0; ) {
    const children = all.filter(({ parent }) => parents.has(parent));
    found.push(...children);
    parents = new Set(children.map((child) => child.pid));
  }
  return found;
}
function familyBelow(launcher) {
  const all = descendantsOf(launcher);
  const top = all.find(({ pid }) => isFirstOfItsNamespace(pid))?.pid ?? launcher;
  const [server] = all.filter(({ pid, parent, session }) => parent === top && session === pid).sort((a, b) => Number(a.startTime) - Number(b.startTime));
  if (server === void 0 || top === void 0) return { server: void 0, others: [] };
  const outside = readStat(top)?.session;
  const inside = top === launcher ? all : descendantsOf(top);
  return {
    server,
    others: inside.filter(({ pid, session }) => pid !== server.pid && session !== outside)
  };
}
function killAll(processes) {
  for (const { pid, startTime } of processes) {
    if (readStat(pid)?.startTime !== startTime) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
    }
  }
}
function processIds() {
  try {
    return readdirSync2("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}
function readStat(pid) {
  try {
    const text2 = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text2.slice(text2.lastIndexOf(")") + 2).split(" ");
    return {
      pid,
      parent: Number(fields[1]),
      session: Number(fields[3]),
      sleeps: fields[0] === "S",
      ticks: Number(fields[11]) + Number(fields[12]),
      startTime: fields[19] ?? ""
    };
  } catch {
    return void 0;
  }
}
function isFirstOfItsNamespace(pid) {
  try {
    return /^NSpid:\t\d+\t(?:\d+\t)*1$/m.test(readFileSync(`/proc/${pid}/status`, "latin1"));
  } catch {
    return false;
  }
}

// src/sandbox/observed-end.ts
async function observedEnd(launcher, end) {
  const { server, others } = familyBelow(launcher);
  const seen2 = { idle: false };
  const look = () => statOf(server);
  const timers = [
    setTimeout(() => seen2.before = look(), IDLE_FROM_MS),
    setTimeout(() => seen2.idle = isIdle(seen2.before, look()), IDLE_UNTIL_MS)
  ];
  try {
    const exit = await end();
    return { stayed: seen2.idle && exit?.signal === "SIGKILL", others: others.length };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    killAll(others);
  }
}
function statOf(server) {
  const stat2 = server === void 0 ? void 0 : readStat(server.pid);
  return stat2?.startTime === server?.startTime ? stat2 : void 0;
}
function isIdle(before, after) {
  if (before === void 0 || after === void 0) return false;
  return before.sleeps && after.sleeps && before.ticks === after.ticks;
}

// src/sandbox/start-problems.ts
function commandNotFound(command, place, platform, cause) {
  const usual = place === "box" ? "The sandbox shows /usr, /opt, known toolchain directories and the checkout: install the program there, or give its path." : "Is it installed, and built? A path is relative to the working directory; --working-directory sets it.";
  return new WitnessmarkError(
    "command-not-found",
    place === "box" ? `start: ${command} was not found inside the sandbox, neither in the checkout nor on its PATH` : "start: the command was not found",
    shimHint(command, platform) ?? usual,
    { cause }
  );
}
function commandNotExecutable(command, place, platform, reason, cause) {
  return new WitnessmarkError(
    "command-not-executable",
    place === "box" ? `start: ${command} cannot be started inside the sandbox: ${reason}` : `start: the command cannot be executed (${reason})`,
    shimHint(command, platform) ?? scriptHint(command) ?? (place === "box" ? "Make it executable (chmod +x), or build the virtual environment with the option `setup`." : 'Give the interpreter, for example "node server.js", or make the file executable: chmod +x FILE'),
    { cause }
  );
}
var INTERPRETERS = [
  [/\.[cm]?js$/, "node"],
  [/\.py$/, "python"],
  [/\.rb$/, "ruby"],
  [/\.(?:[cm]?ts|tsx)$/, "node"],
  [/\.jar$/, "java -jar"],
  [/\.dll$/, "dotnet"],
  [/\.sh$/, "sh"]
];
function scriptHint(command) {
  const interpreter = INTERPRETERS.find(([ending]) => ending.test(command))?.[1];
  return interpreter === void 0 ? void 0 : `Name the interpreter: ${interpreter} ${command}. Or give the file a first line that names it, and make it executable: chmod +x.`;
}
var BATCH_ON_WINDOWS = /^(?:npm|npx|pnpm|pnpx|yarn|bunx|tsx|ts-node|corepack)$/i;
function shimHint(command, platform) {
  const name = command.slice(Math.max(command.lastIndexOf("/"), command.lastIndexOf("\\")) + 1);
  const isBatch = /\.(?:cmd|bat)$/i.test(name);
  if (platform === "win32") {
    return isBatch || BATCH_ON_WINDOWS.test(name) ? 'On Windows this is a batch file, which only a shell starts: --command "cmd /c …", or start what it would start directly (node FILE).' : void 0;
  }
  return isBatch || /\.(?:exe|ps1)$/i.test(name) ? "A name that ends in .cmd, .bat, .exe or .ps1 is one of Windows: leave the ending out, as in npx." : void 0;
}

// src/sandbox/launch.ts
var MechanismFailure = class extends Error {
};
async function prepareBox(mechanism, plan) {
  const place = mechanism === "none" ? "plain" : "box";
  const launcher = spawnLauncher(mechanism);
  const exited = new Promise((resolve4) => {
    launcher.once("exit", (code, signal) => resolve4({ code, signal }));
    launcher.once("error", () => resolve4({ code: null, signal: null }));
  });
  const failed2 = once(launcher, "error").then(
    ([error]) => error,
    () => void 0
  );
  const echo = echoBytes();
  launcher.stdin.write(`${Buffer.byteLength(LAUNCHER_SOURCE)}
${LAUNCHER_SOURCE}`);
  launcher.stdin.write(encodePairs(plan));
  launcher.stdin.write(encodeFrame(echo));
  const timer = setTimeout(() => {
    launcher.stdin.destroy();
    launcher.kill("SIGKILL");
    launcher.stdout.destroy();
  }, SANDBOX_READY_TIMEOUT_MS);
  try {
    const answer = (await readFrame(launcher.stdout))?.toString().split("\0");
    if (answer?.[0] === "fail") throw new MechanismFailure(reasonOf(answer));
    if (answer?.[0] !== "ready") throw new MechanismFailure(await silentReason(launcher, failed2));
    const echoed = await readFrame(launcher.stdout);
    if (echoed?.equals(echo) !== true) {
      throw new MechanismFailure("stdio: the bytes of the canary came back changed");
    }
    return preparedBox(launcher, place, exited, answer.slice(1));
  } catch (error) {
    await endLauncher(launcher, exited);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
function spawnLauncher(mechanism) {
  const perl = ["/usr/bin/perl", "/bin/perl", "/usr/local/bin/perl"].find(existsSync3) ?? "perl";
  const words = [perl, "-e", LAUNCHER_BOOTSTRAP];
  const [program = perl, ...args] = mechanism === "sudo" ? ["sudo", "-n", "--", ...words] : words;
  const launcher = spawn(program, args, {
    cwd: "/",
    detached: true,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin" },
    stdio: "pipe"
  });
  launcher.stdin.on("error", () => void 0);
  return launcher;
}
function echoBytes() {
  return Buffer.concat([Buffer.from(Array.from({ length: 256 }, (_, i) => i)), randomBytes3(32)]);
}
function reasonOf([, kind, text2]) {
  return kind === "canary" ? `the canary failed: ${(text2 ?? "").replaceAll("\n", "; ")}` : text2 ?? "no reason given";
}
async function silentReason(launcher, failed2) {
  const chunks = [];
  launcher.stderr.on("data", (chunk) => chunks.push(chunk));
  const error = await Promise.race([failed2, once(launcher, "close").then(() => void 0)]);
  if (error !== void 0) return `it could not be started (${error.message})`;
  const text2 = Buffer.concat(chunks).subarray(-MAX_LAUNCHER_STDERR_BYTES).toString().trim();
  return text2 === "" ? "the launcher ended without an answer" : text2.replace(/\s+/g, " ");
}
function preparedBox(launcher, place, exited, findings) {
  holdOpen(launcher, false);
  return {
    problems: findings.filter((each) => !each.startsWith(NOTE)),
    notes: findings.filter((each) => each.startsWith(NOTE)).map((each) => each.slice(NOTE.length)),
    get alive() {
      return launcher.exitCode === null && launcher.signalCode === null;
    },
    discard: () => endLauncher(launcher, exited),
    async start(go) {
      holdOpen(launcher, true);
      launcher.stdin.write(
        encodePairs([
          ["command", go.command],
          ["directory", go.directory],
          ...go.args.map((each) => ["args", each]),
          ...[...go.env].map(([name, value]) => ["env", `${name}=${value}`])
        ])
      );
      const answer = (await readFrame(launcher.stdout))?.toString().split("\0");
      if (answer?.[0] !== "started") {
        await endLauncher(launcher, exited);
        throw startFailure(go, place, answer);
      }
      const { stdin, stdout, stderr } = launcher;
      let ended;
      void exited.then((exit) => ended = exit);
      let ending;
      const end = () => ending ??= observedEnd(launcher.pid, async () => {
        await endLauncher(launcher, exited);
        return ended;
      });
      return { stdin, stdout, stderr, exited, end };
    }
  };
}
var NOTE = "note: ";
function startFailure(go, place, answer) {
  const [, kind, text2] = answer ?? [];
  switch (kind) {
    case "command-not-found":
      return commandNotFound(go.command, place, "linux");
    case "command-not-executable":
      return commandNotExecutable(go.command, place, "linux", text2 ?? "no reason given");
    case "bad-working-directory":
      return new WitnessmarkError(
        "bad-working-directory",
        `start: the working directory cannot be entered${place === "box" ? " inside the sandbox" : ""}: ${text2 ?? ""}`,
        "Give a directory of the checkout."
      );
    case void 0:
    default:
      return new WitnessmarkError(
        "isolation-unavailable",
        "start: the launcher ended before it could start the server",
        "Run it again; if it happens again, report it."
      );
  }
}
function holdOpen(launcher, hold) {
  for (const each of [launcher, launcher.stdin, launcher.stdout, launcher.stderr]) {
    const handle = each;
    if (hold) handle.ref?.();
    else handle.unref?.();
  }
}
async function endLauncher(launcher, exited) {
  holdOpen(launcher, true);
  if (launcher.stdin.writableLength > 0) launcher.stdin.destroy();
  else launcher.stdin.end();
  if (!await within(exited, END_GRACE_MS + KILL_WAIT_MS)) {
    launcher.kill("SIGKILL");
    await within(exited, KILL_WAIT_MS);
  }
  for (const stream of [launcher.stdin, launcher.stdout, launcher.stderr]) stream.destroy();
}
async function within(promise, ms) {
  let timer;
  const late = new Promise((resolve4) => {
    timer = setTimeout(() => resolve4(false), ms);
  });
  const done = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return done;
}

// src/sandbox/net-plan.ts
import { execFile as execFile2 } from "node:child_process";
import { existsSync as existsSync4, mkdirSync as mkdirSync2, readdirSync as readdirSync3, rmSync } from "node:fs";
import { join as join4, relative as relative2 } from "node:path";
import { promisify as promisify2 } from "node:util";
var run2 = promisify2(execFile2);
async function netWorkshop(request, state) {
  const { checkout, hostHome } = request;
  const hidden = request.hidden ?? [];
  const secrets = await readCheckoutSecrets(checkout, request.trackedNames);
  const hide = [...secrets.git, ...secrets.untrackedEnv];
  const visible = visibleFiles({ ...request, hidden });
  const readable = [
    ...visible.links.map(([path]) => path),
    ...visible.shown,
    ...visible.shownLast,
    ...PUBLIC_PLACES,
    ...visible.needsOriginalPath ? harmlessEntries(checkout, hide) : []
  ].filter((path) => existsSync4(path));
  const fixed = [
    ...commonPairs(request, NET_LAYOUT, "seccomp"),
    ...readable.map((path) => ["readable", path]),
    ...[hostHome, ...hidden, "/run"].filter((path) => existsSync4(path) && !readable.some((root) => isBelow(path, root))).map((path) => ["hidden", path]),
    ...hidden.filter((path) => existsSync4(path) && !readable.some((root) => isBelow(path, root))).map((path) => ["closed", path]),
    ...["/tmp", "/var/tmp", checkout, hostHome].map((path) => [
      "unwritable",
      path
    ])
  ];
  let source = checkout;
  const plan = async (setup) => {
    const place = state.another();
    const [code, tmp, home] = ["code", "tmp", "home"].map((name) => join4(place, name));
    for (const each of [code, tmp, home]) mkdirSync2(each);
    await copyTree(source, code, source === checkout ? hide : []);
    if (setup) source = code;
    const inside = (path) => join4(code, relative2(checkout, path));
    const writable = [code, tmp, ...setup ? [home] : [], ...DEVICES];
    return {
      inside,
      environment: new Map([["TMPDIR", tmp], ...setup ? [["HOME", home]] : []]),
      pairs: [
        ...fixed,
        ["directory", inside(request.workingDirectory)],
        ...writable.map((path) => ["writable", path]),
        ...setup ? [["keep-network", "1"]] : [["remove-after", place]]
      ]
    };
  };
  return {
    notices: [
      ...secrets.untrackedEnv.map(
        (name) => `${name} is not tracked by git: the copy that the server sees lacks it`
      ),
      "the server sees this machine's host name, user and processes; its working directory and TMPDIR are random"
    ],
    planSetup: () => plan(true),
    plan: () => plan(false)
  };
}
var DEVICES = ["null", "zero", "full", "random", "urandom", "tty"].map((name) => `/dev/${name}`);
var PUBLIC_PLACES = [
  "/proc",
  "/sys/devices/system/cpu",
  "/sys/fs/cgroup",
  "/etc/passwd",
  "/etc/group",
  "/etc/hosts",
  "/etc/nsswitch.conf",
  "/etc/resolv.conf",
  "/etc/localtime"
];
async function copyTree(from, to, hide) {
  const names2 = readdirSync3(from).filter((name) => !hide.includes(name));
  for (let at = 0; at < names2.length; at += 256) {
    const paths = names2.slice(at, at + 256).map((name) => join4(from, name));
    await run2("cp", ["-a", "--reflink=auto", "--", ...paths, to], {
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
      timeout: CHECKOUT_WALK_TIMEOUT_MS
    });
  }
  for (const name of hide) rmSync(join4(to, name), { recursive: true, force: true });
}
function harmlessEntries(checkout, hide) {
  return readdirSync3(checkout, { withFileTypes: true }).filter((entry) => !entry.isSymbolicLink()).map(({ name }) => name).filter((name) => !hide.some((each) => isBelow(each, name))).map((name) => join4(checkout, name));
}

// src/sandbox/plain.ts
import { spawn as spawn2 } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
function plainSandbox(identity) {
  return {
    layout: PLAIN_LAYOUT,
    mechanism: "none",
    network: "full",
    home: identity.home,
    start: async (request) => {
      const guarded = await prepareGuarded();
      if (guarded === void 0) return startPlainProcess(request);
      return guarded.start({ ...request, directory: request.workingDirectory });
    }
  };
}
async function prepareGuarded() {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) return void 0;
  try {
    return await prepareBox("none", [
      ["arch", process.arch],
      ["layout", PLAIN_LAYOUT],
      ["lifetime-seconds", String(SANDBOX_LIFETIME_SECONDS)],
      ["grace-ms", String(END_GRACE_MS)]
    ]);
  } catch (error) {
    if (error instanceof MechanismFailure) return void 0;
    throw error;
  }
}
async function startPlainProcess(request) {
  const child = spawn2(request.command, request.args, {
    cwd: request.workingDirectory,
    env: Object.fromEntries(request.env),
    detached: true,
    shell: false,
    stdio: ["pipe", "pipe", "pipe"]
  });
  const exited = new Promise((resolve4) => {
    child.once("exit", (code, signal) => resolve4({ code, signal }));
  });
  child.stdin.on("error", () => void 0);
  await new Promise((resolve4, reject) => {
    child.once("spawn", resolve4);
    child.once("error", (error) => reject(startError(request.command, error)));
  });
  const killOnExit = () => killGroup(child);
  process.once("exit", killOnExit);
  let ending;
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    end: () => ending ??= endProcess(child, exited).finally(() => process.off("exit", killOnExit))
  };
}
async function endProcess(child, exited) {
  const strays = descendantsOf(child.pid);
  child.stdin.end();
  await settledWithin(exited, END_GRACE_MS);
  strays.push(...descendantsOf(child.pid));
  killGroup(child);
  killAll(strays);
  await settledWithin(exited, KILL_WAIT_MS);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  return { stayed: false, others: 0 };
}
async function settledWithin(promise, milliseconds) {
  const timer = new AbortController();
  const timeout = sleep(milliseconds, void 0, { signal: timer.signal }).catch(() => void 0);
  await Promise.race([promise, timeout]);
  timer.abort();
}
function killGroup(child) {
  if (child.pid === void 0) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}
function startError(command, error) {
  return error.code === "ENOENT" ? commandNotFound(command, "plain", process.platform, error) : commandNotExecutable(command, "plain", process.platform, error.code ?? error.name, error);
}

// src/sandbox/setup.ts
async function runSetup(request, setup, mechanism, plan) {
  const box = await prepareBox(mechanism, plan.pairs).catch((error) => {
    if (!(error instanceof MechanismFailure)) throw error;
    throw failure(`could not be started: ${error.message}`);
  });
  const shell = await box.start({
    command: "/bin/sh",
    args: ["-c", setup.commandLine],
    directory: plan.inside(request.workingDirectory),
    env: new Map([...setup.env, ...plan.environment])
  });
  const onOutput = setup.onOutput ?? (() => void 0);
  for (const stream of [shell.stdout, shell.stderr]) stream.on("data", onOutput);
  const timeoutMs = setup.timeoutMs ?? SETUP_TIMEOUT_MS;
  const patience = { isOver: false };
  const timer = setTimeout(() => {
    patience.isOver = true;
    void shell.end();
  }, timeoutMs);
  const { code, signal } = await shell.exited;
  clearTimeout(timer);
  if (patience.isOver) throw failure(`did not end within ${timeoutMs / 1e3} s`);
  if (code !== 0)
    throw failure(
      code === null ? `was ended by ${signal ?? "a signal"}` : `ended with exit code ${code}`
    );
}
function failure(what) {
  return new WitnessmarkError(
    "setup-failed",
    `the setup command ${what}`,
    "--show-stderr (show-stderr: true) shows what it printed. It runs in the sandbox, with network, as an ordinary user in a copy of the checkout."
  );
}

// src/sandbox/state-directory.ts
import {
  chmodSync,
  existsSync as existsSync5,
  lstatSync as lstatSync3,
  mkdtempSync,
  readdirSync as readdirSync4,
  realpathSync as realpathSync3,
  rmSync as rmSync2
} from "node:fs";
import { tmpdir } from "node:os";
import { join as join5 } from "node:path";
var StateDirectory = class {
  #parent;
  #made = [];
  #path;
  #removeOnExit = () => this.remove();
  constructor(parent) {
    this.#parent = parent ?? tmpdir();
  }
  /** Absolute path of the one that all launches share. */
  get path() {
    return this.#path ??= this.another();
  }
  /** Makes one more and returns its absolute path; mode 0700. */
  another() {
    if (this.#made.length === 0) process.once("exit", this.#removeOnExit);
    const path = realpathSync3(mkdtempSync(join5(this.#parent, "witnessmark-")));
    this.#made.push(path);
    return path;
  }
  remove() {
    process.off("exit", this.#removeOnExit);
    for (const path of this.#made.splice(0)) {
      if (!existsSync5(path)) continue;
      makeRemovable(path, 4);
      rmSync2(path, { recursive: true, force: true });
    }
    this.#path = void 0;
  }
};
function makeRemovable(directory, depth) {
  for (const name of readdirSync4(directory)) {
    const path = join5(directory, name);
    if (!lstatSync3(path).isDirectory()) continue;
    if (name === "work") chmodSync(path, 448);
    if (depth > 0) makeRemovable(path, depth - 1);
  }
}

// src/sandbox/open.ts
async function openSandbox(request) {
  if (!isBelow(request.workingDirectory, request.checkout)) {
    throw new WitnessmarkError(
      "bad-working-directory",
      "the working directory is not inside the checkout",
      "Give a directory of the checkout."
    );
  }
  if (request.isolation === "none") {
    return {
      ...plainSandbox(request.identity),
      notices: [],
      refused: [],
      close: () => Promise.resolve()
    };
  }
  if (process.platform !== "linux") throw offLinux();
  const reasons = [];
  const hidden = withRealPaths(request);
  for (const mechanism of MECHANISMS) {
    const state = new StateDirectory(request.temporary);
    try {
      return await openWith({ ...request, hidden }, mechanism, state, reasons);
    } catch (error) {
      state.remove();
      if (!(error instanceof MechanismFailure)) throw error;
      reasons.push(`${mechanism}: ${error.message}`);
    }
  }
  throw new WitnessmarkError(
    "isolation-unavailable",
    `no way of isolating the server works on this machine. ${reasons.join(". ")}`,
    "Run on a virtual machine such as ubuntu-latest (in a container, allow user namespaces), or accept a reading without isolation: isolation: none"
  );
}
async function openWith(request, mechanism, state, refused5) {
  refuseWhatCannotWork(request, mechanism);
  const workshop = await workshopOf(request, mechanism, state);
  const prepare2 = async () => {
    const plan = await workshop.plan();
    const box = await prepareBox(mechanism, plan.pairs);
    const leaks = existsSync6(join6(request.checkout, probeOf(plan)));
    if (leaks && request.weaken?.includes("canary") !== true) {
      await box.discard();
      throw new MechanismFailure(
        "the canary failed: overlay: what is written inside reaches the checkout"
      );
    }
    return { plan, box };
  };
  let waiting = await prepare2();
  const { problems, notes } = waiting.box;
  if (request.setup !== void 0) {
    await waiting.box.discard();
    await runSetup(request, request.setup, mechanism, await workshop.planSetup());
    waiting = await prepare2();
  }
  return {
    layout: layoutOf(mechanism),
    mechanism,
    network: problems.length === 0 ? "none" : "full",
    home: request.identity.home,
    notices: [
      ...workshop.notices,
      ...notes.map((note) => `${note}: the server can read and write what this user can`),
      ...problems
    ],
    refused: refused5,
    async start(launch) {
      const ready = waiting?.box.alive === true ? waiting : await again(prepare2);
      waiting = void 0;
      return startIn(ready, launch);
    },
    async close() {
      await waiting?.box.discard();
      waiting = void 0;
      state.remove();
    }
  };
}
async function workshopOf(request, mechanism, state) {
  try {
    return await (mechanism === "seccomp" ? netWorkshop(request, state) : boxWorkshop(request, mechanism, state));
  } catch (error) {
    throw new MechanismFailure(`the checkout cannot be prepared: ${error.message}`);
  }
}
function withRealPaths({ checkout, hostHome, hidden = [] }) {
  const real = [checkout, hostHome, ...hidden].filter((path) => existsSync6(path) && realpathSync4(path) !== path).map((path) => realpathSync4(path));
  return [...hidden, ...real];
}
function refuseWhatCannotWork({ checkout, hostHome, forbidMechanisms }, mechanism) {
  if (forbidMechanisms?.includes(mechanism) === true) throw new MechanismFailure("not to be tried");
  if (process.arch !== "x64" && process.arch !== "arm64") {
    throw new MechanismFailure(`no system call numbers for ${process.arch}`);
  }
  if (mechanism === "sudo" && process.getuid?.() === 0) {
    throw new MechanismFailure("this is root already");
  }
  if (checkout === "/" || isBelow(hostHome, checkout)) {
    throw new MechanismFailure(
      "the checkout holds the home directory, whose files must not be seen"
    );
  }
}
async function startIn({ plan, box }, launch) {
  const server = await box.start({
    command: launch.command,
    args: launch.args,
    directory: plan.inside(launch.workingDirectory),
    env: new Map([...launch.env, ...plan.environment])
  });
  return plan.relaySocket === void 0 ? server : { ...server, relaySocket: plan.relaySocket };
}
async function again(prepare2) {
  try {
    return await prepare2();
  } catch (error) {
    if (!(error instanceof MechanismFailure)) throw error;
    throw new WitnessmarkError(
      "isolation-unavailable",
      `the sandbox could not be made a second time: ${error.message}`,
      "Run it again; if it happens again, report it."
    );
  }
}
function probeOf(plan) {
  return plan.pairs.find(([name]) => name === "probe")?.[1] ?? "";
}
function offLinux() {
  return new WitnessmarkError(
    "isolation-unavailable",
    `a server can be isolated on Linux only, and this is ${process.platform}`,
    "Run the check on ubuntu-latest, or accept a reading without isolation: isolation: none"
  );
}

// src/sandbox/stranger.ts
import { randomInt } from "node:crypto";
var STRANGE_TIME_ZONE = "Pacific/Chatham";
function strangerReader() {
  return {
    home: `/home/${word()}`,
    user: word(),
    // Above the numbers that placeholders for ports take.
    uid: randomInt(3e4, 6e4),
    hostName: word(),
    codeRoot: `/srv/${word()}`,
    tmp: `/${word()}`,
    timeZone: STRANGE_TIME_ZONE,
    machineId: letters(32, "abcdef"),
    port: randomInt(2e4, 32e3),
    placeholderSalt: word(),
    term: "xterm-256color",
    columns: 97,
    pythonHashSeed: randomInt(1, 1e6),
    extraPathEntries: [`/opt/${word()}/bin`],
    processesFirst: 1
  };
}
function strangerClient() {
  return word();
}
function word() {
  return `w${letters(13, "abcdefghijklmnopqrstuvxyz")}`;
}
function letters(length, alphabet) {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}
function factorsBetween(a, b, declared, client, port) {
  const placeholders = declared.filter(({ value }) => value === void 0).map(({ name }) => ({
    name: "placeholder",
    a: placeholderFor(name, a.placeholderSalt),
    b: placeholderFor(name, b.placeholderSalt)
  }));
  const [entryA, entryB] = [a, b].map(
    ({ extraPathEntries }) => extraPathEntries.map((entry) => `${entry}:`).join("")
  );
  return [
    { name: "home", a: a.home, b: b.home },
    { name: "home", a: lastName(a.home), b: lastName(b.home) },
    { name: "directory", a: a.codeRoot, b: b.codeRoot },
    { name: "directory", a: lastName(a.codeRoot), b: lastName(b.codeRoot) },
    { name: "user", a: a.user, b: b.user },
    { name: "uid", a: String(a.uid), b: String(b.uid) },
    { name: "host", a: a.hostName, b: b.hostName },
    { name: "tmp", a: a.tmp, b: b.tmp },
    { name: "timezone", a: a.timeZone, b: b.timeZone },
    { name: "machine", a: a.machineId, b: b.machineId },
    { name: "terminal", a: a.term, b: b.term },
    { name: "client", a: client.a, b: client.b },
    ...port === void 0 ? [] : [{ name: "port", a: String(port.a), b: String(port.b) }],
    { name: "path", a: entryA ?? "", b: entryB ?? "" },
    ...placeholders,
    { name: "placeholder", a: a.placeholderSalt, b: b.placeholderSalt }
  ].filter((factor) => factor.b !== "" && factor.a !== factor.b);
}
function lastName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

// src/store/tracked-text.ts
import { lstat, readFile } from "node:fs/promises";
import { basename as basename2, join as join7 } from "node:path";

// src/store/git.ts
import { execFile as execFile3, spawn as spawn3 } from "node:child_process";
import { createHash as createHash2 } from "node:crypto";
import { promisify as promisify3 } from "node:util";
var run3 = promisify3(execFile3);
var ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
  LC_ALL: "C",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0"
};
var CONFIGURATION = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "safe.directory=*"
];
async function git(directory, command, ...args) {
  try {
    const { stdout } = await run3("git", [...CONFIGURATION, command, ...args], {
      cwd: directory,
      env: ENVIRONMENT,
      encoding: "buffer",
      maxBuffer: MAX_GIT_OUTPUT_BYTES,
      timeout: GIT_TIMEOUT_MS
    });
    return stdout;
  } catch {
    return void 0;
  }
}
async function checkoutRoot(directory) {
  const found = await git(directory, "rev-parse", "--show-toplevel");
  return found === void 0 ? void 0 : found.toString("utf8").replace(/\r?\n$/, "");
}
async function blob(directory, name) {
  const id = await objectId(directory, name);
  if (id === void 0) return void 0;
  const bytes = await git(directory, "cat-file", "blob", id);
  return bytes !== void 0 && isNamedSo(bytes, id) ? bytes : void 0;
}
function isNamedSo(bytes, id) {
  const hash2 = createHash2(id.length === 40 ? "sha1" : "sha256");
  return hash2.update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === id;
}
async function* blobs(directory, ids, maxBytes) {
  const child = spawn3("git", [...CONFIGURATION, "cat-file", "--batch"], {
    cwd: directory,
    env: ENVIRONMENT,
    stdio: ["pipe", "pipe", "ignore"],
    timeout: TREE_TIMEOUT_MS,
    killSignal: "SIGKILL"
  });
  child.on("error", () => void 0);
  child.stdin.on("error", () => void 0);
  try {
    child.stdin.end(ids.map((id) => `${id}
`).join(""));
    const answers = new AnswerReader(child.stdout);
    for (const id of ids) {
      const size = /^([0-9a-f]+) blob (\d+)$/.exec(await answers.line() ?? "");
      if (size?.[1] !== id || Number(size[2]) > maxBytes) return;
      const bytes = await answers.bytes(Number(size[2]));
      if (bytes === void 0 || !isNamedSo(bytes, id)) return;
      yield bytes;
      await answers.bytes(1);
    }
  } finally {
    child.kill("SIGKILL");
  }
}
var AnswerReader = class {
  #chunks;
  #held = Buffer.alloc(0);
  constructor(stream) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }
  /** Up to the next line feed, without it. */
  async line() {
    let at = this.#held.indexOf(10);
    while (at < 0) {
      if (!await this.#holds(this.#held.length + 1)) return void 0;
      at = this.#held.indexOf(10);
    }
    return (await this.bytes(at + 1))?.subarray(0, at).toString("latin1");
  }
  async bytes(count) {
    if (!await this.#holds(count)) return void 0;
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }
  /** Joined once for all that a large blob comes in. */
  async #holds(count) {
    const chunks = [this.#held];
    for (let length = this.#held.length; length < count; ) {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      chunks.push(next.value);
      length += next.value.length;
    }
    if (chunks.length > 1) this.#held = Buffer.concat(chunks);
    return true;
  }
};
async function objectId(directory, name) {
  if (isObjectId(name)) return name;
  const id = (await git(directory, "rev-parse", "--verify", "--quiet", "--end-of-options", name))?.toString("ascii").trim();
  return id !== void 0 && isObjectId(id) ? id : void 0;
}
function isObjectId(text2) {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text2);
}
async function hasObject(directory, id) {
  return await git(directory, "cat-file", "-e", id) !== void 0;
}

// src/store/tracked-text.ts
var BASELINE_NAME = /^witnessmark(?:\.[a-z0-9-]+)?\.json$/;
async function isTracked({ checkout, baselinePath }, text2) {
  const listed3 = await git(checkout, "ls-files", "-z");
  const wanted = Buffer.from(text2, "utf8");
  for (const name of (listed3?.toString("utf8") ?? "").split("\0")) {
    if (name === "") continue;
    const path = join7(checkout, name);
    if (path === baselinePath || BASELINE_NAME.test(basename2(path))) continue;
    const facts = await lstat(path).catch(() => void 0);
    if (facts?.isFile() !== true || facts.size > MAX_TRACKED_FILE_BYTES) continue;
    if ((await readFile(path)).includes(wanted)) return true;
  }
  return false;
}

// src/app/capture-block.ts
import { isAbsolute as isAbsolute2, relative as relative4 } from "node:path";

// src/core/capture.ts
var CONDITIONS = [
  { name: "transport", type: "string", of: (c) => c.transport },
  { name: "endpoint", type: "string", optional: true, of: (c) => c.endpoint },
  { name: "headerNames", type: "strings", optional: true, of: (c) => c.headerNames },
  { name: "protocol.negotiated", type: "string", of: (c) => c.protocol.negotiated },
  {
    name: "protocol.versionHeader",
    type: "boolean",
    optional: true,
    of: (c) => c.protocol.versionHeader
  },
  { name: "pages.complete", type: "boolean", of: (c) => c.pages.complete },
  { name: "clientCapabilities", type: "strings", of: (c) => c.clientCapabilities },
  { name: "client", type: "string", of: (c) => c.client },
  { name: "surface", type: "strings", of: (c) => c.surface },
  {
    name: "launch.resolvedVersion",
    type: "string",
    optional: true,
    launched: true,
    of: (c) => c.launch.resolvedVersion
  },
  { name: "launch.command", type: "string", launched: true, of: (c) => c.launch.command },
  { name: "launch.args", type: "strings", launched: true, of: (c) => c.launch.args },
  { name: "launch.envNames", type: "strings", launched: true, of: (c) => c.launch.envNames },
  { name: "launch.envValues", type: "string", launched: true, of: (c) => c.launch.envValues },
  { name: "launch.network", type: "string", of: (c) => c.launch.network },
  { name: "launch.home", type: "string", launched: true, of: (c) => c.launch.home },
  { name: "isolation.layout", type: "string", launched: true, of: (c) => c.isolation?.layout },
  { name: "runtime.platform", type: "string", launched: true, of: (c) => c.runtime?.platform },
  { name: "placeholderSet", type: "string", launched: true, of: (c) => c.placeholderSet }
];
function conditionsOf(capture) {
  const entries = CONDITIONS.map(({ name, of }) => [name, of(capture)]);
  return new Map(
    entries.filter((entry) => entry[1] !== void 0)
  );
}
var GATE_CONDITIONS = /* @__PURE__ */ new Map([
  ["launch.network", "none"],
  ["isolation.layout", "witnessmark-box/1"],
  ["runtime.platform", "linux"]
]);
function claimedConditions(own, recorded) {
  const claimed = [...GATE_CONDITIONS].map(
    ([name, value]) => [name, recorded?.get(name) ?? value]
  );
  return new Map([...own, ...claimed]);
}
function differingConditions(a, b) {
  return CONDITIONS.map(({ name }) => name).filter((name) => {
    const [left, right] = [a.get(name), b.get(name)];
    if (name === "pages.complete") return left !== true || right !== true;
    return JSON.stringify(left) !== JSON.stringify(right);
  });
}
var NPM_VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;
var PYTHON_VERSION = /^\d+\.\d[0-9A-Za-z.+-]*$/;
var HARMLESS_FLAGS = [
  "-y",
  "--yes",
  "-q",
  "--quiet",
  "--offline",
  "--prefer-offline",
  "--"
];
var PACKAGE_RUNNERS = [
  [/^npx(?:\.cmd)?$/, [], NPM_VERSION],
  [/^bunx$/, [], NPM_VERSION],
  [/^uvx$/, [], PYTHON_VERSION],
  [/^pnpm(?:\.cmd)?$/, ["dlx"], NPM_VERSION],
  [/^yarn(?:\.cmd)?$/, ["dlx"], NPM_VERSION],
  [/^npm(?:\.cmd)?$/, ["exec"], NPM_VERSION]
];
function launchedPackage(command, args) {
  const runner = runnerOf(command, args);
  if (runner === void 0) return {};
  const spec = packageSpec(args.slice(runner[1].length));
  const match = /^((?:@[^/@\s]+\/)?[^/@\s=.][^/@\s=]*)(?:(?:@|==)(.+))?$/.exec(spec ?? "");
  if (match?.[1] === void 0) return {};
  const version = match[2];
  const exact = version !== void 0 && runner[2].test(version);
  return { package: match[1], ...exact ? { resolvedVersion: version } : {} };
}
function packageArguments(command, args) {
  const runner = runnerOf(command, args);
  if (runner === void 0) return void 0;
  const rest = args.slice(runner[1].length);
  const at = rest.findIndex((arg) => !HARMLESS_FLAGS.includes(arg));
  return at < 0 || rest[at]?.startsWith("-") === true ? void 0 : rest.slice(at + 1);
}
function runnerOf(command, args) {
  const program = command.slice(command.lastIndexOf("/") + 1);
  return PACKAGE_RUNNERS.find(
    ([pattern, words]) => pattern.test(program) && words.every((word2, index) => args[index] === word2)
  );
}
function packageSpec(args) {
  const words = args.filter((arg) => !HARMLESS_FLAGS.includes(arg));
  const [first = "", second] = words;
  const named = /^(?:--package|--from)=(.+)$/.exec(first);
  if (named !== null) return named[1];
  if (["-p", "--package", "--from"].includes(first)) return second;
  return first.startsWith("-") ? void 0 : first;
}

// src/app/endpoint.ts
var PORT_WORD = "{port}";
var LAUNCH_OPTIONS = ["args", "env", "isolation", "setup"];
var RESERVED_HEADERS = [
  "accept",
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "host",
  "last-event-id",
  "mcp-protocol-version",
  "mcp-session-id",
  "transfer-encoding",
  "upgrade"
];
var LAUNCHED_URL = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::(?:\d{1,5}|\{port\}))?(?:[/?][^#{}]*)?$/i;
function parseEndpoint(given2, url, entries) {
  const isLaunched = given2.has("command");
  if (entries.length > 0 && (url === void 0 || isLaunched)) {
    throw badHeader("header goes to a deployed server: it stands beside url, without command");
  }
  if (url === void 0) return void 0;
  const headers = parseHeaders(entries);
  if (isLaunched) {
    const sample = url.replace(PORT_WORD, "1");
    if (!LAUNCHED_URL.test(url) || !URL.canParse(sample)) {
      throw badUrl("beside command, url takes http://127.0.0.1:{port}/PATH, or localhost");
    }
    const { host, pathname: pathname2 } = new URL(sample);
    const shown = url.includes(PORT_WORD) ? host.replace(/(?::1)?$/, `:${PORT_WORD}`) : host;
    return { kind: "launched", url, recorded: `http://${shown}${pathname2}`, headers };
  }
  const foreign = LAUNCH_OPTIONS.filter((name) => given2.has(name));
  if (foreign.length > 0) {
    throw badUrl(`${foreign.join(", ")}: only a server that command starts can have this`);
  }
  if (!URL.canParse(url)) throw badUrl("url is not a URL");
  const { protocol, username, password, hash: hash2, origin, pathname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") throw badUrl("url takes http or https");
  if (username !== "" || password !== "" || hash2 !== "") {
    throw badUrl("url takes no user name, password or fragment: credentials go into header");
  }
  return { kind: "deployed", url, recorded: `${origin}${pathname}`, headers };
}
function urlOf({ url }, port) {
  return new URL(port === void 0 ? url : url.replace(PORT_WORD, String(port)));
}
function fixedPort({ url }) {
  if (url.includes(PORT_WORD)) return void 0;
  const { port } = new URL(url);
  return port === "" ? 80 : Number(port);
}
function headerNames({ headers }) {
  return headers.map(([name]) => name.toLowerCase()).sort(compareCodeUnits);
}
function endpointSecrets({ kind, url, headers }) {
  const values = headers.flatMap(([, value]) => {
    const credentials = /^[A-Za-z][\w-]*[ ]+(\S.*)$/.exec(value)?.[1] ?? "";
    const decoded = Buffer.from(credentials, "base64").toString("utf8");
    const isBasic = /^basic /i.test(value) && decoded.includes(":");
    return [value, credentials, ...isBasic ? [decoded, ...decoded.split(":")] : []];
  });
  return [...values, ...kind === "deployed" ? new URL(url).searchParams.values() : []];
}
function parseHeaders(entries) {
  const headers = entries.map((entry) => {
    const at = entry.indexOf("=");
    const name = at < 0 ? entry : entry.slice(0, at);
    const value = at < 0 ? "" : trimAscii(entry.slice(at + 1));
    if (at < 0 || !/^[A-Za-z0-9_-]+$/.test(name)) {
      throw badHeader(
        "header takes NAME=VALUE, with an equals sign where HTTP has a colon; a bare name gets no placeholder, which no deployed server would take"
      );
    }
    if (RESERVED_HEADERS.includes(name.toLowerCase())) {
      throw badHeader(`header ${name} is set by the protocol itself`);
    }
    if (value === "")
      throw badHeader(`header ${name} has an empty value, as a secret has on a fork`);
    if (!/^[\x20-\x7e]+$/.test(value)) {
      throw badHeader(`header ${name} has a value with other characters than visible ASCII`);
    }
    return [name, value];
  });
  if (new Set(headers.map(([name]) => name.toLowerCase())).size !== headers.length) {
    throw badHeader("header names a header twice");
  }
  return headers;
}
function badUrl(message) {
  return new WitnessmarkError(
    "bad-url",
    message,
    "For a server that is started here: --command 'node server.js' --env PORT={port} --url http://127.0.0.1:{port}/mcp; for a deployed one: --url https://HOST/mcp"
  );
}
function badHeader(message) {
  return new WitnessmarkError(
    "bad-header",
    message,
    'For example: --url https://HOST/mcp --header "Authorization=Bearer $TOKEN"'
  );
}

// src/app/settings.ts
import { isAbsolute, join as join8, relative as relative3, resolve as resolve2 } from "node:path";

// src/core/allowances.ts
function parseAllowance(text2) {
  const first = text2.indexOf(":");
  const last = text2.lastIndexOf(":");
  const kind = ITEM_KINDS.find((each) => each === text2.slice(0, first));
  const field = text2.slice(last + 1);
  const id = text2.slice(first + 1, last);
  if (kind === void 0 || last <= first || field === "" || kind === "server" && id !== "") {
    throw new WitnessmarkError(
      "bad-allow-unstable",
      "allow-unstable takes KIND:ID:FIELD",
      `For example: tool:get_time:description, or server::instructions. Kinds: ${ITEM_KINDS.join(", ")}.`
    );
  }
  return { kind, id: kind === "server" ? null : id, field };
}
function applyAllowances(items, allowances) {
  const used = /* @__PURE__ */ new Set();
  const byItem = /* @__PURE__ */ new Map();
  for (const allowance of allowances) {
    const key = itemKey(allowance);
    byItem.set(key, [...byItem.get(key) ?? [], allowance]);
  }
  const whole2 = allowances.filter(({ field }) => field === WHOLE_ITEM);
  const wholeKeys = new Set(whole2.map(itemKey));
  for (const allowance of whole2) used.add(allowance);
  const applied = items.filter((item) => !wholeKeys.has(itemKey(item))).map((item) => {
    const own = (byItem.get(itemKey(item)) ?? []).filter(({ field }) => item.fields.has(field));
    for (const allowance of own) used.add(allowance);
    return own.reduce((each, { field }) => withoutField(each, field), {
      ...item,
      hasUnstable: own.length > 0
    });
  });
  const placeholders = [...new Map(whole2.map((each) => [itemKey(each), each])).values()].map(
    unstableItem
  );
  return {
    items: [...applied, ...placeholders].sort(compareItems),
    unused: allowances.filter((allowance) => !used.has(allowance))
  };
}
function unstableItem({ kind, id }) {
  const fields = /* @__PURE__ */ new Map([[WHOLE_ITEM, UNSTABLE]]);
  return { kind, id, fields, aspects: /* @__PURE__ */ new Map(), findings: [], itemDigest: "", hasUnstable: true };
}
function withoutField(item, field) {
  const prefix2 = `${pointerToken(field)}/`;
  return {
    ...item,
    fields: new Map(
      [...item.fields].map(([name, digest2]) => [name, name === field ? UNSTABLE : digest2])
    ),
    aspects: new Map([...item.aspects].filter(([key]) => !key.startsWith(prefix2))),
    findings: item.findings.filter((finding) => subjectOf2(finding) !== field)
  };
}
function subjectOf2(finding) {
  const colon = finding.indexOf(":");
  return colon < 0 ? void 0 : finding.slice(colon + 1);
}
function isAllowed(place, allowances) {
  return allowances.some(
    (each) => itemKey(each) === itemKey(place) && [WHOLE_ITEM, place.field].includes(each.field)
  );
}

// src/app/options.ts
var BOTH = ["action", "cli"];
var OPTIONS = [
  {
    name: "mode",
    doors: ["action"],
    type: "string",
    value: "check|mark",
    default: "check",
    help: "check holds the server against the committed baseline; mark writes the baseline, and is refused on pull requests and merge groups."
  },
  {
    name: "command",
    doors: BOTH,
    inFile: true,
    type: "string",
    value: "COMMAND",
    help: "How to start the server, quoted as for a shell; no shell is involved. Without it and without url, the server is found in the repository."
  },
  {
    name: "args",
    doors: BOTH,
    inFile: true,
    type: "list",
    value: "ARG",
    help: "An argument that is appended to the command, taken as it is."
  },
  {
    name: "url",
    doors: BOTH,
    inFile: true,
    type: "string",
    value: "URL",
    help: "Where the server speaks Streamable HTTP. Beside command: http://127.0.0.1:{port}/PATH, where {port} stands for the port in url, command and env. Alone: a deployed server, which is read over the network."
  },
  {
    name: "header",
    doors: BOTH,
    inFile: true,
    type: "list",
    value: "NAME=VALUE",
    help: "A header for a deployed server. Its name is recorded; its value is never shown."
  },
  {
    name: "working-directory",
    doors: BOTH,
    inFile: true,
    type: "string",
    value: "DIR",
    default: ".",
    help: "Where the server is started, and what the baseline path is relative to."
  },
  {
    name: "env",
    doors: BOTH,
    inFile: true,
    type: "list",
    value: "NAME[=VALUE]",
    help: "A variable for the server. A bare name gets a placeholder, which is enough for most servers and works on forks; a value is never shown."
  },
  {
    name: "servers",
    doors: BOTH,
    type: "list",
    value: "NAME",
    help: "The servers of witnessmark.config.json that this run is about; without it, all of them."
  },
  {
    name: "baseline",
    doors: BOTH,
    type: "string",
    value: "FILE",
    default: "witnessmark.json",
    help: "The baseline file, inside the checkout. Of a server of witnessmark.config.json it is witnessmark.NAME.json."
  },
  {
    name: "surface",
    doors: BOTH,
    inFile: true,
    type: "string",
    value: "KINDS",
    default: "tools,prompts,resources,resourceTemplates",
    help: "The kinds to read, separated by commas. What the server says of itself is always read."
  },
  {
    name: "timeout",
    doors: BOTH,
    type: "string",
    value: "SECONDS",
    default: "120",
    help: "Bound on the whole read, in seconds. Given explicitly it also bounds the start and each request, which otherwise get 30 seconds."
  },
  {
    name: "client-capabilities",
    doors: BOTH,
    inFile: true,
    type: "string",
    value: "full|none|LIST",
    default: "full",
    help: "What the reader declares: servers show more to clients that can do more. A list names elicitation, roots, sampling."
  },
  {
    name: "protocol",
    doors: BOTH,
    inFile: true,
    type: "string",
    value: "auto|VERSION",
    default: "auto",
    help: "The MCP protocol version to ask for; auto asks for the newest."
  },
  {
    name: "allow-unstable",
    doors: BOTH,
    inFile: true,
    type: "list",
    value: "KIND:ID:FIELD",
    help: "A field that may differ from reading to reading, such as tool:get_time:description. It is recorded as unstable and not compared."
  },
  {
    name: "isolation",
    doors: BOTH,
    type: "string",
    value: "required|none",
    default: "required",
    help: "required starts the server without network, with a fixed home and a copy of the checkout, and fails where that cannot be had. none starts it as it is, and is recorded."
  },
  {
    name: "setup",
    doors: BOTH,
    inFile: true,
    type: "string",
    value: "SHELL-LINE",
    help: "A shell line that prepares the checkout inside the isolation, with network, before the read. What it writes stays there and vanishes afterwards."
  },
  {
    name: "show-stderr",
    doors: BOTH,
    type: "flag",
    default: "false",
    help: "Show the end of the server’s stderr when it cannot be read. Servers print descriptions and keys there."
  },
  {
    name: "profiles",
    doors: BOTH,
    type: "flag",
    default: "false",
    help: "Add to the record what other public systems call the tools (docs/PROFILES.md). It changes no verdict."
  },
  {
    name: "report-only",
    doors: ["action"],
    type: "flag",
    default: "false",
    help: "Let the step pass whatever the server says, for trying the check out. Verdict and exit-code are set all the same, every change is a warning, and the run says loudly that it gates nothing. A wrong input, a refused event and a fault of witnessmark still fail."
  },
  {
    name: "token",
    doors: ["action"],
    type: "string",
    value: "TOKEN",
    default: "${{ github.token }}",
    help: "Asks GitHub’s API what a shallow clone does not have: the baseline at the base of a pull request, and the files that it changes. contents: read is enough, the verdict never depends on it, and no server gets it."
  },
  {
    name: "commit",
    doors: ["action"],
    type: "flag",
    default: "false",
    help: "Of mode mark: commit the baseline through GitHub’s API. On workflow_dispatch it goes to the branch of the run; on push and schedule to a pull request of its own, which is opened or renewed. It needs contents: write, the latter pull-requests: write too."
  },
  {
    name: "from",
    doors: ["action"],
    type: "string",
    value: "PATH",
    help: "Of mode mark: take the proposed baseline of another job, a file or a directory as the output proposed-baseline or download-artifact gives it, and start no server."
  },
  {
    name: "comment",
    doors: ["action"],
    type: "flag",
    default: "false",
    help: "Keep one comment on the pull request that says what the job summary says, in short. It needs pull-requests: write; without it, as on a fork, a warning says so, and the verdict is as ever."
  },
  {
    name: "tools",
    doors: ["cli"],
    type: "string",
    value: "FILE",
    help: "A file with a tools/list result, a whole JSON-RPC answer or an array of tools, to be digested instead of a server."
  },
  {
    name: "profile",
    doors: ["cli"],
    type: "string",
    value: "NAME",
    help: "Only the digests of one system, such as heldfast, or one of them, such as rugsnare.hash."
  },
  {
    name: "accept",
    doors: ["cli"],
    type: "flag",
    default: "false",
    help: "Take the items that are named into the baseline, and no others: what else differs goes on failing."
  },
  {
    name: "base",
    doors: ["cli"],
    type: "string",
    value: "COMMIT",
    help: "Hold the server against the one of another commit, which is laid out apart and read in isolation; setup runs there too."
  },
  {
    name: "color",
    doors: ["cli"],
    type: "string",
    value: "auto|always|never",
    default: "auto",
    help: "auto colours a terminal, unless NO_COLOR is set."
  },
  {
    name: "dry-run",
    doors: ["cli"],
    type: "flag",
    default: "false",
    help: "Read, and print what would be written; write nothing."
  },
  {
    name: "json",
    doors: ["cli"],
    type: "flag",
    default: "false",
    help: "Print the result as one JSON document on stdout, the record of a reading; everything for people goes to stderr."
  },
  {
    name: "help",
    doors: ["cli"],
    type: "flag",
    short: "h",
    default: "false",
    help: "Print this help; behind a command, that of the command."
  },
  { name: "version", doors: ["cli"], type: "flag", default: "false", help: "Print the version." }
];
var OPTION_SPECS = OPTIONS;
var READING = [
  "command",
  "args",
  "url",
  "header",
  "working-directory",
  "env",
  "servers",
  "surface",
  "timeout",
  "client-capabilities",
  "protocol",
  "isolation",
  "setup",
  "show-stderr"
];
var GATE = [
  ...READING,
  "baseline",
  "allow-unstable",
  "profiles",
  "color",
  "json"
];
var COMMANDS = [
  {
    name: "init",
    help: "Find the server, read it, and write the baseline and the workflow that checks it. Overwrites nothing.",
    options: [...GATE.filter((name) => name !== "profiles"), "dry-run"],
    examples: [
      "witnessmark init",
      "witnessmark init --dry-run",
      "witnessmark init --command 'node dist/index.js' --env API_KEY"
    ]
  },
  {
    name: "check",
    help: "Hold the server against the committed baseline. Writes nothing.",
    options: GATE,
    examples: [
      "witnessmark check",
      "witnessmark check --command 'node dist/index.js' --env API_KEY",
      "witnessmark check --command 'node dist/http.js' --url http://127.0.0.1:{port}/mcp"
    ]
  },
  {
    name: "mark",
    help: "Read the server and write the baseline; committing it is the approval.",
    options: GATE,
    examples: ["witnessmark mark --command 'node dist/index.js'"]
  },
  {
    name: "digests",
    help: "Print the digests that other public systems give the tools of a server, or of a file with a tools/list result. Gates nothing.",
    options: [...READING.filter((name) => name !== "show-stderr"), "tools", "profile", "json"],
    examples: [
      "witnessmark digests --command 'node dist/index.js'",
      "witnessmark digests --tools tools.json --profile heldfast"
    ]
  },
  {
    name: "compare",
    help: "Hold two records against each other, or a record and a baseline or a catalogue of the heldfast feed: same, drift, or incomparable where they were read under other conditions. Starts no server.",
    operands: ["A", "B"],
    options: ["color", "json"],
    examples: [
      "witnessmark compare witnessmark.json record.json",
      "witnessmark compare old-record.json new-record.json --json",
      "witnessmark compare record.json catalogue.json"
    ]
  },
  {
    name: "show",
    help: "Read the server and show what it says, with hidden characters made visible: all of it, or the items that are named. Not in CI.",
    moreOperands: "ITEM",
    options: [...READING, "baseline", "color", "json"],
    examples: [
      "witnessmark show",
      "witnessmark show --command 'node dist/index.js' tool:read_file",
      "witnessmark show --color always | less -R"
    ]
  },
  {
    name: "diff",
    help: "Show what was and what is, of everything that differs from the baseline or of the items that are named; with --accept take those into the baseline, and no others. Not in CI.",
    moreOperands: "ITEM",
    options: [...GATE.filter((name) => name !== "profiles"), "base", "accept"],
    examples: [
      "witnessmark diff",
      "witnessmark diff tool:read_file",
      "witnessmark diff --base main --setup 'npm ci && npm run build'",
      "witnessmark diff --accept tool:read_file",
      "witnessmark diff --accept --command 'node dist/index.js' tool:read_file prompt:summary"
    ]
  },
  {
    name: "demo",
    help: "Show the whole round on a small server that comes along. Needs nothing.",
    options: [],
    examples: ["witnessmark demo"]
  }
];
var COMMAND_SPECS = COMMANDS;

// src/app/shell-words.ts
var HINT = "The command is not given to a shell. Quote the character, put the steps into a script, or start: sh -c '…'";
function splitCommand(line) {
  const words = [];
  let word2;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (isAsciiSpace(character)) {
      if (word2 !== void 0) words.push(word2);
      word2 = void 0;
    } else if (character === "'" || character === '"') {
      const quoted2 = readQuoted(line, at);
      word2 = (word2 ?? "") + quoted2.text;
      at = quoted2.end;
    } else if (character === "\\") {
      at += 1;
      if (at === line.length) throw refused2("ends with a backslash", at);
      if (line.charAt(at) !== "\n") word2 = (word2 ?? "") + line.charAt(at);
    } else if ("|&;<>()`".includes(character) || line.startsWith("$(", at)) {
      throw refused2("holds a character that only a shell understands", at);
    } else if (character === "#" && word2 === void 0) {
      throw refused2("holds a comment", at);
    } else word2 = (word2 ?? "") + character;
  }
  if (word2 !== void 0) words.push(word2);
  return words;
}
function readQuoted(line, start) {
  const quote = line.charAt(start);
  let text2 = "";
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === quote) return { text: text2, end: at };
    if (quote === '"' && character === "\\" && '"\\$`\n'.includes(line.charAt(at + 1))) {
      at += 1;
      if (line.charAt(at) !== "\n") text2 += line.charAt(at);
    } else if (quote === '"' && (character === "`" || line.startsWith("$(", at))) {
      throw refused2("holds a character that only a shell understands", at);
    } else text2 += character;
  }
  throw refused2("has a quote without its end", start);
}
function refused2(what, at) {
  return new WitnessmarkError("bad-command", `command ${what} (column ${at + 1})`, HINT);
}
function quoteCommand(words) {
  return words.map((word2) => /^[\w@%+=:,./-]+$/.test(word2) ? word2 : `'${word2.replaceAll("'", "'\\''")}'`).join(" ");
}

// src/app/settings.ts
function parseSettings(raw, currentDirectory, foundIn, named) {
  const problems = [];
  const option = (name) => raw.get(name) ?? OPTION_SPECS.find((spec) => spec.name === name)?.default ?? "";
  const attempt = (parse2, otherwise) => {
    try {
      return parse2();
    } catch (error) {
      if (!(error instanceof WitnessmarkError)) throw error;
      problems.push(error);
      return otherwise;
    }
  };
  const endpoint = attempt(
    () => parseEndpoint(new Set(raw.keys()), raw.get("url"), lines(option("header"))),
    void 0
  );
  const isDeployed = raw.has("url") && !raw.has("command");
  const [command = "", ...words] = isDeployed ? [] : attempt(() => parseCommand(option("command")), []);
  const args = isDeployed ? [] : [...words, ...lines(option("args"))];
  const workingDirectory = resolve2(currentDirectory, option("working-directory"));
  const env = attempt(() => parseEnv(lines(option("env"))), []);
  const seconds = attempt(() => parseTimeout(option("timeout")), 0);
  const explicit = raw.has("timeout");
  const ownBaseline = named === void 0 ? void 0 : `witnessmark.${named.server}.json`;
  const baseline = raw.get("baseline") ?? ownBaseline ?? option("baseline");
  const settings2 = {
    server: named?.server ?? "default",
    ...endpoint === void 0 ? {} : { endpoint },
    command,
    args,
    workingDirectory,
    env,
    baselinePath: attempt(() => parseBaselinePath(baseline, workingDirectory), ""),
    surface: attempt(() => parseSurface(option("surface")), []),
    startTimeoutMs: explicit ? seconds * 1e3 : START_TIMEOUT_MS,
    requestTimeoutMs: explicit ? seconds * 1e3 : REQUEST_TIMEOUT_MS,
    readTimeoutMs: explicit ? seconds * 1e3 : READ_TIMEOUT_MS,
    profile: attempt(() => clientProfile(option("client-capabilities")), clientProfile("none")),
    protocolOption: option("protocol"),
    protocols: attempt(() => requestedVersions(option("protocol")), []),
    allowances: attempt(() => lines(option("allow-unstable")).map(parseAllowance), []),
    isolation: attempt(() => parseIsolation(option("isolation")), "required"),
    setup: option("setup"),
    showStderr: attempt(() => parseFlag("show-stderr", option("show-stderr")), false),
    given: givenOptions(named?.inputs ?? raw),
    ...foundIn === void 0 ? {} : { foundIn }
  };
  throwAll(problems);
  return settings2;
}
function lines(text2) {
  return text2.split(/\r?\n/).map(trimAscii).filter((line) => line !== "");
}
function parseFlag(name, text2) {
  if (text2 === "true" || text2 === "false") return text2 === "true";
  throw new WitnessmarkError(
    "bad-option-value",
    `${name} takes true or false`,
    `Write ${name}: true`
  );
}
function parseMode(text2) {
  if (text2 === "check" || text2 === "mark") return text2;
  throw new WitnessmarkError("bad-option-value", "mode takes check or mark", "Write mode: check");
}
function parseIsolation(text2) {
  if (text2 === "required" || text2 === "none") return text2;
  throw new WitnessmarkError(
    "bad-option-value",
    "isolation takes required or none",
    "Leave it out: required is the default, and none gives up what makes readings the same everywhere."
  );
}
function parseCommand(line) {
  const words = splitCommand(line);
  const assigned = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(words[0] ?? "")?.[1];
  if (assigned !== void 0) {
    throw new WitnessmarkError(
      "bad-command",
      `the command begins with a variable, ${assigned}=…, as for a shell, and no shell is involved`,
      `Give variables apart: --env ${assigned} for a placeholder, --env ${assigned}=VALUE for a value.`
    );
  }
  if (words.length > 0 && words[0] !== "") return words;
  throw new WitnessmarkError(
    "missing-command",
    "no command was given to start the server",
    "For example: --command 'node dist/server.js', or in a workflow: command: node dist/server.js"
  );
}
function parseEnv(entries) {
  const declared = entries.map((entry) => {
    const at = entry.indexOf("=");
    const name = at < 0 ? entry : entry.slice(0, at);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      throw new WitnessmarkError(
        "bad-env",
        "env takes NAME or NAME=VALUE, a name of letters, digits and _",
        "For example: --env API_KEY"
      );
    }
    if (at === entry.length - 1) {
      throw new WitnessmarkError(
        "bad-env",
        `env ${name} has an empty value, as a secret has on a fork`,
        `Give the bare name, which gets a placeholder everywhere: --env ${name}`
      );
    }
    return at < 0 ? { name } : { name, value: entry.slice(at + 1) };
  });
  if (new Set(declared.map(({ name }) => name)).size !== declared.length) {
    throw new WitnessmarkError("bad-env", "env names a variable twice", "Give each variable once.");
  }
  return declared;
}
function parseTimeout(text2) {
  const seconds = Number(text2);
  if (/^\d+(?:\.\d+)?$/.test(text2) && seconds > 0 && seconds <= MAX_TIMEOUT_SECONDS) return seconds;
  throw new WitnessmarkError(
    "bad-option-value",
    `timeout takes a number of seconds above 0 and up to ${MAX_TIMEOUT_SECONDS}`,
    "For example: --timeout 120"
  );
}
function parseBaselinePath(text2, workingDirectory) {
  if (trimAscii(text2) === "" || text2.endsWith("/")) {
    throw new WitnessmarkError(
      "bad-option-value",
      "baseline takes the path of a file",
      "For example: --baseline witnessmark.json"
    );
  }
  return isAbsolute(text2) ? resolve2(text2) : join8(workingDirectory, text2);
}
function parseSurface(text2) {
  const words = text2.split(",").map(trimAscii);
  const kinds = LIST_KINDS.filter((kind) => words.includes(KIND_FACTS[kind].word));
  if (kinds.length === words.length && kinds.length > 0) return kinds;
  throw new WitnessmarkError(
    "bad-option-value",
    "surface takes a list of kinds without repetition",
    `Kinds, separated by commas: ${LIST_KINDS.map((kind) => KIND_FACTS[kind].word).join(",")}`
  );
}
var NOT_REPEATED = ["json", "help", "version", "tools", "profile", "profiles", "accept", "base", "color", "dry-run"];
function givenOptions(raw) {
  return OPTION_SPECS.filter(
    ({ name, doors }) => doors.includes("cli") && !NOT_REPEATED.includes(name)
  ).flatMap((spec) => {
    const text2 = raw.get(spec.name);
    if (text2 === void 0 || text2 === spec.default && spec.name !== "timeout") return [];
    if (spec.type === "flag") return text2 === "true" ? [[spec.name, ""]] : [];
    if (spec.type === "string") return [[spec.name, shownText(spec.name, text2, raw)]];
    return lines(text2).map((entry) => [spec.name, shownEntry(spec.name, entry, raw)]);
  });
}
function shownText(name, text2, raw) {
  return name === "url" && !raw.has("command") && text2.includes("?") ? "$URL" : text2;
}
function shownEntry(option, entry, raw) {
  const at = entry.indexOf("=");
  if (at < 0 || option !== "env" && option !== "header") return entry;
  const [name, value] = [entry.slice(0, at), entry.slice(at + 1)];
  if (option === "env" && raw.has("url") && isPortTemplate(value)) return entry;
  return `${name}=$${option === "env" ? name : name.toUpperCase().replace(/\W/g, "_")}`;
}
function isPortTemplate(value) {
  return value.includes(PORT_WORD);
}
function throwAll(problems) {
  const [first] = problems;
  if (first === void 0) return;
  if (problems.length === 1) throw first;
  throw new WitnessmarkError(
    first.code,
    problems.map(({ message }) => message).join("; "),
    [...new Set(problems.map(({ hint }) => hint))].join(" ")
  );
}
function shownPath(path, from) {
  const inside = relative3(from, path);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? path : inside;
}

// src/version.ts
var VERSION = true ? "0.1.0" : "0.0.0-source";
var READER_NAME = "witnessmark";

// src/app/capture-block.ts
function captureOf({
  settings: settings2,
  place,
  host,
  now,
  sandbox,
  reading,
  reads
}) {
  const { endpoint } = settings2;
  const names2 = endpoint === void 0 ? [] : headerNames(endpoint);
  return {
    observedAt: `${now().toISOString().slice(0, 19)}Z`,
    transport: reading.transport,
    ...endpoint === void 0 ? {} : { endpoint: endpoint.recorded },
    ...names2.length === 0 ? {} : { headerNames: names2 },
    protocol: {
      requested: reading.requested,
      negotiated: reading.negotiated,
      ...reading.versionHeader === void 0 ? {} : { versionHeader: reading.versionHeader }
    },
    pages: { read: reading.pages, complete: true },
    clientCapabilities: settings2.profile.capabilityNames,
    client: settings2.profile.name,
    surface: settings2.surface.map((kind) => KIND_FACTS[kind].word),
    ...sandbox === void 0 ? { launch: { network: "full" } } : {
      launch: launchOf(settings2, place, sandbox),
      isolation: { layout: sandbox.layout, mechanism: sandbox.mechanism },
      runtime: { platform: host.platform, arch: host.arch },
      placeholderSet: PLACEHOLDER_SET
    },
    reads,
    reader: { name: READER_NAME, version: VERSION }
  };
}
function launchOf({ command, args, env, endpoint }, place, sandbox) {
  const hasValue = env.some(
    ({ value }) => value !== void 0 && !(endpoint !== void 0 && isPortTemplate(value))
  );
  return {
    ...launchedPackage(command, args),
    command: portable(command, place),
    args: args.map((arg) => portable(arg, place)),
    envNames: env.map(({ name }) => name).sort(compareCodeUnits),
    envValues: hasValue ? "real" : env.length > 0 ? "placeholder" : "none",
    network: sandbox.network,
    home: sandbox.home
  };
}
function portable(word2, { checkout, workingDirectory }) {
  if (!isAbsolute2(word2)) return word2;
  const inside = relative4(checkout, word2);
  if (inside.startsWith("..") || isAbsolute2(inside)) return word2;
  const shown = relative4(workingDirectory, word2);
  return shown === "" ? "." : shown.startsWith("..") ? shown : `./${shown}`;
}

// src/sandbox/ports.ts
import { createServer } from "node:net";
var TRIES = 16;
async function holdFreePort(wanted) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = tries === 0 ? wanted : await listenOn(0);
    const held2 = port === void 0 ? void 0 : await holdPort(port);
    if (held2 !== void 0) return held2;
  }
  return { port: wanted, release: () => void 0 };
}
async function holdPort(port) {
  const lock = await lockOf(port);
  if (lock === "taken") return void 0;
  const release = () => void lock?.close();
  if (await listenOn(port) !== void 0) return { port, release };
  release();
  return void 0;
}
function lockOf(port) {
  if (process.platform !== "linux") return Promise.resolve(void 0);
  return new Promise((resolve4) => {
    const lock = createServer((socket) => socket.destroy());
    lock.once(
      "error",
      ({ code }) => resolve4(code === "EADDRINUSE" ? "taken" : void 0)
    );
    lock.listen(`\0witnessmark/port/${port}`, () => resolve4(lock));
    lock.unref();
  });
}
function listenOn(port) {
  return new Promise((resolve4) => {
    const server = createServer();
    server.once("error", () => resolve4(void 0));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === "object" && address !== null ? address.port : void 0;
      server.close(() => resolve4(found));
    });
  });
}

// src/app/port-book.ts
var PortBook = class {
  #endpoint;
  #known = /* @__PURE__ */ new Map();
  #turn = Promise.resolve();
  constructor(endpoint) {
    this.#endpoint = endpoint;
  }
  /**
   * Calls `read` with the port of a reader; with undefined for a server on stdio.
   * @throws WitnessmarkError `port-taken`.
   */
  async with(reader, identity, { layout }, read) {
    if (this.#endpoint === void 0) return read(void 0);
    const fixed = fixedPort(this.#endpoint);
    if (fixed === void 0) {
      if (layout === BOX_LAYOUT) {
        this.#known.set(reader, identity.port);
        return read(identity.port);
      }
      const { port, release } = await holdFreePort(identity.port);
      this.#known.set(reader, port);
      return read(port).finally(release);
    }
    if (layout === BOX_LAYOUT) return read(fixed);
    const mine = this.#turn.then(async () => {
      const held2 = await holdPort(fixed);
      if (held2 === void 0) throw portTaken(fixed);
      return read(fixed).finally(held2.release);
    });
    this.#turn = mine.catch(() => void 0);
    return mine;
  }
  /** The ports that the two readers' servers were told; undefined where they were told none. */
  both() {
    const [a, b] = [this.#known.get("a"), this.#known.get("b")];
    return a === void 0 || b === void 0 ? void 0 : { a, b };
  }
};
function portTaken(port) {
  return new WitnessmarkError(
    "port-taken",
    `start: port ${port} of 127.0.0.1 is in use already`,
    "Write {port} in the url and in the command, its arguments or env: a free port is picked."
  );
}

// src/app/server-reader.ts
function openServerReader(request) {
  const { settings: settings2, place, now } = request;
  const { endpoint } = settings2;
  const secrets = new SecretFinder([
    ...settings2.env.flatMap(
      ({ value }) => value === void 0 || endpoint !== void 0 && isPortTemplate(value) ? [] : [value]
    ),
    ...endpoint === void 0 ? [] : endpointSecrets(endpoint)
  ]);
  if ([settings2.command, ...settings2.args].some((word2) => secrets.isIn(word2))) {
    throw secretInName("an argument", SECRET_IN_ARGUMENT);
  }
  if (secrets.isIn(endpoint?.recorded ?? "")) throw secretInName("the path of the url");
  const isDeployed = endpoint?.kind === "deployed";
  const isClaim = !isDeployed && settings2.isolation === "required" && request.host.platform !== "linux";
  const started = now();
  const stranger = strangerReader();
  const client = { a: CLIENT_INFO.name, b: strangerClient() };
  const boxes = /* @__PURE__ */ new Map();
  const boxOf = (reader) => {
    const box = boxes.get(reader) ?? openBox(request, reader === "a" ? STANDARD_READER : stranger);
    boxes.set(reader, box);
    return box;
  };
  const ports = new PortBook(endpoint);
  const digest2 = digestOnce();
  let versions = requestedVersions(settings2.protocolOption, request.recordedProtocol);
  const readAs = async (reader) => {
    const identity = reader === "a" ? STANDARD_READER : stranger;
    const profile = { ...settings2.profile, clientInfo: { ...CLIENT_INFO, name: client[reader] } };
    const reading = await firstAnswered(versions, async (protocol, onOpened) => {
      const isSecret = (text2) => secrets.isIn(text2);
      const conversation = { profile, protocol, onOpened, isSecret };
      if (endpoint?.kind === "deployed") return readDeployed(endpoint, conversation, request);
      const box = await boxOf(reader);
      return ports.with(
        reader,
        identity,
        box,
        (port) => readIn(box, { identity, port }, conversation, request)
      );
    });
    versions = [reading.requested];
    return reading;
  };
  const resultOf = async (reading, reads, findings, rest) => {
    const box = isDeployed ? void 0 : await boxOf("a");
    return {
      items: digested(reading, secrets, findings, digest2),
      capture: captureOf({ ...request, sandbox: box, reading, reads }),
      reading,
      notices: [
        ...weakerBecause(box),
        ...box?.notices ?? [],
        ...reading.notices,
        ...reading.noTools?.cause === void 0 ? [] : [`The server lists no tools. ${reading.noTools.cause}`],
        ...isClaim ? [CLAIM_NOTICE] : []
      ],
      isClaim,
      ...rest
    };
  };
  return {
    readOnce: async () => resultOf(await readAs("a"), 1, /* @__PURE__ */ new Map(), { onlyB: [], unsteady: [] }),
    readSteadily: async (first) => {
      const factors = () => isDeployed ? [{ name: "client", ...client }] : factorsBetween(STANDARD_READER, stranger, settings2.env, client, ports.both());
      const steady = await readSteadily(readAs, factors, first?.reading);
      const dated = await datedPlaces(steady.reading.definitions, [started, now()], place);
      return resultOf(steady.reading, steady.reads, steady.findings, {
        onlyB: steady.onlyB,
        unsteady: [...steady.unsteady, ...dated]
      });
    },
    close: async () => {
      for (const box of await Promise.allSettled(boxes.values())) {
        if (box.status === "fulfilled") await box.value.close();
      }
    }
  };
}
function weakerBecause(box) {
  if (box?.layout !== NET_LAYOUT) return [];
  return box.refused.map((reason) => `A stronger sandbox was not to be had: ${reason}`);
}
var CLAIM_NOTICE = "Only Linux can isolate a server: what was read here is a claim about what CI will read, and CI has to confirm it.";
async function openBox({ settings: settings2, place, trackedNames, host, onStderr }, identity) {
  const printed = new TailBuffer(MAX_STDERR_BYTES);
  const onOutput = (chunk) => printed.push(chunk);
  const setupEnv = environmentOf(settings2, host, identity);
  const request = {
    // Elsewhere than on Linux a developer reads without isolation, and the gate in CI verifies it.
    isolation: host.platform === "linux" ? settings2.isolation : "none",
    checkout: place.checkout,
    workingDirectory: place.workingDirectory,
    ...trackedNames === void 0 ? {} : { trackedNames },
    identity,
    command: settings2.command,
    args: settings2.args,
    hostPath: host.path,
    hostHome: host.home,
    hidden: host.hidden,
    ...settings2.endpoint === void 0 ? {} : { relayPort: fixedPort(settings2.endpoint) ?? identity.port },
    ...settings2.setup === "" ? {} : { setup: { commandLine: settings2.setup, env: setupEnv, onOutput } }
  };
  try {
    return await openSandbox(request);
  } catch (error) {
    if (error instanceof WitnessmarkError && error.code === "setup-failed")
      onStderr(printed.text());
    throw error;
  }
}
var ANOTHER_ERA = [
  "handshake-refused",
  "handshake-malformed",
  "protocol-unsupported"
];
async function firstAnswered(versions, read) {
  let first;
  for (const version of versions) {
    const conversation = { isOpen: false };
    try {
      return await read(version, () => conversation.isOpen = true);
    } catch (error) {
      if (conversation.isOpen) throw error;
      first ??= { error };
      if (!(error instanceof WitnessmarkError) || !ANOTHER_ERA.includes(error.code)) break;
    }
  }
  throw first?.error;
}
function readDeployed(endpoint, conversation, { settings: settings2, onStderr, onStarted }) {
  onStarted?.();
  const http = { url: urlOf(endpoint, void 0), headers: endpoint.headers, ...older(settings2) };
  return readRunningServer({ ...settings2, ...conversation, http, onStderr });
}
function older({ protocolOption }) {
  return protocolOption === "auto" ? { olderVersion: OLDER_HTTP_VERSION } : {};
}
async function readIn(box, { identity, port }, conversation, { settings: settings2, place, host, onStderr, onStarted }) {
  const withPort = (word2) => port === void 0 ? word2 : word2.replaceAll(PORT_WORD, String(port));
  const env = environmentOf(settings2, host, identity, withPort);
  const process2 = await box.start({
    command: withPort(portable(settings2.command, place)),
    args: settings2.args.map((arg) => withPort(expanded(portable(arg, place), settings2, env))),
    workingDirectory: place.workingDirectory,
    env
  });
  onStarted?.();
  const { endpoint } = settings2;
  const http = endpoint === void 0 ? {} : {
    http: {
      url: urlOf(endpoint, port),
      headers: [],
      socketPath: process2.relaySocket,
      ...older(settings2)
    }
  };
  return readRunningServer({ ...settings2, ...http, ...conversation, process: process2, onStderr });
}
function environmentOf({ env, command }, host, identity, withPort = (word2) => word2) {
  return serverEnvironment({
    identity,
    declared: env.map(
      (each) => each.value === void 0 ? each : { ...each, value: withPort(each.value) }
    ),
    command,
    hostPath: host.path,
    hostHome: host.home
  });
}
function expanded(arg, { env: declared }, env) {
  return arg.replace(
    /\$([A-Za-z_][A-Za-z0-9_]*)/g,
    (reference, name) => declared.some((variable) => variable.name === name) ? env.get(name) ?? reference : reference
  );
}
function digestOnce() {
  const known = /* @__PURE__ */ new Map();
  return (definition) => {
    const item = known.get(definition) ?? itemOf(definition);
    known.set(definition, item);
    return item;
  };
}
function digested({ definitions }, secrets, findings, digest2) {
  try {
    const findingsOf = (definition) => [
      ...secretFindings(definition, secrets),
      ...findings.get(definition) ?? []
    ];
    return itemsOf(definitions, findingsOf, digest2);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new WitnessmarkError(
      "too-deep",
      "a definition of the server nests deeper than 512 levels",
      "This bound protects the reader and cannot be raised.",
      { cause: error }
    );
  }
}
function secretFindings(definition, secrets) {
  if (secrets.isEmpty) return [];
  const { inName, fields } = secrets.placesIn(definition);
  if (inName) throw secretInName("an identifier or a member name");
  return fields.map((field) => `${SECRET_FINDING}${field}`);
}
var SECRET_IN_ARGUMENT = "Write the name there, as $NAME: it is expanded for the server and recorded as it is written.";
function secretInName(where, hint = "Give the bare name, which gets a placeholder: --env NAME") {
  return new WitnessmarkError(
    "secret-in-name",
    `a value that was given for a variable or header stands in ${where}`,
    hint
  );
}
async function datedPlaces(definitions, instants, place) {
  const zones = [STANDARD_READER.timeZone, strangerReader().timeZone];
  const spellings2 = [...new Set(instants.flatMap((instant) => dateSpellings(instant, zones)))];
  const tracked = /* @__PURE__ */ new Map();
  const places = [];
  for (const definition of definitions) {
    for (const { field, text: text2 } of fieldsHolding(definition, spellings2)) {
      const known = tracked.get(text2) ?? await isTracked(place, text2);
      tracked.set(text2, known);
      if (!known) places.push({ ...identified(definition), field, why: "date" });
    }
  }
  return places;
}
function identified(definition) {
  const [item] = itemsOf([definition]);
  return { kind: definition.kind, id: item?.id ?? null };
}

// src/store/baseline-file.ts
import { randomBytes as randomBytes4 } from "node:crypto";
import { constants as constants2 } from "node:fs";
import { lstat as lstat2, open, readdir, realpath, rename, rm } from "node:fs/promises";
import { basename as basename3, dirname as dirname3, isAbsolute as isAbsolute3, join as join9, relative as relative5, sep } from "node:path";
var MARK_HINT = "Remove the file, then write it anew: witnessmark mark";
async function readBaselineFile(path, checkout) {
  await refuseUnsafePath(path, checkout);
  let file;
  try {
    file = await open(path, constants2.O_RDONLY | constants2.O_NOFOLLOW | constants2.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { kind: "missing" };
    throw notReadable(error);
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw notRegular();
    if (facts.size > MAX_BASELINE_BYTES) throw tooLarge();
    const bytes = await file.readFile();
    return { kind: "text", text: decode(bytes) };
  } finally {
    await file.close();
  }
}
async function readCommittedBaseline(path, checkout) {
  const working = await readBaselineFile(path, checkout);
  const root = await checkoutRoot(dirname3(path));
  if (root === void 0) {
    throw new WitnessmarkError(
      "no-checkout",
      "the baseline does not count: this is not a git checkout, so that nothing shows what was committed",
      "In CI only a committed baseline counts: check the repository out with git, as actions/checkout does."
    );
  }
  const committed = await blob(root, `HEAD:${await placeInCheckout(path, root)}`);
  if (committed === void 0) {
    if (working.kind === "missing") return working;
    throw notCommitted("it is in the working tree and not in the commit that is checked out");
  }
  const text2 = decodeBaseline(committed);
  if (working.kind === "missing" || normalised(working.text) !== normalised(text2)) {
    throw notCommitted("the working file differs from the one in the commit that is checked out");
  }
  return { kind: "text", text: text2 };
}
async function conflictSides(path) {
  const listed3 = await git(dirname3(path), "ls-files", "--unmerged", "-z", "--", basename3(path));
  const ids = (listed3?.toString("utf8") ?? "").split("\0").flatMap((row) => /^\d+ ([0-9a-f]+) [23]\t/.exec(row)?.[1] ?? []);
  const sides = await Promise.all(ids.map((id) => blob(dirname3(path), id)));
  return sides.flatMap((side) => side === void 0 ? [] : [side.toString("utf8")]);
}
async function writeBaselineFile(path, checkout, text2) {
  const found = await readBaselineFile(path, checkout);
  if (found.kind === "text" && unixText(found.text) === text2) return false;
  const temporary = join9(dirname3(path), `.${basename3(path)}.${randomBytes4(6).toString("hex")}.tmp`);
  try {
    const file = await open(temporary, "wx", 420);
    try {
      await file.writeFile(text2, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new WitnessmarkError(
      "baseline-not-writable",
      `the baseline cannot be written (${codeOf(error)})`,
      "Does its directory exist, and may this user write there?",
      { cause: error }
    );
  }
  await removeUnfinished(path);
  return true;
}
async function removeUnfinished(path) {
  const [directory, start] = [dirname3(path), `.${basename3(path)}.`];
  const names2 = await readdir(directory).catch(() => []);
  for (const name of names2) {
    if (!name.startsWith(start) || !/^[0-9a-f]{12}\.tmp$/.test(name.slice(start.length))) continue;
    const unfinished = join9(directory, name);
    const age = Date.now() - ((await lstat2(unfinished).catch(() => void 0))?.mtimeMs ?? Infinity);
    if (age > UNFINISHED_BASELINE_MS) await rm(unfinished, { force: true }).catch(() => void 0);
  }
}
async function refuseUnsafePath(path, checkout) {
  const inside = relative5(checkout, path);
  if (inside === "" || inside.startsWith(`..${sep}`) || inside === ".." || isAbsolute3(inside)) {
    throw new WitnessmarkError(
      "baseline-outside-checkout",
      "the baseline is not inside the checkout",
      "The baseline is committed with the server: give a path below the working directory."
    );
  }
  let place = checkout;
  for (const part of inside.split(sep)) {
    place = join9(place, part);
    try {
      if ((await lstat2(place)).isSymbolicLink()) throw notRegular();
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      if (error instanceof WitnessmarkError) throw error;
      throw notReadable(error);
    }
  }
}
async function placeInCheckout(path, root) {
  const real = join9(await realpath(dirname3(path)), basename3(path));
  return relative5(await realpath(root), real).split(sep).join("/");
}
function decodeBaseline(bytes) {
  if (bytes.length > MAX_BASELINE_BYTES) throw tooLarge();
  return decode(bytes);
}
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new WitnessmarkError("baseline-not-json", "the baseline is not UTF-8", MARK_HINT, {
      cause: error
    });
  }
}
function unixText(text2) {
  return text2.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}
function normalised(text2) {
  return unixText(text2).trimEnd();
}
function codeOf(error) {
  return error.code ?? "unknown";
}
function notRegular() {
  return new WitnessmarkError(
    "baseline-not-regular",
    "the baseline is not a regular file, or a link stands on its path",
    "Put a plain file there: links are refused, since a pull request could point them at anything."
  );
}
function notReadable(cause) {
  const message = `the baseline cannot be read (${codeOf(cause)})`;
  return new WitnessmarkError("baseline-not-readable", message, "Check its permissions.", {
    cause
  });
}
function tooLarge() {
  const message = `the baseline is larger than ${MAX_BASELINE_BYTES} bytes`;
  return new WitnessmarkError("baseline-too-large", message, MARK_HINT);
}
function notCommitted(why) {
  return new WitnessmarkError(
    "baseline-not-committed",
    `the baseline does not count: ${why}`,
    "Commit it: git add witnessmark.json && git commit. A build step must not write it."
  );
}

// src/store/configuration-file.ts
async function readConfigurationFile(path, checkout, ci) {
  try {
    const working = ci ? void 0 : await readBaselineFile(path, checkout);
    const found = working ?? await readCommittedBaseline(path, checkout);
    if (found.kind === "missing") return void 0;
    if (found.text.length > MAX_CONFIGURATION_BYTES) throw asConfiguration("baseline-too-large");
    return found.text;
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    if (error.code === "no-checkout" && await readConfigurationFile(path, checkout, false) === void 0)
      return void 0;
    throw error.code.startsWith("baseline-") ? asConfiguration(error.code) : error;
  }
}
function asConfiguration(code) {
  if (code === "baseline-not-committed")
    return new WitnessmarkError(
      "config-not-committed",
      "witnessmark.config.json is not the one of the commit that is checked out",
      "In CI only the committed file counts: commit it, and let no earlier step write it."
    );
  if (code === "baseline-not-regular")
    return new WitnessmarkError(
      "config-not-regular",
      "witnessmark.config.json is no regular file",
      "Commit the file itself in the root of the repository, no link."
    );
  return new WitnessmarkError(
    "config-not-readable",
    `witnessmark.config.json cannot be read, is not UTF-8 or is larger than ${MAX_CONFIGURATION_BYTES} bytes`,
    "May this user read it? It is a small JSON file in UTF-8."
  );
}
async function trackedBaselines(checkout) {
  const listed3 = await git(checkout, "ls-files", "-z");
  return [...new Set((listed3?.toString("utf8") ?? "").split("\0"))].filter((path) => /(?:^|\/)witnessmark(?:\.(?!config\.)[a-z0-9-]+)?\.json$/.test(path)).sort();
}

// src/store/checkout.ts
import { realpath as realpath2, stat } from "node:fs/promises";
import { isAbsolute as isAbsolute4, join as join10, relative as relative6 } from "node:path";
async function locate(workingDirectory, baselinePath) {
  let real;
  try {
    real = await realpath2(workingDirectory);
    if (!(await stat(real)).isDirectory()) throw new Error("not a directory");
  } catch (error) {
    throw new WitnessmarkError(
      "bad-working-directory",
      "the working directory does not exist or is not a directory",
      "It is relative to where witnessmark is started; --working-directory DIR sets it.",
      { cause: error }
    );
  }
  const root = await checkoutRoot(real);
  const checkout = root === void 0 ? real : await realpath2(root);
  const below = relative6(workingDirectory, baselinePath);
  const isBelow2 = !below.startsWith("..") && !isAbsolute4(below);
  return {
    checkout,
    workingDirectory: real,
    baselinePath: isBelow2 ? join10(real, below) : baselinePath
  };
}

// src/store/workflow-file.ts
import { randomBytes as randomBytes5 } from "node:crypto";
import { link, lstat as lstat3, mkdir, open as open2, rm as rm2 } from "node:fs/promises";
import { basename as basename4, dirname as dirname4, join as join11 } from "node:path";
var WORKFLOW_PATH = ".github/workflows/witnessmark.yml";
var OTHER_PATH = ".github/workflows/witnessmark.yaml";
async function findWorkflow(checkout) {
  for (const directory of [".github", ".github/workflows"])
    if (await kindAt(join11(checkout, directory)) === "other") throw notRegular2(directory);
  for (const path of [WORKFLOW_PATH, OTHER_PATH]) {
    const kind = await kindAt(join11(checkout, path));
    if (kind === "file") return path;
    if (kind !== "none") throw notRegular2(path);
  }
  return void 0;
}
async function kindAt(path) {
  const facts = await lstat3(path).catch((error) => {
    if (error.code === "ENOENT") return void 0;
    throw notWritable(error);
  });
  if (facts === void 0) return "none";
  return facts.isDirectory() ? "directory" : facts.isFile() ? "file" : "other";
}
async function createWorkflow(checkout, text2) {
  if (await findWorkflow(checkout) !== void 0)
    throw notWritable(Object.assign(new Error("there"), { code: "EEXIST" }));
  try {
    await mkdir(join11(checkout, dirname4(WORKFLOW_PATH)), { recursive: true });
    await createWhole(join11(checkout, WORKFLOW_PATH), text2);
  } catch (error) {
    throw notWritable(error);
  }
}
async function createBaseline(path, text2) {
  try {
    await createWhole(path, text2);
  } catch (error) {
    const { code = "unknown" } = error;
    throw new WitnessmarkError(
      "baseline-not-writable",
      `the baseline cannot be written (${code})`,
      "Does its directory exist, and may this user write there?",
      { cause: error }
    );
  }
}
async function createWhole(path, text2) {
  const temporary = join11(dirname4(path), `.${basename4(path)}.${randomBytes5(6).toString("hex")}.tmp`);
  try {
    const file = await open2(temporary, "wx", 420);
    try {
      await file.writeFile(text2, "utf8");
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path);
  } finally {
    await rm2(temporary, { force: true });
  }
}
async function isCheckout(directory) {
  return await checkoutRoot(directory) !== void 0;
}
async function defaultBranch(checkout) {
  const remote = await symbolicRef(checkout, "refs/remotes/origin/HEAD");
  const branch = remote?.replace(/^origin\//, "") ?? await firstBranch(checkout, ["main", "master"]) ?? await symbolicRef(checkout, "HEAD");
  return branch !== void 0 && /^[\w][\w./-]*$/.test(branch) ? branch : void 0;
}
async function symbolicRef(checkout, name) {
  const found = await git(checkout, "symbolic-ref", "--quiet", "--short", name);
  const text2 = found?.toString("utf8").trim();
  return text2 === "" ? void 0 : text2;
}
async function firstBranch(checkout, names2) {
  for (const name of names2) {
    const found = await git(checkout, "rev-parse", "--verify", "--quiet", `refs/heads/${name}`);
    if (found !== void 0) return name;
  }
  return void 0;
}
async function fileState(directory, path) {
  const listed3 = await git(directory, "ls-files", "--error-unmatch", "--", path);
  if (listed3 !== void 0) return "tracked";
  const ignored = await git(directory, "check-ignore", "--quiet", "--", path);
  return ignored === void 0 ? "new" : "ignored";
}
function notRegular2(what) {
  return new WitnessmarkError(
    "workflow-not-regular",
    `${what} is a link, or not what it should be: nothing is written through it`,
    "Put a plain directory or file there, or write the workflow yourself: the README has it."
  );
}
function notWritable(cause) {
  const { code = "unknown" } = cause;
  return new WitnessmarkError(
    "workflow-not-writable",
    `the workflow cannot be written (${code})`,
    "May this user write below .github/workflows? Nothing that is there is overwritten.",
    { cause }
  );
}

// src/dependencies.ts
function hostOf(env, { platform, arch }) {
  const hidden = [
    env["RUNNER_TEMP"],
    env["GITHUB_ENV"] === void 0 ? void 0 : dirname5(env["GITHUB_ENV"])
  ];
  return {
    path: env["PATH"] ?? "",
    home: env["HOME"] ?? "",
    platform,
    arch,
    hidden: hidden.filter((path) => path !== void 0 && isAbsolute5(path))
  };
}
function realDependencies(host, { ci, meetStranger }, onFault) {
  return {
    locate,
    openServer: openServerReader,
    baselines: {
      read: readBaselineFile,
      readCommitted: readCommittedBaseline,
      conflictSides,
      write: writeBaselineFile
    },
    workflows: {
      find: findWorkflow,
      create: createWorkflow,
      createBaseline,
      isCheckout,
      defaultBranch,
      fileState
    },
    configuration: { read: readConfigurationFile, trackedBaselines },
    host,
    now: () => /* @__PURE__ */ new Date(),
    ci,
    onFault,
    meetStranger
  };
}

// src/core/baseline-capture.ts
function parseConditions(node, problems) {
  const found = /* @__PURE__ */ new Map();
  if (node === void 0) return found;
  const groups = new Set(CONDITIONS.map(({ name }) => name.split(".")[0] ?? name));
  const top = new MemberReader(node, "capture", problems, [...groups]);
  const inner = /* @__PURE__ */ new Map();
  const isDeployed = describesDeployed(node);
  for (const group of groups) {
    const names2 = CONDITIONS.filter(({ name }) => name.startsWith(`${group}.`)).map(
      ({ name }) => name.slice(group.length + 1)
    );
    const isNeeded = CONDITIONS.some(
      ({ name, launched }) => name.startsWith(`${group}.`) && !(isDeployed && launched === true)
    );
    const value = isNeeded ? top.required(group) : top.optional(group);
    if (names2.length === 0) continue;
    if (value !== void 0)
      inner.set(group, new MemberReader(value, `capture.${group}`, problems, names2));
  }
  for (const rule of CONDITIONS) {
    const [group = rule.name, member] = rule.name.split(".");
    const reader = member === void 0 ? top : inner.get(group);
    const name = member ?? group;
    const mayLack = rule.optional === true || isDeployed && rule.launched === true;
    const value = mayLack ? reader?.optional(name) : reader?.required(name);
    if (reader !== void 0 && value !== void 0 && isDeployed && rule.launched === true)
      problems.add(value, reader.at(name), "does not belong to a server that was not started");
    if (reader === void 0 || value === void 0) continue;
    const parsed2 = parseValue(rule.type, value);
    if (parsed2 === void 0)
      problems.add(value, reader.at(name), `must be ${EXPECTED[rule.type]}`);
    else found.set(rule.name, parsed2);
  }
  const isStdio = found.get("transport") === "stdio";
  if (found.has("transport") && isStdio === found.has("endpoint")) {
    const problem = isStdio ? "does not belong to stdio" : "is missing";
    problems.add(node, top.at("endpoint"), problem);
  }
  return found;
}
function describesDeployed(capture) {
  const launch = memberValue(capture, "launch");
  const command = launch === void 0 ? void 0 : memberValue(launch, "command");
  return memberValue(capture, "endpoint") !== void 0 && command === void 0;
}
var EXPECTED = {
  string: "a string",
  boolean: "true or false",
  strings: "an array of strings"
};
function parseValue(type, node) {
  switch (type) {
    case "string":
      return node.kind === "string" ? node.value : void 0;
    case "boolean":
      return node.kind === "literal" && node.value !== null ? node.value : void 0;
    case "strings": {
      const strings2 = node.kind === "array" ? node.items.flatMap((item) => item.kind === "string" ? [item.value] : []) : void 0;
      return node.kind === "array" && strings2?.length === node.items.length ? strings2 : void 0;
    }
  }
}
function conditionsToJson(conditions) {
  const top = /* @__PURE__ */ new Map();
  const groups = /* @__PURE__ */ new Map();
  for (const { name } of CONDITIONS) {
    const value = conditions.get(name);
    if (value === void 0) continue;
    const [group = name, member] = name.split(".");
    if (member === void 0) top.set(name, value);
    else {
      const inner = groups.get(group) ?? /* @__PURE__ */ new Map();
      top.set(group, inner.set(member, value));
      groups.set(group, inner);
    }
  }
  return top;
}

// src/core/render-json.ts
var PRINT_WIDTH = 80;
function renderJson(value, quote = JSON.stringify) {
  const chunks = [];
  writeJson(value, (chunk) => chunks.push(chunk), quote);
  return chunks.join("");
}
function writeJson(value, write2, quote = JSON.stringify) {
  const out = new Chunks(write2);
  render(value, { indent: "", room: 0, quote }, out);
  out.push("\n");
  out.flush();
}
var Chunks = class {
  #write;
  #pieces = [];
  #length = 0;
  constructor(write2) {
    this.#write = write2;
  }
  push(piece) {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length >= JSON_CHUNK_UNITS) this.flush();
  }
  flush() {
    this.#write(this.#pieces.join(""));
    this.#pieces = [];
    this.#length = 0;
  }
};
function render(value, { indent, room, quote }, out) {
  if (value === null || typeof value !== "object") {
    out.push(scalar(value, quote));
    return;
  }
  const inner = `${indent}  `;
  if (isList(value)) {
    const scalars = value.filter((item) => item === null || typeof item !== "object");
    const isFlat = scalars.length === value.length;
    const line = isFlat ? `[${scalars.map((item) => scalar(item, quote)).join(", ")}]` : "";
    if (value.length === 0 || isFlat && room + line.length <= PRINT_WIDTH) {
      out.push(line);
      return;
    }
    for (const [index, item] of value.entries()) {
      out.push(index === 0 ? `[
${inner}` : `,
${inner}`);
      render(item, { indent: inner, room: 0, quote }, out);
    }
    out.push(`
${indent}]`);
    return;
  }
  const members = value instanceof Map ? [...value] : definedMembers(value);
  if (members.length === 0) {
    out.push("{}");
    return;
  }
  for (const [index, [name, member]] of members.entries()) {
    const start = `${inner}${quote(name)}: `;
    const comma = index < members.length - 1 ? 1 : 0;
    out.push(`${index === 0 ? "{" : ","}
${start}`);
    render(member, { indent: inner, room: start.length + comma, quote }, out);
  }
  out.push(`
${indent}}`);
}
function scalar(value, quote) {
  return typeof value === "string" ? quote(value) : JSON.stringify(value);
}
function isList(value) {
  return Array.isArray(value);
}
function definedMembers(value) {
  return Object.entries(value).filter(
    (entry) => entry[1] !== void 0
  );
}

// src/core/baseline.ts
var FORMAT_NAME = "witnessmark/1";
var FORMAT_VERSION = 1;
var SERVER_NAME = /^[a-z0-9-]+$/;
var MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)/m;
var FILE_DEPTH = 8;
var LIST_DEPTH = 2;
var MARK_HINT2 = "Read the server anew and write the file: witnessmark mark";
function parseBaseline(text2) {
  return parseBaselineFile(text2).baseline;
}
function parseBaselineFile(text2) {
  refuseConflictMarkers(text2);
  const root = parseRoot(text2);
  refuseOtherFormats(root);
  const problems = new ProblemList(text2);
  const reader = new MemberReader(root, "", problems, ["format", "server", "capture", "items"]);
  const server = reader.string(
    "server",
    (value) => SERVER_NAME.test(value),
    "a name of a-z, 0-9 and -"
  );
  const capture = reader.required("capture");
  const conditions = parseConditions(
    capture === void 0 ? void 0 : whole(text2, capture),
    problems
  );
  const { items, lines: lines3 } = parseItems(text2, reader.required("items"), problems);
  problems.throwIfAny(MARK_HINT2);
  return { baseline: { server, conditions, items: items.sort(compareItems) }, lines: lines3 };
}
function renderBaseline({ server, conditions, items }) {
  return renderJson({
    format: FORMAT_NAME,
    server,
    capture: conditionsToJson(conditions),
    items: [...items].sort(compareItems).map(({ kind, id, firstSeen, fields, aspects, findings }) => ({
      kind,
      id,
      firstSeen,
      fields,
      aspects,
      findings
    }))
  });
}
function claimsFormat(text2) {
  return new RegExp(`"format"\\s*:\\s*"${FORMAT_NAME}"`).test(text2);
}
function hasConflictMarkers(text2) {
  return MARKER.test(text2);
}
function refuseTooMany(text2) {
  if (text2.length <= MAX_BASELINE_VALUES || upperBoundOfValues(text2) <= MAX_BASELINE_VALUES) return;
  throw new WitnessmarkError(
    "baseline-too-large",
    `the baseline holds more than ${MAX_BASELINE_VALUES} values`,
    MARK_HINT2
  );
}
function refuseConflictMarkers(text2) {
  const at = text2.search(MARKER);
  if (at < 0) return;
  throw new WitnessmarkError(
    "baseline-conflict-markers",
    `the baseline holds merge conflict markers, the first at line ${lineAt(text2, at)}`,
    "Resolve it by reading the server anew, which keeps the dates of both sides: witnessmark mark"
  );
}
function parseRoot(text2) {
  refuseTooMany(text2);
  try {
    return parseJsonText(text2.replace(/^\uFEFF/, " "), {
      maxDepth: FILE_DEPTH,
      buildDepth: LIST_DEPTH
    });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw new WitnessmarkError(
      "baseline-not-json",
      `the baseline is ${error.reason === "syntax" ? "not JSON" : "nested too deep"}: reading stopped at line ${lineAt(text2, error.offset)}`,
      MARK_HINT2,
      { cause: error }
    );
  }
}
function refuseOtherFormats(root) {
  const format = stringMember(root, "format");
  if (format === FORMAT_NAME) return;
  const version = Number(/^witnessmark\/([1-9][0-9]{0,5})$/.exec(format ?? "")?.[1] ?? "0");
  if (version > FORMAT_VERSION) {
    throw new WitnessmarkError(
      "baseline-newer-format",
      `the baseline is of format witnessmark/${version}, this program knows up to ${FORMAT_NAME}`,
      "Use the release of witnessmark that wrote the file, or a later one."
    );
  }
  throw new WitnessmarkError(
    "baseline-unknown-format",
    `the baseline does not say "format": "${FORMAT_NAME}"`,
    "Is it the right file? One that is no baseline is never overwritten: remove it first, then witnessmark mark."
  );
}
function whole(text2, node) {
  return parseJsonAt(text2, node.start, { maxDepth: FILE_DEPTH });
}
function parseItems(text2, node, problems) {
  const items = [];
  const lines3 = /* @__PURE__ */ new Map();
  if (node !== void 0 && node.kind !== "array") problems.add(node, "items", "must be an array");
  let [line, from] = [1, 0];
  for (const [index, each] of (node?.kind === "array" ? node.items : []).entries()) {
    const item = parseBaselineItem(whole(text2, each), `items[${index}]`, problems);
    if (item === void 0) continue;
    items.push(item);
    line += lineFeeds(text2, from, each.start);
    from = each.start;
    const key = itemKey(item);
    if (!lines3.has(key)) lines3.set(key, line);
  }
  if (node !== void 0 && items.filter(({ kind }) => kind === "server").length > 1) {
    problems.add(node, "items", 'must hold one item of kind "server" at most');
  }
  return { items, lines: lines3 };
}
function lineFeeds(text2, from, to) {
  let count = 0;
  for (let at = text2.indexOf("\n", from); at >= 0 && at < to; at = text2.indexOf("\n", at + 1))
    count += 1;
  return count;
}

// src/core/printable.ts
function escaped(codePoint) {
  return `\\u{${codePoint.toString(16).toUpperCase()}}`;
}
function printable(text2, maxLength = MAX_PRINTED_LENGTH) {
  const shown = showInvisible(text2.replaceAll("\\", "\\\\"), escaped).replace(/[\t\r\n\u{85}\p{Zl}\p{Zp}]/gu, (character) => escaped(character.codePointAt(0) ?? 0)).replace(new RegExp("\\p{Cs}", "gu"), (unit) => escaped(unit.charCodeAt(0))).replace(/(^|\s):/gu, (_match, before) => `${before}${escaped(58)}`).replaceAll("##[", `#${escaped(35)}[`);
  return shown.length <= maxLength ? shown : `${cutAt(shown, maxLength - 1)}…`;
}
function printableAscii(text2) {
  const shown = printable(text2, Number.POSITIVE_INFINITY);
  const plain = shown.replace(
    /[^\0-\x7f]/gu,
    (character) => escaped(character.codePointAt(0) ?? 0)
  );
  return plain.length <= MAX_PRINTED_LENGTH ? plain : `${cutAt(plain, MAX_PRINTED_LENGTH - 1)}…`;
}
var WHOLE = /\\(?:\\|u\{[0-9A-F]+\})|[^]/uy;
function cutAt(text2, length) {
  WHOLE.lastIndex = 0;
  let end = 0;
  while (WHOLE.test(text2) && WHOLE.lastIndex <= length) end = WHOLE.lastIndex;
  return text2.slice(0, end);
}
function printableJson(json) {
  return showInvisible(
    json,
    (codePoint) => codePoint < 32 ? String.fromCodePoint(codePoint) : jsonEscape(codePoint)
  ).replaceAll("##[", "#\\u0023[").replaceAll("::", ":\\u003a");
}
function jsonEscape(codePoint) {
  return Array.from(
    { length: codePoint > 65535 ? 2 : 1 },
    (_, index) => `\\u${String.fromCodePoint(codePoint).charCodeAt(index).toString(16).padStart(4, "0")}`
  ).join("");
}

// src/core/verdict.ts
function isDifferentialFinding(finding) {
  return /^(?:quotes-(?!secret:)[a-z-]+|varies):/.test(finding);
}
function judge(baseline, reading, byTwoReaders = false) {
  const changes = compareSurfaces(baseline.items, reading.items);
  const conditions = differingConditions(baseline.conditions, reading.conditions);
  if (conditions.length > 0) return { kind: "incomparable", conditions, changes };
  if (changes.length > 0) return { kind: "drift", changes };
  const stale = inconsistentItems(
    baseline.items,
    reading.items,
    (finding) => !byTwoReaders && isDifferentialFinding(finding)
  );
  if (baseline.server !== reading.server)
    return inconsistent('its "server" is not the name of this server');
  const [first] = stale;
  if (first === void 0) return { kind: "match" };
  const place = first.id === null ? first.kind : `${first.kind} ${printable(first.id)}`;
  const rest = stale.length > 1 ? ` and ${stale.length - 1} more` : "";
  return inconsistent(`aspects or findings of ${place}${rest} do not belong to their fields`);
}
function inconsistent(what) {
  const error = new WitnessmarkError(
    "baseline-inconsistent",
    `every field agrees with the server, but the baseline contradicts itself: ${what}`,
    "Nothing but a reading may write this file; renew it: witnessmark mark"
  );
  return { kind: "inconsistent", problem: error.toProblem() };
}

// src/app/run.ts
function prepare(settings2, { items, capture, reading, onlyB, unsteady, notices, isClaim }, recordedBaseline, now) {
  const { items: known, conditions: recordedConditions } = recordedBaseline;
  const own = conditionsOf(capture);
  const conditions = isClaim ? claimedConditions(own, recordedConditions) : own;
  const allowed = applyAllowances(items, settings2.allowances);
  const today = now.toISOString().slice(0, 10);
  const earlier = new Map(
    pairItems(known, allowed.items).pairs.map(({ before, after }) => [after, before])
  );
  const recorded = allowed.items.map((item) => {
    const { hasUnstable, itemDigest, ...read } = item;
    const rest = capture.reads > 1 ? read : withKnownFindings(read, earlier.get(item));
    return {
      ...rest,
      itemDigest: hasUnstable ? null : itemDigest,
      firstSeen: earlier.get(item)?.firstSeen ?? today
    };
  });
  const baseline = { server: settings2.server, conditions, items: recorded };
  const stable = recorded.filter(
    (item) => item.itemDigest !== null
  );
  const unstable = unstablePlaces(recorded, unsteady, settings2.allowances);
  return {
    ...unstable === void 0 ? {} : { unstable },
    items: recorded,
    baseline,
    reading: {
      capture,
      surfaceDigest: surfaceDigest(stable),
      items: recorded,
      baseline,
      notices
    },
    findings: [
      ...readingFindings(reading),
      ...onlyB.filter(({ kind, id }) => !isAllowed({ kind, id, field: WHOLE_ITEM }, settings2.allowances)).map(({ kind, id }) => ({ kind, id, finding: "varies:item" })),
      ...allowed.unused.map(({ kind, id, field }) => ({
        kind,
        id,
        finding: `allowance-unused:${field}`
      })),
      ...recorded.flatMap(
        ({ kind, id, findings }) => findings.map((finding) => ({ kind, id, finding }))
      )
    ]
  };
}
function withKnownFindings(item, known) {
  if (known === void 0 || !sameFields(known, item)) return item;
  const kept = known.findings.filter(isDifferentialFinding);
  return { ...item, findings: [.../* @__PURE__ */ new Set([...item.findings, ...kept])].sort(compareCodeUnits) };
}
var WHY = {
  differs: "differs between two readings",
  date: "holds today's date, which stands in no tracked file",
  secret: "quotes the value that was given for a variable",
  reader: "is shown to another reader and not to the standard one"
};
function unstablePlaces(items, unsteady, allowances) {
  const secrets = items.flatMap(
    ({ kind, id, findings }) => findings.filter((finding) => finding.startsWith(SECRET_FINDING)).map((finding) => ({
      kind,
      id,
      field: finding.slice(SECRET_FINDING.length),
      why: "secret"
    }))
  );
  const found = [...unsteady, ...secrets].filter((place) => !isAllowed(place, allowances));
  const names2 = [
    ...new Set(found.map(({ kind, id, field }) => printable(`${kind}:${id ?? ""}:${field}`)))
  ];
  const [first] = found;
  if (first === void 0) return void 0;
  const listed3 = names2.slice(0, MAX_LISTED_NAMES);
  const rest = names2.length > listed3.length ? ` and ${names2.length - listed3.length} more` : "";
  const allowed = listed3.map((name) => `--allow-unstable ${quoteCommand([name])}`).join(" ");
  return new WitnessmarkError(
    "field-unstable",
    `${listed3.join(", ")}${rest}: ${[...new Set(found.map(({ why }) => WHY[why]))].join("; ")}`,
    `${found.every(({ why }) => why === "secret") ? "Give the bare name, which gets a placeholder (--env NAME)" : "Let the server give the same text each time"}, or leave it out of the comparison: ${allowed}`,
    { tryWith: allowed }
  );
}
function readingFindings({
  absent,
  noTools,
  noiseLines,
  transport
}) {
  const found = absent.filter(({ why }) => why === "not-offered").map(({ kind, why }) => ({ kind: null, id: null, finding: `${why}:${KIND_FACTS[kind].word}` }));
  if (noTools !== void 0) {
    found.push({ kind: null, id: null, finding: "no-tools" });
    if (noTools.variable !== void 0)
      found.push({ kind: null, id: null, finding: `missing-variable:${noTools.variable}` });
  }
  if (noiseLines > 0)
    found.push({
      kind: null,
      id: null,
      finding: transport === "stdio" ? "stdout-noise" : "stray-messages",
      count: noiseLines
    });
  return found;
}
function failureReport(settings2, error, dependencies, stderr) {
  if (!(error instanceof WitnessmarkError)) dependencies.onFault(error);
  const problem = problemOf(error);
  return {
    server: settings2.server,
    verdict: VERDICT_OF_CODE[problem.code],
    changes: [],
    conditions: [],
    findings: [],
    problem,
    ...stderr === void 0 || stderr === "" ? {} : { stderr }
  };
}
function withNotices(report, notices) {
  const { reading } = report;
  if (reading === void 0 || notices.length === 0) return report;
  return { ...report, reading: { ...reading, notices: [...reading.notices, ...notices] } };
}
function recordedProtocol(conditions) {
  const version = conditions?.get("protocol.negotiated");
  return typeof version === "string" ? version : void 0;
}
async function findBaseline(read) {
  let text2;
  try {
    const found = await read();
    if (found.kind === "missing") return found;
    ({ text: text2 } = found);
    return { kind: "baseline", ...parseBaselineFile(text2) };
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    if (text2 !== void 0) return { kind: "rejected", ...rejection(error, text2) };
    return { kind: "rejected", error, isReplaceable: NOT_COMMITTED.includes(error.code) };
  }
}
var NOT_COMMITTED = ["baseline-not-committed", "no-checkout"];
function rejection(error, text2) {
  if (error.code === "baseline-newer-format") return { error, isReplaceable: false };
  if (claimsFormat(text2)) return { error, isReplaceable: true };
  const hint = "Is it the right file? One that is no baseline is never overwritten: remove it first, then witnessmark mark.";
  const cause = { cause: error };
  return {
    error: new WitnessmarkError(error.code, error.message, hint, cause),
    isReplaceable: false
  };
}

// src/app/check.ts
async function check(settings2, dependencies) {
  let stderr;
  let server;
  let committed = {};
  try {
    const place = await dependencies.locate(settings2.workingDirectory, settings2.baselinePath);
    const { baselines, host, now, ci, meetStranger } = dependencies;
    const found = await findBaseline(
      () => ci ? baselines.readCommitted(place.baselinePath, place.checkout) : baselines.read(place.baselinePath, place.checkout)
    );
    if (found.kind === "baseline") committed = { committed: found.baseline };
    const recorded = found.kind === "baseline" ? found.baseline.conditions : void 0;
    server = dependencies.openServer({
      settings: settings2,
      place,
      host,
      now,
      recordedProtocol: recordedProtocol(recorded),
      onStderr: (text2) => stderr = text2
    });
    const reading = await server.readOnce();
    const { settled: settled2, standard } = atFirst(held(settings2, reading, found, now()), meetStranger);
    if (settled2 !== void 0) {
      const notices = ci ? [] : await uncommittedNotice(place, baselines);
      return { ...withNotices(settled2, notices), ...committed };
    }
    const steady = await server.readSteadily({ reading: reading.reading });
    const report = standard === void 0 ? held(settings2, steady, found, now()) : metByStranger(settings2, steady, found, now(), standard);
    return { ...report, ...committed };
  } catch (error) {
    return { ...failureReport(settings2, error, dependencies, stderr), ...committed };
  } finally {
    await server?.close();
  }
}
async function uncommittedNotice({ baselinePath, checkout }, { readCommitted }) {
  try {
    await readCommitted(baselinePath, checkout);
    return [];
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    return error.code === "baseline-not-committed" ? ["The baseline is not committed as it is here: in CI only the committed one counts."] : [];
  }
}
function atFirst(report, meetStranger) {
  if (report.verdict !== "match") return {};
  return meetStranger ? { standard: report } : { settled: report };
}
function metByStranger(settings2, steady, found, now, standard) {
  const shownToB = steady.onlyB.map(({ kind, id }) => ({
    kind,
    id,
    field: WHOLE_ITEM,
    why: "reader"
  }));
  const unsteady = [...steady.unsteady, ...shownToB];
  const report = held(settings2, { ...steady, unsteady }, found, now);
  if (report.problem?.code !== "baseline-inconsistent") return report;
  const wordsOf = ({ findings }) => findings.map(({ kind, id, finding }) => printable(`${kind ?? ""}:${id ?? ""} ${finding}`));
  const known = wordsOf(standard);
  const fresh = [...new Set(wordsOf(report))].filter((words) => !known.includes(words));
  const listed3 = fresh.slice(0, MAX_LISTED_NAMES);
  const rest = fresh.length > listed3.length ? ` and ${fresh.length - listed3.length} more` : "";
  const error = new WitnessmarkError(
    "baseline-inconsistent",
    listed3.length === 0 ? "the baseline records fields that depend on the reader, and they no longer do" : `the standard reader is shown what the baseline records, and another reader something else: ${listed3.join(", ")}${rest}`,
    "Find out by what the server tells its readers apart. If that is meant, record it: witnessmark mark"
  );
  return { ...report, problem: error.toProblem() };
}
function held(settings2, serverReading, found, now) {
  const known = found.kind === "baseline" ? found.baseline : { items: [] };
  const prepared = prepare(settings2, serverReading, known, now);
  if (prepared.unstable !== void 0) return failed(settings2, prepared, prepared.unstable);
  switch (found.kind) {
    case "missing":
      return failed(settings2, prepared, missing());
    case "rejected":
      return {
        ...failed(settings2, prepared, found.error),
        ...found.isReplaceable ? {} : { markRefuses: true }
      };
    case "baseline": {
      const judgement = judge(found.baseline, prepared.baseline, serverReading.capture.reads > 1);
      const common = {
        ...reportOf(settings2, prepared),
        baselineLines: found.lines,
        changes: [],
        conditions: []
      };
      switch (judgement.kind) {
        case "match":
          return { ...common, verdict: "match" };
        case "drift":
          return { ...common, verdict: "drift", changes: judgement.changes };
        case "incomparable":
          return {
            ...common,
            verdict: "incomparable",
            conditions: judgement.conditions,
            changes: judgement.changes
          };
        case "inconsistent":
          return { ...common, verdict: "unmarked", problem: judgement.problem };
      }
    }
  }
}
function failed(settings2, prepared, error) {
  return {
    ...reportOf(settings2, prepared),
    verdict: VERDICT_OF_CODE[error.code],
    changes: [],
    conditions: [],
    problem: error.toProblem()
  };
}
function reportOf({ server }, { reading, findings }) {
  return { server, reading, findings };
}
function missing() {
  return new WitnessmarkError(
    "baseline-missing",
    "there is no baseline",
    "Read the server and write one, then commit it: witnessmark mark"
  );
}

// src/core/profiles/profile.ts
var Refusal = class extends Error {
  code;
  constructor(code) {
    super(code);
    this.name = "Refusal";
    this.code = code;
  }
};
function digestOrRefusal(compute) {
  try {
    return { kind: "digest", digest: compute() };
  } catch (error) {
    if (error instanceof Refusal) return { kind: "refused", code: error.code };
    throw error;
  }
}

// src/core/profiles/text-form.ts
var JCS = {
  number: (text2) => JSON.stringify(finite(text2)),
  string: (text2) => JSON.stringify(text2),
  compareNames: compareCodeUnits,
  isDropped: () => false
};
function finite(text2) {
  const value = Number(text2);
  if (!Number.isFinite(value)) throw new Refusal("number-out-of-range");
  return value;
}
function write(node, form) {
  switch (node.kind) {
    case "literal":
      return String(node.value);
    case "number":
      return form.number(node.text);
    case "string":
      return form.string(node.value);
    case "array":
      return `[${node.items.map((item) => write(item, form)).join(",")}]`;
    case "object":
      return `{${lastMembers(node.members).filter(({ name }) => !form.isDropped(name)).sort((a, b) => form.compareNames(a.name, b.name)).map(({ name, value }) => `${form.string(name)}:${write(value, form)}`).join(",")}}`;
    case "skipped":
      throw new TypeError("a skipped container has no form");
  }
}
function lastMembers(members) {
  return [...new Map(members.map((member) => [member.name, member])).values()];
}
function given(tool2, name) {
  const value = membersNamed(tool2, name).at(-1)?.value;
  return value?.kind === "literal" && value.value === null ? void 0 : value;
}
function objectOr(value, otherwise) {
  return value?.kind === "object" ? value : otherwise;
}
function isFalsy(value) {
  if (value === void 0) return true;
  switch (value.kind) {
    case "literal":
      return value.value !== true;
    case "number":
      return Number(value.text) === 0;
    case "string":
      return value.value === "";
    case "array":
    case "object":
    case "skipped":
      return false;
  }
}

// src/core/profiles/agentavow.ts
var LABEL = "agentavow.mcp-tool-definition.v1";
var TRACE_LABEL = "trace.mcp-tool-definition.v1";
var MEMBERS = [
  "name",
  "title",
  "description",
  "inputSchema",
  "outputSchema",
  "annotations"
];
var MAX_LINES = 500;
var MAX_NAME = 128;
var KEPT_OF_NAME = 96;
var AGENTAVOW = [
  tool("agentavow.v1", LABEL),
  tool("trace.v1", TRACE_LABEL),
  {
    name: "agentavow.manifest",
    unit: "set",
    digestOf: (tools) => digestOrRefusal(() => {
      const lines3 = [...manifestLines(tools)].map(([key, digest2]) => `${key}=${digest2}`);
      return `sha256:${sha256Hex(lines3.sort(compareCodeUnits).join("\n"))}`;
    })
  }
];
function tool(name, label) {
  return { name, unit: "tool", digestOf: (node) => digestOrRefusal(() => digestOf2(node, label)) };
}
function digestOf2(node, label) {
  const members = MEMBERS.flatMap((name) => {
    const value = given(node, name);
    return value === void 0 ? [] : [[name, value]];
  });
  const hashed3 = objectNode([
    ["profile", stringNode(label)],
    ["tool", objectNode(members)]
  ]);
  return `sha256:${sha256Hex(write(hashed3, JCS))}`;
}
function manifestLines(tools) {
  const groups = /* @__PURE__ */ new Map();
  for (const node of tools) {
    const key = keyOf(nameOf(node));
    groups.set(key, [...groups.get(key) ?? [], digestOf2(node, LABEL)]);
  }
  if (groups.size > MAX_LINES) throw new Refusal("more-than-500-tools");
  return new Map([...groups].map(([key, digests2]) => [key, joined(digests2)]));
}
function joined(digests2) {
  const [only] = digests2;
  if (only !== void 0 && digests2.length === 1) return only;
  return `sha256:${sha256Hex([`${LABEL}.duplicates`, ...[...digests2].sort(compareCodeUnits)].join("\n"))}`;
}
function nameOf(node) {
  const name = given(node, "name");
  return name?.kind === "string" ? name.value : "";
}
function keyOf(name) {
  if (name === "") return "tool:unnamed";
  const escaped2 = [...Buffer.from(name, "utf8")].map(
    (byte) => byte >= 33 && byte <= 126 && byte !== 37 && byte !== 61 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`
  ).join("");
  return escaped2.length <= MAX_NAME ? `tool:${escaped2}` : `tool:${escaped2.slice(0, KEPT_OF_NAME)}~${sha256Hex(name, 16)}`;
}

// src/core/profiles/heldfast.ts
var HELDFAST = ["digest", "fingerprint"].map((reading) => ({
  name: `heldfast.${reading}`,
  unit: "tool",
  digestOf: (tool2) => digestOrRefusal(() => sha256Hex(write(hashed(tool2, reading), JCS)))
}));
function hashed(tool2, reading) {
  const empty = objectNode([]);
  const members = [
    ...["name", "title", "description"].map((name) => [name, text(given(tool2, name))]),
    ["input_schema", objectOr(schema(tool2, "input_schema", "inputSchema", reading), empty)],
    ["annotations", objectOr(given(tool2, "annotations"), empty)]
  ];
  const output = schema(tool2, "output_schema", "outputSchema", reading);
  if (output?.kind === "object" && output.members.length > 0)
    members.push(["output_schema", output]);
  const icons = given(tool2, "icons");
  if (icons?.kind === "array") {
    const kept = reading === "digest" ? icons.items : icons.items.filter(({ kind }) => kind === "object");
    if (kept.length > 0) members.push(["icons", arrayNode(kept)]);
  }
  return objectNode(members);
}
function schema(tool2, snake, camel, reading) {
  if (reading === "digest") return given(tool2, snake) ?? given(tool2, camel);
  const preferred = given(tool2, camel);
  return isFalsy(preferred) ? given(tool2, snake) : preferred;
}
function text(value) {
  if (value === void 0 || isFalsy(value)) return stringNode("");
  if (value.kind === "array" || value.kind === "object") throw new Refusal("not-a-text");
  return value.kind === "string" ? value : stringNode(write(value, JCS));
}

// src/core/profiles/mtl1.ts
var MTL1 = [
  {
    name: "mtl1.toolSet",
    unit: "set",
    digestOf: (tools) => digestOrRefusal(() => sri(toolSetText(tools)))
  }
];
function toolSetText(tools) {
  if (tools.length === 0) throw new Refusal("MTL-SUBJ-002");
  const hashed3 = tools.map((tool2) => ({ name: nameOf2(tool2), node: hashedTool(tool2) }));
  if (new Set(hashed3.map(({ name }) => name)).size !== hashed3.length)
    throw new Refusal("MTL-SUBJ-003");
  hashed3.sort((a, b) => compareCodeUnits(a.name, b.name));
  return write(arrayNode(hashed3.map(({ node }) => node)), JCS);
}
function nameOf2(tool2) {
  const name = given(tool2, "name");
  if (name?.kind !== "string" || name.value === "") throw new Refusal("MTL-SUBJ-001");
  return name.value;
}
function hashedTool(tool2) {
  refuseDuplicates(tool2);
  const description = given(tool2, "description");
  const output = given(tool2, "outputSchema");
  const hashed3 = objectNode([
    ["name", stringNode(nameOf2(tool2))],
    ["description", description?.kind === "string" ? description : stringNode("")],
    ["inputSchema", objectOr(given(tool2, "inputSchema"), objectNode([]))],
    ...output?.kind === "object" ? [["outputSchema", output]] : []
  ]);
  refuseUnsafe(hashed3);
  return hashed3;
}
function refuseDuplicates(node) {
  if (node.kind === "array") for (const item of node.items) refuseDuplicates(item);
  if (node.kind !== "object") return;
  if (new Set(node.members.map(({ name }) => name)).size !== node.members.length)
    throw new Refusal("duplicate-member");
  for (const { value } of node.members) refuseDuplicates(value);
}
function refuseUnsafe(node) {
  switch (node.kind) {
    case "number":
      if (!/^-?\d+$/.test(node.text) || !Number.isSafeInteger(Number(node.text)))
        throw new Refusal("MTL-NUM-001");
      break;
    case "string":
      if (!node.value.isWellFormed()) throw new Refusal("MTL-SUBJ-001");
      break;
    case "array":
      for (const item of node.items) refuseUnsafe(item);
      break;
    case "object":
      for (const { name, value } of node.members) {
        if (!name.isWellFormed()) throw new Refusal("MTL-SUBJ-001");
        refuseUnsafe(value);
      }
      break;
    case "literal":
    case "skipped":
      break;
  }
}
function sri(text2) {
  return base64(sha256Hex(text2));
}
function base64(hex) {
  return `sha256-${Buffer.from(hex, "hex").toString("base64")}`;
}

// src/core/profiles/rugsnare.ts
var MAX_INDEX = 2 ** 32 - 2;
var FORM = {
  ...JCS,
  // What no double holds becomes Infinity, and is written as null.
  number: (text2) => JSON.stringify(Number(text2)),
  compareNames: (a, b) => {
    const [left, right] = [indexOf(a), indexOf(b)];
    if (left !== void 0 && right !== void 0) return left - right;
    if (left !== void 0) return -1;
    return right === void 0 ? compareCodeUnits(a, b) : 1;
  },
  isDropped: (name) => name === "__proto__"
};
function indexOf(name) {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(name)) return void 0;
  const index = Number(name);
  return index <= MAX_INDEX ? index : void 0;
}
var RUGSNARE = [
  {
    name: "rugsnare.hash",
    unit: "tool",
    digestOf: (tool2) => digestOrRefusal(
      () => sha256Hex(
        write(
          objectNode([
            ["description", given(tool2, "description") ?? stringNode("")],
            ...schemaAndName(tool2)
          ]),
          FORM
        )
      )
    )
  },
  {
    name: "rugsnare.schemaHash",
    unit: "tool",
    digestOf: (tool2) => digestOrRefusal(() => sha256Hex(write(objectNode(schemaAndName(tool2)), FORM)))
  },
  {
    name: "rugsnare.proseHash",
    unit: "tool",
    digestOf: (tool2) => digestOrRefusal(() => {
      const description = given(tool2, "description") ?? stringNode("");
      if (description.kind !== "string") throw new Refusal("non-string-description");
      return sha256Hex(description.value);
    })
  }
];
function schemaAndName(tool2) {
  const name = given(tool2, "name");
  return [
    ["inputSchema", given(tool2, "inputSchema") ?? objectNode([])],
    ...name === void 0 ? [] : [["name", name]]
  ];
}

// src/core/profiles/trinity.ts
var FORM2 = {
  ...JCS,
  number: (text2) => /^-?\d+$/.test(text2) ? BigInt(text2).toString() : JSON.stringify(finite(text2)),
  string: (text2) => {
    if (!text2.isWellFormed()) throw new Refusal("jason-rejects-lone-surrogate");
    return JSON.stringify(text2).replace(
      /[\u0080-\u00a0]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
    );
  }
};
var TRINITY = [
  {
    name: "trinity.v1",
    unit: "tool",
    digestOf: (tool2) => digestOrRefusal(() => sha256Hex(write(hashed2(tool2), FORM2)))
  }
];
function hashed2(tool2) {
  const present = (name) => {
    const value = given(tool2, name);
    return value?.kind === "literal" && value.value === false ? void 0 : value;
  };
  return objectNode([
    ["version", { kind: "number", text: "1", start: -1, end: -1 }],
    ["name", textOf(given(tool2, "name"))],
    ["description", textOf(given(tool2, "description"))],
    ["inputSchema", present("inputSchema") ?? objectNode([["type", stringNode("object")]])],
    ["annotations", present("annotations") ?? objectNode([])]
  ]);
}
function textOf(value) {
  if (value === void 0) return stringNode("");
  if (value.kind === "array" || value.kind === "object") throw new Refusal("not-a-text");
  return value.kind === "string" ? value : stringNode(write(value, FORM2));
}

// src/core/profiles/all.ts
var PROFILES = [
  ...HELDFAST,
  ...MTL1,
  ...AGENTAVOW,
  ...RUGSNARE,
  ...TRINITY
];

// src/app/digests.ts
async function digests(source, profile, dependencies) {
  const profiles = chosen(profile);
  return digestsOf(
    source.kind === "text" ? toolsOf(source.text) : await readTools(source.settings, dependencies),
    profiles
  );
}
function digestsOf({ tools, isComplete }, profiles) {
  return {
    tools: tools.map((tool2) => ({
      name: stringMember(tool2, "name") ?? null,
      digests: profiles.flatMap(
        (each) => each.unit === "tool" ? [{ profile: each.name, ...ofObject(tool2, () => each.digestOf(tool2)) }] : []
      )
    })),
    set: profiles.flatMap((each) => {
      if (each.unit !== "set") return [];
      const odd = tools.find(({ kind }) => kind !== "object");
      const found = isComplete ? ofObject(odd, () => each.digestOf(tools)) : refused3("incomplete-list");
      return [{ profile: each.name, ...found }];
    })
  };
}
function withDigests(dependencies) {
  const last = /* @__PURE__ */ new Map();
  const kept = ({ server, surface }, found) => {
    if (quotesSecret(found)) last.delete(server);
    else last.set(server, toolListOf(found, surface));
    return found;
  };
  return {
    dependencies: {
      ...dependencies,
      openServer: (request) => {
        const { settings: settings2 } = request;
        const reader = dependencies.openServer(request);
        return {
          readOnce: async () => kept(settings2, await reader.readOnce()),
          readSteadily: async (first) => kept(settings2, await reader.readSteadily(first)),
          close: () => reader.close()
        };
      }
    },
    completed: (report) => {
      const found = last.get(report.server);
      if (found === void 0 || report.reading === void 0) return report;
      return { ...report, profiles: digestsOf(found, PROFILES) };
    }
  };
}
function quotesSecret({ items }) {
  return items.some(
    ({ findings }) => findings.some((finding) => finding.startsWith(SECRET_FINDING))
  );
}
function toolListOf({ reading }, surface) {
  const tools = reading.definitions.filter(({ kind }) => kind === "tool").map(({ text: text2 }) => parseJsonText(text2, { maxDepth: MAX_DEPTH }));
  return { tools, isComplete: surface.includes("tool") };
}
function ofObject(tool2, digest2) {
  return tool2 === void 0 || tool2.kind === "object" ? digest2() : refused3("not-an-object");
}
function refused3(code) {
  return { kind: "refused", code };
}
function chosen(name) {
  if (name === void 0) return PROFILES;
  const found = PROFILES.filter((each) => each.name === name || each.name.startsWith(`${name}.`));
  if (found.length > 0) return found;
  throw new WitnessmarkError(
    "bad-option-value",
    `profile takes the name of a system or of one of its digests, and ${printable(name)} is none`,
    `Names: ${PROFILES.map((each) => each.name).join(", ")}; or the part before the point.`
  );
}
async function readTools(settings2, { locate: locate2, openServer, host, now }) {
  const place = await locate2(settings2.workingDirectory, settings2.baselinePath);
  const server = openServer({ settings: settings2, place, host, now, onStderr: () => void 0 });
  try {
    const found = await server.readOnce();
    if (quotesSecret(found))
      throw new WitnessmarkError(
        "field-unstable",
        "a definition quotes the value that was given for a variable, and its digest would tell of it",
        "Give the bare name, which gets a placeholder: --env NAME"
      );
    return toolListOf(found, settings2.surface);
  } finally {
    await server.close();
  }
}
function toolsOf(text2) {
  const root = parsed(text2);
  if (root.kind === "array") return { tools: root.items, isComplete: true };
  const result = memberValue(root, "result") ?? root;
  const tools = memberValue(result, "tools");
  if (tools?.kind !== "array")
    throw badFile('holds neither an array nor an object with "tools" or with "result"');
  const cursor = memberValue(result, "nextCursor");
  const isComplete = cursor === void 0 || cursor.kind === "literal" && cursor.value === null;
  return { tools: tools.items, isComplete };
}
function parsed(text2) {
  if (text2.length > MAX_MESSAGE_BYTES || upperBoundOfValues(text2) > MAX_MESSAGE_VALUES)
    throw badFile("is larger than any list that a server may send");
  try {
    const plain = text2.replace(/^\uFEFF/, "");
    return parseJsonText(plain, { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw badFile(
      error.reason === "too-deep" ? "nests too deep" : `is not JSON at offset ${error.offset}`
    );
  }
}
function badFile(what) {
  return new WitnessmarkError(
    "bad-tools-file",
    `the file of --tools ${what}`,
    'Give a file with what a server answers to tools/list: {"tools": [...]}, the whole answer, or the array.'
  );
}

// src/app/baseline-reading.ts
async function readForBaseline(settings2, { openServer, host, now }, place, known, onStderr) {
  const server = openServer({
    settings: settings2,
    place,
    host,
    now,
    recordedProtocol: recordedProtocol(known.conditions),
    onStderr
  });
  try {
    const prepared = prepare(settings2, await server.readSteadily(), known, now());
    if (prepared.unstable !== void 0) throw prepared.unstable;
    return prepared;
  } finally {
    await server.close();
  }
}
function openNotices({ isolation, command }) {
  return isolation === "none" && command !== "" ? [
    "Read without isolation: the network and this machine’s files were within the server’s reach, so that another machine may read something else."
  ] : [];
}

// src/app/known-baseline.ts
async function openBaselineOf(place, { baselines }) {
  const found = await baselines.read(place.baselinePath, place.checkout);
  if (found.kind === "missing") return { items: [] };
  if (hasConflictMarkers(found.text) && claimsFormat(found.text)) {
    return { items: await conflictItems(found.text, place, baselines), isResolved: true };
  }
  try {
    return parseBaseline(found.text);
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    const rejected = rejection(error, found.text);
    if (rejected.isReplaceable) return { items: [] };
    throw rejected.error;
  }
}
async function conflictItems(text2, place, baselines) {
  const staged = await baselines.conflictSides(place.baselinePath);
  const sides = staged.length > 0 ? staged : [takeSide(text2, "ours"), takeSide(text2, "theirs")];
  const earliest = /* @__PURE__ */ new Map();
  for (const side of sides) {
    for (const [key, items] of byKey(itemsOfSide(side))) {
      const known = earliest.get(key) ?? [];
      const merged2 = items.map((item, index) => ({
        ...item,
        firstSeen: [item.firstSeen, known[index]?.firstSeen ?? item.firstSeen].sort()[0] ?? item.firstSeen
      }));
      earliest.set(key, [...merged2, ...known.slice(merged2.length)]);
    }
  }
  return [...earliest.values()].flat();
}
function byKey(items) {
  const groups = /* @__PURE__ */ new Map();
  for (const item of items) groups.set(itemKey(item), [...groups.get(itemKey(item)) ?? [], item]);
  return groups;
}
function itemsOfSide(text2) {
  try {
    return parseBaseline(text2).items;
  } catch (error) {
    if (error instanceof WitnessmarkError) return [];
    throw error;
  }
}
function takeSide(text2, side) {
  let where = "both";
  const kept = [];
  for (const line of text2.split("\n")) {
    if (/^<{7}(?: |\r?$)/.test(line)) where = "ours";
    else if (/^\|{7}(?: |\r?$)/.test(line)) where = "base";
    else if (/^={7}(?: |\r?$)/.test(line)) where = "theirs";
    else if (/^>{7}(?: |\r?$)/.test(line)) where = "both";
    else if (where === "both" || where === side) kept.push(line);
  }
  return kept.join("\n");
}

// src/app/mark.ts
async function mark(settings2, dependencies) {
  let stderr;
  try {
    const place = await dependencies.locate(settings2.workingDirectory, settings2.baselinePath);
    const known = await openBaselineOf(place, dependencies);
    const prepared = await readForBaseline(settings2, dependencies, place, known, (text2) => {
      stderr = text2;
    });
    const proposed = renderBaseline(prepared.baseline);
    const written = await dependencies.baselines.write(
      place.baselinePath,
      place.checkout,
      proposed
    );
    const report = {
      server: settings2.server,
      verdict: "match",
      changes: compareSurfaces(known.items, prepared.items),
      conditions: known.conditions === void 0 ? [] : differingConditions(known.conditions, prepared.baseline.conditions),
      findings: prepared.findings,
      reading: prepared.reading,
      written,
      isFirst: known.items.length === 0,
      isResolved: known.isResolved === true
    };
    return withNotices(report, openNotices(settings2));
  } catch (error) {
    return { ...failureReport(settings2, error, dependencies, stderr), isMark: true };
  }
}

// src/app/next.ts
function reportContext(settings2, program, currentDirectory) {
  const mask = maskOf(settings2);
  const baseline = mask(shownPath(settings2.baselinePath, currentDirectory));
  const options = settings2.given.map(([name, value]) => optionWords(name, mask(value))).join(" ");
  const start = quoteCommand(program);
  const variables = variableWords(settings2);
  const withOptions = (command) => `${start} ${command}${options === "" ? "" : ` ${options}`}`;
  return {
    baseline,
    commandLine: settings2.command === "" ? settings2.endpoint?.recorded ?? "" : quoteCommand([settings2.command, ...settings2.args].map(mask)),
    ...settings2.foundIn === void 0 ? {} : { foundIn: settings2.foundIn.join(", ") },
    ...settings2.passedOver === void 0 ? {} : { passedOver: settings2.passedOver },
    ...variables === void 0 ? {} : { variables },
    next: {
      check: withOptions("check"),
      mark: withOptions("mark"),
      diff: withOptions("diff"),
      accept: withOptions("diff --accept"),
      commit: `git add ${baseline.startsWith("-") ? "-- " : ""}${quoteCommand([baseline])} && git commit`
    }
  };
}
function variableWords({ env, foundIn }) {
  if (env.length === 0) return void 0;
  const words = env.map(
    ({ name, value }) => value === void 0 ? `${name} (placeholder)` : isPortTemplate(value) ? `${name}=${value}` : `${name} (value given)`
  );
  const isFound = foundIn !== void 0 && env.some(({ value }) => value === void 0);
  return `${words.join(", ")}${isFound ? "; names are taken from the file, values are not" : ""}`;
}
function maskOf({ env, endpoint }) {
  const named = env.flatMap(
    ({ name, value = "" }) => value === "" || endpoint !== void 0 && isPortTemplate(value) ? [] : [{ name, value }]
  );
  const headers = endpoint === void 0 ? [] : endpointSecrets(endpoint);
  const masks = [...named, ...headers.map((value) => ({ name: "HEADER", value }))].sort((a, b) => b.value.length - a.value.length).map(({ name, value }) => ({ finder: new SecretFinder([value]), standIn: `$${name}` }));
  return (text2) => masks.reduce((rest, { finder, standIn }) => finder.masked(rest, standIn), text2);
}
function optionWords(name, value) {
  if (value === "") return `--${name}`;
  const isReference = name === "header" || name === "url" && value === "$URL" || name === "env" && /^(\w+)=\$\1$/.test(value);
  const between = value.startsWith("-") ? "=" : " ";
  return `--${name}${between}${isReference ? `"${value}"` : quoteCommand([value])}`;
}

// src/app/servers.ts
import { join as join13 } from "node:path";

// src/app/configuration.ts
var CONFIGURATION2 = "witnessmark.config.json";
var MEMBERS2 = OPTION_SPECS.filter(({ inFile }) => inFile === true);
function parseConfiguration(text2) {
  const problems = [];
  const report = (offset, words) => void problems.push(`line ${lineAt(text2, offset)}: ${words}`);
  const servers = /* @__PURE__ */ new Map();
  const root = treeOf(text2);
  if (root.kind !== "object") report(root.start, "the file must be an object");
  else {
    refuseMembers(root, "", ["$schema", "servers"], report);
    const map = root.members.findLast(({ name }) => name === "servers")?.value;
    if (map?.kind !== "object" || map.members.length === 0)
      report(map?.start ?? root.start, "servers must be an object with one member for each server");
    else {
      if (map.members.length > MAX_SERVERS)
        report(map.start, `servers has more than ${MAX_SERVERS} members`);
      for (const { name, nameStart, value } of map.members.slice(0, MAX_SERVERS)) {
        const path = `servers.${printable(name)}`;
        if (!SERVER_NAME.test(name) || name === "config")
          report(nameStart, `${path}: a name is made of a-z, 0-9 and -, and is not config`);
        if (servers.has(name)) report(nameStart, `${path} stands there twice`);
        const options = serverOptions(value, path, report);
        servers.set(name, { line: lineAt(text2, nameStart), options });
      }
    }
  }
  if (problems.length > 0) throw malformed(problems);
  return new Map([...servers].sort(([a], [b]) => compareCodeUnits(a, b)));
}
function malformed(problems) {
  const listed3 = problems.slice(0, MAX_CONFIGURATION_PROBLEMS);
  const rest = problems.length - listed3.length;
  return new WitnessmarkError(
    "config-malformed",
    `${CONFIGURATION2} is not right: ${[...listed3, ...rest > 0 ? [`and ${rest} more`] : []].join("; ")}`,
    `Members of a server: ${MEMBERS2.map(({ name }) => name).join(", ")}. For example: {"servers": {"files": {"command": "node files/server.js"}}}`
  );
}
function treeOf(text2) {
  try {
    return parseJsonText(text2.replace(/^\u{FEFF}/u, " "), { maxDepth: MAX_CONFIGURATION_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const what = error.reason === "syntax" ? "this is not JSON" : "this nests too deep";
    throw malformed([`line ${lineAt(text2, error.offset)}: ${what}`]);
  }
}
function refuseMembers({ members }, path, known, report) {
  const seen2 = /* @__PURE__ */ new Set();
  for (const { name, nameStart } of members) {
    const place = `${path}${path === "" ? "" : "."}${printable(name)}`;
    if (!known.includes(name)) report(nameStart, `${place} is no member`);
    else if (seen2.has(name)) report(nameStart, `${place} stands there twice`);
    seen2.add(name);
  }
}
function serverOptions(node, path, report) {
  const options = /* @__PURE__ */ new Map();
  if (node.kind !== "object") {
    report(node.start, `${path} must be an object`);
    return options;
  }
  refuseMembers(
    node,
    path,
    MEMBERS2.map(({ name }) => name),
    report
  );
  for (const { name, value } of node.members) {
    const spec = MEMBERS2.find((member) => member.name === name);
    if (spec === void 0) continue;
    const entries = spec.type === "list" && value.kind === "array" ? value.items : [value];
    const texts = entries.flatMap((entry) => entry.kind === "string" ? [entry.value] : []);
    const isRightKind = spec.type === "list" ? value.kind === "array" : value.kind === "string";
    if (!isRightKind || texts.length !== entries.length)
      report(
        value.start,
        `${path}.${name} must be ${spec.type === "list" ? "an array of texts" : "a text"}`
      );
    else if (texts.some((text2) => trimAscii(text2) !== text2 || text2 === "" || /[\r\n]/.test(text2)))
      report(
        value.start,
        `${path}.${name} holds a text that is empty, of several lines, or has white space around it`
      );
    else if (texts.length > 0) options.set(name, texts.join("\n"));
  }
  return options;
}
function configurationChanges(before, after) {
  let left;
  let right;
  try {
    [left, right] = [parseConfiguration(before), parseConfiguration(after)];
  } catch (error) {
    if (error instanceof WitnessmarkError) return void 0;
    throw error;
  }
  const names2 = [.../* @__PURE__ */ new Set([...left.keys(), ...right.keys()])].sort(compareCodeUnits);
  const lines3 = names2.flatMap((name) => {
    const [old, now] = [left.get(name)?.options, right.get(name)?.options];
    if (old === void 0) return [`${name} added`];
    if (now === void 0) return [`${name} removed`];
    const moved = MEMBERS2.filter((member) => old.get(member.name) !== now.get(member.name));
    return moved.length === 0 ? [] : [`${name}: ${moved.map((member) => member.name).join(", ")}`];
  });
  const rest = lines3.length - MAX_LISTED_NAMES;
  return rest > 0 ? [...lines3.slice(0, MAX_LISTED_NAMES), `and ${rest} more`] : lines3;
}

// src/app/detected.ts
import { resolve as resolve3 } from "node:path";

// src/detect/declaration.ts
var NOTHING = { declarations: [], remarks: [] };
function variableNames(names2) {
  return [...new Set(names2.filter((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)))].sort();
}

// src/detect/json-source.ts
function parseJsonSource(text2, hasComments = false) {
  const plain = text2.replace(/^\u{FEFF}/u, "");
  try {
    const node = parseJsonText(hasComments ? withoutComments(plain) : plain, {
      maxDepth: MAX_DETECT_DEPTH
    });
    if (node.kind !== "object") return { kind: "unusable", why: "is not a JSON object" };
    if (hasDuplicates(node)) return { kind: "unusable", why: "has a member twice in one object" };
    return { kind: "object", node };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { kind: "unusable", why: "is not JSON" };
  }
}
function hasDuplicates(node) {
  if (node.kind === "array") return node.items.some(hasDuplicates);
  if (node.kind !== "object") return false;
  const { members } = node;
  return new Set(members.map(({ name }) => name)).size !== members.length || members.some(({ value }) => hasDuplicates(value));
}
function withoutComments(text2) {
  const strings2 = /("(?:[^"\\\n]|\\.)*")/;
  const pieces = text2.split(/("(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/)/);
  const bare = pieces.map((piece) => /^\/[/*]/.test(piece) ? " " : piece).join("");
  const parts = bare.split(strings2);
  return parts.map((part) => part.startsWith('"') ? part : part.replace(/,(\s*[}\]])/g, "$1")).join("");
}
function entriesOf(node, name) {
  const value = memberValue(node, name);
  return value?.kind === "object" ? value.members.map((each) => [each.name, each.value]) : [];
}
function itemsOf2(node, name) {
  const value = memberValue(node, name);
  return value?.kind === "array" ? value.items : [];
}
function stringsOf(node, name) {
  const value = memberValue(node, name);
  if (value === void 0) return [];
  if (value.kind !== "array") return void 0;
  const found = value.items.flatMap((item) => item.kind === "string" ? [item.value] : []);
  return found.length === value.items.length ? found : void 0;
}
function scalarOf(node) {
  if (node?.kind === "string") return node.value;
  if (node?.kind === "number") return node.text;
  return node?.kind === "literal" && node.value !== null ? String(node.value) : void 0;
}

// src/detect/bundle-manifest.ts
var INTERPRETERS2 = /* @__PURE__ */ new Map([
  ["node", ["node"]],
  ["python", ["python"]],
  ["uv", ["uv", "run"]],
  ["binary", []]
]);
function parseBundleManifest(text2) {
  const source = parseJsonSource(text2);
  if (source.kind === "unusable")
    return { declarations: [], remarks: [`manifest.json ${source.why}`] };
  const server = memberValue(source.node, "server");
  const isBundle = ["manifest_version", "dxt_version"].some(
    (name) => memberValue(source.node, name) !== void 0
  );
  if (server?.kind !== "object" || !isBundle) return NOTHING;
  const config = memberValue(server, "mcp_config");
  const fill = (word2) => filled(word2, entriesOf(source.node, "user_config"));
  const command = config === void 0 ? void 0 : stringMember(config, "command");
  const entry = stringMember(server, "entry_point");
  const interpreter = INTERPRETERS2.get(stringMember(server, "type") ?? "");
  if (config !== void 0 && command !== void 0) {
    const args = stringsOf(config, "args");
    if (args === void 0)
      return { declarations: [], remarks: ["manifest.json has arguments that are no strings"] };
    const variables = variableNames(entriesOf(config, "env").map(([name]) => name));
    const words2 = [command, ...args].map(fill);
    const place2 = "manifest.json (mcp_config)";
    return {
      declarations: [{ source: place2, words: words2, variables, isEntryOnly: false }],
      remarks: []
    };
  }
  if (entry === void 0 || interpreter === void 0)
    return { declarations: [], remarks: ["manifest.json says not how to start the server"] };
  const words = [...interpreter, entry].map(fill);
  const place = "manifest.json (entry_point)";
  return {
    declarations: [{ source: place, words, variables: [], isEntryOnly: true }],
    remarks: []
  };
}
function filled(word2, asked) {
  return word2.replace(/\$\{__dirname\}(?:\/|$)/g, (match) => match.endsWith("/") ? "" : ".").replaceAll("${/}", "/").replace(/\$\{user_config\.([\w-]+)\}/g, (match, name) => {
    const option = asked.find(([each]) => each === name)?.[1];
    if (option === void 0) return match;
    const byDefault = scalarOf(memberValue(option, "default"));
    if (byDefault !== void 0 && !byDefault.includes("${")) return byDefault;
    const isPlace = ["directory", "file"].includes(stringMember(option, "type") ?? "");
    return isPlace ? "." : "placeholder";
  });
}

// node_modules/smol-toml/dist/error.js
function getLineColFromPtr(string, ptr) {
  let lines3 = string.slice(0, ptr).split(/\r?\n/);
  return [lines3.length, lines3.pop().length + 1];
}
function makeCodeBlock(string, line, column) {
  let lines3 = string.split(/\r?\n/);
  let codeblock = "";
  let numberLen = (Math.log10(line + 1) | 0) + 1;
  for (let i = line - 1; i <= line + 1; i++) {
    let l = lines3[i - 1];
    if (!l)
      continue;
    codeblock += i.toString().padEnd(numberLen, " ");
    codeblock += ":  ";
    codeblock += l;
    codeblock += "\n";
    if (i === line) {
      codeblock += " ".repeat(numberLen + column + 2);
      codeblock += "^\n";
    }
  }
  return codeblock;
}
var TomlError = class _TomlError extends Error {
  line;
  column;
  codeblock;
  constructor(message, options) {
    const [line, column] = getLineColFromPtr(options.toml, options.ptr);
    const codeblock = makeCodeBlock(options.toml, line, column);
    super(`Invalid TOML document: ${message}

${codeblock}`, options);
    this.line = line;
    this.column = column;
    this.codeblock = codeblock;
  }
  /** @internal */
  static x(message, ctx, ptr) {
    throw new _TomlError(message, { toml: ctx.s, ptr: ptr ?? ctx.p });
  }
};

// node_modules/smol-toml/dist/primitive.js
function parseString(ctx) {
  let startPtr = ctx.p;
  let c = ctx.s.charCodeAt(ctx.p++);
  let first = c;
  let isLiteral = c === 39;
  let isMultiline = c === ctx.s.charCodeAt(ctx.p) && c === ctx.s.charCodeAt(ctx.p + 1);
  if (isMultiline) {
    if ((c = ctx.s.charCodeAt(ctx.p += 2)) === 10)
      ctx.p++;
    else if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10)
      ctx.p += 2;
  }
  let parsed2 = "";
  let sliceStart = ctx.p;
  let state = 0;
  for (; ctx.p < ctx.s.length; ctx.p++) {
    c = ctx.s.charCodeAt(ctx.p);
    if (isMultiline && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10)) {
      state = state && 3;
    } else if (c < 32 && c !== 9 || c === 127) {
      TomlError.x("control characters are not allowed in strings", ctx);
    } else if ((!state || state === 3) && c === first && (!isMultiline || ctx.s.charCodeAt(ctx.p + 1) === first && ctx.s.charCodeAt(ctx.p + 2) === first)) {
      if (isMultiline) {
        if (ctx.s.charCodeAt(ctx.p + 3) === first)
          ctx.p++;
        if (ctx.s.charCodeAt(ctx.p + 3) === first)
          ctx.p++;
      }
      if (!state) {
        let s = ctx.s.slice(sliceStart, ctx.p);
        parsed2 = parsed2 ? parsed2 + s : s;
      }
      ctx.p += isMultiline ? 3 : 1;
      return parsed2;
    } else if (!state) {
      if (!isLiteral && c === 92) {
        parsed2 += ctx.s.slice(sliceStart, sliceStart = ctx.p);
        state = 1;
      }
    } else if (state === 1) {
      if (c === 120 || c === 117 || c === 85) {
        let errPtr = ctx.p++ - 1;
        let value = 0;
        let len = c === 120 ? 2 : c === 117 ? 4 : 8;
        for (let j = 0; j < len; j++, ctx.p++) {
          let hex = ctx.s.charCodeAt(ctx.p);
          let digit = (
            /* 0-9 */
            hex >= 48 && hex <= 57 ? hex - 48 : (
              /* A-F */
              hex >= 65 && hex <= 70 ? hex - 65 + 10 : (
                /* a-f */
                hex >= 97 && hex <= 102 ? hex - 97 + 10 : -1
              )
            )
          );
          if (digit < 0)
            TomlError.x("invalid non-hex character in unicode escape", ctx);
          value = value << 4 | digit;
        }
        if (value < 0 || value > 1114111 || value >= 55296 && value <= 57343) {
          TomlError.x("invalid unicode escape", ctx, errPtr);
        }
        parsed2 += String.fromCodePoint(value);
        sliceStart = ctx.p--;
        state = 0;
      } else if (isMultiline && (c === 32 || c === 9)) {
        state = 2;
      } else {
        if (c === 98)
          parsed2 += "\b";
        else if (c === 116)
          parsed2 += "	";
        else if (c === 110)
          parsed2 += "\n";
        else if (c === 102)
          parsed2 += "\f";
        else if (c === 114)
          parsed2 += "\r";
        else if (c === 101)
          parsed2 += "\x1B";
        else if (c === 34)
          parsed2 += '"';
        else if (c === 92)
          parsed2 += "\\";
        else
          TomlError.x("unrecognised escape sequence", ctx);
        sliceStart = ctx.p + 1;
        state = 0;
      }
    } else if (c !== 32 && c !== 9) {
      if (state === 2)
        TomlError.x("invalid escape: only line-ending whitespace may be escaped", ctx, sliceStart);
      state = !isLiteral && c === 92 ? 1 : 0;
      sliceStart = ctx.p;
    }
  }
  TomlError.x("unfinished string", ctx, startPtr);
}

// node_modules/smol-toml/dist/date.js
var DATE_TIME_RE = /^(\d{4}-\d{2}-\d{2})?[Tt ]?(?:(\d{2}):\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|z|[-+]\d{2}:\d{2})?$/i;
var TomlDate = class _TomlDate extends Date {
  #hasDate = false;
  #hasTime = false;
  #offset = null;
  constructor(date, fasttype, unsafeDelim) {
    let hasDate = true;
    let hasTime = true;
    let offset = "Z";
    let c;
    if (typeof date === "string") {
      if (fasttype)
        prep: {
          if (fasttype < 3) {
            if (+date.slice(11, 13) > 23) {
              date = "";
              break prep;
            }
            if (fasttype === 2) {
              offset = null;
              date += "Z";
            } else if ((c = date.charCodeAt(date.length - 1)) !== 90 && c !== 122) {
              offset = date.slice(date.length - 6);
            }
            if (unsafeDelim)
              date = date.slice(0, 10) + "T" + date.slice(11);
          } else if (fasttype === 4) {
            date = +date.slice(0, 2) > 23 ? "" : `0000-01-01T${date}Z`;
          }
          hasDate = fasttype !== 4;
          hasTime = fasttype !== 3;
        }
      else {
        let match = date.match(DATE_TIME_RE);
        if (match) {
          if (!match[1]) {
            hasDate = false;
            date = `0000-01-01T${date}`;
          }
          hasTime = !!match[2];
          hasTime && date[10] === " " && (date = date.replace(" ", "T"));
          if (match[2] && +match[2] > 23) {
            date = "";
          } else {
            offset = match[3] || null;
            if (!offset && hasTime)
              date += "Z";
          }
        } else {
          date = "";
        }
      }
    }
    super(date);
    if (!isNaN(this.getTime())) {
      this.#hasDate = hasDate;
      this.#hasTime = hasTime;
      this.#offset = offset;
    }
  }
  isDateTime() {
    return this.#hasDate && this.#hasTime;
  }
  isLocal() {
    return !this.#hasDate || !this.#hasTime || !this.#offset;
  }
  isDate() {
    return this.#hasDate && !this.#hasTime;
  }
  isTime() {
    return this.#hasTime && !this.#hasDate;
  }
  isValid() {
    return this.#hasDate || this.#hasTime;
  }
  toISOString() {
    let iso = super.toISOString();
    if (this.isDate())
      return iso.slice(0, 10);
    if (this.isTime())
      return iso.slice(11, 23);
    if (this.#offset === null)
      return iso.slice(0, -1);
    if (this.#offset === "Z" || this.#offset === "z")
      return iso;
    let offset = +this.#offset.slice(1, 3) * 60 + +this.#offset.slice(4, 6);
    offset = this.#offset[0] === "-" ? offset : -offset;
    let offsetDate = new Date(this.getTime() - offset * 6e4);
    return offsetDate.toISOString().slice(0, -1) + this.#offset;
  }
  static wrapAsOffsetDateTime(jsDate, offset = "Z") {
    let date = new _TomlDate(jsDate);
    date.#offset = offset;
    return date;
  }
  static wrapAsLocalDateTime(jsDate) {
    let date = new _TomlDate(jsDate);
    date.#offset = null;
    return date;
  }
  static wrapAsLocalDate(jsDate) {
    let date = new _TomlDate(jsDate);
    date.#hasTime = false;
    date.#offset = null;
    return date;
  }
  static wrapAsLocalTime(jsDate) {
    let date = new _TomlDate(jsDate);
    date.#hasDate = false;
    date.#offset = null;
    return date;
  }
};

// node_modules/smol-toml/dist/extract.js
function isDigit(char, base = 10) {
  return base === 16 ? char > 47 && char < 58 || char > 64 && char < 71 || char > 96 && char < 103 : char > 47 && char < 48 + base;
}
function isEndOfValue(char, delim) {
  return char === 32 || char === 9 || char === 10 || char === 13 || // Structure end or next value delimiter
  delim && (char === delim || char === 44) || // Comment
  char === 35;
}
function extractValue(ctx, end) {
  let errPtr = ctx.p;
  let c = ctx.s.charCodeAt(ctx.p);
  if (c === 91 || c === 123) {
    ctx.d-- || TomlError.x("document contains excessively nested structures. aborting.", ctx);
    let value = c === 91 ? parseArray(ctx) : parseInlineTable(ctx);
    ctx.d++;
    return value;
  }
  if (c === 34 || c === 39) {
    return parseString(ctx);
  }
  if (c === 116) {
    if (ctx.s.charCodeAt(++ctx.p) !== 114 || ctx.s.charCodeAt(++ctx.p) !== 117 || ctx.s.charCodeAt(++ctx.p) !== 101)
      TomlError.x("invalid value", ctx, errPtr);
    return ctx.p++, true;
  }
  if (c === 102) {
    if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 108 || ctx.s.charCodeAt(++ctx.p) !== 115 || ctx.s.charCodeAt(++ctx.p) !== 101)
      TomlError.x("invalid value", ctx, errPtr);
    return ctx.p++, false;
  }
  if (c === 43 || c === 45) {
    return parseNumber(ctx, ctx.p, ctx.s.charCodeAt(++ctx.p), 44 - c, end);
  }
  if (ctx.s.charCodeAt(ctx.p + 4) === 45 && ctx.s.charCodeAt(ctx.p + 7) === 45) {
    return parseDate(ctx, c, end);
  }
  if (ctx.s.charCodeAt(ctx.p + 2) === 58) {
    return parseTime(ctx, c, end);
  }
  return parseNumber(ctx, ctx.p, c, 0, end);
}
function parseNumber(ctx, startPtr, startChr, sign, endChr) {
  let c = startChr;
  let state = 0;
  let hasUnderscores = false;
  if (c === 105) {
    if (ctx.s.charCodeAt(++ctx.p) !== 110 || ctx.s.charCodeAt(++ctx.p) !== 102)
      TomlError.x("invalid value", ctx, startPtr);
    return ctx.p++, (sign || 1) / 0;
  }
  if (c === 110) {
    if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 110)
      TomlError.x("invalid value", ctx, startPtr);
    return ctx.p++, NaN;
  }
  if (c === 48) {
    if (++ctx.p >= ctx.s.length || isEndOfValue(c = ctx.s.charCodeAt(ctx.p), endChr))
      return ctx.bi === true ? 0n : 0;
    if (!sign) {
      if (c === 120)
        return parseIntegerBaseN(ctx, startPtr, 16, endChr);
      else if (c === 98)
        return parseIntegerBaseN(ctx, startPtr, 2, endChr);
      else if (c === 111)
        return parseIntegerBaseN(ctx, startPtr, 8, endChr);
    }
    if (c === 46)
      state = 2;
    else if (c === 101 || c === 69)
      state = 4;
    else
      TomlError.x("illegal leading zero", ctx, startPtr);
  } else if (!isDigit(c))
    TomlError.x("invalid value", ctx, startPtr);
  while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) {
    if (!state)
      state = 1;
    if (c === 95) {
      if (!(state & 1))
        TomlError.x("illegal underscore", ctx);
      state += 11;
      hasUnderscores = true;
    } else if (state === 1 && c === 46)
      state = 2;
    else if ((state === 1 || state === 3) && (c === 101 || c === 69))
      state = 4;
    else if (state === 4 && (c === 43 || c === 45)) {
      state = 6;
    } else if (!isDigit(c))
      TomlError.x(`illegal character in numeric literal`, ctx);
    else if (state > 9)
      state -= 11;
    else if (!(state & 1))
      state++;
  }
  if (!state) {
    let val = (startChr - 48) * (sign || 1);
    return ctx.bi === true ? BigInt(val) : val;
  }
  if (!(state & 1))
    TomlError.x("unfinished numeric value", ctx, startPtr);
  let str = ctx.s.slice(startPtr, ctx.p);
  if (hasUnderscores)
    str = str.replaceAll("_", "");
  return state > 1 ? parseFloat(str) : parseInteger(ctx, str, 10, startPtr);
}
function parseIntegerBaseN(ctx, startPtr, base, endChr) {
  let c, underscore = 1;
  while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) {
    if (c === 95) {
      if (underscore & 1)
        TomlError.x("illegal underscore", ctx);
      underscore = 3;
    } else if (!isDigit(c, base))
      TomlError.x(`illegal character in numeric literal`, ctx);
    else if (underscore & 1)
      underscore--;
  }
  if (underscore & 1)
    TomlError.x("unfinished numeric value", ctx);
  let str = ctx.s.slice(startPtr + 2, ctx.p);
  if (underscore)
    str = str.replaceAll("_", "");
  return parseInteger(ctx, str, base, startPtr);
}
function parseInteger(ctx, str, base, startPtr) {
  if (ctx.bi !== true)
    int: {
      let val = parseInt(str, base);
      if (!Number.isSafeInteger(val)) {
        if (ctx.bi)
          break int;
        TomlError.x("integer value cannot be represented losslessly", ctx, startPtr);
      }
      return val;
    }
  return base === 10 ? BigInt(str) : BigInt((base === 2 ? "0b" : base === 8 ? "0o" : "0x") + str);
}
function parseDate(ctx, c, endChr) {
  let startPtr = ctx.p++, unsafeSeparator;
  if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++))) {
    return parseNumber(ctx, ctx.p = startPtr, c, 0, endChr);
  }
  ctx.p += 5;
  if (!isDigit(ctx.s.charCodeAt(ctx.p++)))
    TomlError.x("invalid date-time: date part is malformed", ctx, startPtr);
  if (ctx.p >= ctx.s.length || ((c = ctx.s.charCodeAt(ctx.p)) !== 32 || (unsafeSeparator = true, !isDigit(ctx.s.charCodeAt(ctx.p + 1)))) && c !== 84 && c !== 116) {
    let t2 = ctx.s.slice(startPtr, ctx.p);
    return readDate(ctx, t2, 3, false, startPtr);
  }
  if (ctx.s.charCodeAt(ctx.p += 3) !== 58)
    TomlError.x("invalid date-time: time part is malformed", ctx, startPtr);
  if (ctx.s.charCodeAt(ctx.p += 3) === 58)
    ctx.p += 3;
  if (ctx.s.charCodeAt(ctx.p) === 46)
    while (isDigit(ctx.s.charCodeAt(++ctx.p)))
      ;
  if (c = ctx.s.charCodeAt(ctx.p)) {
    if (c === 90 || c === 122) {
      let t2 = ctx.s.slice(startPtr, ++ctx.p);
      return readDate(ctx, t2, 1, unsafeSeparator, startPtr, "[+00:00]");
    }
    if (c === 43 || c === 45) {
      let t2 = ctx.s.slice(startPtr, ctx.p += 6);
      return readDate(ctx, t2, 1, unsafeSeparator, startPtr, !ctx.ld && "[" + ctx.s.slice(ctx.p - 6, ctx.p) + "]");
    }
  }
  let t = ctx.s.slice(startPtr, ctx.p);
  return readDate(ctx, t, 2, unsafeSeparator, startPtr);
}
function parseTime(ctx, c, endChr) {
  let start = ctx.p;
  if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(++ctx.p))) {
    return parseNumber(ctx, --ctx.p, c, 0, endChr);
  }
  if (ctx.s.charCodeAt(ctx.p += 4) === 58)
    ctx.p += 3;
  if (ctx.s.charCodeAt(ctx.p) === 46)
    while (isDigit(ctx.s.charCodeAt(++ctx.p)))
      ;
  let t = ctx.s.slice(start, ctx.p);
  return readDate(ctx, t, 4, false, start);
}
function readDate(ctx, str, type, unsafeDelim, errPtr, temporalSuffix) {
  if (ctx.ld) {
    let date = new TomlDate(str, type, unsafeDelim);
    if (!date.isValid())
      TomlError.x("invalid date", ctx, errPtr);
    return date;
  }
  try {
    if (temporalSuffix)
      str += temporalSuffix;
    switch (type) {
      case 1:
        return Temporal.ZonedDateTime.from(str);
      case 2:
        return Temporal.PlainDateTime.from(str);
      case 3:
        return Temporal.PlainDate.from(str);
      case 4:
        return Temporal.PlainTime.from(str);
    }
  } catch (e) {
    TomlError.x(e instanceof Error ? e.message : "" + e, ctx, errPtr);
  }
}

// node_modules/smol-toml/dist/util.js
function skipComment(ctx) {
  for (; ctx.p < ctx.s.length; ctx.p++) {
    let c = ctx.s.charCodeAt(ctx.p);
    if (c === 10)
      break;
    if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) {
      ctx.p++;
      break;
    }
    if (c < 32 && c !== 9 || c === 127) {
      TomlError.x("control characters are not allowed in comments", ctx);
    }
  }
}
function skipVoid(ctx, banNewLines, banComments) {
  let c;
  while (ctx.p < ctx.s.length) {
    while (ctx.p < ctx.s.length && ((c = ctx.s.charCodeAt(ctx.p)) === 32 || c === 9 || !banNewLines && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10)))
      ctx.p++;
    if (banComments || c !== 35)
      break;
    skipComment(ctx);
  }
}

// node_modules/smol-toml/dist/struct.js
function parseKey(ctx, end = 61) {
  let startPtr;
  let state = 0;
  let parsed2 = [];
  let sliceStart;
  let c = ctx.s.charCodeAt(startPtr = ctx.p);
  do {
    if (c === end) {
      if (!state)
        TomlError.x("unexpected end of key", ctx);
      if (state === 1)
        parsed2.push(ctx.s.slice(sliceStart, ctx.p));
      return ctx.p++, parsed2;
    } else if (c === 46) {
      if (!state)
        TomlError.x("illegal empty bare key", ctx);
      if (state === 1)
        parsed2.push(ctx.s.slice(sliceStart, ctx.p));
      state = 0;
    } else if (!state && (c === 34 || c === 39)) {
      if (c === ctx.s.charCodeAt(ctx.p + 1) && c === ctx.s.charCodeAt(ctx.p + 2))
        TomlError.x("illegal quoted key: multiline strings are not allowed", ctx);
      parsed2.push(parseString(ctx));
      state = 2;
      ctx.p--;
    } else if (c === 32 || c === 9) {
      if (state === 1) {
        parsed2.push(ctx.s.slice(sliceStart, ctx.p));
        state = 2;
      }
    } else if (state === 2 || c < 48 && c !== 45 || c > 57 && c < 65 || c > 90 && c < 97 && c !== 95 || c > 122) {
      TomlError.x("illegal character in key", ctx);
    } else if (!state) {
      state = 1;
      sliceStart = ctx.p;
    }
  } while (c = ctx.s.charCodeAt(++ctx.p));
  TomlError.x("incomplete key-value: cannot find end of key", ctx, startPtr);
}
function parseInlineTable(ctx) {
  let startPtr = ctx.p++;
  let res = /* @__PURE__ */ Object.create(null);
  let seen2 = /* @__PURE__ */ new Set();
  let c;
  while (ctx.p < ctx.s.length) {
    skipVoid(ctx);
    if ((c = ctx.s.charCodeAt(ctx.p)) === 125) {
      ctx.p++;
      return res;
    }
    let k;
    let t = res;
    let hasOwn = false;
    let errPtr = ctx.p;
    let key = parseKey(ctx);
    for (let i = 0; i < key.length; i++) {
      if (i)
        t = hasOwn ? t[k] : t[k] = /* @__PURE__ */ Object.create(null);
      k = key[i];
      if ((hasOwn = Object.hasOwn(t, k)) && (typeof t[k] !== "object" || seen2.has(t[k]))) {
        TomlError.x("trying to redefine an already defined value", ctx, errPtr);
      }
      let unsafe = k === "__proto__";
      if (ctx.uk && (unsafe || k === "constructor")) {
        t = ctx.uk !== 1 && TomlError.x("document contains an unsafe property", ctx, errPtr);
        break;
      }
      if (!hasOwn && unsafe) {
        Object.defineProperty(t, k, { enumerable: true, configurable: true, writable: true });
      }
    }
    if (hasOwn) {
      TomlError.x("trying to redefine an already defined value", ctx, errPtr);
    }
    skipVoid(ctx, true, true);
    let value = extractValue(
      ctx,
      125
      /* } */
    );
    if (t && typeof (t[k] = value) === "object")
      seen2.add(value);
    skipVoid(ctx);
    if ((c = ctx.s.charCodeAt(ctx.p++)) === 125) {
      return res;
    }
    if (c !== 44)
      TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
  }
  TomlError.x("unfinished table", ctx, startPtr);
}
function parseArray(ctx) {
  let startPtr = ctx.p++;
  let res = [];
  let c;
  while (ctx.p < ctx.s.length) {
    skipVoid(ctx);
    if ((c = ctx.s.charCodeAt(ctx.p)) === 93) {
      ctx.p++;
      return res;
    }
    res.push(extractValue(
      ctx,
      93
      /* ] */
    ));
    skipVoid(ctx);
    if ((c = ctx.s.charCodeAt(ctx.p++)) === 93) {
      return res;
    }
    if (c !== 44)
      TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
  }
  TomlError.x("unfinished array", ctx, startPtr);
}

// node_modules/smol-toml/dist/parse.js
function peekTable(ctx, key, table, meta, type) {
  let t = table;
  let m = meta;
  let k;
  let hasOwn = false;
  let state;
  for (let i = 0; i < key.length; i++) {
    if (i) {
      t = hasOwn ? t[k] : t[k] = /* @__PURE__ */ Object.create(null);
      m = (state = m[k]).c;
      if (type === 0 && (state.t === 1 || state.t === 2)) {
        return null;
      }
      if (state.t === 2) {
        let l = t.length - 1;
        t = t[l];
        m = m[l].c;
      }
    }
    k = key[i];
    if ((hasOwn = Object.hasOwn(t, k)) && m[k]?.t === 0 && m[k]?.d) {
      return null;
    }
    if (!hasOwn) {
      let unsafe = k === "__proto__";
      if (ctx.uk && (unsafe || k === "constructor"))
        return false;
      if (unsafe) {
        Object.defineProperty(t, k, { enumerable: true, configurable: true, writable: true });
        Object.defineProperty(m, k, { enumerable: true, configurable: true, writable: true });
      }
      m[k] = {
        t: i < key.length - 1 && type === 2 ? 3 : type,
        d: false,
        i: 0,
        c: /* @__PURE__ */ Object.create(null)
      };
    }
  }
  state = m[k];
  if (state.t !== type && !(type === 1 && state.t === 3)) {
    return null;
  }
  if (type === 2) {
    if (!state.d) {
      state.d = true;
      t[k] = [];
    }
    t[k].push(t = /* @__PURE__ */ Object.create(null));
    state.c[state.i++] = state = { t: 1, d: false, i: 0, c: /* @__PURE__ */ Object.create(null) };
  }
  if (state.d) {
    return null;
  }
  state.d = true;
  if (type === 1) {
    t = hasOwn ? t[k] : t[k] = /* @__PURE__ */ Object.create(null);
  } else if (type === 0 && hasOwn) {
    return null;
  }
  return [k, t, state.c];
}
function validateTablePeek(ctx, peek, ptr) {
  if (peek === null || ctx.uk === 2)
    TomlError.x(peek === null ? "trying to redefine an already defined table or value" : "document contains an unsafe property", ctx, ptr);
}
function parse(toml, options = {}) {
  let ctx = {
    s: toml,
    p: 0,
    d: options.maxDepth ?? 1e3,
    bi: options.integersAsBigInt ?? false,
    ld: options.useLegacyDate ?? true,
    uk: options.unsafeKeyBehaviour === "throw" ? 2 : options.unsafeKeyBehaviour === "drop" ? 1 : 0
  };
  let res = /* @__PURE__ */ Object.create(null);
  let meta = /* @__PURE__ */ Object.create(null);
  let tmp;
  let skipping = false;
  let tbl = res;
  let m = meta;
  if (toml.charCodeAt(0) === 65279)
    ctx.p++;
  skipVoid(ctx);
  while (ctx.p < toml.length) {
    if (toml.charCodeAt(ctx.p) === 91) {
      let isTableArray = toml.charCodeAt(++ctx.p) === 91;
      tmp = ctx.p += +isTableArray;
      skipping = false;
      let k = parseKey(
        ctx,
        93
        /* ] */
      );
      if (isTableArray) {
        if (toml.charCodeAt(ctx.p) !== 93) {
          TomlError.x("expected end of table array declaration", ctx);
        }
        ctx.p++;
      }
      let p = peekTable(
        ctx,
        k,
        res,
        meta,
        isTableArray ? 2 : 1
        /* Type.EXPLICIT */
      );
      if (!p) {
        validateTablePeek(ctx, p, tmp);
        skipping = true;
      } else {
        m = p[2];
        tbl = p[1];
      }
    } else {
      tmp = ctx.p;
      let k = parseKey(ctx);
      let p = peekTable(
        ctx,
        k,
        tbl,
        m,
        0
        /* Type.DOTTED */
      );
      if (!p && !skipping)
        validateTablePeek(ctx, p, tmp);
      skipVoid(ctx, true, true);
      let v = extractValue(ctx, void 0);
      if (p && !skipping)
        p[1][p[0]] = v;
    }
    skipVoid(ctx, true);
    if (ctx.p < toml.length && (tmp = toml.charCodeAt(ctx.p)) !== 10 && (tmp !== 13 || toml.charCodeAt(ctx.p + 1) !== 10)) {
      TomlError.x("each key-value declaration must be followed by an end-of-line", ctx);
    }
    skipVoid(ctx);
  }
  return res;
}

// node_modules/smol-toml/dist/stringify.js
var HAS_WELLFORMED = !!"".isWellFormed;

// src/detect/pyproject.ts
var NO_PYTHON = { pythonName: "", pythonScripts: [], hasSdk: false };
function parsePythonFacts(text2) {
  const document = parseToml(text2);
  if (document === void 0) return void 0;
  const project = tableOf(document, "project");
  const poetry = tableOf(tableOf(document, "tool"), "poetry");
  const needed = [
    ...strings(project["dependencies"]),
    ...Object.values(tableOf(project, "optional-dependencies")).flatMap(strings),
    ...Object.keys(tableOf(poetry, "dependencies"))
  ];
  const scripts = { ...tableOf(poetry, "scripts"), ...tableOf(project, "scripts") };
  return {
    pythonName: [project["name"], poetry["name"]].find((name) => typeof name === "string") ?? "",
    pythonScripts: Object.keys(scripts).sort(),
    hasSdk: needed.some((each) => /^(?:mcp|fastmcp)(?![\w.-])/i.test(each.trim()))
  };
}
function parsePyproject(text2) {
  const facts = parsePythonFacts(text2);
  if (facts === void 0) return { declarations: [], remarks: ["pyproject.toml is not TOML"] };
  if (!facts.hasSdk) return NOTHING;
  const { pythonName, pythonScripts } = facts;
  const named = pythonScripts.filter((name) => name === pythonName);
  const spoken = pythonScripts.filter((name) => name.includes("mcp"));
  const chosen2 = [named, spoken, pythonScripts].find((names2) => names2.length > 0) ?? [];
  return {
    declarations: chosen2.map((name) => ({
      source: pythonScripts.length === 1 ? "pyproject.toml (scripts)" : `pyproject.toml (scripts ${printable(name)})`,
      words: ["uv", "run", name],
      variables: [],
      isEntryOnly: true
    })),
    remarks: chosen2.length > 0 ? [] : ["pyproject.toml depends on mcp and has no scripts"]
  };
}
function parseToml(text2) {
  try {
    return parse(text2);
  } catch {
    return void 0;
  }
}
function tableOf(table, name) {
  const value = Object.hasOwn(table, name) ? table[name] : void 0;
  return isTable(value) ? value : {};
}
function isTable(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
function strings(value) {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

// src/detect/cargo.ts
var SDKS = ["rmcp", "rust-mcp-sdk", "mcp-server", "pmcp"];
function parseCargoFacts(text2) {
  const document = parseToml(text2);
  if (document === void 0) return void 0;
  const name = tableOf(document, "package")["name"];
  const declared = document["bin"];
  const named = (Array.isArray(declared) ? declared : []).filter(isTable).map((bin) => bin["name"]).filter((each) => typeof each === "string");
  const bins = named.length > 0 ? named : typeof name === "string" ? [name] : [];
  const needed = Object.keys(tableOf(document, "dependencies"));
  return { bins: [...bins].sort(), hasSdk: SDKS.some((sdk) => needed.includes(sdk)) };
}
function parseCargo(text2) {
  const facts = parseCargoFacts(text2);
  if (facts === void 0) return { declarations: [], remarks: ["Cargo.toml is not TOML"] };
  if (!facts.hasSdk) return NOTHING;
  return {
    declarations: facts.bins.map((name) => ({
      source: "Cargo.toml",
      words: ["cargo", "run", "--bin", name],
      variables: [],
      isEntryOnly: true
    })),
    remarks: []
  };
}

// src/detect/client-file.ts
var CLIENT_FILES = [
  [".mcp.json", "mcpServers"],
  ["mcp.json", "mcpServers"],
  [".vscode/mcp.json", "servers"],
  [".cursor/mcp.json", "mcpServers"],
  [".gemini/settings.json", "mcpServers"],
  [".kiro/settings/mcp.json", "mcpServers"],
  [".roo/mcp.json", "mcpServers"],
  [".amazonq/mcp.json", "mcpServers"]
];
var HERE = /^\$\{(?:workspaceFolder|workspaceRoot|CLAUDE_PROJECT_DIR|PWD)(?::-\.)?\}(?:\/|$)/;
function parseClientFile(path, member, text2) {
  const source = parseJsonSource(text2, true);
  if (source.kind === "unusable") return { declarations: [], remarks: [`${path} ${source.why}`] };
  const declarations = [];
  const remarks = [];
  for (const [name, entry] of entriesOf(source.node, member)) {
    const place = `${path} (${printable(name)})`;
    const command = stringMember(entry, "command");
    const args = stringsOf(entry, "args");
    const directory = stringMember(entry, "cwd") ?? ".";
    if (command === void 0) remarks.push(`${place} has no command`);
    else if (args === void 0) remarks.push(`${place} has arguments that are no strings`);
    else if (![".", "./", ""].includes(fromHere(directory)))
      remarks.push(`${place} starts in another directory`);
    else if (scalarOf(memberValue(entry, "disabled")) !== "true")
      declarations.push({
        source: place,
        words: [command, ...args].map(fromHere),
        variables: variableNames(entriesOf(entry, "env").map(([variable]) => variable)),
        isEntryOnly: false
      });
  }
  return { declarations, remarks };
}
function fromHere(word2) {
  if (!HERE.test(word2)) return word2;
  const rest = word2.replace(HERE, "");
  return rest === "" ? "." : rest;
}

// src/detect/go-mod.ts
var SDK = /^\s*(?:require\s+)?github\.com\/(?:modelcontextprotocol\/go-sdk|mark3labs\/mcp-go|metoro-io\/mcp-golang)\s+v/m;
function goModuleName(text2) {
  const path = /^module\s+"?([^\s"]+)/m.exec(text2)?.[1] ?? "";
  return path.replace(/\/v\d+$/, "").split("/").at(-1) ?? "";
}
function parseGoMod(text2, hasMain, commandDirectories) {
  if (!SDK.test(text2)) return NOTHING;
  const programs = hasMain ? ["."] : commandDirectories.map((name) => `./cmd/${name}`);
  return {
    declarations: programs.map((program) => ({
      source: "go.mod",
      words: ["go", "run", program],
      variables: [],
      isEntryOnly: true
    })),
    remarks: programs.length > 0 ? [] : ["go.mod requires an MCP SDK, and there is no main.go"]
  };
}

// src/detect/package-json.ts
var SDKS2 = [
  "@modelcontextprotocol/sdk",
  "@modelcontextprotocol/server",
  "fastmcp",
  "mcp-framework",
  "mcp-handler",
  "tmcp",
  "xmcp"
];
var NO_PACKAGE = {
  packageName: "",
  bins: /* @__PURE__ */ new Map(),
  scripts: /* @__PURE__ */ new Map(),
  hasSdk: false,
  dependencies: [],
  main: ""
};
function parsePackageFacts(text2) {
  const source = parseJsonSource(text2);
  if (source.kind === "unusable") return void 0;
  const { node } = source;
  const named = ["dependencies", "devDependencies", "peerDependencies"].flatMap(
    (member) => entriesOf(node, member).map(([name]) => name)
  );
  return {
    packageName: stringMember(node, "name") ?? "",
    bins: binsOf(node),
    scripts: new Map(textEntries(node, "scripts")),
    hasSdk: SDKS2.some((sdk) => named.includes(sdk)),
    dependencies: entriesOf(node, "dependencies").map(([name]) => name),
    main: stringMember(node, "main") ?? ""
  };
}
function textEntries(node, member) {
  return entriesOf(node, member).flatMap(
    ([name, value]) => value.kind === "string" ? [[name, value.value]] : []
  );
}
function binsOf(node) {
  const bin = memberValue(node, "bin");
  if (bin?.kind === "string")
    return /* @__PURE__ */ new Map([[(stringMember(node, "name") ?? "").replace(/^@[^/]*\//, ""), bin.value]]);
  return new Map(textEntries(node, "bin"));
}
function parsePackageJson(text2) {
  const facts = parsePackageFacts(text2);
  if (facts === void 0)
    return {
      declarations: [],
      remarks: ["package.json is not a JSON object with each member once"]
    };
  if (!facts.hasSdk) return NOTHING;
  const { packageName, bins, scripts, main } = facts;
  const declare = (member, words) => ({
    source: `package.json (${member})`,
    words,
    variables: [],
    isEntryOnly: true
  });
  if (bins.size > 0)
    return {
      declarations: chosenBins(packageName, bins).map(
        ([name, file]) => declare(bins.size === 1 ? "bin" : `bin ${printable(name)}`, startOf(file))
      ),
      remarks: []
    };
  const start = plainWords(scripts.get("start") ?? "");
  if (start !== void 0) return { declarations: [declare("start", start)], remarks: [] };
  if (main !== "") return { declarations: [declare("main", startOf(main))], remarks: [] };
  return {
    declarations: [],
    remarks: ["package.json depends on an MCP SDK and has no bin, main or plain start script"]
  };
}
function startOf(file) {
  return /\.[cm]?js$|(?:^|\/)[^./]+$/.test(file) ? ["node", file] : [file];
}
function chosenBins(packageName, bins) {
  const own = packageName.replace(/^@[^/]*\//, "");
  const named = [...bins].filter(([name]) => name === own);
  if (named.length > 0) return named;
  const spoken = [...bins].filter(([name]) => name.includes("mcp"));
  return spoken.length > 0 ? spoken : [...bins];
}
function plainWords(script) {
  if (!/^[\w@%+:,./= -]+$/.test(script)) return void 0;
  const words = script.split(" ").filter((word2) => word2 !== "");
  const [first = ""] = words;
  return words.length < 2 || first.includes("=") ? void 0 : words;
}

// src/detect/local-command.ts
var INTERPRETERS3 = /* @__PURE__ */ new Set([
  ...["node", "nodejs", "deno", "bun", "tsx", "ts-node"],
  ...["python", "python3", "ruby", "php", "java", "dotnet", "perl"]
]);
var SHELLS = /* @__PURE__ */ new Set([
  ...["sh", "bash", "zsh", "dash", "fish", "cmd", "cmd.exe", "powershell", "pwsh", "env", "sudo"]
]);
var FETCHERS2 = /* @__PURE__ */ new Set(["docker", "podman", "dnx", "curl", "wget"]);
function localCommand(words, project, view) {
  const problem = unsafeWords(words);
  if (problem !== void 0) return refused4(problem);
  return withEntry(resolved(words, project, view, 0), view);
}
function refused4(why, instead) {
  return { kind: "refused", why, ...instead === void 0 ? {} : { instead } };
}
function unsafeWords(words) {
  const [program = ""] = words;
  if (program === "") return "it names no program";
  if (words.some(isHidden)) return "it holds a character that nobody sees";
  if (/[\s|&;<>()`$*?"'\\]/.test(program) || words.some((word2) => /^(?:\|\|?|&&?|;|\d?>>?.*|<)$/.test(word2)))
    return "it is a line for a shell";
  if (SHELLS.has(nameOf3(program))) return "it starts a shell";
  if (words.some((word2) => word2.includes("${")))
    return "an argument of it stands for something else";
  const values = words.map((word2) => word2.replace(/^--?[\w-]+=/, ""));
  if (values.some((value) => /^(?:\/|[A-Za-z]:[\\/])/.test(value)))
    return "it names an absolute path, which another clone does not have";
  if (values.some((value) => value.startsWith("~") || value.split(/[\\/]/).includes("..")))
    return "it names a place outside the checkout";
  return void 0;
}
function isHidden(word2) {
  const bare = word2.replaceAll("\\", "");
  return printable(bare, MAX_DETECT_WORD) !== bare;
}
function nameOf3(program) {
  return program.split("/").at(-1) ?? "";
}
function resolved(words, project, view, depth) {
  const [program = "", ...rest] = words;
  if (FETCHERS2.has(program)) return refused4(`${program} fetches what it starts`);
  const node = nodeRunner(words);
  if (node !== void 0) return fromPackage(node, project, view);
  const script = scriptOf2(words);
  if (script !== void 0) {
    const plain = plainWords(project.scripts.get(script.name) ?? "");
    if (plain === void 0 || depth > 0)
      return refused4(`the script ${printable(script.name)} is a line for a shell, or not there`);
    const problem = unsafeWords(plain);
    return problem === void 0 ? resolved([...plain, ...script.rest], project, view, depth + 1) : refused4(problem);
  }
  const python = pythonRunner(words);
  if (python !== void 0) return fromPython(python, project, view);
  if (program === "go" && rest[0] === "run") return fromGo(rest.slice(1), project, view);
  if (program === "cargo" && rest[0] === "run") return fromCargo(rest.slice(1), project, view);
  if (program === "dotnet" && (rest[0] === "run" || rest[0] === "watch"))
    return refused4("dotnet run builds at start", {
      line: "dotnet publish -o out",
      words: ["dotnet", "out/NAME.dll"]
    });
  if (/^(?:mvn|gradle|\.?\/?gradlew|\.?\/?mvnw|make|just)$/.test(program))
    return refused4(`${nameOf3(program)} builds at start`);
  if (project.pythonScripts.includes(program)) return fromPython([program, ...rest], project, view);
  if (["tsx", "ts-node"].includes(program) && view.isFile(`node_modules/.bin/${program}`))
    return { kind: "words", words: [`node_modules/.bin/${program}`, ...rest] };
  if (project.bins.has(program) && !INTERPRETERS3.has(program))
    return { kind: "words", words: [...startOf(project.bins.get(program) ?? ""), ...rest] };
  return { kind: "words", words };
}
function nodeRunner(words) {
  const [program = "", second = ""] = words;
  const skipped = ["npx", "bunx", "pnpx"].includes(program) ? 1 : program === "npm" && ["exec", "x"].includes(second) || program === "pnpm" && ["dlx", "exec"].includes(second) || program === "yarn" && ["dlx", "exec"].includes(second) || program === "bun" && second === "x" ? 2 : 0;
  if (skipped === 0) return void 0;
  const rest = words.slice(skipped);
  const at = rest.findIndex(
    (word2) => !["-y", "--yes", "-q", "--quiet", "--bun", "--"].includes(word2)
  );
  return at < 0 ? [] : rest.slice(at);
}
function fromPackage([spec = "", ...rest], project, view) {
  if (spec === "" || spec.startsWith("-")) return refused4("it downloads what it starts");
  const name = spec.replace(/^(@?[^@]+)@.*$/, "$1");
  if (name === project.packageName || project.bins.has(name)) {
    const short = name.replace(/^@[^/]*\//, "");
    const file = project.bins.get(short) ?? (project.bins.size === 1 ? [...project.bins.values()][0] : void 0);
    if (file !== void 0)
      return { kind: "words", words: [...startOf(file), ...rest], isOwn: true };
  }
  if (name === ".") return refused4("it asks npx for a directory");
  const command = installedCommand(name, view);
  if (command !== void 0) return { kind: "words", words: [command, ...rest] };
  return refused4(`${printable(spec)} is downloaded at start, and is not installed here`, {
    line: `npm install --save-dev ${printable(name)}`,
    words: [`node_modules/.bin/${name.replace(/^@[^/]*\//, "")}`, ...rest]
  });
}
function installedCommand(name, view) {
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name) || name.includes("..")) return void 0;
  const short = name.replace(/^@[^/]*\//, "");
  const text2 = view.text(`node_modules/${name}/package.json`);
  const bins = text2 === void 0 ? void 0 : parsePackageFacts(text2)?.bins;
  const bin = bins?.has(short) === true ? short : [...bins?.keys() ?? [short]][0];
  if (bin === void 0 || !/^[\w.-]+$/.test(bin)) return void 0;
  const command = `node_modules/.bin/${bin}`;
  return view.isFile(command) ? command : void 0;
}
function scriptOf2(words) {
  const [program = "", second = "", third = "", ...rest] = words;
  if (!["npm", "pnpm", "yarn", "bun"].includes(program)) return void 0;
  const bare = words.filter((word2) => !["--silent", "-s", "--"].includes(word2));
  if (second === "start") return { name: "start", rest: bare.slice(2) };
  if (second === "run" && !/\.[cm]?[jt]sx?$/.test(third))
    return { name: bare[2] ?? "", rest: bare.slice(3) };
  return program === "bun" || rest.length > 100 ? void 0 : { name: second, rest: bare.slice(2) };
}
function pythonRunner(words) {
  const [program = "", second = "", third = ""] = words;
  const skipped = program === "uvx" ? 1 : program === "uv" && second === "tool" && third === "run" ? 3 : ["uv", "pipx", "poetry", "pdm", "hatch", "rye"].includes(program) && second === "run" || program === "uv" ? 2 : 0;
  if (skipped === 0) return void 0;
  const rest = program === "uv" ? words.slice(1).filter((word2) => word2 !== "tool") : words.slice(1);
  const found = [];
  let isOption = true;
  for (let at = 0; at < rest.length; at += 1) {
    const word2 = rest[at] ?? "";
    if (isOption && found.length === 0 && word2 === "run") continue;
    if (isOption && ["--directory", "--project", "--from", "--with", "--python", "-p", "--spec"].includes(word2)) {
      if (["--directory", "--project"].includes(word2) && rest[at + 1] !== ".") return [];
      at += 1;
    } else if (isOption && word2.startsWith("-")) continue;
    else {
      isOption = false;
      found.push(word2);
    }
  }
  return found;
}
var ENVIRONMENTS = [".venv", "venv"];
function fromPython([spec = "", ...rest], project, view) {
  if (spec === "") return refused4("it starts in another directory, or names nothing to start");
  const bare = spec.replace(/(?:@|==|\[).*$/, "");
  const isOwnProject = bare === project.pythonName && project.pythonName !== "";
  const script = project.pythonScripts.includes(bare) ? bare : isOwnProject && project.pythonScripts.length === 1 ? project.pythonScripts[0] ?? bare : bare;
  const isFile2 = script.endsWith(".py");
  const isPython = /^python3?$/.test(script);
  const program = isFile2 ? "python" : script;
  const words = isFile2 ? [script, ...rest] : rest;
  const isOwn = isFile2 || isPython || project.pythonScripts.includes(script);
  const place = ENVIRONMENTS.map((name) => `${name}/bin/${program}`).find(
    (each) => view.isFile(each)
  );
  if (place !== void 0) return { kind: "words", words: [place, ...words], isOwn };
  const make = environmentLine(view);
  if (isOwn && make !== void 0)
    return { kind: "local", words: [`.venv/bin/${program}`, ...words], isOwn, build: make };
  if (isOwn) return { kind: "words", words: [program, ...words], isOwn };
  return refused4(`${printable(spec)} is downloaded at start, and is not installed here`, {
    line: `python -m venv .venv && .venv/bin/pip install ${printable(bare)}`,
    words: [`.venv/bin/${bare}`, ...rest]
  });
}
function environmentLine(view) {
  if (view.isFile("uv.lock")) return "uv sync";
  if (view.isFile("poetry.lock")) return "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install";
  return void 0;
}
function fromGo(args, project, view) {
  const at = args.findIndex((word2) => !word2.startsWith("-"));
  const program = at < 0 ? "." : args[at] ?? ".";
  const rest = at < 0 ? [] : args.slice(at + 1);
  if (program.includes("@")) return refused4("go run fetches what it starts");
  const isRoot = program === "." || program === "./" || program.endsWith(".go");
  const name = isRoot ? project.goModule : program.replace(/\/+$/, "").split("/").at(-1) ?? "";
  if (name === "") return refused4("go run builds at start");
  const built = [`bin/${name}`, name, `build/${name}`, `dist/${name}`].find(
    (path) => view.isFile(path)
  );
  if (built !== void 0)
    return {
      kind: "words",
      words: [built.includes("/") ? built : `./${built}`, ...rest],
      isOwn: true
    };
  const line = `go build -o bin/${name} ${isRoot ? "." : program}`;
  return { kind: "local", words: [`bin/${name}`, ...rest], isOwn: true, build: line };
}
function fromCargo(args, project, view) {
  const at = args.indexOf("--bin");
  const end = args.indexOf("--");
  const name = at >= 0 ? args[at + 1] ?? "" : project.cargoBins.length === 1 ? project.cargoBins[0] ?? "" : "";
  if (!/^[\w-]+$/.test(name)) return refused4("cargo run builds at start, and it does not say what");
  const rest = end < 0 ? [] : args.slice(end + 1);
  const built = [`target/release/${name}`, `target/debug/${name}`].find(
    (path) => view.isFile(path)
  );
  if (built !== void 0) return { kind: "words", words: [built, ...rest], isOwn: true };
  const line = "cargo build --release";
  return { kind: "local", words: [`target/release/${name}`, ...rest], isOwn: true, build: line };
}
function withEntry(step, view) {
  if (step.kind === "refused") return step;
  if (step.kind === "local") {
    const found = unsafeWords(step.words);
    return found === void 0 ? step : refused4(found);
  }
  const words = step.words.map(
    (word2) => word2.replace(/^(?:\.\/)+(?=[^/]*\/|[^/]*\.[cm]?[jt]sx?$|[^/]*\.py$)/, "")
  );
  const problem = unsafeWords(words);
  if (problem !== void 0) return refused4(problem);
  const [program = "", ...rest] = words;
  const isInterpreter = INTERPRETERS3.has(nameOf3(program));
  const isPath = program.includes("/");
  const entry = isInterpreter ? rest.find((word2) => !word2.startsWith("-") && word2 !== "run") : isPath ? program : void 0;
  const isModule = isInterpreter && rest[0] === "-m";
  if (step.isOwn === true && (entry === void 0 || isModule))
    return { kind: "local", words, isOwn: true };
  if (entry === void 0 || isModule)
    return isModule ? { kind: "local", words, isOwn: true } : refused4(`${printable(program)} is no file of this repository`);
  if (isPath && isInterpreter && !view.isFile(program))
    return { kind: "local", words, isOwn: true, build: "install the dependencies" };
  const isOwn = step.isOwn === true || !/(?:^|\/)node_modules\//.test(entry);
  if (isThere(entry, view)) return { kind: "local", words, isOwn };
  const build = step.build ?? "build it first";
  return { kind: "local", words, isOwn, build };
}
function isThere(entry, view) {
  return [entry, `${entry}.js`, `${entry}/index.js`].some((path) => view.isFile(path));
}

// src/detect/server-json.ts
var RUNNERS = /* @__PURE__ */ new Map([
  ["npm", ["npx", "-y"]],
  ["pypi", ["uvx"]],
  ["nuget", ["dnx"]],
  ["oci", ["docker", "run", "-i", "--rm"]]
]);
function parseServerJson(text2) {
  const source = parseJsonSource(text2);
  if (source.kind === "unusable")
    return { declarations: [], remarks: [`server.json ${source.why}`] };
  const declarations = [];
  const remarks = [];
  for (const entry of itemsOf2(source.node, "packages")) {
    const registry = stringMember(entry, "registryType") ?? stringMember(entry, "registry_type");
    const identifier = stringMember(entry, "identifier") ?? stringMember(entry, "name") ?? "";
    const place = `server.json (${printable(registry ?? "package")} ${printable(identifier)})`;
    const transport = memberValue(entry, "transport");
    const speaks = transport === void 0 ? "stdio" : stringMember(transport, "type") ?? "stdio";
    const runner = RUNNERS.get(registry ?? "npm");
    if (speaks !== "stdio")
      remarks.push(`${place} speaks ${printable(speaks)}: that takes command and url`);
    else if (runner === void 0 || identifier === "")
      remarks.push(`${place} cannot be started from the checkout`);
    else
      declarations.push({
        source: place,
        words: [
          ...runner,
          ...argumentsOf(entry, "runtimeArguments").filter((word2) => word2 !== "-y"),
          identifier,
          ...argumentsOf(entry, "packageArguments")
        ],
        variables: variableNames(itemsOf2(entry, "environmentVariables").flatMap(neededVariable)),
        isEntryOnly: false
      });
  }
  return { declarations, remarks };
}
function neededVariable(entry) {
  const isOptional = scalarOf(memberValue(entry, "isRequired")) === "false" || memberValue(entry, "default") !== void 0;
  return isOptional ? [] : [stringMember(entry, "name") ?? ""];
}
function argumentsOf(entry, name) {
  return itemsOf2(entry, name).flatMap((argument) => {
    const fixed = scalarOf(memberValue(argument, "value"));
    const isRequired = scalarOf(memberValue(argument, "isRequired")) === "true";
    if (fixed === void 0 && !isRequired) return [];
    const isPath = stringMember(argument, "format") === "filepath";
    const value = fixed ?? scalarOf(memberValue(argument, "default")) ?? (isPath ? "." : "placeholder");
    const isNamed = stringMember(argument, "type") === "named";
    const flag = stringMember(argument, "name") ?? "";
    if (!isNamed) return [value];
    return scalarOf(memberValue(argument, "format")) === "boolean" ? [flag] : [flag, value];
  });
}

// src/detect/smithery.ts
function parseSmithery(text2) {
  const remark = /^\s*commandFunction\s*:/m.test(text2) ? "smithery.yaml says in JavaScript how to start the server, and that is not evaluated" : "smithery.yaml names no command";
  return { declarations: [], remarks: [remark] };
}

// src/detect/find.ts
var SOURCES = [
  "server.json",
  ...CLIENT_FILES.map(([path]) => path),
  "package.json",
  "manifest.json",
  "pyproject.toml",
  "go.mod",
  "Cargo.toml",
  "smithery.yaml"
];
function findServers(view) {
  const project = projectOf(view);
  const read = (path, parse2) => {
    const text2 = view.text(path);
    return text2 === void 0 ? NOTHING : parse2(text2);
  };
  const findings = [
    read("server.json", parseServerJson),
    ...CLIENT_FILES.map(
      ([path, member]) => read(path, (text2) => parseClientFile(path, member, text2))
    ),
    read("package.json", parsePackageJson),
    read("manifest.json", parseBundleManifest),
    read("pyproject.toml", parsePyproject),
    read("go.mod", (text2) => parseGoMod(text2, view.isFile("main.go"), view.names("cmd"))),
    read("Cargo.toml", parseCargo),
    read("smithery.yaml", parseSmithery)
  ];
  const declarations = findings.flatMap((each) => each.declarations);
  const located = declarations.map((declaration) => ({
    declaration,
    command: localCommand(declaration.words, project, view)
  }));
  const own = located.filter(isUsable).filter(({ command }) => command.isOwn);
  const beside = located.filter(isUsable).filter(({ command }) => !command.isOwn);
  const usable = own.length > 0 ? own : beside;
  return {
    candidates: usable.length > 0 ? merged(usable, buildLine(view, project)) : installedServers(view),
    refusals: located.flatMap(
      ({ declaration, command }) => command.kind === "refused" ? [refusalOf(declaration, command)] : []
    ),
    remarks: findings.flatMap((each) => each.remarks)
  };
}
function isUsable(located) {
  return located.command.kind === "local";
}
function refusalOf({ source }, command) {
  const { why, instead } = command;
  return { source, why, ...instead === void 0 ? {} : { instead } };
}
function projectOf(view) {
  const text2 = (path) => view.text(path) ?? "";
  const { packageName, bins, scripts } = parsePackageFacts(text2("package.json")) ?? NO_PACKAGE;
  const { pythonName, pythonScripts } = parsePythonFacts(text2("pyproject.toml")) ?? NO_PYTHON;
  return {
    packageName,
    bins,
    scripts,
    pythonName,
    pythonScripts,
    goModule: goModuleName(text2("go.mod")),
    cargoBins: parseCargoFacts(text2("Cargo.toml"))?.bins ?? []
  };
}
function buildLine(view, { scripts }) {
  const manager = view.isFile("pnpm-lock.yaml") ? "pnpm" : view.isFile("yarn.lock") ? "yarn" : view.isFile("bun.lock") || view.isFile("bun.lockb") ? "bun" : "npm";
  return scripts.has("build") ? `${manager} run build` : "build it first";
}
function merged(usable, byDefault) {
  const groups = /* @__PURE__ */ new Map();
  for (const { declaration, command } of usable) {
    const key = JSON.stringify(command.words);
    const known = groups.get(key);
    const build = command.build === "build it first" ? byDefault : command.build;
    groups.set(key, {
      words: command.words,
      variables: variableNames([...known?.variables ?? [], ...declaration.variables]),
      sources: [...known?.sources ?? [], declaration.source],
      isEntryOnly: (known?.isEntryOnly ?? true) && declaration.isEntryOnly,
      ...build === void 0 ? {} : { build }
    });
  }
  const all = [...groups.values()];
  const fuller = (short) => all.filter(
    (long) => !long.isEntryOnly && long.words.length > short.words.length && short.words.every((word2, index) => long.words[index] === word2)
  );
  return all.filter((each) => !each.isEntryOnly || fuller(each).length !== 1).map(({ words, variables, sources, build }) => ({
    words,
    variables,
    sources: [
      ...sources,
      ...all.filter(
        (short) => short.isEntryOnly && fuller(short).some((long) => long.words === words)
      ).filter((short) => fuller(short).length === 1).flatMap((short) => short.sources)
    ],
    ...build === void 0 ? {} : { build }
  }));
}
function installedServers(view) {
  const facts = parsePackageFacts(view.text("package.json") ?? "");
  if (facts === void 0 || facts.bins.size > 0) return [];
  return [...facts.dependencies].sort(compareCodeUnits).flatMap((name) => {
    if (!/server|mcp/.test(name) || !/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name)) return [];
    const text2 = view.text(`node_modules/${name}/package.json`);
    const installed = text2 === void 0 ? void 0 : parsePackageFacts(text2);
    const command = installed?.hasSdk === true ? installedCommand(name, view) : void 0;
    if (command === void 0) return [];
    return [{ words: [command], variables: [], sources: [`package.json (dependency ${name})`] }];
  });
}
function serverDirectories(view) {
  return ["packages", "servers", "apps", "src"].flatMap(
    (parent) => view.names(parent).map((name) => `${parent}/${name}`).filter((directory) => SOURCES.some((source) => view.isFile(`${directory}/${source}`)))
  );
}

// src/detect/view.ts
import { lstatSync as lstatSync4, readdirSync as readdirSync5, readFileSync as readFileSync2, realpathSync as realpathSync5, statSync as statSync2 } from "node:fs";
import { isAbsolute as isAbsolute6, join as join12, relative as relative7 } from "node:path";
function viewCheckout(workingDirectory, checkout) {
  const unread = /* @__PURE__ */ new Map();
  const realInside = (path) => {
    try {
      const real = realpathSync5(join12(workingDirectory, path));
      const below = relative7(checkout, real);
      return below.startsWith("..") || isAbsolute6(below) ? void 0 : real;
    } catch {
      return void 0;
    }
  };
  return {
    isFile: (path) => {
      const place = realInside(path) ?? (/^\.?venv\/bin\/python3?$/.test(path) ? join12(workingDirectory, path) : void 0);
      return place !== void 0 && isRegular(place);
    },
    text: (path) => {
      const place = join12(workingDirectory, path);
      const found = lstatSync4(place, { throwIfNoEntry: false });
      if (found === void 0) return void 0;
      if (realInside(path) === void 0) unread.set(path, "leads out of the checkout");
      else if (found.isSymbolicLink()) unread.set(path, "is a link, and links are not followed");
      else if (!found.isFile()) unread.set(path, "is not a regular file");
      else if (found.size > MAX_DETECT_FILE_BYTES)
        unread.set(path, `is larger than ${MAX_DETECT_FILE_BYTES / 1024} KiB`);
      else return readText(place, () => unread.set(path, "cannot be read"));
      return void 0;
    },
    names: (path) => {
      const real = realInside(path);
      if (real === void 0) return [];
      try {
        return readdirSync5(real).sort().slice(0, MAX_DETECT_NAMES);
      } catch {
        return [];
      }
    },
    unread: () => [...unread].map(([path, why]) => `${path} ${why}`)
  };
}
function isRegular(place) {
  return statSync2(place, { throwIfNoEntry: false })?.isFile() === true;
}
function readText(place, onFailure) {
  try {
    return readFileSync2(place, "utf8");
  } catch {
    onFailure();
    return void 0;
  }
}

// src/app/yaml-text.ts
function yamlText(text2, place = "block") {
  if (/^(?:0|[1-9]\d{0,8}|true|false)$/.test(text2)) return text2;
  const plain = place === "flow" ? /^[A-Za-z_./][\w./@-]*$/ : /^[A-Za-z_./](?:[\w./@%+=,&{} -]|:(?=\S))*$/;
  const isWord = /^(?:true|false|null|yes|no|on|off|y|n|\.inf|\.nan|\.\d.*)$/i.test(text2);
  const isPlain = plain.test(text2) && !isWord && !/\s$|, | &(?!& )/.test(text2);
  return isPlain ? text2 : quoted(text2);
}
function quoted(text2) {
  return JSON.stringify(text2).replace(/[^ -~\p{L}\p{N}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}
function yamlEntries(name, entries, indent) {
  const [only = ""] = entries;
  if (entries.length < 2) return [`${indent}${name}: ${yamlText(only)}`];
  if (entries.every((entry) => /^[!-~][ -~]*$/.test(entry)))
    return [`${indent}${name}: |`, ...entries.map((entry) => `${indent}  ${entry}`)];
  return [`${indent}${name}: ${quoted(entries.join("\n"))}`];
}

// src/app/detected.ts
async function settingsOf(raw, currentDirectory, door, { locate: locate2 }, named) {
  if (raw.has("command") || raw.has("url"))
    return parseSettings(raw, currentDirectory, void 0, named);
  const { baselinePath } = parseSettings(new Map([...raw, ["command", "-"]]), currentDirectory);
  const directory = resolve3(currentDirectory, raw.get("working-directory") ?? ".");
  const { workingDirectory, checkout } = await locate2(directory, baselinePath);
  const { found, passedOver } = foundServer(workingDirectory, checkout, door, named !== void 0);
  const { words, variables, sources } = found;
  const given2 = raw.get("env");
  const namedVariables = new Set(
    (given2 ?? "").split(/\r?\n/).map((line) => line.split("=")[0]?.trim())
  );
  const env = [
    ...given2 === void 0 ? [] : [given2],
    ...variables.filter((name) => !namedVariables.has(name))
  ].join("\n");
  const completed = new Map([...raw, ["command", quoteCommand(words)]]);
  if (env !== "") completed.set("env", env);
  const settings2 = parseSettings(completed, currentDirectory, sources, named);
  return passedOver.length === 0 ? settings2 : { ...settings2, passedOver };
}
function foundServer(workingDirectory, checkout, door, isNamed) {
  const view = viewCheckout(workingDirectory, checkout);
  if (!isNamed && view.isFile(CONFIGURATION2))
    throw notFound([`${CONFIGURATION2} is there`], [], door);
  const { candidates, refusals, remarks } = findServers(view);
  const [first, second] = candidates;
  if (first === void 0) {
    const seen2 = [
      ...refusals.map(({ source, why }) => `${source}: ${why}`),
      ...remarks,
      ...view.unread()
    ];
    const instead = refusals.flatMap((refusal) => refusal.instead ?? []);
    if (refusals.length > 0)
      throw new WitnessmarkError(
        "unusable-command",
        `no command was given, and what the repository declares cannot be started as it stands: ${listed(seen2)}`,
        instead.length === 0 ? "Say how to start what is there: --command 'node dist/server.js', or in a workflow: command: node dist/server.js" : "Install it in an earlier step, and write the command that starts what is there:",
        {
          lines: instead.flatMap(({ line, words }) => [
            line,
            ...chosenLines({ words, variables: [] }, door)
          ])
        }
      );
    const lines3 = serverDirectories(view).slice(0, MAX_LISTED_NAMES).map((directory) => directoryLine(directory, door));
    throw notFound(seen2, lines3, door);
  }
  if (second !== void 0)
    throw new WitnessmarkError(
      "ambiguous-command",
      `the repository declares ${candidates.length} servers: ${listed(
        candidates.map(({ sources }) => sources.join(", ")),
        "; "
      )}`,
      "Choose one of them:",
      { lines: candidates.slice(0, MAX_LISTED_NAMES).flatMap((each) => chosenLines(each, door)) }
    );
  if (first.build !== void 0)
    throw new WitnessmarkError(
      "unusable-command",
      `${printable(first.words.join(" "), 200)} is what ${first.sources.join(", ")} declares, and it is not there yet`,
      door === "cli" ? "Make it first:" : "Make it in an earlier step:",
      { lines: [door === "cli" ? first.build : `- run: ${first.build}`] }
    );
  return { found: first, passedOver: refusals.map(({ source, why }) => `${source}: ${why}`) };
}
function notFound(seen2, lines3, door) {
  const example = door === "cli" ? "--command 'node dist/server.js'" : "command: node dist/server.js";
  return new WitnessmarkError(
    "missing-command",
    seen2.length === 0 ? `no command was given to start the server, and none is declared in ${SOURCES.join(", ")}` : `no command was given to start the server, and none was found: ${listed(seen2)}`,
    lines3.length === 0 ? `For example: ${example}` : "Directories below declare one; say which:",
    { lines: lines3 }
  );
}
function listed(seen2, between = "; ") {
  const shown = seen2.slice(0, MAX_LISTED_NAMES).map((words) => printable(words, 200));
  const rest = seen2.length - shown.length;
  return `${shown.join(between)}${rest > 0 ? ` and ${rest} more` : ""}`;
}
function chosenLines({ words, variables }, door) {
  const command = quoteCommand(words);
  if (door === "cli") {
    const env2 = variables.map((name) => ` --env ${name}`).join("");
    return [`--command ${quoteCommand([command])}${env2}`];
  }
  const env = variables.length === 0 ? [] : [`env: ${yamlText(variables.join("\n"))}`];
  return [`command: ${yamlText(command)}`, ...env];
}
function directoryLine(directory, door) {
  return door === "cli" ? printable(`--working-directory ${quoteCommand([directory])}`, 1e3) : `working-directory: ${yamlText(directory)}`;
}

// src/app/servers.ts
var OF_ONE = ["command", "args", "url", "header", "working-directory", "env", "setup", "baseline", "allow-unstable"];
async function planOf(inputs, currentDirectory, door, dependencies) {
  const found = await configuredServers(inputs, currentDirectory, dependencies);
  if (found === void 0)
    return {
      servers: [await settingsOf(inputs, currentDirectory, door, dependencies)],
      orphans: []
    };
  const { checkout, configured, names: names2 } = found;
  const foreign = OF_ONE.filter((name) => inputs.has(name));
  if (names2.length > 1 && foreign.length > 0)
    throw new WitnessmarkError(
      "bad-option-value",
      `${foreign.join(", ")}: this belongs to one server, and the run is about ${names2.length}`,
      `Choose one with servers, or write it into ${CONFIGURATION2}.`
    );
  const servers = [];
  const problems = [];
  for (const name of [...names2].sort(compareCodeUnits)) {
    const server = configured.get(name);
    if (server === void 0) continue;
    try {
      const given2 = new Map([...inputs, ["servers", name]]);
      const raw = new Map([...server.options, ...inputs]);
      servers.push(
        await settingsOf(raw, checkout, door, dependencies, { server: name, inputs: given2 })
      );
    } catch (error) {
      if (!(error instanceof WitnessmarkError)) throw error;
      problems.push(`line ${server.line}: servers.${name}: ${error.message} [${error.code}]`);
    }
  }
  if (problems.length > 0) throw malformed(problems);
  return { servers, orphans: await orphansOf(configured, servers, checkout, dependencies) };
}
async function configuredServers(inputs, currentDirectory, { locate: locate2, configuration, ci }) {
  const { checkout } = await locate2(currentDirectory, join13(currentDirectory, CONFIGURATION2));
  const text2 = await configuration.read(join13(checkout, CONFIGURATION2), checkout, ci);
  const chosen2 = inputs.has("servers") ? lines(inputs.get("servers") ?? "") : void 0;
  if (text2 === void 0) {
    if (chosen2 === void 0) return void 0;
    throw new WitnessmarkError(
      "bad-option-value",
      `servers chooses from ${CONFIGURATION2}, and the root of the checkout has none`,
      "Leave servers out, or commit the file."
    );
  }
  const configured = parseConfiguration(text2);
  const names2 = chosen2 ?? [...configured.keys()];
  refuseChoice(names2, [...configured.keys()]);
  return { checkout, configured, names: names2 };
}
function onlyServer({ servers }) {
  const [only] = servers;
  if (only !== void 0 && servers.length === 1) return only;
  throw new WitnessmarkError(
    "bad-option-value",
    `this is about one server, and ${CONFIGURATION2} has ${servers.length}`,
    `Choose one: --servers ${only?.server ?? "NAME"}`
  );
}
function refuseChoice(names2, known) {
  const unknown = names2.filter((name) => !known.includes(name));
  if (unknown.length === 0 && names2.length > 0 && new Set(names2).size === names2.length) return;
  const what = unknown.length > 0 ? `servers names what ${CONFIGURATION2} does not have: ${unknown.slice(0, MAX_LISTED_NAMES).map((name) => printable(name)).join(", ")}` : "servers names no server, or one twice";
  throw new WitnessmarkError(
    "bad-option-value",
    what,
    `Servers: ${known.slice(0, MAX_LISTED_NAMES).join(", ")}${known.length > MAX_LISTED_NAMES ? ", …" : ""}`
  );
}
async function orphansOf(configured, servers, checkout, { locate: locate2, configuration }) {
  const expected = new Set(servers.map(({ baselinePath }) => baselinePath));
  for (const [name, { options }] of configured) {
    const directory = join13(checkout, options.get("working-directory") ?? ".");
    const path = join13(directory, `witnessmark.${name}.json`);
    expected.add(path);
    const place = await locate2(directory, path).catch(() => void 0);
    if (place !== void 0) expected.add(place.baselinePath);
  }
  const tracked = await configuration.trackedBaselines(checkout);
  return tracked.filter((path) => !expected.has(join13(checkout, path)));
}
function orphanReports({ orphans }, dependencies) {
  return orphans.slice(0, MAX_LISTED_NAMES).map((path) => {
    const error = new WitnessmarkError(
      "baseline-without-server",
      `${printable(path, 200)} is the baseline of no server in ${CONFIGURATION2}`,
      "Remove it, or give its server back to the file:",
      { lines: [`${quoteCommand(["git", "rm", "--", printable(path, 1e3)])} && git commit`] }
    );
    return failureReport({ server: path }, error, dependencies);
  });
}
async function inParallel(entries, work) {
  const results = /* @__PURE__ */ new Map();
  const queue = entries.entries();
  const worker = async () => {
    for (const [index, entry] of queue) results.set(index, await work(entry));
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_SERVERS, entries.length) }, worker));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}

// src/report/digest-report.ts
function renderDigests({ tools, set }) {
  const out = [];
  for (const { name, digests: digests2 } of tools) {
    if (digests2.length === 0) continue;
    out.push(
      name === null ? "tool without a name" : `tool ${name === "" ? '""' : printable(name)}`
    );
    out.push(...lines2(digests2), "");
  }
  if (set.length > 0) {
    out.push(`the list of ${tools.length} ${tools.length === 1 ? "tool" : "tools"}`);
    out.push(...lines2(set), "");
  }
  return out.join("\n");
}
function lines2(digests2) {
  const width = Math.max(...digests2.map(({ profile }) => profile.length));
  return digests2.map(
    (each) => `  ${each.profile.padEnd(width)}  ${each.kind === "digest" ? each.digest : `refused: ${each.code}`}`
  );
}
function renderDigestsJson(report) {
  return renderJson(digestOutput(report), (text2) => printableJson(JSON.stringify(text2)));
}
function digestOutput({ tools, set }) {
  return {
    tools: tools.map(({ name, digests: digests2 }) => ({ name, digests: byProfile(digests2) })),
    set: byProfile(set)
  };
}
function byProfile(digests2) {
  return new Map(
    digests2.map((each) => [
      each.profile,
      each.kind === "digest" ? each.digest : { refused: each.code }
    ])
  );
}

// src/core/groups.ts
function groupChanges(changes) {
  const groups = /* @__PURE__ */ new Map();
  for (const [index, change] of changes.entries()) {
    const key = isHidden2(change) ? `hidden ${index}` : patternOf(change);
    const members = groups.get(key);
    if (members === void 0) groups.set(key, [change]);
    else members.push(change);
  }
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first === void 0 ? [] : [{ change: first.change, fields: first.fields, members }];
  }).sort((a, b) => rank(a) - rank(b) || b.members.length - a.members.length);
}
function isHidden2(change) {
  return change.fields.some(({ grades }) => grades.includes("hidden"));
}
function patternOf({ kind, change, fields }) {
  const pattern = fields.map(({ field, change: how, grades, allowance }) => [
    field,
    how,
    grades.join("+"),
    allowance ?? ""
  ]);
  return JSON.stringify([change, change === "changed" ? pattern : kind]);
}
function rank(group) {
  if (isHidden2(group)) return 0;
  if (group.change === "removed") return 1;
  if (group.change === "added") return 2;
  const gravest = GRADES.findIndex(
    (grade) => group.fields.some(({ grades }) => grades.includes(grade))
  );
  return 3 + gravest;
}
function gradeWord({ grades }) {
  return grades.join("+");
}

// src/report/record.ts
function renderRecord(reports) {
  const chunks = [];
  writeRecord(reports, (chunk) => chunks.push(chunk));
  return chunks.join("");
}
function writeRecord(reports, write2) {
  const record = {
    format: FORMAT_NAME,
    verdict: worstVerdict(reports.map(({ verdict }) => verdict)),
    servers: reports.map(serverOutput)
  };
  writeJson(record, write2, (text2) => printableJson(JSON.stringify(text2)));
}
function serverOutput(report) {
  const { reading } = report;
  return {
    server: report.server,
    verdict: report.verdict,
    capture: reading === void 0 ? null : captureOutput(reading.capture),
    surface: reading?.surfaceDigest ?? null,
    items: reading === void 0 ? null : reading.items.map(itemOutput),
    ...report.profiles === void 0 ? {} : { profiles: digestOutput(report.profiles) },
    changes: report.changes.map(changeOutput),
    conditions: report.conditions,
    findings: report.findings.map(({ kind, id, finding, count }) => ({ kind, id, finding, count })),
    problem: report.problem === void 0 ? null : problemOutput(report.problem),
    notices: reading?.notices ?? [],
    written: report.written
  };
}
function problemOutput({ code, message, hint }) {
  return { code, message, hint };
}
function captureOutput(capture) {
  return {
    observedAt: capture.observedAt,
    transport: capture.transport,
    ...capture.endpoint === void 0 ? {} : { endpoint: capture.endpoint },
    ...capture.headerNames === void 0 ? {} : { headerNames: capture.headerNames },
    protocol: { ...capture.protocol },
    pages: { ...capture.pages },
    clientCapabilities: capture.clientCapabilities,
    client: capture.client,
    surface: capture.surface,
    launch: { ...capture.launch },
    ...capture.isolation === void 0 ? {} : { isolation: { ...capture.isolation } },
    ...capture.runtime === void 0 ? {} : { runtime: { ...capture.runtime } },
    ...capture.placeholderSet === void 0 ? {} : { placeholderSet: capture.placeholderSet },
    reads: capture.reads,
    reader: { ...capture.reader }
  };
}
function itemOutput({
  kind,
  id,
  firstSeen,
  itemDigest,
  fields,
  aspects,
  findings
}) {
  return { kind, id, firstSeen, digest: itemDigest, fields, aspects, findings };
}
function changeOutput({ kind, id, change, fields }) {
  return {
    kind,
    id,
    change,
    fields: fields.map((field) => ({
      field: field.field,
      change: field.change,
      grade: gradeWord(field),
      properties: field.properties.map(({ name, change: how }) => ({ name, change: how }))
    }))
  };
}

// src/core/nearest.ts
var MAX_EDITS2 = 2;
var MAX_LENGTH = 40;
function nearest(word2, known) {
  if (word2.length > MAX_LENGTH) return void 0;
  const [best] = known.map((each) => ({ each, edits: editsBetween(word2, each) })).filter(({ edits, each }) => edits <= MAX_EDITS2 && edits < each.length / 2).sort((a, b) => a.edits - b.edits);
  return best?.each;
}
function editsBetween(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

// src/core/item-choice.ts
function itemSpelling({ kind, id }) {
  return `${kind}:${id ?? ""}`;
}
function chooseItems(word2, known) {
  const named = known.filter((item) => isNamedBy(item, word2));
  const spellings2 = [...new Set(named.map(itemSpelling))].sort(compareCodeUnits);
  if (spellings2.length === 1) return named;
  const shown = printable(word2);
  if (spellings2.length > 1)
    throw new WitnessmarkError(
      "unknown-item",
      `${shown} names more than one item`,
      `Say which: ${listed2(spellings2)}`
    );
  const close = closeTo(word2, known);
  throw new WitnessmarkError(
    "unknown-item",
    `neither the baseline nor the server has an item ${shown}`,
    `${close === void 0 ? "" : `Did you mean ${printable(close)}? `}An item is named KIND:ID, as in tool:read_file, or by its identifier alone.`
  );
}
function isNamedBy(item, word2) {
  const spelling = itemSpelling(item);
  const bare = item.kind === "server" ? "server" : item.id;
  const names2 = [spelling, printable(spelling)];
  if (bare !== null && bare !== "") names2.push(bare, printable(bare));
  return names2.includes(word2);
}
function closeTo(word2, known) {
  const id = word2.slice(word2.indexOf(":") + 1);
  const same = known.find((item) => item.id !== null && item.id !== "" && item.id === id);
  if (same !== void 0) return itemSpelling(same);
  const spellings2 = new Map(
    known.flatMap((item) => [
      [itemSpelling(item), item],
      ...item.id === null ? [] : [[item.id, item]]
    ])
  );
  const found = spellings2.get(nearest(word2, [...spellings2.keys()]) ?? "");
  return found === void 0 ? void 0 : itemSpelling(found);
}
function listed2(spellings2) {
  const shown = spellings2.slice(0, MAX_LISTED_NAMES).map((each) => printable(each));
  const rest = spellings2.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

// src/report/words.ts
var plainName = (name, form) => name === "" ? '""' : formOf(name, form);
function formOf(name, form) {
  return form === "ascii" ? printableAscii(name) : printable(name);
}
var KIND_WORDS = {
  server: ["server", "servers"],
  tool: ["tool", "tools"],
  prompt: ["prompt", "prompts"],
  resource: ["resource", "resources"],
  resourceTemplate: ["resource template", "resource templates"]
};
function countOf(kind, count) {
  return `${count} ${KIND_WORDS[kind][count === 1 ? 0 : 1]}`;
}
function itemName({ kind, id }, style) {
  const word2 = KIND_WORDS[kind][0];
  if (kind === "server") return "the server itself";
  return id === null ? `${word2} without identifier` : `${word2} ${style(id)}`;
}
function surfaceCounts(items) {
  const counts = ITEM_KINDS.filter((kind) => kind !== "server").map(
    (kind) => [kind, items.filter((item) => item.kind === kind).length]
  );
  const found = counts.filter(([, count]) => count > 0);
  return found.length === 0 ? "no items" : found.map(([kind, count]) => countOf(kind, count)).join(", ");
}
function fieldWords(field, style) {
  const listed3 = propertyWords([field], style, MAX_LISTED_NAMES);
  const properties = listed3 === "" ? "" : `: ${listed3}`;
  if (field.allowance !== void 0) return `${style(field.field)} ${ALLOWANCE[field.allowance]}`;
  return `${style(field.field)} ${field.change} (${gradeWord(field)})${properties}`;
}
var ALLOWANCE = {
  given: "is now allowed to differ from reading to reading, and no longer compared",
  withdrawn: "is no longer allowed to differ from reading to reading"
};
function propertyWords(fields, style, most) {
  const properties = fields.flatMap((field) => field.properties);
  const listed3 = properties.slice(0, most).map(({ name, change }) => `${style(name)} ${change}`);
  const rest = properties.length - listed3.length;
  return `${listed3.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
function groupFieldWords(group, style) {
  const isOne = group.members.length === 1;
  const words = group.fields.slice(0, MAX_LISTED_NAMES + 1).map((field) => fieldWords(isOne ? field : { ...field, properties: [] }, style));
  return bounded(words, MAX_LISTED_NAMES, group.fields.length);
}
function groupName(group, style) {
  return `${groupSubject(group, style)} ${group.change}`;
}
function groupSubject({ members }, style) {
  const [first] = members;
  if (first === void 0) return "";
  if (members.length === 1) return itemName(first, style);
  const kinds = ITEM_KINDS.map(
    (kind) => [kind, members.filter((each) => each.kind === kind).length]
  );
  const counts = kinds.filter(([, count]) => count > 0).map(([kind, count]) => countOf(kind, count));
  return counts.join(", ");
}
function memberWords({ members }, style) {
  const isMixed = members.some(({ kind }) => kind !== members[0]?.kind);
  const words = members.map((member) => {
    const name = isMixed || member.id === null ? itemName(member, style) : style(member.id);
    const properties = propertyWords(member.fields, style, MAX_MEMBER_PROPERTIES);
    return properties === "" ? name : `${name} (${properties})`;
  });
  const hasProperties = (index) => members[index]?.fields.some((field) => field.properties.length > 0) === true;
  return [
    ...words.filter((_word, index) => hasProperties(index)),
    ...words.filter((_word, index) => !hasProperties(index))
  ];
}
function listPieces(names2, most = MAX_LISTED_NAMES) {
  const shown = names2.slice(0, most);
  const rest = names2.length - shown.length;
  return [
    ...shown.map((name, index) => index === shown.length - 1 ? name : `${name},`),
    ...rest > 0 ? [`and ${rest} more`] : []
  ];
}
function bounded(words, most = MAX_LISTED_NAMES, all = words.length) {
  const rest = all - most;
  return rest > 0 ? [...words.slice(0, most), `and ${rest} more`] : [...words];
}
function headline(report, { baseline }) {
  const { changes, reading, conditions, problem } = report;
  switch (report.verdict) {
    case "match":
      return `the server says exactly what ${baseline} records (${surfaceCounts(reading?.items ?? [])})`;
    case "drift":
      return `what the server says has changed and ${baseline} has not: ${changeCounts(changes)}`;
    case "incomparable":
      return problem === void 0 ? `the server was read under other conditions than ${baseline} records: ${conditions.join(", ")}` : `${problem.message} [${problem.code}]`;
    case "unmarked":
    case "unreadable":
    case "unstable":
    case "usage":
    case "internal":
      return problem === void 0 ? "" : `${problem.message} [${problem.code}]`;
  }
}
function reportOnlyWords(verdict) {
  return verdict === "match" ? "this step passes whatever the server says" : `this step passes although the verdict is ${verdict}`;
}
function markHeadline(report, { baseline }) {
  const counts = surfaceCounts(report.reading?.items ?? report.adopted?.items ?? []);
  return report.written === true ? `wrote ${baseline} (${counts})` : `${baseline} is up to date, nothing to write (${counts})`;
}
function isMarked(report) {
  return report.written !== void 0 && report.problem === void 0;
}
function changeCounts(changes) {
  const words = ["changed", "added", "removed"].map((word2) => {
    const count = changes.filter(({ change }) => change === word2).length;
    return count === 0 ? "" : `${count} ${word2}`;
  });
  return words.filter((word2) => word2 !== "").join(", ");
}
function readingWords(report) {
  const { reading } = report;
  if (reading === void 0) return void 0;
  const { capture, items } = reading;
  return `${surfaceCounts(items)}, ${capture.transport}, protocol ${capture.protocol.negotiated}, ${capture.pages.read} ${capture.pages.read === 1 ? "page" : "pages"}, network ${capture.launch.network}, client ${capture.client}`;
}
var FINDING_WORDS = {
  "no-identifier": "has no identifier, or one that is not a string",
  "not-an-object": "is not an object",
  "duplicate-identifier": "shares its identifier with another item: clients differ in which one they use",
  "mixed-script-name": "mixes letters of two scripts in one word, which look alike",
  "lookalike-name": "looks like the name of another item of its kind",
  "duplicate-member": "holds one member twice: clients differ in which one they read",
  "inexact-number": "holds a number that most parsers change",
  "lone-surrogate": "holds half of a surrogate pair",
  "invalid-hint": "has a hint that is not a boolean",
  "invisible-characters": "holds characters that a person does not see",
  nonconforming: "is not what the MCP specification asks for: clients that validate reject the item",
  "not-offered": "is declared and not there",
  "no-tools": "no tool is listed: a model is shown nothing that it could call",
  "missing-variable": "is a variable that the server calls missing: give it a placeholder (env: NAME) or a value of the right form",
  "stdout-noise": "lines on stdout are no MCP messages: logs belong on stderr",
  "stray-messages": "messages of the server are no MCP messages, or answer nothing",
  "allowance-unused": "is allowed to be unstable and is not there",
  "quotes-home": "quotes the home directory of its reader",
  "quotes-directory": "quotes the working directory of its reader",
  "quotes-tmp": "quotes the temporary directory of its reader",
  "quotes-user": "quotes the user name of its reader",
  "quotes-uid": "quotes the user number of its reader",
  "quotes-host": "quotes the host name of its reader",
  "quotes-timezone": "quotes the time zone of its reader",
  "quotes-machine": "quotes the machine-id of its reader",
  "quotes-terminal": "quotes the terminal of its reader",
  "quotes-port": "quotes the port that it was told to listen on",
  "quotes-client": "quotes the name of the client",
  "quotes-path": "quotes the search path of its reader",
  "quotes-placeholder": "quotes a placeholder: with a real value it would say something else",
  "quotes-secret": "quotes a value that was given for a variable or header",
  varies: "is another for another reader"
};
function findingLines(findings, style) {
  const groups = /* @__PURE__ */ new Map();
  for (const each of findings) {
    const group = groups.get(each.finding);
    if (group === void 0) groups.set(each.finding, [each]);
    else group.push(each);
  }
  const lines3 = [...groups].slice(0, MAX_LISTED_NAMES + 1).map(([finding, members]) => {
    const at = finding.indexOf(":");
    const code = at < 0 ? finding : finding.slice(0, at);
    const meaning = Object.hasOwn(FINDING_WORDS, code) ? FINDING_WORDS[code] ?? code : code;
    const subject = at < 0 ? "" : `${style(finding.slice(at + 1))} `;
    const [first] = members;
    if (finding === "varies:item")
      return `${itemNames(members, style)}: shown to one of two readers only`;
    if (first === void 0 || first.kind === null) {
      if (first?.count === void 0) return `${subject}${meaning}`;
      const one = first.count === 1 ? ONE_OF.get(finding) : void 0;
      return one ?? `${first.count} ${meaning}`;
    }
    const named = NAME_FINDINGS.includes(code) ? withEscapes(style) : style;
    return `${itemNames(members, named)}: ${subject}${meaning}`;
  });
  return bounded(lines3, MAX_LISTED_NAMES, groups.size);
}
var ONE_OF = /* @__PURE__ */ new Map([
  ["stdout-noise", "1 line on stdout is no MCP message: logs belong on stderr"],
  ["stray-messages", "1 message of the server is no MCP message, or answers nothing"]
]);
function againstWords({ isResolved }) {
  return isResolved === true ? "Against both sides of the conflict (“theirs” where both have an item)" : "Against the earlier file";
}
var NAME_FINDINGS = ["mixed-script-name", "lookalike-name"];
function withEscapes(style) {
  return (name) => {
    const [shown, plain] = [style(name), style(name, "ascii")];
    return plain === shown ? shown : `${shown} (${plain})`;
  };
}
function itemNames(members, style) {
  const names2 = members.slice(0, 3).map(({ kind, id }) => itemName({ kind: kind ?? "server", id }, style));
  const rest = members.length - names2.length;
  return `${names2.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
function noticeLines({ reading }) {
  const notices = (reading?.notices ?? []).map((notice) => printable(notice, 300));
  return bounded(notices, MAX_LISTED_NAMES, notices.length);
}
var MAX_PASSED_OVER = 3;
function passedOverLines({ passedOver = [] }) {
  return bounded(
    passedOver.map((words) => printable(words, 200)),
    MAX_PASSED_OVER
  );
}
function variableWords2({ variables }) {
  return variables === void 0 ? void 0 : printable(variables, 1e3);
}
function nextSteps(report, context) {
  const { mark: mark2, commit, download, artifact = "witnessmark" } = context.next;
  const approve = [mark2, commit];
  const again2 = report.isMark === true ? mark2 : context.next.check;
  const hint = hintWords(report, context);
  const orDownload = download === void 0 || report.reading === void 0 ? [] : [
    {
      text: `Or take the file that this run proposes, without installing anything, where its workflow uploads it as the artifact ${artifact}:`,
      commands: [download, commit]
    }
  ];
  switch (report.verdict) {
    case "match":
      return [];
    case "drift":
      return [
        ...seen(context),
        {
          text: "If the change is meant, approve it by committing a new baseline:",
          commands: approve
        },
        ...someOf(report, context),
        ...orDownload
      ];
    case "incomparable":
      return [
        {
          text: report.problem !== void 0 ? hint : report.changes.length === 0 ? "No field differs: reading under these conditions from now on changes the capture lines only:" : "Read under the old conditions, or record the new ones:",
          commands: approve
        },
        ...orDownload
      ];
    case "unmarked":
      return [
        { text: hint, commands: wayOutOfUnmarked(report, context) },
        ...report.markRefuses === true ? [] : orDownload
      ];
    case "unreadable":
      return [
        {
          // What just failed is no way out of its failure by itself.
          text: report.problem?.tryWith === void 0 ? `${hint} Then again:` : hint,
          commands: [withOption(again2, report)]
        }
      ];
    case "unstable":
      return [{ text: hint, commands: [.../* @__PURE__ */ new Set([again2, withOption(again2, report)])] }];
    case "usage":
      return [{ text: hint, commands: report.problem?.lines ?? [] }];
    case "internal":
      return [{ text: hint, commands: [] }];
  }
}
function seen({ next, isWorkflow }) {
  if (next.diff === void 0 || isWorkflow === true) return [];
  return [{ text: "See what was and what is:", commands: [next.diff] }];
}
function someOf({ changes }, { next, isWorkflow }) {
  if (next.accept === void 0 || isWorkflow === true || changes.length < 2) return [];
  return [
    {
      text: "To approve some of it alone, by name:",
      commands: [`${next.accept} ${exampleItem(changes)}`]
    }
  ];
}
function exampleItem(items) {
  return items.map(itemSpelling).find((each) => PLAIN_WORD.test(each)) ?? "KIND:ID";
}
var PLAIN_WORD = /^[A-Za-z]+:[\w./:-]+$/;
function withOption(command, { problem }) {
  return problem?.tryWith === void 0 ? command : `${command} ${problem.tryWith}`;
}
function wayOutOfUnmarked(report, { next }) {
  if (report.problem?.code === "no-checkout") return [];
  if (report.problem?.code === "baseline-not-committed") return [next.commit];
  if (report.problem?.code === "baseline-without-server") return [...report.problem.lines ?? []];
  const offersMark = report.reading !== void 0 || report.isAcceptance === true;
  return !offersMark || report.markRefuses === true ? [] : [next.mark, next.commit];
}
var STDERR_CLAUSE = /; --show-stderr \(show-stderr: true\) shows it here|--show-stderr \(show-stderr: true\) shows what it printed\. /;
function hintWords({ problem, stderr }, context) {
  const hint = problem?.hint ?? "";
  const offered = context.showsStderr === true || (stderr ?? "") === "" ? hint.replace(STDERR_CLAUSE, "") : hint;
  return context.isWorkflow === true ? offered.replaceAll("--show-stderr (show-stderr: true)", "show-stderr: true").replaceAll(/--([a-z][a-z-]*)(?: ((?:[A-Z'"][^\s,;)]*|\S+:\S+)))?/g, asInput) : offered.replaceAll(" (show-stderr: true)", "");
}
function asInput(_option, name, value) {
  return value === void 0 ? `the input ${name}` : `${name}: ${value}`;
}
function movedWords({ conditions }) {
  return conditions.length === 0 ? void 0 : `Read under other conditions than the earlier file: ${conditions.join(", ")}.`;
}
var GRADE_WORDS = {
  hidden: "characters that a person does not see",
  shape: "what a call must or may hold",
  hint: "what a tool says it may do",
  text: "words that a model reads",
  other: "icons, metadata or a member of a vendor’s own",
  notation: "written differently, to the same effect"
};
function verdictWord(verdict) {
  return verdict.toUpperCase();
}

// src/report/base-words.ts
var IN_GROUP = 8;
var IN_SENTENCE = 3;
var FILES = 5;
function approvalLines({ told }, style) {
  if (told.kind === "untold") return [];
  const { approval, configuration, configurationChanges: configurationChanges2 = [], isRemoved } = told;
  const weaker = [
    ...configuration === void 0 ? [] : [
      `configuration: ${style("witnessmark.config.json")} ${configuration}${configurationChanges2.length === 0 ? "" : ` (${configurationChanges2.join("; ")})`}`
    ],
    ...isRemoved ? ["the baseline is removed"] : [],
    ...approval === void 0 ? [] : weakerWords(approval, style)
  ];
  return [
    ...weaker.map((text2) => ({ text: text2, isWeaker: true })),
    ...(approval === void 0 ? [] : changeWords(approval, style)).map((text2) => ({
      text: text2,
      isWeaker: false
    }))
  ];
}
function weakerWords(approval, style) {
  const { allowances, dates, conditions, isRenamed, restated } = approval;
  const few = (all, words) => bounded(all.slice(0, MAX_LISTED_NAMES + 1).map(words), MAX_LISTED_NAMES, all.length);
  return [
    ...conditions.length > 0 ? [`read under other conditions: ${conditions.join(", ")}`] : [],
    ...isRenamed ? ["the file names another server"] : [],
    ...few(
      allowances,
      (each) => each.field === "*" ? `new allowance: ${itemName(each, style)} may come and go, and is not compared` : `new allowance: ${style(each.field)} of ${itemName(each, style)} may say anything, and is not compared`
    ),
    ...few(
      dates,
      (each) => `moved date: ${itemName(each, style)}, first seen ${each.before}, is now dated ${each.after}`
    ),
    ...restated.length > 0 ? [`findings or aspects alone: ${names(restated, style)}`] : []
  ];
}
function changeWords({ isFirst, changes }, style) {
  if (isFirst) return ["the first baseline at this path, with every item in it"];
  const groups = groupChanges(changes);
  const words = groups.slice(0, MAX_LISTED_NAMES + 1).map((group) => {
    const fields = groupFieldWords(group, style).join("; ");
    const members = group.members.length > 1 ? ` (${listPieces(memberWords(group, style), IN_GROUP).join(" ")})` : "";
    const hidden = isHidden2(group) ? "HIDDEN characters: " : "";
    return `${hidden}${groupName(group, style)}${fields === "" ? "" : `: ${fields}`}${members}`;
  });
  return bounded(words, MAX_LISTED_NAMES, groups.length);
}
function approvalTitle({ subject, base }, style) {
  return `Approved by this ${subject}, against ${style(base)}`;
}
function untoldWords({ subject, told }) {
  return told.kind === "told" ? void 0 : `What this ${subject} approves could not be told: ${told.why}`;
}
function originWords(report, style) {
  const { verdict, problem, base } = report;
  if (verdict === "match" || base?.told.kind !== "told") return void 0;
  const { told, subject } = base;
  const name = style(base.base);
  if (problem === void 0) return changesOrigin(report, base, told, style);
  if (!/^baseline-(?!not-committed)/.test(problem.code) || !told.isSame) return void 0;
  return problem.code === "baseline-missing" ? `There is no baseline in ${name} either.` : `Not caused by this ${subject}: the baseline is the same in ${name}.`;
}
function changesOrigin({ changes }, { subject, base }, { origin, changedFiles, isSame, approval }, style) {
  if (origin === void 0) return void 0;
  const name = style(base);
  const { onlyBaseline, asAtBase } = origin;
  const isAll = asAtBase.length === changes.length;
  const isAsRecorded = isAll && (isSame || approval?.conditions.length === 0);
  const sentences = onlyBaseline.length === 0 ? [] : [
    `The server says of ${names(onlyBaseline, style)} what ${name} records: this ${subject} changes the baseline and not the server.`
  ];
  if (changedFiles?.length === 0 && isAsRecorded) {
    const what = isSame ? "no file" : "no file but the baseline";
    sentences.push(
      `Not caused by this ${subject}: it changes ${what}, and ${name} records the same. The mismatch is there already, or comes from outside the repository.`
    );
  } else if (asAtBase.length > 0) {
    const items = isAll ? "what differs" : names(asAtBase, style);
    sentences.push(
      `The baseline in ${name} records ${items} as it does here: the server changed in this ${subject} or before it.`
    );
    if (changedFiles !== void 0 && changedFiles.length > 0)
      sentences.push(
        `Besides the baseline this ${subject} changes ${listPieces(
          changedFiles.map((name2) => style(name2)),
          FILES
        ).join(" ")}.`
      );
  }
  return sentences.length === 0 ? void 0 : sentences.join(" ");
}
function names(refs, style) {
  const shown = refs.slice(0, IN_SENTENCE).map((ref) => itemName(ref, style));
  const rest = refs.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

// src/report/annotations.ts
function annotationsOf(report, context) {
  return [...verdictAnnotations(report, context), ...baseNotices(report)];
}
function baseNotices(report) {
  const { base } = report;
  if (base === void 0) return [];
  const level = "notice";
  const lines3 = approvalLines(base, plainName);
  const texts = lines3.map(({ text: text2, isWeaker }) => `${isWeaker ? "! " : ""}${text2}`);
  const approved = lines3.length === 0 ? [] : [{ level, title: approvalTitle(base, plainName), message: linesWithin(texts) }];
  const others = [
    ["where it comes from", originWords(report, plainName)],
    ["approvals", untoldWords(base)]
  ].flatMap(
    ([what, message]) => message === void 0 ? [] : [{ level, title: `witnessmark: ${what}`, message }]
  );
  return [...approved, ...others];
}
function verdictAnnotations(report, context) {
  const level = context.isReportOnly === true ? "warning" : "error";
  const title = `witnessmark: ${report.verdict}`;
  const first = [];
  if (context.isReportOnly === true)
    first.push({ level, title, message: `Report only: ${reportOnlyWords(report.verdict)}.` });
  if (report.verdict === "match") return first;
  const isListed = report.changes.length > 0;
  if (!isListed || report.verdict !== "drift")
    first.push({ level, title, message: overall(report, context) });
  if (!isListed) return first;
  const room = MAX_ANNOTATIONS - first.length;
  const folded = groupChanges(report.changes);
  const groups = report.changes.length <= room ? folded.flatMap(unfolded) : folded;
  const shown = groups.length <= room ? groups : groups.slice(0, room - 1);
  const way = wayOut(report, context);
  const all = [...first, ...shown.map((group) => ({ level, ...annotationOf(group, report, way) }))];
  if (shown.length < groups.length) {
    const rest = groups.slice(shown.length).reduce((sum, { members }) => sum + members.length, 0);
    const message = `and ${rest} more items: the summary of this run lists them`;
    return [...all, { level, title, message }];
  }
  const inSources = shown.flatMap((group) => {
    const place = sourceOf(group, context.sources);
    return place === void 0 ? [] : [{ level, ...annotationOf(group, report, way), ...place }];
  });
  return [...all, ...inSources.slice(0, MAX_ANNOTATIONS - all.length)];
}
function overall(report, context) {
  return `${headline(report, context)}. ${hintWords(report, context)}`.trim();
}
function wayOut(report, context) {
  if (report.verdict !== "drift") return "";
  const [step] = nextSteps(report, context);
  return step === void 0 ? "" : `
${step.text} ${step.commands.join(" && ")}`;
}
function unfolded({ members, change }) {
  return members.map((member) => ({ change, fields: member.fields, members: [member] }));
}
function annotationOf(group, report, way) {
  const [first] = group.members;
  const line = first === void 0 ? void 0 : report.baselineLines?.get(itemKey(first));
  const fields = groupFieldWords(group, plainName).join("; ");
  const what = fields === "" ? WHOLE_WORDS[group.change] : fields;
  const names2 = group.members.length > 1 ? ` (${listPieces(memberWords(group, plainName)).join(" ")})` : "";
  const hidden = isHidden2(group) ? "HIDDEN characters: " : "";
  return {
    title: titleOf(group),
    message: `${cut(`${hidden}${what}${names2}`, MAX_MESSAGE_UNITS - way.length)}${way}`,
    ...line === void 0 ? {} : { line }
  };
}
var WHOLE_WORDS = {
  added: "the server says it and the baseline does not have it",
  removed: "the baseline has it and the server does not say it",
  changed: "changed"
};
function titleOf(group) {
  const names2 = group.fields.slice(0, MAX_TITLE_FIELDS).map(({ field }) => plainName(field));
  const rest = group.fields.length - names2.length;
  const fields = `${names2.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return `${groupSubject(group, plainName)}: ${fields === "" ? group.change : fields}`;
}
function sourceOf({ members }, sources) {
  const [first] = members;
  return first === void 0 || members.length > 1 ? void 0 : sources?.get(itemKey(first));
}
function cut(text2, length) {
  if (text2.length <= length) return text2;
  const kept = text2.slice(0, Math.max(0, length - 1));
  return `${kept.replace(/[\uD800-\uDBFF]$|\\(?:u(?:\{[0-9A-F]*)?)?$/, "")}…`;
}
function linesWithin(lines3) {
  let left = MAX_MESSAGE_UNITS - 100;
  const count = lines3.findIndex((line) => (left -= line.length + 1) < 0);
  if (count < 0) return lines3.join("\n");
  const shown = lines3.slice(0, count);
  return [...shown, `and ${lines3.length - count} more: the summary of this run lists them`].join(
    "\n"
  );
}

// src/core/align.ts
function alignTexts(was, now) {
  const numbers = /* @__PURE__ */ new Map();
  const numberOf = (text2) => {
    const known = numbers.get(text2);
    if (known === void 0) numbers.set(text2, numbers.size);
    return known ?? numbers.size - 1;
  };
  const [a, b] = [Int32Array.from(was, numberOf), Int32Array.from(now, numberOf)];
  const least = Math.min(a.length, b.length);
  let head2 = 0;
  while (head2 < least && a[head2] === b[head2]) head2 += 1;
  let tail = 0;
  while (tail < least - head2 && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const [innerA, innerB] = [a.subarray(head2, a.length - tail), b.subarray(head2, b.length - tail)];
  const middle = shortestEdit(innerA, innerB);
  const runs = new Runs();
  runs.add("same", 0, head2);
  if (middle === void 0) {
    runs.add("removed", head2, a.length - tail);
    runs.add("added", head2, b.length - tail);
  } else for (const { kind, start, end } of middle) runs.add(kind, head2 + start, head2 + end);
  runs.add("same", a.length - tail, a.length);
  return { runs: runs.inOrder(), isWhole: middle === void 0 };
}
function shortestEdit(a, b) {
  const most = Math.min(MAX_EDITS, a.length + b.length);
  const origin = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  const history = [];
  for (let edits = 0; edits <= most; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = origin + diagonal;
      const [below, above] = [furthest[at - 1] ?? 0, furthest[at + 1] ?? 0];
      let x = diagonal === -edits || diagonal !== edits && below < above ? above : below + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      furthest[at] = x;
      if (x >= a.length && x - diagonal >= b.length) return traceBack(history, edits, diagonal, x);
    }
    history.push(furthest.slice(origin - edits, origin + edits + 1));
  }
  return void 0;
}
function traceBack(history, allEdits, lastDiagonal, lastX) {
  const runs = [];
  let [diagonal, x] = [lastDiagonal, lastX];
  for (let edits = allEdits; edits > 0; edits -= 1) {
    const before = history[edits - 1] ?? new Int32Array();
    const at = (of) => before[of + edits - 1] ?? 0;
    const isAdded = diagonal === -edits || diagonal !== edits && at(diagonal - 1) < at(diagonal + 1);
    const previous = isAdded ? diagonal + 1 : diagonal - 1;
    const [fromX, fromY] = [at(previous), at(previous) - previous];
    const start = isAdded ? fromX : fromX + 1;
    runs.push({ kind: "same", start, end: x });
    runs.push(
      isAdded ? { kind: "added", start: fromY, end: fromY + 1 } : { kind: "removed", start: fromX, end: fromX + 1 }
    );
    [diagonal, x] = [previous, fromX];
  }
  runs.push({ kind: "same", start: 0, end: x });
  return runs.reverse();
}
var Runs = class {
  #runs = [];
  #open = {
    removed: void 0,
    added: void 0
  };
  add(kind, start, end) {
    if (start === end) return;
    if (kind === "same") {
      this.#close();
      const last = this.#runs.at(-1);
      if (last?.kind === "same") this.#runs.pop();
      this.#runs.push({ kind, start: last?.kind === "same" ? last.start : start, end });
    } else this.#open[kind] = { kind, start: this.#open[kind]?.start ?? start, end };
  }
  inOrder() {
    this.#close();
    return this.#runs;
  }
  #close() {
    const { removed, added } = this.#open;
    if (removed !== void 0) this.#runs.push(removed);
    if (added !== void 0) this.#runs.push(added);
    [this.#open.removed, this.#open.added] = [void 0, void 0];
  }
};

// src/core/baseline-patch.ts
var CONTEXT = 3;
function baselineHunks(before, after) {
  const fresh = renderBaseline(after);
  if (fresh.length > MAX_PATCH_UNITS) return void 0;
  const old = renderBaseline(before);
  if (old.length + fresh.length > MAX_PATCH_UNITS) return void 0;
  return hunksOf(align(blocksOf(old, before), blocksOf(fresh, after)));
}
function blocksOf(text2, { items }) {
  const lines3 = text2.split("\n").slice(0, -1);
  const first = lines3.indexOf("    {");
  if (first < 0) return [{ kind: "", id: null, lines: lines3 }];
  const blocks = [{ kind: "", id: null, lines: lines3.slice(0, first) }];
  const sorted2 = [...items].sort(compareRefs);
  let start = first;
  for (let at = first; at < lines3.length; at += 1) {
    const line = lines3[at];
    if (line !== "    }," && line !== "    }") continue;
    const item = sorted2[blocks.length - 1];
    blocks.push({
      kind: item?.kind ?? "",
      id: item?.id ?? null,
      lines: lines3.slice(start, at + 1)
    });
    start = at + 1;
  }
  return [...blocks, { kind: "~", id: null, lines: lines3.slice(start) }];
}
function compareRefs(a, b) {
  return compareCodeUnits(a.kind, b.kind) || compareNullable(a.id, b.id);
}
function align(before, after) {
  const out = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [old, fresh] = [before[left], after[right]];
    const order = old === void 0 ? 1 : fresh === void 0 ? -1 : compareRefs(old, fresh);
    const oldLines = order <= 0 ? old?.lines ?? [] : [];
    const freshLines = order >= 0 ? fresh?.lines ?? [] : [];
    for (const line of alignLines(oldLines, freshLines)) out.push(line);
    if (order <= 0) left += 1;
    if (order >= 0) right += 1;
  }
  return out;
}
function alignLines(before, after) {
  return alignTexts(before, after).runs.flatMap(
    ({ kind, start, end }) => (kind === "added" ? after : before).slice(start, end).map((line) => `${SIGNS[kind]}${line}`)
  );
}
var SIGNS = { same: " ", removed: "-", added: "+" };
function hunksOf(lines3) {
  const hunks = [];
  const changed = lines3.flatMap((line, index2) => line.startsWith(" ") ? [] : [index2]);
  let [index, old, fresh] = [0, 1, 1];
  for (let next = 0; next < changed.length; ) {
    const start = Math.max(index, (changed[next] ?? 0) - CONTEXT);
    let end = (changed[next] ?? 0) + 1;
    while (next < changed.length && (changed[next] ?? 0) - end <= 2 * CONTEXT) {
      end = (changed[next] ?? 0) + 1;
      next += 1;
    }
    end = Math.min(lines3.length, end + CONTEXT);
    old += start - index;
    fresh += start - index;
    const own = lines3.slice(start, end);
    const oldCount = own.filter((line) => !line.startsWith("+")).length;
    const freshCount = own.filter((line) => !line.startsWith("-")).length;
    hunks.push({ head: `@@ -${old},${oldCount} +${fresh},${freshCount} @@`, lines: own });
    [index, old, fresh] = [end, old + oldCount, fresh + freshCount];
  }
  return hunks;
}

// src/report/markdown.ts
var OPEN_NAMES = 6;
function codeSpan(text2) {
  const runs = (text2.match(/`+/g) ?? []).map((run4) => run4.length);
  const fence2 = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = /^[` ]|[` ]$/.test(text2) ? " " : "";
  return `${fence2}${pad}${text2}${pad}${fence2}`;
}
var codeName = (name, form) => codeSpan(name === "" ? '""' : formOf(name, form));
var cellName = (name, form) => codeName(name, form).replaceAll("|", "\\|");
function renderSummary(report, context, maxBytes = MAX_SUMMARY_BYTES) {
  const head2 = `${headSection(report, context)}${originSection(report)}`;
  const middle = `${approvalSection(report)}${readingSection(report, context)}`;
  const tail = nextSection(report, context);
  const budget = maxBytes - [head2, middle, tail].reduce((sum, each) => sum + byteLength(each), 0);
  const changes = changesSection(report, budget);
  const patch = patchSection(report, context, budget - byteLength(changes));
  return `${head2}${changes}${middle}${patch}${tail}`;
}
function renderInShort(report, context, maxBytes) {
  const head2 = `${headSection(report, context)}${originSection(report)}`;
  const approval = approvalSection(report);
  const tail = nextSection(report, context);
  const room = maxBytes - byteLength(head2) - byteLength(tail);
  const shown = byteLength(approval) <= room / 2 ? approval : "\nWhat it approves is too long to be shown here: the summary of the run has it.\n";
  return `${head2}${changesSection(report, room - byteLength(shown))}${shown}${tail}`;
}
function renderChanges(report, maxBytes) {
  return changesSection(report, maxBytes);
}
function originSection(report) {
  const words = originWords(report, codeName);
  return words === void 0 ? "" : `
${words}
`;
}
function approvalSection({ base }) {
  if (base === void 0) return "";
  const untold = untoldWords(base);
  if (untold !== void 0) return `
${escapeMarkup(untold)}.
`;
  const lines3 = approvalLines(base, codeName).map(
    ({ text: text2, isWeaker }) => isWeaker ? `- ⚠️ ${text2}
` : `- ${text2}
`
  );
  return lines3.length === 0 ? "" : `
### ${approvalTitle(base, codeName)}

${lines3.join("")}`;
}
function headSection(report, context) {
  const { serverName } = context;
  const subject = serverName === void 0 ? "witnessmark" : codeSpan(printable(serverName));
  if (!isMarked(report)) {
    const isLoud = context.isReportOnly === true;
    const sign = isLoud ? "⚠️" : report.verdict === "match" ? "✅" : "❌";
    const loud = isLoud ? `**Report only**: ${reportOnlyWords(report.verdict)}.

` : "";
    const sentence2 = escapeMarkup(capitalised(headline(report, context)));
    return `## ${sign} ${subject}: ${report.verdict}

${loud}${sentence2}.
`;
  }
  const against = report.isFirst === true ? " This is the first baseline of this server." : report.changes.length > 0 ? ` ${againstWords(report)}: ${changeCounts(report.changes)}.` : "";
  const sentence = escapeMarkup(capitalised(markHeadline(report, context)));
  return `## ✅ ${subject}: marked

${sentence}.${against}
`;
}
function changesSection(report, budget) {
  const groups = report.isFirst === true ? [] : groupChanges(report.changes);
  if (groups.length === 0) return "";
  const legend = legendOf(groups);
  const why = report.verdict === "incomparable" ? "\nUnder other conditions a server may say other things. This is what differs, whatever the reason:\n" : "";
  const section = [`${why}
| Item | What changed |
| :--- | :--- |
`];
  let size = byteLength(section[0] ?? "") + byteLength(legend) + 200;
  for (const [index, group] of groups.entries()) {
    const row = rowOf(group);
    size += byteLength(row);
    if (size > budget) {
      const rest = groups.slice(index).reduce((sum, { members }) => sum + members.length, 0);
      section.push(`
and ${rest} more items: the record of this run has all of them.
`);
      break;
    }
    section.push(row);
  }
  return `${section.join("")}${legend}`;
}
function rowOf(group) {
  const words = groupFieldWords(group, cellName);
  const what = words.length === 0 ? [`**${group.change}**`] : words;
  const hidden = isHidden2(group) ? ["⚠️ **hidden characters** came, went or moved"] : [];
  return `| ${membersOf(group)} | ${[...hidden, ...what].join("<br>")} |
`;
}
function membersOf(group) {
  const { members } = group;
  const title = groupSubject(group, cellName);
  if (members.length === 1) return title;
  const words = memberWords(group, cellName);
  const isMixed = members.some(({ kind }) => kind !== members[0]?.kind);
  if (words.length <= OPEN_NAMES + 1)
    return isMixed && words.length === 2 ? words.join("<br>") : `**${title}**<br>${words.join(", ")}`;
  const open3 = words.slice(0, OPEN_NAMES).join(", ");
  const folded = listPieces(words.slice(OPEN_NAMES), MAX_SUMMARY_NAMES).join(" ");
  const more = `<details><summary>and ${words.length - OPEN_NAMES} more</summary>${folded}</details>`;
  return `**${title}**<br>${open3}${more}`;
}
function legendOf(groups) {
  const grades = GRADES.filter(
    (grade) => groups.some(({ fields }) => fields.some((field) => field.grades.includes(grade)))
  );
  if (grades.length === 0) return "";
  return `
<sub>${grades.map((grade) => `**${grade}**: ${GRADE_WORDS[grade]}`).join(" · ")}</sub>
`;
}
function readingSection(report, context) {
  const words = readingWords(report);
  if (words === void 0) return "";
  const findings = findingLines(report.findings, codeName).map((line) => `- ${line}
`);
  const found = context.foundIn === void 0 ? "" : `, found in ${escapeMarkup(context.foundIn)}`;
  const command = `Read with ${codeSpan(printable(context.commandLine, 200))}${found}: ${escapeMarkup(words)}.
`;
  const variables = variableWords2(context);
  const given2 = variables === void 0 ? "" : `
Variables: ${escapeMarkup(variables)}.
`;
  const others = passedOverLines(context).map((words2) => `
Not used: ${escapeMarkup(words2)}.
`);
  const title = `${findings.length} ${findings.length === 1 ? "finding" : "findings"}`;
  const list = findings.length === 0 ? "" : `
<details><summary>${title}</summary>

${findings.join("")}
</details>
`;
  const notices = noticeLines(report).map((notice) => `
${escapeMarkup(notice)}
`);
  return `
${command}${given2}${others.join("")}${list}${conditionsSection(report)}${notices.join("")}`;
}
function conditionsSection({ reading, committed, verdict }) {
  if (reading === void 0) return "";
  const now = conditionsOf(reading.capture);
  const recorded = verdict === "incomparable" ? committed?.conditions : void 0;
  const names2 = CONDITIONS.map(({ name }) => name).filter(
    (name) => now.has(name) || recorded?.has(name) === true
  );
  const rows = names2.map((name) => {
    const cells = [now, ...recorded === void 0 ? [] : [recorded]].map(
      (each) => conditionCell(each.get(name))
    );
    const isOther = cells.length > 1 && cells[0] !== cells[1];
    return `| ${isOther ? `⚠️ **${name}**` : name} | ${cells.join(" | ")} |
`;
  });
  const head2 = recorded === void 0 ? "| Condition | Now |\n| :--- | :--- |\n" : "| Condition | Now | Recorded |\n| :--- | :--- | :--- |\n";
  return `
<details><summary>Conditions of this reading</summary>

${head2}${rows.join("")}
</details>
`;
}
function conditionCell(value) {
  if (value === void 0) return "–";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") return cellName(value);
  const shown = value.slice(0, MAX_LISTED_NAMES).map((name) => cellName(name)).join(", ");
  const rest = value.length - MAX_LISTED_NAMES;
  return value.length === 0 ? "none" : `${shown}${rest > 0 ? ` and ${rest} more` : ""}`;
}
function patchSection(report, { baseline }, budget) {
  const { reading, committed, verdict } = report;
  const isProposed = ["drift", "incomparable", "unmarked"].includes(verdict);
  if (reading === void 0 || committed === void 0 || !isProposed) return "";
  const hunks = baselineHunks(committed, reading.baseline);
  if (hunks?.length === 0) return "";
  const open3 = "\n<details><summary>Lines of the baseline that a new one changes</summary>\n\n";
  const close = "\n</details>\n";
  const tooLong = "They are too long to be shown here: the proposed baseline of this run has them.\n";
  const path = printable(baseline, 200);
  const lines3 = [`--- a/${path}`, `+++ b/${path}`];
  let left = budget - byteLength(open3) - byteLength(close) - byteLength(tooLong) - 2e3;
  let shown = 0;
  for (const { head: head2, lines: own } of hunks ?? []) {
    const block = [head2, ...own.map(printableJson)];
    left -= block.reduce((sum, line) => sum + byteLength(line) + 1, 0);
    if (left < 0) break;
    for (const line of block) lines3.push(line);
    shown += 1;
  }
  if (left < 0 && shown === 0) return budget < 3e3 ? "" : `${open3}${tooLong}${close}`;
  if (hunks === void 0) return `${open3}${tooLong}${close}`;
  const rest = hunks.length - shown;
  const more = rest > 0 ? `
and ${rest} more places: the proposed baseline of this run has them.
` : "";
  return `${open3}${fence("diff", lines3)}${more}${close}`;
}
function fence(language, lines3) {
  const longest = lines3.reduce(
    (most, line) => Math.max(most, ...(line.match(/`+/g) ?? []).map((run4) => run4.length)),
    2
  );
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}
${lines3.join("\n")}
${marks}
`;
}
function nextSection(report, context) {
  if (isMarked(report) && context.commitment !== void 0)
    return `
${escapeMarkup(context.commitment)}
`;
  const steps = isMarked(report) ? report.written === true ? [{ text: "Committing the file is the approval:", commands: [context.next.commit] }] : [] : nextSteps(report, context);
  return steps.map(({ text: text2, commands }) => {
    const block = commands.length === 0 ? "" : `
\`\`\`sh
${commands.map(fenced).join("\n")}
\`\`\`
`;
    return `
${escapeMarkup(text2)}
${block}`;
  }).join("");
}
function fenced(command) {
  return command.replace(/\s+/g, " ").replaceAll("```", "` ` `");
}
function capitalised(text2) {
  return /^[a-z]+(?: |$)/.test(text2) ? text2.charAt(0).toUpperCase() + text2.slice(1) : text2;
}
var OBEYED = /:\/\/|www\.|[@$]|:[\w+-]+:|(?:#|GH-)\d|(?<![0-9a-z])[0-9a-f]{7,64}(?![0-9a-z])/i;
function escapeMarkup(text2) {
  return text2.split(" ").map((word2) => {
    if (!OBEYED.test(word2)) return escapeCharacters(word2);
    const [, body = "", end = ""] = /^(.*?)([,.;:]*)$/su.exec(word2) ?? [];
    return `${codeSpan(body)}${end}`;
  }).join(" ");
}
function escapeCharacters(text2) {
  return text2.replace(/[&<>"'`|*_~[\]()#!\\]/g, (character) => `&#${character.charCodeAt(0)};`);
}
function byteLength(text2) {
  return Buffer.byteLength(text2, "utf8");
}

// src/report/style.ts
var CODES = {
  plain: "",
  bold: "1",
  dim: "2",
  good: "1;32",
  bad: "1;31",
  removed: "31",
  added: "32",
  mark: "7",
  removedMark: "31;7",
  addedMark: "32;7"
};
function toneOfChange(change) {
  return change === "changed" ? "bold" : change;
}
function paintIn(colour) {
  if (!colour) return (text2) => text2;
  return (text2, tone) => CODES[tone] === "" || text2 === "" ? text2 : `\x1B[${CODES[tone]}m${text2}\x1B[0m`;
}

// src/report/wrap.ts
function wrapPieces(pieces, first, rest) {
  const lines3 = [];
  let line = first;
  let isFresh = true;
  for (const piece of pieces) {
    if (!isFresh && line.length + 1 + piece.length > SCREEN_COLUMNS) {
      lines3.push(line);
      line = rest;
      isFresh = true;
    }
    line += isFresh ? piece : ` ${piece}`;
    isFresh = false;
  }
  return [...lines3, line];
}
function wrapText(text2, first, rest) {
  const at = / \([^()]*\)$/.exec(text2)?.index ?? text2.lastIndexOf(": ") + 1;
  const parts = at <= 0 ? [text2] : [text2.slice(0, at), text2.slice(at + 1)];
  const fits = first.length + text2.length > SCREEN_COLUMNS && parts.every((part) => rest.length + part.length <= SCREEN_COLUMNS);
  return wrapPieces(fits ? parts : text2.split(" "), first, rest);
}

// src/report/terminal.ts
var STDERR_LINES = 20;
var STDERR_WIDTH = 200;
function renderCheck(report, context, showStderr, colour = false) {
  const paint = paintIn(colour);
  const tone = report.verdict === "match" ? "good" : "bad";
  const out = head(verdictWord(report.verdict), headline(report, context), paint, tone);
  if (context.isReportOnly === true)
    out.push("", ...head("REPORT ONLY", reportOnlyWords(report.verdict), paint, "bold"));
  pushChanges(out, report.changes, paint);
  pushBase(out, report);
  pushReading(out, report, context);
  pushStderr(out, report, showStderr);
  pushNext(out, report, { ...context, showsStderr: showStderr });
  return `${out.join("\n")}
`;
}
function renderMark(report, context, showStderr, colour = false) {
  if (!isMarked(report)) return renderCheck(report, context, showStderr, colour);
  const paint = paintIn(colour);
  const out = head("MARKED", markHeadline(report, context), paint, "good");
  if (report.isFirst === true) out.push("", "This is the first baseline of this server.");
  else if (report.changes.length > 0) {
    out.push("", `${againstWords(report)}: ${changeCounts(report.changes)}`);
    pushChanges(out, report.changes, paint);
  }
  const moved = movedWords(report);
  if (moved !== void 0) out.push("", ...wrapText(moved, "", ""));
  pushReading(out, report, context);
  if (context.commitment !== void 0) out.push("", ...wrapText(context.commitment, "", ""));
  else if (report.written === true) {
    out.push("", "Committing the file is the approval:", `  ${context.next.commit}`);
  }
  return `${out.join("\n")}
`;
}
function head(word2, sentence, paint = paintIn(false), tone = "bold") {
  const [first = "", ...rest] = wrapText(sentence, `${word2}  `, " ".repeat(word2.length + 2));
  return [`${paint(word2, tone)}${first.slice(word2.length)}`, ...rest];
}
function pushChanges(out, changes, paint = paintIn(false)) {
  if (changes.length === 0) return;
  out.push("");
  for (const group of groupChanges(changes)) {
    const change = paint(group.change, toneOfChange(group.change));
    out.push(`  ${groupSubject(group, plainName)} ${change}`);
    if (isHidden2(group))
      out.push(
        `      ${paint("HIDDEN", "bad")}: characters that a person does not see have come, gone or moved`
      );
    for (const words of groupFieldWords(group, plainName))
      out.push(...wrapText(words, "      ", "        "));
    if (group.members.length > 1)
      out.push(...wrapPieces(listPieces(memberWords(group, plainName)), "      ", "      "));
  }
}
function pushBase(out, report) {
  const { base } = report;
  if (base === void 0) return;
  const origin = originWords(report, plainName);
  if (origin !== void 0) out.push("", ...wrapText(origin, "", ""));
  const untold = untoldWords(base);
  if (untold !== void 0) out.push("", ...wrapText(`${untold}.`, "", ""));
  const lines3 = approvalLines(base, plainName);
  if (lines3.length === 0) return;
  out.push("", `${approvalTitle(base, plainName)}:`);
  for (const { text: text2, isWeaker } of lines3)
    out.push(...wrapText(text2, isWeaker ? "  ! " : "    ", "      "));
}
function pushReading(out, report, context) {
  const words = readingWords(report);
  const label = /^https?:/.test(context.commandLine) ? "Server " : "Command";
  const command = `${label}  ${printable(context.commandLine, 200)}`;
  if (words === void 0) {
    if (context.commandLine !== "") out.push("", command, ...sourceLines(context));
    return;
  }
  const indent = " ".repeat(9);
  out.push("", ...wrapPieces(words.split(/(?<=,) /), "Read     ", indent), command);
  out.push(...sourceLines(context));
  for (const [index, line] of findingLines(report.findings, plainName).entries()) {
    out.push(...wrapText(line, index === 0 ? "Findings " : indent, `${indent}  `));
  }
  for (const [index, notice] of noticeLines(report).entries()) {
    out.push(...wrapText(notice, index === 0 ? "Notices  " : indent, indent));
  }
}
function sourceLines(context) {
  const { foundIn } = context;
  const indent = " ".repeat(9);
  const variables = variableWords2(context);
  return [
    ...variables === void 0 ? [] : wrapText(variables, "Env      ", indent),
    ...foundIn === void 0 ? [] : wrapPieces(foundIn.split(/(?<=,) /), "Found in ", indent),
    ...passedOverLines(context).flatMap(
      (words, index) => wrapText(words, index === 0 ? "Not used " : indent, `${indent}  `)
    )
  ];
}
function pushStderr(out, { stderr }, showStderr) {
  if (!showStderr || stderr === void 0) return;
  const lines3 = stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
  out.push("", "The server wrote to stderr, control characters shown as escapes:");
  for (const line of lines3.slice(-STDERR_LINES)) out.push(`  | ${printable(line, STDERR_WIDTH)}`);
}
function pushNext(out, report, context) {
  for (const { text: text2, commands } of nextSteps(report, context)) {
    out.push("", ...wrapText(text2, "", ""), ...commands.map((command) => `  ${command}`));
  }
}

// src/report/several.ts
function verdictOf(entries) {
  return worstVerdict(entries.map(({ report }) => report.verdict));
}
function renderScreen(entries, command, showStderr, colour = false) {
  const paint = paintIn(colour);
  const render2 = command === "mark" ? renderMark : renderCheck;
  const [only] = entries;
  if (only !== void 0 && entries.length === 1)
    return render2(only.report, only.context, showStderr, colour);
  const verdict = verdictOf(entries);
  const word2 = command === "mark" && verdict === "match" ? "MARKED" : verdict.toUpperCase();
  const names2 = entries.map(({ report }) => printable(report.server));
  const width = Math.max(...names2.map((name) => name.length));
  const overview = entries.map(
    ({ report }, index) => `  ${(names2[index] ?? "").padEnd(width)}  ${paint(stateOf(report), toneOf(report.verdict))}`
  );
  const sections = entries.flatMap(
    ({ report, context }, index) => isQuiet(report) ? [] : [`
== ${names2[index] ?? ""} ==

${render2(report, context, showStderr, colour)}`]
  );
  return `${paint(word2, toneOf(verdict))}  ${countsOf(entries)}

${overview.join("\n")}
${sections.join("")}`;
}
function toneOf(verdict) {
  return verdict === "match" ? "good" : "bad";
}
function stateOf(report) {
  if (!isMarked(report)) return report.verdict;
  return report.written === true ? "written" : "up to date";
}
function countsOf(entries) {
  const verdicts = entries.map(({ report }) => stateOf(report));
  const counts = [...new Set(verdicts)].map((word2) => {
    const count = verdicts.filter((each) => each === word2).length;
    return `${count} ${word2}`;
  });
  return `${entries.length} servers: ${counts.join(", ")}`;
}
function isQuiet(report) {
  const { base, reading, findings } = report;
  if (report.verdict !== "match" || report.written === true) return false;
  if ((reading?.notices ?? []).length > 0 || findings.length > 0) return false;
  return base === void 0 || untoldWords(base) === void 0 && approvalLines(base, plainName).length === 0;
}
function renderRunSummary(entries) {
  return renderRun(entries, renderSummary, MAX_SUMMARY_BYTES, "record");
}
function renderRunComment(entries, { runUrl, commit }) {
  const isNeeded = verdictOf(entries) !== "match" || entries.some(({ report }) => approves(report));
  const text2 = renderRun(entries, renderInShort, MAX_COMMENT_BYTES, "summary");
  if (!isNeeded) return { text: `${text2}
What this comment said before is resolved.
`, isNeeded };
  const run4 = runUrl === "" ? "The run" : `[The run](${runUrl})`;
  const of = commit === "" ? "" : ` of ${codeSpan(commit.slice(0, 7))}`;
  return {
    text: `${text2}
<sub>${run4}${of} has the rest in its summary. This comment is kept up to date; what decides is the check.</sub>
`,
    isNeeded
  };
}
function approves({ base }) {
  return base !== void 0 && approvalLines(base, plainName).length > 0;
}
function renderRun(entries, render2, maxBytes, elsewhere) {
  const [only] = entries;
  if (only !== void 0 && entries.length === 1)
    return render2(only.report, only.context, maxBytes);
  const verdict = verdictOf(entries);
  const isLoud = entries.some(({ context }) => context.isReportOnly === true);
  const sign = isLoud ? "⚠️" : verdict === "match" ? "✅" : "❌";
  const loud = isLoud ? `**Report only**: ${reportOnlyWords(verdict)}.

` : "";
  const rows = entries.map(
    ({ report }) => `| ${codeSpan(printable(report.server)).replaceAll("|", "\\|")} | ${stateOf(report)} |
`
  );
  let text2 = `## ${sign} witnessmark: ${verdict}

${loud}${countsOf(entries)}.

| Server | Verdict |
| :--- | :--- |
${rows.join("")}
`;
  const told = entries.filter(({ report }) => !isQuiet(report));
  for (const [index, { report, context }] of told.entries()) {
    const left = maxBytes - Buffer.byteLength(text2);
    const section = render2(report, context, Math.floor(left / (told.length - index)));
    if (Buffer.byteLength(section) > left - 200)
      return `${text2}
The ${elsewhere} of this run has the rest, which did not fit here.
`;
    text2 += `${section}
`;
  }
  return text2;
}
function runAnnotations(entries) {
  const all = entries.map(
    ({ report, context }, server) => annotationsOf(report, context).map((each) => ({
      ...each,
      server,
      title: context.serverName === void 0 ? each.title : `${printable(context.serverName)}: ${each.title}`
    }))
  );
  if (all.length === 1) return all.flat();
  const rounds = Math.max(0, ...all.map((own) => own.length));
  const inTurn = Array.from(
    { length: rounds },
    (_, round) => all.flatMap((own) => own.slice(round, round + 1))
  ).flat();
  return ["error", "warning", "notice"].flatMap((level) => {
    const own = inTurn.filter((each) => each.level === level);
    if (own.length <= MAX_ANNOTATIONS) return own;
    const shown = own.slice(0, MAX_ANNOTATIONS - 1);
    const rest = own.slice(MAX_ANNOTATIONS - 1);
    const names2 = [
      ...new Set(rest.map(({ server }) => printable(entries[server]?.report.server ?? "")))
    ];
    const message = `and ${rest.length} more, of ${bounded(names2).join(", ")}: the summary of this run lists them`;
    return [...shown, { level, title: "witnessmark", message, server: rest[0]?.server ?? 0 }];
  });
}

export {
  CONDITIONS,
  differingConditions,
  packageArguments,
  compareCodeUnits,
  compareNullable,
  exactForm,
  digestOf,
  isDigest,
  hasInvisible,
  withoutInvisible,
  recordedName,
  pointerToken,
  fieldRole,
  lineAt,
  ProblemList,
  UNSTABLE,
  parseBaselineItem,
  scriptOf,
  mixesScripts,
  skeletonOf,
  lookalikes,
  withListFindings,
  compareItems,
  fieldsForm,
  sameFields,
  sameMap,
  itemKey,
  pairItems,
  compareSurfaces,
  printable,
  printableJson,
  WHOLE_ITEM,
  EXPECTED,
  parseValue,
  renderJson,
  FORMAT_NAME,
  parseBaseline,
  renderBaseline,
  SECRET_FINDING,
  trimAscii,
  splitCommand,
  quoteCommand,
  prepare,
  failureReport,
  withNotices,
  recordedProtocol,
  findBaseline,
  check,
  digests,
  withDigests,
  parseJsonSource,
  entriesOf,
  viewCheckout,
  nearest,
  chooseItems,
  plainName,
  itemName,
  surfaceCounts,
  listPieces,
  changeCounts,
  exampleItem,
  git,
  checkoutRoot,
  blob,
  blobs,
  objectId,
  isObjectId,
  hasObject,
  readBaselineFile,
  placeInCheckout,
  decodeBaseline,
  unixText,
  normalised,
  WORKFLOW_PATH,
  OPTION_SPECS,
  COMMANDS,
  COMMAND_SPECS,
  parseSettings,
  lines,
  parseFlag,
  parseMode,
  parseBaselinePath,
  givenOptions,
  isPortTemplate,
  VERSION,
  portable,
  readForBaseline,
  openNotices,
  openBaselineOf,
  mark,
  reportContext,
  maskOf,
  optionWords,
  CONFIGURATION2 as CONFIGURATION,
  configurationChanges,
  yamlText,
  yamlEntries,
  planOf,
  configuredServers,
  onlyServer,
  orphanReports,
  inParallel,
  renderDigests,
  renderDigestsJson,
  EXIT_CODES,
  renderRecord,
  writeRecord,
  changeOutput,
  toneOfChange,
  paintIn,
  wrapPieces,
  wrapText,
  renderCheck,
  renderMark,
  head,
  pushChanges,
  pushReading,
  alignTexts,
  codeSpan,
  renderChanges,
  verdictOf,
  renderScreen,
  renderRunSummary,
  renderRunComment,
  runAnnotations,
  StateDirectory,
  hostOf,
  realDependencies
};
