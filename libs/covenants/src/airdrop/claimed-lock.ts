import { encodeLockingBytecodeP2sh32, hash256, type TransactionCommon } from '@bitauth/libauth';
import { readLinkedScript } from '@weir/contracts';
import { TOKEN_TYPES } from '@weir/kinds';
import { pushesOf } from '../bytes/read-pushes.js';
import { lockingBytecodeOf } from '../chain/address.js';
import type { Network } from '../chain/network.js';
import type { Party } from '../chain/party.js';
import { findLockCoinProblem, type FoundLock } from '../lock/find-locks.js';
import { readLockCoin } from '../lock/lock-coin.js';
import { createLockContract } from '../lock/lock-contract.js';
import { readLockTail } from '../lock/lock-script.js';
import { findLockProblem, type LockAsset, type LockTerms } from '../lock/lock-terms.js';
import { readVmNumber } from '../lock/vm-number.js';
import type { AirdropContract } from './airdrop-contract.js';
import { vestingOf } from './airdrop-parameters.js';
import type { AirdropClaimed } from './airdrop-transition.js';

/** Where a claim's payment is. */
const PAID_AT = { BCH: 1, FUNGIBLE_TOKEN: 2 } as const;
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
   * Locking bytecode of the campaign's lanes, by the script that the claim shows. The creator of the campaign is in hidden code, which
   * claims do not show.
   */
  readonly campaign: Party;
}

/** Arguments of a claim: key, signature, recipient, amount, sides, siblings. */
const CLAIM_ARGUMENTS = 6;

/** Returns the terms of the lock that a claim of a vested list pays, as its input says them, and the script of the lane. */
const termsIn = (
  unlockingBytecode: Uint8Array,
  asset: LockAsset,
): { readonly terms: LockTerms; readonly script: Uint8Array } | undefined => {
  const pushes = pushesOf(unlockingBytecode);
  const script = pushes.at(-1);
  const [, , recipient, amount] = pushes.slice(0, -1).reverse();
  const [linked, total] = [script && readLinkedScript(script), readVmNumber(amount)];
  const tail = linked && firstPush(linked.shown);
  if (pushes.length !== CLAIM_ARGUMENTS + 1 || recipient?.length !== KEY_HASH_LENGTH) return undefined;
  if (script === undefined || total === undefined || tail === undefined) return undefined;
  const schedule = readLockTail(asset, tail);
  return schedule && { script, terms: { asset, ...schedule, total, recipient: lockingBytecodeOf(recipient) } };
};

/**
 * Returns the lock that a claim of a known campaign made: the campaign's terms are given, so its creator is proven as far as
 * the campaign's is. Undefined where claims pay recipients at once, and where a lock cannot have the row's terms: a list by
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
 * address rebuilt from these is that lock. With the campaign at hand, use {@link lockOfClaim}. Undefined
 * where the transaction is not such a claim, where a lock cannot have its terms (`findLockProblem`), or where an NFT
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
    const read = termsIn(input.unlockingBytecode, asset);
    if (read === undefined || findLockProblem(read.terms) !== undefined) continue;
    const contract = createLockContract(read.terms, network);
    const coin = readLockCoin(contract, txid, transaction.outputs, PAID_AT[asset]);
    const campaign = encodeLockingBytecodeP2sh32(hash256(read.script));
    if (coin !== undefined && findLockCoinProblem(asset, coin) === undefined) return { contract, coin, campaign };
  }
  return undefined;
};
