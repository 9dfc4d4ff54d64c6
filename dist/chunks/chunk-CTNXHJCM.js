import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);

import {
  ENVELOPE_DEPTH,
  JsonTextError,
  MAX_DEPTH,
  MAX_MESSAGES,
  MAX_MESSAGE_BYTES,
  MAX_MESSAGE_VALUES,
  MAX_STDERR_BYTES,
  MAX_TOTAL_BYTES,
  WitnessmarkError,
  hasVariant,
  memberValue,
  membersNamed,
  parseJsonText
} from "./chunk-VLL5TJFQ.js";

// src/reader/growing-buffer.ts
var FIRST_CAPACITY = 64;
var GrowingBuffer = class {
  #block = new Uint8Array(0);
  #length = 0;
  get length() {
    return this.#length;
  }
  push(bytes) {
    const needed = this.#length + bytes.length;
    if (needed > this.#block.length) {
      const larger = new Uint8Array(Math.max(needed, this.#block.length * 2, FIRST_CAPACITY));
      larger.set(this.#block.subarray(0, this.#length));
      this.#block = larger;
    }
    this.#block.set(bytes, this.#length);
    this.#length = needed;
  }
  /** Returns what was collected, and starts anew. */
  take() {
    const bytes = this.#block.subarray(0, this.#length);
    this.#block = new Uint8Array(0);
    this.#length = 0;
    return bytes;
  }
};

// src/reader/envelope.ts
var BUILD_DEPTH = 2;
var MEMBERS = ["jsonrpc", "id", "method", "params", "result", "error"];
var ANSWER_MEMBERS = ["jsonrpc", "id", "result", "error"];
function parseEnvelope(text) {
  let node;
  try {
    node = parseJsonText(text, { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH, buildDepth: BUILD_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    if (error.reason === "too-deep" && text.trimStart().startsWith("{"))
      return { kind: "too-deep" };
    return { kind: "noise", ...seemingAnswers(text) };
  }
  if (node.kind === "array") {
    return { kind: "batch", texts: node.items.map(({ start, end }) => text.slice(start, end)) };
  }
  return node.kind === "object" ? parseMessage(node, text) : { kind: "noise" };
}
function parseMessage(node, text) {
  const version = memberValue(node, "jsonrpc");
  if (version?.kind !== "string" || version.value !== "2.0") {
    return { kind: "noise", ...lookAlike(node) };
  }
  if (MEMBERS.some((name) => membersNamed(node, name).length > 1 || hasVariant(node, name)))
    return { kind: "ambiguous" };
  const method = memberValue(node, "method");
  const [result, error] = [memberValue(node, "result"), memberValue(node, "error")];
  if (method?.kind === "string") {
    if (result !== void 0 || error !== void 0) return { kind: "ambiguous" };
    const kind = memberValue(node, "id") === void 0 ? "notification" : "request";
    return { kind, method: method.value, text };
  }
  const id = integerId(memberValue(node, "id"));
  if (id === void 0) {
    const isAnswer = result !== void 0 || error !== void 0;
    return isAnswer ? { kind: "noise", isAnswer, ...lookAlike(node) } : { kind: "noise" };
  }
  if (result !== void 0 && error !== void 0) return { kind: "ambiguous" };
  const isPlain = node.members.every(({ name }) => ANSWER_MEMBERS.includes(name));
  if (result !== void 0)
    return { kind: "result", id, resultText: text.slice(result.start, result.end), isPlain };
  const code = error === void 0 ? void 0 : memberValue(error, "code");
  if (error === void 0) return { kind: "noise" };
  return { kind: "error", id, code: code?.kind === "number" ? Number(code.text) : 0, isPlain };
}
function lookAlike(node) {
  const isAnswer = ["result", "error"].some((name) => memberValue(node, name) !== void 0);
  const ids = membersNamed(node, "id").map(
    ({ value }) => value.kind === "number" ? Number(value.text) : value.kind === "string" ? Number(value.value) : NaN
  );
  return isAnswer && ids.length > 0 ? { seemsToAnswer: ids } : {};
}
var LOOSE_ID = /"id"\s*:\s*"?(\d{1,15})(?!\d)/g;
var MAX_LOOSE_IDS = 1e3;
function seemingAnswers(text) {
  if (!text.includes('"jsonrpc"') || !/"(?:result|error)"\s*:/.test(text)) return {};
  const ids = /* @__PURE__ */ new Set();
  for (const [, digits] of text.matchAll(LOOSE_ID)) {
    ids.add(Number(digits));
    if (ids.size > MAX_LOOSE_IDS) break;
  }
  return { seemsToAnswer: [...ids] };
}
function integerId(node) {
  return node?.kind === "number" && /^\d{1,15}$/.test(node.text) ? Number(node.text) : void 0;
}

// src/reader/tail-buffer.ts
var TailBuffer = class {
  #maxBytes;
  #chunks = [];
  #bytes = 0;
  #dropped = false;
  constructor(maxBytes) {
    this.#maxBytes = maxBytes;
  }
  push(chunk) {
    if (chunk.length > this.#maxBytes) this.#dropped = true;
    this.#chunks.push(Uint8Array.from(chunk.subarray(-this.#maxBytes)));
    this.#bytes += Math.min(chunk.length, this.#maxBytes);
    while (this.#bytes > this.#maxBytes) {
      const [first] = this.#chunks;
      if (first === void 0) return;
      const excess = this.#bytes - this.#maxBytes;
      if (first.length > excess) this.#chunks[0] = first.subarray(excess);
      else this.#chunks.shift();
      this.#bytes -= Math.min(first.length, excess);
      this.#dropped = true;
    }
  }
  /** The kept text, decoded leniently; cut at the front to a whole line where something was dropped. */
  text() {
    const text = new TextDecoder().decode(Buffer.concat(this.#chunks));
    return this.#dropped ? text.slice(text.indexOf("\n") + 1) : text;
  }
};

// src/reader/wire.ts
var WIRE_BOUNDS = {
  maxMessageBytes: MAX_MESSAGE_BYTES,
  maxMessageValues: MAX_MESSAGE_VALUES,
  maxTotalBytes: MAX_TOTAL_BYTES,
  maxMessages: MAX_MESSAGES
};
var SPREAD_LINE = /^\s*"jsonrpc"\s*:\s*"2\.0"\s*,?\s*$/;
var DRAIN_MS = 200;
var MessageWire = class {
  onclose;
  onerror;
  onmessage;
  counts = {
    noise: 0,
    requests: 0,
    listChanges: 0,
    spread: 0,
    unasked: 0,
    odd: 0
  };
  stderr = new TailBuffer(MAX_STDERR_BYTES);
  notices = [];
  lastMessageAt = performance.now();
  failure;
  exit;
  silence;
  bounds;
  #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** What is asked and not answered; true where another client may have an answer already. */
  #pending = /* @__PURE__ */ new Map();
  /** What was answered by a message that other clients may refuse. */
  #oddlyAnswered = /* @__PURE__ */ new Set();
  #errorCodes = /* @__PURE__ */ new Map();
  #totalBytes = 0;
  #messages = 0;
  #closed = false;
  constructor(bounds) {
    this.bounds = bounds;
  }
  #ended;
  get versionHeader() {
    return void 0;
  }
  /** Ends the wire, not the process: whoever started it ends it. */
  close() {
    if (this.#ended === void 0) {
      this.#closed = true;
      this.#ended = this.end();
      this.onclose?.();
    }
    return this.#ended;
  }
  fail(code, message, hint) {
    if (this.#closed) return;
    this.failure ??= new WitnessmarkError(code, message, hint);
    void this.close();
  }
  takeErrorCode() {
    const [entry] = this.#errorCodes;
    this.#errorCodes.clear();
    return entry?.[1];
  }
  get closed() {
    return this.#closed;
  }
  /** Remembers what is asked, so that only its answer is taken for one. */
  expect(message) {
    const { id, method } = message;
    if (method === void 0 || typeof id !== "number") return void 0;
    this.#pending.set(id, false);
    return id;
  }
  /** True while a request has no answer. */
  isPending(id) {
    return this.#pending.has(id);
  }
  /** False, and the wire has ended, when all that came is more than a read may take. */
  countBytes(bytes) {
    this.#totalBytes += bytes;
    if (this.#totalBytes <= this.bounds.maxTotalBytes) return true;
    this.#tooLarge("too-many-bytes", this.bounds.maxTotalBytes, "bytes as all messages together");
    return false;
  }
  /** Ends the wire for a message above its bound; nothing is cut off and called whole. */
  messageTooLong() {
    this.#tooLarge("message-too-large", this.bounds.maxMessageBytes, "bytes as one message");
  }
  /** Takes the bytes of one whole message. What cannot be one is noise, where `mayBeNoise` allows it. */
  receive(bytes, mayBeNoise) {
    if (this.#closed) return;
    const { maxMessageValues } = this.bounds;
    if (bytes.length > maxMessageValues && countValues(bytes) > maxMessageValues) {
      this.#tooLarge("message-too-large", maxMessageValues, "values as one message");
      return;
    }
    let text;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      if (mayBeNoise(bytes)) this.counts.noise += 1;
      else {
        this.fail(
          "invalid-utf8",
          "a message of the server is not UTF-8",
          "MCP messages are UTF-8. Check the encoding of what the server writes, and of the files it reads texts from."
        );
      }
      return;
    }
    const hasMark = text.startsWith("\uFEFF");
    this.#message(hasMark ? text.slice(1) : text, { mayBeBatch: true, isOdd: hasMark });
  }
  /** Ends the wire because the server's process has ended, or its stdout. */
  serverGone(exit) {
    this.exit ??= exit;
    const how = exit === void 0 ? "closed its stdout" : exit.signal === null ? `exited with code ${exit.code ?? "unknown"}` : `was ended by ${exit.signal}`;
    this.fail(
      "server-exited",
      `the server ${how}`,
      "Start the command by hand in the working directory and read what it prints; --show-stderr (show-stderr: true) shows it here."
    );
  }
  /** Takes note of what another client may take for an answer. Where it has two, it is not told which one counts. */
  #seemsAnswered(id) {
    if (this.#pending.has(id)) this.#pending.set(id, true);
    else if (this.#oddlyAnswered.has(id)) this.#answeredTwice();
  }
  #answeredTwice() {
    this.fail(
      "ambiguous-message",
      "the server answered one request twice, once in a form that not every client reads",
      "Two clients would read two different answers; let the server answer each request once, with the id of the request."
    );
  }
  #tooLarge(code, bound, what) {
    this.fail(
      code,
      `the server sent more than ${bound} ${what}`,
      "This bound protects the reader and cannot be raised; a surface of this size is more than any model reads."
    );
  }
  #message(text, { mayBeBatch, isOdd }) {
    if (this.#closed) return;
    this.#messages += 1;
    if (this.#messages > this.bounds.maxMessages) {
      this.fail(
        "too-many-messages",
        `the server sent more than ${this.bounds.maxMessages} ${this.transport === "stdio" ? "lines" : "messages"}`,
        this.transport === "stdio" ? "This bound protects the reader and cannot be raised. Write logs to stderr: stdout carries MCP messages only." : "This bound protects the reader and cannot be raised. Does the server send notifications without end?"
      );
      return;
    }
    if (text.trim() === "") return;
    const envelope = parseEnvelope(text);
    if (envelope.kind !== "noise" && this.transport === "stdio" && INNER_RETURN.test(text)) {
      this.fail(
        "ambiguous-message",
        "a message of the server holds a carriage return that ends no line",
        "Clients that end a line there (in Java and .NET) read other messages; let the server send each message without line breaks."
      );
      return;
    }
    switch (envelope.kind) {
      case "noise":
        this.counts.noise += 1;
        if (envelope.isAnswer === true) this.counts.unasked += 1;
        if (SPREAD_LINE.test(text)) this.counts.spread += 1;
        for (const id of envelope.seemsToAnswer ?? []) this.#seemsAnswered(id);
        return;
      case "batch":
        if (mayBeBatch) {
          for (const each of envelope.texts)
            this.#message(each, { mayBeBatch: false, isOdd: true });
        } else this.counts.noise += 1;
        return;
      case "too-deep":
        this.fail(
          "too-deep",
          "a message of the server nests deeper than 512 levels below its list",
          "This bound protects the reader and cannot be raised."
        );
        return;
      case "ambiguous":
        this.fail(
          "ambiguous-message",
          "a message of the server holds one member twice, or both a result and an error",
          "Two clients would read two different answers; let the server send each member once."
        );
        return;
      case "request":
      case "notification":
        this.lastMessageAt = performance.now();
        if (envelope.kind === "request") this.counts.requests += 1;
        else if (envelope.method.endsWith("/list_changed")) this.counts.listChanges += 1;
        this.onmessage?.(JSON.parse(envelope.text));
        return;
      case "result":
      case "error":
        this.lastMessageAt = performance.now();
        if (this.#pending.get(envelope.id) === true) {
          this.#answeredTwice();
          return;
        }
        if (!this.#pending.delete(envelope.id)) {
          this.counts.noise += 1;
          this.counts.unasked += 1;
          this.#seemsAnswered(envelope.id);
          return;
        }
        if (isOdd || !envelope.isPlain) {
          this.counts.odd += 1;
          this.#oddlyAnswered.add(envelope.id);
        }
        if (envelope.kind === "result") {
          const result = { text: envelope.resultText };
          this.onmessage?.({ jsonrpc: "2.0", id: envelope.id, result });
        } else {
          this.#errorCodes.set(envelope.id, envelope.code);
          const error = { code: envelope.code, message: "refused" };
          this.onmessage?.({ jsonrpc: "2.0", id: envelope.id, error });
        }
    }
  }
};
var INNER_RETURN = /\r(?!\r*$)/;
async function withinDrainTime(promise) {
  let timer;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(() => resolve(void 0), DRAIN_MS);
  });
  const value = await Promise.race([promise, timeout]);
  clearTimeout(timer);
  return value;
}
function countValues(bytes) {
  let count = 1;
  for (const byte of bytes) if (byte === 44 || byte === 91 || byte === 123) count += 1;
  return count;
}

export {
  GrowingBuffer,
  TailBuffer,
  WIRE_BOUNDS,
  MessageWire,
  withinDrainTime
};
