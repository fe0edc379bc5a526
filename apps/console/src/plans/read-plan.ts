import { isSameAddress, isWeirError, type PlanStatus, type Weir } from '@weir/client';
import type { ConnectedWallet } from '../wallet/wallet-store.js';

/** Addresses whose wallets did not prove them: nobody is asked for the same twice by a page that only shows something. */
const unproven = new Set<string>();

/** Whether more would be told to an address, had its wallet proven it when it was asked. */
export const isUnproven = (address: string): boolean => unproven.has(address);

/** Who looks at a plan. */
export interface PlanReader {
  readonly connected: ConnectedWallet | undefined;
  /** Whether the service tells the sender's part to proven senders alone. */
  readonly isProofWanted: boolean;
}

/**
 * Asks as the plan's sender, where the reader is: what is not funded yet, and labels, are told to them alone. Their wallet is asked to
 * prove who they are where the service wants that; if it does not, they are told what everybody is.
 *
 * @throws WeirError
 */
export const askAsSender = async <Answer>(
  sender: string,
  { connected, isProofWanted }: PlanReader,
  ask: (options: { readonly isProven: boolean }) => Promise<Answer>,
): Promise<Answer> => {
  const isSender = connected !== undefined && isSameAddress(connected.address, sender);
  if (!isSender || !isProofWanted || unproven.has(connected.address)) return ask({ isProven: false });
  try {
    return await ask({ isProven: true });
  } catch (error) {
    if (!isWeirError(error, 'WALLET_REFUSED', 'WALLET_FAILED')) throw error;
    unproven.add(connected.address);
    return ask({ isProven: false });
  }
};

/** A plan as everybody sees it, or as its sender does. @throws WeirError */
export const readPlan = async (
  { plans }: Pick<Weir, 'plans'>,
  id: string,
  reader: PlanReader,
  signal: AbortSignal,
): Promise<PlanStatus> => {
  const wallet = reader.connected?.wallet;
  const seen = await plans.at(id).status(wallet, { signal, isProven: false });
  return askAsSender(seen.plan.sender, reader, async ({ isProven }) =>
    isProven ? plans.at(id).status(wallet, { signal, isProven }) : seen,
  );
};
