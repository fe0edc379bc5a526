import { encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { Contract } from 'cashscript';
import { companionArtifact } from '../../src/index.js';
import { offlineProvider } from './judge.js';
import { SEQUENCE_PLAIN, type Coin, type DraftInput } from './transaction.js';
import type { Unlocking } from './unlocking.js';

const script = hexToBin(new Contract(companionArtifact, [], { provider: offlineProvider }).bytecode);

/** The universal companion: one script for the tokens of every deployment of every covenant. */
export const COMPANION = {
  script,
  lockingBytecode: encodeLockingBytecodeP2sh32(hash256(script)),
  unlocking: { kind: 'call', script, selector: undefined, args: [] } satisfies Unlocking,
};

export const companionInput = (coin: Coin): DraftInput => ({
  coin,
  sequence: SEQUENCE_PLAIN,
  unlocking: COMPANION.unlocking,
});
