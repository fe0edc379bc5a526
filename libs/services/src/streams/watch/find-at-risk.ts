import { canPushAtLowestRate, MINIMUM_FEE_RATE } from '@weir/covenants';
import { ChainUnavailableError, DatabaseUnavailableError, type StreamRecord } from '@weir/infra';
import { usableTime } from '../../shared/chain-time.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import { contractStateOf, isUnderNotice, noticeStep } from '../chain/find-clock.js';
import type { StreamContext } from '../stream-context.js';

/** Streams under notice of each kind that one round looks at, those whose notice ends first. */
const AT_MOST = 500;
/** Later than any block. */
const ANY_HEIGHT = 2_147_483_647;
/** Average time between blocks, seconds. */
const SPACING = 600;

/**
 * Whether nodes ask more for relaying than a push without a signature can pay, of what the recipient is owed at the end
 * of the notice. What is too small for such a push at any rate does not count.
 */
const isAtRisk = async (
  context: StreamContext,
  stream: StreamRecord,
  { feeRate, height }: { readonly feeRate: bigint; readonly height: number },
): Promise<boolean> => {
  const state = await contractStateOf(context, stream);
  if (state === undefined) return false;
  const contract = context.contracts.of(stream);
  const endsAt = (stream.pause ?? stream.refund)?.availableAtHeight ?? height;
  const until = (await usableTime(context)) + BigInt(Math.max(0, endsAt - height) * SPACING);
  const push = contract.at(state, { feeRate }).payoutAt(until)?.buildPush();
  return push === undefined && canPushAtLowestRate(contract, state, until);
};

/** Tells the parties of a stream at risk, once for each notice. @returns whether they were told now */
const tell = ({ streams }: StreamContext, { id }: StreamRecord): Promise<boolean> =>
  streams.withStream(id, async (scope) => {
    const notice = isUnderNotice(scope.stream) ? noticeStep(await scope.transitions()) : undefined;
    return notice !== undefined && scope.noteAtRisk(notice);
  });

/**
 * Finds the streams under notice whose pushes without a signature nodes do not relay any more, because they ask more than
 * contracts may pay, and records an event of each: its recipient has to push with a coin of their own before the notice
 * ends. Costs nothing while nodes ask the least.
 *
 * @returns how many there are, of at most 500 cancelled and as many paused ones
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const findAtRisk = async (context: StreamContext, log: WatcherLog): Promise<number> => {
  const feeRate = await context.chain.feeRate();
  if (feeRate <= MINIMUM_FEE_RATE) return 0;
  const { height } = await context.chain.tip();
  const running = { height: ANY_HEIGHT, limit: AT_MOST };
  let count = 0;
  for (const stream of [
    ...(await context.streams.pendingRefunds(running)),
    ...(await context.streams.pendingSettlements(running)),
  ])
    try {
      if (!(await isAtRisk(context, stream, { feeRate, height }))) continue;
      count += 1;
      if (await tell(context, stream))
        log.warn(
          { streamId: stream.streamId, feeRate: Number(feeRate) },
          'Nodes ask more for relaying than pushes without a signature pay: the recipient must push with an own coin',
        );
    } catch (error) {
      if (error instanceof ChainUnavailableError || error instanceof DatabaseUnavailableError) throw error;
      log.warn({ err: error, streamId: stream.streamId }, 'Whether a stream is at risk could not be found out');
    }
  return count;
};
