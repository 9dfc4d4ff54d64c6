import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { HttpServer } from '../../helpers/http-server.js';
import { serverOf, Workshop } from '../../helpers/workshop.js';

let workshop: Workshop;
let server: HttpServer | undefined;
beforeEach(() => {
  workshop = new Workshop(undefined, { asShipped: true });
});
afterEach(() => {
  server?.stop();
  server = undefined;
  workshop.remove();
});

const TOKEN = 'LEAK-token-0123456789';

describe('combinations that cannot be are usage errors, and quote no value', () => {
  const C = ['--command', 'node x.js'];
  const U = ['--url', 'https://host.invalid/mcp'];
  const L = ['--url', 'http://127.0.0.1:{port}/mcp'];
  test.each<[string, readonly string[], string]>([
    ['neither command nor url', [], 'missing-command'],
    ['no url', ['--url', 'LEAK'], 'bad-url'],
    ['another protocol', ['--url', 'ftp://host.invalid/LEAK'], 'bad-url'],
    ['a password', ['--url', 'https://LEAK:LEAK@host.invalid/mcp'], 'bad-url'],
    ['a fragment', ['--url', 'https://host.invalid/mcp#LEAK'], 'bad-url'],
    ['{port} of a deployed server', L, 'bad-url'],
    ['env of a deployed server', [...U, '--env', 'A=LEAK'], 'bad-url'],
    ['setup of a deployed server', [...U, '--setup', 'LEAK'], 'bad-url'],
    ['isolation of a deployed server', [...U, '--isolation', 'required'], 'bad-url'],
    ['a started server elsewhere', [...C, ...U], 'bad-url'],
    ['a started server with https', [...C, '--url', 'https://127.0.0.1:{port}/mcp'], 'bad-url'],
    ['{port} in the path', [...C, '--url', 'http://127.0.0.1:80/{port}'], 'bad-url'],
    ['a port above all', [...C, '--url', 'http://127.0.0.1:99999/'], 'bad-url'],
    ['a host that only begins right', [...C, '--url', 'http://127.0.0.1.LEAK.invalid/'], 'bad-url'],
    ['a user that looks like the host', [...C, '--url', 'http://127.0.0.1:80@LEAK.invalid/'], 'bad-url'],
    ['a header on stdio', [...C, '--header', 'A=LEAK'], 'bad-header'],
    ['a header for a started server', [...C, ...L, '--header', 'A=LEAK'], 'bad-header'],
    ['a header without a value', [...U, '--header', 'A'], 'bad-header'],
    ['a header as HTTP writes it', [...U, '--header', 'Authorization: Bearer LEAK'], 'bad-header'],
    ['an empty header', [...U, '--header', 'Authorization='], 'bad-header'],
    ['a header twice', [...U, '--header', 'A=LEAK', '--header', 'a=LEAK'], 'bad-header'],
    ['a header of the protocol', [...U, '--header', 'Mcp-Session-Id=LEAK'], 'bad-header'],
    ['a header name with a space', [...U, '--header', 'A B=LEAK'], 'bad-header'],
    ['a header value with a control character', [...U, '--header', 'A=LEAK\u0001'], 'bad-header'],
  ])('%s', async (_what, options, code) => {
    const run = await workshop.cli(['check', '--json', ...options]);
    expect(run.faults).toEqual([]);
    expect(run.code).toBe(64);
    expect(serverOf(run).problem?.code).toBe(code);
    expect(run.stdout + run.stderr).not.toContain('LEAK');
  }); // prettier-ignore
});

