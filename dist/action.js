import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);

import {
  CONFIGURATION,
  EXIT_CODES,
  OPTION_SPECS,
  UNSTABLE,
  blob,
  changeCounts,
  check,
  checkoutRoot,
  codeSpan,
  compareCodeUnits,
  compareNullable,
  compareSurfaces,
  configurationChanges,
  configuredServers,
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
  openBaselineOf,
  orphanReports,
  pairItems,
  parseBaseline,
  parseBaselinePath,
  parseFlag,
  parseMode,
  placeInCheckout,
  planOf,
  printable,
  printableJson,
  quoteCommand,
  readBaselineFile,
  realDependencies,
  renderBaseline,
  renderChanges,
  renderRecord,
  renderRunComment,
  renderRunSummary,
  renderScreen,
  reportContext,
  runAnnotations,
  trimAscii,
  verdictOf,
  withDigests
} from "./chunks/chunk-SYIE4P2N.js";
import "./chunks/chunk-CTNXHJCM.js";
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
  MAX_PROPOSAL_ENTRIES,
  MAX_PULL_REQUEST_BYTES,
  MAX_SOUGHT_NAMES,
  MAX_SOURCE_BYTES,
  RENEWAL_TIMEOUT_MS,
  VERDICT_OF_CODE,
  WitnessmarkError,
  faultLines,
  problemOf
} from "./chunks/chunk-VLL5TJFQ.js";
import "./chunks/chunk-FDBWB2HI.js";

// src/action.ts
import { tmpdir } from "node:os";

// src/edge/action/host.ts
async function loadActionsCore() {
  return await import("./chunks/core-PLNEWOEL.js");
}

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

// src/app/proposal.ts
import { relative, resolve, sep as sep2 } from "node:path";

// src/store/proposal-files.ts
import { lstat, readdir } from "node:fs/promises";
import { dirname as dirname2, join, sep } from "node:path";
async function readProposalFiles(path) {
  const facts = await lstat(path).catch(() => void 0);
  if (facts === void 0) throw refused("there is nothing at this path");
  if (!facts.isDirectory()) return { kind: "file", text: await textOf(path, dirname2(path)) };
  const texts = /* @__PURE__ */ new Map();
  let count = 0;
  const walk = async (below) => {
    for (const entry of await readdir(join(path, below), { withFileTypes: true })) {
      count += 1;
      if (count > MAX_PROPOSAL_ENTRIES)
        throw refused(`the directory has more than ${MAX_PROPOSAL_ENTRIES} entries`);
      const place = join(below, entry.name);
      if (entry.isDirectory()) await walk(place);
      else texts.set(place.split(sep).join("/"), await textOf(join(path, place), path));
    }
  };
  await walk("");
  return { kind: "directory", texts };
}
async function textOf(path, root) {
  try {
    const found = await readBaselineFile(path, root);
    if (found.kind === "text") return found.text;
    throw refused("a file vanished while it was read");
  } catch (error) {
    if (!(error instanceof WitnessmarkError) || error.code === "bad-proposal") throw error;
    throw refused(error.message.replace("the baseline", "a file of it"));
  }
}
function refused(why) {
  return new WitnessmarkError(
    "bad-proposal",
    `from: ${why}`,
    "Give the path of the output proposed-baseline, or of the directory that download-artifact filled."
  );
}

