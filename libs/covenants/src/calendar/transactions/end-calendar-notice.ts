import type { PlanClockCoin } from '../../plan/plan-coin.js';
import { MAX_STREAM_RESERVE } from '../../plan/plan-limits.js';
import { clockInput } from '../../plan/transactions/sender-move.js';
import type { ContractPart } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction } from '../../transaction/built-transaction.js';
import { buildWithinBound } from '../../transaction/keyless.js';
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

/**
 * Builds the refund, which returns what a cancel left to the sender once the clock is as old as the notice. Nobody signs. Undefined where
 * nodes ask for more than the floor covers.
 *
 * @throws RangeError where no cancel's notice runs
 */
export const buildCalendarRefund = (
  contract: CalendarContract,
  coin: CalendarCoin,
  clock: PlanClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  const { state, companion, principal, reserve } = coin;
  if (!isCalendarNoticed(coin) || (state.kind === 'SALARY' && state.status !== 'CANCELLED'))
    throw new RangeError('Only a cancelled stream can be refunded');
  const part = partOf(contract, coin, clock, 'refund');
  const held = clock.satoshis + reserve + (companion?.satoshis ?? principal);
  const token = companion === undefined ? {} : { token: { category: companion.category, amount: principal } };
  return buildWithinBound(
    {
      bound: calendarStepFee(contract.terms),
      shape: (fee) => ({
        ...part,
        outputs: [{ to: contract.terms.sender, amount: held - fee, ...token }],
        burnsClock: true,
      }),
    },
    options,
  );
};

/**
 * Builds the settling of a pause, once the clock is as old as the notice: the units return to the state, and of the unpaid periods only the
 * running one can still fall due. Nobody signs; the clock's satoshis pay. Undefined where nodes ask for more than they are.
 *
 * @throws RangeError where no pause's notice runs
 */
export const buildCalendarSettle = (
  contract: CalendarContract,
  coin: CalendarCoin,
  clock: PlanClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  const { state } = coin;
  if (state.kind !== 'SALARY' || state.status !== 'PAUSING') throw new RangeError('Only a pause can be settled');
  const part = partOf(contract, coin, clock, 'settle');
  const reserveWith = (surplus: bigint): bigint => {
    const grown = coin.reserve + surplus;
    return coin.companion === undefined && grown > MAX_STREAM_RESERVE ? coin.reserve : grown;
  };
  return buildWithinBound(
    {
      bound: calendarStepFee(contract.terms),
      shape: (fee) => ({
        ...part,
        outputs: calendarOutputs(contract, {
          ...coin,
          units: clock.units,
          state: { ...state, status: 'PAUSED', open: 'ONE' },
          reserve: reserveWith(clock.satoshis - fee),
        }),
      }),
    },
    options,
  );
};
