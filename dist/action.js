import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);

import {
  CONDITIONS,
  EXIT_CODES,
  GRADES,
  GRADE_WORDS,
  OPTION_SPECS,
  UNSTABLE,
  againstWords,
  approvalLines,
  approvalTitle,
  blob,
  changeCounts,
  check,
  checkoutRoot,
  compareCodeUnits,
  compareNullable,
  compareSurfaces,
  conditionsOf,
  decodeBaseline,
  differingConditions,
  failureReport,
  fieldsForm,
  findingLines,
  formOf,
  git,
  groupChanges,
  groupFieldWords,
  groupSubject,
  hasObject,
  headline,
  hintWords,
  hostOf,
  isHidden,
  isMarked,
  isObjectId,
  itemKey,
  lines,
  listPieces,
  mark,
  markHeadline,
  memberWords,
  nextSteps,
  normalised,
  noticeLines,
  objectId,
  originWords,
  pairItems,
  parseBaseline,
  parseFlag,
  parseMode,
  placeInCheckout,
  plainName,
  printable,
  printableJson,
  quoteCommand,
  readingWords,
  realDependencies,
  renderBaseline,
  renderCheck,
  renderMark,
  renderRecord,
  reportContext,
  reportOnlyWords,
  settingsOf,
  trimAscii,
  untoldWords
} from "./chunks/chunk-42Q7YXKY.js";
import {
  BASE_TIMEOUT_MS,
  MAX_ALIGNED_LINES,
  MAX_ANNOTATIONS,
  MAX_BASELINE_BYTES,
  MAX_CHANGED_FILES,
  MAX_COMPARED_FILES,
  MAX_LISTED_NAMES,
  MAX_MESSAGE_UNITS,
  MAX_OUTPUT_LENGTH,
  MAX_PATCH_UNITS,
  MAX_SOUGHT_NAMES,
  MAX_SOURCE_BYTES,
  MAX_SUMMARY_BYTES,
  MAX_SUMMARY_NAMES,
  MAX_TITLE_FIELDS,
  WitnessmarkError,
  faultLines
} from "./chunks/chunk-MGKLSL7Y.js";
import "./chunks/chunk-FDBWB2HI.js";

// src/action.ts
import { tmpdir } from "node:os";

