import type { Allocation } from './calendar.js';
import {
  DEFAULT_CANCEL_FILLS,
  DEFAULT_DURATION,
  DEFAULT_LOCK_STEPS,
  DEFAULT_MOVE_DELAY,
  DEFAULT_PROPOSAL,
  DEFAULT_STEP,
  defaultCurrencyNotice,
  defaultNotice,
} from './defaults.js';
import type { PlanKind, PlanSchedule, StreamType, VestingType } from './products.js';
import type { ProposalKind } from './proposals.js';

/** When terms are asked for, and where. */
export interface Moment {
  /** Unix seconds. */
  readonly now: number;
  /** Name of the network. */
  readonly network: string;
}

/** A term that the sender may leave out. */
type Given<Value> = Value | null | undefined;

/** What a sender may do to a stream, and its recipient. */
interface Rights {
  readonly cancelable?: Given<boolean>;
  readonly pausable?: Given<boolean>;
  readonly cancelNoticeBlocks?: Given<number>;
  readonly transferable?: Given<boolean>;
  readonly moveDelayBlocks?: Given<number>;
  /** The treasury that pays, if one does. */
  readonly vaultId?: Given<string>;
}

/**
 * Whether the recipient can move something to another address, and how many blocks after they said so. By default they can, unless a
 * treasury pays: each announcement makes a cancel void that two signers are still signing, and a recipient may announce once a block.
 */
export const moveDefaults = ({
  transferable,
  moveDelayBlocks,
  vaultId,
}: Pick<Rights, 'transferable' | 'moveDelayBlocks' | 'vaultId'>) => {
  const canMove = transferable ?? (vaultId === undefined || vaultId === null);
  return {
    transferable: canMove,
    moveDelayBlocks: moveDelayBlocks ?? (canMove ? DEFAULT_MOVE_DELAY : undefined),
  };
};

/** Whether something can be cancelled (by default it can), and with which notice, blocks; and whether it can be moved. */
const rightDefaults = (terms: Rights, { network }: Pick<Moment, 'network'>) => ({
  cancelable: terms.cancelable ?? true,
  cancelNoticeBlocks: terms.cancelNoticeBlocks ?? defaultNotice(network),
  ...moveDefaults(terms),
});

/** Whether payments can be cancelled (by default they can) and paused (by default as cancelled). */
export const stopDefaults = ({ cancelable, pausable }: Pick<Rights, 'cancelable' | 'pausable'>) => ({
  cancelable: cancelable ?? true,
  pausable: pausable ?? cancelable ?? true,
});

/**
 * Returns the start that makes a duration a whole number of steps and is nearest to now: in which second a request arrives must
 * not matter. Now where that is impossible.
 */
const alignedStart = (endTime: Given<number>, step: Given<number>, now: number): number => {
  if (endTime === undefined || endTime === null || endTime <= now) return now;
  if (step === undefined || step === null || !Number.isSafeInteger(step) || step < 1) return now;
  return endTime - Math.max(1, Math.round((endTime - now) / step)) * step;
};

/** Returns the interval of a RECURRING stream that asks for none: about 30 days. @param duration seconds */
export const recurringInterval = (duration: bigint): bigint => {
  const periods = duration / BigInt(DEFAULT_STEP);
  return duration / (periods < 1n ? 1n : periods);
};

/** The terms of a stream that have defaults. Times are Unix seconds. */
export interface StreamChoices extends Omit<Rights, 'pausable'> {
  readonly streamType: StreamType;
  readonly startTime?: Given<number>;
  readonly endTime?: Given<number>;
  readonly intervalSeconds?: Given<number>;
}

/**
 * Returns the terms of a stream where its sender asks for none: from now on, 365 days, steps of 30 days, cancelable. The interval
 * of a RECURRING stream stays open: `recurringInterval` need not divide the duration.
 */
