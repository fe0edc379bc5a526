import { outpointKey, outpointOf, type Outpoint } from '@weir/covenants';
import type { ContractStep, Deployment, ProductContract, StoredState } from '@weir/indexing/products';
import type { ChainTransaction } from '@weir/infra/electrum';

/** A transaction in the lineage of a contract. */
export interface InstanceStep {
  readonly step: ContractStep;
  readonly transaction: ChainTransaction;
}

/** A contract created by one funding, followed from state to state up to the current one. */
export interface Instance {
  /** Locking bytecode of the funded output, hex. */
  readonly announcement: string;
  readonly contract: ProductContract;
  /** The first state. It identifies the instance, since an address can be funded again. */
  readonly funding: Outpoint;
  /** The transactions in order, the funding first. */
  readonly steps: readonly InstanceStep[];
  /** The outcome of the last step. */
  readonly head: ContractStep;
}

/** An output that looks like an announcement and is none, or that its transaction does not honour. */
export interface Rejected {
  readonly txid: string;
  readonly vout: number;
  readonly verdict: 'MALFORMED' | 'FORGED';
  readonly contractAddress: string | null;
  readonly problem: string;
}

/** Indexes transactions by the outpoint that their first input spends, which is where the state of a vault is. */
export const byFirstInput = (transactions: readonly ChainTransaction[]): ReadonlyMap<string, ChainTransaction> =>
  new Map(
    transactions.flatMap((each) => {
      const [input] = each.transaction.inputs;
      return input === undefined ? [] : [[outpointKey(outpointOf(input)), each] as const];
    }),
  );

/**
 * Indexes transactions by every outpoint they spend: an action of a plan's sender has their coin first, and the
 * stream at any later input.
 */
export const bySpent = (transactions: readonly ChainTransaction[]): ReadonlyMap<string, ChainTransaction> =>
  new Map(
    transactions.flatMap((each) =>
      each.transaction.inputs.map((input) => [outpointKey(outpointOf(input)), each] as const),
    ),
  );

const findNext = (
  contract: ProductContract,
  state: StoredState,
  released: bigint,
  spenders: ReadonlyMap<string, ChainTransaction>,
): InstanceStep | undefined => {
  for (const lane of state.lanes) {
    const transaction = spenders.get(outpointKey(lane));
    const step =
      transaction && contract.readStep({ state, releasedAmount: released }, transaction.txid, transaction.transaction);
    if (transaction !== undefined && step !== undefined) return { step, transaction };
  }
  return undefined;
};

/** Follows a deployment through the transactions of its script, ignoring everything else they do. */
export const followInstance = (
  announcement: string,
  { contract, step, vout }: Deployment,
  funding: ChainTransaction,
  spenders: ReadonlyMap<string, ChainTransaction>,
): Instance => {
  const steps: InstanceStep[] = [{ step, transaction: funding }];
  let head = step;
  while (head.state !== null) {
    const next = findNext(contract, head.state, head.released, spenders);
    if (next === undefined) break;
    steps.push(next);
    head = next.step;
  }
  return { announcement, contract, funding: { txid: funding.txid, vout }, steps, head };
};

/** Returns the outpoints that hold a contract now; empty once it has ended. */
export const stateOutpoints = ({ head }: Instance): Outpoint[] =>
  (head.state?.lanes ?? []).map(({ txid, vout }) => ({ txid, vout }));
