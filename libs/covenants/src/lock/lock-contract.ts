import {
  bigIntToBinUint64LE,
  binsAreEqual,
  encodeLockingBytecodeP2sh32,
  flattenBinArray,
  hash256,
} from '@bitauth/libauth';
import { lockBchArtifact, lockTokenArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { type Party, partyHash } from '../chain/party.js';
import { addressAt, createCovenantScript, type CovenantScript } from '../contract/covenant-script.js';
import { findLockProblem, type LockAsset, type LockSchedule, type LockTerms } from './lock-terms.js';

/** A lock's contract: its terms, address and only path. */
export interface LockContract extends CovenantScript {
  readonly terms: LockTerms;
  readonly network: Network;
}

const scriptOf = ({ asset, total, recipient, ...schedule }: LockTerms, network: Network): CovenantScript => {
  const { start, cliff, step, steps } = schedule;
  const artifact = asset === 'BCH' ? lockBchArtifact : lockTokenArtifact;
  const args = [steps, step, start, cliff, bigIntToBinUint64LE(total), partyHash(recipient)];
  return createCovenantScript(artifact, args, network);
};

/**
 * Creates the contract of a lock.
 *
 * @throws RangeError when the terms break a rule (see `findLockProblem`): such a contract must not be funded
 */
export const createLockContract = (terms: LockTerms, network: Network): LockContract => {
  const problem = findLockProblem(terms);
  if (problem !== undefined) throw new RangeError(`No lock has these terms: ${problem}`);
  return { terms, network, ...scriptOf(terms, network) };
};

/** Bytes of the pushes of a recipient's hash and a total, which are first in a lock's script. */
const ROW_PUSHES = 1 + 20 + 1 + 8;
const NOBODY = new Uint8Array(25);

/**
 * Returns the part of a lock's script that follows the pushes of recipient and total: its schedule and code. A vested
 * list's lanes are compiled with it.
 */
export const lockTail = (asset: LockAsset, { start, cliff, step, steps }: LockSchedule): Uint8Array =>
  scriptOf({ asset, total: 1n, recipient: NOBODY, start, cliff, step, steps }, 'mainnet').redeemScript.slice(
    ROW_PUSHES,
  );

/** Returns the locking bytecode of a lock, from the tail of its script: a fraction of what a contract costs. */
export const lockLockingBytecode = (tail: Uint8Array, recipient: Party, total: bigint): Uint8Array =>
  encodeLockingBytecodeP2sh32(
    hash256(
      flattenBinArray([Uint8Array.of(20), partyHash(recipient), Uint8Array.of(8), bigIntToBinUint64LE(total), tail]),
    ),
  );

/**
 * Makes what finds the locks that share a schedule, as those of a vested list: where each lies costs a fraction of its contract.
 *
 * @returns their place by recipient and total
 */
export const createLockFinder = (asset: LockAsset, schedule: LockSchedule, network: Network) => {
  const tail = lockTail(asset, schedule);
  return (recipient: Party, total: bigint): Pick<LockContract, 'address' | 'lockingBytecode'> => {
    const lockingBytecode = lockLockingBytecode(tail, recipient, total);
    return { lockingBytecode, address: addressAt(lockingBytecode, network) };
  };
};

/** Whether an output is at a lock's address. */
export const isAtLock = (
  { lockingBytecode }: Pick<LockContract, 'lockingBytecode'>,
  output: { readonly lockingBytecode: Uint8Array } | undefined,
): boolean => output !== undefined && binsAreEqual(output.lockingBytecode, lockingBytecode);
