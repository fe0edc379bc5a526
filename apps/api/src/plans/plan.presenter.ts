import type {
  ConfirmPlanResponse,
  GetPlanResponse,
  ListPlansResponse,
  PlanCosts,
  PlanListedResponse,
  PlanPreviewResponse,
  PlanResource,
  PlanStreamResource,
  PlanStreamsResponse,
} from '@weir/api-contract';
import type {
  PlanConfirmation,
  PlanCostView,
  PlanDetail,
  PlanPreview,
  PlanRowView,
  PlansPage,
  PlanStreamsPage,
  PlanStreamView,
  PlanTermsView,
  PlanView,
  TokenType,
} from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';
import { presentFundingProposal } from '../shared/present-funding.js';

const presentTerms = (plan: PlanTermsView): PlanPreviewResponse['plan'] => ({
  product: plan.kind,
  sender: plan.sender,
  token_type: plan.tokenType,
  token_category: plan.tokenCategory,
  cancelable: plan.cancelable,
  pausable: plan.pausable,
  cancel_notice_blocks: plan.cancelNoticeBlocks,
  fee_bound: Number(plan.feeBound),
  cancel_fills: plan.cancelFills,
});

/** Presents a stored plan. */
export const presentPlan = (plan: PlanView): PlanResource => ({
  id: plan.id,
  plan_id: plan.planId,
  ...presentTerms(plan),
  vault_id: plan.vaultId,
  description: plan.description,
  status: plan.status,
  streams: plan.streams,
  total_amount: presentAmount(plan.amount, plan.tokenType),
  total_amount_base: plan.amount.toString(),
  parts: plan.parts,
  parts_funded: plan.partsFunded,
  expires_at: plan.expiresAt,
  created_at: plan.createdAt,
  updated_at: plan.updatedAt,
});

/** Presents a plan with its fundings. */
const presentParts = ({ plan, fundings, statuses }: Omit<PlanDetail, 'proposal'>) => ({
  plan: presentPlan(plan),
  fundings: fundings.map(({ part, streams, status, fundingTxHash, category }) => ({
    part,
    streams,
    status,
    funding_tx_hash: fundingTxHash,
    category,
  })),
  statuses: { ...statuses },
});

const presentCosts = ({ amount, satoshis, fee, bytes, fundings }: PlanCostView, tokenType: TokenType): PlanCosts => ({
  amount: presentAmount(amount, tokenType),
  amount_base: amount.toString(),
  satoshis: satoshis.toString(),
  fee: fee.toString(),
  bytes,
  fundings: fundings.map((part) => ({
    part: part.part,
    streams: part.streams,
    amount: presentAmount(part.amount, tokenType),
    amount_base: part.amount.toString(),
    reserves: part.reserves.toString(),
    notes: part.notes.toString(),
    companions: part.companions.toString(),
    beacon: part.beacon.toString(),
    fee: part.fee.toString(),
    bytes: part.bytes,
    satoshis: part.satoshis.toString(),
  })),
});

const presentRow = (row: PlanRowView, tokenType: TokenType) => ({
  row: row.row,
  recipient: row.recipient,
  label: row.label,
  amount: presentAmount(row.amount, tokenType),
  amount_base: row.amount.toString(),
  start: row.start,
  end: row.end,
  cliff: row.cliff,
  step: row.step,
  interval: row.interval,
  periods: row.periods,
  amount_per_period: row.amountPerPeriod === null ? null : presentAmount(row.amountPerPeriod, tokenType),
  amount_per_period_base: row.amountPerPeriod?.toString() ?? null,
});

const presentPlanStream = (stream: PlanStreamView, tokenType: TokenType): PlanStreamResource => ({
  id: stream.id,
  stream_id: stream.streamId,
  ...presentRow(stream, tokenType),
  part: stream.part,
  status: stream.status,
  withdrawn_amount: presentAmount(stream.withdrawnAmount, tokenType),
  withdrawn_amount_base: stream.withdrawnAmount.toString(),
  claimable_amount: presentAmount(stream.claimableAmount, tokenType),
  claimable_amount_base: stream.claimableAmount.toString(),
  contract_address: stream.contractAddress,
  funding_tx_hash: stream.fundingTxHash,
});

/** Presents a plan that was not stored. */
export const presentPlanPreview = ({ terms, rows, costs }: PlanPreview): PlanPreviewResponse => ({
  success: true,
  plan: presentTerms(terms),
  streams: rows.map((row) => presentRow(row, terms.tokenType)),
  costs: presentCosts(costs, terms.tokenType),
});

/** Presents a plan with a new list. */
export const presentListed = ({
  costs,
  ...detail
}: PlanDetail & { readonly costs: PlanCostView }): PlanListedResponse => ({
  success: true,
  ...presentParts(detail),
  ...presentFundingProposal(detail.proposal),
  costs: presentCosts(costs, detail.plan.tokenType),
});

/** Presents a page of plans. */
export const presentPlans = ({ plans, total, nextCursor }: PlansPage): ListPlansResponse => ({
  success: true,
  plans: plans.map(presentPlan),
  total,
  nextCursor,
});

/** Presents a plan. */
export const presentPlanDetail = (detail: PlanDetail): GetPlanResponse => ({
  success: true,
  ...presentParts(detail),
  ...presentFundingProposal(detail.proposal),
});

/** Presents a page of a plan's streams. */
export const presentPlanStreams = ({ plan, streams, total, nextCursor }: PlanStreamsPage): PlanStreamsResponse => ({
  success: true,
  plan: presentPlan(plan),
  streams: streams.map((stream) => presentPlanStream(stream, plan.tokenType)),
  total,
  nextCursor,
});

/** Presents a confirmed funding. */
export const presentPlanConfirmation = (confirmed: PlanConfirmation): ConfirmPlanResponse => ({
  success: true,
  message: confirmed.message,
  txHash: confirmed.txHash,
  state: 'confirmed',
  confirmations: confirmed.confirmations,
  finality: confirmed.finality,
  ...presentParts(confirmed),
});