export const streamDefaults = (terms: StreamChoices, moment: Moment) => {
  const { streamType, intervalSeconds } = terms;
  const isRecurring = streamType === 'RECURRING';
  const startTime =
    terms.startTime ?? (isRecurring ? alignedStart(terms.endTime, intervalSeconds, moment.now) : moment.now);
  const endTime = terms.endTime ?? startTime + DEFAULT_DURATION;
  const step = streamType === 'STEP' ? Math.min(DEFAULT_STEP, endTime - startTime) : undefined;
  return { startTime, endTime, intervalSeconds: intervalSeconds ?? step, ...rightDefaults(terms, moment) };
};

/** The terms of a stream by the calendar that have defaults. */
export interface GrantChoices extends Omit<Rights, 'pausable'> {
  /** Unix seconds. */
  readonly startTime?: Given<number>;
  readonly cliffInstallment?: Given<number>;
  readonly allocation?: Given<Allocation>;
}

/**
 * Returns the terms of a stream by the calendar where its sender asks for none: from now on, cancelable, without a cliff, rounded down.
 * Its installments say when it ends.
 */
export const grantDefaults = (terms: GrantChoices, moment: Moment) => ({
  startTime: terms.startTime ?? moment.now,
  cliffInstallment: terms.cliffInstallment ?? 1,
  allocation: terms.allocation ?? 'CUMULATIVE_ROUND_DOWN',
  ...rightDefaults(terms, moment),
});

/** Returns the terms of a stream of tranches where its sender asks for none: cancelable. Its tranches say when it starts and ends. */
export const trancheDefaults = (terms: Omit<Rights, 'pausable'>, moment: Pick<Moment, 'network'>) =>
  rightDefaults(terms, moment);

/** The terms of a payment that have defaults. */
export interface PaymentChoices extends Rights {
  /** Unix seconds. */
  readonly startDate?: Given<number>;
}

/** Returns the terms of a payment where its sender asks for none: from now on, cancelable, and pausable like it. */
export const paymentDefaults = (terms: PaymentChoices, moment: Moment) => ({
  startDate: terms.startDate ?? moment.now,
  ...rightDefaults(terms, moment),
  ...stopDefaults(terms),
});

/** The terms of a payment in a currency that have defaults which do not depend on a price. */
export interface CurrencyChoices extends Pick<Rights, 'pausable' | 'cancelNoticeBlocks'> {
  /** Unix seconds. */
  readonly startDate?: Given<number>;
}

/** Returns the terms of a payment in a currency where its sender asks for none: from now on, pausable, with a notice of two days. */
export const currencyDefaults = (terms: CurrencyChoices, { now, network }: Moment) => ({
  startDate: terms.startDate ?? now,
  pausable: terms.pausable ?? true,
  cancelNoticeBlocks: terms.cancelNoticeBlocks ?? defaultCurrencyNotice(network),
});

/**
 * Whether the recipient of a lock can move it to another address, and how many blocks after they said so. By default they cannot: a lock
 * that stays proves that what it holds is out of circulation.
 */
export const lockMoveDefaults = ({ transferable, moveDelayBlocks }: Pick<Rights, 'transferable' | 'moveDelayBlocks'>) =>
  moveDefaults({ transferable: transferable ?? false, moveDelayBlocks });

/** When a lock unlocks, as far as its sender says, and whether its recipient can move it. Times are Unix seconds. */
export interface LockChoices extends Pick<Rights, 'transferable' | 'moveDelayBlocks'> {
  readonly unlockTime?: Given<number>;
  readonly streamType?: Given<VestingType>;
  readonly startTime?: Given<number>;
  readonly endTime?: Given<number>;
  readonly intervalSeconds?: Given<number>;
}

/** The terms of a lock with their defaults. One that unlocks at one time has no other times. */
export interface LockDefaults extends ReturnType<typeof moveDefaults> {
  readonly streamType?: VestingType | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly intervalSeconds?: number | undefined;
}

/**
 * Returns when a lock unlocks where its sender does not say: from now on, for 365 days by the second, or in 12 steps of 30 days.
 * One that unlocks at one time has no other times. By default it cannot be moved.
 */
