import { hexToBin } from '@bitauth/libauth';
import { type CalendarGrant, decodeTranches, firstMonthAfter, type Tranche } from '@weir/calendar';
import type { NewStream, StreamRecord } from '@weir/infra';
import { calendarTerms, paydaysOf, type StoredCalendar } from './paydays.js';

/** The columns that say the installments of a stream. */
export interface GrantColumns extends Pick<StreamRecord, 'totalAmount' | 'startTime'> {
  readonly calendar: StoredCalendar;
  readonly grant: NonNullable<StreamRecord['grant']>;
}

/** Returns the grant that columns say: its first installment is `months` months after the month of the start. */
export const grantOfColumns = ({ totalAmount, startTime, calendar, grant }: GrantColumns): CalendarGrant => {
  const { months, day, time, utcOffset } = paydaysOf(calendar);
  const { installments, cliff, allocation, released } = grant;
  return {
    total: totalAmount + released,
    months,
    day,
    time,
    utcOffset,
    firstMonth: firstMonthAfter(BigInt(startTime), { months, utcOffset }),
    installments: BigInt(installments),
    cliff: BigInt(cliff),
    allocation,
  };
};

/**
 * Returns the dates and amounts of a stream that has its own; undefined of others.
 *
 * @throws Error where what is stored was never written by this service
 */
export const tranchesOf = ({
  totalAmount,
  trancheList = null,
}: Pick<NewStream, 'totalAmount' | 'trancheList'>): readonly Tranche[] | undefined => {
  if (trancheList === null) return undefined;
  const tranches = decodeTranches(hexToBin(trancheList), totalAmount);
  if (tranches === undefined) throw new Error('Stored tranches do not add up to the total');
  return tranches;
};

/** The columns that say the dates of a stream. A new row may leave them out. */
export type DatedColumns = Pick<NewStream, 'totalAmount' | 'calendar' | 'grant' | 'trancheList'>;

const grantView = ({ calendar = null, grant = null }: DatedColumns) => {
  if (calendar === null || grant === null) return null;
  const { months, day, time, utcOffset } = calendarTerms({ secondDay: null, ...calendar });
  const { installments, cliff: cliffInstallment, allocation, released } = grant;
  return { months, day, time, utcOffset, installments, cliffInstallment, allocation, released };
};

/** What answers show of a stream that vests by seconds. */
export const NOT_DATED = { calendar: null, tranches: null } as const;

/** Returns the dates of a stream as answers show them: its installments, or its tranches. */
export const datedView = (row: DatedColumns) => ({
  calendar: grantView(row),
  tranches: tranchesOf(row)?.map(({ at, amount }) => ({ time: Number(at), amount })) ?? null,
});
