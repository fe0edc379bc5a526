import { type Allocation, MAX_DESCRIPTION_LENGTH } from '@weir/kinds';
import { daysInMonth } from '../calendar-date.js';
import type { CalendarGrant, NamedDays } from '../installments.js';
import { timeOfDayText, utcOffsetText } from '../local-time.js';
import { monthOf } from '../month-number.js';
import { timeOfDate } from './as-stream.js';
import type { ReviewedGrant } from './import-grants.js';

/** When a grant vests, as requests to create a stream name it. Times are Unix seconds, amounts base units of the token. */
export type VestingTerms =
  | {
      readonly startTime: number;
      readonly calendar: NamedDays;
      readonly installments: number;
      readonly cliffInstallment: number;
      readonly allocation: Allocation;
    }
  | {
      readonly startTime: number;
      readonly endTime: number;
      readonly cliffTimestamp: number | null;
      readonly intervalSeconds: number;
    }
  | { readonly tranches: readonly { readonly time: number; readonly amount: string }[] };

/** The terms of a stream of tokens that pays what a grant vests. */
export type ImportedTerms = VestingTerms & {
  readonly streamType: 'STEP';
  readonly recipient: string;
  readonly totalAmount: string;
  /** What the issuer calls the grant, and whose it is. */
  readonly description: string;
};

/** Returns the start that requests name: so many months before the first installment, on its day. */
const startOf = (grant: CalendarGrant): number => {
  const { year, month } = monthOf(grant.firstMonth - grant.months);
  const day = Math.min(Number(grant.day), daysInMonth(year, month));
  return Number(timeOfDate({ year, month, day }, grant));
};

const vestingOf = ({ stream }: Pick<ReviewedGrant, 'stream'>): VestingTerms => {
  switch (stream.kind) {
    case 'CALENDAR': {
      const { grant } = stream;
      return {
        startTime: startOf(grant),
        calendar: {
          months: Number(grant.months),
          day: Number(grant.day),
          time: timeOfDayText(grant.time),
          utcOffset: utcOffsetText(grant.utcOffset),
        },
        installments: Number(grant.installments),
        cliffInstallment: Number(grant.cliff),
        allocation: grant.allocation,
      };
    }
    case 'STEP': {
      const { start, end, cliff, step } = stream.schedule;
      return {
        startTime: Number(start),
        endTime: Number(end),
        cliffTimestamp: cliff === 0n ? null : Number(cliff),
        intervalSeconds: Number(step),
      };
    }
    case 'TRANCHES':
      return { tranches: stream.tranches.map(({ at, amount }) => ({ time: Number(at), amount: amount.toString() })) };
  }
};

/**
 * Returns the terms of the stream of a grant, as `POST /api/streams/create` takes them with the token's category beside them.
 *
 * @example
 * for (const grant of importGrants(found, options))
 *   if (grant.status === 'ready') await weir.streams.create({ ...streamTerms(grant), tokenType: 'FUNGIBLE_TOKEN', tokenCategory });
 */
export const streamTerms = (grant: ReviewedGrant): ImportedTerms => ({
  ...vestingOf(grant),
  streamType: 'STEP',
  recipient: grant.address,
  totalAmount: grant.total.toString(),
  description: grant.label.slice(0, MAX_DESCRIPTION_LENGTH),
});
