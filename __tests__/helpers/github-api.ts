import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  answerFaults,
  readGraphQl,
  readRequest,
  sampleOf,
  type CommitInput,
  type KnownRequest,
} from './github-rules.js';

const REPOSITORY = 'octo/notes';
/** What REST calls large, and leaves out of contents. */
const MAX_CONTENTS_BYTES = 1024 * 1024;
/** More of a page are not given. */
const MAX_PAGE = 100;

/** A comment of an issue or a pull request. */
export interface Comment {
  readonly id: number;
  readonly issue: number;
  readonly author: string;
  body: string;
}

/** A pull request. */
export interface Pull {
  readonly number: number;
  readonly head: string;
  base: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
}

/** One request as it came. */
export interface SeenRequest {
  /** Name of the operation, such as `issues/create-comment`; `graphql/viewer`, `graphql/commit` or `unknown`. */
  readonly operation: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly authorization: string;
  readonly body: unknown;
}

/** How a request fails. */
export type Failure =
  | {
      readonly kind: 'status';
      readonly status: 401 | 403 | 404 | 409 | 422 | 500 | 502 | 503;
      readonly message?: string;
      /** True where what was asked for is done all the same, as behind a gateway that gave up. */
      readonly isDone?: true;
    }
  /** The hour’s requests are used up. */
  | { readonly kind: 'primary-limit'; readonly resetInSeconds: number }
  /** Too much at once. */
  | { readonly kind: 'secondary-limit'; readonly status: 403 | 429; readonly retryAfter: number }
  /** Any text as an answer that says it is JSON. */
  | { readonly kind: 'text'; readonly status: number; readonly text: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'silent' };

interface Programmed {
  readonly failure: Failure;
  readonly operation: string | undefined;
  left: number;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Media type by which the description knows the body; `none` where GitHub answers what is not described. */
  readonly type?: string;
}

/**
 * GitHub's API on a port of this machine: the operations of the fixture `github-api.json` and two of GraphQL, with comments, refs,
 * commits and pull requests as its state. Each request and each answer is held against GitHub's own description; what breaks
 * it stands in `faults`, which a test expects to be empty. Contents and comparisons come from a git repository.
 */
export class GitHubApi {
  readonly #server: Server;
  readonly #git: string | undefined;
  #programmed: Programmed[] = [];
  #nextId = 1_000;
  readonly url: string;
  /** Who asks: the author of what is made, as REST and as GraphQL write the name. */
  viewer = { rest: 'github-actions[bot]', graphql: 'github-actions[bot]' };
  readonly requests: SeenRequest[] = [];
  readonly faults: string[] = [];
  /** In the order in which they were made. */
  readonly comments: Comment[] = [];
  readonly pulls: Pull[] = [];
  /** Tips by full name, such as `refs/heads/main`. */
  readonly refs = new Map<string, string>();
  /** What `createCommitOnBranch` made. */
  readonly commits: { readonly oid: string; readonly input: CommitInput }[] = [];
  readonly #parents = new Map<string, readonly string[]>();
  readonly #messages = new Map<string, string>();
  defaultBranch = 'main';

