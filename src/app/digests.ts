import { PROFILES } from '../core/profiles/all.js';
import type { Profile, ProfileDigest } from '../core/profiles/profile.js';
import { memberValue, stringMember } from '../core/json-node.js';
import { printable } from '../core/printable.js';
import { SECRET_FINDING } from '../core/secrets.js';
import {
  JsonTextError,
  parseJsonText,
  upperBoundOfValues,
  type JsonNode,
} from '../core/json-text.js';
import type { DigestReport } from '../report/digest-report.js';
import type { ServerReport } from '../report/server-report.js';
import type { Dependencies } from './run.js';
import type { ServerReading, ServerRequest } from './server-reader.js';
import type { Settings } from './settings.js';
import { WitnessmarkError } from '../errors.js';
import { ENVELOPE_DEPTH, MAX_DEPTH, MAX_MESSAGE_BYTES, MAX_MESSAGE_VALUES } from '../limits.js';

/** Where tools come from: a server that is read once, or the text of a file. */
export type ToolSource =
  | { readonly kind: 'server'; readonly settings: Settings }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Returns the digests that other public systems give a list of tools. They gate nothing, and say nothing of what this
 * program would. `profile` names a system or one of its digests; all by default.
 * @throws WitnessmarkError `bad-option-value`, `bad-tools-file`, and those of a reading. Source: docs/PROFILES.md.
 */
export async function digests(
  source: ToolSource,
  profile: string | undefined,
  dependencies: Pick<Dependencies, 'locate' | 'openServer' | 'host' | 'now'>,
): Promise<DigestReport> {
  const profiles = chosen(profile);
  return digestsOf(
    source.kind === 'text' ? toolsOf(source.text) : await readTools(source.settings, dependencies),
    profiles,
  );
}

/** Tools as they were served, and whether they are all there are. */
interface ToolList {
  readonly tools: readonly JsonNode[];
  readonly isComplete: boolean;
}

function digestsOf({ tools, isComplete }: ToolList, profiles: readonly Profile[]): DigestReport {
  return {
    tools: tools.map((tool) => ({
      name: stringMember(tool, 'name') ?? null,
      digests: profiles.flatMap((each) =>
        each.unit === 'tool'
          ? [{ profile: each.name, ...ofObject(tool, () => each.digestOf(tool)) }]
          : [],
      ),
    })),
    set: profiles.flatMap((each) => {
      if (each.unit !== 'set') return [];
      const odd = tools.find(({ kind }) => kind !== 'object');
      const found = isComplete
        ? ofObject(odd, () => each.digestOf(tools))
        : refused('incomplete-list');
      return [{ profile: each.name, ...found }];
    }),
  };
}

/** What a run does its readings with, and what is added to its reports afterwards. */
export interface DigestingRun<Needs> {
  readonly dependencies: Needs;
  /** The report with the digests of its reading; one without a reading, or that quotes a secret, as it is. */
  readonly completed: (report: ServerReport) => ServerReport;
}

/**
 * Returns dependencies that keep the last reading of each server, so that a record can hold other systems' digests and
 * no use case has to know of them. Source: FORMAT 6.
 */
export function withDigests<Needs extends Pick<Dependencies, 'openServer'>>(
  dependencies: Needs,
): DigestingRun<Needs> {
  const last = new Map<string, ToolList>();
  const kept = ({ server, surface }: Settings, found: ServerReading): ServerReading => {
    // A digest of a text with a secret in it tells of the secret.
    if (quotesSecret(found)) last.delete(server);
    else last.set(server, toolListOf(found, surface));
    return found;
  };
  return {
    dependencies: {
      ...dependencies,
      openServer: (request: ServerRequest) => {
        const { settings } = request;
        const reader = dependencies.openServer(request);
        return {
          readOnce: async () => kept(settings, await reader.readOnce()),
          readSteadily: async (first) => kept(settings, await reader.readSteadily(first)),
          close: () => reader.close(),
        };
      },
    },
    completed: (report) => {
      const found = last.get(report.server);
      if (found === undefined || report.reading === undefined) return report;
      return { ...report, profiles: digestsOf(found, PROFILES) };
    },
  };
}

function quotesSecret({ items }: ServerReading): boolean {
  return items.some(({ findings }) =>
    findings.some((finding) => finding.startsWith(SECRET_FINDING)),
  );
}

/** The tools of a reading; where they were not asked for they are not known. */
function toolListOf({ reading }: ServerReading, surface: Settings['surface']): ToolList {
  const tools = reading.definitions
    .filter(({ kind }) => kind === 'tool')
    .map(({ text }) => parseJsonText(text, { maxDepth: MAX_DEPTH }));
  return { tools, isComplete: surface.includes('tool') };
}

/** No system says what it makes of a tool that is no object. */
function ofObject(tool: JsonNode | undefined, digest: () => ProfileDigest): ProfileDigest {
  return tool === undefined || tool.kind === 'object' ? digest() : refused('not-an-object');
}

function refused(code: string): ProfileDigest {
  return { kind: 'refused', code };
}

function chosen(name: string | undefined): readonly Profile[] {
  if (name === undefined) return PROFILES;
  const found = PROFILES.filter((each) => each.name === name || each.name.startsWith(`${name}.`));
  if (found.length > 0) return found;
  throw new WitnessmarkError(
    'bad-option-value',
    `profile takes the name of a system or of one of its digests, and ${printable(name)} is none`,
    `Names: ${PROFILES.map((each) => each.name).join(', ')}; or the part before the point.`,
  );
}

async function readTools(
  settings: Settings,
  { locate, openServer, host, now }: Pick<Dependencies, 'locate' | 'openServer' | 'host' | 'now'>,
): Promise<ToolList> {
  const place = await locate(settings.workingDirectory, settings.baselinePath);
  const server = openServer({ settings, place, host, now, onStderr: () => undefined });
  try {
    const found = await server.readOnce();
    if (quotesSecret(found))
      throw new WitnessmarkError(
        'field-unstable',
        'a definition quotes the value that was given for a variable, and its digest would tell of it',
        'Give the bare name, which gets a placeholder: --env NAME',
      );
    return toolListOf(found, settings.surface);
  } finally {
    await server.close();
  }
}

/** The tools of a file, as it spells them; a cursor says that there are more. */
function toolsOf(text: string): ToolList {
  const root = parsed(text);
  if (root.kind === 'array') return { tools: root.items, isComplete: true };
  const result = memberValue(root, 'result') ?? root;
  const tools = memberValue(result, 'tools');
  if (tools?.kind !== 'array')
    throw badFile('holds neither an array nor an object with "tools" or with "result"');
  const cursor = memberValue(result, 'nextCursor');
  const isComplete = cursor === undefined || (cursor.kind === 'literal' && cursor.value === null);
  return { tools: tools.items, isComplete };
}

function parsed(text: string): JsonNode {
  if (text.length > MAX_MESSAGE_BYTES || upperBoundOfValues(text) > MAX_MESSAGE_VALUES)
    throw badFile('is larger than any list that a server may send');
  try {
    const plain = text.replace(/^\uFEFF/, '');
    return parseJsonText(plain, { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    throw badFile(
      error.reason === 'too-deep' ? 'nests too deep' : `is not JSON at offset ${error.offset}`,
    );
  }
}

function badFile(what: string): WitnessmarkError {
  return new WitnessmarkError(
    'bad-tools-file',
    `the file of --tools ${what}`,
    'Give a file with what a server answers to tools/list: {"tools": [...]}, the whole answer, or the array.',
  );
}
