// A small MCP server over stdio without dependencies: three tools and a prompt for short notes.
import { createInterface } from 'node:readline';

const notes = new Map();

const tools = [
  {
    name: 'add_note',
    title: 'Add a note',
    description: 'Adds a note. The title must be new.',
    inputSchema: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'One line, unique.' },
        text: { type: 'string', description: 'The note itself, plain text.' },
      },
      required: ['title', 'text'],
    },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  {
    name: 'list_notes',
    title: 'List notes',
    description: 'Lists the titles of all notes.',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'read_note',
    title: 'Read a note',
    description: 'Returns the text of one note.',
    inputSchema: {
      type: 'object',
      properties: { title: { type: 'string', description: 'The title of the note.' } },
      required: ['title'],
    },
    annotations: { readOnlyHint: true },
  },
];

const prompts = [
  {
    name: 'summarise',
    title: 'Summarise notes',
    description: 'Asks for a summary of all notes.',
    arguments: [
      { name: 'style', description: 'For example: three bullet points.', required: false },
    ],
  },
];

const handlers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: protocolVersion ?? '2025-11-25',
    capabilities: { tools: {}, prompts: {} },
    serverInfo: { name: 'notes', title: 'Notes', version: '1.0.0' },
    instructions: 'Keeps short notes for the length of a session.',
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'prompts/list': () => ({ prompts }),
  'prompts/get': ({ arguments: { style = 'one paragraph' } = {} }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Summarise my notes in ${style}.` } },
    ],
  }),
  'tools/call': ({ name, arguments: input = {} }) => {
    if (name === 'add_note') notes.set(input.title, input.text);
    const text =
      name === 'list_notes'
        ? [...notes.keys()].join('\n')
        : (notes.get(input.title) ?? 'no such note');
    return { content: [{ type: 'text', text }] };
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const answer = Object.hasOwn(handlers, method)
    ? { result: handlers[method](params) }
    : { error: { code: -32601, message: 'Method not found' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
