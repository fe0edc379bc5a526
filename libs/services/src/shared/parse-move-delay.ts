import { isLocalNetwork, leastMoveDelay, type Network } from '@weir/covenants';
import { DEFAULT_MOVE_DELAY, MAX_MOVE_DELAY } from '@weir/kinds';
import { ServiceError } from './service-error.js';

/** What a sender says of moves to other addresses. */
export interface MoveTerms {
  readonly transferable?: boolean | undefined;
  readonly moveDelayBlocks?: number | undefined;
}

/**
 * Reads the delay between the announcement of another address and the move to it, blocks: seven days by default, a day at least, on
 * local networks a block; 0 where recipients cannot move.
 *
 * @throws ServiceError INVALID_REQUEST
 */
export const parseMoveDelay = ({ transferable = true, moveDelayBlocks }: MoveTerms, network: Network): number => {
  const field = 'moveDelayBlocks';
  if (!transferable) {
    if (moveDelayBlocks === undefined) return 0;
    throw new ServiceError(
      'INVALID_REQUEST',
      `${field} is of streams that recipients can move: omit it, or transferable`,
      {
        field,
        given: moveDelayBlocks,
      },
    );
  }
  const least = leastMoveDelay(isLocalNetwork(network));
  const delay = moveDelayBlocks ?? DEFAULT_MOVE_DELAY;
  if (Number.isInteger(delay) && delay >= least && delay <= MAX_MOVE_DELAY) return delay;
  throw new ServiceError(
    'INVALID_REQUEST',
    `${field} must be from ${least} to ${MAX_MOVE_DELAY}: a recipient needs that time to undo what they did not mean. Omit it for ${DEFAULT_MOVE_DELAY}`,
    { field, given: delay, least },
  );
};

/** Returns the same of a delay, as a request has it. */
export const moveTermsOf = (delay: number): MoveTerms =>
  delay === 0 ? { transferable: false } : { transferable: true, moveDelayBlocks: delay };
