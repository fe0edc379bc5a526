import type { ContractPart, WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { type BoundedStep, buildWithinBound } from '../../transaction/keyless.js';
import { settledSlot } from '../payout/plan-stop.js';
import { satoshisOf, streamOutputs, type PlanClockCoin, type PlanCoin } from '../plan-coin.js';
import type { PlanCall, PlanContract } from '../plan-contract.js';
import { stepFeeOf } from '../plan-limits.js';
import { buildPaidRefund, buildPaidSettle, grownReserve, refundOutput } from './end-notice.js';
import { clockInput, streamInputs } from './sender-move.js';

const shapeOf = (
  contract: PlanContract,
  coin: PlanCoin,
  clock: PlanClockCoin,
  call: PlanCall,
): Omit<ContractPart, 'outputs'> => ({
  network: contract.network,
  contractInputs: [
    ...streamInputs(contract, coin, call),
    clockInput(contract, coin, clock, contract.group.noticeBlocks),
  ],
});

/** Plans a refund. */
const refundStep = (contract: PlanContract, coin: PlanCoin, clock: PlanClockCoin): BoundedStep => {
  const { state } = coin;
  if (coin.units > 0n || (state.kind === 'RECURRING' && state.status !== 'CANCELLED'))
    throw new RangeError('Only a cancelled stream can be refunded');
  const shape = shapeOf(contract, coin, clock, 'refund');
  const held = satoshisOf(coin) + clock.satoshis;
  return {
    bound: stepFeeOf(contract.terms),
    shape: (fee) => ({
      ...shape,
      outputs: [refundOutput(contract.terms.sender, coin, held - fee)],
      burnsClock: true,
    }),
  };
};

/**
 * Builds the refund, which returns what a cancel left to the sender once the clock is as old as the notice. Nobody
 * signs. Undefined where nodes ask for more than the floor covers: then use {@link buildPaidPlanRefund}.
 *
 * @throws RangeError where no cancel's notice runs
 */
export const buildPlanRefund = (
  contract: PlanContract,
  coin: PlanCoin,
  clock: PlanClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => buildWithinBound(refundStep(contract, coin, clock), options);

/**
 * Builds the refund with the sender's own coins behind the contract's, at any fee rate. Everything that is not fee goes to
 * the one output, which is the sender's anyway.
 *
 * @throws RangeError where no cancel's notice runs, or the wallet is not the sender's
 * @throws InsufficientFundsError
 */
export const buildPaidPlanRefund = (
  contract: PlanContract,
  coin: PlanCoin,
  clock: PlanClockCoin,
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => buildPaidRefund(refundStep(contract, coin, clock), contract.terms.sender, sender, options);

/** Plans the settling of a pause. */
const settleStep = (contract: PlanContract, coin: PlanCoin, clock: PlanClockCoin): BoundedStep => {
  const { state } = coin;
  if (state.kind !== 'RECURRING' || state.status !== 'PAUSING') throw new RangeError('Only a pause can be settled');
  const shape = shapeOf(contract, coin, clock, 'settle');
  return {
    bound: stepFeeOf(contract.terms),
    shape: (fee) => ({
      ...shape,
      outputs: streamOutputs(contract, {
        ...coin,
        units: clock.units,
        state: settledSlot(state),
        reserve: grownReserve(coin, clock.satoshis - fee),
      }),
    }),
  };
};

/**
 * Builds the settling of a pause, once the clock is as old as the notice: the units return to the state, and of the
 * unpaid periods only the running one can still fall due. Nobody signs; the clock's satoshis pay. Pay what is due
 * first: everything that fell due during the notice and was not paid waits for the resume. Undefined where nodes ask for
 * more than the clock holds: then use {@link buildPaidPlanSettle}.
 *
 * @throws RangeError where no pause's notice runs
 */
export const buildPlanSettle = (
  contract: PlanContract,
  coin: PlanCoin,
  clock: PlanClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => buildWithinBound(settleStep(contract, coin, clock), options);

/**
 * Builds the settling with anybody's coins behind the contract's, for what nodes ask beyond the clock's satoshis.
 *
 * @throws RangeError where no pause's notice runs
 * @throws InsufficientFundsError
 */
export const buildPaidPlanSettle = (
  contract: PlanContract,
  coin: PlanCoin,
  clock: PlanClockCoin,
  payer: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => buildPaidSettle(settleStep(contract, coin, clock), clock, payer, options);
