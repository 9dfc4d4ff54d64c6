import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);

import {
  CONFIGURATION,
  EXIT_CODES,
  OPTION_SPECS,
  UNSTABLE,
  blob,
  check,
  checkoutRoot,
  compareCodeUnits,
  compareNullable,
  compareSurfaces,
  configurationChanges,
  decodeBaseline,
  differingConditions,
  failureReport,
  fieldsForm,
  git,
  hasObject,
  hostOf,
  inParallel,
  isObjectId,
  itemKey,
  lines,
  mark,
  normalised,
  objectId,
  orphanReports,
  pairItems,
  parseBaseline,
  parseFlag,
  parseMode,
  placeInCheckout,
  planOf,
  printable,
  printableJson,
  quoteCommand,
  realDependencies,
  renderBaseline,
  renderRecord,
  renderRunComment,
  renderRunSummary,
  renderScreen,
  reportContext,
  runAnnotations,
  trimAscii,
  verdictOf,
  withDigests
} from "./chunks/chunk-JDFEGYA7.js";
import {
  API_ATTEMPT_MS,
  BASE_TIMEOUT_MS,
  COMMENT_TIMEOUT_MS,
  MAX_API_RETRIES,
  MAX_BASELINE_BYTES,
  MAX_CHANGED_FILES,
  MAX_COMMENT_PAGES,
  MAX_COMPARED_FILES,
  MAX_OUTPUT_LENGTH,
  MAX_SOUGHT_NAMES,
  MAX_SOURCE_BYTES,
  WitnessmarkError,
  faultLines
} from "./chunks/chunk-37ZJYJ6Q.js";
import "./chunks/chunk-FDBWB2HI.js";

// src/action.ts
import { tmpdir } from "node:os";

// src/edge/action/run-action.ts
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { basename, dirname as dirname2, isAbsolute, join, relative, sep } from "node:path";

// src/app/base.ts
import { dirname } from "node:path";

// src/core/approval.ts
function approvalOf(base, head) {
  const before = base?.items ?? [];
  const { pairs, added } = pairItems(before, head.items);
  const allowances = [
    ...pairs.flatMap((pair) => newAllowances(pair.after, pair.before.fields)),
    ...added.flatMap((item) => newAllowances(item, /* @__PURE__ */ new Map()))
  ];
  const changes = compareSurfaces(before, head.items);
  const changed = new Set(changes.map(itemKey));
  return {
    isFirst: base === void 0,
    allowances: sorted(allowances),
    dates: sorted(
      pairs.filter((pair) => pair.before.firstSeen !== pair.after.firstSeen).map(({ before: { firstSeen }, after }) => ({
        kind: after.kind,
        id: after.id,
        before: firstSeen,
        after: after.firstSeen
      }))
    ),
    // An incomplete list on both sides differs in nothing; it is never a match, which is what counts.
    conditions: base === void 0 ? [] : differingConditions(base.conditions, head.conditions).filter(
      (name) => base.conditions.get(name) !== head.conditions.get(name)
    ),
    isRenamed: base !== void 0 && base.server !== head.server,
    changes: base === void 0 ? [] : changes,
    restated: sorted(
      pairs.filter(
        (pair) => linesOf(pair.before) !== linesOf(pair.after) && !changed.has(itemKey(pair.after))
      ).map(({ after: { kind, id } }) => ({ kind, id }))
    )
  };
}
function newAllowances({ kind, id, fields }, known) {
  return [...fields].filter(([field, digest]) => digest === UNSTABLE && known.get(field) !== UNSTABLE).map(([field]) => ({ kind, id, field }));
}
function linesOf({
  aspects,
  findings
}) {
  return JSON.stringify([[...aspects], findings]);
}
function sorted(refs) {
  return [...refs].sort((a, b) => compareCodeUnits(a.kind, b.kind) || compareNullable(a.id, b.id));
}

// src/core/origin.ts
function originOf(mismatched, base, head, reading) {
  const [atBase, atHead, read] = [base.items, head.items, reading].map(formsByKey);
  const formOf = (forms, ref) => forms?.get(itemKey(ref)) ?? "";
  const refs = mismatched.map(({ kind, id }) => ({ kind, id }));
  return {
    onlyBaseline: refs.filter(
      (ref) => formOf(read, ref) === formOf(atBase, ref) && formOf(atHead, ref) !== formOf(read, ref)
    ),
    asAtBase: refs.filter((ref) => formOf(atHead, ref) === formOf(atBase, ref))
  };
}
function formsByKey(items) {
  const forms = /* @__PURE__ */ new Map();
  for (const item of items) {
    const key = itemKey(item);
    const known = forms.get(key);
    if (known === void 0) forms.set(key, [fieldsForm(item)]);
    else known.push(fieldsForm(item));
  }
  return new Map([...forms].map(([key, texts]) => [key, texts.sort().join("\n")]));
}

