import type { TransactionCommon } from '@bitauth/libauth';
import { TOKEN_TYPES } from '@weir/kinds';
import { lockingBytecodeOf } from '../chain/address.js';
import type { Network } from '../chain/network.js';
import { isParty, type Party } from '../chain/party.js';
import { findLockCoinProblem, type FoundLock } from '../lock/find-locks.js';
import { readLockCoin } from '../lock/lock-coin.js';
import { createLockContract } from '../lock/lock-contract.js';
import { readLockTail, readVmNumber } from '../lock/lock-script.js';
import { findLockProblem, type LockAsset, type LockTerms } from '../lock/lock-terms.js';
import { covenantCall, lastPushOf, pushesOf } from '../transaction/read-transaction.js';
import type { AirdropContract } from './airdrop-contract.js';
import { vestingOf } from './airdrop-parameters.js';
import type { AirdropClaimed } from './airdrop-transition.js';

/** Where a claim's payment is. */
const PAID_AT = { BCH: 1, FUNGIBLE_TOKEN: 2 } as const;
const CLAIM = 0;
const KEY_HASH_LENGTH = 20;

/** Returns the bytes that a script begins with where it begins with a push. */
const firstPush = (script: Uint8Array): Uint8Array | undefined => {
  const [opcode = 0, length = 0, more = 0] = script;
  if (opcode === 0x4c) return script.slice(2, 2 + length);
  if (opcode === 0x4d) return script.slice(3, 3 + length + 256 * more);
  return opcode >= 1 && opcode <= 75 ? script.slice(1, 1 + opcode) : undefined;
};

/** A lock that a claim made. */
export interface ClaimedLock extends FoundLock {
  /**
   * Of the campaign, as its lane's script names them; undefined where the script does not belong to a lane. Nothing proves it: any
   * transaction may spend a script that looks like a lane's.
   */
  readonly creator: Party | undefined;
}

/** Parameters that are before the creator in a lane's script, the last one first: lock, closing or nonce, three numbers. */
const BEFORE_CREATOR = 5;

/** Returns the creator that a lane's script names: a key by its hash, a script by its locking bytecode. */
const creatorIn = (script: Uint8Array): Party | undefined => {
  const creator = pushesOf(script).at(BEFORE_CREATOR);
  if (creator?.length === KEY_HASH_LENGTH) return lockingBytecodeOf(creator);
  return creator !== undefined && isParty(creator) ? creator : undefined;
};

/** Returns the terms of the lock that a claim of a vested list pays, as its input says them. */
const termsIn = (unlockingBytecode: Uint8Array, asset: LockAsset): LockTerms | undefined => {
  const { selector, args } = covenantCall(unlockingBytecode);
  const [, , recipient, amount] = args;
  const tail = firstPush(lastPushOf(unlockingBytecode) ?? new Uint8Array());
  const total = readVmNumber(amount);
  if (selector !== CLAIM || recipient?.length !== KEY_HASH_LENGTH || total === undefined || tail === undefined)
    return undefined;
  const schedule = readLockTail(asset, tail);
  return schedule && { asset, ...schedule, total, recipient: lockingBytecodeOf(recipient) };
};

/**
 * Returns the lock that a claim of a known campaign made: the campaign's terms are given, so its creator is proven as far as
 * the campaign's is. Undefined where claims pay recipients at once, and where a row is none that a lock may have: a list by
 * somebody else may have such rows.
 *
 * @param claimed what `readAirdropTransition` read of the claim
 * @param txid display-order hex
 */
export const lockOfClaim = (
  { network, asset, parameters }: Pick<AirdropContract, 'network' | 'asset' | 'parameters'>,
  { recipient, amount }: Pick<AirdropClaimed, 'recipient' | 'amount'>,
  txid: string,
  { outputs }: TransactionCommon,
): FoundLock | undefined => {
  const vesting = vestingOf(parameters);
  const terms = vesting && { asset: asset.type, ...vesting, total: amount, recipient: lockingBytecodeOf(recipient) };
  if (terms === undefined || findLockProblem(terms) !== undefined) return undefined;
  const contract = createLockContract(terms, network);
  const coin = readLockCoin(contract, txid, outputs, PAID_AT[asset.type]);
  return coin && { contract, coin };
};

/**
 * Finds the lock that a claim of a vested list made, from the bytes of the claim alone: its input shows recipient, amount
 * and schedule. Whose campaign it was does not matter, and nothing proves that the script is one of a lane: an output at the
 * address rebuilt from these is that lock. Who knows the campaign asks {@link lockOfClaim}. Undefined
 * where the transaction is not such a claim, where its terms are none that a lock may have (`findLockProblem`), or where an NFT
 * is on the lock, which no lane lets past.
 *
 * @param txid display-order hex
 */
export const findClaimedLock = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): ClaimedLock | undefined => {
  const [input] = transaction.inputs;
  if (input === undefined) return undefined;
  for (const asset of TOKEN_TYPES) {
    const terms = termsIn(input.unlockingBytecode, asset);
    if (terms === undefined || findLockProblem(terms) !== undefined) continue;
    const contract = createLockContract(terms, network);
    const coin = readLockCoin(contract, txid, transaction.outputs, PAID_AT[asset]);
    const creator = creatorIn(lastPushOf(input.unlockingBytecode) ?? new Uint8Array());
    if (coin !== undefined && findLockCoinProblem(asset, coin) === undefined) return { contract, coin, creator };
  }
  return undefined;
};
