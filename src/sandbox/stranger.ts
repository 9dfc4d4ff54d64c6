import { randomInt } from 'node:crypto';
import type { Factor } from '../core/map-back.js';
import type { DeclaredVariable } from './environment.js';
import type { ReaderIdentity } from './identity.js';
import { placeholderFor } from './placeholders.js';

/** Far from every whole hour, and on another calendar day than UTC for more than half of the time. */
const STRANGE_TIME_ZONE = 'Pacific/Chatham';

/**
 * Returns reader B: everything about it differs from the standard reader. Its values are unguessable words,
 * fresh for each call, of one length, so that none contains another; only the user number holds digits.
 * Source: SANDBOX, "The differential read".
 */
export function strangerReader(): ReaderIdentity {
  return {
    home: `/home/${word()}`,
    user: word(),
    // Above the numbers that placeholders for ports take.
    uid: randomInt(30_000, 60_000),
    hostName: word(),
    codeRoot: `/srv/${word()}`,
    tmp: `/${word()}`,
    timeZone: STRANGE_TIME_ZONE,
    machineId: letters(32, 'abcdef'),
    port: randomInt(20_000, 32_000),
    placeholderSalt: word(),
    term: 'xterm-256color',
    columns: 97,
    pythonHashSeed: randomInt(1, 1_000_000),
    extraPathEntries: [`/opt/${word()}/bin`],
    processesFirst: 1,
  };
}

/** Name of reader B as an MCP client. */
export function strangerClient(): string {
  return word();
}

/** 14 letters of which 13 are a matter of chance: 61 bits. */
function word(): string {
  return `w${letters(13, 'abcdefghijklmnopqrstuvxyz')}`;
}

function letters(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

/**
 * Returns what a server can quote of its reader, as A and as B, under the word that findings use.
 * `port` is given where the server was told one. Source: SANDBOX.
 */
export function factorsBetween(
  a: ReaderIdentity,
  b: ReaderIdentity,
  declared: readonly DeclaredVariable[],
  client: { readonly a: string; readonly b: string },
  port?: { readonly a: number; readonly b: number },
): Factor[] {
  const placeholders = declared
    .filter(({ value }) => value === undefined)
    .map(({ name }) => ({
      name: 'placeholder',
      a: placeholderFor(name, a.placeholderSalt),
      b: placeholderFor(name, b.placeholderSalt),
    }));
  const [entryA, entryB] = [a, b].map(({ extraPathEntries }) =>
    extraPathEntries.map((entry) => `${entry}:`).join(''),
  );
  return [
    { name: 'home', a: a.home, b: b.home },
    { name: 'home', a: lastName(a.home), b: lastName(b.home) },
    { name: 'directory', a: a.codeRoot, b: b.codeRoot },
    { name: 'directory', a: lastName(a.codeRoot), b: lastName(b.codeRoot) },
    { name: 'user', a: a.user, b: b.user },
    { name: 'uid', a: String(a.uid), b: String(b.uid) },
    { name: 'host', a: a.hostName, b: b.hostName },
    { name: 'tmp', a: a.tmp, b: b.tmp },
    { name: 'timezone', a: a.timeZone, b: b.timeZone },
    { name: 'machine', a: a.machineId, b: b.machineId },
    { name: 'terminal', a: a.term, b: b.term },
    { name: 'client', a: client.a, b: client.b },
    ...(port === undefined ? [] : [{ name: 'port', a: String(port.a), b: String(port.b) }]),
    { name: 'path', a: entryA ?? '', b: entryB ?? '' },
    ...placeholders,
    { name: 'placeholder', a: a.placeholderSalt, b: b.placeholderSalt },
  ].filter((factor) => factor.b !== '' && factor.a !== factor.b);
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
