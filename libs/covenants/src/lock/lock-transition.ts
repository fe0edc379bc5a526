import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import { outpointOf, sameOutpoint } from '../chain/outpoint.js';
import { type Party, partyHash } from '../chain/party.js';
import { announcedBy } from '../plan/move-notice.js';
import { type LockCoin, lockUnits, readLockCoin } from './lock-coin.js';
import { type LockContract, movedLock, pendingLock } from './lock-contract.js';
import { lockedAt } from './lock-payout.js';
import { canLockMove, type LockTerms } from './lock-terms.js';

/**
 * The kinds of step of a lock. `pay` pays; `announce` names another address, `undo` the recipient's own; `finish` moves there, and
 * `keep` follows an undo.
 */
export type LockStepKind = 'pay' | 'announce' | 'undo' | 'finish' | 'keep';

/** A step of a lock. Amounts are satoshis, or base units. */
export interface LockTransition {
  readonly kind: LockStepKind;
  /** Display-order hex. */
  readonly txid: string;
  readonly spent: LockCoin;
  /** What goes on; undefined after the end. */
  readonly next: LockCoin | undefined;
  /** The contract at whose address it goes on: that of the coin, unless its move begins or ends. */
  readonly contract: LockContract;
  /** What left the lock. */
  readonly released: bigint;
  /** What the recipient got of it: in BCH less by the fee, where the lock paid it. */
  readonly paidToRecipient: bigint;
  /** Unix seconds; 0 of a step that pays nothing, which does not depend on time. */
  readonly locktime: bigint;
}

const readPayment = (
  contract: LockContract,
  spent: LockCoin,
  txid: string,
  transaction: TransactionCommon,
): LockTransition | undefined => {
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
  const paidToRecipient = got < released ? got : released;
  return { kind: 'pay', txid, spent, next, contract, released, paidToRecipient, locktime };
};

const isOwn = ({ terms }: LockContract, party: Uint8Array): boolean =>
  binsAreEqual(partyHash(party), partyHash(terms.recipient));

/** Reads a step that pays nothing: the coin goes on at the address of another contract. */
const readMove = (
  kind: LockStepKind,
  contract: LockContract,
  spent: LockCoin,
  txid: string,
  outputs: readonly Output[],
  vout: number,
): LockTransition | undefined => {
  const next = readLockCoin(contract, txid, outputs, vout);
  return next && { kind, txid, spent, next, contract, released: 0n, paidToRecipient: 0n, locktime: 0n };
};

const readFinish = (
  contract: LockContract,
  to: Party,
  spent: LockCoin,
  txid: string,
  { outputs }: TransactionCommon,
): LockTransition | undefined =>
  readMove(isOwn(contract, to) ? 'keep' : 'finish', movedLock(contract, to), spent, txid, outputs, 0);

/**
 * Reads the step by which a transaction spent a lock's coin; undefined when it does not spend it, or its outputs are not those of a
 * step: a network that enforces the covenant did not mine it.
 *
 * @param contract at whose address the coin lies: of a pending move the one with its address
 * @param txid display-order hex
 */
export const readLockTransition = (
  contract: LockContract,
  spent: LockCoin,
  txid: string,
  transaction: TransactionCommon,
): LockTransition | undefined => {
  const place = transaction.inputs.findIndex((input) => sameOutpoint(outpointOf(input), spent.outpoint));
  const { terms }: { readonly terms: LockTerms } = contract;
  if (place < 0) return undefined;
  if (place === 0) {
    const { movesTo } = terms;
    const finish = movesTo && readFinish(contract, movesTo, spent, txid, transaction);
    return finish ?? readPayment(contract, spent, txid, transaction);
  }
  const to = canLockMove(terms) ? announcedBy(transaction) : undefined;
  if (to === undefined) return undefined;
  const kind = isOwn(contract, to) ? 'undo' : 'announce';
  return readMove(kind, pendingLock(contract, to), spent, txid, transaction.outputs, place);
};
