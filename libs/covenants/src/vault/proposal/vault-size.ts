import { bigIntToCompactUint, encodeTransactionOutputs } from '@bitauth/libauth';
import type { PlannedOutput } from '../../transaction/assemble.js';
import { encodeFollowing, encodeSpending } from '../signing/vault-unlocking.js';
import type { VaultContract } from '../vault-contract.js';
import { toLibauthOutput } from './vault-output.js';

/** Most coins that one transaction spends: 77 kB of inputs, within the 100 kB that nodes relay. */
export const MAX_VAULT_COINS = 200;
/** Most outputs with tokens beside as many coins: 21 kB with the longest commitments and addresses. */
export const MAX_TOKEN_OUTPUTS = 100;

/** Longest signature including its type: ECDSA. Wallets that sign by Schnorr make 65 bytes. */
const LONGEST_SIGNATURE = new Uint8Array(72);
const LONGEST = { publicKey: new Uint8Array(33), signature: LONGEST_SIGNATURE };

const countBytes = (count: number): number => bigIntToCompactUint(BigInt(count)).length;

/** Returns the bytes of an input: outpoint, sequence number, and the unlocking bytecode with its length. */
const inputSize = (unlocking: number): number => 40 + countBytes(unlocking) + unlocking;

/** Returns the bytes of a fully signed transaction by the number of the vault's coins it spends, and its outputs. */
export type VaultSizer = (coins: number, outputs: readonly PlannedOutput[]) => number;

/**
 * Creates the function that measures a vault's transactions before they are signed; none becomes larger than that.
 *
 * @param filled inputs beside the vault's coins
 */
export const createVaultSizer = (
  contract: VaultContract,
  filled: readonly { readonly unlockingBytecode: Uint8Array }[] = [],
): VaultSizer => {
  const others = filled.reduce((sum, { unlockingBytecode }) => sum + inputSize(unlockingBytecode.length), 0);
  const leading = inputSize(encodeSpending(contract, LONGEST, LONGEST).length);
  const following = inputSize(encodeFollowing(contract).length);
  return (coins, outputs) =>
    8 +
    countBytes(coins + filled.length) +
    others +
    leading +
    (coins - 1) * following +
    encodeTransactionOutputs(outputs.map(toLibauthOutput)).length;
};
