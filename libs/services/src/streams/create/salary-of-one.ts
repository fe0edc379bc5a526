import { randomBytes } from 'node:crypto';
import { firstPaydayFrom } from '@weir/calendar';
import { calendarFunding, type Network, openCalendarStream } from '@weir/covenants';
import type { NewStream, StreamRecord } from '@weir/infra';
import { paydaysOf } from '../../shared/paydays.js';
import { ServiceError } from '../../shared/service-error.js';
import { memberColumns, type ScheduledRow } from '../contract/stored-stream.js';

/** The columns that a salary by the calendar is opened from. */
type SalaryColumns = Pick<ScheduledRow, 'recurring' | 'totalAmount'> &
  Pick<NewStream, 'cancelable' | 'cancelNoticeBlocks' | 'tokenCategory'>;

/** What a salary by the calendar is opened with beside its columns. */
interface SalaryOpener {
  readonly calendar: NonNullable<StreamRecord['calendar']>;
  /** Locking bytecodes. */
  readonly sender: Uint8Array;
  readonly recipient: Uint8Array;
  /** Blocks between the announcement of another address and the move; 0 where the recipient cannot move. */
  readonly delay: number;
}

/**
 * Lays out a salary by the calendar as a plan of one, with a fresh nonce: its columns, and what its funding takes.
 *
 * @throws ServiceError INVALID_REQUEST where no contract has these terms
 */
export const openSalary = (
  { recurring, totalAmount, cancelable, cancelNoticeBlocks, tokenCategory }: SalaryColumns,
  { calendar, sender, recipient, delay }: SalaryOpener,
  network: Network,
) => {
  const paydays = paydaysOf(calendar);
  const firstPayday = recurring === null ? undefined : firstPaydayFrom(paydays, BigInt(recurring.firstDue));
  if (recurring === null || firstPayday === undefined) throw new Error('A salary by the calendar has no first payday');
  const { amountPerPeriod: amount, periods, pausable } = recurring;
  const opened = openCalendarStream(
    { sender, nonce: Uint8Array.from(randomBytes(16)), asset: tokenCategory ?? undefined, delay },
    {
      kind: 'SALARY',
      recipient,
      amount,
      lastAmount: totalAmount - amount * BigInt(periods - 1),
      periods,
      firstPayday,
      group: { kind: 'SALARY', paydays, noticeBlocks: cancelable ? cancelNoticeBlocks : 0, pausable, cancelable },
    },
    network,
  );
  if (!opened.ok)
    throw new ServiceError('INVALID_REQUEST', `The terms do not define a valid contract: ${opened.problem}`, {
      problem: opened.problem,
    });
  const { member } = opened;
  return {
    columns: memberColumns(member, { planId: null, fundingId: undefined }),
    funding: calendarFunding(member.contract, member).needs,
  };
};