// src/app/proposal.ts
var BESIDE_FROM = ["servers", "working-directory", "baseline"];
async function readProposals(from, inputs, currentDirectory, dependencies) {
  const foreign = OPTION_SPECS.filter(
    ({ name, inFile }) => inFile === true && inputs.has(name) && !BESIDE_FROM.includes(name)
  ).map(({ name }) => name);
  if (foreign.length > 0)
    throw new WitnessmarkError(
      "bad-option-value",
      `from takes a baseline that is there already, and ${foreign.join(", ")} ${foreign.length === 1 ? "says" : "say"} how to read a server`,
      `Beside from only ${BESIDE_FROM.join(", ")} say which baseline is meant.`
    );
  const targets = await targetsOf(inputs, currentDirectory, dependencies);
  const files = await readProposalFiles(resolve(currentDirectory, from));
  return match(files, targets).map(({ target, text: text2, name }) => ({
    ...target,
    baseline: parsed(text2, target, name)
  }));
}
async function targetsOf(inputs, currentDirectory, dependencies) {
  const { locate } = dependencies;
  const found = await configuredServers(inputs, currentDirectory, dependencies);
  if (found === void 0) {
    const directory = resolve(currentDirectory, inputs.get("working-directory") ?? ".");
    const name = inputs.get("baseline") ?? "witnessmark.json";
    const path = parseBaselinePath(name, directory);
    return [{ server: "default", place: await locate(directory, path) }];
  }
  const { checkout, configured, names: names2 } = found;
  const targets = [];
  for (const name of [...names2].sort(compareCodeUnits)) {
    const own = configured.get(name)?.options.get("working-directory") ?? ".";
    const directory = resolve(
      checkout,
      names2.length === 1 ? inputs.get("working-directory") ?? own : own
    );
    const file = names2.length === 1 ? inputs.get("baseline") : void 0;
    const path = parseBaselinePath(file ?? `witnessmark.${name}.json`, directory);
    targets.push({ server: name, place: await locate(directory, path) });
  }
  return targets;
}
function match(files, targets) {
  const [only] = targets;
  const isOne = targets.length === 1;
  if (files.kind === "file") {
    if (only === void 0 || !isOne)
      throw refused2(`it is one file, and this is about ${targets.length} servers`);
    return [{ target: only, text: files.text, name: "the file" }];
  }
  const found = [];
  const left = new Map(files.texts);
  for (const target of targets) {
    const path = placeOf(target);
    const name = left.has(path) || !isOne ? path : path.split("/").at(-1) ?? path;
    const text2 = left.get(name);
    if (text2 === void 0) continue;
    left.delete(name);
    found.push({ target, text: text2, name: printable(name, 200) });
  }
  const [stranger] = left.keys();
  if (stranger !== void 0)
    throw refused2(
      `${printable(stranger, 200)} is none of the baselines that are meant (${only !== void 0 && isOne ? placeOf(only) : `${targets.length} of witnessmark.config.json`})`
    );
  if (found.length === 0) throw refused2("the directory holds no baseline");
  return found;
}
function placeOf({ place }) {
  const { checkout, baselinePath } = place;
  return relative(checkout, baselinePath).split(sep2).join("/");
}
function parsed(text2, { server }, name) {
  let baseline;
  try {
    baseline = parseBaseline(text2);
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) throw error;
    throw refused2(`${name} is no baseline: ${error.message}`);
  }
  if (baseline.server !== server)
    throw refused2(
      `${name} is the baseline of the server ${printable(baseline.server)}, and not of ${server}`
    );
  return baseline;
}
async function adopt({ server, place, baseline }, dependencies) {
  try {
    const known = await openBaselineOf(place, dependencies);
    const earlier = new Map(
      pairItems(known.items, baseline.items).pairs.map(({ before, after }) => [after, before])
    );
    const adopted = {
      ...baseline,
      items: baseline.items.map((item) => ({
        ...item,
        firstSeen: earlier.get(item)?.firstSeen ?? item.firstSeen
      }))
    };
    const written = await dependencies.baselines.write(
      place.baselinePath,
      place.checkout,
      renderBaseline(adopted)
    );
    return {
      server,
      verdict: "match",
      changes: compareSurfaces(known.items, adopted.items),
      conditions: known.conditions === void 0 ? [] : differingConditions(known.conditions, adopted.conditions),
      findings: [],
      adopted,
      written,
      isMark: true,
      isFirst: known.items.length === 0
    };
  } catch (error) {
    return { ...failureReport({ server }, error, dependencies), isMark: true };
  }
}
function refused2(why) {
  return new WitnessmarkError(
    "bad-proposal",
    `from: ${why}`,
    "Give the path of the output proposed-baseline, or of the directory that download-artifact filled."
  );
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

// src/edge/action/context.ts
import { dirname as dirname3, isAbsolute, relative as relative2, sep as sep3 } from "node:path";
var NO_CONTEXT = {
  baseline: "witnessmark.json",
  commandLine: "",
  isWorkflow: true,
  next: { check: "witnessmark check", mark: "witnessmark mark", commit: "git commit" }
};
function contextOf(settings, { env: env2, currentDirectory }, isSeveral) {
  const repository = env2["GITHUB_ACTION_REPOSITORY"] ?? "";
  const ref = env2["GITHUB_ACTION_REF"] ?? "";
  const isNamed = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref);
  const program = isNamed ? ["npx", "--yes", `github:${repository}#${ref}`] : ["witnessmark"];
  if (settings !== void 0) {
    const context = reportContext(settings, program, currentDirectory);
    const artifact = settings.server === "default" ? "witnessmark" : `witnessmark-${settings.server}`;
    const download = isSeveral ? void 0 : downloadCommand([context.baseline], dirname3(context.baseline), artifact, env2);
    return {
      ...context,
      isWorkflow: true,
      ...isSeveral ? { serverName: settings.server } : {},
      ...download === void 0 ? {} : { next: { ...context.next, download, artifact } }
    };
  }
  return NO_CONTEXT;
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
function adoptedContext(target, isSeveral) {
  const baseline = placeOf(target);
  return {
    ...NO_CONTEXT,
    baseline,
    ...isSeveral ? { serverName: target.server } : {},
    next: {
      ...NO_CONTEXT.next,
      commit: `${quoteCommand(["git", "add", ...baseline.startsWith("-") ? ["--"] : [], baseline])} && git commit`
    }
  };
}
function annotationFile(settings, { env: env2, currentDirectory }) {
  if (settings === void 0) return void 0;
  const inside = relative2(env2["GITHUB_WORKSPACE"] ?? currentDirectory, settings.baselinePath);
  return inside.startsWith("..") || isAbsolute(inside) ? void 0 : inside.split(sep3).join("/");
}
function isProposed({ reading, verdict, written }) {
  return reading !== void 0 && (verdict !== "match" || written !== void 0);
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

// src/edge/action/publication.ts
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { basename, dirname as dirname4, join as join2 } from "node:path";
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
async function writeFiles(entries, servers, host, toolkit) {
  const { env: env2, temporaryDirectory } = host;
  const directory = await mkdtemp(join2(env2["RUNNER_TEMP"] ?? temporaryDirectory, "witnessmark-"));
  const record = join2(directory, "witnessmark-record.json");
  await writeFile(record, renderRecord(entries.map(({ report }) => report)));
  toolkit.setOutput("record", record);
  toolkit.setOutput("proposed-baseline", await writeProposed(entries, servers, host, directory));
}
async function writeProposed(entries, servers, host, directory) {
  const [only] = entries;
  if (only !== void 0 && entries.length === 1) {
    if (only.report.reading === void 0) return "";
    const proposed = join2(directory, basename(only.context.baseline));
    await writeFile(proposed, renderBaseline(only.report.reading.baseline));
    return proposed;
  }
  const root = join2(directory, "proposed");
  let path = "";
  for (const [index, { report }] of entries.entries()) {
    const place = annotationFile(servers[index], host);
    if (report.reading === void 0 || !isProposed(report) || place === void 0) continue;
    const file = join2(root, place);
    await mkdir(dirname4(file), { recursive: true });
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

// src/edge/action/pull-request-comment.ts
import { createHash } from "node:crypto";

// src/edge/action/api-answer.ts
function memberOf(value, name) {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? value[name] : void 0;
}
function textOf2(value, name) {
  const found = memberOf(value, name);
  return typeof found === "string" ? found : void 0;
}
function statusOf(error) {
  const status = error?.status;
  return typeof status === "number" ? status : void 0;
}

// src/edge/action/run-url.ts
function runUrl(env2) {
  const server = /^https:\/\/[\w.:-]+$/.exec(env2["GITHUB_SERVER_URL"] ?? "")?.[0];
  const repository = /^[\w.-]+\/[\w.-]+$/.exec(env2["GITHUB_REPOSITORY"] ?? "")?.[0];
  const run = /^\d+$/.exec(env2["GITHUB_RUN_ID"] ?? "")?.[0];
  return server === void 0 || repository === void 0 || run === void 0 ? "" : `${server}/${repository}/actions/runs/${run}`;
}

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
      const [id, body] = [memberOf(each, "id"), textOf2(each, "body")];
      if (typeof id !== "number" || body === void 0) continue;
      if (firstLine(body) === marker && isViewer(memberOf(each, "user"))) own.push({ id, body });
    }
    if (data.length < PAGE) return own;
  }
  throw new Error("too many comments");
}
async function viewerOf(client) {
  const answer = await client.graphql("query { viewer { login } }", {});
  const login = textOf2(memberOf(answer, "viewer"), "login");
  if (login === void 0 || login === "") throw new Error("an answer without a login");
  return (author) => {
    const name = textOf2(author, "login");
    return name === login || name === `${login}[bot]` && textOf2(author, "type") === "Bot";
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
      commit: commitOf(textOf2(memberOf(pull, "head"), "sha") ?? "")
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
    (side) => textOf2(memberOf(memberOf(pull, side), "repo"), "full_name")
  );
  return head !== base;
}
function markerOf(env2, inputs) {
  const workflow = (env2["GITHUB_WORKFLOW_REF"] ?? env2["GITHUB_WORKFLOW"] ?? "").replace(/@.*/s, "");
  const identity = JSON.stringify([workflow, env2["GITHUB_JOB"] ?? "", ...inputs]);
  const digest = createHash("sha256").update(identity).digest("hex");
  return `<!-- witnessmark ${digest.slice(0, 16)} -->`;
}
function commitOf(text2) {
  return /^[0-9a-f]{40,64}$/.test(text2) ? text2 : "";
}

// src/edge/action/remote-repository.ts
import { createHash as createHash2 } from "node:crypto";
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
      const id = textOf2(memberOf(await compare(base, head), "merge_base_commit"), "sha");
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
    textOf2(file, "filename") ?? [],
    textOf2(file, "previous_filename") ?? []
  ]);
  return { names: names2.flat(), isComplete: files.length < MAX_COMPARED_FILES };
}
async function contentsOf(data, blobOf) {
  const id = textOf2(data, "sha");
  if (Array.isArray(data) || textOf2(data, "type") !== "file" || id === void 0)
    throw new Error("an answer that is no file");
  const isWhole = textOf2(data, "encoding") === "base64" && textOf2(data, "content") !== "";
  const size = memberOf(data, "size");
  if (typeof size === "number" && size > MAX_BASELINE_BYTES) throw new Error("a file too large");
  const source = isWhole || size === 0 ? data : await blobOf(id);
  const bytes = Buffer.from(textOf2(source, "content") ?? "", "base64");
  const hash = createHash2(id.length === 40 ? "sha1" : "sha256");
  const actual = hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  if (actual !== id) throw new Error("contents of another id");
  return bytes;
}