  private constructor(server: Server, git: string | undefined) {
    this.#server = server;
    this.#git = git;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts to listen. `git` is a directory with a repository, for operations that ask for contents. */
  static async start(git?: string): Promise<GitHubApi> {
    const started: { api?: GitHubApi } = {};
    const server = createServer((request, response) => {
      void started.api?.answer(request, response);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (started.api = new GitHubApi(server, git));
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Forgets requests, faults and programmed failures; the state of the repository stays. */
  forget(): void {
    this.requests.length = 0;
    this.faults.length = 0;
    this.#programmed = [];
  }

  /** Makes the next requests fail, all of them or those for one operation. */
  fail(failure: Failure, { operation, times = Infinity }: FailOptions = {}): void {
    this.#programmed.push({ failure, operation, left: times });
  }

  /** Adds a comment that was there before. */
  comment(issue: number, body: string, author = this.viewer.rest): Comment {
    const comment = { id: (this.#nextId += 1), issue, author, body };
    this.comments.push(comment);
    return comment;
  }

  /** Adds a pull request that was there before. */
  pull(pull: Omit<Pull, 'number'>): Pull {
    const made = { number: (this.#nextId += 1), ...pull };
    this.pulls.push(made);
    return made;
  }

  /** Sets a branch to a commit, by default a new one on top of what it has, as a push of somebody does. */
  push(branch: string, oid = randomBytes(20).toString('hex')): string {
    const before = this.refs.get(`refs/heads/${branch}`);
    if (!this.#parents.has(oid)) this.#parents.set(oid, before === undefined ? [] : [before]);
    this.refs.set(`refs/heads/${branch}`, oid);
    return oid;
  }

  /** The names of the operations that were asked for, in order. */
  get operations(): string[] {
    return this.requests.map(({ operation }) => operation);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '', this.url);
    const body = this.#parse(text);
    const method = request.method ?? '';
    const isGraphQl = url.pathname === '/graphql';
    const known = isGraphQl ? undefined : readRequest(method, url, body);
    const asked = isGraphQl && method === 'POST' ? readGraphQl(body) : undefined;
    const operation =
      known?.id ??
      (asked === undefined || asked.kind === 'unknown' ? 'unknown' : `graphql/${asked.kind}`);
    const { authorization = '', accept } = request.headers;
    this.requests.push({ operation, method, url: request.url ?? '', authorization, body });
    const place = `${method} ${url.pathname}`;
    const faults = [
      ...(known?.faults ?? asked?.faults ?? ['no such path']),
      ...(operation === 'unknown' ? ['not known here'] : []),
      ...(/^(?:token|bearer) \S+$/i.test(authorization) ? [] : ['no authorization']),
      // GitHub refuses requests that do not say who asks.
      ...(request.headers['user-agent'] === undefined ? ['no user-agent'] : []),
      ...(text === '' || request.headers['content-type']?.startsWith('application/json') === true
        ? []
        : ['a body that is not called JSON']),
    ];
    this.faults.push(...faults.map((fault) => `${place}: ${fault}`));
    const programmed = this.#programmed.find(
      (each) => each.left > 0 && (each.operation ?? operation) === operation,
    );
    if (programmed !== undefined) programmed.left -= 1;
    const failure = programmed?.failure;
    if (failure?.kind === 'silent') return;
    if (failure?.kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    const isDone = failure === undefined || (failure.kind === 'status' && failure.isDone === true);
    let answer: Answer =
      faults.length > 0
        ? problem(422, 'Invalid request')
        : !isDone
          ? { status: 200 }
          : known !== undefined
            ? this.#rest(known, (body ?? {}) as Members, accept ?? '')
            : asked?.kind === 'commit'
              ? this.#commit(asked.input)
              : { status: 200, body: { data: { viewer: { login: this.viewer.graphql } } } };
    if (
      known !== undefined &&
      answer.type !== 'none' &&
      failure === undefined &&
      faults.length === 0
    )
      this.faults.push(
        ...answerFaults(known.id, answer.status, answer.type ?? JSON_TYPE, answer.body).map(
          (fault) => `${place}: ${fault}`,
        ),
      );
    if (failure !== undefined) answer = failed(failure);
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      'x-github-request-id': randomBytes(8).toString('hex'),
      ...answer.headers,
    });
    response.end(
      typeof answer.body === 'string'
        ? answer.body
        : answer.body === undefined
          ? undefined
          : JSON.stringify(answer.body),
    );
  }

  #parse(text: string): unknown {
    if (text === '') return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      this.faults.push('a body that is no JSON');
      return undefined;
    }
  }

  #rest({ id, path, query }: KnownRequest, body: Members, accept: string): Answer {
    const text = (name: string): string => path.get(name) ?? '';
    if (`${text('owner')}/${text('repo')}` !== REPOSITORY) return problem(404, 'Not Found');
    switch (id) {
      case 'issues/list-comments': {
        const own = this.comments.filter(({ issue }) => issue === Number(text('issue_number')));
        return this.#page(
          own.map(commentAnswer),
          query,
          `/issues/${text('issue_number')}/comments`,
        );
      }
      case 'issues/create-comment': {
        const invalid = bodyProblem(body['body']);
        if (invalid !== undefined) return invalid;
        const made = this.comment(Number(text('issue_number')), body['body'] as string);
        return { status: 201, body: commentAnswer(made) };
      }
      case 'issues/update-comment':
      case 'issues/delete-comment': {
        const found = this.comments.find((each) => each.id === Number(text('comment_id')));
        // The description has no 404 for these two; GitHub answers it all the same.
        if (found === undefined) return { ...problem(404, 'Not Found'), type: 'none' };
        if (id === 'issues/delete-comment') {
          this.comments.splice(this.comments.indexOf(found), 1);
          return { status: 204 };
        }
        const invalid = bodyProblem(body['body']);
        if (invalid !== undefined) return invalid;
        found.body = body['body'] as string;
        return { status: 200, body: commentAnswer(found) };
      }
      case 'pulls/list': {
        const [owner, head] = (query.get('head') ?? '').split(/:(.*)/s);
        // Without the owner GitHub leaves the filter out, and answers all of them.
        const isFiltered = head !== undefined && owner === 'octo';
        const found = this.pulls.filter(
          (each) =>
            ['all', each.state].includes(query.get('state') ?? 'open') &&
            [undefined, each.base].includes(query.get('base')) &&
            (head === undefined || (isFiltered && each.head === head)),
        );
        return this.#page(
          found.map((each) => pullAnswer('pull-request-simple', each, this.refs)),
          query,
          '/pulls',
        );
      }
      case 'pulls/create':
        return this.#createPull(body);
      case 'pulls/update': {
        const found = this.pulls.find((each) => each.number === Number(text('pull_number')));
        if (found === undefined) return { ...problem(404, 'Not Found'), type: 'none' };
        Object.assign(found, body);
        return { status: 200, body: pullAnswer('pull-request', found, this.refs) };
      }
      case 'git/get-ref': {
        const oid = this.refs.get(`refs/${text('ref')}`);
        return oid === undefined
          ? problem(404, 'Not Found')
          : { status: 200, body: refAnswer(`refs/${text('ref')}`, oid) };
      }
      case 'git/create-ref':
      case 'git/update-ref':
      case 'git/delete-ref':
        return this.#changeRef(id, `refs/${text('ref')}`, body);
      case 'git/get-commit': {
        const oid = text('commit_sha');
        if (!this.#knows(oid)) return problem(404, 'Not Found');
        const parents = (this.#parents.get(oid) ?? []).map((sha) => ({
          sha,
          url: 'https://github.example/x',
          html_url: 'https://github.example/x',
        }));
        const message = this.#messages.get(oid) ?? 'state';
        return { status: 200, body: sampleOf('git-commit', { sha: oid, parents, message }) };
      }
      case 'git/get-blob': {
        const bytes = this.#read('cat-file', 'blob', text('file_sha'));
        if (bytes === undefined) return problem(404, 'Not Found');
        return { status: 200, body: sampleOf('blob', blobMembers(bytes)) };
      }
      case 'repos/get':
        return {
          status: 200,
          body: sampleOf('full-repository', {
            full_name: REPOSITORY,
            name: 'notes',
            default_branch: this.defaultBranch,
          }),
        };
      case 'repos/get-content':
        return this.#contents(text('path'), query.get('ref') ?? this.defaultBranch, accept);
      default:
        return this.#compare(text('basehead'));
    }
  }

