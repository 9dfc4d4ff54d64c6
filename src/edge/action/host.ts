import type { ApiClient, ApiPatience } from './api-client.js';
import type { Environment } from './inputs.js';

/** Where an annotation stands, as the runner names it. */
export interface AnnotationPlace {
  readonly title?: string;
  readonly file?: string;
  readonly startLine?: number;
}

/** What the Action uses of the runner's toolkit; `@actions/core` is one. */
export interface Toolkit {
  info(line: string): void;
  warning(message: string, properties?: AnnotationPlace): void;
  error(message: string, properties: AnnotationPlace): void;
  notice(message: string, properties: AnnotationPlace): void;
  setOutput(name: string, value: string): void;
  readonly summary: { addRaw(text: string): { write(): Promise<unknown> } };
}

/** The process, as far as the Action needs it. */
export interface ActionHost {
  readonly env: Environment;
  readonly currentDirectory: string;
  /** Where files for later steps go when the runner names no place. */
  readonly temporaryDirectory: string;
  readonly loadToolkit: () => Promise<Toolkit>;
  /** Opens a client of GitHub's API; called only where something has to be asked. */
  readonly openApi: (token: string, baseUrl: string, patience: ApiPatience) => Promise<ApiClient>;
}

/** Loads `@actions/core`; it takes a while, so that it is loaded while the server boots. */
export async function loadActionsCore(): Promise<Toolkit> {
  return await import('@actions/core');
}
