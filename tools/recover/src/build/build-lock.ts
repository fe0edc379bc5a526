import { buildKeylessLockPayment, buildPaidLockPayment, type LockContract, lockPayableFrom } from '@weir/covenants';
import type { BuiltTransaction } from '../actions.js';
import type { RecoverContext } from '../chain/open-chain.js';
import { type Instance, lockNow } from '../find/instance.js';
import { notPossible, usage } from '../recover-error.js';
import { lockPaymentAt } from '../report/report-lock.js';
import type { Surroundings } from '../report/report-two-party.js';
import { actor, type Order, walletOf } from './build-two-party.js';

/**
 * Builds the payment of a lock, all that it does beside a move: complete where the lock pays for it, else for its payer.
 *
 * @throws RecoverError, CovenantError, InsufficientFundsError, ChainUnavailableError
 */
export const buildLock = async (
  instance: Instance,
  contract: LockContract,
  order: Order,
  { time }: Surroundings,
  context: RecoverContext,
): Promise<BuiltTransaction> => {
  const { action, address } = order;
  if (action !== 'claim' && action !== 'push')
    throw usage(`A lock knows no ${action}: it is paid out, by claim or push`);
  const lock = lockNow(instance, contract);
  if (lock === undefined) throw notPossible(`This lock has ended (${instance.head.status}): nothing can move any more`);
  const payment = lockPaymentAt(lock, time);
  if (payment === undefined) {
    const next = new Date(Number(lockPayableFrom(lock.contract, lock.coin)) * 1000).toISOString();
    throw notPossible(`Nothing is due before ${next} by the chain's clock, which runs about an hour behind`);
  }
  const options = { feeRate: await context.chain.feeRate() };
  const keyless = buildKeylessLockPayment(payment, options);
  if (keyless !== undefined) return keyless;
  if (action === 'push' && address === undefined)
    throw notPossible('The lock does not pay for this push: name who does with --address, whose wallet signs');
  const payer = actor(order, action === 'claim' ? lock.contract.terms.recipient : undefined, 'recipient');
  return buildPaidLockPayment(payment, await walletOf(payer, context), options);
};
