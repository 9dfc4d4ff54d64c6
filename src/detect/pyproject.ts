import { parse } from 'smol-toml';
import { printable } from '../core/printable.js';
import { NOTHING, type Findings, type Project } from './declaration.js';

type Table = Readonly<Record<string, unknown>>;

/** What `pyproject.toml` says of a project. */
export interface PythonFacts extends Pick<Project, 'pythonName' | 'pythonScripts'> {
  readonly hasSdk: boolean;
}

export const NO_PYTHON: PythonFacts = { pythonName: '', pythonScripts: [], hasSdk: false };

/** Returns what a `pyproject.toml` says; undefined when it is not TOML. */
export function parsePythonFacts(text: string): PythonFacts | undefined {
  const document = parseToml(text);
  if (document === undefined) return undefined;
  const project = tableOf(document, 'project');
  const poetry = tableOf(tableOf(document, 'tool'), 'poetry');
  const needed = [
    ...strings(project['dependencies']),
    ...Object.values(tableOf(project, 'optional-dependencies')).flatMap(strings),
    ...Object.keys(tableOf(poetry, 'dependencies')),
  ];
  const scripts = { ...tableOf(poetry, 'scripts'), ...tableOf(project, 'scripts') };
  return {
    pythonName: [project['name'], poetry['name']].find((name) => typeof name === 'string') ?? '',
    pythonScripts: Object.keys(scripts).sort(),
    hasSdk: needed.some((each) => /^(?:mcp|fastmcp)(?![\w.-])/i.test(each.trim())),
  };
}

/** Returns the scripts of `pyproject.toml` when `mcp` or `fastmcp` is among the dependencies. */
export function parsePyproject(text: string): Findings {
  const facts = parsePythonFacts(text);
  if (facts === undefined) return { declarations: [], remarks: ['pyproject.toml is not TOML'] };
  if (!facts.hasSdk) return NOTHING;
  const { pythonName, pythonScripts } = facts;
  const named = pythonScripts.filter((name) => name === pythonName);
  const spoken = pythonScripts.filter((name) => name.includes('mcp'));
  const chosen = [named, spoken, pythonScripts].find((names) => names.length > 0) ?? [];
  return {
    declarations: chosen.map((name) => ({
      source:
        pythonScripts.length === 1
          ? 'pyproject.toml (scripts)'
          : `pyproject.toml (scripts ${printable(name)})`,
      words: ['uv', 'run', name],
      variables: [],
      isEntryOnly: true,
    })),
    remarks: chosen.length > 0 ? [] : ['pyproject.toml depends on mcp and has no scripts'],
  };
}

/** A TOML document; undefined when the text is none. Nothing in it is evaluated. */
export function parseToml(text: string): Table | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** The table under a name; empty when there is none. */
export function tableOf(table: Table, name: string): Table {
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  return isTable(value) ? value : {};
}

/** True for a table, false for lists and dates. */
export function isTable(value: unknown): value is Table {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