// src/report/renewal.ts
var RENEWAL_TRAILER = "Witnessmark-Renewal: true";
function renewalMessage(entries) {
  const lines2 = entries.map(({ report, context }) => {
    const counts = report.isFirst === true ? "first baseline" : changeCounts(report.changes);
    const what = counts === "" ? "no item changed, but how the server is read or what was found" : counts;
    return context.serverName === void 0 ? `${what}.` : `${printable(context.serverName)}: ${what}.`;
  });
  return {
    headline: entries.length === 1 ? "Renew the witnessmark baseline" : `Renew ${entries.length} witnessmark baselines`,
    body: `${lines2.join("\n")}

${RENEWAL_TRAILER}`
  };
}
function renewalPullRequest(entries, runUrl2) {
  const { headline } = renewalMessage(entries);
  const run = runUrl2 === "" ? "A run" : `[A run](${runUrl2})`;
  let body = `${run} read ${entries.length === 1 ? "the server" : "these servers"} and found that the committed ${entries.length === 1 ? "baseline is" : "baselines are"} not what the server says. Merging this is the approval: look at what changed, and at the sources, before you do.
`;
  for (const [index, { report, context }] of entries.entries()) {
    const left = MAX_PULL_REQUEST_BYTES - Buffer.byteLength(body) - 1e3;
    const title = `
### ${codeSpan(printable(context.baseline, 200))}
`;
    const section = report.isFirst === true ? "\nThe first baseline, with every item in it.\n" : renderChanges(report, Math.floor(left / (entries.length - index)));
    if (Buffer.byteLength(title) + Buffer.byteLength(section) > left) {
      body += `
and ${entries.length - index} more.
`;
      break;
    }
    body += `${title}${section === "" ? "\nNo item changed, but how the server is read or what was found.\n" : section}`;
  }
  body += "\n<sub>Opened and kept up to date by witnessmark. A pull request that the job’s own token makes starts no workflow: close and reopen it, so that the check runs.</sub>\n";
  return { title: headline, body };
}

