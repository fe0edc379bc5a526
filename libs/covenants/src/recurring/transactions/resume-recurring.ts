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
 * The state a resume leaves, or undefined when there is no settled pause to end.
 *
 * @param locktime of the transaction; the chain's median time lags behind the clock
 * @param now Unix seconds: the next period falls due an interval from now, at most two hours more than one from the
 * locktime
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
 * Builds the sender's resume of a settled pause. The sender's coins pay for it, and fill the reserve up to a fee for each
 * period left (16 at most).
 *
 * @param next see {@link resumedRecurring}
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
