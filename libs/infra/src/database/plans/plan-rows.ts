import type { Insertable, Selectable } from 'kysely';
import type { NewStream } from '../streams/stream-record.js';
import type { NewPlan, NewPlanRecipient, PlanFundingRecord, PlanRecipientRecord, PlanRecord } from './plan-record.js';
import type { PlanFundingsTable, PlanProductName, PlanRecipientsTable, PlansTable } from './plan-tables.js';

/** Converts a row to a plan. */
export const toPlanRecord = (row: Selectable<PlansTable>): PlanRecord => ({
  id: row.id,
  planId: row.plan_id,
  product: row.product,
  sender: row.sender,
  senderHash: row.sender_hash,
  tokenType: row.token_category === null ? 'BCH' : 'FUNGIBLE_TOKEN',
  tokenCategory: row.token_category,
  nonce: row.nonce,
  feeBound: row.fee_bound,
  cancelFills: row.cancel_fills,
  vaultId: row.vault_id,
  description: row.description,
  defaults: row.defaults,
  recipients: row.recipients,
  principal: row.principal,
  offeredAt: row.offered_at === null ? null : Number(row.offered_at),
  status: row.status,
  expiresAt: row.status === 'PENDING' && row.expires_at !== null ? Number(row.expires_at) : null,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

/** Returns the columns of a new plan, without its ids. */
export const toNewPlanRow = (plan: NewPlan): Omit<Insertable<PlansTable>, 'id' | 'plan_id'> => ({
  product: plan.product,
  sender: plan.sender,
  sender_hash: plan.senderHash,
  token_category: plan.tokenCategory,
  nonce: plan.nonce,
  fee_bound: plan.feeBound,
  cancel_fills: plan.cancelFills,
  vault_id: plan.vaultId,
  description: plan.description,
});

/** Converts a row to a plan's funding. */
export const toFundingRecord = (row: Selectable<PlanFundingsTable>): PlanFundingRecord => ({
  id: row.id,
  planId: row.plan_id,
  part: row.part,
  product: row.product,
  announcement: row.announcement,
  streams: row.streams,
  status: row.status,
  offeredTxid: row.offered_txid,
  category: row.category,
  fundingTxHash: row.funding_tx_hash,
});

/** Returns the product of plans that a stream belongs to. */
export const planProductOf = ({ recurring, tokenType }: Pick<NewStream, 'recurring' | 'tokenType'>): PlanProductName =>
  `${recurring === null ? 'VESTING' : 'RECURRING'}_${tokenType === 'BCH' ? 'BCH' : 'TOKEN'}`;

const scheduleOf = (row: Selectable<PlanRecipientsTable>): PlanRecipientRecord['schedule'] => {
  const { periods, amount_per_period: amountPerPeriod, payment_interval: interval } = row;
  const end = row.end_time === null ? null : Number(row.end_time);
  if (periods !== null && amountPerPeriod !== null && interval !== null)
    return {
      kind: 'RECURRING',
      firstDue: Number(row.start_time),
      intervalSeconds: Number(row.step_seconds),
      interval,
      periods,
      amountPerPeriod,
      endDate: end,
    };
  if (end === null) throw new Error('A stored row that vests has no end');
  return {
    kind: 'VESTING',
    start: Number(row.start_time),
    end,
    cliffSeconds: Number(row.cliff_seconds ?? 0n),
    stepSeconds: Number(row.step_seconds),
  };
};

/** Converts a row to a recipient of a plan's list. */
export const toRecipientRecord = (row: Selectable<PlanRecipientsTable>): PlanRecipientRecord => ({
  index: row.plan_index,
  fundingId: row.funding_id,
  streamId: row.stream_id,
  recipient: row.recipient,
  recipientHash: row.recipient_hash,
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
}: NewPlanRecipient): Omit<Insertable<PlanRecipientsTable>, 'plan_id' | 'funding_id' | 'stream_id'> => ({
  plan_index: index,
  recipient,
  recipient_hash: recipientHash,
  label,
  principal,
  ...(schedule.kind === 'VESTING'
    ? {
        start_time: schedule.start,
        end_time: schedule.end,
        cliff_seconds: schedule.cliffSeconds,
        step_seconds: schedule.stepSeconds,
      }
    : {
        start_time: schedule.firstDue,
        end_time: schedule.endDate,
        step_seconds: schedule.intervalSeconds,
        amount_per_period: schedule.amountPerPeriod,
        periods: schedule.periods,
        payment_interval: schedule.interval,
      }),
});
