import type { Insertable, Selectable } from 'kysely';
import type { TokenType } from '@weir/api-contract/words';
import type { PaymentPeriod } from '@weir/kinds';
import type { PlanRecipientsTable, PlansTable } from '../generated/tables.js';

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

/** The schedule of a row of a list. Times in Unix seconds. */
type RecipientScheduleRecord =
  | {
      readonly kind: 'VESTING';
      readonly start: number;
      readonly end: number;
      /** From the start. */
      readonly cliffSeconds: number;
      /** 1: by the second. */
      readonly stepSeconds: number;
    }
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

type RecipientRow = Readonly<Selectable<PlanRecipientsTable>>;

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
  if (endTime === null || stepSeconds === null) throw new Error('Stored vesting row has no end or step');
  return { kind: 'VESTING', start: startTime, end: endTime, cliffSeconds: cliffSeconds ?? 0, stepSeconds };
};

export const toRecipientRecord = (row: RecipientRow): PlanRecipientRecord => ({
  index: row.planIndex,
  schedule: scheduleOf(row),
  ...row,
});

const scheduleColumns = (schedule: RecipientScheduleRecord) =>
  schedule.kind === 'VESTING'
    ? {
        startTime: schedule.start,
        endTime: schedule.end,
        cliffSeconds: schedule.cliffSeconds,
        stepSeconds: schedule.stepSeconds,
      }
    : {
        startTime: schedule.firstDue,
        endTime: schedule.endDate,
        stepSeconds: schedule.intervalSeconds,
        amountPerPeriod: schedule.amountPerPeriod,
        periods: schedule.periods,
        paymentInterval: schedule.interval,
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
