import {
  buildFinishLockMove,
  buildKeylessLockPayment,
  canLockMove,
  isLockUndone,
  type LockContract,
  lockFinishDelay,
  type LockMove,
  type LockPayment,
  lockPayableFrom,
  lockPayout,
} from '@weir/covenants';
import type { MoveStep } from '../actions.js';
import type { Role } from '../find/find-by-holder.js';
import { heightOf, type Instance, lockNow } from '../find/instance.js';
import { type ContractReport, isKey, type PossibleAction, type Surroundings } from './report-two-party.js';
import { finishableAt, type RunningMove } from './running-move.js';

/** Returns what a lock pays at a time; undefined where it pays nothing. */
export const lockPaymentAt = ({ contract, coin }: LockMove, time: bigint): LockPayment | undefined => {
  const payout = lockPayout(contract, coin, time);
  return payout && { contract, coin, payout };
};

/** Returns the move to another address that is pending. */
const runningMove = (lock: LockMove, instance: Instance): RunningMove | null => {
  const { movesTo } = lock.contract.terms;
  return movesTo === undefined
    ? null
    : {
        to: movesTo,
        isUndone: isLockUndone(lock),
        finishableAtHeight: finishableAt(heightOf(instance), lockFinishDelay(lock)),
      };
};

/** Returns the steps of a move to another address that are possible now: an announcement and an undo are the recipient's. */
const moveActions = (
  move: RunningMove | null,
  lock: LockMove,
  roles: readonly Role[],
  { tip }: Surroundings,
): PossibleAction[] => {
  const { terms } = lock.contract;
  const isRecipients = roles.includes('recipient') && isKey(terms.recipient) && canLockMove(terms);
  const isFinishable = move?.finishableAtHeight != null && tip.height >= move.finishableAtHeight;
  const signed: readonly MoveStep[] = [
    ...(isRecipients && move === null ? (['announce'] as const) : []),
    ...(isRecipients && move !== null && !move.isUndone ? (['undo'] as const) : []),
  ];
  return [
    ...signed.map((action) => ({ action, signed: true, amount: null })),
    ...(isFinishable && roles.length > 0
      ? [{ action: 'finish' as const, signed: buildFinishLockMove(lock) === undefined, amount: null }]
      : []),
  ];
};

type Part = Pick<ContractReport, 'due' | 'nextDue' | 'notice' | 'move' | 'strays' | 'actions' | 'remarks'>;

/** Reports what a lock has for its parties. Its sender has no say. */
export const reportLock = (
  instance: Instance,
  contract: LockContract,
  roles: readonly Role[],
  around: Surroundings,
): Part => {
  const nothing = { notice: null, strays: { coins: 0, satoshis: 0n }, remarks: [] };
  const lock = lockNow(instance, contract);
  if (lock === undefined) return { ...nothing, due: 0n, nextDue: null, move: null, actions: [] };
  const payment = lockPaymentAt(lock, around.time);
  const due = payment?.payout.due ?? 0n;
  const isKeyless = payment !== undefined && buildKeylessLockPayment(payment) !== undefined;
  const canSign =
    payment !== undefined && roles.includes('recipient') && (isKeyless || isKey(lock.contract.terms.recipient));
  const move = runningMove(lock, instance);
  const actions: readonly PossibleAction[] = [
    ...(canSign ? [{ action: 'claim', signed: !isKeyless, amount: due } as const] : []),
    ...(isKeyless ? [{ action: 'push', signed: false, amount: due } as const] : []),
    ...moveActions(move, lock, roles, around),
  ];
  return {
    ...nothing,
    due,
    nextDue: due > 0n ? null : lockPayableFrom(lock.contract, lock.coin),
    move,
    actions,
  };
};
