import { airdropCloserArtifact, companionArtifact, planClockArtifact, planCompanionArtifact } from '@weir/contracts';
import { bytesKey } from '../bytes/read-bytes.js';
import type { Network } from '../chain/network.js';
import { createCovenantScript, type CovenantScript } from './covenant-script.js';

/**
 * The scripts without parameters, which all contracts of a network share: the clock holds the units of a plan's stream while a
 * notice runs, the companions hold the tokens of streams and of lanes, and the closer holds a campaign's closing unit.
 */
export type UniversalScripts = Readonly<Record<'clock' | 'planCompanion' | 'companion' | 'closer', CovenantScript>>;

const byNetwork = new Map<Network, UniversalScripts>();

/** Returns the universal scripts on a network. Their locking bytecodes are the same on every network. */
export const universalScripts = (network: Network): UniversalScripts => {
  const scripts = byNetwork.get(network) ?? {
    clock: createCovenantScript(planClockArtifact, [], network),
    planCompanion: createCovenantScript(planCompanionArtifact, [], network),
    companion: createCovenantScript(companionArtifact, [], network),
    closer: createCovenantScript(airdropCloserArtifact, [], network),
  };
  byNetwork.set(network, scripts);
  return scripts;
};

/**
 * The keys (`bytesKey`) of all universal scripts' locking bytecodes. No party of any product may be one: money that is paid
 * there moves only beside a state that it does not belong to, so nobody gets it out.
 */
export const UNIVERSAL_SCRIPT_KEYS: ReadonlySet<string> = new Set(
  Object.values(universalScripts('mainnet')).map(({ lockingBytecode }) => bytesKey(lockingBytecode)),
);

/** Whether a locking bytecode is that of a universal script, which no party may be. */
export const isUniversalScript = (lockingBytecode: Uint8Array): boolean =>
  UNIVERSAL_SCRIPT_KEYS.has(bytesKey(lockingBytecode));
