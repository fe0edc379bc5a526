import { buildKeylessLockPayment, buildPaidLockPayment, type LockContract, lockPayableFrom } from '@weir/covenants';
import { lockCoinOf } from '@weir/indexing/products';
import type { BuiltTransaction } from '../actions.js';
import type { RecoverContext } from '../chain/open-chain.js';
import type { Instance } from '../find/instance.js';
import { notPossible, usage } from '../recover-error.js';
import { lockPaymentAt } from '../report/report-lock.js';
import type { Surroundings } from '../report/report-two-party.js';
import { actor, type Order, walletOf } from './build-two-party.js';

/**
 * Builds the payment of a lock, the only thing that it does: complete where the lock pays for it, else for its payer.
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
  const { state, status } = instance.head;
  if (state === null) throw notPossible(`This lock has ended (${status}): nothing can move any more`);
  const payment = lockPaymentAt(instance, contract, time);
  if (payment === undefined) {
    const next = new Date(Number(lockPayableFrom(contract, lockCoinOf(state))) * 1000).toISOString();
    throw notPossible(`Nothing is due before ${next} by the chain's clock, which runs about an hour behind`);
  }
  const options = { feeRate: await context.chain.feeRate() };
  const keyless = buildKeylessLockPayment(payment, options);
  if (keyless !== undefined) return keyless;
  if (action === 'push' && address === undefined)
    throw notPossible('The lock does not pay for this push: name who does with --address, whose wallet signs');
  const payer = actor(order, action === 'claim' ? contract.terms.recipient : undefined, 'recipient');
  return buildPaidLockPayment(payment, await walletOf(payer, context), options);
};
