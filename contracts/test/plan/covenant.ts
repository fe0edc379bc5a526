import { encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { Contract, type Artifact } from 'cashscript';
import {
  planRecurringBchArtifact,
  planRecurringTokenArtifact,
  planVestingBchArtifact,
  planVestingTokenArtifact,
} from '../../src/index.js';
import { named32 } from '../support/bytes.js';
import { offlineProvider } from '../support/offline-provider.js';
import { sender } from '../support/parties.js';
import type { Unlocking } from '../support/unlocking.js';
import { BOUNDS, isRecurring, type Kind } from './kind.js';

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
export const termsOf = (kind: Kind, some: Partial<Terms> = {}): Terms => {
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
  const contract = new Contract(artifact, [...parametersOf(kind, terms)], { provider: offlineProvider });
  const script = hexToBin(contract.bytecode);
  return {
    kind,
    terms,
    script,
    lockingBytecode: encodeLockingBytecodeP2sh32(hash256(script)),
    call: (path) => ({ kind: 'call', script, selector: BigInt(pathsOf(kind).indexOf(path)), args: [] }),
  };
};
