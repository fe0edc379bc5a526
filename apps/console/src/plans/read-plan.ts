import type { ActivityLine, Plan, PlanDetail, PlanStream, Weir } from '@weir/client';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { useInfo } from '../api/services.js';
import { type ConnectedWallet, owns, useWallet } from '../wallet/wallet-store.js';

/** The user of a plan's page. */
export interface PlanReader {
  readonly connected: ConnectedWallet | undefined;
  /** Whether the service shows the sender's details only to authenticated senders. */
  readonly requiresSignIn: boolean;
}

/**
 * Makes a request as the plan's sender, if the user is: unfunded parts and labels are shown to senders only. Where the service
 * requires authentication, it is made as the sender once they have signed in.
 *
 * @throws WeirError
 */
export const askAsSender = <Answer>(
  sender: string,
  { connected, requiresSignIn }: PlanReader,
  ask: (options: { readonly isProven: boolean }) => Promise<Answer>,
): Promise<Answer> => ask({ isProven: owns(connected, sender) && requiresSignIn });

/** Reads a plan with all details that the user may see. @throws WeirError */
export const readPlan = async (
  { plans }: Pick<Weir, 'plans'>,
  id: string,
  reader: PlanReader,
  signal: AbortSignal,
): Promise<PlanDetail> => {
  const wallet = reader.connected?.wallet;
  const seen = await plans.at(id).get(wallet, { signal, isProven: false });
  return askAsSender(seen.plan.sender, reader, async ({ isProven }) =>
    isProven ? plans.at(id).get(wallet, { signal, isProven }) : seen,
  );
};

/** Reads all rows of a plan with all details that the user may see. @throws WeirError */
export const readPlanRows = async (
  { plans }: Pick<Weir, 'plans'>,
  { id, sender }: Pick<Plan, 'id' | 'sender'>,
  reader: PlanReader,
  signal?: AbortSignal,
): Promise<readonly PlanStream[]> => {
  const rows: PlanStream[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: MAX_PAGE_ROWS, ...(cursor !== undefined && { cursor }) };
    const page = await askAsSender(sender, reader, (options) =>
      plans.at(id).streamsPage(query, reader.connected?.wallet, { ...options, signal }),
    );
    rows.push(...page.streams);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
};

/**
 * Reads what the contracts of a plan paid to its people, from the ledger of its sender.
 *
 * @param most lines of the ledger that are looked through @returns undefined where it has more of them
 * @throws WeirError
 */
export const readPlanPayments = async (
  { exports }: Pick<Weir, 'exports'>,
  { id, sender, created_at: from }: Pick<Plan, 'created_at' | 'id' | 'sender'>,
  signal: AbortSignal,
  most = Infinity,
): Promise<readonly ActivityLine[] | undefined> => {
  const lines: ActivityLine[] = [];
  let count = 0;
  for await (const line of exports.activity({ address: sender, from }, { signal })) {
    count += 1;
    if (count > most) return undefined;
    if (line.planId === id && line.direction === 'contract') lines.push(line);
  }
  return lines;
};

/** Returns the connected wallet, and whether the service requires it to sign in for the sender's details. */
export const usePlanReader = (): PlanReader => {
  const connected = useWallet();
  return { connected, requiresSignIn: useInfo().data?.auth.mode === 'signed' };
};
