import { planOf, type Plan } from '../../app/servers.js';
import { readProposals, type Proposal } from '../../app/proposal.js';
import type { Dependencies } from '../../app/run.js';
import { parseFlag, parseMode } from '../../app/settings.js';
import type { Place } from '../../store/checkout.js';
import type { ActionHost } from './host.js';
import { readInputs, refuseOtherEvents } from './inputs.js';
import { openRenewal, refuseOpenServers, type Renewal } from './renewal-run.js';
import { WitnessmarkError } from '../../errors.js';

/** What a step is asked to do. */
export interface ActionRequest {
  readonly mode: 'check' | 'mark';
  readonly isReportOnly: boolean;
  readonly hasProfiles: boolean;
  /** Empty for none. */
  readonly token: string;
  /** The inputs that tell this run's comment from others; absent where there is to be none. */
  readonly commented?: readonly string[];
  /** The servers to read; absent where none is read. */
  readonly plan?: Plan;
  /** Baselines of another job, which are taken over without a server. */
  readonly proposals?: readonly Proposal[];
  /** Where the baselines are committed, and each one's place in the order of servers or proposals. */
  readonly renewal?: { readonly renewal: Renewal; readonly places: readonly Place[] };
  /** Why nothing can be done. */
  readonly error?: unknown;
}

/** Inputs by which two steps of one job, or two jobs of a matrix, are told from each other. */
const SUBSET = ['servers', 'working-directory', 'baseline'] as const;

/** Returns what a step is asked to do, from its inputs, the event and the checkout. Never throws: what is wrong stands in it. */
export async function readRequest(
  { env, currentDirectory }: ActionHost,
  dependencies: Dependencies,
): Promise<ActionRequest> {
  let known: Pick<ActionRequest, 'token' | 'commented'> = { token: '' };
  try {
    const inputs = readInputs(env);
    const mode = parseMode(inputs.get('mode') ?? 'check');
    const token = inputs.get('token') ?? '';
    const subset = SUBSET.map((name) => inputs.get(name) ?? '');
    const flag = (name: string): boolean => parseFlag(name, inputs.get(name) ?? 'false');
    if (flag('comment')) {
      if (mode === 'mark') throw belongs('comment', 'check', 'mark does not run on pull requests');
      known = { token, commented: subset };
    }
    const event = env['GITHUB_EVENT_NAME'] ?? '';
    refuseOtherEvents(event);
    if (mode === 'mark' && ['pull_request', 'merge_group'].includes(event)) throw markRefused();
    const isReportOnly = flag('report-only');
    if (isReportOnly && mode === 'mark')
      throw belongs('report-only', 'check', 'mark gates nothing');
    const asked = { ...known, mode, isReportOnly, hasProfiles: flag('profiles'), token };
    const isCommitting = flag('commit');
    const from = inputs.get('from');
    if (mode === 'check' && (isCommitting || from !== undefined))
      throw belongs(isCommitting ? 'commit' : 'from', 'mark', 'a check approves nothing');
    const renewalOf = async (places: readonly Place[]): Promise<Pick<ActionRequest, 'renewal'>> =>
      isCommitting
        ? { renewal: { renewal: await openRenewal(env, token, places, subset), places } }
        : {};
    if (from !== undefined) {
      const proposals = await readProposals(from, inputs, currentDirectory, dependencies);
      return { ...asked, proposals, ...(await renewalOf(proposals.map(({ place }) => place))) };
    }
    const plan = await planOf(inputs, currentDirectory, 'action', dependencies);
    if (!isCommitting) return { ...asked, plan };
    refuseOpenServers(plan);
    const places = await Promise.all(
      plan.servers.map(({ workingDirectory, baselinePath }) =>
        dependencies.locate(workingDirectory, baselinePath),
      ),
    );
    return { ...asked, plan, ...(await renewalOf(places)) };
  } catch (error) {
    return { ...known, mode: 'check', isReportOnly: false, hasProfiles: false, error };
  }
}

function markRefused(): WitnessmarkError {
  return new WitnessmarkError(
    'mark-refused',
    'mode mark does not run on pull requests and merge groups: it would approve what it is to judge',
    'Use mode: check here, and commit the proposed baseline to approve a change.',
  );
}

function belongs(input: string, mode: string, why: string): WitnessmarkError {
  return new WitnessmarkError(
    'bad-option-value',
    `${input} belongs to mode ${mode}: ${why}`,
    `Leave ${input} out, or write mode: ${mode}`,
  );
}
