import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);

import {
  GrowingBuffer,
  MessageWire,
  WIRE_BOUNDS,
  withinDrainTime
} from "./chunk-CTNXHJCM.js";
import {
  MAX_REDIRECTS,
  MAX_RESUMES,
  MAX_RESUME_PAUSE_MS,
  NOT_FOUND_PATIENCE_MS,
  OPTIONAL_REQUEST_MS,
  POLL_FIRST_MS,
  POLL_MOST_MS,
  WitnessmarkError,
  eraOf,
  problemOf
} from "./chunk-VLL5TJFQ.js";
import "./chunk-FDBWB2HI.js";

// src/reader/http-transport.ts
import { setTimeout as sleep } from "node:timers/promises";

// src/reader/event-stream.ts
var LINE_FEED = 10;
var CARRIAGE_RETURN = 13;
var COLON = 58;
var SPACE = 32;
var EventStream = class {
  /** Of the last event that had one; empty before. */
  lastEventId = "";
  /** The pause before coming back that the server asked for. */
  retryMs = 0;
  #sink;
  #maxBytes;
  #line = new GrowingBuffer();
  #data = new GrowingBuffer();
  #hasData = false;
  #type = "";
  #id;
  #isFirstLine = true;
  #skipLineFeed = false;
  #stopped = false;
  constructor(sink, maxBytes) {
    this.#sink = sink;
    this.#maxBytes = maxBytes;
  }
  /** Takes the next bytes. */
  push(chunk) {
    let from = 0;
    if (this.#skipLineFeed && chunk.length > 0) {
      this.#skipLineFeed = false;
      if (chunk[0] === LINE_FEED) from = 1;
    }
    let lineFeed = chunk.indexOf(LINE_FEED, from);
    let carriageReturn = chunk.indexOf(CARRIAGE_RETURN, from);
    while (!this.#stopped) {
      const at = earlier(lineFeed, carriageReturn);
      const part = chunk.subarray(from, at < 0 ? chunk.length : at);
      if (this.#data.length + this.#line.length + part.length > this.#maxBytes) {
        this.stop();
        this.#sink.tooLong();
        return;
      }
      if (at < 0) {
        if (part.length > 0) this.#line.push(part);
        return;
      }
      if (this.#line.length === 0) this.#takeLine(part);
      else {
        this.#line.push(part);
        this.#takeLine(this.#line.take());
      }
      from = at + 1;
      if (at === carriageReturn) {
        if (from === chunk.length) this.#skipLineFeed = true;
        else if (chunk[from] === LINE_FEED) from += 1;
        carriageReturn = chunk.indexOf(CARRIAGE_RETURN, from);
      }
      if (lineFeed >= 0 && lineFeed < from) lineFeed = chunk.indexOf(LINE_FEED, from);
    }
  }
  /** Drops what is pending and all that comes. */
  stop() {
    this.#stopped = true;
    this.#line.take();
    this.#data.take();
  }
  /** One line without its end; its bytes are valid only during the call. */
  #takeLine(whole) {
    let line = whole;
    if (this.#isFirstLine && line[0] === 239 && line[1] === 187 && line[2] === 191) {
      line = line.subarray(3);
    }
    this.#isFirstLine = false;
    if (line.length === 0) {
      this.#dispatch();
      return;
    }
    if (!FIRST_OF_A_FIELD.includes(line[0] ?? 0)) return;
    const colon = line.indexOf(COLON);
    const name = latin1(colon < 0 ? line : line.subarray(0, Math.min(colon, MAX_FIELD_NAME)));
    const start = colon < 0 ? line.length : colon + (line[colon + 1] === SPACE ? 2 : 1);
    const value = line.subarray(start);
    if (name === "data") {
      if (this.#hasData) this.#data.push(Uint8Array.of(LINE_FEED));
      this.#data.push(value);
      this.#hasData = true;
    } else if (name === "event") this.#type = latin1(value.subarray(0, MAX_FIELD_NAME));
    else if (name === "id" && value.length <= MAX_EVENT_ID) this.#id = printableId(value);
    else if (name === "retry" && /^\d{1,9}$/.test(latin1(value.subarray(0, MAX_FIELD_NAME)))) {
      this.retryMs = Number(latin1(value));
    }
  }
  #dispatch() {
    const data = this.#hasData ? this.#data.take() : NOTHING;
    const type = this.#type;
    if (this.#id !== void 0) this.lastEventId = this.#id;
    this.#hasData = false;
    this.#type = "";
    this.#id = void 0;
    if (data.length === 0) return;
    if (type !== "" && type !== "message") this.#sink.other(type);
    else this.#sink.message(data);
  }
};
var NOTHING = new Uint8Array(0);
var FIRST_OF_A_FIELD = [100, 101, 105, 114];
var MAX_FIELD_NAME = 32;
var MAX_EVENT_ID = 1024;
function earlier(a, b) {
  return a < 0 ? b : b < 0 ? a : Math.min(a, b);
}
function latin1(bytes) {
  return Buffer.from(bytes).toString("latin1");
}
function printableId(bytes) {
  const text = latin1(bytes);
  return /^[\x20-\x7e]*$/.test(text) ? text : void 0;
}

// src/reader/http-client.ts
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
var ConnectionError = class extends Error {
  code;
  constructor(cause) {
    super("no connection", { cause });
    const { code } = cause;
    this.code = typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : "unknown";
  }
};
var HttpClient = class {
  #options;
  // Said explicitly, so that no variable of the environment switches the check of certificates off.
  #agents = { http: new HttpAgent(), https: new HttpsAgent({ rejectUnauthorized: true }) };
  #active = /* @__PURE__ */ new Set();
  constructor(options) {
    this.#options = options;
  }
  /**
   * Sends a request and returns the head of its answer. Redirects 307 and 308 inside the origin are
   * followed with method, headers and body as they are. Source: RFC 9110 section 15.4, field case B26.
   * @throws ConnectionError, WitnessmarkError `http-redirect`.
   */
  async send(message) {
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
        throw redirectError("redirects in a way that loses the message of a POST", status);
      }
      const target = targetOf(response, url);
      if (target?.origin !== this.#options.url.origin) {
        throw redirectError("redirects to another origin, which is never followed", status);
      }
      url = target;
    }
  }
  /** Ends every request under way. */
  abort() {
    for (const request of this.#active) request.destroy();
    this.#active.clear();
  }
  #once(url, { method, headers, body }) {
    const { socketPath, onSent } = this.#options;
    const isHttps = url.protocol === "https:";
    const open = this.#options.open ?? (isHttps ? httpsRequest : httpRequest);
    return new Promise((resolve, reject) => {
      const request = open(url, {
        method,
        headers: { ...headers, Host: url.host },
        agent: isHttps ? this.#agents.https : this.#agents.http,
        ...socketPath === void 0 ? {} : { socketPath }
      });
      this.#active.add(request);
      request.once("close", () => this.#active.delete(request));
      request.once("response", resolve);
      request.on("error", (error) => reject(new ConnectionError(error)));
      request.end(body);
      onSent(request);
    });
  }
};
function targetOf({ headers }, from) {
  return headers.location !== void 0 && URL.canParse(headers.location, from.href) ? new URL(headers.location, from) : void 0;
}
function redirectError(what, status) {
  return new WitnessmarkError(
    "http-redirect",
    `the server ${what} (HTTP ${status})`,
    "Give the url at which the server really answers, with its final slash where it has one."
  );
}

