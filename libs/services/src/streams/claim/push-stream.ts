import { canPushAtLowestRate } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { usableTime } from '../../shared/chain-time.js';
import { ServiceError } from '../../shared/service-error.js';
import { pushHeldBack } from '../cancel/end-notice.js';
import { positionOf } from '../chain/find-clock.js';
import { recordBroadcast, followStream } from '../chain/follow-stream.js';
import { scheduleOf } from '../contract/stored-stream.js';
import { loadStream, wrongState } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';

const assertLive = (stream: StreamRecord): void => {
  if (stream.state === null) throw wrongState(stream, ': there is nothing to push');
};

const nothingToPush = (message: string, details: Record<string, unknown>): ServiceError =>
  new ServiceError('NOTHING_TO_PUSH', message, details);

/**
 * Builds, and with `broadcast` sends, the push that pays the recipient without anybody's signature, where the contract
 * pays its fee.
 */
export const pushStream = async (context: StreamContext, id: string, broadcast: boolean) => {
  const stored = await loadStream(context, id);
  assertLive(stored);
  const stream = await followStream(context, stored);
  assertLive(stream);
  const { state } = stream;
  const asOf = await usableTime(context);
  const position = await positionOf(context, stream);
  const payout = position?.payoutAt(asOf);
  if (position === undefined || payout === undefined) {
    const claimableAt = state === null ? undefined : scheduleOf(stream).nextPayoutTime(state);
    throw nothingToPush('Nothing is claimable yet', {
      claimableAt: claimableAt === undefined ? null : Number(claimableAt),
      asOf: Number(asOf),
    });
  }
  const push = payout.buildPush();
  if (push === undefined) {
    if (canPushAtLowestRate(context.contracts.of(stream), position.state, asOf)) throw await pushHeldBack(context);
    throw nothingToPush(
      position.move === undefined
        ? 'The claimable amount is too small for the contract to pay the fee of a push: the recipient can claim it'
        : 'A move to another address is pending: until it ends only the recipient claims, with a coin of their own',
      {
        status: stream.status,
        dueBase: payout.due.toString(),
      },
    );
  }
  const { tokenType, tokenCategory } = stream;
  const result = { tokenType, tokenCategory, amount: payout.due, asOf: Number(payout.locktime), txHex: push.hex };
  if (!broadcast) return { ...result, txHash: null };
  await context.chain.broadcast(push.hex);
  await recordBroadcast(context, stream, push.txid);
  return { ...result, txHash: push.txid };
};