// src/store/base.ts
async function baseCommit(root, event) {
  const head = await objectId(root, "HEAD^{commit}");
  const base = await baseTip(root, event);
  if (head === void 0 || base === void 0) return void 0;
  if (event.kind === "push") return { kind: "commit", id: base, head };
  const parents = await parentsOf(root, head);
  const [first, second] = parents;
  const isMerge = head === event.commit && first !== void 0;
  if (event.kind === "pull_request" && isMerge && parents.length === 2 && second === event.head)
    return { kind: "commit", id: first, head };
  if (event.kind === "merge_group" && isMerge && first === base)
    return { kind: "commit", id: first, head };
  const shallow = await git(root, "rev-parse", "--is-shallow-repository");
  if (shallow?.toString("ascii").trim() === "false") {
    const found = (await git(root, "merge-base", base, head))?.toString("ascii").trim();
    if (found !== void 0 && isObjectId(found)) return { kind: "commit", id: found, head };
  }
  return { kind: "undetermined", head };
}
async function baseTip(root, { base, baseRef }) {
  if (isObjectId(base)) return base;
  if (baseRef === void 0 || baseRef === "") return void 0;
  return objectId(root, `refs/remotes/origin/${baseRef}^{commit}`);
}
async function parentsOf(root, commit) {
  const text2 = (await git(root, "cat-file", "commit", commit))?.toString("latin1") ?? "";
  const [header = ""] = text2.split("\n\n", 1);
  return header.split("\n").flatMap((line) => line.startsWith("parent ") ? [line.slice("parent ".length)] : []).filter(isObjectId);
}
async function fileAt(root, commit, path) {
  const id = await objectId(root, `${commit}:${path}`);
  if (id === void 0)
    return await hasTrees(root, commit, path) ? { kind: "missing" } : { kind: "remote" };
  const bytes = await blob(root, id);
  return bytes === void 0 ? { kind: "remote" } : { kind: "bytes", bytes };
}
async function hasTrees(root, commit, path) {
  const parts = path.split("/");
  for (let depth = 0; depth < parts.length; depth += 1) {
    const tree = await objectId(root, `${commit}:${parts.slice(0, depth).join("/")}`);
    if (tree === void 0) return depth > 0;
    if (!await hasObject(root, tree)) return false;
  }
  return true;
}
async function changedFiles(root, base, head) {
  const options = ["-r", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv"];
  options.push("--ignore-submodules=none");
  const listed = await git(root, "diff-tree", ...options, base, head);
  if (listed === void 0) return void 0;
  const names2 = listed.toString("utf8").split("\0").slice(0, -1);
  return { names: names2, isComplete: true };
}
async function quotedOnce(root, commit, { names: names2, isComplete }, texts) {
  const found = /* @__PURE__ */ new Map();
  if (!isComplete || names2.length > MAX_CHANGED_FILES) return /* @__PURE__ */ new Map();
  for (const file of names2) {
    const id = await objectId(root, `${commit}:${file}`);
    const bytes = id === void 0 ? void 0 : await smallBlob(root, id);
    if (bytes === void 0) continue;
    for (const text2 of texts) {
      const places = found.get(text2) ?? [];
      for (const at of quotedAt(bytes, text2).slice(0, 2))
        places.push({ file, line: lineAt(bytes, at) });
      found.set(text2, places);
    }
  }
  return new Map(
    [...found].flatMap(([text2, places]) => {
      const [only] = places;
      return only !== void 0 && places.length === 1 ? [[text2, only]] : [];
    })
  );
}
async function smallBlob(root, id) {
  const size = Number((await git(root, "cat-file", "-s", id))?.toString("ascii") ?? "none");
  return size <= MAX_SOURCE_BYTES ? await blob(root, id) : void 0;
}
function quotedAt(bytes, text2) {
  return ['"', "'", "`"].flatMap((mark2) => {
    const wanted = Buffer.from(`${mark2}${text2}${mark2}`, "utf8");
    const first = bytes.indexOf(wanted);
    const second = first < 0 ? -1 : bytes.indexOf(wanted, first + 1);
    return [first, second].filter((at) => at >= 0);
  });
}
function lineAt(bytes, offset) {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < offset; at = bytes.indexOf(10, at + 1))
    line += 1;
  return line;
}

