import { binsAreEqual, binToBigIntUint64LE, flattenBinArray, hexToBin } from '@bitauth/libauth';
import { readLinkedScript } from '@weir/contracts';
import { DEFAULT_MOVE_DELAY, TOKEN_TYPES } from '@weir/kinds';
import { pushesOf } from '../bytes/read-pushes.js';
import { lockTail, MOVABLE_LOCK_ARTIFACTS } from './lock-contract.js';
import type { LockAsset, LockSchedule } from './lock-terms.js';
import { readVmNumber } from './vm-number.js';

/** Whom the first push of a lock's script names. */
export interface LockParties {
  /** hash160 of the recipient's locking bytecode. */
  readonly recipientHash: Uint8Array;
  /** The same of the locking bytecode that a pending move names. */
  readonly movesToHash: Uint8Array | undefined;
}

/** What the script of a lock that can move says of it. */
export interface MovableLockScript extends LockSchedule, LockParties {
  readonly asset: LockAsset;
  readonly total: bigint;
  readonly delay: number;
}

const HASH_LENGTH = 20;
const TOTAL_LENGTH = 8;

/** Reads the schedule in front of the code that a lock shows; undefined where it shows other code. */
const scheduleIn = (asset: LockAsset, shown: Uint8Array): LockSchedule | undefined => {
  const code = hexToBin(MOVABLE_LOCK_ARTIFACTS[asset].shown.bytecode);
  const length = shown.length - code.length;
  if (length < 0 || !binsAreEqual(shown.slice(length), code)) return undefined;
  const pushes = pushesOf(shown.slice(0, length));
  const [cliff, start, step, steps] = pushes.map(readVmNumber);
  if (pushes.length !== 4 || cliff === undefined || start === undefined || step === undefined || steps === undefined)
    return undefined;
  return { start, cliff, step, steps };
};

/** Reads whom the script of a lock that can move names; undefined where it begins with anything else than a lock's parties and its total. */
export const readLockParties = (script: Uint8Array): LockParties | undefined => {
  const [length = 0] = script;
  const at = 1 + length;
  if ((length !== HASH_LENGTH && length !== 2 * HASH_LENGTH) || script[at] !== TOTAL_LENGTH) return undefined;
  const hashes = script.slice(1, at);
  return {
    recipientHash: hashes.slice(0, HASH_LENGTH),
    movesToHash: length === HASH_LENGTH ? undefined : hashes.slice(HASH_LENGTH),
  };
};

/**
 * Reads the script of a lock that can move; undefined for any other script. Whether its terms are sound, its reader asks.
 *
 * @param delays among which that of the lock is, which its script shows in a hash alone: the funding announces it
 */
export const readMovableLockScript = (
  script: Uint8Array,
  delays: readonly number[] = [DEFAULT_MOVE_DELAY],
): MovableLockScript | undefined => {
  const [length = 0] = script;
  const at = 1 + length;
  const parties = readLockParties(script);
  const linked = readLinkedScript(script);
  if (parties === undefined || linked?.hasManyHashes !== true) return undefined;
  const tail = script.slice(at + 1 + TOTAL_LENGTH);
  for (const asset of TOKEN_TYPES) {
    const schedule = scheduleIn(asset, linked.shown);
    const delay = schedule && delays.find((each) => binsAreEqual(lockTail(asset, schedule, each), tail));
    if (schedule === undefined || delay === undefined) continue;
    return {
      asset,
      ...schedule,
      ...parties,
      total: binToBigIntUint64LE(script.slice(at + 1, at + 1 + TOTAL_LENGTH)),
      delay,
    };
  }
  return undefined;
};

/**
 * Returns the script at which a lock is for other parties: all of it stays but its first push.
 *
 * @param script of the lock, as `readMovableLockScript` reads it
 */
export const withLockParties = (script: Uint8Array, { recipientHash, movesToHash }: LockParties): Uint8Array => {
  const [length = 0] = script;
  const hashes = [recipientHash, ...(movesToHash === undefined ? [] : [movesToHash])];
  return flattenBinArray([Uint8Array.of(hashes.length * HASH_LENGTH), ...hashes, script.slice(1 + length)]);
};
