import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkoutRoot, git } from './git.js';
import { WitnessmarkError } from '../errors.js';

/** The workflow that runs the check, from the root of the checkout; slashes. */
export const WORKFLOW_PATH = '.github/workflows/witnessmark.yml';
const OTHER_PATH = '.github/workflows/witnessmark.yaml';

/**
 * Returns the path of the workflow that is there already, by either spelling; undefined where there is none.
 * @throws WitnessmarkError `workflow-not-regular` where a link or anything else than a directory or file is in the way.
 */
export async function findWorkflow(checkout: string): Promise<string | undefined> {
  for (const directory of ['.github', '.github/workflows'])
    if ((await kindAt(join(checkout, directory))) === 'other') throw notRegular(directory);
  for (const path of [WORKFLOW_PATH, OTHER_PATH]) {
    const kind = await kindAt(join(checkout, path));
    if (kind === 'file') return path;
    if (kind !== 'none') throw notRegular(path);
  }
  return undefined;
}

/** What a path is itself; a link is `other`, and so is what should be a directory and is none. */
async function kindAt(path: string): Promise<'none' | 'directory' | 'file' | 'other'> {
  const facts = await lstat(path).catch((error: unknown) => {
    if ((error as { readonly code?: string }).code === 'ENOENT') return undefined;
    throw notWritable(error);
  });
  if (facts === undefined) return 'none';
  return facts.isDirectory() ? 'directory' : facts.isFile() ? 'file' : 'other';
}

/**
 * Writes the workflow where there is none: whole or not at all, and never over what has come there meanwhile.
 * @throws WitnessmarkError `workflow-not-regular`, `workflow-not-writable`.
 */
export async function createWorkflow(checkout: string, text: string): Promise<void> {
  if ((await findWorkflow(checkout)) !== undefined)
    throw notWritable(Object.assign(new Error('there'), { code: 'EEXIST' }));
  try {
    await mkdir(join(checkout, dirname(WORKFLOW_PATH)), { recursive: true });
    await createWhole(join(checkout, WORKFLOW_PATH), text);
  } catch (error) {
    throw notWritable(error);
  }
}

/**
 * Writes a first baseline: whole or not at all, and never over what has come there meanwhile.
 * @throws WitnessmarkError `baseline-not-writable`.
 */
export async function createBaseline(path: string, text: string): Promise<void> {
  try {
    await createWhole(path, text);
  } catch (error) {
    const { code = 'unknown' } = error as { readonly code?: string };
    throw new WitnessmarkError(
      'baseline-not-writable',
      `the baseline cannot be written (${code})`,
      'Does its directory exist, and may this user write there?',
      { cause: error },
    );
  }
}

/** A second name for a finished file: unlike renaming it fails where the name is taken. */
async function createWhole(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o644);
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** True inside a git checkout. */
export async function isCheckout(directory: string): Promise<boolean> {
  return (await checkoutRoot(directory)) !== undefined;
}

/**
 * Returns the branch that pushes are checked on: the one that the remote names, else `main` or `master` where there is
 * one, else the current one; undefined where its name would be a pattern in a workflow, or there is none.
 */
export async function defaultBranch(checkout: string): Promise<string | undefined> {
  const remote = await symbolicRef(checkout, 'refs/remotes/origin/HEAD');
  const branch =
    remote?.replace(/^origin\//, '') ??
    (await firstBranch(checkout, ['main', 'master'])) ??
    (await symbolicRef(checkout, 'HEAD'));
  return branch !== undefined && /^[\w][\w./-]*$/.test(branch) ? branch : undefined;
}

async function symbolicRef(checkout: string, name: string): Promise<string | undefined> {
  const found = await git(checkout, 'symbolic-ref', '--quiet', '--short', name);
  const text = found?.toString('utf8').trim();
  return text === '' ? undefined : text;
}

async function firstBranch(
  checkout: string,
  names: readonly string[],
): Promise<string | undefined> {
  for (const name of names) {
    const found = await git(checkout, 'rev-parse', '--verify', '--quiet', `refs/heads/${name}`);
    if (found !== undefined) return name;
  }
  return undefined;
}

/** Says what git knows of a file below a directory; `new` also where there is no git. */
export async function fileState(
  directory: string,
  path: string,
): Promise<'tracked' | 'ignored' | 'new'> {
  const listed = await git(directory, 'ls-files', '--error-unmatch', '--', path);
  if (listed !== undefined) return 'tracked';
  const ignored = await git(directory, 'check-ignore', '--quiet', '--', path);
  return ignored === undefined ? 'new' : 'ignored';
}

function notRegular(what: string): WitnessmarkError {
  return new WitnessmarkError(
    'workflow-not-regular',
    `${what} is a link, or not what it should be: nothing is written through it`,
    'Put a plain directory or file there, or write the workflow yourself: the README has it.',
  );
}

function notWritable(cause: unknown): WitnessmarkError {
  const { code = 'unknown' } = cause as { readonly code?: string };
  return new WitnessmarkError(
    'workflow-not-writable',
    `the workflow cannot be written (${code})`,
    'May this user write below .github/workflows? Nothing that is there is overwritten.',
    { cause },
  );
}
