import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { amountOfNext, payDue } from '@weir/payments';
import type { ClockCoin } from '../../contract/clock-coin.js';
import { assemble, feeOf, sizeOf, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import { withinBound } from '../../transaction/contract-part.js';
import type { RecurringCoin } from '../recurring-coin.js';
import type { RecurringContract } from '../recurring-contract.js';
import { leastReserved } from '../recurring-rules.js';
import type { RecurringState } from '../recurring-state.js';
import { clockInput, payoutOutput, stateInputs, stateOutputs, type RecurringShape } from './recurring-pair.js';

/** How a pause or cancel at a locktime divides a payment. Units of the asset. */
export interface RecurringSplit {
  readonly to: 'PAUSING' | 'CANCELLED';
  /** Number of periods due, which the pause or cancel itself pays. */
  readonly periods: bigint;
  readonly paid: bigint;
  /**
   * Principal of the periods that are not due: it waits for the notice, and for what still falls due until that is
   * over.
   */
  readonly left: bigint;
  readonly state: RecurringState;
}

const mayStop = ({ parameters }: RecurringContract, { status }: RecurringState, to: RecurringSplit['to']): boolean =>
  to === 'PAUSING'
    ? parameters.pausable && status === 'ACTIVE'
    : parameters.cancelable && (status === 'ACTIVE' || status === 'PAUSING');

/**
 * Returns the split of a pause or cancel; undefined when there is none: it is not allowed, or not in this state
 * (`buildSettledRecurringCancel` cancels a settled pause), or every period is due already.
 *
 * @param locktime Unix seconds
 */
export const splitRecurring = (
  contract: RecurringContract,
  state: RecurringState,
  locktime: bigint,
  to: RecurringSplit['to'],
): RecurringSplit | undefined => {
  const { plan } = contract.parameters;
  if (!mayStop(contract, state, to) || locktime < state.latest) return undefined;
  const { periods, amount, progress } = payDue(plan, state, locktime);
  const unpaid = plan.periods - progress.paid;
  if (unpaid === 0n) return undefined;
  return {
    to,
    periods,
    paid: amount,
    left: amountOfNext(plan, progress.paid, unpaid),
    state: { ...progress, status: to, latest: locktime },
  };
};

interface Stop {
  readonly contract: RecurringContract;
  readonly coin: RecurringCoin;
  readonly split: RecurringSplit;
  /** Clock of a running pause, which a cancel replaces. */
  readonly clock?: ClockCoin | undefined;
}

/**
 * Plans a pause or cancel for any satoshis of the next state.
 *
 * @throws RangeError when a pause is running and its clock is not given
 */
const planStop = ({ contract, coin, split, clock }: Stop): ((satoshis: bigint) => RecurringShape) => {
  const { script, rules, network } = contract;
  const running = coin.state.status === 'PAUSING';
  if (running && clock === undefined)
    throw new RangeError('A cancel while pausing replaces the clock of the pause: the clock is missing');
  const inputs = stateInputs(contract, coin, script.unlock.stop(placeholderPublicKey(), placeholderSignature()));
  const contractInputs =
    running && clock !== undefined ? [...inputs, clockInput(contract, clock, coin.category)] : inputs;
  return (satoshis) => ({
    network,
    contractInputs,
    outputs: [
      {
        to: contract.clock.lockingBytecode,
        amount: rules.clockSatoshis,
        token: { category: coin.category, amount: 1n },
      },
      ...stateOutputs(contract, coin, { state: split.state, satoshis }, split.paid),
      ...(split.paid > 0n ? [payoutOutput(contract, split.paid)] : []),
    ],
    locktime: split.state.latest,
  });
};

const buildStop = (
  stop: Stop,
  sender: WalletCoins,
  userPrompt: string,
  { feeRate }: BuildOptions,
): UnsignedTransaction => {
  const { contract, coin, split, clock } = stop;
  const { rules, asset, parameters } = contract;
  const shape = planStop(stop);
  const least = leastReserved(parameters.plan, asset, split.state.paid);
  const unpaid = coin.satoshis - (asset.type === 'BCH' ? split.paid : 0n);
  const payout = split.paid > 0n ? rules.payoutSatoshis : 0n;
  const fee = withinBound(feeOf(sizeOf(shape(least)), feeRate), rules.stopBound - rules.clockSatoshis);
  const cost = fee + rules.clockSatoshis + payout;
  const kept = unpaid + (coin.state.status === 'PAUSING' ? (clock?.satoshis ?? 0n) : 0n) - cost;
  const reservePays = kept >= least;
  // Where the sender's coins pay, the state keeps what it has, and at least what it must.
  const satoshis = reservePays ? kept : unpaid > least ? unpaid : least;
  return assemble({ ...shape(satoshis), wallet: sender, change: 'last', feeRate, userPrompt });
};

/**
 * Builds the sender's pause: it pays what is due at the split's locktime, starts the clock, and leaves the rest under
 * notice. The reserve pays where it holds enough, otherwise the sender's own coins; these also fill the reserve up to
 * a fee for each period left (at most 16).
 *
 * @param split a split to PAUSING
 * @throws InsufficientFundsError
 */
export const buildRecurringPause = (
  contract: RecurringContract,
  coin: RecurringCoin,
  split: RecurringSplit,
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  buildStop(
    { contract, coin, split },
    sender,
    'Pause the payment; what falls due until the notice ends is still paid',
    options,
  );

/**
 * Builds the sender's cancel of a payment that is active or pausing, like {@link buildRecurringPause}.
 *
 * @param split a split to CANCELLED
 * @param clock of the pause that is running, if one is
 * @throws InsufficientFundsError
 * @throws RangeError when a pause is running and its clock is not given
 */
export const buildRecurringCancel = (
  contract: RecurringContract,
  coin: RecurringCoin,
  split: RecurringSplit,
  sender: WalletCoins,
  clock?: ClockCoin,
  options: BuildOptions = {},
): UnsignedTransaction =>
  buildStop({ contract, coin, split, clock }, sender, 'Cancel the payment; the rest returns after the notice', options);
