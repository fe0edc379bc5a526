import { Contract } from 'cashscript';
import { vaultArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { contractLockingBytecode } from '../contract/contract-locking-bytecode.js';
import { offlineProvider } from '../contract/offline-provider.js';
import { findVaultProblem, type VaultParameters } from './vault-parameters.js';

const instantiate = ({ signers, nonce }: VaultParameters, network: Network) =>
  new Contract(vaultArtifact, [...signers, nonce], { provider: offlineProvider(network) });

/** A vault's contract: parameters and address. */
export interface VaultContract {
  readonly parameters: VaultParameters;
  readonly network: Network;
  /** P2SH32, token-aware: the state carries an NFT, and tokens may be sent there. */
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  /** The paths of the covenant. */
  readonly script: Pick<ReturnType<typeof instantiate>, 'unlock' | 'bytecode'>;
}

/**
 * Creates the contract of a set of parameters.
 *
 * @throws RangeError when the parameters break a rule (see `findVaultProblem`): such a vault must not be funded
 */
export const createVaultContract = (parameters: VaultParameters, network: Network): VaultContract => {
  const problem = findVaultProblem(parameters);
  if (problem !== undefined) throw new RangeError(`No vault of these parameters: ${problem}`);
  const script = instantiate(parameters, network);
  return {
    parameters,
    network,
    script,
    address: script.tokenAddress,
    lockingBytecode: contractLockingBytecode(script.address),
  };
};
