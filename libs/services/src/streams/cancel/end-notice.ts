import type { Utxo } from 'cashscript';
import {
  type ContractState,
  CovenantError,
  encodeWcTransaction,
  isNoticeOver,
  type NoticeEnd,
  owedUpToBlock,
} from '@weir/covenants';
import { BroadcastRejectedError, type ChainTransaction, type StreamRecord } from '@weir/infra';
import { viewTime } from '../../shared/chain-time.js';
import { feeRateTooHigh } from '../../shared/covenant-refusals.js';
import { ServiceError } from '../../shared/service-error.js';
import { findNotice, positionUnder } from '../chain/find-clock.js';
import { recordBroadcast, followStream } from '../chain/follow-stream.js';
import { noticeHeight } from '../chain/record-lineage.js';
import { loadStream, wrongState } from '../load-stream.js';
import { toStreamView } from '../read/stream-view.js';
import type { StreamContext } from '../stream-context.js';

/** Makes the refusal of a push that only nodes' fee rate holds back. */
export const pushHeldBack = async ({ chain }: StreamContext): Promise<ServiceError> =>
  feeRateTooHigh(
    'push',
    await chain.feeRate(),
    'the recipient can claim and pay the rest of the fee, or wait for a lower fee rate',
  );

const tryPaid = (end: NoticeEnd, coins: readonly Utxo[]): ReturnType<NoticeEnd['buildPaid']> | undefined => {
  try {
    return end.buildPaid(coins);
  } catch (error) {
    if (error instanceof CovenantError && error.is('INSUFFICIENT_FUNDS')) return undefined;
    throw error;
  }
};

/**
 * Refuses the end of a notice whose fee the contract may not pay. The refusal holds the same step for the sender to sign, where
 * their wallet has coins for the rest.
 *
 * @throws ServiceError FEE_RATE_TOO_HIGH
 */
export const refuseForFee = async (context: StreamContext, stream: StreamRecord, end: NoticeEnd): Promise<never> => {
  const [feeRate, coins] = await Promise.all([
    context.chain.feeRate(),
    context.chain.unspent(context.contracts.of(stream).sender),
  ]);
  const name = end.kind === 'refund' ? 'refund' : 'settling';
  const signed = tryPaid(end, coins);
  throw feeRateTooHigh(
    name,
    feeRate,
    signed === undefined
      ? 'wait for a lower fee rate, or put coins without tokens into the sender’s wallet, which then signs'
      : 'the sender can sign and broadcast wcTransaction and pay the fee, or wait for a lower fee rate',
    { wcTransaction: signed === undefined ? null : encodeWcTransaction(signed.transaction.wcTransaction, 'tagged') },
  );
};

/** A row after its recipient was pushed what they were payable; unchanged where there was nothing to push. */
export interface PushedOwed {
  readonly stream: StreamRecord;
  /** Hash of the push; undefined where there was none. */
  readonly pushed: string | undefined;
  /** Whether something is payable that cannot be pushed because nodes' fee rate is above what the contract may pay. */
  readonly isHeldBack: boolean;
}

/**
 * Returns the time up to which a mined cancel or pause must pay the recipient by now, Unix seconds. See
 * {@link owedUpToBlock}.
 */
export const owedUnder = async (
  { chain }: StreamContext,
  noticeHeight: number,
  { cancelNoticeBlocks: noticeBlocks }: StreamRecord,
): Promise<bigint> => {
  const { height: tipHeight } = await chain.tip();
  return BigInt(await chain.medianTimePast(owedUpToBlock({ noticeHeight, noticeBlocks, tipHeight }))) - 1n;
};

/**
 * Pushes at the lowest fee rate what the contract pays for at no higher one. Nodes that do ask for more refuse it; but one server
 * that lies about the rate could hold every push back until the sender has taken the refund.
 */
const pushCheaply = async (context: StreamContext, stream: StreamRecord, state: ContractState, until: bigint) => {
  const push = context.contracts.of(stream).at(state).payoutAt(until)?.buildPush();
  if (push === undefined) return { stream, pushed: undefined, isHeldBack: false };
  const isTaken = await context.chain.broadcast(push.hex).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BroadcastRejectedError && !error.areInputsGone) return false;
      throw error;
    },
  );
  if (!isTaken) return { stream, pushed: undefined, isHeldBack: true };
  return { stream: await recordBroadcast(context, stream, push.txid), pushed: push.txid, isHeldBack: false };
};

/**
 * Pushes to the recipient of a stream under notice what was due at a time, where the contract pays for it. Keyless.
 *
 * @throws ServiceError CHAIN_UNAVAILABLE; BROADCAST_REJECTED when the state was spent meanwhile
 */
