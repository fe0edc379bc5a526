import { binsAreEqual, binToHex, type TransactionCommon } from '@bitauth/libauth';
import { outpointOf, sameOutpoint } from '../chain/outpoint.js';
import { type LockCoin, lockUnits, readLockCoin } from './lock-coin.js';
import type { LockContract } from './lock-contract.js';
import { lockedAt } from './lock-payout.js';

/** A payment of a lock, the only step it has. Amounts are satoshis, or base units. */
export interface LockTransition {
  /** Display-order hex. */
  readonly txid: string;
  readonly spent: LockCoin;
  /** What goes on; undefined after the end. */
  readonly next: LockCoin | undefined;
  /** What left the lock. */
  readonly released: bigint;
  /** What the recipient got of it: in BCH less by the fee, where the lock paid it. */
  readonly paidToRecipient: bigint;
  /** Unix seconds. */
  readonly locktime: bigint;
}

/**
 * Reads the payment by which a transaction spent a lock's coin; undefined when it does not spend it, or its outputs are
 * not those of a payment: a network that enforces the covenant did not mine it.
 *
 * @param txid display-order hex
 */
export const readLockTransition = (
  contract: LockContract,
  spent: LockCoin,
  txid: string,
  transaction: TransactionCommon,
): LockTransition | undefined => {
  const [input] = transaction.inputs;
  if (input === undefined || !sameOutpoint(outpointOf(input), spent.outpoint)) return undefined;
  const { terms } = contract;
  const locktime = BigInt(transaction.locktime);
  const left = lockedAt(terms, locktime);
  if (locktime < terms.cliff) return undefined;
  const next = left === 0n ? undefined : readLockCoin(contract, txid, transaction.outputs, 0);
  if (left > 0n && (next === undefined || lockUnits(contract, next) !== left)) return undefined;
  const paid = transaction.outputs[left === 0n ? 0 : 1];
  if (paid === undefined || !binsAreEqual(paid.lockingBytecode, terms.recipient)) return undefined;
  const released = lockUnits(contract, spent) - left;
  // A payment takes something out; at the end a coin without tokens may go.
  if (left > 0n && released < 1n) return undefined;
  const { token } = paid;
  const tokens = token !== undefined && binToHex(token.category) === spent.token?.category ? token.amount : 0n;
  const got = terms.asset === 'BCH' ? paid.valueSatoshis : tokens;
  // What a payer adds is not the lock's.
  return { txid, spent, next, released, paidToRecipient: got < released ? got : released, locktime };
};
