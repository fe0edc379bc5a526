import { authenticationInstructionsAreMalformed, binToHex, decodeAuthenticationInstructions } from '@bitauth/libauth';
import { createVaultContract } from './vault-contract.js';
import { findVaultProblem, type VaultParameters } from './vault-parameters.js';

/** Returns what a vault's script pushes first: its parameters, the last one first. */
const pushesOf = (script: Uint8Array, count: number): Uint8Array[] => {
  const instructions = decodeAuthenticationInstructions(script);
  if (authenticationInstructionsAreMalformed(instructions)) return [];
  return instructions.slice(0, count).flatMap((instruction) => ('data' in instruction ? [instruction.data] : []));
};

/**
 * Reads a vault's parameters out of its redeem script; undefined for any other script. Every spend shows the script,
 * so for a vault that was ever used the chain tells signers and nonce.
 */
export const readVaultScript = (redeemScript: Uint8Array): VaultParameters | undefined => {
  const [nonce, third, second, first] = pushesOf(redeemScript, 4);
  if (nonce === undefined || third === undefined || second === undefined || first === undefined) return undefined;
  const parameters: VaultParameters = { signers: [first, second, third], nonce };
  if (findVaultProblem(parameters) !== undefined) return undefined;
  // The script is the same on every network.
  return createVaultContract(parameters, 'mainnet').script.bytecode === binToHex(redeemScript) ? parameters : undefined;
};