// src/reader/http-problems.ts
var NOT_THERE_YET = ["ECONNREFUSED", "ECONNRESET", "EPIPE"];
function mayComeUp({ code }) {
  return NOT_THERE_YET.includes(code);
}
function connectionProblem({ code }, isLaunched) {
  if (code.startsWith("HPE_")) {
    return new WitnessmarkError(
      "connection-failed",
      `what answers does not speak HTTP (${code})`,
      "Is the port of the url the one that the server speaks MCP on? A server on stdio needs no url."
    );
  }
  if (CERTIFICATE.test(code)) {
    return new WitnessmarkError(
      "certificate-refused",
      `the certificate of the server is not accepted (${code})`,
      certificateHint(code)
    );
  }
  if (/^(?:ERR_SSL_|EPROTO$)/.test(code)) {
    return new WitnessmarkError(
      "connection-failed",
      `what answers does not speak TLS as it should (${code})`,
      "Does the server answer on this port by http:// and not by https://?"
    );
  }
  return new WitnessmarkError(
    "connection-failed",
    `the connection to the server could not be made, or broke (${code})`,
    isLaunched ? "Start the command by hand and read what it prints; --show-stderr (show-stderr: true) shows it here." : "Is the url right, and can this machine reach it?"
  );
}
var CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_|CRL_|ERROR_IN_C|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$)/;
function certificateHint(code) {
  if (/ALTNAME|HOSTNAME/.test(code))
    return "Give the url with a host name that stands in the certificate.";
  if (/HAS_EXPIRED|NOT_YET_VALID/.test(code))
    return "Renew the certificate of the server, or set the clock of this machine.";
  return "If an authority of your own signed it, name its certificate: NODE_EXTRA_CA_CERTS=FILE in the environment of this program. It is never read without a check.";
}
function notListening(port, code) {
  return new WitnessmarkError(
    "server-not-listening",
    `nothing listens on port ${port} of 127.0.0.1 (${code})`,
    "Tell the server its port, for example --env PORT={port} or {port} in the command, and let it listen on 127.0.0.1; the option timeout (seconds) gives it longer."
  );
}
function statusProblem(status, hasSession) {
  const [code, what, hint] = statusWords(status, hasSession);
  return new WitnessmarkError(code, `the server answered HTTP ${status}${what}`, hint);
}
function statusWords(status, hasSession) {
  switch (status) {
    case 401:
    case 403:
      return [
        "http-unauthorized",
        ": it wants other credentials, or none of this kind",
        "A deployed server takes them with --header NAME=VALUE; one that is started here should list its surface without, or by a placeholder (--env NAME)."
      ];
    case 404:
      return hasSession ? [
        "session-lost",
        ": it does not know the session any more",
        "Does the server restart, or do several instances share no sessions? One reading needs one instance."
      ] : [
        "http-not-found",
        ": there is nothing at this path",
        "Give the path at which the server speaks MCP; /mcp is usual, and a final slash makes another path."
      ];
    case 405:
      return [
        "http-status",
        " to a POST",
        "Give the path at which the server speaks Streamable HTTP; /mcp is usual."
      ];
    case 400:
      return [
        "http-status",
        "",
        "Does the server know this protocol version (--protocol VERSION), and the host in the url?"
      ];
    case 406:
    case 415:
      return [
        "http-status",
        ": it does not accept what every client of Streamable HTTP must send",
        "A POST carries JSON and accepts application/json and text/event-stream; let an MCP SDK serve it."
      ];
    default:
      return [
        "http-status",
        "",
        status >= 500 ? "Read the server’s own log; a failed list is never taken for an empty one." : 'See the MCP specification, "Streamable HTTP".'
      ];
  }
}
function legacyServer() {
  return new WitnessmarkError(
    "legacy-sse",
    "the server speaks the HTTP+SSE transport of 2024, which Streamable HTTP has replaced",
    "Update the server’s MCP SDK and serve Streamable HTTP, or read the server over stdio."
  );
}
function contentProblem(isEncoded) {
  return new WitnessmarkError(
    "http-content",
    isEncoded ? "the server answered with a compressed body, which was not asked for" : "the server answered with a body that is neither application/json nor text/event-stream",
    "Is this the path at which the server speaks MCP? /mcp is usual; a web page answers elsewhere."
  );
}
function noAnswer() {
  return new WitnessmarkError(
    "http-no-answer",
    "the answer ended without the message that was asked for",
    "Each POST of a request is answered by its JSON-RPC answer, as JSON or as an event of the stream."
  );
}

