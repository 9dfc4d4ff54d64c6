import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A Node to start dist/ with, and how a test names it. */
export interface NodeRuntime {
  readonly path: string;
  /** `Node 24`, or a loud word that it is another one. */
  readonly label: string;
}

/**
 * Returns the Node of a release line that scripts/test-runtimes.mjs installed; where there is none, the
 * Node that runs the tests, and says so on the console and in the label.
 */
function runtime(line: 22 | 24): NodeRuntime {
  const name = `node-${line}-${process.platform}-${process.arch}`;
  const path = fileURLToPath(new URL(`../runtimes/node_modules/${name}/bin/node`, import.meta.url));
  if (existsSync(path)) return { path, label: `Node ${line}` };
  if (process.versions.node.startsWith(`${line}.`)) {
    return { path: process.execPath, label: `Node ${line}` };
  }
  const label = `NOT Node ${line} BUT ${process.version}`;
  console.warn(`${label}: run scripts/test-runtimes.mjs to test what users run.`);
  return { path: process.execPath, label };
}

/** What the Action runs on. */
export const NODE_24 = runtime(24);

/** The oldest that the command line runs on. */
export const NODE_22 = runtime(22);
