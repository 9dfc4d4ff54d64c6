import type { ConnectionError } from './http-client.js';
import { WitnessmarkError, type ErrorCode } from '../errors.js';

/** Codes of a server that is not there yet, or that a relay cannot reach yet. */
const NOT_THERE_YET: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** True for a connection that may succeed once a server that is starting listens. */
export function mayComeUp({ code }: ConnectionError): boolean {
  return NOT_THERE_YET.includes(code);
}

/** Why a connection failed, without anything that the server sent. */
export function connectionProblem(
  { code }: ConnectionError,
  isLaunched: boolean,
): WitnessmarkError {
  if (code.startsWith('HPE_')) {
    return new WitnessmarkError(
      'connection-failed',
      `what answers does not speak HTTP (${code})`,
      'Is the port of the url the one that the server speaks MCP on? A server on stdio needs no url.',
    );
  }
  if (CERTIFICATE.test(code)) {
    return new WitnessmarkError(
      'certificate-refused',
      `the certificate of the server is not accepted (${code})`,
      certificateHint(code),
    );
  }
  if (/^(?:ERR_SSL_|EPROTO$)/.test(code)) {
    return new WitnessmarkError(
      'connection-failed',
      `what answers does not speak TLS as it should (${code})`,
      'Does the server answer on this port by http:// and not by https://?',
    );
  }
  return new WitnessmarkError(
    'connection-failed',
    `the connection to the server could not be made, or broke (${code})`,
    isLaunched
      ? 'Start the command by hand and read what it prints; --show-stderr (show-stderr: true) shows it here.'
      : 'Is the url right, and can this machine reach it?',
  );
}

/** What Node.js says of a certificate. Source: its documentation, "X509 certificate error codes". */
const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_|CRL_|ERROR_IN_C|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$)/;

function certificateHint(code: string): string {
  if (/ALTNAME|HOSTNAME/.test(code))
    return 'Give the url with a host name that stands in the certificate.';
  if (/HAS_EXPIRED|NOT_YET_VALID/.test(code))
    return 'Renew the certificate of the server, or set the clock of this machine.';
  return 'If an authority of your own signed it, name its certificate: NODE_EXTRA_CA_CERTS=FILE in the environment of this program. It is never read without a check.';
}

/** A launched server on whose port nothing listens. */
export function notListening(port: string, code: string): WitnessmarkError {
  return new WitnessmarkError(
    'server-not-listening',
    `nothing listens on port ${port} of 127.0.0.1 (${code})`,
    'Tell the server its port, for example --env PORT={port} or {port} in the command, and let it listen on 127.0.0.1; the option timeout (seconds) gives it longer.',
  );
}

/** What a status other than 2xx means for a reading. Source: MCP specification, transports (Streamable HTTP). */
export function statusProblem(status: number, hasSession: boolean): WitnessmarkError {
  const [code, what, hint] = statusWords(status, hasSession);
  return new WitnessmarkError(code, `the server answered HTTP ${status}${what}`, hint);
}

function statusWords(status: number, hasSession: boolean): readonly [ErrorCode, string, string] {
  switch (status) {
    case 401:
    case 403:
      return [
        'http-unauthorized',
        ': it wants other credentials, or none of this kind',
        'A deployed server takes them with --header NAME=VALUE; one that is started here should list its surface without, or by a placeholder (--env NAME).',
      ];
    case 404:
      return hasSession
        ? [
            'session-lost',
            ': it does not know the session any more',
            'Does the server restart, or do several instances share no sessions? One reading needs one instance.',
          ]
        : [
            'http-not-found',
            ': there is nothing at this path',
            'Give the path at which the server speaks MCP; /mcp is usual, and a final slash makes another path.',
          ];
    case 405:
      return [
        'http-status',
        ' to a POST',
        'Give the path at which the server speaks Streamable HTTP; /mcp is usual.',
      ];
    case 400:
      return [
        'http-status',
        '',
        'Does the server know this protocol version (--protocol VERSION), and the host in the url?',
      ];
    case 406:
    case 415:
      return [
        'http-status',
        ': it does not accept what every client of Streamable HTTP must send',
        'A POST carries JSON and accepts application/json and text/event-stream; let an MCP SDK serve it.',
      ];
    default:
      return [
        'http-status',
        '',
        status >= 500
          ? 'Read the server’s own log; a failed list is never taken for an empty one.'
          : 'See the MCP specification, "Streamable HTTP".',
      ];
  }
}

/** A server of the transport before Streamable HTTP. Source: MCP specification 2024-11-05, transports. */
export function legacyServer(): WitnessmarkError {
  return new WitnessmarkError(
    'legacy-sse',
    'the server speaks the HTTP+SSE transport of 2024, which Streamable HTTP has replaced',
    'Update the server’s MCP SDK and serve Streamable HTTP, or read the server over stdio.',
  );
}

/** An answer whose body is of no kind that can hold messages. */
export function contentProblem(isEncoded: boolean): WitnessmarkError {
  return new WitnessmarkError(
    'http-content',
    isEncoded
      ? 'the server answered with a compressed body, which was not asked for'
      : 'the server answered with a body that is neither application/json nor text/event-stream',
    'Is this the path at which the server speaks MCP? /mcp is usual; a web page answers elsewhere.',
  );
}

/** A request whose answer is over and held nothing for it. */
export function noAnswer(): WitnessmarkError {
  return new WitnessmarkError(
    'http-no-answer',
    'the answer ended without the message that was asked for',
    'Each POST of a request is answered by its JSON-RPC answer, as JSON or as an event of the stream.',
  );
}
