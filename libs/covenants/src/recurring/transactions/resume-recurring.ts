import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { resume } from '@weir/payments';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { RecurringCoin } from '../recurring-coin.js';
import type { RecurringContract } from '../recurring-contract.js';
import { leastReserved, RECURRING_RESUME_SLACK } from '../recurring-rules.js';
import type { RecurringState } from '../recurring-state.js';
import { stateInputs, stateOutputs } from './recurring-pair.js';

/**
 * Returns the state that a resume leaves; undefined when there is no settled pause to end.
 *
 * @param locktime Unix seconds; bounded by the chain's median time, which lags the clock
 * @param now the clock, Unix seconds: the next period falls due an interval later, or at most two hours later than
 *   an interval from the locktime
 */
export const resumedRecurring = (
  { parameters: { plan } }: RecurringContract,
  state: RecurringState,
  locktime: bigint,
  now: bigint = locktime,
): RecurringState | undefined => {
  if (state.status !== 'PAUSED' || locktime < state.latest) return undefined;
  const latest = locktime + RECURRING_RESUME_SLACK;
  const from = now < locktime ? locktime : now > latest ? latest : now;
  return { ...resume(plan, state, from), status: 'ACTIVE', latest: locktime };
};

/**
 * Builds the sender's resume of a settled pause. The sender's coins pay for it, and fill the reserve up to a fee for
 * each period left (at most 16).
 *
 * @param next from {@link resumedRecurring}
 * @throws InsufficientFundsError
 */
export const buildRecurringResume = (
  contract: RecurringContract,
  coin: RecurringCoin,
  next: RecurringState,
  sender: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const { parameters, asset, network, script } = contract;
  const least = leastReserved(parameters.plan, asset, next.paid);
  const satoshis = coin.satoshis > least ? coin.satoshis : least;
  return assemble({
    network,
    contractInputs: stateInputs(contract, coin, script.unlock.resume(placeholderPublicKey(), placeholderSignature())),
    outputs: stateOutputs(contract, coin, { state: next, satoshis }, 0n),
    locktime: next.latest,
    wallet: sender,
    change: 'last',
    feeRate,
    userPrompt: 'Resume the payment',
  });
};
