/** Returns the own member of an answer; undefined where there is none. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Returns the own member of an answer where it is a text; else undefined. */
export function textOf(value: unknown, name: string): string | undefined {
  const found = memberOf(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** Returns the status that an error of the client carries; undefined where it carries none. */
export function statusOf(error: unknown): number | undefined {
  const status = (error as { readonly status?: unknown } | null | undefined)?.status;
  return typeof status === 'number' ? status : undefined;
}
