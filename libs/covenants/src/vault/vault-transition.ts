import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import { unitsOf, type VaultCoin } from './vault-coin.js';
import { vaultConsentsIn } from './vault-consent.js';
import type { VaultContract } from './vault-contract.js';
import { decodeVaultState } from './vault-parameters.js';

/** One step of a vault, read from the transaction that spent its state. */
export interface VaultTransition {
  /** A spend continues the count; a close burned the state. */
  readonly kind: 'spend' | 'close';
  readonly txid: string;
  readonly spent: VaultCoin;
  /** The state that it left; undefined when it ended the vault. */
  readonly next: VaultCoin | undefined;
  /**
   * Outputs that left the address, in order. Outputs of streams that the vault cancels, pauses, resumes or moves to another address
   * are not among them: the streams pay for those.
   */
  readonly payouts: readonly Output[];
}

/** Reads the next state at output 0, where the covenant recreates it. */
const nextOf = (
  { lockingBytecode }: VaultContract,
  { category }: VaultCoin,
  txid: string,
  output: Output | undefined,
): VaultCoin | undefined => {
  if (output === undefined || !binsAreEqual(output.lockingBytecode, lockingBytecode)) return undefined;
  if (output.token?.nft === undefined || binToHex(output.token.category) !== category) return undefined;
  const state = decodeVaultState(binToHex(output.token.nft.commitment));
  return (
    state && {
      outpoint: { txid, vout: 0 },
      satoshis: output.valueSatoshis,
      category,
      state,
      ...unitsOf(output.token.amount),
    }
  );
};

/**
 * Returns the index of the first output that the vault itself pays for, behind the places of the streams that it
 * moves.
 */
const firstOutputOfItsOwn = (transaction: TransactionCommon): number =>
  Math.max(0, ...vaultConsentsIn(transaction).map(({ behind }) => behind));

/** Returns the outputs of a treasury's spend that leave its address, and that it pays for itself. */
export const payoutsOf = (
  treasury: { readonly lockingBytecode: Uint8Array },
  transaction: TransactionCommon,
): readonly Output[] => {
  const first = firstOutputOfItsOwn(transaction);
  return transaction.outputs.filter(
    ({ lockingBytecode }, index) => index >= first && !binsAreEqual(lockingBytecode, treasury.lockingBytecode),
  );
};

/**
 * Reads the step by which a transaction spent a vault's state; undefined when it does not spend it. The network has
 * enforced the covenant, so what the transaction shows is what happened.
 *
 * @param spent the state before the transaction
 * @param txid display-order hex
 */
export const readVaultTransition = (
  contract: VaultContract,
  spent: VaultCoin,
  txid: string,
  transaction: TransactionCommon,
): VaultTransition | undefined => {
  const [input] = transaction.inputs;
  if (input?.outpointIndex !== spent.outpoint.vout || binToHex(input.outpointTransactionHash) !== spent.outpoint.txid)
    return undefined;
  const next = nextOf(contract, spent, txid, transaction.outputs[0]);
  return { kind: next === undefined ? 'close' : 'spend', txid, spent, next, payouts: payoutsOf(contract, transaction) };
};
