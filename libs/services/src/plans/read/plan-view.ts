import type {
  NewPlanRecipient,
  PlanFundingRecord,
  PlanOverview,
  PlanRecipientRecord,
  PlanRecord,
  StreamRecord,
} from '@weir/infra';
import { nextPaymentDate } from '../../payments/payment-view.js';
import { datedView, NOT_DATED } from '../../shared/dated-columns.js';
import { calendarTerms, type StoredCalendar } from '../../shared/paydays.js';
import { type FundingProposal, fundingProposal } from '../../shared/vaults/new-sender.js';
import { scheduleOf } from '../../streams/contract/stored-stream.js';
import { moveView } from '../../streams/read/stream-view.js';
import type { ListedStream } from '../layout/list-layout.js';
import { headOf, recipientOf } from '../stored-plan.js';
import type { PlanHead } from '../terms/plan-defaults.js';

const NO_SALARY = { interval: null, periods: null, amountPerPeriod: null };
const NO_STEP = { step: null, ...NO_SALARY };

const stepOf = (seconds: number): number | null => (seconds > 1 ? seconds : null);

const timesOf = ({ schedule, principal: totalAmount }: NewPlanRecipient) => {
  if (schedule.kind === 'RECURRING') {
    const { firstDue, intervalSeconds, interval, periods, amountPerPeriod, endDate } = schedule;
    const salary = { interval, periods, amountPerPeriod, ...NOT_DATED };
    return { start: firstDue, end: endDate, cliff: null, step: intervalSeconds, ...salary };
  }
  const { start, end, cliffSeconds } = schedule;
  const span = { start, end, cliff: cliffSeconds === 0 ? null : start + cliffSeconds };
  if (schedule.kind === 'VESTING') return { ...span, ...NO_SALARY, ...NOT_DATED, step: stepOf(schedule.stepSeconds) };
  return { ...span, ...NO_STEP, ...datedView({ totalAmount, ...schedule }) };
};

/** Converts a row that is not stored. */
export const listedRow = (listed: ListedStream) => {
  const row = recipientOf(listed);
  return { row: row.index, recipient: row.recipient, label: row.label, amount: row.principal, ...timesOf(row) };
};

const nextOf = ({ schedule }: PlanRecipientRecord, stream: StreamRecord | undefined): number | null => {
  if (schedule.kind !== 'RECURRING') return null;
  return stream === undefined ? schedule.firstDue : nextPaymentDate(stream, schedule.firstDue);
};

const claimableOf = (stream: StreamRecord, asOf: bigint): bigint =>
  (stream.state && scheduleOf(stream).payout(stream.state, asOf)?.due) ?? 0n;

/** Converts a row of a stored list, with its stream once it is funded. @param own whether the viewer is the sender */
export const storedRow = (
  row: PlanRecipientRecord,
  stream: StreamRecord | undefined,
  { part, own, asOf }: { readonly part: number; readonly own: boolean; readonly asOf: bigint },
) => ({
  row: row.index,
  recipient: row.recipient,
  label: own ? row.label : null,
  amount: row.principal,
  ...timesOf(row),
  id: row.streamId,
  streamId: stream?.streamId ?? null,
  part,
  status: stream?.status ?? 'PENDING',
  nextPaymentDate: nextOf(row, stream),
  withdrawnAmount: stream?.withdrawnAmount ?? 0n,
  claimableAmount: stream === undefined ? 0n : claimableOf(stream, asOf),
  contractAddress: stream?.contractAddress ?? null,
  pendingMove: stream === undefined ? null : moveView(stream).pendingMove,
  fundingTxHash: stream?.funding?.txHash ?? null,
});

/** Returns the days on which the salaries of a plan are paid. */
const planCalendarView = (calendar: StoredCalendar) => {
  const { months, day, secondDay = null, time, utcOffset } = calendarTerms(calendar);
  return { months, day, secondDay, time, utcOffset };
};