  /** One page of a list, with the links that GitHub sets. */
  #page(all: readonly unknown[], query: ReadonlyMap<string, string>, place: string): Answer {
    const size = Math.min(MAX_PAGE, Number(query.get('per_page') ?? 30));
    const page = Number(query.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(all.length / size));
    const link = (to: number, rel: string): string => {
      const others = [...query].filter(([name]) => name !== 'page');
      const search = new URLSearchParams([...others, ['page', String(to)]]).toString();
      return `<${this.url}/repos/${REPOSITORY}${place}?${search}>; rel="${rel}"`;
    };
    const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [];
    return {
      status: 200,
      body: all.slice((page - 1) * size, page * size),
      ...(links.length === 0 ? {} : { headers: { link: links.join(', ') } }),
    };
  }

  #createPull(body: Members): Answer {
    const [head, base] = [String(body['head']).replace(/^octo:/, ''), String(body['base'])];
    const [from, to] = [head, base].map((name) => this.refs.get(`refs/heads/${name}`));
    const refuse = (message: string): Answer =>
      problem(422, 'Validation Failed', [{ resource: 'PullRequest', code: 'custom', message }]);
    if (from === undefined || to === undefined)
      return problem(422, 'Validation Failed', [
        { resource: 'PullRequest', field: from === undefined ? 'head' : 'base', code: 'invalid' },
      ]);
    if (from === to) return refuse(`No commits between ${base} and ${head}`);
    if (
      this.pulls.some((each) => each.state === 'open' && each.head === head && each.base === base)
    )
      return refuse(`A pull request already exists for octo:${head}.`);
    const made = this.pull({
      head,
      base,
      title: typeof body['title'] === 'string' ? body['title'] : '',
      body: typeof body['body'] === 'string' ? body['body'] : null,
      state: 'open',
    });
    return { status: 201, body: pullAnswer('pull-request', made, this.refs) };
  }

  #changeRef(id: string, name: string, body: Members): Answer {
    const oid = String(body['sha']);
    if (id === 'git/create-ref') {
      const ref = String(body['ref']);
      if (!/^refs\/[^/]+\/./.test(ref)) return problem(422, 'Reference name is not valid');
      if (this.refs.has(ref)) return problem(422, 'Reference already exists');
      if (!this.#knows(oid)) return problem(422, 'Object does not exist');
      this.refs.set(ref, oid);
      return { status: 201, body: refAnswer(ref, oid) };
    }
    const before = this.refs.get(name);
    if (before === undefined) return problemOf(id, 422, 'Reference does not exist');
    if (id === 'git/delete-ref') {
      this.refs.delete(name);
      return { status: 204 };
    }
    if (!this.#knows(oid)) return problem(422, 'Object does not exist');
    if (body['force'] !== true && !this.#descends(oid, before))
      return problem(422, 'Update is not a fast forward');
    this.refs.set(name, oid);
    return { status: 200, body: refAnswer(name, oid) };
  }

  /** Makes a commit, or answers 200 with what GraphQL says where it does not. */
  #commit(input: CommitInput): Answer {
    const refuse = (type: string, message: string): Answer => ({
      status: 200,
      body: {
        data: { createCommitOnBranch: null },
        errors: [{ type, path: ['createCommitOnBranch'], message }],
      },
    });
    const { branch, expectedHeadOid } = input;
    const name = `refs/heads/${branch.branchName}`;
    const tip = this.refs.get(name);
    if (branch.repositoryNameWithOwner !== REPOSITORY)
      return refuse('NOT_FOUND', 'Could not resolve to a Repository.');
    if (tip === undefined) return refuse('NOT_FOUND', 'No such branch.');
    if (tip !== expectedHeadOid)
      return refuse(
        'STALE_DATA',
        `Expected branch to point to "${expectedHeadOid}" but it did not. Pull and try again.`,
      );
    const oid = this.push(branch.branchName);
    this.commits.push({ oid, input });
    const { headline, body } = input.message;
    this.#messages.set(oid, body === undefined ? headline : `${headline}\n\n${body}`);
    const commit = { oid, url: `https://github.example/${REPOSITORY}/commit/${oid}` };
    return { status: 200, body: { data: { createCommitOnBranch: { commit } } } };
  }

  /** A file as an object, from 1 MiB on without its content. Source: GitHub REST, repository contents. */
  #contents(path: string, ref: string, accept: string): Answer {
    const commit = this.refs.get(`refs/heads/${ref}`) ?? ref;
    const made = this.commits
      .find(({ oid }) => oid === commit)
      ?.input.fileChanges.additions?.find((each) => each.path === path);
    const bytes =
      made === undefined
        ? this.#read('cat-file', 'blob', `${commit}:${path}`)
        : Buffer.from(made.contents, 'base64');
    if (bytes === undefined) return problem(404, 'Not Found');
    const { content, ...members } = blobMembers(bytes);
    const isLarge = bytes.length >= MAX_CONTENTS_BYTES;
    const isObject = accept.includes('application/vnd.github.object');
    return {
      status: 200,
      type: isObject ? 'application/vnd.github.object' : JSON_TYPE,
      body: sampleOf(isObject ? 'content-tree' : 'content-file', {
        ...members,
        type: 'file',
        name: path.split('/').at(-1),
        path,
        encoding: isLarge ? 'none' : 'base64',
        content: isLarge ? '' : content,
      }),
    };
  }

  #compare(basehead: string): Answer {
    const [base = '', head = ''] = basehead.split('...');
    const merged = this.#read('merge-base', base, head)?.toString('utf8').trim();
    if (merged === undefined) return problem(404, 'Not Found');
    const listed = this.#read('diff', '--name-only', '--no-renames', '-z', merged, head);
    const names = (listed?.toString('utf8') ?? '').split('\0').filter((name) => name !== '');
    return {
      status: 200,
      body: sampleOf('commit-comparison', {
        base_commit: sampleOf('commit', { sha: base }),
        merge_base_commit: sampleOf('commit', { sha: merged }),
        files: names.map((filename) => sampleOf('diff-entry', { filename, status: 'modified' })),
      }),
    };
  }

  /** What git answers; undefined where it refuses. */
  #read(...words: readonly string[]): Buffer | undefined {
    if (this.#git === undefined) return undefined;
    try {
      return execFileSync('git', words, {
        cwd: this.#git,
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 64 * 1024 * 1024,
      });
    } catch {
      return undefined;
    }
  }

  #knows(oid: string): boolean {
    return this.#parents.has(oid) || this.#read('cat-file', '-e', `${oid}^{commit}`) !== undefined;
  }

  #descends(oid: string, ancestor: string): boolean {
    return (
      oid === ancestor ||
      (this.#parents.get(oid) ?? []).some((parent) => this.#descends(parent, ancestor))
    );
  }
}

