import { bigIntToCompactUint, encodeTransactionOutputs } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { MAX_SATOSHIS, P2SH32_DUST } from '@weir/kinds';
import { covenantError, InsufficientFundsError } from '../../errors/covenant-error.js';
import type { PlannedOutput } from '../../transaction/assemble.js';
import { largestFirst, selectCoins } from '../../transaction/coin-selection.js';
import { LONGEST } from '../../transaction/key-signature.js';
import { dustOf, toLibauthOutput } from '../../transaction/libauth-output.js';
import { encodeFollowing, encodeSpending, type TreasuryContract } from '../treasury.js';

/**
 * Returns the largest plain coins that one transaction can take beside those it must spend; a coin below dust is not
 * worth its fee.
 */
export const spendableCoins = (plain: readonly Utxo[], required: readonly Utxo[]): Utxo[] =>
  plain
    .filter(({ satoshis }) => satoshis >= P2SH32_DUST)
    .sort(largestFirst)
    .slice(0, Math.max(0, MAX_VAULT_COINS - required.length));

/**
 * Adds plain coins to those that must be spent until they reach a target.
 *
 * @param target satoshis, given the number of coins
 * @throws InsufficientFundsError when all that one transaction can take does not suffice
 */
export const selectVaultCoins = (
  plain: readonly Utxo[],
  required: readonly Utxo[],
  target: (count: number) => bigint,
): Utxo[] => {
  try {
    return selectCoins(spendableCoins(plain, required), required, target);
  } catch (error) {
    if (error instanceof InsufficientFundsError)
      throw new InsufficientFundsError(error.data.needed, error.data.available, 'vault');
    throw error;
  }
};

/**
 * Checks that an output can exist.
 *
 * @throws CovenantError BELOW_DUST or AMOUNT_OUT_OF_RANGE
 */
export const assertNoDust = (output: PlannedOutput): void => {
  const least = dustOf(output);
  if (output.amount < least)
    throw covenantError('BELOW_DUST', `An output to this recipient needs at least ${least.toString()} satoshis`);
  if (output.amount > MAX_SATOSHIS)
    throw covenantError('AMOUNT_OUT_OF_RANGE', 'The amount exceeds all satoshis that exist');
};

/** Most coins that one transaction spends: 77 kB of inputs, within the 100 kB that nodes relay. */
export const MAX_VAULT_COINS = 200;
/** Most outputs with tokens beside as many coins: 21 kB with the longest commitments and addresses. */
export const MAX_TOKEN_OUTPUTS = 100;

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
  contract: TreasuryContract,
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
