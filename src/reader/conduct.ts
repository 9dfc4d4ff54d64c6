import type { ServerEnd } from '../sandbox/sandbox.js';
import type { Wire } from './wire.js';
import { END_GRACE_MS } from '../limits.js';

/** Programs that start the server as another process: what runs below them is no surprise. */
const STARTERS =
  /(?:^|[/\\])(?:(?:ba|da|z|k)?sh|p?np[mx]|yarn|bunx?|uvx?|pipx|poetry|hatch|pdm|go|cargo|dotnet|dnx|make|just|task|mise|volta|tsx|docker|podman)$/;

/**
 * Says what a server that was read does which clients suffer from: it stays when its input ends, or starts processes of
 * its own. Counts only, and never anything that enters a baseline: both are seen at one moment. Source: issue 4.6.
 */
export function conductNotices(
  { stayed, others }: ServerEnd,
  transport: Wire['transport'],
  command: string,
): string[] {
  const notices: string[] = [];
  // Over HTTP a server has no reason to heed its stdin.
  if (stayed && transport === 'stdio') {
    notices.push(
      `the server did not leave within ${END_GRACE_MS} ms after its stdin was closed, and was ended: clients that wait for it to leave keep it running`,
    );
  }
  if (others > 0 && !STARTERS.test(command)) {
    notices.push(
      `the server runs ${others} more ${others === 1 ? 'process' : 'processes'} beside its own: clients that end only the one they started leave ${others === 1 ? 'it' : 'them'} behind`,
    );
  }
  return notices;
}
