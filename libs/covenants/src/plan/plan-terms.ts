import type { FeeLimits } from '@weir/contracts';
import {
  LEAST_LOCAL_MOVE_DELAY,
  LEAST_LOCAL_NOTICE,
  LEAST_MOVE_DELAY,
  LEAST_PLAN_NOTICE,
  MAX_CANCEL_FILLS,
  MAX_MOVE_DELAY,
  MAX_PLAN_NOTICE,
  MAX_TIME,
} from '@weir/kinds';
import { isParty, type Party, partyParts } from '../chain/party.js';
import { MAX_PLAN_GROUPS, planFeeLimits, planKindOf, type PlanProduct } from './plan-limits.js';

/** Terms that the vesting streams at one address share. */
export interface VestingGroup {
  readonly kind: 'VESTING';
  /** Seconds from a stream's start before which nothing vests; 0 for none. */
  readonly cliff: bigint;
  /** Seconds of one step, at least 1; 1 vests continuously. */
  readonly step: bigint;
  /** Blocks between a cancel and its refund; 0 where the streams cannot be cancelled. */
  readonly noticeBlocks: number;
}

/** Terms that the recurring streams at one address share. */
export interface RecurringGroup {
  readonly kind: 'RECURRING';
  /** Seconds from one due date to the next, at least 1. */
  readonly interval: bigint;
  /** Blocks between a pause or cancel and its settling or refund; 0 where the streams cannot be cancelled. */
  readonly noticeBlocks: number;
  /** Only where also cancelable: only the sender ends a pause, so that without a cancel they could lock the money up. */
  readonly pausable: boolean;
  readonly cancelable: boolean;
}

/** Terms that the streams at one address of a plan share. */
export type PlanGroup = VestingGroup | RecurringGroup;

/** What all streams of a plan share, as announced. Everything else follows from the funding's own outputs. */
export interface PlanTerms {
  readonly product: PlanProduct;
  /** Locking bytecode of the sender, who authorizes cancels and sweeps by a coin at input 0, and gets what returns. */
  readonly sender: Party;
  /** 16 random bytes, so that two plans of equal terms have different addresses. */
  readonly nonce: Uint8Array;
  /** Satoshis that a payment may take from a stream's reserve if it leaves something to pay, a multiple of 10. */
  readonly fee: bigint;
  /** Satoshis that the last payment, a refund or a settling may take, and that no other payment does; a multiple of 10. */
  readonly floor: bigint;
  /** Number of payments that a cancel leaves paid for, the last one among them: 1 to 255. */
  readonly cancelFills: bigint;
  /** Blocks between the announcement of another address and the move to it; 0 where recipients cannot move. */
  readonly delay: number;
  /** 1 to 16 groups, each with an address of its own. */
  readonly groups: readonly PlanGroup[];
}

/** The rule that the terms of a plan break. */
export type PlanTermsProblem =
  | 'MALFORMED'
  /** The sender is of no standard kind: nodes would not relay what returns to them. */
  | 'SENDER_NOT_STANDARD'
  | 'FEE_OUT_OF_RANGE'
  /** Out of its range, or below the fee: a payment would leave too little for the next one. */
  | 'FLOOR_OUT_OF_RANGE'
  | 'CANCEL_FILLS_OUT_OF_RANGE'
  /** Too short for a recipient to undo what they did not mean, or longer than a relative lock counts. */
  | 'DELAY_OUT_OF_RANGE'
  | 'TOO_MANY_GROUPS'
  | 'NO_GROUPS'
  | 'GROUP_TWICE'
  | 'CLIFF_OUT_OF_RANGE'
  | 'STEP_OUT_OF_RANGE'
  | 'NOTICE_OUT_OF_RANGE'
  /** Recurring streams that can be paused, but not cancelled: a pause that nobody ends would keep the money for ever. */
  | 'PAUSE_WITHOUT_CANCEL';

/** Satoshis per unit of an announced fee or floor. */
export const FEE_STEP = 10n;
const NONCE_LENGTH = 16;

/** Returns the satoshis that a cancel (or pause) fills the reserve of a stream up to. */
export const cancelReserveOf = ({
  fee,
  floor,
  cancelFills,
}: Pick<PlanTerms, 'fee' | 'floor' | 'cancelFills'>): bigint => floor + fee * (cancelFills - 1n);

/** Whether the sender can stop a stream of a group, which then needs a notice. */
const needsNotice = (group: PlanGroup): boolean =>
  group.kind === 'VESTING' ? group.noticeBlocks > 0 : group.cancelable;