// src/edge/action/renewal.ts
import { createHash as createHash3, randomBytes } from "node:crypto";

// src/edge/action/renewal-problems.ts
var PERMISSIONS = {
  contents: "permissions: contents: write",
  pulls: "permissions: contents: write and pull-requests: write"
};
function restProblem(error, right, isOpening) {
  const status = statusOf(error);
  const cause = { cause: error };
  if (status === 401)
    return new WitnessmarkError(
      "commit-refused",
      "GitHub does not accept the token (401)",
      TOKEN_HINT,
      cause
    );
  if (status === 403 || status === 404 && right === "pulls")
    return new WitnessmarkError(
      "commit-refused",
      isOpening ? `GitHub does not let this token open a pull request (${status})` : `GitHub does not let this token write (${status})`,
      isOpening ? `Give the job ${PERMISSIONS.pulls}, and allow it in the repository’s settings: Actions, General, “Allow GitHub Actions to create and approve pull requests”.` : `Give the job ${PERMISSIONS[right]}; a rule for branches can refuse it too.`,
      cause
    );
  return new WitnessmarkError(
    "commit-failed",
    status === void 0 ? "GitHub’s API gave no answer that can be used" : `GitHub’s API answered ${status}`,
    "Run it again: what was committed already is not committed twice.",
    cause
  );
}
var TOKEN_HINT = "Leave the input token out, or give it a token that may write to this repository.";
function commitProblem(error, branch) {
  const errors = memberOf(error, "errors");
  const first = Array.isArray(errors) ? errors[0] : void 0;
  const type = textOf2(first, "type");
  if (type === "STALE_DATA")
    return new WitnessmarkError(
      "branch-moved",
      `${printable(branch, 200)} is not at the commit that was read`,
      "Somebody pushed meanwhile, or another commit was checked out: run it again on the tip of the branch.",
      { cause: error }
    );
  if (type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES")
    return restProblem({ status: 403 }, "contents", false);
  if (type === void 0) return restProblem(error, "contents", false);
  return new WitnessmarkError(
    "commit-failed",
    `GitHub did not take the commit (${/^[A-Z_]{1,40}$/.test(type) ? type : "unknown reason"})`,
    "A rule for the branch may ask for a pull request: run it on a schedule or on push instead, where it opens one.",
    { cause: error }
  );
}
function objectIdOf(text2) {
  if (text2 !== void 0 && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text2)) return text2;
  throw restProblem(void 0, "contents", false);
}
function numberOf(pull) {
  const number = memberOf(pull, "number");
  if (typeof number === "number" && Number.isSafeInteger(number)) return number;
  throw restProblem(void 0, "pulls", false);
}