// src/app/base.ts
var SUBJECTS = {
  pull_request: "pull request",
  merge_group: "merge group",
  push: "push"
};
var Untold = class extends Error {
};
async function openBase(access, baselinePath) {
  const { event, branch } = access;
  if (/^0+$/.test(event.base)) return void 0;
  const local = await attempt(readLocal(event, baselinePath));
  const facts = local.kind === "untold" ? local : attempt(complete(local.value, access));
  return {
    reportOn: async (report) => {
      const found = await facts;
      const id = found.kind === "value" ? found.value.base : event.base;
      const short = id.slice(0, 7);
      return {
        subject: SUBJECTS[event.kind],
        base: branch === "" ? short : `${branch} (${short})`,
        told: found.kind === "untold" ? found : await tellOf(found.value, report)
      };
    },
    sourcesOf: async (report) => {
      const found = await facts;
      const sources = found.kind === "value" ? await attempt(sourcesOf(found.value, report)) : void 0;
      return sources?.kind === "value" ? sources.value : /* @__PURE__ */ new Map();
    }
  };
}
async function attempt(work) {
  try {
    return { kind: "value", value: await work };
  } catch (error) {
    return { kind: "untold", why: reasonOf(error) };
  }
}
function reasonOf(error) {
  if (error instanceof Untold) return error.message;
  if (error instanceof WitnessmarkError) return `the baseline there is no baseline [${error.code}]`;
  return `a fault in witnessmark (${error instanceof Error ? error.name : typeof error})`;
}
function untoldByApi(error) {
  const { status } = error;
  const answer = typeof status === "number" ? ` (status ${status})` : "";
  return new Untold(
    `GitHub’s API did not tell it${answer}; it takes contents: read, or fetch-depth: 0 in actions/checkout`
  );
}
async function readLocal(event, baselinePath) {
  const root = await checkoutRoot(dirname(baselinePath));
  const found = root === void 0 ? void 0 : await baseCommit(root, event);
  if (root === void 0 || found === void 0)
    throw new Untold("this is no git checkout with the commits of the event");
  const place = await placeInCheckout(baselinePath, root);
  const filesAt = (commit) => Promise.all([fileAt(root, commit, place), fileAt(root, commit, CONFIGURATION)]);
  const common = { root, place, head: found.head };
  if (found.kind === "undetermined") {
    const unknown = [{ kind: "remote" }, { kind: "remote" }];
    return { ...common, atHead: await filesAt(found.head), atBase: unknown };
  }
  const [atHead, atBase, changed] = await Promise.all([
    filesAt(found.head),
    filesAt(found.id),
    changedFiles(root, found.id, found.head)
  ]);
  return {
    ...common,
    base: found.id,
    atHead,
    atBase,
    ...changed === void 0 ? {} : { changed }
  };
}
async function complete(local, { event, remote }) {
  const { root, place, head, atHead, atBase } = local;
  const ask = async (question) => {
    if (remote === void 0) throw new Untold(TOO_SHALLOW);
    return inTime(question(remote)).catch((error) => {
      throw error instanceof Untold ? error : untoldByApi(error);
    });
  };
  const base = local.base ?? await ask(({ mergeBase }) => mergeBase(event.base, head));
  const bytesOf = async (file, commit, path) => {
    if (file.kind === "remote") return ask((asked) => asked.file(commit, path));
    return file.kind === "bytes" ? file.bytes : void 0;
  };
  const [baseBaseline, oldConfiguration, headBaseline, configuration] = await Promise.all([
    bytesOf(atBase[0], base, place),
    bytesOf(atBase[1], base, CONFIGURATION),
    bytesOf(atHead[0], head, place),
    bytesOf(atHead[1], head, CONFIGURATION)
  ]);
  return {
    root,
    place,
    head,
    base,
    headBaseline,
    baseBaseline,
    configuration: changeWordOf(oldConfiguration, configuration),
    configurationChanges: movedMembers(oldConfiguration, configuration),
    changed: async () => local.changed ?? await ask((asked) => asked.changedFiles(base, head))
  };
}
var TOO_SHALLOW = "this clone does not have the base; fetch-depth: 0 in actions/checkout, or a token that may read contents, lets it be told";
async function inTime(work) {
  let timer;
  const late = new Promise((_done, fail) => {
    timer = setTimeout(
      () => fail(new Untold("GitHub’s API did not answer in time")),
      BASE_TIMEOUT_MS
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
async function tellOf(facts, report) {
  const told = await attempt(tell(facts, report));
  return told.kind === "value" ? told.value : told;
}
async function tell(facts, report) {
  const { headBaseline, baseBaseline, configuration, configurationChanges: moved, place } = facts;
  const isSame2 = isSameText(baseBaseline, headBaseline);
  const head = report.committed;
  const base = baseBaseline === void 0 || isSame2 && head === void 0 ? void 0 : parseBaseline(decodeBaseline(baseBaseline));
  const { changes, reading, verdict } = report;
  const isFailed = verdict === "drift" || verdict === "incomparable";
  const changed = isFailed ? await attempt(facts.changed()) : void 0;
  const files = changed?.kind === "value" && changed.value.isComplete ? changed.value : void 0;
  return {
    kind: "told",
    isRemoved: baseBaseline !== void 0 && headBaseline === void 0,
    isSame: isSame2,
    ...configuration === void 0 ? {} : { configuration },
    ...configuration === void 0 || moved === void 0 ? {} : { configurationChanges: moved },
    ...head === void 0 ? {} : { approval: approvalOf(base, head) },
    ...isFailed && base !== void 0 && head !== void 0 && reading !== void 0 ? { origin: originOf(changes, base, head, reading.items) } : {},
    ...files === void 0 ? {} : { changedFiles: files.names.filter((name) => name !== place) }
  };
}
function isSameText(a, b) {
  if (a === void 0 || b === void 0) return a === b;
  const [left, right] = [a, b].map(
    (bytes) => normalised(
      Buffer.from(bytes).toString("latin1").replace(/^\u00EF\u00BB\u00BF/, "")
    )
  );
  return left === right;
}
function changeWordOf(before, after) {
  if (isSameText(before, after)) return void 0;
  if (before === void 0) return "added";
  return after === void 0 ? "removed" : "changed";
}
function movedMembers(before, after) {
  if (before === void 0 || after === void 0) return void 0;
  const [left, right] = [before, after].map((bytes) => Buffer.from(bytes).toString("utf8"));
  const moved = configurationChanges(left ?? "", right ?? "");
  return moved?.length === 0 ? void 0 : moved;
}
async function sourcesOf(facts, { changes }) {
  const named = changes.flatMap(({ kind, id }) => id === null ? [] : [{ kind, id }]);
  if (named.length === 0) return /* @__PURE__ */ new Map();
  const sought = named.slice(0, MAX_SOUGHT_NAMES);
  const { names: names2, isComplete } = await facts.changed();
  const files = { isComplete, names: names2.filter((name) => !isBaseline(name, facts.place)) };
  const ids = [...new Set(sought.map(({ id }) => id))];
  const found = await quotedOnce(facts.root, facts.head, files, ids);
  return new Map(
    sought.flatMap((ref) => {
      const place = found.get(ref.id);
      return place === void 0 ? [] : [[itemKey(ref), place]];
    })
  );
}
function isBaseline(name, place) {
  return name === place || /(?:^|\/)witnessmark(?:\.[a-z0-9-]+)?\.json$/.test(name) && !name.endsWith(CONFIGURATION);
}

// src/edge/action/base-event.ts
import { readFile } from "node:fs/promises";
async function readBaseEvent(env2) {
  const found = await eventOf(env2);
  return found === void 0 || `${found.event.base}${found.event.baseRef ?? ""}` === "" ? void 0 : found;
}
async function eventOf(env2) {
  const kind = env2["GITHUB_EVENT_NAME"];
  const commit = env2["GITHUB_SHA"] ?? "";
  const payload = await readPayload(env2["GITHUB_EVENT_PATH"] ?? "");
  switch (kind) {
    case "pull_request": {
      const branch = env2["GITHUB_BASE_REF"] ?? text(payload, "pull_request", "base", "ref");
      const event = {
        kind,
        commit,
        base: text(payload, "pull_request", "base", "sha"),
        baseRef: branch,
        head: text(payload, "pull_request", "head", "sha")
      };
      return { event, branch };
    }
    case "merge_group": {
      const branch = text(payload, "merge_group", "base_ref").replace(/^refs\/heads\//, "");
      return {
        event: { kind, commit, base: text(payload, "merge_group", "base_sha"), baseRef: branch },
        branch
      };
    }
    case "push":
      return {
        event: { kind, commit, base: text(payload, "before") },
        branch: env2["GITHUB_REF_NAME"] ?? ""
      };
    case void 0:
    default:
      return void 0;
  }
}
async function readPayload(path) {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return void 0;
  }
}
function text(payload, ...names2) {
  const found = names2.reduce(
    (value, name) => typeof value === "object" && value !== null && Object.hasOwn(value, name) ? value[name] : void 0,
    payload
  );
  return typeof found === "string" ? found : "";
}

// src/edge/action/remote-repository.ts
import { createHash } from "node:crypto";

// src/edge/action/api-answer.ts
function memberOf(value, name) {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? value[name] : void 0;
}
function textOf(value, name) {
  const found = memberOf(value, name);
  return typeof found === "string" ? found : void 0;
}
function statusOf(error) {
  const status = error?.status;
  return typeof status === "number" ? status : void 0;
}

// src/edge/action/remote-repository.ts
function remoteRepository(openClient, owner, repo) {
  let client;
  const compared = /* @__PURE__ */ new Map();
  const get = async (path, parameters) => {
    client ??= openClient();
    const { data } = await (await client).request(`GET /repos/{owner}/{repo}/${path}`, { owner, repo, ...parameters });
    return data;
  };
  const compare = (base, head) => {
    const basehead = `${base}...${head}`;
    const known = compared.get(basehead) ?? get("compare/{basehead}", { basehead, page: 1, per_page: 1 });
    compared.set(basehead, known);
    return known;
  };
  return {
    mergeBase: async (base, head) => {
      const id = textOf(memberOf(await compare(base, head), "merge_base_commit"), "sha");
      if (id === void 0) throw new Error("an answer without a merge base");
      return id;
    },
    changedFiles: async (base, head) => filesOf(await compare(base, head)),
    file: async (commit, path) => {
      let found;
      try {
        found = await get("contents/{path}", { path, ref: commit, headers: OBJECT });
      } catch (error) {
        if (statusOf(error) !== 404) throw error;
        await get("git/commits/{commit_sha}", { commit_sha: commit });
        return void 0;
      }
      return contentsOf(found, (id) => get("git/blobs/{file_sha}", { file_sha: id }));
    }
  };
}
var OBJECT = { accept: "application/vnd.github.object+json" };
function filesOf(data) {
  const files = memberOf(data, "files");
  if (!Array.isArray(files)) throw new Error("an answer without files");
  const names2 = files.flatMap((file) => [
    textOf(file, "filename") ?? [],
    textOf(file, "previous_filename") ?? []
  ]);
  return { names: names2.flat(), isComplete: files.length < MAX_COMPARED_FILES };
}
async function contentsOf(data, blobOf) {
  const id = textOf(data, "sha");
  if (Array.isArray(data) || textOf(data, "type") !== "file" || id === void 0)
    throw new Error("an answer that is no file");
  const isWhole = textOf(data, "encoding") === "base64" && textOf(data, "content") !== "";
  const size = memberOf(data, "size");
  if (typeof size === "number" && size > MAX_BASELINE_BYTES) throw new Error("a file too large");
  const source = isWhole || size === 0 ? data : await blobOf(id);
  const bytes = Buffer.from(textOf(source, "content") ?? "", "base64");
  const hash = createHash(id.length === 40 ? "sha1" : "sha256");
  const actual = hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  if (actual !== id) throw new Error("contents of another id");
  return bytes;
}

// src/edge/action/inputs.ts
var EVENTS = [
  "pull_request",
  "push",
  "merge_group",
  "schedule",
  "workflow_dispatch"
];
function readInputs(env2) {
  const specs = OPTION_SPECS.filter(({ doors }) => doors.includes("action"));
  const names2 = new Map(specs.map(({ name }) => [variableOf(name), name]));
  const options = /* @__PURE__ */ new Map();
  for (const [variable, value] of Object.entries(env2)) {
    if (!variable.startsWith("INPUT_") || value === void 0) continue;
    const name = names2.get(variable);
    if (name === void 0) {
      throw new WitnessmarkError(
        "unknown-option",
        `${printable(variable.slice("INPUT_".length).toLowerCase())} is no input`,
        `Inputs: ${specs.map((spec) => spec.name).join(", ")}.`
      );
    }
    const text2 = trimAscii(value);
    const byDefault = specs.find((spec) => spec.name === name)?.default;
    if (text2 !== "" && text2 !== byDefault) options.set(name, text2);
  }
  refuseSplitValue(options.get("env") ?? "");
  return options;
}
function refuseSplitValue(text2) {
  const entries = lines(text2);
  const first = entries.findIndex((entry) => entry.includes("="));
  if (first < 0 || entries.slice(first).every((entry) => entry.includes("="))) return;
  throw new WitnessmarkError(
    "bad-env",
    "env has a line without a value behind one with a value, as a value of several lines gives",
    "Write bare names first. A value of several lines cannot be given; its bare name gets a placeholder."
  );
}
function variableOf(name) {
  return `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`;
}
function refuseOtherEvents(eventName) {
  if (EVENTS.includes(eventName)) return;
  throw new WitnessmarkError(
    "event-refused",
    `no server is started on the event ${eventName === "" ? "(none)" : printable(eventName)}`,
    `Run the check on pull_request, which needs no secret and works on forks. Events: ${EVENTS.join(", ")}.`
  );
}

// src/edge/action/pull-request-comment.ts
import { createHash as createHash2 } from "node:crypto";

// src/edge/action/sticky-comment.ts
var PAGE = 100;
var SERVER_FAULT = 500;
var TIMED_OUT = 408;
async function writeStickyComment(client, place, { text: text2, isNeeded }) {
  const { owner, repo, pullRequest, marker } = place;
  const body = `${marker}
${text2}`;
  const isViewer = await viewerOf(client);
  const create = async () => {
    const { data } = await client.request(
      "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
      { owner, repo, issue_number: pullRequest, body }
    );
    if (typeof memberOf(data, "id") !== "number") throw new Error("an answer that is no comment");
  };
  const existing = await ownComments(client, place, isViewer);
  if (existing.length > 0) return replace(client, place, existing, body);
  if (!isNeeded) return "none";
  try {
    await create();
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    const found = await ownComments(client, place, isViewer);
    if (found.length > 0) await replace(client, place, found, body);
    else await create();
  }
  return "created";
}
async function replace(client, { owner, repo }, [first, ...others], body) {
  const path = "/repos/{owner}/{repo}/issues/comments/{comment_id}";
  for (const { id } of others)
    await client.request(`DELETE ${path}`, { owner, repo, comment_id: id });
  if (first === void 0 || isSame(first.body, body)) return "unchanged";
  await client.request(`PATCH ${path}`, { owner, repo, comment_id: first.id, body });
  return "updated";
}
async function ownComments(client, { owner, repo, pullRequest, marker }, isViewer) {
  const own = [];
  for (let page = 1; page <= MAX_COMMENT_PAGES; page += 1) {
    const { data } = await client.request(
      "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
      { owner, repo, issue_number: pullRequest, per_page: PAGE, page }
    );
    if (!Array.isArray(data)) throw new Error("an answer that is no list of comments");
    for (const each of data) {
      const [id, body] = [memberOf(each, "id"), textOf(each, "body")];
      if (typeof id !== "number" || body === void 0) continue;
      if (firstLine(body) === marker && isViewer(memberOf(each, "user"))) own.push({ id, body });
    }
    if (data.length < PAGE) return own;
  }
  throw new Error("too many comments");
}
async function viewerOf(client) {
  const answer = await client.graphql("query { viewer { login } }", {});
  const login = textOf(memberOf(answer, "viewer"), "login");
  if (login === void 0 || login === "") throw new Error("an answer without a login");
  return (author) => {
    const name = textOf(author, "login");
    return name === login || name === `${login}[bot]` && textOf(author, "type") === "Bot";
  };
}
function mayBeDone(error) {
  const status = statusOf(error);
  return status === void 0 || status >= SERVER_FAULT || status === TIMED_OUT;
}
function isSame(found, body) {
  return found.replaceAll("\r\n", "\n").trimEnd() === body.trimEnd();
}
function firstLine(text2) {
  return /^[^\r\n]*/.exec(text2)?.[0] ?? "";
}

// src/edge/action/pull-request-comment.ts
var COMMENT_INPUTS = ["servers", "working-directory", "baseline"];
var PATIENCE = {
  attemptMs: API_ATTEMPT_MS,
  questionMs: COMMENT_TIMEOUT_MS,
  totalMs: COMMENT_TIMEOUT_MS
};
async function keepComment(entries, token, inputs, { env: env2, openApi: openApi2 }) {
  if (env2["GITHUB_EVENT_NAME"] !== "pull_request")
    return {
      level: "info",
      message: "comment: on this event there is no pull request to comment on."
    };
  const payload = await readPayload(env2["GITHUB_EVENT_PATH"] ?? "");
  const pull = memberOf(payload, "pull_request");
  const number = memberOf(pull, "number");
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env2["GITHUB_REPOSITORY"] ?? "") ?? [];
  if (token === "") return warning("the input token is empty");
  if (owner === void 0 || repo === void 0 || typeof number !== "number")
    return warning("the runner does not say which pull request this is");
  try {
    const client = await openApi2(
      token,
      env2["GITHUB_API_URL"] ?? "https://api.github.com",
      PATIENCE
    );
    const comment = renderRunComment(entries, {
      runUrl: runUrl(env2),
      commit: commitOf(textOf(memberOf(pull, "head"), "sha") ?? "")
    });
    const place = { owner, repo, pullRequest: number, marker: markerOf(env2, inputs) };
    const outcome = await writeStickyComment(client, place, comment);
    return { level: "info", message: WORDS[outcome] };
  } catch (error) {
    return warning(reason(statusOf(error), isOfFork(pull)));
  }
}
var WORDS = {
  created: "comment: made on the pull request.",
  updated: "comment: brought up to date on the pull request.",
  unchanged: "comment: the one on the pull request says the same already.",
  none: "comment: none is needed."
};
function warning(why) {
  return {
    level: "warning",
    message: `The comment on the pull request could not be written: ${why}. The verdict does not depend on it.`
  };
}
function reason(status, isFork) {
  if (status === 403 || status === 404)
    return isFork ? `GitHub refused it (${status}), since on a pull request from a fork the job’s token may only read; the job summary says the same` : `GitHub refused it (${status}); the job needs permissions: pull-requests: write, beside contents: read`;
  if (status === 401) return "GitHub does not accept the token (401)";
  if (status === 429) return "GitHub’s limit on requests does not end in time (429)";
  return status === void 0 ? "GitHub’s API gave no answer that can be used" : `GitHub’s API answered ${status}`;
}
function isOfFork(pull) {
  const [head, base] = ["head", "base"].map(
    (side) => textOf(memberOf(memberOf(pull, side), "repo"), "full_name")
  );
  return head !== base;
}
function markerOf(env2, inputs) {
  const workflow = (env2["GITHUB_WORKFLOW_REF"] ?? env2["GITHUB_WORKFLOW"] ?? "").replace(/@.*/s, "");
  const identity = JSON.stringify([workflow, env2["GITHUB_JOB"] ?? "", ...inputs]);
  const digest = createHash2("sha256").update(identity).digest("hex");
  return `<!-- witnessmark ${digest.slice(0, 16)} -->`;
}
function runUrl(env2) {
  const server = /^https:\/\/[\w.:-]+$/.exec(env2["GITHUB_SERVER_URL"] ?? "")?.[0];
  const repository = /^[\w.-]+\/[\w.-]+$/.exec(env2["GITHUB_REPOSITORY"] ?? "")?.[0];
  const run = /^\d+$/.exec(env2["GITHUB_RUN_ID"] ?? "")?.[0];
  return server === void 0 || repository === void 0 || run === void 0 ? "" : `${server}/${repository}/actions/runs/${run}`;
}
function commitOf(text2) {
  return /^[0-9a-f]{40,64}$/.test(text2) ? text2 : "";
}

// src/edge/action/run-action.ts
async function loadActionsCore() {
  return await import("./chunks/core-PLNEWOEL.js");
}
async function runAction(host, dependencies) {
  let toolkit;
  const started = {
    ...dependencies,
    openServer: (request) => dependencies.openServer({
      ...request,
      onStarted: () => void (toolkit ??= host.loadToolkit())
    })
  };
  const { plan, mode, isReportOnly, hasProfiles, token, commented, error } = await readPlan(
    host,
    dependencies
  );
  const digesting = hasProfiles ? withDigests(started) : void 0;
  const servers = plan?.servers ?? [void 0];
  const remote = remoteOf(token, host);
  const event = mode === "mark" ? void 0 : await readBaseEvent(host.env);
  const openings = await inParallel(servers, async (settings) => {
    if (settings === void 0 || event === void 0) return {};
    const opening = openBase({ ...event, ...remote }, settings.baselinePath);
    if (settings.isolation === "none") await opening;
    return { opening };
  });
  const isSeveral = servers.length + (plan?.orphans.length ?? 0) > 1;
  const found = await inParallel([...servers.entries()], async ([index, settings]) => {
    const own = settings === void 0 ? failureReport({ server: "default" }, error, dependencies) : await (mode === "mark" ? mark : check)(settings, digesting?.dependencies ?? started);
    const base = await openings[index]?.opening;
    const report = base === void 0 ? own : { ...own, base: onlyFirst(await base.reportOn(own), index) };
    const recorded = digesting?.completed(report) ?? report;
    const sources = report.changes.length === 0 ? void 0 : await base?.sourcesOf(report);
    const context = {
      ...contextOf(settings, host, isSeveral),
      ...isReportOnly ? { isReportOnly } : {},
      ...sources === void 0 ? {} : { sources }
    };
    return { report: recorded, context };
  });
  const orphans = plan === void 0 || mode === "mark" ? [] : orphanReports(plan, dependencies);
  const entries = [
    ...isSeveral ? withDownload(found, servers, host) : found,
    ...orphans.map((report) => ({
      report,
      context: {
        ...contextOf(void 0, host, isSeveral),
        serverName: report.server,
        isReportOnly
      }
    }))
  ];
  const verdict = verdictOf(entries);
  let loaded;
  try {
    loaded = await (toolkit ?? host.loadToolkit());
    await publish(entries, { mode, servers, host, toolkit: loaded });
  } catch (failure) {
    dependencies.onFault(failure);
    return EXIT_CODES.internal;
  }
  if (commented !== void 0) {
    const { level, message } = await keepComment(entries, token, commented, host);
    loaded[level](message);
  }
  return isReportOnly && !FAILS_ANYWAY.includes(verdict) ? 0 : EXIT_CODES[verdict];
}
var BASE_PATIENCE = {
  attemptMs: API_ATTEMPT_MS,
  questionMs: BASE_TIMEOUT_MS,
  totalMs: Infinity
};
function remoteOf(token, { env: env2, openApi: openApi2 }) {
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env2["GITHUB_REPOSITORY"] ?? "") ?? [];
  const baseUrl = env2["GITHUB_API_URL"] ?? "https://api.github.com";
  return token === "" || owner === void 0 || repo === void 0 ? {} : { remote: remoteRepository(() => openApi2(token, baseUrl, BASE_PATIENCE), owner, repo) };
}
function withoutConfiguration(told) {
  const { kind, isRemoved, isSame: isSame2, approval, origin, changedFiles: changedFiles2 } = told;
  return {
    kind,
    isRemoved,
    isSame: isSame2,
    ...approval === void 0 ? {} : { approval },
    ...origin === void 0 ? {} : { origin },
    ...changedFiles2 === void 0 ? {} : { changedFiles: changedFiles2 }
  };
}
function onlyFirst(base, index) {
  if (index === 0 || base.told.kind === "untold") return base;
  return { ...base, told: withoutConfiguration(base.told) };
}
var FAILS_ANYWAY = ["usage", "internal"];
async function readPlan({ env: env2, currentDirectory }, dependencies) {
  let known = { token: "" };
  try {
    const inputs = readInputs(env2);
    const mode = parseMode(inputs.get("mode") ?? "check");
    const token = inputs.get("token") ?? "";
    if (parseFlag("comment", inputs.get("comment") ?? "false")) {
      if (mode === "mark") throw noComment();
      known = { token, commented: COMMENT_INPUTS.map((name) => inputs.get(name) ?? "") };
    }
    const event = env2["GITHUB_EVENT_NAME"] ?? "";
    refuseOtherEvents(event);
    if (mode === "mark" && ["pull_request", "merge_group"].includes(event)) throw markRefused();
    const isReportOnly = parseFlag("report-only", inputs.get("report-only") ?? "false");
    if (isReportOnly && mode === "mark") throw nothingToReport();
    const hasProfiles = parseFlag("profiles", inputs.get("profiles") ?? "false");
    const plan = await planOf(inputs, currentDirectory, "action", dependencies);
    return { ...known, mode, isReportOnly, hasProfiles, token, plan };
  } catch (error) {
    return { ...known, mode: "check", isReportOnly: false, hasProfiles: false, error };
  }
}
function markRefused() {
  return new WitnessmarkError(
    "mark-refused",
    "mode mark does not run on pull requests and merge groups: it would approve what it is to judge",
    "Use mode: check here, and commit the proposed baseline to approve a change."
  );
}
function noComment() {
  return new WitnessmarkError(
    "bad-option-value",
    "comment belongs to mode check: mark does not run on pull requests",
    "Leave comment out, or write mode: check"
  );
}
function nothingToReport() {
  return new WitnessmarkError(
    "bad-option-value",
    "report-only belongs to mode check: mark gates nothing",
    "Leave report-only out, or write mode: check"
  );
}
function contextOf(settings, { env: env2, currentDirectory }, isSeveral) {
  const repository = env2["GITHUB_ACTION_REPOSITORY"] ?? "";
  const ref = env2["GITHUB_ACTION_REF"] ?? "";
  const isNamed = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref);
  const program = isNamed ? ["npx", "--yes", `github:${repository}#${ref}`] : ["witnessmark"];
  if (settings !== void 0) {
    const context = reportContext(settings, program, currentDirectory);
    const artifact = settings.server === "default" ? "witnessmark" : `witnessmark-${settings.server}`;
    const download = isSeveral ? void 0 : downloadCommand([context.baseline], dirname2(context.baseline), artifact, env2);
    return {
      ...context,
      isWorkflow: true,
      ...isSeveral ? { serverName: settings.server } : {},
      ...download === void 0 ? {} : { next: { ...context.next, download, artifact } }
    };
  }
  return {
    baseline: "witnessmark.json",
    commandLine: "",
    isWorkflow: true,
    next: { check: "witnessmark check", mark: "witnessmark mark", commit: "git commit" }
  };
}
function downloadCommand(baselines, directory, artifact, env2) {
  const run = env2["GITHUB_RUN_ID"] ?? "";
  const repository = env2["GITHUB_REPOSITORY"] ?? "";
  if (!/^\d+$/.test(run) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return void 0;
  const host = /^https:\/\/([\w.-]+)$/.exec(env2["GITHUB_SERVER_URL"] ?? "")?.[1] ?? "github.com";
  const place = host === "github.com" ? repository : `${host}/${repository}`;
  const words = ["gh", "run", "download", run, "-R", place, "-n", artifact];
  const isDashed = baselines.some((baseline) => baseline.startsWith("-"));
  return [
    quoteCommand(["rm", "-f", ...isDashed ? ["--"] : [], ...baselines]),
    quoteCommand([...words, ...directory === "." ? [] : ["-D", directory]])
  ].join(" && ");
}
async function publish(entries, { mode, servers, host, toolkit }) {
  const screen = renderScreen(entries, mode, servers[0]?.showStderr ?? false);
  for (const line of screen.trimEnd().split(/[\r\n]/)) toolkit.info(inert(line));
  for (const { level, title, message, server, ...place } of runAnnotations(entries)) {
    const own = place.file ?? annotationFile(servers[server], host);
    const properties = own === void 0 ? {} : { file: own, startLine: place.line ?? 1 };
    toolkit[level](inert(message), { title: inert(title), ...properties });
  }
  const verdict = verdictOf(entries);
  toolkit.setOutput("verdict", verdict);
  toolkit.setOutput("exit-code", String(EXIT_CODES[verdict]));
  for (const word of ["added", "removed", "changed"])
    toolkit.setOutput(word, names(entries, word));
  await writeFiles(entries, servers, host, toolkit);
  try {
    await toolkit.summary.addRaw(renderRunSummary(entries)).write();
  } catch {
    toolkit.warning("The job summary could not be written.");
  }
}
function inert(line) {
  return line.replace(/^([\s\u{85}]*):(?=:)/u, "$1\\u{3A}").replaceAll("##[", "#\\u{23}[");
}
function annotationFile(settings, { env: env2, currentDirectory }) {
  if (settings === void 0) return void 0;
  const inside = relative(env2["GITHUB_WORKSPACE"] ?? currentDirectory, settings.baselinePath);
  return inside.startsWith("..") || isAbsolute(inside) ? void 0 : inside.split(sep).join("/");
}
async function writeFiles(entries, servers, host, toolkit) {
  const { env: env2, temporaryDirectory } = host;
  const directory = await mkdtemp(join(env2["RUNNER_TEMP"] ?? temporaryDirectory, "witnessmark-"));
  const record = join(directory, "witnessmark-record.json");
  await writeFile(record, renderRecord(entries.map(({ report }) => report)));
  toolkit.setOutput("record", record);
  toolkit.setOutput("proposed-baseline", await writeProposed(entries, servers, host, directory));
}
function isProposed({ reading, verdict }) {
  return reading !== void 0 && verdict !== "match";
}
function withDownload(entries, servers, host) {
  const places = entries.flatMap(
    ({ report }, index) => isProposed(report) ? annotationFile(servers[index], host) ?? [] : []
  );
  const download = places.length === 0 ? void 0 : downloadCommand(places, ".", "witnessmark", host.env);
  return entries.map(({ report, context }) => ({
    report,
    context: download === void 0 ? context : { ...context, next: { ...context.next, download } }
  }));
}
async function writeProposed(entries, servers, host, directory) {
  const [only] = entries;
  if (only !== void 0 && entries.length === 1) {
    if (only.report.reading === void 0) return "";
    const proposed = join(directory, basename(only.context.baseline));
    await writeFile(proposed, renderBaseline(only.report.reading.baseline));
    return proposed;
  }
  const root = join(directory, "proposed");
  let path = "";
  for (const [index, { report }] of entries.entries()) {
    const place = annotationFile(servers[index], host);
    if (report.reading === void 0 || !isProposed(report) || place === void 0) continue;
    const file = join(root, place);
    await mkdir(dirname2(file), { recursive: true });
    await writeFile(file, renderBaseline(report.reading.baseline));
    path = root;
  }
  return path;
}
function names(entries, word) {
  const found = entries.flatMap(
    ({ report, context }) => report.changes.filter(({ change }) => change === word).map(({ kind, id }) => ({ kind, id, of: context.serverName }))
  );
  const listed = [];
  let length = 0;
  for (const { kind, id, of } of found) {
    const item = id === null ? kind : `${kind} ${id}`;
    const name = printableJson(JSON.stringify(of === void 0 ? item : `${of}: ${item}`));
    length += name.length + 1;
    if (length > MAX_OUTPUT_LENGTH) break;
    listed.push(name);
  }
  const left = found.length - listed.length;
  if (left > 0) listed.push(`"and ${left} more, which the record names"`);
  return `[${listed.join(",")}]`;
}

// src/edge/action/api-client.ts
var SILENT = {
  debug: () => void 0,
  info: () => void 0,
  warn: () => void 0,
  error: () => void 0
};
var TIMED_OUT2 = 408;
var REFUSALS = Array.from({ length: 100 }, (_, index) => 400 + index);
async function openApi(token, baseUrl, { attemptMs, questionMs, totalMs }) {
  const [github, { retry }, { throttling }] = await Promise.all([
    import("./chunks/github-CVVZTRHX.js"),
    import("./chunks/dist-bundle-3NFL6PKN.js"),
    import("./chunks/dist-bundle-F2HU75RN.js")
  ]);
  const openedAt = performance.now();
  const isWorthIt = (seconds, { request }) => performance.now() + seconds * 1e3 < request.endsAt;
  const octokit = github.getOctokit(
    token,
    {
      baseUrl,
      log: SILENT,
      retry: { doNotRetry: REFUSALS, retries: MAX_API_RETRIES },
      throttle: { onRateLimit: isWorthIt, onSecondaryRateLimit: isWorthIt }
    },
    triesInTime(attemptMs),
    retry,
    throttling
  );
  const inTime2 = async (ask) => {
    const now = performance.now();
    const leftMs = Math.ceil(Math.min(questionMs, openedAt + totalMs - now));
    if (leftMs <= 0) throw tooLate();
    const end = new AbortController();
    let timer;
    const late = new Promise((_done, fail) => {
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
      const once = route.startsWith("POST ") ? { retries: 0 } : {};
      const { data, headers } = await inTime2(
        (bounds) => octokit.request(route, { ...parameters, request: { ...bounds, ...once } })
      );
      return {
        data,
        ...headers.link === void 0 ? {} : { link: headers.link }
      };
    },
    graphql: (text2, variables) => {
      const once = text2.startsWith("mutation") ? { retries: 0 } : {};
      return inTime2(
        (bounds) => octokit.graphql(text2, { ...variables, request: { ...bounds, ...once } })
      );
    }
  };
}
function triesInTime(attemptMs) {
  return (octokit) => {
    octokit.hook.wrap("request", async (request, options) => {
      const { end } = options.request;
      const signal = AbortSignal.any([AbortSignal.timeout(attemptMs), end]);
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
function tooLate() {
  const error = new Error("GitHub’s API did not answer in time");
  return Object.assign(error, { status: TIMED_OUT2, request: { request: {} }, response: {} });
}

// src/action.ts
var { env } = process;
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143]
]) {
  process.on(signal, () => process.exit(code));
}
process.exitCode = await runAction(
  {
    env,
    currentDirectory: env["GITHUB_WORKSPACE"] ?? process.cwd(),
    temporaryDirectory: tmpdir(),
    loadToolkit: loadActionsCore,
    openApi
  },
  realDependencies(
    hostOf(env, process),
    { ci: true, meetStranger: env["GITHUB_EVENT_NAME"] === "schedule" },
    (error) => console.error(faultLines(error).join("\n"))
  )
);
