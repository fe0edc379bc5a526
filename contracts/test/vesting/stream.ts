import { encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { Contract } from 'cashscript';
import type { vestingBchArtifact, vestingTokenArtifact } from '../../src/index.js';
import { named32 } from '../support/bytes.js';
import { offlineProvider } from '../support/offline-provider.js';
import { recipient, sender } from '../support/parties.js';
import type { Argument, Unlocking } from '../support/unlocking.js';
import type { Terms } from './terms.js';

/** Functions of a vesting covenant in the order of its selectors. */
const SELECTORS = { claim: 0n, cancel: 1n, refund: 2n, sweep: 3n } as const;
export type VestingFunction = keyof typeof SELECTORS;

/** Both covenants take the same parameters and functions. */
export type VestingArtifact = typeof vestingBchArtifact | typeof vestingTokenArtifact;

/** A deployment of a vesting covenant. */
export interface Stream {
  readonly terms: Terms;
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  /** Of the state and its clock. */
  readonly category: Uint8Array;
  readonly call: (name: VestingFunction, args?: readonly Argument[]) => Unlocking;
}

export const instantiate = (artifact: VestingArtifact, { total, start, end, cliff, step, notice, label }: Terms) =>
  new Contract(
    artifact,
    [
      sender.hash,
      recipient.hash,
      total,
      start,
      end,
      cliff,
      step === 0n ? 1n : step,
      BigInt(notice),
      named32(label).slice(0, 16),
    ],
    { provider: offlineProvider },
  );

export const createStreamOf = (artifact: VestingArtifact, terms: Terms): Stream => {
  const script = hexToBin(instantiate(artifact, terms).bytecode);
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