// src/edge/action/renewal.ts
var COMMIT = "mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }";
async function commitOnBranch(client, { owner, repo, head, files, message }, branch) {
  let answer;
  try {
    answer = await client.graphql(COMMIT, {
      input: {
        branch: { repositoryNameWithOwner: `${owner}/${repo}`, branchName: branch },
        expectedHeadOid: head,
        message,
        fileChanges: {
          additions: files.map(({ path, text: text2 }) => ({
            path,
            contents: Buffer.from(text2, "utf8").toString("base64")
          }))
        }
      }
    });
  } catch (error) {
    throw commitProblem(error, branch);
  }
  const commit = memberOf(memberOf(answer, "createCommitOnBranch"), "commit");
  return objectIdOf(textOf2(commit, "oid"));
}
async function renewByPullRequest(client, commit, { base, branch, title, body }) {
  const { owner, repo } = commit;
  const ask = asker(client, owner, repo);
  const tip = await tipOf(ask, branch);
  const isCurrent = tip !== void 0 && await holdsAlready(ask, tip, commit);
  const oid = isCurrent ? tip.oid : await moveBranch(client, ask, commit, branch, tip);
  const open = await ask("pulls", "GET /repos/{owner}/{repo}/pulls", {
    head: `${owner}:${branch}`,
    base,
    state: "open",
    per_page: 1
  });
  const found = Array.isArray(open) ? open[0] : void 0;
  if (found === void 0) {
    const made = await ask("pulls", "POST /repos/{owner}/{repo}/pulls", {
      head: branch,
      base,
      title,
      body
    });
    return { number: numberOf(made), commit: oid, outcome: "opened" };
  }
  const number = numberOf(found);
  if (!isCurrent)
    await ask("pulls", "PATCH /repos/{owner}/{repo}/pulls/{pull_number}", {
      pull_number: number,
      title,
      body
    });
  return { number, commit: oid, outcome: isCurrent ? "unchanged" : "renewed" };
}
async function moveBranch(client, ask, commit, branch, tip) {
  const apart = `witnessmark/renewing-${randomBytes(6).toString("hex")}`;
  const create = (name, sha) => ask("contents", "POST /repos/{owner}/{repo}/git/refs", { ref: `refs/heads/${name}`, sha });
  await create(apart, commit.head);
  try {
    const oid = await commitOnBranch(client, commit, apart);
    if (tip === void 0) await create(branch, oid);
    else
      await ask("contents", "PATCH /repos/{owner}/{repo}/git/refs/{ref}", {
        ref: `heads/${branch}`,
        sha: oid,
        force: true
      });
    return oid;
  } finally {
    await ask("contents", "DELETE /repos/{owner}/{repo}/git/refs/{ref}", {
      ref: `heads/${apart}`
    }).catch(() => void 0);
  }
}
async function tipOf(ask, branch) {
  let ref;
  try {
    ref = await ask("contents", "GET /repos/{owner}/{repo}/git/ref/{ref}", {
      ref: `heads/${branch}`
    });
  } catch (error) {
    if (error instanceof WitnessmarkError && statusOf(error.cause) === 404) return void 0;
    throw error;
  }
  const oid = objectIdOf(textOf2(memberOf(ref, "object"), "sha"));
  const commit = await ask("contents", "GET /repos/{owner}/{repo}/git/commits/{commit_sha}", {
    commit_sha: oid
  });
  const listed = memberOf(commit, "parents");
  const parents = (Array.isArray(listed) ? listed : []).flatMap(
    (parent) => textOf2(parent, "sha") ?? []
  );
  const isOurs = (textOf2(commit, "message") ?? "").trimEnd().endsWith(`
${RENEWAL_TRAILER}`);
  if (isOurs && parents.length === 1) return { oid, parents };
  throw new WitnessmarkError(
    "branch-of-others",
    `the branch ${printable(branch, 200)} has a commit that witnessmark did not make`,
    "Merge or close its pull request and delete the branch; the next run makes it anew."
  );
}
async function holdsAlready(ask, tip, { head, files }) {
  if (tip.parents[0] !== head) return false;
  for (const { path, text: text2 } of files) {
    const found = await ask("contents", "GET /repos/{owner}/{repo}/contents/{path}", {
      path,
      ref: tip.oid,
      headers: { accept: "application/vnd.github.object+json" }
    }).catch(() => void 0);
    if (textOf2(found, "sha") !== blobId(text2, tip.oid.length)) return false;
  }
  return true;
}
function blobId(text2, length) {
  const bytes = Buffer.from(text2, "utf8");
  const hash = createHash3(length === 40 ? "sha1" : "sha256");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
function asker(client, owner, repo) {
  return async (right, route, parameters) => {
    try {
      return (await client.request(route, { owner, repo, ...parameters })).data;
    } catch (error) {
      throw restProblem(error, right, route.startsWith("POST") && right === "pulls");
    }
  };
}

// src/edge/action/renewal-event.ts
import { createHash as createHash4 } from "node:crypto";
var PREFIX = "witnessmark/renew-";
function renewalTarget(env2, chosen) {
  const event = env2["GITHUB_EVENT_NAME"] ?? "";
  const ref = env2["GITHUB_REF"] ?? "";
  const branch = /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
  if (branch === void 0 || !isBranchName(branch))
    throw new WitnessmarkError(
      "commit-refused",
      `commit needs a branch, and this run is about ${ref === "" ? "none" : printable(ref, 200)}`,
      "Start the workflow on a branch, or leave commit out."
    );
  if (event === "workflow_dispatch") return { kind: "branch", branch };
  if (branch.startsWith(PREFIX)) return { kind: "own-branch", branch };
  const digest = createHash4("sha256").update(JSON.stringify(chosen)).digest("hex").slice(0, 8);
  const suffix = chosen.every((value) => value === "") ? "" : `-${digest}`;
  return { kind: "pull-request", base: branch, branch: `${PREFIX}${branch}${suffix}` };
}
function isBranchName(name) {
  return !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$|\.lock(?:\/|$)|(?:^|\/)[.]/.test(name) && !name.startsWith("-") && name.length <= 200;
}

// src/edge/action/renewal-run.ts
var PATIENCE2 = {
  attemptMs: API_ATTEMPT_MS,
  questionMs: RENEWAL_TIMEOUT_MS,
  totalMs: RENEWAL_TIMEOUT_MS
};
var NO_WORKFLOW = "What the job’s own token commits starts no workflow, so that no check runs on it: give token the token of a GitHub App, or push to the branch, or close and reopen the pull request.";
async function openRenewal(env2, token, places, chosen) {
  const target = renewalTarget(env2, chosen);
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env2["GITHUB_REPOSITORY"] ?? "") ?? [];
  if (token === "" || owner === void 0 || repo === void 0)
    throw new WitnessmarkError(
      "commit-refused",
      token === "" ? "commit needs a token, and the input token is empty" : "the runner does not say which repository this is",
      "Leave the input token out, so that it is the job’s own."
    );
  const checkout = places[0]?.checkout ?? "";
  const head = await objectId(checkout, "HEAD");
  if (head === void 0)
    throw new WitnessmarkError(
      "no-checkout",
      "commit needs a git checkout, whose commit is the one that it builds on",
      "Check the repository out with actions/checkout."
    );
  const committed = /* @__PURE__ */ new Map();
  for (const place of places) {
    const path = placeOf({ place });
    committed.set(path, (await blob(checkout, `HEAD:${path}`))?.toString("utf8"));
  }
  return { target, owner, repo, token, head, committed };
}
function refuseOpenServers({ servers }) {
  if (!servers.some(({ isolation, command }) => isolation === "none" && command !== "")) return;
  throw new WitnessmarkError(
    "commit-refused",
    "commit gives this job a token that may write, and a server without isolation could take it",
    "Leave isolation out, or read in one job and commit in another: from (docs/RECIPES.md, “Renewing by a workflow”)."
  );
}
async function renew(entries, places, renewal, {
  env: env2,
  openApi: openApi2
}, onFault) {
  const { target, owner, repo, head } = renewal;
  const say = (commitment) => entries.map(({ report, context }) => ({ report, context: { ...context, commitment } }));
  const nothing = (why) => ({
    entries: say(why),
    commit: "",
    pullRequest: ""
  });
  if (entries.some(({ report }) => report.problem !== void 0))
    return nothing("Nothing is committed, since not every server could be read.");
  const changed = entries.flatMap((entry, index) => {
    const file = fileOf(entry, places[index]);
    const before = file === void 0 ? void 0 : renewal.committed.get(file.path);
    return file === void 0 || before !== void 0 && normalised(before) === normalised(file.text) ? [] : [{ entry, file }];
  });
  if (changed.length === 0)
    return nothing("Nothing is committed: the committed baseline says the same already.");
  if (target.kind === "own-branch")
    return nothing("Nothing is committed: this run is about a branch of a renewal itself.");
  try {
    const client = await openApi2(
      renewal.token,
      env2["GITHUB_API_URL"] ?? "https://api.github.com",
      PATIENCE2
    );
    const own = changed.map(({ entry }) => entry);
    const commit = {
      owner,
      repo,
      head,
      files: changed.map(({ file }) => file),
      message: renewalMessage(own)
    };
    if (target.kind === "branch") {
      const oid = await commitOnBranch(client, commit, target.branch);
      const words2 = `Committed to ${printable(target.branch, 200)} as ${oid.slice(0, 7)}. ${NO_WORKFLOW}`;
      return { entries: say(words2), commit: oid, pullRequest: "" };
    }
    const { base, branch } = target;
    const made = await renewByPullRequest(client, commit, {
      base,
      branch,
      ...renewalPullRequest(own, runUrl(env2))
    });
    const words = `Nothing is approved yet: pull request ${made.number} ${OUTCOMES[made.outcome]}. ${NO_WORKFLOW}`;
    return { entries: say(words), commit: made.commit, pullRequest: String(made.number) };
  } catch (error) {
    if (!(error instanceof WitnessmarkError)) onFault(error);
    const problem = problemOf(error);
    const verdict = VERDICT_OF_CODE[problem.code];
    return {
      entries: entries.map(({ report, context }) => ({
        report: { ...report, verdict, problem },
        context
      })),
      commit: "",
      pullRequest: ""
    };
  }
}
var OUTCOMES = {
  opened: "is opened for the new baseline",
  renewed: "is brought up to date",
  unchanged: "has this baseline already"
};
function fileOf({ report }, place) {
  const baseline = report.reading?.baseline ?? report.adopted;
  if (baseline === void 0 || place === void 0) return void 0;
  return { path: placeOf({ place }), text: renderBaseline(baseline) };
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

// src/edge/action/request.ts
var SUBSET = ["servers", "working-directory", "baseline"];
async function readRequest({ env: env2, currentDirectory }, dependencies) {
  let known = { token: "" };
  try {
    const inputs = readInputs(env2);
    const mode = parseMode(inputs.get("mode") ?? "check");
    const token = inputs.get("token") ?? "";
    const subset = SUBSET.map((name) => inputs.get(name) ?? "");
    const flag = (name) => parseFlag(name, inputs.get(name) ?? "false");
    if (flag("comment")) {
      if (mode === "mark") throw belongs("comment", "check", "mark does not run on pull requests");
      known = { token, commented: subset };
    }
    const event = env2["GITHUB_EVENT_NAME"] ?? "";
    refuseOtherEvents(event);
    if (mode === "mark" && ["pull_request", "merge_group"].includes(event)) throw markRefused();
    const isReportOnly = flag("report-only");
    if (isReportOnly && mode === "mark")
      throw belongs("report-only", "check", "mark gates nothing");
    const asked = { ...known, mode, isReportOnly, hasProfiles: flag("profiles"), token };
    const isCommitting = flag("commit");
    const from = inputs.get("from");
    if (mode === "check" && (isCommitting || from !== void 0))
      throw belongs(isCommitting ? "commit" : "from", "mark", "a check approves nothing");
    const renewalOf = async (places2) => isCommitting ? { renewal: { renewal: await openRenewal(env2, token, places2, subset), places: places2 } } : {};
    if (from !== void 0) {
      const proposals = await readProposals(from, inputs, currentDirectory, dependencies);
      return { ...asked, proposals, ...await renewalOf(proposals.map(({ place }) => place)) };
    }
    const plan = await planOf(inputs, currentDirectory, "action", dependencies);
    if (!isCommitting) return { ...asked, plan };
    refuseOpenServers(plan);
    const places = await Promise.all(
      plan.servers.map(
        ({ workingDirectory, baselinePath }) => dependencies.locate(workingDirectory, baselinePath)
      )
    );
    return { ...asked, plan, ...await renewalOf(places) };
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
function belongs(input, mode, why) {
  return new WitnessmarkError(
    "bad-option-value",
    `${input} belongs to mode ${mode}: ${why}`,
    `Leave ${input} out, or write mode: ${mode}`
  );
}

// src/edge/action/run-action.ts
async function runAction(host, dependencies) {
  let toolkit;
  const started = {
    ...dependencies,
    openServer: (request2) => dependencies.openServer({
      ...request2,
      onStarted: () => void (toolkit ??= host.loadToolkit())
    })
  };
  const request = await readRequest(host, dependencies);
  const { mode, isReportOnly, token, commented, renewal } = request;
  const read = request.proposals === void 0 ? await readAll(request, host, started) : await adoptAll(request.proposals, dependencies);
  const outcome = renewal === void 0 ? void 0 : await renew(read.entries, renewal.places, renewal.renewal, host, dependencies.onFault);
  const entries = outcome?.entries ?? read.entries;
  const verdict = verdictOf(entries);
  let loaded;
  try {
    loaded = await (toolkit ?? host.loadToolkit());
    await publish(entries, { mode, servers: read.servers, host, toolkit: loaded });
    if (outcome !== void 0) {
      loaded.setOutput("commit", outcome.commit);
      loaded.setOutput("pull-request", outcome.pullRequest);
    }
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
async function readAll({ plan, mode, isReportOnly, hasProfiles, token, error }, host, started) {
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
    const own = settings === void 0 ? failureReport({ server: "default" }, error, started) : await (mode === "mark" ? mark : check)(settings, digesting?.dependencies ?? started);
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
  const orphans = plan === void 0 || mode === "mark" ? [] : orphanReports(plan, started);
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
  return { entries, servers };
}
async function adoptAll(proposals, dependencies) {
  const entries = await inParallel(proposals, async (proposal) => ({
    report: await adopt(proposal, dependencies),
    context: adoptedContext(proposal, proposals.length > 1)
  }));
  return { entries, servers: proposals.map(() => void 0) };
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
    import("./chunks/dist-bundle-FKHFPA2G.js"),
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
