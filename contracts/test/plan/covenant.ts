import {
  planClockArtifact,
  planCompanionArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
  planFeeLimits,
  type LinkedArtifact,
  type PlanFeeLimits,
  type PlanProduct,
} from '../../src/index.js';
import { named32 } from '../support/bytes.js';
import { linkedOf, lockOf, universal } from '../support/contract.js';
import { sender } from '../support/parties.js';
import type { Unlocking } from '../support/unlocking.js';

/** The four covenants of plans. */
export type Kind = 'vesting-bch' | 'vesting-token' | 'recurring-bch' | 'recurring-token';

export const KINDS: readonly Kind[] = ['vesting-bch', 'vesting-token', 'recurring-bch', 'recurring-token'];

export const holdsTokens = (kind: Kind): boolean => kind.endsWith('token');
export const isRecurring = (kind: Kind): boolean => kind.startsWith('recurring');

/** The least satoshis of a payout's output in token mode. */
export const PAYOUT = 1_000n;

const PRODUCTS: Readonly<Record<Kind, PlanProduct>> = {
  'vesting-bch': 'VESTING_BCH',
  'vesting-token': 'VESTING_TOKEN',
  'recurring-bch': 'RECURRING_BCH',
  'recurring-token': 'RECURRING_TOKEN',
};

/** What a plan's terms for fees may be. */
export const feesOf = (kind: Kind): PlanFeeLimits => planFeeLimits(PRODUCTS[kind]);

/**
 * A term for fees without the satoshis that go with a payout of tokens. Of the floor: what a refund or a settling may take, and
 * what the clock of a recurring payment holds.
 */
export const lessPayout = (kind: Kind, satoshis: bigint): bigint => (holdsTokens(kind) ? satoshis - PAYOUT : satoshis);

/** Where the outputs of a cancel, a stop or a resume stand for the state at an input. */
interface Slots {
  readonly state: number;
  readonly companion: number | undefined;
  readonly clock: number;
  readonly payee: number;
}

export const slotsOf = (kind: Kind, input: number): Slots =>
  holdsTokens(kind)
    ? { state: 2 * input - 1, companion: 2 * input, clock: 2 * input + 1, payee: 2 * input + 2 }
    : { state: 3 * input - 2, companion: undefined, clock: 3 * input - 1, payee: 3 * input };

/** One script for the clocks of all plans. */
export const PLAN_CLOCK = universal(planClockArtifact);
/** One script for the tokens beside the states of all plans. */
export const PLAN_COMPANION = universal(planCompanionArtifact);

export type Path =
  | 'pay'
  | 'end'
  | 'cancel'
  | 'stop'
  | 'settle'
  | 'resume'
  | 'refund'
  | 'sweep'
  | 'announce'
  | 'finish'
  | 'collect';

/** What the streams at one address share. Fields of the other product are not compiled in. */
export interface Terms {
  readonly sender: Uint8Array;
  readonly notice: bigint;
  /** Blocks between the announcement of another address and the move to it; 0 for streams that do not move. */
  readonly delay: bigint;
  readonly fee: bigint;
  readonly floor: bigint;
  readonly fill: bigint;
  readonly nonce: Uint8Array;
  /** Vesting: seconds from the start; 0 for none. */
  readonly cliff: bigint;
  /** Vesting: seconds of a step. */
  readonly step: bigint;
  /** Recurring: seconds of a period. */
  readonly interval: bigint;
  readonly cancelable: boolean;
  readonly pausable: boolean;
}

/** An address of a plan. */
export interface Address {
  readonly kind: Kind;
  readonly terms: Terms;
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  /** The unlocking of a path. */
  readonly call: (path: Path) => Unlocking & { readonly kind: 'call' };
}

const ARTIFACTS: Readonly<Record<Kind, LinkedArtifact>> = {
  'vesting-bch': planVestingBchArtifact,
  'vesting-token': planVestingTokenArtifact,
  'recurring-bch': planRecurringBchArtifact,
  'recurring-token': planRecurringTokenArtifact,
};

/** Functions: the shown one, then the hidden ones in the order of their hashes. */
const PATHS: Readonly<Record<'vesting' | 'recurring', readonly Path[]>> = {
  vesting: ['pay', 'end', 'cancel', 'refund', 'finish', 'announce', 'sweep', 'collect'],
  recurring: ['pay', 'end', 'stop', 'settle', 'resume', 'refund', 'finish', 'announce', 'sweep', 'collect'],
};

/** The paths of a covenant. */
export const pathsOf = (kind: Kind): readonly Path[] => PATHS[isRecurring(kind) ? 'recurring' : 'vesting'];

/** Where a sender ends or pauses a stream. */
export const stopPath = (kind: Kind): Path => (isRecurring(kind) ? 'stop' : 'cancel');

const parametersOf = (kind: Kind, terms: Terms): readonly (Uint8Array | bigint)[] => {
  const { sender: owner, notice, delay, fee, floor, fill, nonce, cliff, step, interval, cancelable, pausable } = terms;
  return isRecurring(kind)
    ? [owner, interval, notice, delay, BigInt(cancelable), BigInt(pausable), fee, floor, fill, nonce]
    : [owner, cliff, step, notice, delay, fee, floor, fill, nonce];
};

/** Sound terms of a covenant: continuous vesting, or a period of 30 days; both a pause and a cancel after 36 blocks. */
const termsOf = (kind: Kind, some: Partial<Terms> = {}): Terms => {
  const limits = feesOf(kind);
  const { fee = limits.fee.default, floor = limits.floor.default } = some;
  return {
    sender: sender.lockingBytecode,
    notice: 36n,
    delay: 1_008n,
    fee,
    floor,
    fill: floor + 16n * fee,
    nonce: named32('nonce of a plan').slice(0, 16),
    cliff: 0n,
    step: 1n,
    interval: 2_592_000n,
    cancelable: true,
    pausable: true,
    ...some,
  };
};

/** An address of a plan; by another artifact where a test changes the source. */
export const createAddress = (kind: Kind, some: Partial<Terms> = {}, artifact = ARTIFACTS[kind]): Address => {
  const terms = termsOf(kind, some);
  const { script, parameters } = linkedOf(artifact, parametersOf(kind, terms));
  return {
    kind,
    terms,
    script,
    lockingBytecode: lockOf(script),
    call: (path) => ({
      kind: 'call',
      script,
      selector: undefined,
      linked: { artifact, parameters, name: path },
      args: [],
    }),
  };
};
