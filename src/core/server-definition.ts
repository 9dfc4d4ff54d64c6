import { exactForm } from './canonical.js';
import { membersNamed, objectNode } from './json-node.js';
import type { JsonNode } from './json-text.js';
import type { Definition } from './surface.js';

/** Members of `serverInfo` that a release changes and no model reads. */
const RELEASE_MEMBERS: readonly string[] = ['version', 'icons'];
/** Capabilities whose members are names of their own. */
const NAMING_CAPABILITIES: readonly string[] = ['experimental', 'extensions'];

/** What a server answered of itself, as served; each may be absent, or stand there more than once. */
export interface ServerSelf {
  readonly instructions: readonly JsonNode[];
  readonly serverInfo: readonly JsonNode[];
  readonly capabilities: readonly JsonNode[];
}

/**
 * Returns the definition of the one `server` item: `{instructions, serverInfo, capabilities}`, where
 * `serverInfo` stands without `version` and `icons`, and every capability's value is `{}`, within
 * `experimental` and `extensions` every member's. Values that are not objects stand as served.
 * Source: FORMAT 1.1.
 */
export function serverDefinition({
  instructions,
  serverInfo,
  capabilities,
}: ServerSelf): Definition {
  const node = objectNode([
    ...instructions.map((value) => ['instructions', value] as const),
    ...serverInfo.map((value) => ['serverInfo', withoutRelease(value)] as const),
    ...capabilities.map(
      (value) => ['capabilities', namesOnly(value, NAMING_CAPABILITIES)] as const,
    ),
  ]);
  return { kind: 'server', text: exactForm(node) };
}

/** Picks the three members out of a handshake's result. */
export function serverSelfOf(result: JsonNode): ServerSelf {
  const values = (name: string): JsonNode[] => membersNamed(result, name).map(({ value }) => value);
  return {
    instructions: values('instructions'),
    serverInfo: values('serverInfo'),
    capabilities: values('capabilities'),
  };
}

function withoutRelease(info: JsonNode): JsonNode {
  if (info.kind !== 'object') return info;
  return objectNode(
    info.members
      .filter(({ name }) => !RELEASE_MEMBERS.includes(name))
      .map(({ name, value }) => [name, value]),
  );
}

function namesOnly(node: JsonNode, naming: readonly string[]): JsonNode {
  if (node.kind !== 'object') return node;
  return objectNode(
    node.members.map(({ name, value }) => [
      name,
      naming.includes(name) ? namesOnly(value, []) : objectNode([]),
    ]),
  );
}
