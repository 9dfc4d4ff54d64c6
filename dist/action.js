import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);

import {
  EXIT_CODES,
  GRADES,
  GRADE_WORDS,
  OPTION_SPECS,
  changeCounts,
  check,
  failureReport,
  findingLines,
  groupChanges,
  groupFieldWords,
  groupSubject,
  headline,
  hostOf,
  isHidden,
  isMarked,
  itemKey,
  lines,
  listPieces,
  mark,
  markHeadline,
  memberWords,
  nextSteps,
  noticeLines,
  parseFlag,
  parseMode,
  parseSettings,
  plainName,
  printable,
  printableJson,
  readingWords,
  realDependencies,
  renderCheck,
  renderMark,
  renderRecord,
  reportContext,
  reportOnlyWords,
  trimAscii
} from "./chunks/chunk-5TSTEWTL.js";
import {
  MAX_ANNOTATIONS,
  MAX_SUMMARY_BYTES,
  MAX_SUMMARY_NAMES,
  MAX_TITLE_FIELDS,
  WitnessmarkError,
  faultLines
} from "./chunks/chunk-6IPDK4DP.js";
import "./chunks/chunk-FDBWB2HI.js";

// src/action.ts
import { tmpdir } from "node:os";

// src/edge/action/run-action.ts
import { mkdtemp, writeFile } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";

// src/report/annotations.ts
function annotationsOf(report, context) {
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
  return `${headline(report, context)}. ${report.problem?.hint ?? ""}`.trim();
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
    message: `${hidden}${what}${names2}${way}`,
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

// src/report/markdown.ts
var OPEN_NAMES = 6;
function codeSpan(text) {
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  const pad = /^[` ]|[` ]$/.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}
var codeName = (name) => codeSpan(name === "" ? '""' : printable(name));
var cellName = (name) => codeName(name).replaceAll("|", "\\|");
function renderSummary(report, context) {
  const head = headSection(report, context);
  const tail = [readingSection(report, context), nextSection(report, context)].join("");
  const budget = MAX_SUMMARY_BYTES - byteLength(head) - byteLength(tail);
  return `${head}${changesSection(report, budget)}${tail}`;
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
  const against = report.isFirst === true ? " This is the first baseline of this server." : report.changes.length > 0 ? ` Against the earlier file: ${changeCounts(report.changes)}.` : "";
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
  if (words.length <= OPEN_NAMES + 1)
    return words.length === 2 ? words.join("<br>") : `**${title}**<br>${words.join(", ")}`;
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
  const command = `Read with ${codeSpan(printable(context.commandLine, 200))}: ${escapeMarkup(words)}.
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
${command}${list}${notices.join("")}`;
}
function nextSection(report, context) {
  const steps = isMarked(report) ? report.written === true ? [{ text: "Committing the file is the approval:", commands: [context.next.commit] }] : [] : nextSteps(report, context);
  return steps.map(({ text, commands }) => {
    const block = commands.length === 0 ? "" : `
\`\`\`sh
${commands.map(fenced).join("\n")}
\`\`\`
`;
    return `
${escapeMarkup(text)}
${block}`;
  }).join("");
}
function fenced(command) {
  return command.replace(/\s+/g, " ").replaceAll("```", "` ` `");
}
function capitalised(text) {
  return /^[a-z]+(?: |$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
function escapeMarkup(text) {
  return text.replace(/[&<>"'`|*_~[\]()#@!\\]/g, (character) => `&#${character.charCodeAt(0)};`);
}
function byteLength(text) {
  return Buffer.byteLength(text, "utf8");
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
    const text = trimAscii(value);
    const byDefault = specs.find((spec) => spec.name === name)?.default;
    if (text !== "" && text !== byDefault) options.set(name, text);
  }
  refuseSplitValue(options.get("env") ?? "");
  return options;
}
function refuseSplitValue(text) {
  const entries = lines(text);
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
  return await import("./chunks/core-6AYM7NMJ.js");
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
  const { settings, mode, isReportOnly, error } = readSettings(host);
  const report = settings === void 0 ? failureReport({ server: "default" }, error, dependencies) : await (mode === "mark" ? mark : check)(settings, started);
  const context = { ...contextOf(settings, host), ...isReportOnly ? { isReportOnly } : {} };
  try {
    const loaded = await (toolkit ?? host.loadToolkit());
    await publish(report, context, { mode, settings, isReportOnly, host, toolkit: loaded });
  } catch (failure) {
    dependencies.onFault(failure);
    return EXIT_CODES.internal;
  }
  return isReportOnly && !FAILS_ANYWAY.includes(report.verdict) ? 0 : EXIT_CODES[report.verdict];
}
var FAILS_ANYWAY = ["usage", "internal"];
function readSettings({ env: env2, currentDirectory }) {
  try {
    const inputs = readInputs(env2);
    const mode = parseMode(inputs.get("mode") ?? "check");
    const event = env2["GITHUB_EVENT_NAME"] ?? "";
    refuseOtherEvents(event);
    if (mode === "mark" && ["pull_request", "merge_group"].includes(event)) throw markRefused();
    const isReportOnly = parseFlag("report-only", inputs.get("report-only") ?? "false");
    if (isReportOnly && mode === "mark") throw nothingToReport();
    return { mode, isReportOnly, settings: parseSettings(inputs, currentDirectory) };
  } catch (error) {
    return { mode: "check", isReportOnly: false, error };
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
  if (settings !== void 0) return reportContext(settings, program, currentDirectory);
  return {
    baseline: "witnessmark.json",
    commandLine: "",
    next: { check: "witnessmark check", mark: "witnessmark mark", commit: "git commit" }
  };
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
  return printableJson(
    JSON.stringify(found.map(({ kind, id }) => id === null ? kind : `${kind} ${id}`))
  );
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
    loadToolkit: loadActionsCore
  },
  realDependencies(
    hostOf(env, process),
    { ci: true, meetStranger: env["GITHUB_EVENT_NAME"] === "schedule" },
    (error) => console.error(faultLines(error).join("\n"))
  )
);
