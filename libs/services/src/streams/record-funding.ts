import type { VestingCoin } from '@weir/covenants';
import type { ChainTransaction, RecordSource, StreamScope } from '@weir/infra';
import { blockOf, toStoredState } from './record-lineage.js';

export interface FoundFunding {
  readonly coin: VestingCoin;
  readonly transaction: ChainTransaction;
  readonly source: RecordSource;
  /** Unix seconds. */
  readonly now: number;
}

/** Records the funding of a PENDING stream: it is ACTIVE from now on. */
export const recordFunding = async (scope: StreamScope, { coin, transaction, source, now }: FoundFunding): Promise<void> => {
  const state = toStoredState(coin);
  await scope.advance(
    {
      kind: 'fund',
      txHash: transaction.txid,
      spent: null,
      state,
      paidToRecipient: 0n,
      paidToSender: 0n,
      locktime: transaction.transaction.locktime,
      block: blockOf(transaction),
      source,
    },
    { status: 'ACTIVE', state, funding: { txHash: transaction.txid, vout: coin.outpoint.vout, activatedAt: now } },
  );
};