// src/edge/action/run-action.ts
import { mkdtemp, writeFile } from "node:fs/promises";
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
  const formOf2 = (forms, ref) => forms?.get(itemKey(ref)) ?? "";
  const refs = mismatched.map(({ kind, id }) => ({ kind, id }));
  return {
    onlyBaseline: refs.filter(
      (ref) => formOf2(read, ref) === formOf2(atBase, ref) && formOf2(atHead, ref) !== formOf2(read, ref)
    ),
    asAtBase: refs.filter((ref) => formOf2(atHead, ref) === formOf2(atBase, ref))
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
var CONFIGURATION = "witnessmark.config.json";
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
  const { headBaseline, baseBaseline, configuration, place } = facts;
  const isSame = isSameText(baseBaseline, headBaseline);
  const head = report.committed;
  const base = baseBaseline === void 0 || isSame && head === void 0 ? void 0 : parseBaseline(decodeBaseline(baseBaseline));
  const { changes, reading, verdict } = report;
  const isFailed = verdict === "drift" || verdict === "incomparable";
  const changed = isFailed ? await attempt(facts.changed()) : void 0;
  const files = changed?.kind === "value" && changed.value.isComplete ? changed.value : void 0;
  return {
    kind: "told",
    isRemoved: baseBaseline !== void 0 && headBaseline === void 0,
    isSame,
    ...configuration === void 0 ? {} : { configuration },
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

// src/report/annotations.ts
function annotationsOf(report, context) {
  return [...verdictAnnotations(report, context), ...baseNotices(report)];
}
function baseNotices(report) {
  const { base } = report;
  if (base === void 0) return [];
  const level = "notice";
  const lines2 = approvalLines(base, plainName);
  const texts = lines2.map(({ text: text2, isWeaker }) => `${isWeaker ? "! " : ""}${text2}`);
  const approved = lines2.length === 0 ? [] : [{ level, title: approvalTitle(base, plainName), message: linesWithin(texts) }];
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
  const hidden = isHidden(group) ? "HIDDEN characters: " : "";
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
function linesWithin(lines2) {
  let left = MAX_MESSAGE_UNITS - 100;
  const count = lines2.findIndex((line) => (left -= line.length + 1) < 0);
  if (count < 0) return lines2.join("\n");
  const shown = lines2.slice(0, count);
  return [...shown, `and ${lines2.length - count} more: the summary of this run lists them`].join(
    "\n"
  );
}

// src/core/baseline-patch.ts
var CONTEXT = 3;
function baselineHunks(before, after) {
  const [old, fresh] = [renderBaseline(before), renderBaseline(after)];
  if (old.length + fresh.length > MAX_PATCH_UNITS) return void 0;
  return hunksOf(align(blocksOf(old, before), blocksOf(fresh, after)));
}
function blocksOf(text2, { items }) {
  const lines2 = text2.split("\n").slice(0, -1);
  const first = lines2.indexOf("    {");
  if (first < 0) return [{ kind: "", id: null, lines: lines2 }];
  const blocks = [{ kind: "", id: null, lines: lines2.slice(0, first) }];
  const sorted2 = [...items].sort(compareRefs);
  let start = first;
  for (let at = first; at < lines2.length; at += 1) {
    const line = lines2[at];
    if (line !== "    }," && line !== "    }") continue;
    const item = sorted2[blocks.length - 1];
    blocks.push({
      kind: item?.kind ?? "",
      id: item?.id ?? null,
      lines: lines2.slice(start, at + 1)
    });
    start = at + 1;
  }
  return [...blocks, { kind: "~", id: null, lines: lines2.slice(start) }];
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
  const all = (sign, lines2) => lines2.map((line) => `${sign}${line}`);
  if (before.join("\n") === after.join("\n")) return all(" ", before);
  if (before.length + after.length > MAX_ALIGNED_LINES)
    return [...all("-", before), ...all("+", after)];
  const width = after.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  const at = (row2, column2) => common[row2 * width + column2] ?? 0;
  for (let row2 = before.length - 1; row2 >= 0; row2 -= 1) {
    for (let column2 = after.length - 1; column2 >= 0; column2 -= 1) {
      common[row2 * width + column2] = before[row2] === after[column2] ? at(row2 + 1, column2 + 1) + 1 : Math.max(at(row2 + 1, column2), at(row2, column2 + 1));
    }
  }
  const out = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      out.push(` ${before[row] ?? ""}`);
      row += 1;
      column += 1;
    } else if (column >= after.length || row < before.length && at(row + 1, column) >= at(row, column + 1)) {
      out.push(`-${before[row] ?? ""}`);
      row += 1;
    } else {
      out.push(`+${after[column] ?? ""}`);
      column += 1;
    }
  }
  return out;
}
function hunksOf(lines2) {
  const hunks = [];
  const changed = lines2.flatMap((line, index2) => line.startsWith(" ") ? [] : [index2]);
  let [index, old, fresh] = [0, 1, 1];
  for (let next = 0; next < changed.length; ) {
    const start = Math.max(index, (changed[next] ?? 0) - CONTEXT);
    let end = (changed[next] ?? 0) + 1;
    while (next < changed.length && (changed[next] ?? 0) - end <= 2 * CONTEXT) {
      end = (changed[next] ?? 0) + 1;
      next += 1;
    }
    end = Math.min(lines2.length, end + CONTEXT);
    old += start - index;
    fresh += start - index;
    const own = lines2.slice(start, end);
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
  const runs = (text2.match(/`+/g) ?? []).map((run) => run.length);
  const fence2 = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = /^[` ]|[` ]$/.test(text2) ? " " : "";
  return `${fence2}${pad}${text2}${pad}${fence2}`;
}
var codeName = (name, form) => codeSpan(name === "" ? '""' : formOf(name, form));
var cellName = (name, form) => codeName(name, form).replaceAll("|", "\\|");
function renderSummary(report, context) {
  const head = `${headSection(report, context)}${originSection(report)}`;
  const middle = `${approvalSection(report)}${readingSection(report, context)}`;
  const tail = nextSection(report, context);
  const budget = MAX_SUMMARY_BYTES - [head, middle, tail].reduce((sum, each) => sum + byteLength(each), 0);
  const changes = changesSection(report, budget);
  const patch = patchSection(report, context, budget - byteLength(changes));
  return `${head}${changes}${middle}${patch}${tail}`;
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
  const lines2 = approvalLines(base, codeName).map(
    ({ text: text2, isWeaker }) => isWeaker ? `- ⚠️ ${text2}
` : `- ${text2}
`
  );
  return lines2.length === 0 ? "" : `
### ${approvalTitle(base, codeName)}

${lines2.join("")}`;
}
function headSection(report, context) {
  if (!isMarked(report)) {
    const isLoud = context.isReportOnly === true;
    const sign = isLoud ? "⚠️" : report.verdict === "match" ? "✅" : "❌";
    const loud = isLoud ? `**Report only**: ${reportOnlyWords(report.verdict)}.

` : "";
    const sentence2 = escapeMarkup(capitalised(headline(report, context)));
    return `## ${sign} witnessmark: ${report.verdict}

${loud}${sentence2}.
`;
  }
  const against = report.isFirst === true ? " This is the first baseline of this server." : report.changes.length > 0 ? ` ${againstWords(report)}: ${changeCounts(report.changes)}.` : "";
  const sentence = escapeMarkup(capitalised(markHeadline(report, context)));
  return `## ✅ witnessmark: marked

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
  const hidden = isHidden(group) ? ["⚠️ **hidden characters** came, went or moved"] : [];
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
  const open = words.slice(0, OPEN_NAMES).join(", ");
  const folded = listPieces(words.slice(OPEN_NAMES), MAX_SUMMARY_NAMES).join(" ");
  const more = `<details><summary>and ${words.length - OPEN_NAMES} more</summary>${folded}</details>`;
  return `**${title}**<br>${open}${more}`;
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
${command}${list}${conditionsSection(report)}${notices.join("")}`;
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
  const head = recorded === void 0 ? "| Condition | Now |\n| :--- | :--- |\n" : "| Condition | Now | Recorded |\n| :--- | :--- | :--- |\n";
  return `
<details><summary>Conditions of this reading</summary>

${head}${rows.join("")}
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
  const isTooLarge = reading.proposed.length > MAX_PATCH_UNITS;
  const hunks = isTooLarge ? void 0 : baselineHunks(committed, parseBaseline(reading.proposed));
  if (hunks?.length === 0) return "";
  const open = "\n<details><summary>Lines of the baseline that a new one changes</summary>\n\n";
  const close = "\n</details>\n";
  const tooLong = "They are too long to be shown here: the proposed baseline of this run has them.\n";
  const path = printable(baseline, 200);
  const lines2 = [`--- a/${path}`, `+++ b/${path}`];
  let left = budget - byteLength(open) - byteLength(close) - byteLength(tooLong) - 2e3;
  let shown = 0;
  for (const { head, lines: own } of hunks ?? []) {
    const block = [head, ...own.map(printableJson)];
    left -= block.reduce((sum, line) => sum + byteLength(line) + 1, 0);
    if (left < 0) break;
    for (const line of block) lines2.push(line);
    shown += 1;
  }
  if (left < 0 && shown === 0) return budget < 3e3 ? "" : `${open}${tooLong}${close}`;
  if (hunks === void 0) return `${open}${tooLong}${close}`;
  const rest = hunks.length - shown;
  const more = rest > 0 ? `
and ${rest} more places: the proposed baseline of this run has them.
` : "";
  return `${open}${fence("diff", lines2)}${more}${close}`;
}
function fence(language, lines2) {
  const longest = lines2.reduce(
    (most, line) => Math.max(most, ...(line.match(/`+/g) ?? []).map((run) => run.length)),
    2
  );
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}
${lines2.join("\n")}
${marks}
`;
}
function nextSection(report, context) {
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
function escapeMarkup(text2) {
  return text2.replace(/[&<>"'`|*_~[\]()#@!\\]/g, (character) => `&#${character.charCodeAt(0)};`);
}
function byteLength(text2) {
  return Buffer.byteLength(text2, "utf8");
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
        if (!isNotFound(error)) throw error;
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
function isNotFound(error) {
  return error?.status === 404;
}
function memberOf(value, name) {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? value[name] : void 0;
}
function textOf(value, name) {
  const found = memberOf(value, name);
  return typeof found === "string" ? found : void 0;
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
  const { settings, mode, isReportOnly, token, error } = await readSettings(host, dependencies);
  const opening = settings === void 0 || mode === "mark" ? void 0 : baseOf(settings, token, host);
  if (settings?.isolation === "none") await opening;
  const found = settings === void 0 ? failureReport({ server: "default" }, error, dependencies) : await (mode === "mark" ? mark : check)(settings, started);
  const base = await opening;
  const report = base === void 0 ? found : { ...found, base: await base.reportOn(found) };
  const sources = report.changes.length === 0 ? void 0 : await base?.sourcesOf(report);
  const context = {
    ...contextOf(settings, host),
    isWorkflow: true,
    ...isReportOnly ? { isReportOnly } : {},
    ...sources === void 0 ? {} : { sources }
  };
  try {
    const loaded = await (toolkit ?? host.loadToolkit());
    await publish(report, context, { mode, settings, isReportOnly, host, toolkit: loaded });
  } catch (failure) {
    dependencies.onFault(failure);
    return EXIT_CODES.internal;
  }
  return isReportOnly && !FAILS_ANYWAY.includes(report.verdict) ? 0 : EXIT_CODES[report.verdict];
}
async function baseOf(settings, token, { env: env2, openApi: openApi2 }) {
  const event = await readBaseEvent(env2);
  if (event === void 0) return void 0;
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(env2["GITHUB_REPOSITORY"] ?? "") ?? [];
  const baseUrl = env2["GITHUB_API_URL"] ?? "https://api.github.com";
  const remote = token === "" || owner === void 0 || repo === void 0 ? {} : { remote: remoteRepository(() => openApi2(token, baseUrl), owner, repo) };
  return openBase({ ...event, ...remote }, settings.baselinePath);
}
var FAILS_ANYWAY = ["usage", "internal"];
async function readSettings({ env: env2, currentDirectory }, dependencies) {
  try {
    const inputs = readInputs(env2);
    const mode = parseMode(inputs.get("mode") ?? "check");
    const event = env2["GITHUB_EVENT_NAME"] ?? "";
    refuseOtherEvents(event);
    if (mode === "mark" && ["pull_request", "merge_group"].includes(event)) throw markRefused();
    const isReportOnly = parseFlag("report-only", inputs.get("report-only") ?? "false");
    if (isReportOnly && mode === "mark") throw nothingToReport();
    const token = inputs.get("token") ?? "";
    const settings = await settingsOf(inputs, currentDirectory, "action", dependencies);
    return { mode, isReportOnly, token, settings };
  } catch (error) {
    return { mode: "check", isReportOnly: false, token: "", error };
  }
}
function markRefused() {
  return new WitnessmarkError(
    "mark-refused",
    "mode mark does not run on pull requests and merge groups: it would approve what it is to judge",
    "Use mode: check here, and commit the proposed baseline to approve a change."
  );
}
function nothingToReport() {
  return new WitnessmarkError(
    "bad-option-value",
    "report-only belongs to mode check: mark gates nothing",
    "Leave report-only out, or write mode: check"
  );
}
function contextOf(settings, { env: env2, currentDirectory }) {
  const repository = env2["GITHUB_ACTION_REPOSITORY"] ?? "";
  const ref = env2["GITHUB_ACTION_REF"] ?? "";
  const isNamed = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref);
  const program = isNamed ? ["npx", "--yes", `github:${repository}#${ref}`] : ["witnessmark"];
  if (settings !== void 0) {
    const context = reportContext(settings, program, currentDirectory);
    const download = downloadCommand(context.baseline, env2);
    return download === void 0 ? context : { ...context, next: { ...context.next, download } };
  }
  return {
    baseline: "witnessmark.json",
    commandLine: "",
    next: { check: "witnessmark check", mark: "witnessmark mark", commit: "git commit" }
  };
}
function downloadCommand(baseline, env2) {
  const run = env2["GITHUB_RUN_ID"] ?? "";
  const repository = env2["GITHUB_REPOSITORY"] ?? "";
  if (!/^\d+$/.test(run) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return void 0;
  const host = /^https:\/\/([\w.-]+)$/.exec(env2["GITHUB_SERVER_URL"] ?? "")?.[1] ?? "github.com";
  const place = host === "github.com" ? repository : `${host}/${repository}`;
  const directory = dirname2(baseline);
  const words = ["gh", "run", "download", run, "-R", place, "-n", "witnessmark"];
  return [
    quoteCommand(["rm", "-f", ...baseline.startsWith("-") ? ["--"] : [], baseline]),
    quoteCommand([...words, ...directory === "." ? [] : ["-D", directory]])
  ].join(" && ");
}
async function publish(report, context, { mode, settings, host, toolkit }) {
  const showStderr = settings?.showStderr ?? false;
  const screen = (mode === "mark" ? renderMark : renderCheck)(report, context, showStderr);
  for (const line of screen.trimEnd().split(/[\r\n]/)) toolkit.info(inert(line));
  const file = annotationFile(settings, host);
  for (const { level, title, message, ...place } of annotationsOf(report, context)) {
    const own = place.file ?? file;
    const properties = own === void 0 ? {} : { file: own, startLine: place.line ?? 1 };
    toolkit[level](inert(message), { title: inert(title), ...properties });
  }
  toolkit.setOutput("verdict", report.verdict);
  toolkit.setOutput("exit-code", String(EXIT_CODES[report.verdict]));
  for (const word of ["added", "removed", "changed"])
    toolkit.setOutput(word, names(report, word));
  await writeFiles(report, context, host, toolkit);
  try {
    await toolkit.summary.addRaw(renderSummary(report, context)).write();
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
async function writeFiles(report, context, { env: env2, temporaryDirectory }, toolkit) {
  const directory = await mkdtemp(join(env2["RUNNER_TEMP"] ?? temporaryDirectory, "witnessmark-"));
  const record = join(directory, "witnessmark-record.json");
  await writeFile(record, renderRecord([report]));
  toolkit.setOutput("record", record);
  if (report.reading === void 0) {
    toolkit.setOutput("proposed-baseline", "");
    return;
  }
  const proposed = join(directory, basename(context.baseline));
  await writeFile(proposed, report.reading.proposed);
  toolkit.setOutput("proposed-baseline", proposed);
}
function names({ changes }, word) {
  const found = changes.filter(({ change }) => change === word);
  const listed = [];
  let length = 0;
  for (const { kind, id } of found) {
    const name = printableJson(JSON.stringify(id === null ? kind : `${kind} ${id}`));
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
async function openApi(token, baseUrl) {
  const { getOctokit } = await import("./chunks/github-U77PYJUM.js");
  const octokit = getOctokit(token, { baseUrl, log: SILENT });
  return {
    request: async (route, parameters) => {
      const signal = AbortSignal.timeout(BASE_TIMEOUT_MS);
      const answer = await octokit.request(route, { ...parameters, request: { signal } });
      return { data: answer.data };
    }
  };
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
