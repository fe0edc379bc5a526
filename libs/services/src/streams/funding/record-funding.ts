import type { ChainTransaction, RecordSource, StreamScope, StreamState } from '@weir/infra';
import { blockOf } from '../../shared/follow/lineage.js';
import { toTransitionState } from '../chain/record-lineage.js';

/** A funding that was verified on the chain. */
export interface FoundFunding {
  readonly state: StreamState;
  readonly transaction: ChainTransaction;
  readonly source: RecordSource;
  /** Whether it spent a coin of the named sender's address; null where that is not known. */
  readonly bySender: boolean | null;
  /** Unix seconds. */
  readonly now: number;
}

const firstProgress = ({ stream: { recurring } }: Pick<StreamScope, 'stream'>) =>
  recurring !== null && { progress: { paid: 0, nextDue: recurring.firstDue } };

/** Records the funding of a PENDING stream: it is ACTIVE from now on. */
export const recordFunding = async (
  scope: Pick<StreamScope, 'stream' | 'advance'>,
  { state, transaction, source, bySender, now }: FoundFunding,
): Promise<void> => {
  await scope.advance(
    {
      kind: 'fund',
      txHash: transaction.txid,
      spent: null,
      state: toTransitionState(state),
      paidToRecipient: 0n,
      paidToSender: 0n,
      locktime: transaction.transaction.locktime,
      block: blockOf(transaction),
      source,
    },
    {
      status: 'ACTIVE',
      state,
      ...firstProgress(scope),
      funding: { txHash: transaction.txid, vout: state.vout, activatedAt: now, bySender },
    },
  );
};
