import { usableLocktime } from '@weir/covenants';
import type { ChainTransaction, StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { scheduleOf } from '../streams/contract/parameters-of.js';
import { findNotice, positionUnder } from '../streams/find-clock.js';
import { recordBroadcast } from '../streams/record-broadcast.js';
import type { StreamContext } from '../streams/stream-context.js';

/** How far behind the chain an unmined cancel or pause may be dated before it looks dated back: a wallet takes its time. */
const PATIENCE_SECONDS = 7_200n;

/** What a recipient's protection came to: a push, nothing to do as long as the cancel or pause is not mined, or nothing ever. */
export type Protection = { readonly pushed: string } | 'for now' | 'for good';

/**
 * The time to which a stream under notice owes its recipient: the latest an honest cancel or pause could carry in the block it was
 * mined in, or now for an unmined one that is clearly dated back.
 */
const owedUntil = async (
  { height }: ChainTransaction,
  latest: bigint,
  { chain, now }: StreamContext,
): Promise<bigint | undefined> => {
  if (height !== undefined) return BigInt(await onChain(() => chain.medianTimePast(height - 1))) - 1n;
  const usable = usableLocktime(await onChain(() => chain.tip()), now());
  return usable - latest > PATIENCE_SECONDS ? usable : undefined;
};

/**
 * Pushes to the recipient of a stream under notice what had vested when the cancel or pause was mined, where that is dated
 * before. Keyless: the contract pays.
 *
 * @returns the push, or that nothing more is owed, or too little for the contract to pay a push
 * @throws ServiceError CHAIN_UNAVAILABLE, BROADCAST_REJECTED when the state was spent meanwhile
 */
export const protectRecipient = async (stream: StreamRecord, context: StreamContext): Promise<Protection> => {
  const { state } = stream;
  const notice = await findNotice(stream, context);
  if (state === null || notice === undefined) return 'for good';
  const until = await owedUntil(notice, scheduleOf(stream).latest(state), context);
  const payout = until === undefined ? undefined : positionUnder(stream, state, notice, context).payoutAt(until);
  const push = payout?.buildPush();
  if (push === undefined) return notice.height === undefined ? 'for now' : 'for good';
  await onChain(() => context.chain.broadcast(push.hex));
  await recordBroadcast(stream, push.txid, context);
  return { pushed: push.txid };
};
