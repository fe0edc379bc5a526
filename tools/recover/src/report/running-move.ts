import type { Party } from '@weir/covenants';
import { onlyLane } from '@weir/indexing/products';
import type { Instance } from '../find/instance.js';

/** A move to another address that is pending. */
export interface RunningMove {
  /** Locking bytecode of the new address; of a move that was undone, of the old one. */
  readonly to: Party;
  readonly isUndone: boolean;
  /** Chain height from which its finish can be sent; null until it is mined. */
  readonly finishableAtHeight: number | null;
}

/**
 * Returns the height of the chain from which the next block may hold a finish; null while the state is not mined.
 *
 * @param delay blocks that the state must be old, 0 where the move was undone
 */
export const finishableAt = (height: number | null, delay: number): number | null => {
  if (delay === 0) return 0;
  return height === null ? null : height + delay - 1;
};

/** Who is paid by a contract now. */
export interface RecipientsNow {
  /** Locking bytecode; null where there are many. */
  readonly recipient: Party | null;
  /** Locking bytecode that a pending move names. */
  readonly movesTo: Party | undefined;
}

/** Returns whom a contract pays: a stream or lock that moved to another address does not pay the one that its funding names. */
export const recipientsNow = ({ contract, steps, head }: Instance): RecipientsNow => {
  const { model, terms } = contract;
  const last = steps.findLast(({ step }) => step.state !== null)?.step.state ?? null;
  if (model.kind === 'airdrop' || last === null) return { recipient: terms.recipient, movesTo: undefined };
  const { recipient, movesTo } = onlyLane(last);
  return { recipient: recipient ?? terms.recipient, movesTo: head.state === null ? undefined : movesTo };
};
