import {
  bigIntToBinUint64LE,
  binsAreEqual,
  encodeLockingBytecodeP2sh32,
  flattenBinArray,
  hash256,
} from '@bitauth/libauth';
import {
  type LinkedArtifact,
  lockBchArtifact,
  lockTokenArtifact,
  movableLockBchArtifact,
  movableLockTokenArtifact,
} from '@weir/contracts';
import { isLocalNetwork, type Network } from '../chain/network.js';
import { type Party, partyHash } from '../chain/party.js';
import {
  addressAt,
  createCovenantScript,
  createLinkedScript,
  type CovenantScript,
} from '../contract/covenant-script.js';
import { canLockMove, findLockProblem, type LockAsset, type LockSchedule, type LockTerms } from './lock-terms.js';

/** A lock's contract: its terms, address and paths. While a move is pending, and after it, a lock is at another address. */
export interface LockContract extends CovenantScript {
  readonly terms: LockTerms;
  readonly network: Network;
}

/** The scripts of locks that can move. */
export const MOVABLE_LOCK_ARTIFACTS: Readonly<Record<LockAsset, LinkedArtifact>> = {
  BCH: movableLockBchArtifact,
  FUNGIBLE_TOKEN: movableLockTokenArtifact,
};

const scriptOf = ({ asset, total, recipient, ...more }: LockTerms, network: Network): CovenantScript => {
  const { start, cliff, step, steps, delay, movesTo } = more;
  const schedule = [steps, step, start, cliff];
  const own = partyHash(recipient);
  const amount = bigIntToBinUint64LE(total);
  if (delay === undefined) {
    const artifact = asset === 'BCH' ? lockBchArtifact : lockTokenArtifact;
    return createCovenantScript(artifact, [...schedule, amount, own], network);
  }
  const parties = movesTo === undefined ? own : flattenBinArray([own, partyHash(movesTo)]);
  return createLinkedScript(MOVABLE_LOCK_ARTIFACTS[asset], [...schedule, BigInt(delay), amount, parties], network);
};

/**
 * Creates the contract of a lock.
 *
 * @throws RangeError when the terms break a rule (see `findLockProblem`): such a contract must not be funded
 */
export const createLockContract = (terms: LockTerms, network: Network): LockContract => {
  const problem = findLockProblem(terms, isLocalNetwork(network));
  if (problem !== undefined) throw new RangeError(`No lock has these terms: ${problem}`);
  return { terms, network, ...scriptOf(terms, network) };
};

/**
 * Restores the contract of a lock that is on the chain. Its recipient may have moved it, by other means than this library, to an
 * address that no lock is created for: the script takes any.
 */
export const restoreLockContract = (terms: LockTerms, network: Network): LockContract => ({
  terms,
  network,
  ...scriptOf(terms, network),
});

/** Returns the contract of the same lock while a move to another address is pending. @throws RangeError where it cannot move */
export const pendingLock = ({ terms, network }: LockContract, movesTo: Party): LockContract => {
  if (!canLockMove(terms)) throw new RangeError('The recipient of this lock cannot move it');
  return restoreLockContract({ ...terms, movesTo }, network);
};

/** Returns the contract of the same lock at the address of another recipient, where no move is pending. */
export const movedLock = ({ terms, network }: LockContract, recipient: Party): LockContract =>
  restoreLockContract({ ...terms, recipient, movesTo: undefined }, network);

/**
 * Returns the contract of a lock at one of its states: a lock that moves is at another address.
 *
 * @param state its recipient where it has moved since its funding, and the address that a pending move names
 */
export const lockAt = (
  contract: LockContract,
  { recipient, movesTo }: { readonly recipient?: Party | undefined; readonly movesTo?: Party | undefined },
): LockContract => {
  const { terms, network } = contract;
  if (recipient === undefined && movesTo === undefined) return contract;
  return restoreLockContract({ ...terms, recipient: recipient ?? terms.recipient, movesTo }, network);
};

/** Bytes of the pushes of a recipient's hash and a total, which are first in a lock's script. */
const ROW_PUSHES = 1 + 20 + 1 + 8;
const NOBODY = new Uint8Array(25);

/**
 * Returns the part of a lock's script that follows the pushes of recipient and total: its schedule and code. A vested
 * list's lanes are compiled with it. Of a lock that can move it is the same while a move is pending, and after it.
 *
 * @param delay of locks that can move
 */
export const lockTail = (asset: LockAsset, { start, cliff, step, steps }: LockSchedule, delay?: number): Uint8Array =>
  scriptOf({ asset, total: 1n, recipient: NOBODY, start, cliff, step, steps, delay }, 'mainnet').redeemScript.slice(
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