export const pushOwed = async (
  context: StreamContext,
  stream: StreamRecord,
  notice: ChainTransaction,
  until: bigint,
): Promise<PushedOwed> => {
  const { state } = stream;
  if (state === null) return { stream, pushed: undefined, isHeldBack: false };
  const position = await positionUnder(context, stream, state, notice);
  const push = position.payoutAt(until)?.buildPush();
  if (push === undefined) return pushCheaply(context, stream, position.state, until);
  await context.chain.broadcast(push.hex);
  return { stream: await recordBroadcast(context, stream, push.txid), pushed: push.txid, isHeldBack: false };
};

const alreadySent = (stream: StreamRecord) => {
  const { refund } = stream;
  if (refund?.txHash === null || refund?.txHash === undefined) return undefined;
  return { txHash: refund.txHash, amount: refund.amount, stream };
};

const noRefund = (stream: StreamRecord): ServiceError => wrongState(stream, ': there is no refund to send');

/**
 * Sends the keyless refund of what was cancelled, once its notice is over, and before it the push of what the recipient is payable
 * up to then. A refund that was sent before is returned again.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, NOTICE_NOT_OVER, FEE_RATE_TOO_HIGH, BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const sendRefund = async (context: StreamContext, id: string) => {
  const synced = await followStream(context, await loadStream(context, id));
  const sent = alreadySent(synced);
  if (sent !== undefined) return sent;
  if (synced.status !== 'CANCELLED') throw noRefund(synced);
  const { ended, stream } = await endNotice(context, synced);
  if (ended !== undefined) return { ...ended, stream };
  // The push may have paid all there was, or somebody else may have sent the refund meanwhile.
  const others = alreadySent(stream);
  if (others === undefined) throw noRefund(stream);
  return others;
};

/** What the sender of a refund is shown. */
export const REFUND_SENT = 'The refund is on its way to the sender';

/** Sends a stream's refund, as {@link sendRefund}. */
export const refundStream = async (context: StreamContext, id: string) => {
  const { stream, ...sent } = await sendRefund(context, id);
  return { message: REFUND_SENT, ...sent, stream: toStreamView(stream, await viewTime(context)) };
};

/** The refusal of a step that must wait for the end of a notice. */
const noticeNotOver = (availableAtHeight: number | null, height: number): ServiceError =>
  new ServiceError(
    'NOTICE_NOT_OVER',
    availableAtHeight === null
      ? 'The notice has not started: its transaction is not mined yet'
      : `The notice is not over: it ends with block ${availableAtHeight}, and the next block is ${height + 1}`,
    { availableAtHeight, height, ...(availableAtHeight === null && { reason: 'NOT_MINED' }) },
  );

/**
 * Ends the notice a stream is under, without a signature: pushes what the recipient is payable up to the end, which would otherwise
 * go to the sender or wait, and sends the refund or settling of the rest. Where only nodes' fee rate holds the push back nothing
 * is sent: ending the notice would take from the recipient what the push would have paid.
 *
 * @param synced its row as the chain has it
 * @throws ServiceError NOTICE_NOT_OVER, FEE_RATE_TOO_HIGH, CHAIN_UNAVAILABLE; BROADCAST_REJECTED when the state was spent
 * meanwhile
 */
export const endNotice = async (context: StreamContext, synced: StreamRecord) => {
  const notice = await findNotice(context, synced);
  if (notice === undefined) return { pushed: undefined, ended: undefined, stream: synced };
  const { cancelNoticeBlocks: noticeBlocks } = synced;
  const { height: tipHeight } = await context.chain.tip();
  if (notice.height === undefined || !isNoticeOver({ noticeHeight: notice.height, noticeBlocks, tipHeight }))
    throw noticeNotOver(noticeHeight(notice, noticeBlocks), tipHeight);

  const until = await owedUnder(context, notice.height, synced);
  const { stream, pushed, isHeldBack } = await pushOwed(context, synced, notice, until);
  if (isHeldBack) throw await pushHeldBack(context);
  const position = stream.state === null ? undefined : await positionUnder(context, stream, stream.state, notice);
  const end = position?.noticeEnd();
  if (end === undefined) return { pushed, ended: undefined, stream };
  const { transaction, amount } = end.build() ?? (await refuseForFee(context, stream, end));
  await context.chain.broadcast(transaction.hex);
  return {
    pushed,
    ended: { txHash: transaction.txid, amount },
    stream: await recordBroadcast(context, stream, transaction.txid),
  };
};
