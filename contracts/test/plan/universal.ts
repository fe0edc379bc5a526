import { encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { Contract } from 'cashscript';
import { planClockArtifact, planCompanionArtifact } from '../../src/index.js';
import { offlineProvider } from '../support/offline-provider.js';
import type { Unlocking } from '../support/unlocking.js';

const universal = (artifact: typeof planClockArtifact | typeof planCompanionArtifact) => {
  const script = hexToBin(new Contract(artifact, [], { provider: offlineProvider }).bytecode);
  return {
    script,
    lockingBytecode: encodeLockingBytecodeP2sh32(hash256(script)),
    unlocking: { kind: 'call', script, selector: undefined, args: [] } satisfies Unlocking,
  };
};

/** One script for the clocks of all plans. */
export const PLAN_CLOCK = universal(planClockArtifact);
/** One script for the tokens beside the states of all plans. */
export const PLAN_COMPANION = universal(planCompanionArtifact);
