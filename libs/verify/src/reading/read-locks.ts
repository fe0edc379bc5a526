import { binsAreEqual } from '@bitauth/libauth';
import {
  announcesLocks,
  createLockContract,
  findLockFunding,
  type FoundLock,
  isLocalNetwork,
  isParty,
  lockEnd,
  lockFeeBound,
  lockNoteSatoshis,
  type LockPayment,
  lockPaymentOutputs,
  type LockSchedule,
  lockUnits,
  type Network,
  outpointKey,
  partyAddress,
  readLockCoin,
  readLockScript,
  readLockTransition,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { LockVesting, OpenedLock, OpensLocks, PaysLock } from '../effects.types.js';
import { type Ledger, lockKey, UNSIGNED } from './ledger.js';
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

/** Posts the announcement, the beacon, the locks, and a note for each recipient. */
const postOutputs = (ledger: Ledger, locks: readonly FoundLock[], note: bigint): void => {
  ledger.outputWhere(
    ({ lockingBytecode }) => announcesLocks(lockingBytecode),
    [{ owner: 'NOBODY', reason: 'OPENING' }],
  );
  const [first] = locks;
  if (first !== undefined) explainBeacon(ledger, first.contract.lockingBytecode);
  const recipients = new Set<string>();
  for (const { coin, contract } of locks) {
    const { satoshis, token } = coin;
    const tokens = token === undefined ? {} : { category: token.category, units: token.amount };
    ledger.output(coin.outpoint.vout, [{ owner: 'CONTRACT', reason: 'OPENING', satoshis, ...tokens }]);
    const { recipient } = contract.terms;
    const key = lockKey(recipient);
    if (recipients.has(key)) continue;
    recipients.add(key);
    const owner = ledger.ownerOf({ lockingBytecode: recipient });
    const posted = ledger.outputWhere(
      ({ token: carried, valueSatoshis, lockingBytecode }) =>
        carried === undefined && valueSatoshis === note && binsAreEqual(lockingBytecode, recipient),
      [{ owner, reason: 'NOTE', satoshis: note }],
    );
    if (posted === undefined)
      throw new Difference('UNEXPECTED_OUTPUT', 'A recipient would not get the output that shows their address');
  }
};

/**
 * Reads the locks that a transaction opens; undefined where it announces none.
 *
 * @throws Difference OTHER_TERMS where one of them is not sound: what it holds would be lost, or locked for good
 */
export const readLockFunding = (ledger: Ledger, network: Network): OpensLocks | undefined => {
  const { transaction } = ledger.draft;
  if (!transaction.outputs.some(({ lockingBytecode }) => announcesLocks(lockingBytecode))) return undefined;
  const result = findLockFunding(network, UNSIGNED, transaction);
  const problems = result.ok ? result.found.unsound.map(({ problem }) => problem) : [result.problem];
  if (!result.ok || problems.length > 0)
    throw new Difference('OTHER_TERMS', `The locks that it opens are not sound: ${problems.join(', ')}`);
  const { locks, announcement } = result.found;
  const [asset, ...others] = new Set(locks.map(({ coin }) => coin.token?.category));
  if (others.length > 0) throw new Difference('OTHER_TERMS', 'The locks that it opens hold several tokens');
  postOutputs(ledger, locks, lockNoteSatoshis(announcement.asset));
  return {
    kind: 'OPENS_LOCKS',
    sender: partyAddress(announcement.sender, network) ?? '',
    asset,
    moveDelay: announcement.delay ?? 0,
    locks: locks.map(openedLock),
  };
};

/**
 * Posts what a payment makes, to the unit. Beside coins of a payer the lock gives nothing for the fee, or its whole bound at rates
 * that this does not cover; without such coins it gives the fee.
 */
const postPayment = (ledger: Ledger, payment: LockPayment): void => {
  const bound = lockFeeBound(payment);
  const given = ledger.hasPayer ? [0n, ...(ledger.givesBound(bound) ? [bound] : [])] : [ledger.fee];
  const planned = given.map((fee) => lockPaymentOutputs(payment, fee));
  const outputs =
    planned.find((each) => each.every(({ amount }, vout) => ledger.outputs[vout]?.valueSatoshis === amount)) ??
    planned[0];
  for (const [vout, { to, amount, token }] of (outputs ?? []).entries()) {
    const goesOn = payment.payout.left > 0n && vout === 0;
    const tokens = token === undefined ? {} : { category: token.category, units: token.amount, nft: token.nft };
    const owner = goesOn ? 'CONTRACT' : ledger.ownerOf({ lockingBytecode: to });
    const output = ledger.output(vout, [{ owner, reason: goesOn ? 'HELD' : 'PAYOUT', satoshis: amount, ...tokens }]);
    if (!binsAreEqual(output.lockingBytecode, to))
      throw new Difference('UNEXPECTED_OUTPUT', `Output ${vout} of the payment of a lock pays somebody else`);
  }
};

/**
 * Reads the payment of the lock whose coin input 0 spends, by the script that the input shows; undefined where that is none
 * of a lock.
 *
 * @param parties among whom the address of a pending move is looked for, which a payment does not show
 * @param moveDelays among which the delay of a lock that can move is, which its script does not show
 * @throws Difference UNEXPECTED_INPUT where it is spent by no payment, UNEXPECTED_OUTPUT where more goes along than is due
 */
export const readLockPayment = (
  ledger: Ledger,
  network: Network,
  parties: readonly Uint8Array[],
  moveDelays: readonly number[] | undefined,
): PaysLock | undefined => {
  const { spent, transaction } = ledger.draft;
  const [first] = spent;
  const known = moveDelays === undefined ? {} : { delays: moveDelays };
  const paid = transaction.outputs.map(({ lockingBytecode }) => lockingBytecode).filter(isParty);
  const terms =
    first &&
    readLockScript(first.unlockingBytecode, [...paid, ...parties], { ...known, isLocal: isLocalNetwork(network) });
  if (first === undefined || terms === undefined) return undefined;
  const contract = createLockContract(terms, network);
  const coin = readLockCoin(contract, first.outpoint.txid, [first], 0);
  if (coin === undefined) return undefined;
  const held = { ...coin, outpoint: first.outpoint };
  const step = readLockTransition(contract, held, UNSIGNED, transaction);
  if (step?.kind !== 'pay') throw new Difference('UNEXPECTED_INPUT', 'It spends a lock, but not by a payment');
  const { next, released, paidToRecipient } = step;
  ledger.input(0, ledger.allOf(first, 'CONTRACT', 'HELD'));
  const left = next === undefined ? 0n : lockUnits(contract, next);
  const payout = { locktime: step.locktime, due: released, left, small: terms.movesTo !== undefined };
  postPayment(ledger, { contract, coin: held, payout });
  return {
    kind: 'PAYS_LOCK',
    lock: contract.address,
    outpoint: outpointKey(held.outpoint),
    recipient: partyAddress(terms.recipient, network) ?? '',
    asset: terms.asset === 'BCH' ? undefined : held.token?.category,
    paidToRecipient,
    left,
    moveDelay: terms.delay ?? 0,
    movesTo: terms.movesTo && partyAddress(terms.movesTo, network),
  };
};
