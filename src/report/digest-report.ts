import { printable, printableJson } from '../core/printable.js';
import { renderJson, type JsonOutput } from '../core/render-json.js';

/** A digest of another system under its name, or that it gives none and why. */
export type ReportedDigest = { readonly profile: string } & (
  | { readonly kind: 'digest'; readonly digest: string }
  | { readonly kind: 'refused'; readonly code: string }
);

/** What other systems call the tools of a list; names and digests, no values. */
export interface DigestReport {
  readonly tools: readonly {
    /** Null where a tool has no name that is a text. */
    readonly name: string | null;
    readonly digests: readonly ReportedDigest[];
  }[];
  /** Digests of the whole list. */
  readonly set: readonly ReportedDigest[];
}

/** Returns the digests as text for people: a block for each tool, then the whole list. */
export function renderDigests({ tools, set }: DigestReport): string {
  const out: string[] = [];
  for (const { name, digests } of tools) {
    if (digests.length === 0) continue;
    out.push(
      name === null ? 'tool without a name' : `tool ${name === '' ? '""' : printable(name)}`,
    );
    out.push(...lines(digests), '');
  }
  if (set.length > 0) {
    out.push(`the list of ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`);
    out.push(...lines(set), '');
  }
  return out.join('\n');
}

function lines(digests: readonly ReportedDigest[]): string[] {
  const width = Math.max(...digests.map(({ profile }) => profile.length));
  return digests.map(
    (each) =>
      `  ${each.profile.padEnd(width)}  ${each.kind === 'digest' ? each.digest : `refused: ${each.code}`}`,
  );
}

/** Returns the digests as one JSON document. */
export function renderDigestsJson(report: DigestReport): string {
  return renderJson(digestOutput(report), (text) => printableJson(JSON.stringify(text)));
}

/** The digests as JSON: by profile, a text or `{"refused": CODE}`. */
export function digestOutput({ tools, set }: DigestReport): JsonOutput {
  return {
    tools: tools.map(({ name, digests }) => ({ name, digests: byProfile(digests) })),
    set: byProfile(set),
  };
}

function byProfile(digests: readonly ReportedDigest[]): JsonOutput {
  return new Map<string, JsonOutput>(
    digests.map((each) => [
      each.profile,
      each.kind === 'digest' ? each.digest : { refused: each.code },
    ]),
  );
}
