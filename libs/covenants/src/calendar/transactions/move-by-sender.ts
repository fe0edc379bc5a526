import type { Party } from '../../chain/party.js';
import { payoutOutput } from '../../plan/plan-coin.js';
import { CLOCK_SATOSHIS } from '../../plan/plan-limits.js';
import { assembleBySender, type SenderMove, type SenderOutputs } from '../../plan/transactions/sender-move.js';
import type { PlannedInput, WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { type CalendarCoin, calendarInputs, calendarOutputs } from '../calendar-coin.js';
import type { CalendarContract } from '../calendar-contract.js';
import type { CalendarResume, CalendarStop } from '../calendar-payout.js';
import { calendarStepFee } from '../calendar-terms.js';

/** One stream that the sender stops or resumes: as it is, and what `calendarStop` or `calendarResume` found. */
export interface CalendarMoveItem {
  readonly contract: CalendarContract;
  readonly coin: CalendarCoin;
  readonly recipient: Party;
  readonly step: CalendarStop | CalendarResume;
}

/** Returns the satoshis of a clock. Those of a salary pay for its settling, and the covenant fixes how many. */
export const calendarClockSatoshis = ({ terms, group }: Pick<CalendarContract, 'terms' | 'group'>): bigint =>
  group.kind === 'SALARY' ? calendarStepFee(terms) : CLOCK_SATOSHIS;

const inputsOf = ({ contract, coin, step }: CalendarMoveItem): PlannedInput[] => {
  const stops = contract.group.kind === 'SALARY' ? ('stop' as const) : ('cancel' as const);
  return calendarInputs(contract, coin, { call: 'kind' in step ? stops : 'resume', argument: step.argument });
};

const outputsOf = ({ contract, coin, recipient, step }: CalendarMoveItem): SenderOutputs => {
  const isStop = 'kind' in step;
  const next = { ...coin, units: isStop ? 0n : coin.units, state: step.state, principal: step.left };
  const token = { category: coin.category, amount: coin.units };
  return {
    stream: calendarOutputs(contract, next),
    clock: isStop ? { to: contract.clock.lockingBytecode, amount: calendarClockSatoshis(contract), token } : undefined,
    payee: step.paid === 0n ? undefined : payoutOutput(coin, recipient, step.paid),
  };
};

/** Plans a stop or a resume as a move of the sender. */
export const calendarSenderMove = (item: CalendarMoveItem): SenderMove => ({
  contract: item.contract,
  coin: item.coin,
  inputs: inputsOf(item),
  slots: outputsOf(item),
  locktime: item.step.locktime,
});

/**
 * Builds the sender's stop or resume of streams by one signature: their coin is at input 0, which is all the consent that the covenants ask
 * for, and their change at output 0.
 *
 * @param items all in BCH or all in tokens, of this sender, at one locktime
 * @throws RangeError for none, where they are not alike, or when the wallet is not the sender's
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildCalendarMove = (
  items: readonly CalendarMoveItem[],
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  assembleBySender(items.map(calendarSenderMove), sender, {
    ...options,
    userPrompt: items.some(({ step }) => 'kind' in step)
      ? 'Stop; what is left waits for the notice'
      : 'Resume on the next payday',
  });
