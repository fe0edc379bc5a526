import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import { covenantError } from '../../errors/covenant-error.js';
import type { ContractPart } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { dustOf } from '../../transaction/libauth-output.js';
import { buildSignedStep } from '../../transaction/one-signature.js';
import { type PurseCoin, purseUtxo } from '../purse-coin.js';
import type { PurseContract } from '../purse-contract.js';

/** Satoshis that the way home may take for its fee. */
export const PURSE_HOME_FEE = 2_000n;

const shapeOf = (contract: PurseContract, coin: PurseCoin, fee: bigint): ContractPart => {
  const { terms, network } = contract;
  const args = [placeholderPublicKey(), placeholderSignature()];
  return {
    network,
    contractInputs: [{ utxo: purseUtxo(coin), unlocker: contract.unlock('home', args) }],
    outputs: [{ to: terms.owner, amount: coin.satoshis - fee, ...(coin.token !== undefined && { token: coin.token }) }],
  };
};

/**
 * Builds the transaction that sends everything in a purse home to its treasury, for the wallet of any one signer to sign: the
 * pause. The purse pays the fee.
 *
 * @throws CovenantError FEE_ABOVE_BOUND where nodes ask for more than a purse may pay, BELOW_DUST for a purse that cannot pay it
 */
export const buildPurseHome = (
  contract: PurseContract,
  coin: PurseCoin,
  options: BuildOptions = {},
): UnsignedTransaction => {
  const shape = (fee: bigint): ContractPart => shapeOf(contract, coin, fee);
  const built = buildSignedStep({ bound: PURSE_HOME_FEE, shape, userPrompt: 'Send the purse home' }, options);
  if (built.outputs.some((output) => output.amount < dustOf(output)))
    throw covenantError('BELOW_DUST', 'The purse holds less than its own fee and an output of the treasury');
  return built;
};
