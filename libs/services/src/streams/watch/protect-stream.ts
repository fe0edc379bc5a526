import { usableLocktime } from '@weir/covenants';
import type { ChainTransaction, StreamRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { findNotice } from '../chain/find-clock.js';
import { owedUnder, pushOwed } from '../claim/push-owed.js';
import type { StreamContext } from '../stream-context.js';

/**
 * How far behind the chain an unmined cancel or pause may be dated before it counts as backdated, seconds: wallets take their
 * time.
 */
const PATIENCE_SECONDS = 7_200n;

/**
 * The result of protecting a recipient: a push; one held back by the nodes' fee rate; nothing to do until the cancel or
 * pause is mined; or nothing more owed by now.
 */
export type Protection = { readonly pushed: string } | 'held back' | 'not mined' | 'by now';

/**
 * The time to which a stream under notice owes its recipient: as its mined notice says, or now for an unmined one that is clearly
 * backdated.
 */
const owedUntil = async (
  context: StreamContext,
  stream: StreamRecord,
  { height, transaction }: ChainTransaction,
): Promise<bigint | undefined> => {
  if (height !== undefined) return owedUnder(context, height, stream);
  const usable = usableLocktime(await onChain(() => context.chain.tip()), context.now());
  return usable - BigInt(transaction.locktime) > PATIENCE_SECONDS ? usable : undefined;
};

/**
 * Pushes to the recipient of a stream under notice what is owed by now: at first what had vested when the cancel or
 * pause was mined, where that is dated before, and shortly before the notice ends what vested by then. Keyless: the
 * contract pays.
 *
 * @returns the push, that it waits for a lower fee rate, or that nothing more is owed by now, or too little for the
 *   contract
 * to pay a push
 * @throws ServiceError CHAIN_UNAVAILABLE, BROADCAST_REJECTED when the state was spent meanwhile
 */
export const protectRecipient = async (context: StreamContext, stream: StreamRecord): Promise<Protection> => {
  const notice = await findNotice(context, stream);
  if (notice === undefined) return 'by now';
  const until = await owedUntil(context, stream, notice);
  const owed = until === undefined ? undefined : await pushOwed(context, stream, notice, until);
  if (owed?.pushed !== undefined) return { pushed: owed.pushed };
  if (owed?.isHeldBack === true) return 'held back';
  return notice.height === undefined ? 'not mined' : 'by now';
};
