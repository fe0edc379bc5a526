import { Contract } from 'cashscript';
import { companionArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { contractLockingBytecode, offlineProvider } from './instance.js';

const instantiate = (network: Network) => new Contract(companionArtifact, [], { provider: offlineProvider(network) });

/** The universal companion script: holds a deployment's tokens at the index right after its state's. */
export interface CompanionContract {
  readonly unlock: ReturnType<typeof instantiate>['unlock'];
  readonly lockingBytecode: Uint8Array;
}

/** Creates the companion script on a network. */
export const createCompanionContract = (network: Network): CompanionContract => {
  const { unlock, address } = instantiate(network);
  return { unlock, lockingBytecode: contractLockingBytecode(address) };
};
