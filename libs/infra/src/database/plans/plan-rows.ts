import type { Insertable, Selectable } from 'kysely';
import type { NewStream } from '../streams/stream-record.js';
import type { NewPlan, NewPlanRecipient, PlanFundingRecord, PlanRecipientRecord, PlanRecord } from './plan-record.js';
import type { PlanFundingsTable, PlanProductName, PlanRecipientsTable, PlansTable } from './plan-tables.js';

/** Converts a row to a plan. */
export const toPlanRecord = (row: Selectable<PlansTable>): PlanRecord => ({
  id: row.id,
  planId: row.planId,
  product: row.product,
  sender: row.sender,
  senderHash: row.senderHash,
  tokenType: row.tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN',
  tokenCategory: row.tokenCategory,
  nonce: row.nonce,
  feeBound: row.feeBound,
  cancelFills: row.cancelFills,
  vaultId: row.vaultId,
  description: row.description,
  defaults: row.defaults,
  recipients: row.recipients,
  principal: row.principal,
  offeredAt: row.offeredAt === null ? null : row.offeredAt,
  status: row.status,
  expiresAt: row.status === 'PENDING' && row.expiresAt !== null ? row.expiresAt : null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Returns the columns of a new plan, without its ids. */
export const toNewPlanRow = (plan: NewPlan): Omit<Insertable<PlansTable>, 'id' | 'planId'> => ({
  product: plan.product,
  sender: plan.sender,
  senderHash: plan.senderHash,
  tokenCategory: plan.tokenCategory,
  nonce: plan.nonce,
  feeBound: plan.feeBound,
  cancelFills: plan.cancelFills,
  vaultId: plan.vaultId,
  description: plan.description,
});

/** Converts a row to a plan's funding. */
export const toFundingRecord = (row: Selectable<PlanFundingsTable>): PlanFundingRecord => ({
  id: row.id,
  planId: row.planId,
  part: row.part,
  product: row.product,
  announcement: row.announcement,
  streams: row.streams,
  status: row.status,
  offeredTxid: row.offeredTxid,
  category: row.category,
  fundingTxHash: row.fundingTxHash,
});

/** Returns the product of plans that a stream belongs to. */
export const planProductOf = ({ recurring, tokenType }: Pick<NewStream, 'recurring' | 'tokenType'>): PlanProductName =>
  `${recurring === null ? 'VESTING' : 'RECURRING'}_${tokenType === 'BCH' ? 'BCH' : 'TOKEN'}`;

const scheduleOf = (row: Selectable<PlanRecipientsTable>): PlanRecipientRecord['schedule'] => {
  const { periods, amountPerPeriod: amountPerPeriod, paymentInterval: interval } = row;
  const end = row.endTime === null ? null : row.endTime;
  if (periods !== null && amountPerPeriod !== null && interval !== null)
    return {
      kind: 'RECURRING',
      firstDue: row.startTime,
      intervalSeconds: row.stepSeconds,
      interval,
      periods,
      amountPerPeriod,
      endDate: end,
    };
  if (end === null) throw new Error('A stored row that vests has no end');
  return {
    kind: 'VESTING',
    start: row.startTime,
    end,
    cliffSeconds: Number(row.cliffSeconds ?? 0n),
    stepSeconds: row.stepSeconds,
  };
};

/** Converts a row to a recipient of a plan's list. */
export const toRecipientRecord = (row: Selectable<PlanRecipientsTable>): PlanRecipientRecord => ({
  index: row.planIndex,
  fundingId: row.fundingId,
  streamId: row.streamId,
  recipient: row.recipient,
  recipientHash: row.recipientHash,
  label: row.label,
  principal: row.principal,
  schedule: scheduleOf(row),
});

/** Returns the columns of a row of a list, without its plan and part. */
export const toRecipientRow = ({
  index,
  recipient,
  recipientHash,
  label,
  principal,
  schedule,
}: NewPlanRecipient): Omit<Insertable<PlanRecipientsTable>, 'planId' | 'fundingId' | 'streamId'> => ({
  planIndex: index,
  recipient,
  recipientHash: recipientHash,
  label,
  principal,
  ...(schedule.kind === 'VESTING'
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
      }),
});
