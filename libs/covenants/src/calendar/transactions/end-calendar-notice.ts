import type { PlanClockCoin } from '../../plan/plan-coin.js';
import { buildPaidRefund, buildPaidSettle, grownReserve, refundOutput } from '../../plan/transactions/end-notice.js';
import { clockInput } from '../../plan/transactions/sender-move.js';
import type { ContractPart, WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { type BoundedStep, buildWithinBound } from '../../transaction/keyless.js';
import { type CalendarCoin, calendarInputs, calendarOutputs, isCalendarNoticed } from '../calendar-coin.js';
import type { CalendarContract } from '../calendar-contract.js';
import { calendarStepFee } from '../calendar-terms.js';

const partOf = (
  contract: CalendarContract,
  coin: CalendarCoin,
  clock: PlanClockCoin,
  call: 'refund' | 'settle',
): Omit<ContractPart, 'outputs'> => ({
  network: contract.network,
  contractInputs: [
    ...calendarInputs(contract, coin, { call }),
    clockInput(contract, coin, clock, contract.group.noticeBlocks),
  ],
});

/** Plans a refund. @throws RangeError where no cancel's notice runs */
const refundStep = (contract: CalendarContract, coin: CalendarCoin, clock: PlanClockCoin): BoundedStep => {
  const { state, companion, principal, reserve } = coin;
  if (!isCalendarNoticed(coin) || (state.kind === 'SALARY' && state.status !== 'CANCELLED'))
    throw new RangeError('Only a cancelled stream can be refunded');
  const part = partOf(contract, coin, clock, 'refund');
  const held = clock.satoshis + reserve + (companion?.satoshis ?? principal);
  return {
    bound: calendarStepFee(contract.terms),
    shape: (fee) => ({
      ...part,
      outputs: [refundOutput(contract.terms.sender, coin, held - fee)],
      burnsClock: true,
    }),
  };
};

/**
 * Builds the refund, which returns what a cancel left to the sender once the clock is as old as the notice. Nobody signs. Undefined where
 * nodes ask for more than the floor covers: then use {@link buildPaidCalendarRefund}.
 *
 * @throws RangeError where no cancel's notice runs
 */
export const buildCalendarRefund = (
  contract: CalendarContract,
  coin: CalendarCoin,
  clock: PlanClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => buildWithinBound(refundStep(contract, coin, clock), options);

/**
 * Builds the refund with the sender's own coins behind the contract's, at any fee rate.
 *
 * @throws RangeError where no cancel's notice runs, or the wallet is not the sender's
 * @throws InsufficientFundsError
 */
export const buildPaidCalendarRefund = (
  contract: CalendarContract,
  coin: CalendarCoin,
  clock: PlanClockCoin,
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => buildPaidRefund(refundStep(contract, coin, clock), contract.terms.sender, sender, options);

/** Plans the settling of a pause. @throws RangeError where no pause's notice runs */
const settleStep = (contract: CalendarContract, coin: CalendarCoin, clock: PlanClockCoin): BoundedStep => {
  const { state } = coin;
  if (state.kind !== 'SALARY' || state.status !== 'PAUSING') throw new RangeError('Only a pause can be settled');
  const part = partOf(contract, coin, clock, 'settle');
  return {
    bound: calendarStepFee(contract.terms),
    shape: (fee) => ({
      ...part,
      outputs: calendarOutputs(contract, {
        ...coin,
        units: clock.units,
        state: { ...state, status: 'PAUSED', open: 'ONE' },
        reserve: grownReserve(coin, clock.satoshis - fee),
      }),
    }),
  };
};

/**
 * Builds the settling of a pause, once the clock is as old as the notice: the units return to the state, and of the unpaid periods only the
 * running one can still fall due. Nobody signs; the clock's satoshis pay. Undefined where nodes ask for more than they are: then use
 * {@link buildPaidCalendarSettle}.
 *
 * @throws RangeError where no pause's notice runs
 */
export const buildCalendarSettle = (
  contract: CalendarContract,
  coin: CalendarCoin,
  clock: PlanClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => buildWithinBound(settleStep(contract, coin, clock), options);

/**
 * Builds the settling with anybody's coins behind the contract's, for what nodes ask beyond the clock's satoshis.
 *
 * @throws RangeError where no pause's notice runs
 * @throws InsufficientFundsError
 */
export const buildPaidCalendarSettle = (
  contract: CalendarContract,
  coin: CalendarCoin,
  clock: PlanClockCoin,
  payer: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => buildPaidSettle(settleStep(contract, coin, clock), clock, payer, options);
