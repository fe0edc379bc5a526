import type { TransactionCommon } from '@bitauth/libauth';
import { monthNumber, type Tranche } from '@weir/calendar';
import {
  buildCalendarFunding,
  type CalendarDraft,
  type CalendarPart,
  type CalendarProduct,
  calendarTermsOf,
  defaultCalendarFees,
  findCalendarDeployments,
  type GrantDraft,
  type Party,
  planCalendarStream,
  type UnsignedTransaction,
  type WalletCoins,
} from '@weir/covenants';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';

const LOCAL = { time: 32_400n, utcOffset: 3_600n };
/** Shortest notice of the devnet. */
const NOTICE_BLOCKS = 6;

/** A month of the calendar. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

/** Twelve salaries of a million units, on the last day of each month from one on, at 09:00, one hour east of Greenwich. */
export const lastDaySalary = (recipient: Party, from: Month, amount = 1_000_000n): CalendarDraft => ({
  kind: 'SALARY',
  recipient,
  amount,
  periods: 12,
  firstPayday: monthNumber(from),
  group: {
    kind: 'SALARY',
    paydays: { months: 1n, day: 31n, ...LOCAL },
    noticeBlocks: NOTICE_BLOCKS,
    pausable: true,
    cancelable: true,
  },
});

/** Forty-eight installments of a million units on the 15th of each month from one on, none before the cliff of six. */
export const monthlyGrant = (recipient: Party, from: Month, amount = 1_000_000n): GrantDraft => ({
  kind: 'GRANT',
  recipient,
  total: 48n * amount,
  released: 0n,
  day: 15n,
  firstMonth: monthNumber(from),
  installments: 48n,
  group: {
    kind: 'GRANT',
    months: 1n,
    cliff: 6n,
    local: LOCAL,
    allocation: 'CUMULATIVE_ROUND_DOWN',
    noticeBlocks: NOTICE_BLOCKS,
  },
});

/** A list of tranches that the sender may cancel. */
export const trancheList = (recipient: Party, tranches: readonly Tranche[]): CalendarDraft => ({
  kind: 'TRANCHES',
  recipient,
  tranches,
  group: { kind: 'TRANCHES', noticeBlocks: NOTICE_BLOCKS },
});

/** Lays out a plan by the calendar with the usual fees. */
export const calendarPart = (
  product: CalendarProduct,
  sender: Party,
  drafts: readonly CalendarDraft[],
  { nonce, delay = DEFAULT_MOVE_DELAY }: { readonly nonce: Uint8Array; readonly delay?: number },
): CalendarPart => {
  const frame = { product, sender, nonce, ...defaultCalendarFees(product), delay };
  const streams = drafts.map((draft, i) => planCalendarStream(frame, draft, i + 1));
  return { terms: calendarTermsOf(frame, streams), streams };
};

/**
 * Builds the funding of a part on the devnet.
 *
 * @param asset category of its tokens; left out in BCH
 * @throws Error where the wallet has no coin with index 0
 */
export const fundCalendar = (
  part: CalendarPart,
  wallet: WalletCoins,
  tip: { readonly height: number; readonly medianTimePast: number },
  asset?: string,
): UnsignedTransaction => {
  const { kind, transaction } = buildCalendarFunding(part, wallet, { network: 'devnet', tip, asset });
  if (kind !== 'funding') throw new Error('This wallet must be prepared first');
  return transaction;
};

/** Finds the streams by the calendar that a funding on the devnet opens, each with its state. @throws Error where it opens none */
export const openedByCalendar = (txid: string, transaction: TransactionCommon) => {
  const found = findCalendarDeployments('devnet', txid, transaction);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.deployments;
};
