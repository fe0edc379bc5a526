import type { Insertable, Selectable } from 'kysely';
import type { TokenType } from '@weir/api-contract/words';
import type { PaymentPeriod } from '@weir/kinds';
import type { PlanRecipientsTable, PlansTable } from '../generated/tables.js';
import { columnGroup, type GroupOf } from '../sql/column-group.js';
import { DAYS, GRANT } from '../streams/stream-record.js';

/** A plan as its row says; `expiresAt` is null once a part of it is funded. */
export type PlanRecord = Readonly<Selectable<PlansTable>> & { readonly tokenType: TokenType };

/** The fixed part of a plan made of a list; plans of one have none. Amounts in satoshis, hex lower case. */
export type NewPlan = Pick<
  PlanRecord,
  | 'product'
  | 'sender'
  | 'senderHash'
  | 'tokenCategory'
  | 'nonce'
  | 'paymentFee'
  | 'reserveFloor'
  | 'cancelFills'
  | 'moveDelay'
  | 'vaultId'
  | 'description'
>;

export const toPlanRecord = (row: Selectable<PlansTable>): PlanRecord => ({
  tokenType: row.tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN',
  ...row,
  expiresAt: row.status === 'PENDING' ? row.expiresAt : null,
});

type RecipientRow = Readonly<Selectable<PlanRecipientsTable>>;

const group = columnGroup<RecipientRow>();
const daysColumns = group(DAYS);
const grantColumns = group(GRANT);

/** When a row vests that is not a salary. */
interface VestingSpan {
  readonly start: number;
  readonly end: number;
  /** From the start; 0 for none. */
  readonly cliffSeconds: number;
}

/** The schedule of a row of a list. Times in Unix seconds. */
export type RecipientScheduleRecord =
  | (VestingSpan & {
      readonly kind: 'VESTING';
      /** 1: by the second. */
      readonly stepSeconds: number;
    })
  | (VestingSpan & {
      readonly kind: 'GRANT';
      readonly calendar: GroupOf<typeof daysColumns>;
      readonly grant: GroupOf<typeof grantColumns>;
    })
  | (VestingSpan & {
      readonly kind: 'TRANCHES';
      /** 11 bytes for each tranche, as hex. */
      readonly trancheList: string;
    })
  | {
      readonly kind: 'RECURRING';
      readonly firstDue: number;
      /** Null by the calendar: the plan says the days. */
      readonly intervalSeconds: number | null;
      readonly interval: PaymentPeriod;
      readonly periods: number;
      readonly amountPerPeriod: bigint;
      readonly endDate: number | null;
    };

export interface NewPlanRecipient extends Pick<RecipientRow, 'recipient' | 'recipientHash' | 'label' | 'principal'> {
  /** 1 to 32,767, unique in the plan. */
  readonly index: number;
  readonly schedule: RecipientScheduleRecord;
}

export interface PlanRecipientRecord extends NewPlanRecipient, Pick<RecipientRow, 'streamId' | 'fundingId'> {}

const scheduleOf = (row: RecipientRow): RecipientScheduleRecord => {
  const { startTime, endTime, cliffSeconds, stepSeconds, periods, amountPerPeriod, paymentInterval: interval } = row;
  if (periods !== null && amountPerPeriod !== null && interval !== null)
    return {
      kind: 'RECURRING',
      firstDue: startTime,
      intervalSeconds: stepSeconds,
      interval,
      periods,
      amountPerPeriod,
      endDate: endTime,
    };
  if (endTime === null) throw new Error('Stored vesting row has no end');
  const span = { start: startTime, end: endTime, cliffSeconds: cliffSeconds ?? 0 };
  const [calendar, grant, { trancheList }] = [daysColumns.read(row), grantColumns.read(row), row];
  if (calendar !== null && grant !== null) return { kind: 'GRANT', ...span, calendar, grant };
  if (trancheList !== null) return { kind: 'TRANCHES', ...span, trancheList };
  if (stepSeconds === null) throw new Error('Stored vesting row has no step');
  return { kind: 'VESTING', ...span, stepSeconds };
};

export const toRecipientRecord = (row: RecipientRow): PlanRecipientRecord => ({
  index: row.planIndex,
  schedule: scheduleOf(row),
  ...row,
});

const scheduleColumns = (schedule: RecipientScheduleRecord) => {
  if (schedule.kind === 'RECURRING')
    return {
      startTime: schedule.firstDue,
      endTime: schedule.endDate,
      stepSeconds: schedule.intervalSeconds,
      amountPerPeriod: schedule.amountPerPeriod,
      periods: schedule.periods,
      paymentInterval: schedule.interval,
    };
  const { kind, start: startTime, end: endTime, cliffSeconds } = schedule;
  const span = { startTime, endTime, cliffSeconds };
  switch (kind) {
    case 'VESTING':
      return { ...span, stepSeconds: schedule.stepSeconds };
    case 'GRANT':
      return { ...span, ...daysColumns.columns(schedule.calendar), ...grantColumns.columns(schedule.grant) };
    case 'TRANCHES':
      return { ...span, trancheList: schedule.trancheList };
  }
};

/** Returns the columns of a row of a list, without its plan and part. */
export const toRecipientRow = ({
  index,
  schedule,
  ...columns
}: NewPlanRecipient): Omit<Insertable<PlanRecipientsTable>, 'planId' | 'fundingId' | 'streamId'> => ({
  planIndex: index,
  ...scheduleColumns(schedule),
  ...columns,
});

/** A list, divided into the parts that one funding each opens. */
export interface NewPlanList {
  readonly defaults: unknown;
  /** The plan that it goes on from. */
  readonly renews?: string | undefined;
  readonly parts: readonly {
    /** Hex: the announcement's locking bytecode; null of locks. */
    readonly announcement: string | null;
    readonly recipients: readonly NewPlanRecipient[];
  }[];
}
