import type { Utxo } from 'cashscript';
import { buildSweepBySender } from '../../plan/transactions/sweep-plan.js';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { strayBeside } from '../../transaction/sweep.js';
import type { CalendarContract } from '../calendar-contract.js';
import { calendarCommitmentLength } from '../calendar-state.js';

/** Whether a coin at the address of a plan by the calendar is not one of its streams, so that the sender can sweep it. */
export const isCalendarStray = ({ terms }: Pick<CalendarContract, 'terms'>, coin: Utxo): boolean =>
  strayBeside((bytes) => bytes >= calendarCommitmentLength(terms.product))(coin);

/**
 * Builds the sender's sweep of 1 to 50 coins sent to the address of a plan by the calendar by mistake, as `buildPlanSweep` does.
 *
 * @throws RangeError when one of them may be a stream, there are none or too many, or the wallet is not the sender's
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildCalendarSweep = (
  contract: CalendarContract,
  strays: readonly Utxo[],
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => {
  const { network, terms } = contract;
  const isStray = (coin: Utxo): boolean => isCalendarStray(contract, coin);
  const swept = { network, sender: terms.sender, unlocker: contract.unlock('sweep'), isStray };
  return buildSweepBySender(swept, strays, sender, options);
};
