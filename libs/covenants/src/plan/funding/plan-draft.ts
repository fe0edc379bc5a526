import { partyHash, type Party } from '../../chain/party.js';
import { MAX_STREAM_RESERVE } from '../plan-limits.js';
import { isBchPlan } from '../plan-product.js';
import type { PlanState } from '../plan-state.js';
import { groupKey, type PlanGroup, type PlanTerms, type RecurringGroup, type VestingGroup } from '../plan-terms.js';

interface Draft {
  readonly recipient: Party;
  /** Payments the reserve pays for; by default as many as there are steps or periods, 16 of a continuous stream. */
  readonly payments?: number;
}

/** A vesting stream to open. Amounts are units of the asset, times Unix seconds. */
export interface VestingDraft extends Draft {
  readonly kind: 'VESTING';
  readonly total: bigint;
  readonly start: bigint;
  readonly end: bigint;
  readonly group: VestingGroup;
}

/** A salary to open. */
export interface RecurringDraft extends Draft {
  readonly kind: 'RECURRING';
  /** What each period pays. */
  readonly amount: bigint;
  /** What the last one pays, where that is more. */
  readonly lastAmount?: bigint;
  readonly periods: number;
  readonly firstDue: bigint;
  readonly group: RecurringGroup;
}

export type StreamDraft = VestingDraft | RecurringDraft;

/** A plan but for its list: the terms without the groups, which the streams bring. */
export type PlanFrame = Omit<PlanTerms, 'groups'>;

/** What a plan is to be, before it is laid out on transactions. */
export interface PlanDraft extends PlanFrame {
  readonly streams: readonly StreamDraft[];
}

/** A stream as a funding opens it. */
export interface PlannedStream {
  readonly recipient: Party;
  readonly group: PlanGroup;
  readonly state: PlanState;
  /** Units of the asset. */
  readonly principal: bigint;
  /** Satoshis. */
  readonly reserve: bigint;
}

/** Payments of a continuous stream that its reserve pays for by default, each of a 16th of what is left. */
const CONTINUOUS_PAYMENTS = 16n;
/** Beyond the payments: rounding makes one of them cost a hair more than its share, and the floor stays until the end. */
const SPARE_BOUNDS = 2n;

/**
 * Satoshis of reserve that pay for so many payments of equal parts, whoever makes them. `k + 2` fee bounds: with `k + 1` the
 * first one fails by rounding. What is not used returns to the sender.
 */
export const reserveFor = (
  payments: bigint,
  { product, feeBound }: Pick<PlanTerms, 'product' | 'feeBound'>,
): bigint => {
  const wanted = (payments + SPARE_BOUNDS) * feeBound;
  const most = isBchPlan(product) ? MAX_STREAM_RESERVE - (MAX_STREAM_RESERVE % feeBound) : wanted;
  return wanted < most ? wanted : most;
};

const stepsOf = ({ start, end, group }: VestingDraft): bigint => {
  if (group.step <= 1n || end <= start) return CONTINUOUS_PAYMENTS;
  return (end - start + group.step - 1n) / group.step;
};

/** Payments that the reserve of a stream is meant for. */
export const paymentsOf = (draft: StreamDraft): bigint => {
  if (draft.payments !== undefined) return BigInt(draft.payments);
  if (draft.kind === 'RECURRING') return BigInt(draft.periods);
  // All of it at one moment is one payment.
  return draft.end - draft.start <= 1n ? 1n : stepsOf(draft);
};

/** A stream of a draft with an index. */
export const planStream = (plan: PlanFrame, draft: StreamDraft, index: number): PlannedStream => {
  const { recipient, group } = draft;
  const reserve = reserveFor(paymentsOf(draft), plan);
  const hash = partyHash(recipient);
  if (draft.kind === 'VESTING') {
    const { start, end, total: principal } = draft;
    return {
      recipient,
      group,
      principal,
      reserve,
      state: { kind: 'VESTING', index, released: 0n, start, end, recipient: hash },
    };
  }
  const { amount, lastAmount = amount, periods: unpaid, firstDue: next } = draft;
  return {
    recipient,
    group,
    principal: amount * BigInt(unpaid - 1) + lastAmount,
    reserve,
    state: { kind: 'RECURRING', status: 'ACTIVE', open: 'ALL', index, unpaid, next, amount, recipient: hash },
  };
};

/** The terms of one funding: those of the plan with the groups its streams have, in the order in which they come. */
export const termsOfStreams = (plan: PlanFrame, streams: readonly Pick<PlannedStream, 'group'>[]): PlanTerms => {
  const { product, sender, nonce, feeBound, cancelFills } = plan;
  const groups = [...new Map(streams.map(({ group }) => [groupKey(group), group])).values()];
  return { product, sender, nonce, feeBound, cancelFills, groups };
};
