import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import { planConsentsIn } from '../plan/plan-consent.js';
import { isBchPlan } from '../plan/plan-product.js';
import { slotsAt } from '../plan/transactions/plan-slots.js';
import { unitsOf, type VaultCoin } from './vault-coin.js';
import type { VaultContract } from './vault-contract.js';
import { decodeVaultState } from './vault-state.js';

/** One step of a vault's life, read from the transaction that spent its state. */
export interface VaultTransition {
  /** A spend counts on; a close burned the state. */
  readonly kind: 'spend' | 'close';
  readonly txid: string;
  readonly spent: VaultCoin;
  /** The state it left, or undefined when it ended the vault. */
  readonly next: VaultCoin | undefined;
  /** Outputs that left the address, in order; not those of streams that the vault cancels, pauses or resumes: these pay for them. */
  readonly payouts: readonly Output[];
}

/** The state that stands at output 0 of a spend: the covenant recreates it there and nowhere else. */
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

/** Where the outputs begin that the vault pays for: behind the places of the streams that it moves. */
const firstOutputOfItsOwn = (transaction: TransactionCommon): number =>
  planConsentsIn(transaction).reduce(
    (first, { input, product }) => Math.max(first, slotsAt(input, !isBchPlan(product)).payee + 1),
    0,
  );

/**
 * Reads the transition by which a transaction spent a vault's state, or undefined when it does not spend it. The
 * covenant has been enforced by the network, so what the transaction shows is what happened.
 *
 * @param spent The state before it.
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
  const first = firstOutputOfItsOwn(transaction);
  const payouts = transaction.outputs.filter(
    ({ lockingBytecode }, index) => index >= first && !binsAreEqual(lockingBytecode, contract.lockingBytecode),
  );
  return { kind: next === undefined ? 'close' : 'spend', txid, spent, next, payouts };
};
