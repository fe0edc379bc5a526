import type { Artifact } from 'cashscript';
import {
  planClockArtifact,
  planCompanionArtifact,
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
} from '../../src/index.js';
import { named32 } from '../support/bytes.js';
import { lockOf, scriptOf, universal } from '../support/contract.js';
import { sender } from '../support/parties.js';
import type { Unlocking } from '../support/unlocking.js';

/** The four covenants of plans. */
export type Kind = 'vesting-bch' | 'vesting-token' | 'recurring-bch' | 'recurring-token';

export const KINDS: readonly Kind[] = ['vesting-bch', 'vesting-token', 'recurring-bch', 'recurring-token'];

export const holdsTokens = (kind: Kind): boolean => kind.endsWith('token');
export const isRecurring = (kind: Kind): boolean => kind.startsWith('recurring');

/** The least satoshis of a payout's output in token mode. */
export const PAYOUT = 1_000n;

/** What builders propose for `bound`: 1.2 to 1.4 satoshis a byte of a payment, too little for an output of a rewriter's. */
export const BOUNDS: Readonly<Record<Kind, bigint>> = {
  'vesting-bch': 1_450n,
  'vesting-token': 2_600n,
  'recurring-bch': 1_750n,
  'recurring-token': 2_950n,
};

/** What a refund, a settling or, in token mode, the clock counts with. */
export const endBound = (kind: Kind, bound: bigint): bigint => (holdsTokens(kind) ? bound - PAYOUT : bound);

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

export type Path = 'pay' | 'cancel' | 'stop' | 'settle' | 'resume' | 'refund' | 'sweep';

/** What the streams at one address share. Fields of the other product are not compiled in. */
export interface Terms {
  readonly sender: Uint8Array;
  readonly notice: bigint;
  readonly bound: bigint;
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
  /** The unlocking of a path; functions the covenant lacks answer as a selector that it lacks. */
  readonly call: (path: Path) => Unlocking & { readonly kind: 'call' };
}

const ARTIFACTS: Readonly<Record<Kind, Artifact>> = {
  'vesting-bch': planVestingBchArtifact,
  'vesting-token': planVestingTokenArtifact,
  'recurring-bch': planRecurringBchArtifact,
  'recurring-token': planRecurringTokenArtifact,
};

/** Functions in the order of their selectors. */
const PATHS: Readonly<Record<'vesting' | 'recurring', readonly Path[]>> = {
  vesting: ['pay', 'cancel', 'refund', 'sweep'],
  recurring: ['pay', 'stop', 'settle', 'resume', 'refund', 'sweep'],
};

/** The paths of a covenant. */
export const pathsOf = (kind: Kind): readonly Path[] => PATHS[isRecurring(kind) ? 'recurring' : 'vesting'];

/** Where a sender ends or pauses a stream. */
export const stopPath = (kind: Kind): Path => (isRecurring(kind) ? 'stop' : 'cancel');

const parametersOf = (kind: Kind, terms: Terms): readonly (Uint8Array | bigint | boolean)[] => {
  const { sender: owner, notice, bound, fill, nonce, cliff, step, interval, cancelable, pausable } = terms;
  return isRecurring(kind)
    ? [owner, interval, notice, cancelable, pausable, bound, fill, nonce]
    : [owner, cliff, step, notice, bound, fill, nonce];
};

/** Sound terms of a covenant: continuous vesting, or a period of 30 days; both a pause and a cancel after 36 blocks. */
const termsOf = (kind: Kind, some: Partial<Terms> = {}): Terms => {
  const bound = some.bound ?? BOUNDS[kind];
  return {
    sender: sender.lockingBytecode,
    notice: 36n,
    bound,
    fill: 17n * bound,
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
  const script = scriptOf(artifact, parametersOf(kind, terms));
  return {
    kind,
    terms,
    script,
    lockingBytecode: lockOf(script),
    call: (path) => ({ kind: 'call', script, selector: BigInt(pathsOf(kind).indexOf(path)), args: [] }),
  };
};
