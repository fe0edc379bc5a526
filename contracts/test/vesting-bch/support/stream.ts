import { vestingBchArtifact } from '../../../src/index.js';
import type { VestingSchedule } from '@weir/vesting';
import { Contract } from 'cashscript';
import { encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { named32 } from '../../support/bytes.js';
import { offlineProvider } from '../../support/offline-provider.js';
import { recipient, sender } from '../../support/parties.js';
import type { Argument, Unlocking } from '../../support/unlocking.js';

/** Functions of the covenant in the order of its selectors. */
const SELECTORS = { claim: 0n, cancel: 1n, refund: 2n, sweep: 3n } as const;
export type VestingFunction = keyof typeof SELECTORS;

/** What a stream is compiled with. */
export interface Terms extends VestingSchedule {
  /** Blocks. */
  readonly notice: number;
  /** Names the nonce and the category. */
  readonly label: string;
}

/** A deployment of the covenant. */
export interface Stream {
  readonly terms: Terms;
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  readonly category: Uint8Array;
  readonly call: (name: VestingFunction, args?: readonly Argument[]) => Unlocking;
}

export const instantiate = ({ total, start, end, cliff, step, notice, label }: Terms) =>
  new Contract(
    vestingBchArtifact,
    [sender.hash, recipient.hash, total, start, end, cliff, step === 0n ? 1n : step, BigInt(notice), named32(label).slice(0, 16)],
    { provider: offlineProvider },
  );

export const createStream = (terms: Terms): Stream => {
  const script = hexToBin(instantiate(terms).bytecode);
  return {
    terms,
    script,
    lockingBytecode: encodeLockingBytecodeP2sh32(hash256(script)),
    category: named32(`category: ${terms.label}`),
    call: (name, args = []) => ({ kind: 'call', script, selector: SELECTORS[name], args }),
  };
};

/** A key and signature of nobody: both empty. */
export const NOBODY: readonly Argument[] = [new Uint8Array(), new Uint8Array()];

export const START = 1_700_000_000n;
export const DAY = 86_400n;

/** 10 BCH over 1,000 days, with a notice of 36 blocks. */
export const linear: Terms = { total: 1_000_000_000n, start: START, end: START + 1_000n * DAY, cliff: 0n, step: 0n, notice: 36, label: 'linear' };
/** The same in 34 steps of 30 days, the last one of 10 days, with a cliff after 90 days. */
export const stepped: Terms = { ...linear, step: 30n * DAY, cliff: START + 90n * DAY, label: 'stepped' };