/** Returns the shared terms of a plan, stored or not. */
export const termsView = (head: PlanHead, sender: string) => ({
  product: head.kind,
  sender,
  tokenType: head.tokenType,
  tokenCategory: head.tokenCategory,
  cancelable: head.defaults.cancelable,
  pausable: head.defaults.pausable,
  cancelNoticeBlocks: head.defaults.noticeBlocks,
  paymentFee: Number(head.paymentFee),
  reserveFloor: Number(head.reserveFloor),
  cancelFills: head.cancelFills,
  schedule: head.defaults.schedule,
  // Of grants each row says its own days.
  calendar: head.kind === 'recurring' ? head.defaults.calendar && planCalendarView(head.defaults.calendar) : null,
  transferable: head.moveDelay > 0,
  moveDelayBlocks: head.moveDelay,
});

/** How much of a plan is funded. */
export interface Parts {
  readonly parts: number;
  readonly partsFunded: number;
}

/** Converts a stored plan to the form that its sender sees. */
export const ownPlanView = (plan: PlanRecord, { parts, partsFunded }: Parts) => ({
  ...termsView(headOf(plan), plan.sender),
  id: plan.id,
  planId: plan.planId,
  vaultId: plan.vaultId,
  description: plan.description,
  status: plan.status,
  streams: plan.recipients,
  totalAmount: plan.principal,
  parts,
  partsFunded,
  expiresAt: plan.expiresAt,
  createdAt: plan.createdAt,
  updatedAt: plan.updatedAt,
});

export type PlanPartView = Pick<PlanFundingRecord, 'part' | 'streams' | 'status' | 'fundingTxHash' | 'category'>;

export interface PlanDetail {
  /** To others than the sender its `vaultId` and `description` are null. */
  readonly plan: ReturnType<typeof ownPlanView>;
  readonly fundings: readonly PlanPartView[];
  /** What members of the funding vault propose next; undefined for others, and where everything is funded. */
  readonly proposal: FundingProposal | undefined;
  /** Counts the streams by status; PENDING ones are not funded. */
  readonly statuses: Readonly<Partial<Record<StreamRecord['status'], number>>>;
}

/** What others than the sender see: what is on the chain, and no more. */
const publicView = (own: PlanDetail['plan'], funded: readonly PlanPartView[], totalAmount: bigint) => ({
  ...own,
  vaultId: null,
  description: null,
  streams: funded.reduce((sum, { streams }) => sum + streams, 0),
  totalAmount,
  parts: funded.length,
});

/** Counts a plan's streams by status, the unfunded ones included. */
const statusesOf = (funded: Readonly<Partial<Record<StreamRecord['status'], number>>>, streams: number) => {
  const known = Object.values(funded).reduce((sum, count) => sum + count, 0);
  const pending = (funded.PENDING ?? 0) + Math.max(0, streams - known);
  return { ...funded, ...(pending > 0 && { PENDING: pending }) };
};

/** Converts a plan to the form that its sender sees right after storing its list. @param parts streams of each */
export const listedDetail = (plan: PlanRecord, parts: readonly number[]): PlanDetail => ({
  plan: ownPlanView(plan, { parts: parts.length, partsFunded: 0 }),
  fundings: parts.map((streams, index) => ({
    part: index + 1,
    streams,
    status: 'PENDING',
    fundingTxHash: null,
    category: null,
  })),
  proposal: parts.length > 0 ? fundingProposal('plan', plan) : undefined,
  statuses: statusesOf({}, plan.recipients),
});

/** Shows a plan with its fundings to its sender, or to everybody else. */
export const planDetail = ({ plan, fundings, statuses, amount }: PlanOverview, isSender: boolean): PlanDetail => {
  const funded = fundings.filter(({ status }) => status === 'ACTIVE');
  const own = ownPlanView(plan, { parts: fundings.length, partsFunded: funded.length });
  const view = isSender ? own : publicView(own, funded, amount);
  return {
    plan: view,
    fundings: isSender ? fundings : funded,
    proposal: isSender && funded.length < fundings.length ? fundingProposal('plan', plan) : undefined,
    statuses: statusesOf(statuses, view.streams),
  };
};
