import { binsAreEqual } from '@bitauth/libauth';
import {
  announcesLocks,
  createLockContract,
  findLockFunding,
  type FoundLock,
  isParty,
  lockEnd,
  lockNoteSatoshis,
  type LockSchedule,
  type Network,
  outpointKey,
  partyAddress,
  readLockCoin,
  readLockScript,
  readLockTransition,
  TOKEN_OUTPUT_SATOSHIS,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { LockVesting, OpenedLock, OpensLocks, PaysLock } from '../effects.types.js';
import { lockKey, UNSIGNED, type Account } from './account.js';
import { explainBeacon } from './read-plan-funding.js';

/** Says when a lock vests. */
export const vestingOfLock = (schedule: LockSchedule): LockVesting => {
  const { start, cliff, step } = schedule;
  return { kind: 'VESTING', start, cliff, step, end: lockEnd(schedule) };
};

const openedLock = ({ contract: { terms, address, network }, coin }: FoundLock): OpenedLock => ({
  lock: address,
  recipient: partyAddress(terms.recipient, network) ?? '',
  total: terms.total,
  reserve: terms.asset === 'BCH' ? 0n : coin.satoshis,
  schedule: vestingOfLock(terms),
});

/** Explains the announcement, the beacon, the locks, and a note for each recipient. */
const explainOutputs = (account: Account, locks: readonly FoundLock[], note: bigint): void => {
  account.outputWhere(({ lockingBytecode, valueSatoshis }) => valueSatoshis === 0n && announcesLocks(lockingBytecode));
  const [first] = locks;
  if (first !== undefined) explainBeacon(account, first.contract.lockingBytecode);
  const recipients = new Set<string>();
  for (const { coin, contract } of locks) {
    account.output(coin.outpoint.vout);
    const { recipient } = contract.terms;
    const key = lockKey(recipient);
    if (recipients.has(key)) continue;
    recipients.add(key);
    account.outputWhere(
      ({ token, valueSatoshis, lockingBytecode }) =>
        token === undefined && valueSatoshis === note && binsAreEqual(lockingBytecode, recipient),
    );
  }
};

/**
 * Reads the locks that a transaction opens; undefined where it announces none.
 *
 * @throws Difference OTHER_TERMS where one of them is not sound: what it holds would be lost, or locked for good
 */
export const readLockFunding = (account: Account, network: Network): OpensLocks | undefined => {
  const { transaction } = account.draft;
  if (!transaction.outputs.some(({ lockingBytecode }) => announcesLocks(lockingBytecode))) return undefined;
  const result = findLockFunding(network, UNSIGNED, transaction);
  const problems = result.ok ? result.found.unsound.map(({ problem }) => problem) : [result.problem];
  if (!result.ok || problems.length > 0)
    throw new Difference('OTHER_TERMS', `The locks that it opens are not sound: ${problems.join(', ')}`);
  const { locks, announcement } = result.found;
  const [asset, ...others] = new Set(locks.map(({ coin }) => coin.token?.category));
  if (others.length > 0) throw new Difference('OTHER_TERMS', 'The locks that it opens hold several tokens');
  explainOutputs(account, locks, lockNoteSatoshis(announcement.asset));
  return {
    kind: 'OPENS_LOCKS',
    sender: partyAddress(announcement.sender, network) ?? '',
    asset,
    locks: locks.map(openedLock),
  };
};

/**
 * Reads the payment of the lock whose coin input 0 spends, by the script that the input shows; undefined where that is none
 * of a lock.
 *
 * @throws Difference UNEXPECTED_INPUT where it is spent by no payment, UNEXPECTED_OUTPUT where more goes along than is due
 */
export const readLockPayment = (account: Account, network: Network): PaysLock | undefined => {
  const { spent, transaction } = account.draft;
  const [first] = spent;
  const paid = transaction.outputs.map(({ lockingBytecode }) => lockingBytecode).filter(isParty);
  const terms = first && readLockScript(first.unlockingBytecode, paid);
  if (first === undefined || terms === undefined) return undefined;
  const contract = createLockContract(terms, network);
  const coin = readLockCoin(contract, first.outpoint.txid, [first], 0);
  if (coin === undefined) return undefined;
  const held = { ...coin, outpoint: first.outpoint };
  const step = readLockTransition(contract, held, UNSIGNED, transaction);
  if (step === undefined) throw new Difference('UNEXPECTED_INPUT', 'It spends a lock by no payment');
  const { next, released, paidToRecipient } = step;
  account.input(0);
  if (next !== undefined) account.output(0);
  const payout = account.output(next === undefined ? 0 : 1);
  const due = next === undefined ? held.satoshis : terms.asset === 'BCH' ? released : 0n;
  const most = due > TOKEN_OUTPUT_SATOSHIS ? due : TOKEN_OUTPUT_SATOSHIS;
  // Nobody gains by satoshis that a payer leaves on a lock or adds to its payout: they are the signer's loss.
  if (payout.valueSatoshis > most || (next !== undefined && next.satoshis > held.satoshis))
    throw new Difference('UNEXPECTED_OUTPUT', 'The payment of a lock would take more of your satoshis than its fee');
  return {
    kind: 'PAYS_LOCK',
    lock: contract.address,
    outpoint: outpointKey(held.outpoint),
    recipient: partyAddress(terms.recipient, network) ?? '',
    asset: terms.asset === 'BCH' ? undefined : held.token?.category,
    paidToRecipient,
    left: next === undefined ? 0n : terms.asset === 'BCH' ? next.satoshis : (next.token?.amount ?? 0n),
  };
};
