import { isScriptAddress } from '../format/identifiers.js';
import { type Message, msg, t } from '../language/text.js';

/** Why a stream, lock or payment cannot move to another wallet now. */
type Obstacle = 'ENDED' | 'LOCK' | 'MOVING' | 'NOT_FUNDED' | 'NOT_TRANSFERABLE' | 'PAID_BY_TREASURY' | 'UNDER_NOTICE';

/** What of a record says whether it can move. */
export interface MovableRecord {
  readonly status: string;
  readonly sender: string;
  readonly transferable: boolean;
  readonly pending_move: { readonly undone: boolean } | null;
  /** Of a payment: whether the notice of its pause is over; null where it is not paused. */
  readonly settled?: boolean | null;
  readonly contract?: string;
}

/** Returns why a record cannot move; undefined where it can. The service decides; this only offers. */
export const obstacleOf = ({
  status,
  sender,
  transferable,
  pending_move: move,
  settled,
  contract,
}: MovableRecord): Obstacle | undefined => {
  if (status === 'PENDING') return 'NOT_FUNDED';
  if (status === 'COMPLETED') return 'ENDED';
  if (!transferable && contract === 'LOCK') return 'LOCK';
  if (!transferable) return isScriptAddress(sender) ? 'PAID_BY_TREASURY' : 'NOT_TRANSFERABLE';
  if (status === 'CANCELLED' || settled === false) return 'UNDER_NOTICE';
  return move === null ? undefined : 'MOVING';
};

const UNDER_NOTICE = msg('A notice of its sender runs. Until it is over, it cannot move.');
const NOT_TRANSFERABLE = msg('Its terms do not allow it. Its sender decided that when creating it.');
const OTHER_ADDRESS = msg('It pays another address than the one that signs.');
const WAIT = msg('Its last step is not mined yet. Try again in some minutes.');

const OBSTACLES: Readonly<Record<Obstacle, Message>> = {
  ENDED: msg('It has ended.'),
  LOCK: msg('Its terms keep this lock at its address until its end.'),
  MOVING: msg('It is moving to another wallet already.'),
  NOT_FUNDED: msg('It is not funded yet. Its sender can create it again with the new address.'),
  NOT_TRANSFERABLE,
  PAID_BY_TREASURY: msg(
    'A treasury pays it, and a move could block the treasury’s cancel. So its terms do not allow moves. Ask a member of the treasury to create it again with the new address.',
  ),
  UNDER_NOTICE,
};

/** Says why a record cannot move. */
export const obstacleText = (obstacle: Obstacle): string => t(OBSTACLES[obstacle]);

/** Why the service left a stream out, by its code. */
const REASONS: Readonly<Record<string, Message>> = {
  NOT_TRANSFERABLE,
  UNDER_NOTICE,
  NOT_MINED: WAIT,
  WRONG_STATE: msg('It has ended, or is not funded.'),
  FORBIDDEN: OTHER_ADDRESS,
  OTHER_ADDRESS,
  MOVES_THERE_ALREADY: msg('It moves to this address already.'),
  NO_MOVE: msg('No move of it is pending.'),
  DELAY_NOT_OVER: msg('Its delay is not over yet.'),
  LOCK_MOVES_ALONE: msg('Each lock ends its move alone. The service does it, or try again.'),
  RESERVE_FULL: msg('Its reserve is full. Try again after its next payments.'),
};

/** Says why the service left a stream out. @param reason its own words, in English */
export const leftOutText = (code: string, reason: string): string => {
  const known = REASONS[code];
  return known === undefined ? reason : t(known);
};
