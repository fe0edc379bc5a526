import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import { P2SH32_DUST } from '@weir/kinds';
import type { Network } from '../../chain/network.js';
import { partyKey } from '../../chain/party.js';
import { findLockFunding, type FoundLock, type LockFundingResult } from '../../lock/find-locks.js';
import { lockLockingBytecode, lockTail } from '../../lock/lock-contract.js';
import { lockScheduleKey } from '../../lock/lock-terms.js';
import { ANY_TIP, lockCost, type LockDraft, lockFundingOutputs } from '../../lock/transactions/fund-locks.js';
import type { FundingNeeds } from '../plan/member-funding.js';

/** The locks of a draft as a transaction made them, in the draft's order; or how the transaction differs, in words. */
export type MatchedLocks =
  | { readonly ok: true; readonly locks: readonly FoundLock[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Returns where the locks of a draft lie, in its order. */
export const lockBytecodes = ({
  asset,
  locks,
  delay,
}: Pick<LockDraft, 'asset' | 'locks' | 'delay'>): readonly Uint8Array[] => {
  const tails = new Map<string, Uint8Array>();
  return locks.map((order) => {
    const key = lockScheduleKey(order);
    const tail = tails.get(key) ?? lockTail(asset.type, order, delay);
    tails.set(key, tail);
    return lockLockingBytecode(tail, order.recipient, order.total);
  });
};

const refused = (...problems: readonly string[]): MatchedLocks => ({ ok: false, problems });

const inWords = (problem: string): string => problem.toLowerCase().replaceAll('_', ' ');

/**
 * Finds the locks of a draft among all that a transaction funds: each must be there, by the same sender. Locks of equal terms
 * are each a coin of their own, taken in the order of the outputs.
 */
export const findLocksAmong = (draft: LockDraft, result: LockFundingResult): MatchedLocks => {
  if (!result.ok) return refused(inWords(result.problem));
  const { announcement, locks } = result.found;
  if (partyKey(announcement.sender) !== partyKey(draft.sender)) return refused('it names another sender');
  const category = draft.asset.type === 'BCH' ? undefined : draft.asset.category;
  const at = new Map<string, FoundLock[]>();
  for (const lock of locks) {
    if (lock.coin.token?.category !== category) continue;
    const key = binToHex(lock.contract.lockingBytecode);
    const there = at.get(key);
    if (there === undefined) at.set(key, [lock]);
    else there.push(lock);
  }
  const matched = lockBytecodes(draft).map((bytecode) => at.get(binToHex(bytecode))?.shift());
  const missing = matched.flatMap((lock, index) => (lock === undefined ? [`lock ${index + 1} is not in it`] : []));
  return missing.length > 0 ? refused(...missing) : { ok: true, locks: matched.filter((lock) => lock !== undefined) };
};

/**
 * Compares a draft with what a transaction funds: its locks must be there, and no others. A transaction funds one record, so the
 * funding of a list that holds the locks of another record as well does not belong to that record: the list would be paid again.
 */
export const matchLocks = (draft: LockDraft, result: LockFundingResult): MatchedLocks => {
  const matched = findLocksAmong(draft, result);
  if (!matched.ok || !result.ok) return matched;
  const others = result.found.locks.length + result.found.unsound.length - draft.locks.length;
  return others === 0 ? matched : refused(`it opens ${others} more locks, of another list`);
};

/** Compares a draft with a transaction. @param txid display-order hex */
export const findLocks = (
  draft: LockDraft,
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): MatchedLocks => matchLocks(draft, findLockFunding(network, txid, transaction));

/** What the funding of one lock takes. */
export const lockNeeds = (draft: LockDraft): FundingNeeds => {
  const { locked, reserves, notes, bytes } = lockCost(draft);
  const isBch = draft.asset.type === 'BCH';
  const [announcement, , note] = lockFundingOutputs(draft, ANY_TIP);
  return {
    satoshis: isBch ? locked : reserves,
    reserve: reserves,
    units: 0n,
    tokens: isBch ? undefined : locked,
    otherOutputs: [announcement, note]
      .filter((output) => output !== undefined)
      .map(({ to, amount }) => ({ lockingBytecode: to, satoshis: amount })),
    note: notes,
    dust: P2SH32_DUST,
    size: BigInt(bytes),
  };
};