export const lockDefaults = (terms: LockChoices, { now }: Pick<Moment, 'now'>): LockDefaults => {
  const moves = lockMoveDefaults(terms);
  if (terms.unlockTime !== undefined && terms.unlockTime !== null) return moves;
  const streamType = terms.streamType ?? 'LINEAR';
  const intervalSeconds = terms.intervalSeconds ?? (streamType === 'STEP' ? DEFAULT_STEP : undefined);
  const startTime = terms.startTime ?? alignedStart(terms.endTime, intervalSeconds ?? 1, now);
  const step = streamType === 'STEP' ? (intervalSeconds ?? 1) : 1;
  const endTime = terms.endTime ?? startTime + (step === 1 ? DEFAULT_DURATION : DEFAULT_LOCK_STEPS * step);
  return { streamType, startTime, endTime, intervalSeconds, ...moves };
};

/** The terms that the rows of a plan share, and that have defaults. */
export interface PlanChoices extends Rights {
  readonly product: PlanKind;
  /** Unix seconds. */
  readonly start?: Given<number>;
  readonly cancelFills?: Given<number>;
  /** How grants vest. */
  readonly schedule?: Given<PlanSchedule>;
  /** Days of the calendar: those of salaries, or of grants that name no others. */
  readonly calendar?: Given<object>;
}

/** Returns how the rows of a plan vest; null of salaries and locks. */
export const planSchedule = ({ product, schedule }: Pick<PlanChoices, 'product' | 'schedule'>): PlanSchedule | null =>
  product === 'vesting' ? (schedule ?? 'SECONDS') : null;

/** Whether a plan pays or vests on dates of the calendar. */
export const isDated = (terms: PlanChoices): boolean => {
  const { product, calendar } = terms;
  if (product === 'recurring') return calendar !== undefined && calendar !== null;
  return (planSchedule(terms) ?? 'SECONDS') !== 'SECONDS';
};

/** Returns the payments that a cancel leaves paid for. By the calendar a stop takes nothing for later ones. */
const fillsOf = (terms: PlanChoices): number => (isDated(terms) ? 0 : (terms.cancelFills ?? DEFAULT_CANCEL_FILLS));

/** Returns what the sender of a plan may do where they ask for nothing, and what is reserved for it. */
export const planRights = (terms: PlanChoices, moment: Pick<Moment, 'network'>) => ({
  cancelFills: fillsOf(terms),
  ...rightDefaults(terms, moment),
  ...(terms.product === 'recurring' && stopDefaults(terms)),
});

/** Returns the shared terms of a plan where its sender asks for none. The sender has no rights in locks. */
export const planDefaults = (terms: PlanChoices, moment: Moment) => ({
  start: terms.start ?? moment.now,
  ...(terms.product === 'lock' ? lockMoveDefaults(terms) : planRights(terms, moment)),
});

/** Start and end of a plan, or of one of its rows, Unix seconds. */
interface Span {
  readonly start?: Given<number>;
  readonly end?: Given<number>;
}

/** Returns when a row of vesting or locks starts and ends. @param head the plan's terms, with their defaults */
export const rowTimes = (row: Span, head: Span & { readonly start: number }) => {
  const start = row.start ?? head.start;
  return { start, end: row.end ?? head.end ?? start + DEFAULT_DURATION };
};

/** The terms of a campaign that have defaults. */
export interface CampaignChoices {
  readonly requireKyc?: Given<boolean>;
  readonly publicList?: Given<boolean>;
  readonly maxClaimsPerAddress?: Given<number>;
  readonly cancelable?: Given<boolean>;
  readonly sponsorFees?: Given<boolean>;
}

/**
 * Returns the terms of a campaign where its creator asks for none: open to everybody, one claim for each address, cancelable, and
 * fees of claims paid by the campaign.
 */
export const campaignDefaults = (terms: CampaignChoices) => ({
  requireKyc: terms.requireKyc ?? false,
  publicList: terms.publicList ?? false,
  maxClaimsPerAddress: terms.maxClaimsPerAddress ?? 1,
  cancelable: terms.cancelable ?? true,
  sponsorFees: terms.sponsorFees ?? true,
});

/** Returns the terms of a proposal where its proposer asks for none. */
export const proposalDefaults = ({ kind }: { readonly kind?: Given<ProposalKind> }) => ({
  kind: kind ?? DEFAULT_PROPOSAL,
});
