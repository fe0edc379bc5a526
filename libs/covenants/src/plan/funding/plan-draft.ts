import { P2SH32_DUST } from '@weir/kinds';
import { partyHash, type Party } from '../../chain/party.js';
import { isBchPlan, MAX_STREAM_RESERVE } from '../plan-limits.js';
import type { PlanState } from '../plan-state.js';
import { groupKey, type PlanGroup, type PlanTerms, type RecurringGroup, type VestingGroup } from '../plan-terms.js';

interface Draft {
  readonly recipient: Party;
  /** Payments that the reserve is to pay for; by default as many as {@link paymentsOf} says. */
  readonly payments?: number;
}

/** A vesting stream to open. Amounts in units of the asset, times in Unix seconds. */
export interface VestingDraft extends Draft {
  readonly kind: 'VESTING';
  readonly total: bigint;
  readonly start: bigint;
  readonly end: bigint;
  readonly group: VestingGroup;
}

/** A recurring stream (a salary, say) to open. Amounts in units of the asset, times in Unix seconds. */
export interface RecurringDraft extends Draft {
  readonly kind: 'RECURRING';
  /** What each period pays. */
  readonly amount: bigint;
  /** What the last period pays; by default `amount`, which it must not be less than. */
  readonly lastAmount?: bigint;
  readonly periods: number;
  readonly firstDue: bigint;
  readonly group: RecurringGroup;
}

/** A stream to open. */
export type StreamDraft = VestingDraft | RecurringDraft;

/** A plan without its list: the terms without the groups, which the streams determine. */
export type PlanFrame = Omit<PlanTerms, 'groups'>;

/** A plan before it is laid out on transactions. */
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

/** What the size of a reserve depends on, beside the payments. */
type ReserveTerms = Pick<PlanTerms, 'product' | 'fee' | 'floor'>;

/** Payments that the reserve of a continuous stream pays for by default. */
const CONTINUOUS_PAYMENTS = 16n;
/**
 * Returns the satoshis of reserve that pay for a number of equal payments, no matter who makes them: the floor, and a fee
 * for one payment more. With one fee less, rounding would fail the first payment. What is not used returns to the sender. In BCH it
 * leaves room for what an announcement of another address adds.
 */
export const reserveFor = (payments: bigint, { product, fee, floor }: ReserveTerms): bigint => {
  const most = isBchPlan(product) ? (MAX_STREAM_RESERVE - 2n * floor) / fee : payments + 1n;
  return floor + (payments < most ? payments + 1n : most) * fee;
};

const stepsOf = ({ start, end, group }: VestingDraft): bigint => {
  // A stream that vests within one second has a single payment.
  if (end - start <= 1n) return 1n;
  if (group.step <= 1n) return CONTINUOUS_PAYMENTS;
  return (end - start + group.step - 1n) / group.step;
};

/**
 * Returns the number of payments that the reserve of a stream is meant for: unless the draft says, one for each step or
 * period, and 16 for a continuous stream. Of a vesting stream in BCH not more than one for each fee, or 576 satoshis, of its
 * total: else payments that strangers make could burn more than the stream pays, or be more than can be paid.
 */
export const paymentsOf = (draft: StreamDraft, plan: ReserveTerms): bigint => {
  if (draft.payments !== undefined) return BigInt(draft.payments);
  if (draft.kind === 'RECURRING') return BigInt(draft.periods);
  const steps = stepsOf(draft);
  if (!isBchPlan(plan.product)) return steps;
  const most = draft.total / (plan.fee > P2SH32_DUST ? plan.fee : P2SH32_DUST);
  return steps < most ? steps : most > 1n ? most : 1n;
};

/**
 * Makes the stream of a draft.
 *
 * @param index its number in the plan, from 1
 */
export const planStream = (plan: PlanFrame, draft: StreamDraft, index: number): PlannedStream => {
  const { recipient, group } = draft;
  const reserve = reserveFor(paymentsOf(draft, plan), plan);
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

/**
 * Returns the terms of one funding: the plan's, with the groups of its streams in the order in which they first
 * appear.
 */
export const termsOfStreams = (plan: PlanFrame, streams: readonly Pick<PlannedStream, 'group'>[]): PlanTerms => {
  const { product, sender, nonce, fee, floor, cancelFills, delay } = plan;
  const groups = [...new Map(streams.map(({ group }) => [groupKey(group), group])).values()];
  return { product, sender, nonce, fee, floor, cancelFills, delay, groups };
};
