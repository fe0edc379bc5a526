import {
  buildKeylessLockPayment,
  type LockContract,
  type LockPayment,
  lockPayableFrom,
  lockPayout,
} from '@weir/covenants';
import { lockCoinOf } from '@weir/indexing/products';
import type { Role } from '../find/find-by-holder.js';
import type { Instance } from '../find/instance.js';
import { type ContractReport, isKey, type PossibleAction, type Surroundings } from './report-two-party.js';

/** Returns what a lock pays at a time; undefined where it pays nothing, or has ended. */
export const lockPaymentAt = (
  { head: { state } }: Instance,
  contract: LockContract,
  time: bigint,
): LockPayment | undefined => {
  if (state === null) return undefined;
  const coin = lockCoinOf(state);
  const payout = lockPayout(contract, coin, time);
  return payout && { contract, coin, payout };
};

/** Reports what a lock has for its parties. Its sender has no say. */
export const reportLock = (
  instance: Instance,
  contract: LockContract,
  roles: readonly Role[],
  { time }: Surroundings,
): Pick<ContractReport, 'due' | 'nextDue' | 'notice' | 'strays' | 'actions' | 'remarks'> => {
  const { state } = instance.head;
  const payment = lockPaymentAt(instance, contract, time);
  const due = payment?.payout.due ?? 0n;
  const isKeyless = payment !== undefined && buildKeylessLockPayment(payment) !== undefined;
  const canSign =
    payment !== undefined && roles.includes('recipient') && (isKeyless || isKey(contract.terms.recipient));
  const actions: readonly PossibleAction[] = [
    ...(canSign ? [{ action: 'claim', signed: !isKeyless, amount: due } as const] : []),
    ...(isKeyless ? [{ action: 'push', signed: false, amount: due } as const] : []),
  ];
  return {
    due,
    nextDue: due > 0n || state === null ? null : lockPayableFrom(contract, lockCoinOf(state)),
    notice: null,
    strays: { coins: 0, satoshis: 0n },
    actions,
    remarks: [],
  };
};
