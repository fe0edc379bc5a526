import { MAX_STREAM_RESERVE } from '../../plan/plan-limits.js';
import type { OtherMove } from '../../plan/transactions/move-plan.js';
import { type CalendarCoin, calendarInputs, calendarOutputs } from '../calendar-coin.js';
import type { CalendarContract } from '../calendar-contract.js';
import { calendarStepFee, isBchCalendar } from '../calendar-terms.js';

/** Returns a stream by the calendar as the builders of moves take it: it moves to another address beside those of plans. */
export const calendarMove = (contract: CalendarContract, coin: CalendarCoin): OtherMove => {
  const { terms } = contract;
  const stepFee = calendarStepFee(terms);
  return {
    contract,
    coin,
    form: {
      stepFee,
      hasRoom: !isBchCalendar(terms.product) || coin.reserve + stepFee <= MAX_STREAM_RESERVE,
      inputs: (call, blocks) => calendarInputs(contract, coin, { call, blocks }),
      outputs: (parties, more) =>
        calendarOutputs(contract, { ...coin, reserve: coin.reserve + more, state: { ...coin.state, ...parties } }),
    },
  };
};
