/** What a server puts before a model, apart by kind. Source: FORMAT 1.1. */
export const ITEM_KINDS = ['server', 'tool', 'prompt', 'resource', 'resourceTemplate'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** The kinds that have a list of their own, in the order in which they are read. */
export const LIST_KINDS = ['tool', 'prompt', 'resource', 'resourceTemplate'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** How a kind is named and asked for on the wire. Source: MCP specification, server features. */
export interface KindFacts {
  /** The member of a definition that identifies it. */
  readonly idMember: string;
  /** The request that lists the kind. */
  readonly method: string;
  /** The member of the result that holds the list. */
  readonly listMember: string;
  /** The capability a server declares to offer it. */
  readonly capability: string;
  /** The word of the `surface` option and the capture block. */
  readonly word: string;
}

export const KIND_FACTS: Readonly<Record<ListKind, KindFacts>> = {
  tool: {
    idMember: 'name',
    method: 'tools/list',
    listMember: 'tools',
    capability: 'tools',
    word: 'tools',
  },
  prompt: {
    idMember: 'name',
    method: 'prompts/list',
    listMember: 'prompts',
    capability: 'prompts',
    word: 'prompts',
  },
  resource: {
    idMember: 'uri',
    method: 'resources/list',
    listMember: 'resources',
    capability: 'resources',
    word: 'resources',
  },
  resourceTemplate: {
    idMember: 'uriTemplate',
    method: 'resources/templates/list',
    listMember: 'resourceTemplates',
    capability: 'resources',
    word: 'resourceTemplates',
  },
};

/** The member that identifies a kind; the one `server` item has none. */
export function idMemberOf(kind: ItemKind): string | null {
  return kind === 'server' ? null : KIND_FACTS[kind].idMember;
}

/** One definition as it was served: the raw text of one JSON value. */
export interface Definition {
  readonly kind: ItemKind;
  readonly text: string;
}
