import { placeholderPublicKey, placeholderSignature, type Utxo } from 'cashscript';
import { countRoots } from '../../src/airdrop/airdrop-proof.js';
import { planClaim } from '../../src/airdrop/transactions/claim-plan.js';
import type { PublicClaim } from '../../src/airdrop/transactions/claim-public.js';
import { countSiblings } from '../../src/airdrop/transactions/count-siblings.js';
import {
  closingUnitOutput,
  type AirdropContract,
  type PublicParameters,
  type UnsignedTransaction,
} from '../../src/index.js';
import { assemble, type PlannedOutput } from '../../src/transaction/assemble.js';
import type { Party } from './party.js';

/** A lane's next state with so many units of its category. */
const withUnits = (outputs: readonly PlannedOutput[], units: bigint): PlannedOutput[] =>
  outputs.map((output, index) =>
    index === 0 && output.token !== undefined ? { ...output, token: { ...output.token, amount: units } } : output,
  );

/**
 * A claim that moves the closing unit: with the coin that holds it, onto the lane; without one, from the lane to whoever
 * claims.
 */
export const buildUnitMovingClaim = (
  { contract, coin, locktime, proof }: PublicClaim & { readonly contract: AirdropContract<PublicParameters> },
  claimer: Party,
  unit?: Utxo,
): UnsignedTransaction => {
  const { amount, nonce } = contract.parameters;
  const args = [placeholderPublicKey(), placeholderSignature(), BigInt(proof.claimed), ...countSiblings(proof)];
  const roots = countRoots(nonce, proof);
  const { shape } = planClaim({ contract, coin, locktime, recipient: proof.hash, amount, roots, args }, {});
  const plan = shape(0n);
  const taken = closingUnitOutput({ category: coin.category }, claimer.lockingBytecode);
  return assemble({
    ...plan,
    outputs: unit === undefined ? [...withUnits(plan.outputs, 0n), taken] : withUnits(plan.outputs, 1n),
    requiredCoins: unit === undefined ? [] : [unit],
    wallet: claimer.funds(),
    change: 'last',
    userPrompt: 'Claim, and move the closing unit',
  });
};
