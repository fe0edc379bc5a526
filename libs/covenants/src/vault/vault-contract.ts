import { binsAreEqual, encodeDataPush, flattenBinArray } from '@bitauth/libauth';
import { vaultArtifact } from '@weir/contracts';
import { pushesOf } from '../bytes/read-pushes.js';
import type { Network } from '../chain/network.js';
import { createCovenantScript, type CovenantScript } from '../contract/covenant-script.js';
import type { KeyAndSignature } from '../transaction/key-signature.js';
import { findVaultProblem, type VaultParameters } from './vault-parameters.js';

/**
 * Reads a vault's parameters out of its redeem script; undefined for any other script. Every spend shows the script,
 * so for a vault that was ever used the chain shows signers and nonce.
 */
export const readVaultScript = (redeemScript: Uint8Array): VaultParameters | undefined => {
  // It pushes its parameters first, the last one first.
  const [nonce, third, second, first] = pushesOf(redeemScript);
  if (nonce === undefined || third === undefined || second === undefined || first === undefined) return undefined;
  const parameters: VaultParameters = { signers: [first, second, third], nonce };
  if (findVaultProblem(parameters) !== undefined) return undefined;
  // The script is the same on every network.
  return binsAreEqual(createVaultContract(parameters, 'mainnet').redeemScript, redeemScript) ? parameters : undefined;
};

/** A vault's contract. Its address is token-aware: the state carries an NFT, and tokens may be sent there. */
export interface VaultContract extends CovenantScript {
  readonly parameters: VaultParameters;
  readonly network: Network;
}

/**
 * Creates the contract of a set of parameters.
 *
 * @throws RangeError when the parameters break a rule (see `findVaultProblem`): such a vault must not be funded
 */
export const createVaultContract = (parameters: VaultParameters, network: Network): VaultContract => {
  const problem = findVaultProblem(parameters);
  if (problem !== undefined) throw new RangeError(`No vault of these parameters: ${problem}`);
  const { signers, nonce } = parameters;
  return { parameters, network, ...createCovenantScript(vaultArtifact, [...signers, nonce], network) };
};

/** Selectors of the covenant's functions, as opcodes. */
const OP_SPEND = 0x00;
const OP_FOLLOW = 0x51;

/**
 * Encodes the unlocking bytecode of input 0: the arguments, last one first, the function, the script. CashScript
 * would not do: it accepts no ECDSA signature shorter than 71 bytes, which about one in a hundred is.
 */
export const encodeVaultSpending = (
  contract: VaultContract,
  first: KeyAndSignature,
  second: KeyAndSignature,
): Uint8Array =>
  flattenBinArray([
    ...[second.signature, second.publicKey, first.signature, first.publicKey].map(encodeDataPush),
    Uint8Array.of(OP_SPEND),
    encodeDataPush(contract.redeemScript),
  ]);

/** Encodes the unlocking bytecode of every further input, which nobody signs. */
export const encodeVaultFollowing = (contract: VaultContract): Uint8Array =>
  flattenBinArray([Uint8Array.of(OP_FOLLOW), encodeDataPush(contract.redeemScript)]);