/** Which requests fail. */
export interface FailOptions {
  /** All where it is absent. */
  readonly operation?: string;
  /** How many of them, in a row; all where it is absent. */
  readonly times?: number;
}

type Members = Readonly<Record<string, unknown>>;
const JSON_TYPE = 'application/json';

function problem(status: number, message: string, errors?: readonly Members[]): Answer {
  const documentation = { documentation_url: 'https://docs.github.example/rest' };
  return {
    status,
    body: { message, ...(errors === undefined ? {} : { errors }), ...documentation },
  };
}

/** The description has the 422 of some operations without a body. */
function problemOf(id: string, status: number, message: string): Answer {
  return id === 'git/delete-ref'
    ? { ...problem(status, message), type: 'none' }
    : problem(status, message);
}

function failed(failure: Exclude<Failure, { readonly kind: 'silent' | 'reset' }>): Answer {
  switch (failure.kind) {
    case 'status':
      return problem(failure.status, failure.message ?? STATUS_MESSAGES[failure.status]);
    case 'text':
      return { status: failure.status, body: failure.text };
    case 'primary-limit':
      return {
        ...problem(403, 'API rate limit exceeded for installation.'),
        headers: {
          'x-ratelimit-limit': '1000',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + failure.resetInSeconds),
        },
      };
    case 'secondary-limit':
      return {
        ...problem(failure.status, 'You have exceeded a secondary rate limit.'),
        headers: { 'retry-after': String(failure.retryAfter), 'x-ratelimit-remaining': '4000' },
      };
  }
}

