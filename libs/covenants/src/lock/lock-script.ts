import { binsAreEqual, binToBigIntUint64LE, vmNumberToBigInt } from '@bitauth/libauth';
import { TOKEN_TYPES } from '@weir/kinds';
import { pushesOf } from '../bytes/read-pushes.js';
import { type Party, partyHash } from '../chain/party.js';
import { lastPushOf } from '../transaction/read-transaction.js';
import { lockTail } from './lock-contract.js';
import { findLockProblem, type LockAsset, type LockSchedule, type LockTerms } from './lock-terms.js';

/** Bytes of the longest pushes of a schedule's four numbers. */
const LONGEST_SCHEDULE = 4 * 6;
const HASH_LENGTH = 20;
const TOTAL_LENGTH = 8;

/** Reads a number that a script pushes; undefined where the bytes are none. */
export const readVmNumber = (bytes: Uint8Array | undefined): bigint | undefined => {
  const value = bytes && vmNumberToBigInt(bytes, { maximumVmNumberByteLength: 9, requireMinimalEncoding: false });
  return typeof value === 'bigint' ? value : undefined;
};

/**
 * Reads the schedule that is first in the end of a lock's script; undefined where the bytes are not such end. Pushes
 * are cut off one by one, since what follows them is code.
 */
export const readLockTail = (asset: LockAsset, tail: Uint8Array): LockSchedule | undefined => {
  if (tail.length < LONGEST_SCHEDULE) return undefined;
  for (let end = 4; end <= LONGEST_SCHEDULE; end += 1) {
    const pushes = pushesOf(tail.slice(0, end));
    if (pushes.length !== 4) continue;
    const [cliff, start, step, steps] = pushes.map(readVmNumber);
    if (cliff === undefined || start === undefined || step === undefined || steps === undefined) continue;
    const schedule = { start, cliff, step, steps };
    if (binsAreEqual(lockTail(asset, schedule), tail)) return schedule;
  }
  return undefined;
};

/**
 * Reads the terms of the lock whose script an input shows; undefined where it shows none of a lock, or none of these
 * parties is its recipient. The caller compares the address of such a lock with the coin's.
 *
 * @param parties whom it may pay: the script knows its recipient by their hash alone
 */
export const readLockScript = (unlockingBytecode: Uint8Array, parties: readonly Party[]): LockTerms | undefined => {
  const script = lastPushOf(unlockingBytecode) ?? new Uint8Array();
  if (script[0] !== HASH_LENGTH || script[1 + HASH_LENGTH] !== TOTAL_LENGTH) return undefined;
  const hash = script.slice(1, 1 + HASH_LENGTH);
  const recipient = parties.find((party) => binsAreEqual(partyHash(party), hash));
  const tail = script.slice(2 + HASH_LENGTH + TOTAL_LENGTH);
  if (recipient === undefined) return undefined;
  for (const asset of TOKEN_TYPES) {
    const schedule = readLockTail(asset, tail);
    if (schedule === undefined) continue;
    const total = binToBigIntUint64LE(script.slice(2 + HASH_LENGTH, 2 + HASH_LENGTH + TOTAL_LENGTH));
    const terms = { asset, ...schedule, total, recipient };
    return findLockProblem(terms) === undefined ? terms : undefined;
  }
  return undefined;
};
