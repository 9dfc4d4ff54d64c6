import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);


// src/core/json-node.ts
function membersNamed(node, name) {
  return node.kind === "object" ? node.members.filter((member) => member.name === name) : [];
}
function hasVariant(node, name) {
  const folded = foldCase(name);
  return node.kind === "object" && node.members.some(
    (member) => member.name.length === name.length && member.name !== name && foldCase(member.name) === folded
  );
}
function foldCase(name) {
  return name.toUpperCase().toLowerCase();
}
function memberValue(node, name) {
  return membersNamed(node, name).at(-1)?.value;
}
function stringMember(node, name) {
  const value = memberValue(node, name);
  return value?.kind === "string" ? value.value : void 0;
}
function groupMembers(node) {
  const groups = /* @__PURE__ */ new Map();
  for (const { name, value } of node.members) {
    const group = groups.get(name);
    if (group === void 0) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
}
function objectNode(members) {
  return {
    kind: "object",
    members: members.map(([name, value]) => ({ name, value, nameStart: -1 })),
    start: -1,
    end: -1
  };
}
function arrayNode(items) {
  return { kind: "array", items, start: -1, end: -1 };
}
function stringNode(value) {
  return { kind: "string", value, start: -1, end: -1 };
}
function literalNode(value) {
  return { kind: "literal", value, start: -1, end: -1 };
}

// src/limits.ts
var MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
var MAX_MESSAGE_VALUES = 2e6;
var MAX_DEFINITION_VALUES = 2e5;
var MAX_TOTAL_BYTES = 128 * 1024 * 1024;
var MAX_MESSAGES = 2e5;
var MAX_PAGES = 1e3;
var MAX_ITEMS = 5e4;
var MAX_DEPTH = 512;
var ENVELOPE_DEPTH = 3;
var PLACE_UNITS_PER_UNIT = 64;
var MIN_PLACE_UNITS = 64 * 1024;
var MAX_PLACE_UNITS = 64 * 1024 * 1024;
var START_TIMEOUT_MS = 3e4;
var REQUEST_TIMEOUT_MS = 3e4;
var READ_TIMEOUT_MS = 12e4;
var MAX_TIMEOUT_SECONDS = 3600;
var MAX_STDERR_BYTES = 64 * 1024;
var POLL_FIRST_MS = 20;
var POLL_MOST_MS = 250;
var NOT_FOUND_PATIENCE_MS = 3e3;
var MAX_REDIRECTS = 3;
var MAX_RESUMES = 5;
var MAX_RESUME_PAUSE_MS = 1e3;
var OPTIONAL_REQUEST_MS = 1e3;
var SETTLE_QUIET_MS = 50;
var MAX_WALKS = 5;
var END_GRACE_MS = 300;
var KILL_WAIT_MS = 5e3;
var IDLE_FROM_MS = 100;
var IDLE_UNTIL_MS = 200;
var MAX_BASELINE_BYTES = 128 * 1024 * 1024;
var UNFINISHED_BASELINE_MS = 6e5;
var MAX_BASELINE_VALUES = 4e6;
var MAX_CONFIGURATION_BYTES = 1024 * 1024;
var MAX_CONFIGURATION_DEPTH = 8;
var MAX_CONFIGURATION_PROBLEMS = 20;
var MAX_SERVERS = 200;
var MAX_PARALLEL_SERVERS = 4;
var MAX_BASELINE_PROBLEMS = 20;
var MAX_NAME_LENGTH = 256;
var JSON_CHUNK_UNITS = 64 * 1024;
var MAX_SHARED_NAMES = 4096;
var MAX_PRINTED_LENGTH = 80;
var MAX_ANNOTATIONS = 10;
var MAX_CHANGED_FILES = 200;
var MAX_COMPARED_FILES = 300;
var MAX_SOURCE_BYTES = 1024 * 1024;
var MAX_SOUGHT_NAMES = 20;
var BASE_TIMEOUT_MS = 1e4;
var API_ATTEMPT_MS = 1e4;
var MAX_API_RETRIES = 2;
var MAX_TITLE_FIELDS = 3;
var COMMENT_TIMEOUT_MS = 75e3;
var MAX_COMMENT_PAGES = 50;
var MAX_COMMENT_BYTES = 60 * 1024;
var MAX_PROPOSAL_ENTRIES = 2e3;
var RENEWAL_TIMEOUT_MS = 12e4;
var MAX_PULL_REQUEST_BYTES = 60 * 1024;
var MAX_MESSAGE_UNITS = 4e3;
var MAX_SUMMARY_BYTES = 900 * 1024;
var MAX_LISTED_NAMES = 20;
var MAX_MEMBER_PROPERTIES = 5;
var MAX_SUMMARY_NAMES = 200;
var MAX_OUTPUT_LENGTH = 128 * 1024;
var SCREEN_COLUMNS = 78;
var MAX_REPEATED_WORD = 1e3;
var MAX_PATCH_UNITS = 16 * 1024 * 1024;
var MAX_GIT_OUTPUT_BYTES = MAX_BASELINE_BYTES + 64 * 1024;
var GIT_TIMEOUT_MS = 3e4;
var MAX_TREE_FILES = 5e5;
var MAX_TREE_BYTES = 4 * 1024 * 1024 * 1024;
var MAX_TREE_FILE_BYTES = 100 * 1024 * 1024;
var TREE_TIMEOUT_MS = 3e5;
var MAX_LINK_BYTES = 4095;
var MIN_SECRET_LENGTH = 6;
var SANDBOX_SCRATCH_BYTES = 512 * 1024 * 1024;
var SANDBOX_SCRATCH_FILES = 2e5;
var SANDBOX_MAX_PROCESSES = 1024;
var USER_MAX_PROCESSES = 8192;
var SANDBOX_READY_TIMEOUT_MS = 2e4;
var SANDBOX_LIFETIME_SECONDS = MAX_TIMEOUT_SECONDS + 300;
var SANDBOX_MAX_FRAME_BYTES = 1024 * 1024;
var SETUP_TIMEOUT_MS = 9e5;
var CHECKOUT_WALK_TIMEOUT_MS = 12e4;
var MAX_CHECKOUT_LISTING_BYTES = 64 * 1024 * 1024;
var MAX_LAUNCHER_STDERR_BYTES = 4 * 1024;
var MAX_TRACKED_FILE_BYTES = 4 * 1024 * 1024;
var MAX_DETECT_FILE_BYTES = 1024 * 1024;
var MAX_DETECT_DEPTH = 64;
var MAX_DETECT_NAMES = 200;
var MAX_DETECT_WORD = 1e3;
var MAX_WORKFLOW_FILES = 100;
var MAX_WORKFLOW_STEPS = 100;
var MAX_WORKFLOW_TEXT = 4e3;
var MAX_SETUP_STEPS = 12;
var MAX_OWNER_WILDCARDS = 6;
var JOB_MINUTES = 10;
var COMPILING_JOB_MINUTES = 20;
var MAX_SHOWN_UNITS = 64 * 1024;
var MAX_NAMED_CHARACTERS = 8;
var MAX_FIELD_LINES = 4e3;
var MAX_DIFFED_UNITS = 512 * 1024;
var MAX_EDITS = 1e3;
var MAX_SURFACE_BYTES = 16 * 1024 * 1024;
var MAX_STORED_SURFACES = 100;
var MAX_STORED_BYTES = 64 * 1024 * 1024;

// src/errors.ts
var VERDICT_OF_CODE = {
  // The caller asked for something that cannot be.
  "unknown-option": "usage",
  "bad-option-value": "usage",
  "missing-command": "usage",
  "bad-command": "usage",
  "ambiguous-command": "usage",
  "unusable-command": "usage",
  "bad-working-directory": "usage",
  "bad-env": "usage",
  "bad-url": "usage",
  "bad-header": "usage",
  "bad-allow-unstable": "usage",
  "bad-tools-file": "usage",
  "config-malformed": "usage",
  "config-not-regular": "usage",
  "config-not-readable": "usage",
  "config-not-committed": "usage",
  "bad-compared-file": "usage",
  "event-refused": "usage",
  "mark-refused": "usage",
  "bad-proposal": "usage",
  "commit-refused": "usage",
  "not-in-ci": "usage",
  "unknown-item": "usage",
  "bad-base": "usage",
  "workflow-not-regular": "usage",
  "workflow-not-writable": "usage",
  // The baseline is absent, or cannot be taken at its word.
  "baseline-missing": "unmarked",
  "baseline-not-regular": "unmarked",
  "baseline-outside-checkout": "unmarked",
  "baseline-too-large": "unmarked",
  "baseline-not-readable": "unmarked",
  "baseline-not-writable": "unmarked",
  "baseline-not-json": "unmarked",
  "baseline-unknown-format": "unmarked",
  "baseline-newer-format": "unmarked",
  "baseline-malformed": "unmarked",
  "baseline-conflict-markers": "unmarked",
  "baseline-inconsistent": "unmarked",
  "baseline-not-committed": "unmarked",
  "no-checkout": "unmarked",
  "baseline-without-server": "unmarked",
  "branch-moved": "unmarked",
  "branch-of-others": "unmarked",
  "commit-failed": "unmarked",
  // The server could not be started, spoken to, or read to the end.
  "base-unusable": "unreadable",
  "isolation-unavailable": "unreadable",
  "setup-failed": "unreadable",
  "command-not-found": "unreadable",
  "command-not-executable": "unreadable",
  "server-exited": "unreadable",
  "port-taken": "unreadable",
  "server-not-listening": "unreadable",
  "connection-failed": "unreadable",
  "certificate-refused": "unreadable",
  "http-unauthorized": "unreadable",
  "http-not-found": "unreadable",
  "session-lost": "unreadable",
  "http-status": "unreadable",
  "http-redirect": "unreadable",
  "http-content": "unreadable",
  "http-no-answer": "unreadable",
  "legacy-sse": "unreadable",
  "server-not-answering": "unreadable",
  "read-timeout": "unreadable",
  "handshake-refused": "unreadable",
  "handshake-malformed": "unreadable",
  "protocol-unsupported": "unreadable",
  "list-refused": "unreadable",
  "list-malformed": "unreadable",
  "repeated-cursor": "unreadable",
  "too-many-pages": "unreadable",
  "too-many-items": "unreadable",
  "message-too-large": "unreadable",
  "too-many-bytes": "unreadable",
  "too-many-messages": "unreadable",
  "too-deep": "unreadable",
  "invalid-utf8": "unreadable",
  "ambiguous-message": "unreadable",
  "secret-in-name": "unreadable",
  // The server was read under other conditions.
  "accept-incomparable": "incomparable",
  // The server does not agree with itself.
  "never-settles": "unstable",
  "field-unstable": "unstable",
  // A fault of this program.
  internal: "internal"
};
var WitnessmarkError = class extends Error {
  code;
  hint;
  tryWith;
  /** Lines to choose from and to copy; mostly none. */
  lines;
  constructor(code, message, hint, options) {
    super(message, options);
    this.name = "WitnessmarkError";
    this.code = code;
    this.hint = hint;
    this.tryWith = options?.tryWith;
    this.lines = options?.lines ?? [];
  }
  /** The same members as a plain value, for reports. */
  toProblem() {
    const { code, message, hint, tryWith, lines } = this;
    return {
      code,
      message,
      hint,
      ...tryWith === void 0 ? {} : { tryWith },
      ...lines.length === 0 ? {} : { lines }
    };
  }
};
function problemOf(error) {
  if (error instanceof WitnessmarkError) return error.toProblem();
  return {
    code: "internal",
    message: `a fault in witnessmark: ${error instanceof Error ? error.name : typeof error}`,
    hint: "Please report it with the stack trace printed above."
  };
}
function faultLines(error) {
  if (!(error instanceof Error)) return [`a thrown ${typeof error}`];
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const cause = error.cause === void 0 ? [] : ["caused by", ...faultLines(error.cause)];
  return [error.name, ...frames, ...cause];
}

// src/core/json-text.ts
var JsonTextError = class extends Error {
  reason;
  /** Offset in UTF-16 code units at which reading stopped. */
  offset;
  constructor(reason, offset) {
    super(
      reason === "syntax" ? `not JSON at offset ${offset}` : `nested too deep at offset ${offset}`
    );
    this.name = "JsonTextError";
    this.reason = reason;
    this.offset = offset;
  }
};
function parseJsonText(text, options) {
  const scanner = new Scanner(text, options);
  return scanner.document();
}
function parseJsonAt(text, offset, options) {
  return new Scanner(text, options, offset).value();
}
function upperBoundOfValues(text) {
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 44 || unit === 91 || unit === 123) count += 1;
  }
  return count;
}
var QUOTE = 34;
var BACKSLASH = 92;
var NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
var ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
var Scanner = class {
  #text;
  #maxDepth;
  #buildDepth;
  #at;
  constructor(text, { maxDepth, buildDepth = Number.POSITIVE_INFINITY }, offset = 0) {
    this.#text = text;
    this.#at = offset;
    this.#maxDepth = maxDepth;
    this.#buildDepth = buildDepth;
  }
  document() {
    this.#space();
    const node = this.#value(1);
    this.#space();
    if (this.#at !== this.#text.length) this.#fail();
    return node;
  }
  value() {
    return this.#value(1);
  }
  #fail() {
    throw new JsonTextError("syntax", this.#at);
  }
  #space() {
    for (; ; ) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 32 && unit !== 10 && unit !== 13 && unit !== 9) return;
      this.#at += 1;
    }
  }
  #value(depth) {
    switch (this.#text[this.#at]) {
      case "{":
      case "[":
        if (depth > this.#maxDepth) throw new JsonTextError("too-deep", this.#at);
        return this.#text[this.#at] === "{" ? this.#object(depth) : this.#array(depth);
      case '"':
        return this.#string();
      case "t":
        return this.#literal("true", true);
      case "f":
        return this.#literal("false", false);
      case "n":
        return this.#literal("null", null);
      case void 0:
        return this.#fail();
      default:
        return this.#number();
    }
  }
  #object(depth) {
    const start = this.#at;
    const build = depth <= this.#buildDepth;
    const members = [];
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === "}") this.#at += 1;
    else {
      for (; ; ) {
        const nameStart = this.#at;
        if (this.#text.charCodeAt(this.#at) !== QUOTE) this.#fail();
        const hasEscapes = this.#skipString();
        const name = build ? this.#stringValue(nameStart, hasEscapes) : "";
        this.#space();
        this.#expect(":");
        this.#space();
        const value = this.#value(depth + 1);
        if (build) members.push({ name, nameStart, value });
        if (this.#endOfContainer("}")) break;
      }
    }
    return build ? { kind: "object", members, start, end: this.#at } : { kind: "skipped", start, end: this.#at };
  }
  #array(depth) {
    const start = this.#at;
    const build = depth <= this.#buildDepth;
    const items = [];
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === "]") this.#at += 1;
    else {
      for (; ; ) {
        const value = this.#value(depth + 1);
        if (build) items.push(value);
        if (this.#endOfContainer("]")) break;
      }
    }
    return build ? { kind: "array", items, start, end: this.#at } : { kind: "skipped", start, end: this.#at };
  }
  /** After a member or an item: true at the closing bracket, false after a comma. */
  #endOfContainer(close) {
    this.#space();
    const found = this.#text[this.#at];
    if (found !== "," && found !== close) this.#fail();
    this.#at += 1;
    if (found === close) return true;
    this.#space();
    return false;
  }
  #expect(character) {
    if (this.#text[this.#at] !== character) this.#fail();
    this.#at += 1;
  }
  #string() {
    const start = this.#at;
    const hasEscapes = this.#skipString();
    return { kind: "string", value: this.#stringValue(start, hasEscapes), start, end: this.#at };
  }
  /** Moves behind the string at the current place; true when it holds an escape. */
  #skipString() {
    const text = this.#text;
    let at = this.#at + 1;
    let hasEscapes = false;
    for (; ; ) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) {
        hasEscapes = true;
        ESCAPE.lastIndex = at;
        if (!ESCAPE.test(text)) {
          this.#at = at;
          this.#fail();
        }
        at = ESCAPE.lastIndex;
      } else if (unit >= 32) at += 1;
      else {
        this.#at = at;
        this.#fail();
      }
    }
    this.#at = at + 1;
    return hasEscapes;
  }
  /** The value of the string that was just skipped. */
  #stringValue(start, hasEscapes) {
    return hasEscapes ? JSON.parse(this.#text.slice(start, this.#at)) : this.#text.slice(start + 1, this.#at - 1);
  }
  #number() {
    const start = this.#at;
    NUMBER.lastIndex = start;
    if (!NUMBER.test(this.#text)) this.#fail();
    this.#at = NUMBER.lastIndex;
    return { kind: "number", text: this.#text.slice(start, this.#at), start, end: this.#at };
  }
  #literal(word, value) {
    const start = this.#at;
    if (!this.#text.startsWith(word, start)) this.#fail();
    this.#at += word.length;
    return { kind: "literal", value, start, end: this.#at };
  }
};

// src/reader/protocol-versions.ts
var INITIALIZE_VERSIONS = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05"
];
var OLDER_HTTP_VERSION = "2025-03-26";
var STATELESS_VERSIONS = ["2026-07-28"];
function eraOf(version) {
  return STATELESS_VERSIONS.includes(version) ? "stateless" : "initialize";
}
function knownVersions() {
  return [...STATELESS_VERSIONS, ...INITIALIZE_VERSIONS].join(", ");
}
function requestedVersions(option, recorded) {
  if (option === "auto") {
    const [withHandshake = "", without = ""] = [INITIALIZE_VERSIONS[0], STATELESS_VERSIONS[0]];
    const isStateless = recorded !== void 0 && eraOf(recorded) === "stateless";
    return isStateless ? [without, withHandshake] : [withHandshake, without];
  }
  if ([...STATELESS_VERSIONS, ...INITIALIZE_VERSIONS].includes(option)) return [option];
  throw new WitnessmarkError(
    "bad-option-value",
    "protocol takes auto or a protocol version that this reader speaks",
    `Known versions: ${knownVersions()}.`
  );
}

export {
  membersNamed,
  hasVariant,
  memberValue,
  stringMember,
  groupMembers,
  objectNode,
  arrayNode,
  stringNode,
  literalNode,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGE_VALUES,
  MAX_DEFINITION_VALUES,
  MAX_TOTAL_BYTES,
  MAX_MESSAGES,
  MAX_PAGES,
  MAX_ITEMS,
  MAX_DEPTH,
  ENVELOPE_DEPTH,
  PLACE_UNITS_PER_UNIT,
  MIN_PLACE_UNITS,
  MAX_PLACE_UNITS,
  START_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  READ_TIMEOUT_MS,
  MAX_TIMEOUT_SECONDS,
  MAX_STDERR_BYTES,
  POLL_FIRST_MS,
  POLL_MOST_MS,
  NOT_FOUND_PATIENCE_MS,
  MAX_REDIRECTS,
  MAX_RESUMES,
  MAX_RESUME_PAUSE_MS,
  OPTIONAL_REQUEST_MS,
  SETTLE_QUIET_MS,
  MAX_WALKS,
  END_GRACE_MS,
  KILL_WAIT_MS,
  IDLE_FROM_MS,
  IDLE_UNTIL_MS,
  MAX_BASELINE_BYTES,
  UNFINISHED_BASELINE_MS,
  MAX_BASELINE_VALUES,
  MAX_CONFIGURATION_BYTES,
  MAX_CONFIGURATION_DEPTH,
  MAX_CONFIGURATION_PROBLEMS,
  MAX_SERVERS,
  MAX_PARALLEL_SERVERS,
  MAX_BASELINE_PROBLEMS,
  MAX_NAME_LENGTH,
  JSON_CHUNK_UNITS,
  MAX_SHARED_NAMES,
  MAX_PRINTED_LENGTH,
  MAX_ANNOTATIONS,
  MAX_CHANGED_FILES,
  MAX_COMPARED_FILES,
  MAX_SOURCE_BYTES,
  MAX_SOUGHT_NAMES,
  BASE_TIMEOUT_MS,
  API_ATTEMPT_MS,
  MAX_API_RETRIES,
  MAX_TITLE_FIELDS,
  COMMENT_TIMEOUT_MS,
  MAX_COMMENT_PAGES,
  MAX_COMMENT_BYTES,
  MAX_PROPOSAL_ENTRIES,
  RENEWAL_TIMEOUT_MS,
  MAX_PULL_REQUEST_BYTES,
  MAX_MESSAGE_UNITS,
  MAX_SUMMARY_BYTES,
  MAX_LISTED_NAMES,
  MAX_MEMBER_PROPERTIES,
  MAX_SUMMARY_NAMES,
  MAX_OUTPUT_LENGTH,
  SCREEN_COLUMNS,
  MAX_REPEATED_WORD,
  MAX_PATCH_UNITS,
  MAX_GIT_OUTPUT_BYTES,
  GIT_TIMEOUT_MS,
  MAX_TREE_FILES,
  MAX_TREE_BYTES,
  MAX_TREE_FILE_BYTES,
  TREE_TIMEOUT_MS,
  MAX_LINK_BYTES,
  MIN_SECRET_LENGTH,
  SANDBOX_SCRATCH_BYTES,
  SANDBOX_SCRATCH_FILES,
  SANDBOX_MAX_PROCESSES,
  USER_MAX_PROCESSES,
  SANDBOX_READY_TIMEOUT_MS,
  SANDBOX_LIFETIME_SECONDS,
  SANDBOX_MAX_FRAME_BYTES,
  SETUP_TIMEOUT_MS,
  CHECKOUT_WALK_TIMEOUT_MS,
  MAX_CHECKOUT_LISTING_BYTES,
  MAX_LAUNCHER_STDERR_BYTES,
  MAX_TRACKED_FILE_BYTES,
  MAX_DETECT_FILE_BYTES,
  MAX_DETECT_DEPTH,
  MAX_DETECT_NAMES,
  MAX_DETECT_WORD,
  MAX_WORKFLOW_FILES,
  MAX_WORKFLOW_STEPS,
  MAX_WORKFLOW_TEXT,
  MAX_SETUP_STEPS,
  MAX_OWNER_WILDCARDS,
  JOB_MINUTES,
  COMPILING_JOB_MINUTES,
  MAX_SHOWN_UNITS,
  MAX_NAMED_CHARACTERS,
  MAX_FIELD_LINES,
  MAX_DIFFED_UNITS,
  MAX_EDITS,
  MAX_SURFACE_BYTES,
  MAX_STORED_SURFACES,
  MAX_STORED_BYTES,
  VERDICT_OF_CODE,
  WitnessmarkError,
  problemOf,
  faultLines,
  JsonTextError,
  parseJsonText,
  parseJsonAt,
  upperBoundOfValues,
  INITIALIZE_VERSIONS,
  OLDER_HTTP_VERSION,
  eraOf,
  knownVersions,
  requestedVersions
};