// src/reader/http-transport.ts
var JSON_TYPE = "application/json";
var STREAM_TYPE = "text/event-stream";
var VERSION_HEADER = "MCP-Protocol-Version";
var METHOD_HEADER = "Mcp-Method";
var SESSION_HEADER = "Mcp-Session-Id";
var HttpTransport = class extends MessageWire {
  transport = "streamable-http";
  #target;
  #client;
  #sessionId;
  #version;
  #versionHeader;
  #exited = false;
  constructor(target, bounds = WIRE_BOUNDS) {
    super(bounds);
    this.#target = target;
    const { url, socketPath, open } = target;
    this.#client = new HttpClient({ url, socketPath, open, onSent: (sent) => this.#observe(sent) });
    for (const stream of [target.process?.stdout, target.process?.stderr]) {
      stream?.on("data", (chunk) => this.stderr.push(chunk));
      stream?.on("error", () => void 0);
    }
  }
  get versionHeader() {
    return this.#versionHeader;
  }
  start() {
    void this.#target.process?.exited.then(async (exit) => {
      this.#exited = true;
      await withinDrainTime(new Promise(() => void 0));
      this.serverGone(exit);
    });
    return Promise.resolve();
  }
  /** From now on every request carries the version. */
  setProtocolVersion(version) {
    this.#version = version;
  }
  /** Resolves for a notification or an answer once the server has taken it; for a request at once. */
  async send(message) {
    const id = this.expect(message);
    if (this.closed) return;
    const { method } = message;
    const opens = method === "initialize" || method === "server/discover";
    if (opens) void this.#guarded(() => this.#handshake(message, id));
    else if (id !== void 0) void this.#guarded(() => this.#post(message, id));
    else {
      if (method === "notifications/initialized") await this.#openOwnStream();
      await this.#guarded(() => this.#post(message, void 0));
    }
  }
  async end() {
    this.#client.abort();
    if (this.#sessionId === void 0 || this.#exited) return;
    await this.#optional({ method: "DELETE", headers: this.#headers({}) });
    this.#client.abort();
  }
  /** Whatever goes wrong ends the wire; nothing is thrown. */
  async #guarded(run) {
    try {
      await run();
    } catch (error) {
      if (this.closed) return;
      const problem = error instanceof ConnectionError ? await this.#brokenBy(error) : error;
      const { code, message, hint } = problemOf(problem);
      this.fail(code, message, hint);
    }
  }
  /** A server that has exited says more by its exit than by the connection that it left. */
  async #brokenBy(error) {
    const { process } = this.#target;
    const exit = process === void 0 ? void 0 : await withinDrainTime(process.exited);
    if (exit !== void 0) this.serverGone(exit);
    return connectionProblem(error, process !== void 0);
  }
  async #handshake(first, id) {
    const { olderVersion, process } = this.#target;
    const isStarting = process !== void 0;
    let message = first;
    let notFoundSince;
    for (let pause = POLL_FIRST_MS; !this.closed; pause = Math.min(pause * 2, POLL_MOST_MS)) {
      let response;
      const held = setTimeout(() => this.silence = void 0, OPTIONAL_REQUEST_MS);
      try {
        response = await this.#client.send(this.#postOf(message));
      } catch (error) {
        if (!(isStarting && error instanceof ConnectionError && mayComeUp(error))) throw error;
        this.silence = notListening(portOf(this.#target.url), error.code);
        notFoundSince = void 0;
        await sleep(pause);
        continue;
      } finally {
        clearTimeout(held);
      }
      const status = response.statusCode ?? 0;
      if ((status === 404 || status === 405) && await this.#isLegacy()) throw legacyServer();
      if (isStarting && [404, 502, 503, 504].includes(status)) {
        response.destroy();
        notFoundSince = status === 404 ? notFoundSince ?? performance.now() : void 0;
        if (notFoundSince !== void 0 && performance.now() - notFoundSince > NOT_FOUND_PATIENCE_MS)
          throw statusProblem(404, false);
        this.silence = statusProblem(status, false);
        await sleep(pause);
        continue;
      }
      this.silence = void 0;
      const mayBeOlder = this.#version === void 0 && olderVersion !== void 0;
      if (status === 400 && message === first && mayBeOlder) {
        response.destroy();
        message = withVersion(first, olderVersion);
        this.notices.push(
          `the server answered HTTP 400 to the newest protocol version, and was asked again for ${olderVersion}`
        );
        continue;
      }
      if (status < 300) this.#takeSession(response);
      await this.#take(response, id);
      return;
    }
  }
  async #post(message, id) {
    await this.#take(await this.#client.send(this.#postOf(message)), id);
  }
  /** Reads the answer to a POST; `id` is the request that it has to answer. */
  async #take(response, id) {
    const status = response.statusCode ?? 0;
    const type = mediaType(response);
    const isError = status < 200 || status > 299;
    if (isError && (id === void 0 || type !== JSON_TYPE || status === 401 || status === 403)) {
      response.destroy();
      throw statusProblem(status, this.#sessionId !== void 0);
    }
    const isEncoded = (response.headers["content-encoding"] ?? "identity") !== "identity";
    if (isEncoded) {
      response.destroy();
      if (id !== void 0) throw contentProblem(true);
      return;
    }
    if (type === STREAM_TYPE) await this.#events(response, id);
    else if (type === JSON_TYPE) await this.#json(response);
    else {
      response.destroy();
      if (id !== void 0 && status !== 202 && status !== 204) throw contentProblem(false);
    }
    if (id === void 0 || this.closed || !this.isPending(id)) return;
    throw isError ? statusProblem(status, this.#sessionId !== void 0) : noAnswer();
  }
  async #json(response) {
    const body = new GrowingBuffer();
    const isWhole = await this.#body(response, (chunk) => {
      if (body.length + chunk.length > this.bounds.maxMessageBytes) this.messageTooLong();
      else body.push(chunk);
    });
    if (this.closed) return;
    if (!isWhole) throw new ConnectionError({ code: "ECONNRESET" });
    this.receive(body.take(), () => false);
  }
  /** Reads a stream of events to its end, and takes it up again where it ended before its answer. */
  async #events(first, id) {
    let response = first;
    for (let resumes = 0; ; resumes += 1) {
      const events = this.#eventStream();
      const isWhole = await this.#body(response, (chunk) => events.push(chunk));
      const { lastEventId, retryMs } = events;
      if (id === void 0 || this.closed || !this.isPending(id)) return;
      if (lastEventId === "" || resumes === MAX_RESUMES) {
        if (isWhole) return;
        throw new ConnectionError({ code: "ECONNRESET" });
      }
      await sleep(Math.min(retryMs, MAX_RESUME_PAUSE_MS));
      const headers = this.#headers({ Accept: STREAM_TYPE, "Last-Event-ID": lastEventId });
      if (!this.#isOpen()) return;
      response = await this.#client.send({ method: "GET", headers });
      if (!isEventStream(response)) {
        response.destroy();
        return;
      }
    }
  }
  #eventStream() {
    return new EventStream(
      {
        message: (data) => this.receive(data, () => false),
        other: () => void 0,
        tooLong: () => this.messageTooLong()
      },
      this.bounds.maxMessageBytes
    );
  }
  /** Asked anew after a pause, in which the wire may have ended. */
  #isOpen() {
    return !this.closed;
  }
  /** Hands on a body as it comes; false when the connection ended inside it. */
  #body(response, onChunk) {
    return new Promise((resolve) => {
      response.on("data", (chunk) => {
        if (!this.closed && this.countBytes(chunk.length)) onChunk(chunk);
        if (this.closed) response.destroy();
      });
      response.on("error", () => void 0);
      response.once("close", () => resolve(response.complete));
    });
  }
  /** The stream for messages that answer nothing. Optional on both sides. */
  async #openOwnStream() {
    const headers = this.#headers({ Accept: STREAM_TYPE });
    const opened = this.#client.send({ method: "GET", headers }).then(
      (response) => {
        const events = this.#eventStream();
        if (isEventStream(response)) void this.#body(response, (chunk) => events.push(chunk));
        else response.destroy();
      },
      () => void 0
    );
    await Promise.race([opened, sleep(OPTIONAL_REQUEST_MS, void 0, { ref: false })]);
  }
  /** True when a GET is answered by a stream that begins as the transport of 2024 does. */
  async #isLegacy() {
    const headers = this.#headers({ Accept: STREAM_TYPE });
    const response = await this.#optional({ method: "GET", headers });
    if (response === void 0) return false;
    if (!isEventStream(response)) {
      response.destroy();
      return false;
    }
    const seen = new Promise((resolve) => {
      const events = new EventStream(
        {
          message: () => resolve(false),
          other: (type) => resolve(type === "endpoint"),
          tooLong: () => resolve(false)
        },
        this.bounds.maxMessageBytes
      );
      void this.#body(response, (chunk) => events.push(chunk)).then(() => resolve(false));
    });
    const late = sleep(OPTIONAL_REQUEST_MS, false, { ref: false });
    const isLegacy = await Promise.race([seen, late]);
    response.destroy();
    return isLegacy;
  }
  /** The answer to a request that a server need not answer; undefined when it fails or takes too long. */
  async #optional(message) {
    const answer = this.#client.send(message).then(
      (response) => response,
      () => void 0
    );
    const late = sleep(OPTIONAL_REQUEST_MS, void 0, { ref: false });
    return Promise.race([answer, late]);
  }
  #postOf(message) {
    const body = Buffer.from(JSON.stringify(message), "utf8");
    const { method } = message;
    const isStateless = this.#version !== void 0 && eraOf(this.#version) === "stateless";
    const named = isStateless && typeof method === "string" ? { [METHOD_HEADER]: method } : {};
    const headers = this.#headers({
      ...named,
      Accept: `${JSON_TYPE}, ${STREAM_TYPE}`,
      "Content-Type": JSON_TYPE,
      "Content-Length": String(body.length)
    });
    return { method: "POST", headers, body };
  }
  #headers(own) {
    return {
      "User-Agent": this.#target.userAgent,
      ...Object.fromEntries(this.#target.headers),
      ...own,
      ...this.#sessionId === void 0 ? {} : { [SESSION_HEADER]: this.#sessionId },
      ...this.#version === void 0 ? {} : { [VERSION_HEADER]: this.#version }
    };
  }
  /** What is recorded is what was sent, not what was meant to be. Source: FORMAT 4.1. */
  #observe(sent) {
    if (this.#version === void 0) return;
    const carried = sent.getHeader(VERSION_HEADER) === this.#version;
    this.#versionHeader = (this.#versionHeader ?? true) && carried;
  }
  #takeSession({ headers }) {
    const id = headers[SESSION_HEADER.toLowerCase()];
    if (id === void 0) return;
    if (typeof id !== "string" || !/^[\x21-\x7e]{1,1024}$/.test(id)) {
      throw new WitnessmarkError(
        "handshake-malformed",
        "the server gave a session id that cannot be sent back",
        "A session id holds visible ASCII characters only."
      );
    }
    this.#sessionId = id;
  }
};
function isEventStream(response) {
  const status = response.statusCode ?? 0;
  return status >= 200 && status <= 299 && mediaType(response) === STREAM_TYPE;
}
function mediaType({ headers }) {
  return (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
function portOf({ port, protocol }) {
  return port === "" ? protocol === "https:" ? "443" : "80" : port;
}
function withVersion(message, protocolVersion) {
  const { params } = message;
  return { ...message, params: { ...params, protocolVersion } };
}
export {
  HttpTransport
};
