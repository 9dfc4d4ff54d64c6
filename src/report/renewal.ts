import { printable } from '../core/printable.js';
import { MAX_PULL_REQUEST_BYTES } from '../limits.js';
import { codeSpan, renderChanges } from './markdown.js';
import type { Reported } from './several.js';
import { changeCounts } from './words.js';

/** By which a commit of ours is known again: a trailer of its message. */
export const RENEWAL_TRAILER = 'Witnessmark-Renewal: true';

/** The message of a commit that renews baselines: counts alone, since words in a message can close issues and mention people. */
export function renewalMessage(entries: readonly Reported[]): {
  readonly headline: string;
  readonly body: string;
} {
  const lines = entries.map(({ report, context }) => {
    const counts = report.isFirst === true ? 'first baseline' : changeCounts(report.changes);
    const what =
      counts === '' ? 'no item changed, but how the server is read or what was found' : counts;
    return context.serverName === undefined
      ? `${what}.`
      : `${printable(context.serverName)}: ${what}.`;
  });
  return {
    headline:
      entries.length === 1
        ? 'Renew the witnessmark baseline'
        : `Renew ${entries.length} witnessmark baselines`,
    body: `${lines.join('\n')}\n\n${RENEWAL_TRAILER}`,
  };
}

/**
 * Returns title and text of the pull request that renews baselines: which items change, by names alone, below what GitHub takes.
 * Source: PRODUCT "GitHub" (`mode: mark`).
 */
export function renewalPullRequest(
  entries: readonly Reported[],
  runUrl: string,
): { readonly title: string; readonly body: string } {
  const { headline } = renewalMessage(entries);
  const run = runUrl === '' ? 'A run' : `[A run](${runUrl})`;
  let body =
    `${run} read ${entries.length === 1 ? 'the server' : 'these servers'} and found that the committed ` +
    `${entries.length === 1 ? 'baseline is' : 'baselines are'} not what the server says. Merging this is the approval: look at what ` +
    'changed, and at the sources, before you do.\n';
  for (const [index, { report, context }] of entries.entries()) {
    const left = MAX_PULL_REQUEST_BYTES - Buffer.byteLength(body) - 1_000;
    const title = `\n### ${codeSpan(printable(context.baseline, 200))}\n`;
    const section =
      report.isFirst === true
        ? '\nThe first baseline, with every item in it.\n'
        : renderChanges(report, Math.floor(left / (entries.length - index)));
    if (Buffer.byteLength(title) + Buffer.byteLength(section) > left) {
      body += `\nand ${entries.length - index} more.\n`;
      break;
    }
    body += `${title}${section === '' ? '\nNo item changed, but how the server is read or what was found.\n' : section}`;
  }
  body +=
    '\n<sub>Opened and kept up to date by witnessmark. A pull request that the job’s own token makes starts no workflow: close and reopen it, so that the check runs.</sub>\n';
  return { title: headline, body };
}