const STATUS_MESSAGES = {
  401: 'Bad credentials',
  403: 'Resource not accessible by integration',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Validation Failed',
  500: 'Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;

/** What GitHub says to a text that it does not take. */
function bodyProblem(body: unknown): Answer | undefined {
  const text = typeof body === 'string' ? body : '';
  if (text.trim() === '')
    return problem(422, 'Validation Failed', [{ field: 'body', code: 'missing_field' }]);
  if (text.length <= 65_536) return undefined;
  const message = 'body is too long (maximum is 65536 characters)';
  return problem(422, 'Validation Failed', [{ field: 'body', code: 'custom', message }]);
}

function userOf(login: string): unknown {
  return sampleOf('simple-user', { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' });
}

function commentAnswer({ id, author, body }: Comment): unknown {
  return sampleOf('issue-comment', { id, body, user: userOf(author) });
}

function pullAnswer(schema: string, pull: Pull, refs: ReadonlyMap<string, string>): unknown {
  const side = (name: string): Members => ({
    label: `octo:${name}`,
    ref: name,
    sha: refs.get(`refs/heads/${name}`) ?? '0'.repeat(40),
    user: userOf('octo'),
    repo: sampleOf('repository', { full_name: REPOSITORY }),
  });
  return sampleOf(schema, {
    ...pull,
    id: pull.number,
    head: side(pull.head),
    base: side(pull.base),
    html_url: `https://github.example/${REPOSITORY}/pull/${pull.number}`,
  });
}

function refAnswer(ref: string, sha: string): unknown {
  return sampleOf('git-ref', {
    ref,
    object: { type: 'commit', sha, url: 'https://github.example/x' },
  });
}

/** Size, id and content of a file; GitHub breaks the text into lines. */
function blobMembers(bytes: Buffer): Members & { readonly content: string } {
  const sha = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  const content = bytes.toString('base64').replace(/.{1,60}/g, '$&\n');
  return { sha, size: bytes.length, encoding: 'base64', content };
}
