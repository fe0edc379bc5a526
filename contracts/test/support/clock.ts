import { encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { Contract } from 'cashscript';
import { clockArtifact } from '../../src/index.js';
import { offlineProvider } from './offline-provider.js';
import type { Unlocking } from './unlocking.js';

const script = hexToBin(new Contract(clockArtifact, [], { provider: offlineProvider }).bytecode);

/** The universal clock: one script for every deployment of every covenant. */
export const CLOCK = {
  script,
  lockingBytecode: encodeLockingBytecodeP2sh32(hash256(script)),
  unlocking: { kind: 'call', script, selector: undefined, args: [] } satisfies Unlocking,
};
