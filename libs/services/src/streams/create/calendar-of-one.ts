import { randomBytes } from 'node:crypto';
import { firstPaydayFrom } from '@weir/calendar';
import {
  type CalendarDraft,
  calendarFunding,
  type Network,
  openCalendarStream,
  type SalaryDraft,
  type SalaryGroup,
} from '@weir/covenants';
import type { NewStream } from '@weir/infra';
import { type DatedColumns, grantOfColumns, tranchesOf } from '../../shared/dated-columns.js';
import { paydaysOf, type StoredCalendar } from '../../shared/paydays.js';
import { ServiceError } from '../../shared/service-error.js';
import { memberColumns } from '../contract/stored-stream.js';

/** The columns that a stream by the calendar is opened from. */
type DatedRow = DatedColumns & Pick<NewStream, 'recurring' | 'startTime' | 'cancelable' | 'cancelNoticeBlocks'>;

/** The parties of a stream by the calendar: locking bytecodes. */
interface Opener {
  readonly sender: Uint8Array;
  readonly recipient: Uint8Array;
  /** Blocks between the announcement of another address and the move; 0 where the recipient cannot move. */
  readonly delay: number;
}

const salaryOf = (
  { recurring, totalAmount, cancelable }: DatedRow,
  calendar: StoredCalendar,
): Pick<SalaryDraft, 'kind' | 'amount' | 'lastAmount' | 'periods' | 'firstPayday'> &
  Pick<SalaryGroup, 'paydays' | 'pausable' | 'cancelable'> => {
  const paydays = paydaysOf(calendar);
  const firstPayday = recurring === null ? undefined : firstPaydayFrom(paydays, BigInt(recurring.firstDue));
  if (recurring === null || firstPayday === undefined) throw new Error('A salary by the calendar has no first payday');
  const { amountPerPeriod: amount, periods, pausable } = recurring;
  const lastAmount = totalAmount - amount * BigInt(periods - 1);
  return { kind: 'SALARY', amount, lastAmount, periods, firstPayday, paydays, pausable, cancelable };
};

/** Returns the terms of a stream by the calendar as a plan opens it; undefined of one by seconds. */
export const datedDraftOf = (row: DatedRow, recipient: Uint8Array): CalendarDraft | undefined => {
  const noticeBlocks = row.cancelable ? row.cancelNoticeBlocks : 0;
  const tranches = tranchesOf(row);
  if (tranches !== undefined)
    return { kind: 'TRANCHES', recipient, tranches, group: { kind: 'TRANCHES', noticeBlocks } };
  const { calendar: given = null, grant = null } = row;
  if (given === null) return undefined;
  const calendar = { secondDay: null, ...given };
  if (grant === null) {
    const { paydays, pausable, cancelable, ...salary } = salaryOf(row, calendar);
    return { ...salary, recipient, group: { kind: 'SALARY', paydays, noticeBlocks, pausable, cancelable } };
  }
  const dated = grantOfColumns({ ...row, calendar, grant });
  const { total, day, firstMonth, installments, months, cliff, time, utcOffset, allocation } = dated;
  return {
    kind: 'GRANT',
    recipient,
    total,
    released: grant.released,
    day,
    firstMonth,
    installments,
    group: { kind: 'GRANT', months, cliff, local: { time, utcOffset }, allocation, noticeBlocks },
  };
};

/**
 * Lays out a single stream by the calendar as a plan of one, with a fresh nonce: its columns, and what its funding takes. Undefined for
 * the columns of a stream by seconds.
 *
 * @throws ServiceError INVALID_REQUEST where no contract has these terms
 */
export const openByCalendar = (
  row: DatedRow & Pick<NewStream, 'tokenCategory'>,
  { sender, recipient, delay }: Opener,
  network: Network,
) => {
  const draft = datedDraftOf(row, recipient);
  if (draft === undefined) return undefined;
  const opened = openCalendarStream(
    { sender, nonce: Uint8Array.from(randomBytes(16)), asset: row.tokenCategory ?? undefined, delay },
    draft,
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
