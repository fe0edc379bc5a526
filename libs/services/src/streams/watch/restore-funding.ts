import { spendsCoinOf } from '../../shared/funded-by.js';
import { toStoredState } from '../contract/stored-state.js';
import { recordFunding } from '../funding/record-funding.js';
import type { StreamContext } from '../stream-context.js';
import type { Reading, ReconcileOutcome } from './reading.js';

/**
 * Records a funding that a stream had lost and that has come back. Only one that was confirmed before: anybody can fund
 * the same address a second time.
 *
 * @throws ChainUnavailableError
 * @throws TransactionNotFoundError when it has gone since it was listed
 */
export const restoreFunding = async (
  context: StreamContext,
  { stream, history }: Reading,
): Promise<ReconcileOutcome> => {
  const lost = await context.streams.watch.lostFundings(stream.id);
  const back = history.find(({ txid }) => lost.includes(txid));
  if (back === undefined) return 'unchanged';
  const transaction = await context.chain.transaction(back.txid);
  const deployment = context.contracts.fundingOf(stream).findDeployment(back.txid, transaction.transaction);
  if (!deployment.ok) throw new Error(`Transaction ${back.txid} funded stream ${stream.id} once and does not now`);
  const state = toStoredState(deployment.state);
  const bySender = await spendsCoinOf(stream.senderHash, transaction, context.chain);
  await context.streams.withStream(stream.id, async (scope) => {
    if (scope.stream.status === 'PENDING')
      await recordFunding(scope, { state, transaction, source: 'chain', bySender, now: context.now() });
  });
  return 'changed';
};
