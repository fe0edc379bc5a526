import { binToHex } from '@bitauth/libauth';
import type { Outpoint } from '@weir/covenants';
import type { ContractStep, Deployment, ProductContract, StoredState } from '@weir/indexing/products';
import type { ChainTransaction } from '@weir/infra/electrum';

/** A transaction of a contract's lineage. */
export interface InstanceStep {
  readonly step: ContractStep;
  readonly transaction: ChainTransaction;
}

/** A contract as one funding made it, followed from state to state to where it stands now. */
export interface Instance {
  /** Of the funding: locking bytecode, hex. */
  readonly announcement: string;
  readonly contract: ProductContract;
  /** Its first state: the instance's name, since the same address can be funded again. */
  readonly funding: Outpoint;
  /** In order, the funding first. */
  readonly steps: readonly InstanceStep[];
  /** How the last step left it. */
  readonly head: ContractStep;
}

/** An announcement that is none, or that its transaction does not keep. */
export interface Rejected {
  readonly txid: string;
  readonly vout: number;
  readonly verdict: 'MALFORMED' | 'FORGED';
  readonly contractAddress: string | null;
  readonly problem: string;
}

const keyOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;

/** Transactions by what their first input spends: where the state of a vault is. */
export const byFirstInput = (transactions: readonly ChainTransaction[]): ReadonlyMap<string, ChainTransaction> =>
  new Map(
    transactions.flatMap((each) => {
      const [input] = each.transaction.inputs;
      return input === undefined
        ? []
        : [[keyOf({ txid: binToHex(input.outpointTransactionHash), vout: input.outpointIndex }), each] as const];
    }),
  );

/** Transactions by what they spend: what a sender does to a plan's streams stands behind their coin, at any input. */
export const bySpent = (transactions: readonly ChainTransaction[]): ReadonlyMap<string, ChainTransaction> =>
  new Map(
    transactions.flatMap((each) =>
      each.transaction.inputs.map(
        ({ outpointTransactionHash, outpointIndex }) =>
          [keyOf({ txid: binToHex(outpointTransactionHash), vout: outpointIndex }), each] as const,
      ),
    ),
  );

const findNext = (
  contract: ProductContract,
  state: StoredState,
  released: bigint,
  spenders: ReadonlyMap<string, ChainTransaction>,
): InstanceStep | undefined => {
  for (const lane of state.lanes) {
    const transaction = spenders.get(keyOf(lane));
    const step =
      transaction && contract.readStep({ state, releasedAmount: released }, transaction.txid, transaction.transaction);
    if (transaction !== undefined && step !== undefined) return { step, transaction };
  }
  return undefined;
};

/** Follows a deployment through the transactions of its script, whatever else they do. */
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

/** The outpoints that hold a contract now; none once it has ended. */
export const stateOutpoints = ({ head }: Instance): Outpoint[] =>
  (head.state?.lanes ?? []).map(({ txid, vout }) => ({ txid, vout }));
