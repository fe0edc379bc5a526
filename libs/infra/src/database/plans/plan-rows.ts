import type { Insertable, Selectable } from 'kysely';
import type { NewStream } from '../streams/stream-record.js';
import type { NewPlan, PlanFundingRecord, PlanRecord } from './plan-record.js';
import type { PlanFundingsTable, PlanProductName, PlansTable } from './plan-tables.js';

/** A row as the rest of the program sees it. */
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
  status: row.status,
  expiresAt: row.status === 'PENDING' && row.expires_at !== null ? Number(row.expires_at) : null,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

/** The columns of a new plan, without its ids. */
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

export const toFundingRecord = (row: Selectable<PlanFundingsTable>): PlanFundingRecord => ({
  id: row.id,
  planId: row.plan_id,
  part: row.part,
  product: row.product,
  announcement: row.announcement,
  streams: row.streams,
  status: row.status,
  category: row.category,
  fundingTxHash: row.funding_tx_hash,
});

/** Of which product of plans a stream is. */
export const planProductOf = ({ recurring, tokenType }: Pick<NewStream, 'recurring' | 'tokenType'>): PlanProductName =>
  `${recurring === null ? 'VESTING' : 'RECURRING'}_${tokenType === 'BCH' ? 'BCH' : 'TOKEN'}`;