describe('a deployed server', () => {
  test('is marked and matched; only what is known of it is recorded', async () => {
    server = await HttpServer.start({ tools: [{ name: 'one' }], token: TOKEN });
    const options = [
      '--url',
      `${server.url}?q=${TOKEN}`,
      '--header',
      `Authorization=Bearer ${TOKEN}`,
    ];
    const marked = await workshop.cli(['mark', ...options]);
    expect(marked.code).toBe(3);
    server.stop();
    server = await HttpServer.start({ tools: [{ name: 'one' }], token: TOKEN });
    const plain = ['--url', server.url, '--header', `Authorization=Bearer ${TOKEN}`];
    const second = await workshop.cli(['mark', ...plain]);
    expect(second.code).toBe(0);
    const { capture } = JSON.parse(workshop.text()) as { readonly capture: unknown };
    expect(capture).toEqual({
      transport: 'streamable-http',
      endpoint: server.url,
      headerNames: ['authorization'],
      protocol: { negotiated: '2025-11-25', versionHeader: true },
      pages: { complete: true },
      clientCapabilities: ['elicitation', 'roots', 'sampling'],
      client: 'full/1',
      surface: ['tools', 'prompts', 'resources', 'resourceTemplates'],
      launch: { network: 'full' },
    });
    const checked = await workshop.cli(['check', ...plain]);
    expect(checked.code).toBe(0);
    for (const { stdout, stderr } of [marked, second, checked]) {
      expect(stdout + stderr).not.toContain('LEAK');
    }
    expect(workshop.text()).not.toContain('LEAK');
  });

  test('without its header it is unreadable, and the baseline stays as it is', async () => {
    server = await HttpServer.start({ tools: [{ name: 'one' }], token: TOKEN });
    const { url } = server;
    await workshop.cli(['mark', '--url', url, '--header', `Authorization=Bearer ${TOKEN}`]);
    const before = workshop.text();
    const run = await workshop.cli(['mark', '--url', url]);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain('HTTP 401');
    expect(workshop.text()).toBe(before);
  });

  test('the commands that a report prints hold references, not values', async () => {
    server = await HttpServer.start({ tools: [{ name: 'one' }], path: '/mcp?key=LEAK-key-value' });
    const options = ['--url', `${server.url}?key=LEAK-key-value`, '--header', `X-Api-Key=${TOKEN}`];
    const run = await workshop.cli(['check', ...options]);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('--url "$URL" --header "X-Api-Key=$X_API_KEY"');
    expect(run.stdout).toContain(`Server   ${server.url}\n`);
    expect(run.stdout + run.stderr).not.toContain('LEAK');
  });

  test.each([
    ['the whole value', `Bearer ${TOKEN}`, `Bearer ${TOKEN}`],
    ['the token behind the scheme', `Bearer ${TOKEN}`, `use ${TOKEN}!`],
    ['its base64 form', `Bearer ${TOKEN}`, Buffer.from(TOKEN).toString('base64')],
    ['the password of Basic', `Basic ${Buffer.from(`user:${TOKEN}`).toString('base64')}`, TOKEN],
  ])('that quotes %s is unstable there', async (_what, value, description) => {
    server = await HttpServer.start({ tools: [{ name: 'one', description }] });
    const run = await workshop.cli([
      'mark',
      '--url',
      server.url,
      '--header',
      `Authorization=${value}`,
    ]);
    expect(run.code).toBe(5);
    expect(run.stdout).toContain('tool:one:description');
    expect(run.stdout + run.stderr).not.toContain('LEAK');
  });

  test('that has it for a name is unreadable', async () => {
    server = await HttpServer.start({ tools: [{ name: TOKEN }] });
    const run = await workshop.cli([
      'check',
      '--url',
      server.url,
      '--header',
      `A=${TOKEN}`,
      '--json',
    ]);
    expect(serverOf(run).problem?.code).toBe('secret-in-name');
    expect(run.stdout + run.stderr).not.toContain('LEAK');
  });

  test('another path is another condition', async () => {
    server = await HttpServer.start({ tools: [{ name: 'one' }] });
    expect((await workshop.cli(['mark', '--url', server.url])).code).toBe(0);
    const text = workshop.text().replace('/mcp"', '/other"');
    workshop.write('witnessmark.json', text);
    const found = serverOf(await workshop.cli(['check', '--url', server.url, '--json']));
    expect([found.verdict, found.conditions]).toEqual(['incomparable', ['endpoint']]);
  });

  test.each([
    ['a member of a started server', '"launch": {\n', '"launch": {\n      "home": "/h",\n', 'capture.launch.home does not belong'],
    ['isolation', '"launch": {', '"isolation": { "layout": "none" },\n    "launch": {', 'capture.isolation.layout does not belong'],
    ['no network', '"network": "full"', '"x": "full"', 'capture.launch.network is missing'],
    ['no endpoint', '"endpoint"', '"nothing"', 'capture.launch.command is missing'],
    ['an endpoint of stdio', '"streamable-http"', '"stdio"', 'capture.endpoint does not belong to stdio'],
  ])('its baseline is held to its form: %s', async (_what, from, to, problem) => {
    server = await HttpServer.start({ tools: [{ name: 'one' }] });
    await workshop.cli(['mark', '--url', server.url]);
    expect(workshop.text()).toContain(from);
    workshop.write('witnessmark.json', workshop.text().replace(from, to));
    const found = serverOf(await workshop.cli(['check', '--url', server.url, '--json']));
    expect(found.problem?.code).toBe('baseline-malformed');
    expect(found.problem?.message).toContain(problem);
  }); // prettier-ignore
});