const noticeProblem = (group: PlanGroup, least: number): PlanTermsProblem | undefined => {
  const { noticeBlocks } = group;
  if (!Number.isInteger(noticeBlocks)) return 'NOTICE_OUT_OF_RANGE';
  if (!needsNotice(group)) return noticeBlocks === 0 ? undefined : 'NOTICE_OUT_OF_RANGE';
  return noticeBlocks >= least && noticeBlocks <= MAX_PLAN_NOTICE ? undefined : 'NOTICE_OUT_OF_RANGE';
};

/**
 * Returns the first rule that a group of terms breaks, or undefined.
 *
 * @param local whether the network's blocks are mined on demand (`isLocalNetwork`), so that a short notice is enough
 */
export const findGroupProblem = (group: PlanGroup, local = false): PlanTermsProblem | undefined => {
  const step = group.kind === 'VESTING' ? group.step : group.interval;
  if (step < 1n || step > MAX_TIME) return 'STEP_OUT_OF_RANGE';
  if (group.kind === 'VESTING' && (group.cliff < 0n || group.cliff > MAX_TIME)) return 'CLIFF_OUT_OF_RANGE';
  if (group.kind === 'RECURRING' && group.pausable && !group.cancelable) return 'PAUSE_WITHOUT_CANCEL';
  return noticeProblem(group, local ? LEAST_LOCAL_NOTICE : LEAST_PLAN_NOTICE);
};

const isIn = ({ least, most }: FeeLimits, satoshis: bigint): boolean =>
  satoshis >= least && satoshis <= most && satoshis % FEE_STEP === 0n;

const feeProblem = ({ product, fee, floor, cancelFills }: PlanTerms): PlanTermsProblem | undefined => {
  const ranges = planFeeLimits(product);
  if (!isIn(ranges.fee, fee)) return 'FEE_OUT_OF_RANGE';
  if (!isIn(ranges.floor, floor) || floor < fee) return 'FLOOR_OUT_OF_RANGE';
  return cancelFills >= 1n && cancelFills <= BigInt(MAX_CANCEL_FILLS) ? undefined : 'CANCEL_FILLS_OUT_OF_RANGE';
};

/** Returns the shortest delay of a move, blocks. @param local whether the network's blocks are mined on demand */
export const leastMoveDelay = (local: boolean): number => (local ? LEAST_LOCAL_MOVE_DELAY : LEAST_MOVE_DELAY);

const isDelay = (delay: number, local: boolean): boolean =>
  delay === 0 || (Number.isInteger(delay) && delay >= leastMoveDelay(local) && delay <= MAX_MOVE_DELAY);

/** Whether recipients of a plan may move their streams to another address. */
export const isTransferable = ({ delay }: Pick<PlanTerms, 'delay'>): boolean => delay > 0;

/** Returns a text that is the same only for equal groups of one kind. */
export const groupKey = (group: PlanGroup): string =>
  group.kind === 'VESTING'
    ? `${group.cliff.toString()}/${group.step.toString()}/${group.noticeBlocks}`
    : `${group.interval.toString()}/${group.noticeBlocks}/${Number(group.pausable)}/${Number(group.cancelable)}`;

/**
 * Returns the most groups of terms in one announcement. Nodes relay 223 bytes of data in a transaction, and some tools count one more
 * than a node: with 16 groups a vesting plan of a P2SH32 sender, such as a treasury, would have 223.
 */
export const mostGroupsOf = (product: PlanProduct, sender: Party): number =>
  planKindOf(product) === 'VESTING' && partyParts(sender)?.kind === 'P2SH32' ? MAX_PLAN_GROUPS - 1 : MAX_PLAN_GROUPS;

/**
 * Returns the first rule that the terms of a plan break, or undefined when they are sound. The same check serves what
 * a user asks for and what an announcement claims (design of plans, sections 2, 6 and 12).
 *
 * @param local whether the network's blocks are mined on demand (`isLocalNetwork`): then notices start at 6 blocks, and
 *   delays of moves at 1
 */
export const findPlanTermsProblem = (terms: PlanTerms, local = false): PlanTermsProblem | undefined => {
  const { product, sender, nonce, groups } = terms;
  if (nonce.length !== NONCE_LENGTH || groups.some(({ kind }) => kind !== planKindOf(product))) return 'MALFORMED';
  if (!isParty(sender)) return 'SENDER_NOT_STANDARD';
  if (groups.length === 0) return 'NO_GROUPS';
  if (groups.length > mostGroupsOf(product, sender)) return 'TOO_MANY_GROUPS';
  if (!isDelay(terms.delay, local)) return 'DELAY_OUT_OF_RANGE';
  if (new Set(groups.map(groupKey)).size !== groups.length) return 'GROUP_TWICE';
  return (
    feeProblem(terms) ?? groups.map((group) => findGroupProblem(group, local)).find((problem) => problem !== undefined)
  );
};
