import { binsAreEqual, binToBigIntUint64LE } from '@bitauth/libauth';
import { TOKEN_TYPES } from '@weir/kinds';
import { pushesOf } from '../bytes/read-pushes.js';
import { type Party, partyHash } from '../chain/party.js';
import { lastPushOf } from '../transaction/read-transaction.js';
import { lockTail } from './lock-contract.js';
import { findLockProblem, type LockAsset, type LockSchedule, type LockTerms } from './lock-terms.js';
import { type MovableLockScript, readMovableLockScript } from './movable-lock-script.js';
import { readVmNumber } from './vm-number.js';

/** Bytes of the longest pushes of a schedule's four numbers. */
const LONGEST_SCHEDULE = 4 * 6;
const HASH_LENGTH = 20;
const TOTAL_LENGTH = 8;

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
 * @param parties whom it may pay: the script knows its recipient by their hash alone, and the address that a pending move names
 * @param options `delays`: those of locks that can move which it may be, the usual one by default; `isLocal`: whether the network is
 *   local, where moves may be as soon as the next block
 */
export const readLockScript = (
  unlockingBytecode: Uint8Array,
  parties: readonly Party[],
  { delays, isLocal = false }: { readonly delays?: readonly number[]; readonly isLocal?: boolean } = {},
): LockTerms | undefined => {
  const script = lastPushOf(unlockingBytecode) ?? new Uint8Array();
  return readFixedScript(script, parties) ?? readMovable(readMovableLockScript(script, delays), parties, isLocal);
};

const findParty = (parties: readonly Party[], hash: Uint8Array): Party | undefined =>
  parties.find((party) => binsAreEqual(partyHash(party), hash));

const readMovable = (
  read: MovableLockScript | undefined,
  parties: readonly Party[],
  isLocal: boolean,
): LockTerms | undefined => {
  if (read === undefined) return undefined;
  const { recipientHash, movesToHash, ...terms } = read;
  const recipient = findParty(parties, recipientHash);
  const movesTo = movesToHash && findParty(parties, movesToHash);
  if (recipient === undefined || (movesToHash !== undefined && movesTo === undefined)) return undefined;
  const lock = { ...terms, recipient, ...(movesTo !== undefined && { movesTo }) };
  return findLockProblem(lock, isLocal) === undefined ? lock : undefined;
};

const readFixedScript = (script: Uint8Array, parties: readonly Party[]): LockTerms | undefined => {
  if (script[0] !== HASH_LENGTH || script[1 + HASH_LENGTH] !== TOTAL_LENGTH) return undefined;
  const hash = script.slice(1, 1 + HASH_LENGTH);
  const recipient = findParty(parties, hash);
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
