import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);

import {
  EXIT_CODES,
  OPTION_SPECS,
  check,
  failureReport,
  findingLines,
  groupChanges,
  groupFieldWords,
  groupName,
  headline,
  isHidden,
  itemKey,
  mark,
  memberNames,
  nextSteps,
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
  verdictWord
} from "./chunks/chunk-VWNMZATS.js";
import {
  MAX_ANNOTATIONS,
  MAX_SUMMARY_BYTES,
  WitnessmarkError,
  faultLines
} from "./chunks/chunk-E75GGKHF.js";
import "./chunks/chunk-FDBWB2HI.js";

// src/action.ts
import { tmpdir } from "node:os";

// src/edge/action/run-action.ts
import { mkdtemp, writeFile } from "node:fs/promises";
import { basename, isAbsolute, join, relative, sep } from "node:path";

// src/report/annotations.ts
function annotationsOf(report, context) {
  if (report.verdict === "match") return [];
  const title = `witnessmark: ${report.verdict}`;
  if (report.changes.length === 0) {
    return [
      { title, message: `${headline(report, context)}. ${report.problem?.hint ?? ""}`.trim() }
    ];
  }
  const all = groupChanges(report.changes).map((group) => {
    const [first] = group.members;
    const line = first === void 0 ? void 0 : report.baselineLines?.get(itemKey(first));
    const fields = groupFieldWords(group, plainName).join("; ");
    const names2 = group.members.length > 1 ? ` (${memberNames(group, plainName)})` : "";
    const hidden = isHidden(group) ? "HIDDEN characters: " : "";
    return {
      title,
      message: `${hidden}${groupName(group, plainName)}${fields === "" ? "" : `: ${fields}`}${names2}`,
      ...line === void 0 ? {} : { line }
    };
  });
  if (report.verdict === "incomparable") all.unshift({ title, message: headline(report, context) });
  if (all.length <= MAX_ANNOTATIONS) return all;
  const shown = all.slice(0, MAX_ANNOTATIONS - 1);
  const rest = all.length - shown.length;
  return [...shown, { title, message: `and ${rest} more changes: see the summary of this run` }];
}

// src/report/markdown.ts
var codeName = (name) => `<code>${escapeMarkup(printable(name))}</code>`;
function renderSummary(report, context) {
  const head = `## ${verdictWord(report.verdict)}: witnessmark

${escapeMarkup(headline(report, context))}.
`;
  const tail = [readingSection(report, context), nextSection(report, context)].join("");
  const budget = MAX_SUMMARY_BYTES - byteLength(head) - byteLength(tail);
  return `${head}${changesSection(report, budget)}${tail}`;
}
function changesSection(report, budget) {
  const rows = groupChanges(report.changes).map((group) => {
    const names2 = group.members.length > 1 ? `<br>${memberNames(group, codeName)}` : "";
    const fields = groupFieldWords(group, codeName).map(
      (words) => isHidden(group) ? `**hidden** ${words}` : words
    );
    return `| ${groupName(group, codeName)}${names2} | ${fields.join("<br>")} |
`;
  });
  if (rows.length === 0) return "";
  const section = ["\n| item | fields |\n| --- | --- |\n"];
  let size = byteLength(section[0] ?? "") + 200;
  for (const [index, row] of rows.entries()) {
    size += byteLength(row);
    if (size > budget) {
      section.push(
        `
and ${rows.length - index} more rows: the record of this run has all of them.
`
      );
      break;
    }
    section.push(row);
  }
  return section.join("");
}
function readingSection(report, context) {
  const words = readingWords(report);
  if (words === void 0) return "";
  const findings = findingLines(report.findings, codeName).map((line) => `- ${line}
`);
  const command = `Read with ${codeName(context.commandLine)}: ${escapeMarkup(words)}.
`;
  const list = findings.length === 0 ? "" : `
<details><summary>Findings</summary>

${findings.join("")}
</details>
`;
  return `
${command}${list}`;
}
function nextSection(report, context) {
  return nextSteps(report, context).map(({ text, commands }) => {
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
    const text = value.trim();
    const byDefault = specs.find((spec) => spec.name === name)?.default;
    if (text !== "" && text !== byDefault) options.set(name, text);
  }
  return options;
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
    readServer: (...request) => {
      const reading = dependencies.readServer(...request);
      toolkit ??= host.loadToolkit();
      return reading;
    }
  };
  const { settings, mode, error } = readSettings(host);
  const report = settings === void 0 ? failureReport({ server: "default" }, error, dependencies) : await (mode === "mark" ? mark : check)(settings, started);
  const context = contextOf(settings, host);
  await publish(report, context, {
    mode,
    settings,
    host,
    toolkit: await (toolkit ?? host.loadToolkit())
  });
  return EXIT_CODES[report.verdict];
}
function readSettings({ env: env2, currentDirectory }) {
  try {
    const inputs = readInputs(env2);
    const mode = parseMode(inputs.get("mode") ?? "check");
    const event = env2["GITHUB_EVENT_NAME"] ?? "";
    refuseOtherEvents(event);
    if (mode === "mark" && ["pull_request", "merge_group"].includes(event)) throw markRefused();
    return { mode, settings: parseSettings(inputs, currentDirectory) };
  } catch (error) {
    return { mode: "check", error };
  }
}
function markRefused() {
  return new WitnessmarkError(
    "mark-refused",
    "mode mark does not run on pull requests and merge groups: it would approve what it is to judge",
    "Use mode: check here, and commit the proposed baseline to approve a change."
  );
}
function contextOf(settings, { env: env2, currentDirectory }) {
  const repository = env2["GITHUB_ACTION_REPOSITORY"] ?? "";
  const ref = env2["GITHUB_ACTION_REF"] ?? "";
  const isNamed = /^[\w.-]+\/[\w.-]+$/.test(repository) && /^[\w./-]+$/.test(ref);
  const program = ["npx", "--yes", isNamed ? `github:${repository}#${ref}` : "witnessmark"];
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
  for (const line of screen.trimEnd().split("\n")) toolkit.info(line);
  const file = annotationFile(settings, host);
  for (const { title, message, line } of annotationsOf(report, context)) {
    const place = file === void 0 ? {} : { file, startLine: line ?? 1 };
    toolkit.error(message, { title, ...place });
  }
  await writeFiles(report, context, host, toolkit);
  for (const word of ["added", "removed", "changed"])
    toolkit.setOutput(word, names(report, word));
  toolkit.setOutput("verdict", report.verdict);
  toolkit.setOutput("exit-code", String(EXIT_CODES[report.verdict]));
  try {
    await toolkit.summary.addRaw(renderSummary(report, context)).write();
  } catch {
    toolkit.warning("The job summary could not be written.");
  }
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
var { env, platform, arch } = process;
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
    { path: env["PATH"] ?? "", home: env["HOME"] ?? "", platform, arch },
    true,
    (error) => console.error(faultLines(error).join("\n"))
  )
);
