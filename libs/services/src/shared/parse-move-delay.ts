import { isLocalNetwork, leastMoveDelay, type Network } from '@weir/covenants';
import { DEFAULT_MOVE_DELAY, lockMoveDefaults, MAX_MOVE_DELAY, moveDefaults } from '@weir/kinds';
import { ServiceError } from './service-error.js';

/** What a sender says of moves to other addresses. */
export interface MoveTerms {
  readonly transferable?: boolean | undefined;
  readonly moveDelayBlocks?: number | undefined;
  /** The treasury that pays, if one does. */
  readonly vaultId?: string | null | undefined;
}

const parseDelay = (
  { transferable, moveDelayBlocks: delay = 0 }: ReturnType<typeof moveDefaults>,
  network: Network,
): number => {
  const field = 'moveDelayBlocks';
  if (!transferable) {
    if (delay === 0) return 0;
    throw new ServiceError(
      'INVALID_REQUEST',
      `${field} is only for what recipients can move: omit it, or set transferable to true`,
      {
        field,
        given: delay,
      },
    );
  }
  const least = leastMoveDelay(isLocalNetwork(network));
  if (Number.isInteger(delay) && delay >= least && delay <= MAX_MOVE_DELAY) return delay;
  throw new ServiceError(
    'INVALID_REQUEST',
    `${field} must be from ${least} to ${MAX_MOVE_DELAY}: a recipient needs that time to undo what they did not mean. Omit it for ${DEFAULT_MOVE_DELAY}`,
    { field, given: delay, least },
  );
};

/**
 * Reads the delay between the announcement of another address and the move to it, blocks: seven days by default, a day at least, on
 * local networks a block; 0 where recipients cannot move, by default where a treasury pays.
 *
 * @throws ServiceError INVALID_REQUEST
 */
export const parseMoveDelay = (terms: MoveTerms, network: Network): number => parseDelay(moveDefaults(terms), network);

/** Reads the same of a lock, which recipients cannot move by default. @throws ServiceError INVALID_REQUEST */
export const parseLockDelay = (terms: Omit<MoveTerms, 'vaultId'>, network: Network): number =>
  parseDelay(lockMoveDefaults(terms), network);

/** Returns the same of a delay, as a request has it. */
export const moveTermsOf = (delay: number): Omit<MoveTerms, 'vaultId'> =>
  delay === 0 ? { transferable: false } : { transferable: true, moveDelayBlocks: delay };
