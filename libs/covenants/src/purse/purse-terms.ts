import { binToHex, flattenBinArray, sha256 } from '@bitauth/libauth';
import { MAX_PAYEES, MAX_PURSE_PERIOD, MAX_SATOSHIS, MIN_PURSE_LIMIT } from '@weir/kinds';
import { MAX_AMOUNT } from '@weir/vesting';
import { bytesKey } from '../bytes/read-bytes.js';
import type { PublicKeyHash } from '../chain/address.js';
import { isParty, type Party, partyHash, partyParts } from '../chain/party.js';
import { type AirdropAsset, isCategory } from '../contract/asset.js';
import { isUniversalScript } from '../contract/universal-scripts.js';

/** What a purse holds and pays: satoshis, or one token. */
export type PurseAsset = AirdropAsset;

/** Everything that a purse's address commits to but for what is left: the list of payees by its hash alone. */
export interface PurseTerms {
  readonly asset: PurseAsset;
  /** Locking bytecode of the treasury, a P2SH32. A coin of it at input 0 may do anything with the purse. */
  readonly owner: Party;
  /** Any one of them sends the purse home. */
  readonly signers: readonly [PublicKeyHash, PublicKeyHash, PublicKeyHash];
  /** Pays out of the purse alone. May be a signer. */
  readonly spender: PublicKeyHash;
  /** Of the payees: see {@link payeeListHash}. 32 bytes. */
  readonly list: Uint8Array;
  /** Satoshis, or base units, that may leave at once and again over each period. */
  readonly limit: bigint;
  /** Blocks in which the limit refills. */
  readonly period: number;
}

/** The rule that the terms of a purse break. */
export type PurseProblem =
  | 'MALFORMED'
  /** The owner is not a script of 32 bytes' hash, as every treasury is. */
  | 'OWNER_NOT_A_SCRIPT'
  /** The owner is a universal script: nobody can spend there. */
  | 'OWNER_IS_UNIVERSAL'
  /** A key in two places could not be exchanged alone. */
  | 'SIGNERS_NOT_DISTINCT'
  | 'LIMIT_OUT_OF_RANGE'
  | 'PERIOD_OUT_OF_RANGE';

/** The rule that a list of payees breaks. */
export type PayeesProblem =
  /** The list travels with each payment, whose fee is bounded. */
  | 'TOO_MANY_PAYEES'
  /** Nodes would not relay payments to one of them. */
  | 'PAYEE_NOT_STANDARD'
  | 'PAYEE_IS_UNIVERSAL'
  | 'PAYEES_NOT_DISTINCT';

const HASH_LENGTH = 20;
const LIST_LENGTH = 32;

/** Returns the list of payees as `pay` takes it: their hashes in one string. */
export const encodePayees = (payees: readonly Party[]): Uint8Array => flattenBinArray(payees.map(partyHash));

/** Returns what the terms hold of a list of payees: SHA-256 of their hashes; of an empty list, anybody may be paid. */
export const payeeListHash = (payees: readonly Party[]): Uint8Array => sha256.hash(encodePayees(payees));

/** Returns the first rule that a list of payees breaks; undefined when it is sound. An empty one lets anybody be paid. */
export const findPayeesProblem = (payees: readonly Party[]): PayeesProblem | undefined => {
  if (payees.length > MAX_PAYEES) return 'TOO_MANY_PAYEES';
  if (!payees.every(isParty)) return 'PAYEE_NOT_STANDARD';
  if (payees.some(isUniversalScript)) return 'PAYEE_IS_UNIVERSAL';
  return new Set(payees.map(bytesKey)).size === payees.length ? undefined : 'PAYEES_NOT_DISTINCT';
};

/**
 * Returns the first rule that the terms of a purse break; undefined when they are sound. **This decides everywhere**: the script
 * cannot check its own terms, and with unsound ones nobody can pay out of the purse.
 */
export const findPurseProblem = (terms: PurseTerms): PurseProblem | undefined => {
  const { asset, owner, spender, list, limit, period } = terms;
  // The type demands three, but a database or a request may hold another number.
  const signers: readonly PublicKeyHash[] = terms.signers;
  const keys = [...signers, spender];
  if (signers.length !== 3 || keys.some(({ length }) => length !== HASH_LENGTH)) return 'MALFORMED';
  if (list.length !== LIST_LENGTH || (asset.type !== 'BCH' && !isCategory(asset.category))) return 'MALFORMED';
  if (partyParts(owner)?.kind !== 'P2SH32') return 'OWNER_NOT_A_SCRIPT';
  if (isUniversalScript(owner)) return 'OWNER_IS_UNIVERSAL';
  if (new Set(signers.map(binToHex)).size !== 3) return 'SIGNERS_NOT_DISTINCT';
  const [least, most] = asset.type === 'BCH' ? [MIN_PURSE_LIMIT, MAX_SATOSHIS] : [1n, MAX_AMOUNT];
  if (limit < least || limit > most) return 'LIMIT_OUT_OF_RANGE';
  return Number.isSafeInteger(period) && period >= 1 && period <= MAX_PURSE_PERIOD ? undefined : 'PERIOD_OUT_OF_RANGE';
};
