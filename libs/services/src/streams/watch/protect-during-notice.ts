import { usableLocktime } from '@weir/covenants';
import type { ChainTransaction, StreamRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import { endNotice, owedUnder, pushOwed } from '../cancel/end-notice.js';
import { findNotice, isUnderNotice, noticeStep } from '../chain/find-clock.js';
import type { StreamContext } from '../stream-context.js';

/**
 * How far behind the chain an unmined cancel or pause may be dated before it counts as backdated, seconds: wallets take their
 * time.
 */
const PATIENCE_SECONDS = 7_200n;

/**
 * The result of protecting a recipient: a push; one held back by the nodes' fee rate; nothing to do until the cancel or
 * pause is mined; or nothing more payable by now.
 */
type Protection = { readonly pushed: string } | 'held back' | 'not mined' | 'by now';

/**
 * The time to which a stream under notice must pay its recipient: as its mined notice says, or now for an unmined one that is clearly
 * backdated.
 */
const owedUntil = async (context: StreamContext, stream: StreamRecord, { height, transaction }: ChainTransaction) => {
  if (height !== undefined) return owedUnder(context, height, stream);
  const usable = usableLocktime(await context.chain.tip());
  return usable - BigInt(transaction.locktime) > PATIENCE_SECONDS ? usable : undefined;
};

/**
 * Pushes to the recipient of a stream under notice what is payable by now: at first what had vested when the cancel or
 * pause was mined, where that is dated before, and shortly before the notice ends what vested by then. Keyless: the
 * contract pays.
 *
 * @returns the push, that it waits for a lower fee rate, or that nothing more is payable by now, or too little for the
 *   contract
 * to pay a push
 * @throws ServiceError CHAIN_UNAVAILABLE, BROADCAST_REJECTED when the state was spent meanwhile
 */
const protectRecipient = async (context: StreamContext, stream: StreamRecord): Promise<Protection> => {
  const notice = await findNotice(context, stream);
  if (notice === undefined) return 'by now';
  const until = await owedUntil(context, stream, notice);
  const owed = until === undefined ? undefined : await pushOwed(context, stream, notice, until);
  if (owed?.pushed !== undefined) return { pushed: owed.pushed };
  if (owed?.isHeldBack === true) return 'held back';
  return notice.height === undefined ? 'not mined' : 'by now';
};

/** A transaction that the watcher sent. */
export interface WatcherAction {
  readonly kind: 'push' | 'refund' | 'settle' | 'finish';
  readonly txHash: string;
}

/**
 * Which states under notice must pay their recipients nothing more up to a block, so that each is checked once per block.
 */
export type PushedStates = Map<string, string>;

const WAITING: ReadonlySet<string> = new Set(['NOTICE_NOT_OVER', 'FEE_RATE_TOO_HIGH']);

/** Ends a notice that is over. @returns what was sent, in order */
const sendEnd = async (context: StreamContext, stream: StreamRecord): Promise<readonly WatcherAction[]> => {
  try {
    const { pushed, ended } = await endNotice(context, stream);
    const end = { kind: stream.pause === null ? 'refund' : 'settle', txHash: ended?.txHash } as const;
    return [{ kind: 'push', txHash: pushed } as const, end].flatMap(({ kind, txHash }) =>
      txHash === undefined ? [] : { kind, txHash },
    );
  } catch (error) {
    // Where nodes ask too much it waits for a lower rate: the next round tries again.
    if (error instanceof ServiceError && WAITING.has(error.code)) return [];
    throw error;
  }
};

/** Blocks still to be mined before what ends the notice can be; none, or less, once it can. */
const blocksLeft = async ({ chain }: StreamContext, { pause, refund }: StreamRecord): Promise<number> => {
  const availableAtHeight = (pause ?? refund)?.availableAtHeight ?? null;
  const { height } = await chain.tip();
  return availableAtHeight === null ? Infinity : availableAtHeight - height - 1;
};

/**
 * Protects the parties of a stream under notice: pushes at once what a backdated cancel or pause would withhold, pushes
 * what fell due shortly before the notice ends and again at its end, and sends the refund or settles the pause. Holds
 * no key.
 *
 * @returns what was sent, in order
 * @throws ServiceError CHAIN_UNAVAILABLE; BROADCAST_REJECTED when somebody else was faster
 */
export const protectDuringNotice = async (
  context: StreamContext,
  stream: StreamRecord,
  alreadyPushed: PushedStates,
): Promise<readonly WatcherAction[]> => {
  const { id, state } = stream;
  if (!isUnderNotice(stream) || state === null) {
    alreadyPushed.delete(id);
    return [];
  }
  const left = await blocksLeft(context, stream);
  if (left <= 0) return sendEnd(context, stream);
  const began = noticeStep(await context.streams.transitionsOf(id));
  const block = began?.block?.hash;
  // A block before the end more has fallen due.
  const key = `${state.txid} ${block ?? ''} ${left > 1 ? 'at first' : 'at last'}`;
  if (alreadyPushed.get(id) === key) return [];
  const protection = await protectRecipient(context, stream);
  if (typeof protection === 'object') return [{ kind: 'push', txHash: protection.pushed }];
  if (protection === 'by now' && block !== undefined) alreadyPushed.set(id, key);
  return [];
};
