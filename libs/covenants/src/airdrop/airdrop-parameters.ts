import { binToBase64, binToUtf8, flattenBinArray, sha256, utf8ToBin } from '@bitauth/libauth';
import { AIRDROP_MAX_DEPTH } from '@weir/contracts';
import { MAX_AIRDROP_LANES, MAX_SATOSHIS, MIN_VESTED_ROW, P2PKH_DUST } from '@weir/kinds';
import { MAX_AMOUNT, MAX_LOCKTIME, MIN_TIME } from '@weir/vesting';
import { partyParts } from '../chain/party.js';
import { type AirdropAsset, BCH_ASSET, isCategory } from '../contract/asset.js';
import { isUniversalScript } from '../contract/universal-scripts.js';
import { findVestedListProblem, type LockSchedule } from '../lock/lock-terms.js';

/** Random bytes that make the 16 characters of a campaign's nonce. */
export const AIRDROP_NONCE_ENTROPY = 12;

/**
 * Whether bytes are 16 characters of base64url. They appear in a message that people sign, so they must be printable.
 */
export const isAirdropNonce = (nonce: Uint8Array): boolean => /^[\w-]{16}$/u.test(binToUtf8(nonce));

/**
 * Makes the nonce of a new campaign: base64url of random bytes.
 *
 * @param entropy 12 random bytes
 * @throws RangeError for any other number of bytes
 *
 * @example
 * createAirdropNonce(new Uint8Array(12)); // the 16 bytes of 'AAAAAAAAAAAAAAAA'
 */
export const createAirdropNonce = (entropy: Uint8Array): Uint8Array => {
  if (entropy.length !== AIRDROP_NONCE_ENTROPY) throw new RangeError('A nonce must be 12 random bytes');
  return utf8ToBin(binToBase64(entropy).replaceAll('+', '-').replaceAll('/', '_'));
};

/**
 * Returns the text that the creator signs with their wallet (`bch_signMessage`) to close all lanes of a campaign,
 * no matter what has been claimed by then.
 */
export const airdropClosingMessage = (nonce: Uint8Array): string => `Close Weir airdrop ${binToUtf8(nonce)}`;

/**
 * Returns the single SHA-256 of the closing message in Bitcoin Signed Message form. It is compiled into the contract;
 * OP_CHECKDATASIG hashes it once more.
 */
export const airdropClosingHash = (nonce: Uint8Array): Uint8Array => {
  const text = utf8ToBin(airdropClosingMessage(nonce));
  return sha256.hash(flattenBinArray([utf8ToBin('\u0018Bitcoin Signed Message:\n'), Uint8Array.of(text.length), text]));
};

export type { AirdropAsset };

interface CampaignParameters {
  /**
   * Gets what is not claimed, unused reserves, and strays; closes the campaign. A key is given by its hash, 20 bytes;
   * a script (a vault, a multisig) by its whole locking bytecode, 23 or 35 bytes. A script's campaign has a covenant
   * of its own and is closed by its closing unit.
   */
  readonly creator: Uint8Array;
  /** Earliest claim, Unix seconds. */
  readonly start: bigint;
  /**
   * End of the campaign, Unix seconds; 0 for none. No script can enforce it: from then on the creator may close even
   * where `cancelable` is false.
   */
  readonly end: bigint;
  /** Whether the creator may close before the end. */
  readonly cancelable: boolean;
  /** Whether the lanes hold a reserve that pays for claims. */
  readonly sponsored: boolean;
  /** State outputs side by side, each of which serves one claim at a time: a power of two, 1 to 256. */
  readonly lanes: number;
  /** 16 characters of base64url, see `createAirdropNonce`: the message that closes the campaign names it. */
  readonly nonce: Uint8Array;
}

/** The parameters of a campaign for the rows of a list. */
export interface WhitelistParameters extends CampaignParameters {
  readonly kind: 'WHITELIST';
  /** Levels of each lane's tree, 1 to 20. */
  readonly depth: number;
  /** Rows of all lanes together. Announced, not compiled in: only somebody with the list can check them. */
  readonly rows: number;
  /** Sum of all rows, base units. Announced, not compiled in. */
  readonly total: bigint;
  /**
   * When the rows vest. Claims then pay locks, one for each row, of its recipient and amount; a row is at least
   * `MIN_VESTED_ROW` satoshis.
   */
  readonly vesting?: LockSchedule | undefined;
}

/** The parameters of a campaign that is open to everybody. */
export interface PublicParameters extends CampaignParameters {
  readonly kind: 'PUBLIC';
  /** Base units of each claim. */
  readonly amount: bigint;
  /** Most claims of one key hash. */
  readonly limit: number;
  /** Claims of all lanes together; a multiple of the lanes. */
  readonly claims: number;
}

/** What a campaign's contract is made of: everything about it that never changes. */
export type AirdropParameters = WhitelistParameters | PublicParameters;

/** The rule that a set of campaign parameters breaks. */
export type AirdropParametersProblem =
  | 'MALFORMED'
  /** The creator is a universal script: nobody gets out again what is paid there. */
  | 'CREATOR_IS_OF_THE_CAMPAIGN'
  | 'NONCE_MALFORMED'
  | 'START_OUT_OF_RANGE'
  | 'END_OUT_OF_RANGE'
  | 'END_MISSING'
  | 'LANES_OUT_OF_RANGE'
  | 'DEPTH_OUT_OF_RANGE'
  | 'ROWS_OUT_OF_RANGE'
  | 'LIMIT_OUT_OF_RANGE'
  | 'CLAIMS_OUT_OF_RANGE'
  | 'CLAIMS_NOT_IN_LANES'
  | 'AMOUNT_BELOW_DUST'
  | 'AMOUNT_ABOVE_SUPPLY'
  /** No lock may have the schedule of a vested list (`findVestedListProblem` says why). */
  | 'VESTING_UNSOUND';

/** Most claims of one key hash: a leaf counts them in four bytes, signed. */
export const MAX_CLAIM_LIMIT = 2 ** 31 - 2;
/** Most claims of a public campaign. */
export const MAX_PUBLIC_CLAIMS = 2 ** 32 - 1;

/** Bytes of a key's hash. */
const KEY_HASH_LENGTH = 20;

/** Whether the creator is a script. Such campaigns are closed by a closing unit, never by a signature. */
export const isScriptAirdrop = ({ creator }: Pick<AirdropParameters, 'creator'>): boolean =>
  creator.length !== KEY_HASH_LENGTH;

/** Whether bytes are a key's hash, or a script's locking bytecode. */
const isCreator = (creator: Uint8Array): boolean => {
  const kind = partyParts(creator)?.kind;
  return creator.length === KEY_HASH_LENGTH || kind === 'P2SH20' || kind === 'P2SH32';
};

const within = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** Returns when a campaign's claims vest; undefined where they pay at once. */
export const vestingOf = (parameters: AirdropParameters): LockSchedule | undefined =>
  parameters.kind === 'WHITELIST' ? parameters.vesting : undefined;

/** Returns what a campaign gives away in all, satoshis or base units. */
export const airdropPool = (parameters: AirdropParameters): bigint =>
  parameters.kind === 'WHITELIST' ? parameters.total : parameters.amount * BigInt(parameters.claims);

/** Returns the number of claims that all lanes together can pay. */
export const airdropClaims = (parameters: AirdropParameters): number =>
  parameters.kind === 'WHITELIST' ? parameters.rows : parameters.claims;

const findTimeProblem = ({ start, end, cancelable }: CampaignParameters): AirdropParametersProblem | undefined => {
  if (start < MIN_TIME || start > MAX_LOCKTIME) return 'START_OUT_OF_RANGE';
  if (end === 0n) return cancelable ? undefined : 'END_MISSING';
  return end > start && end <= MAX_LOCKTIME ? undefined : 'END_OUT_OF_RANGE';
};

const findCountProblem = (parameters: AirdropParameters): AirdropParametersProblem | undefined => {
  const { lanes } = parameters;
  if (!within(lanes, 1, MAX_AIRDROP_LANES) || (lanes & (lanes - 1)) !== 0) return 'LANES_OUT_OF_RANGE';
  if (parameters.kind === 'WHITELIST') {
    if (!within(parameters.depth, 1, AIRDROP_MAX_DEPTH)) return 'DEPTH_OUT_OF_RANGE';
    return within(parameters.rows, 1, lanes * 2 ** parameters.depth) ? undefined : 'ROWS_OUT_OF_RANGE';
  }
  if (!within(parameters.limit, 1, MAX_CLAIM_LIMIT)) return 'LIMIT_OUT_OF_RANGE';
  if (!within(parameters.claims, 1, MAX_PUBLIC_CLAIMS)) return 'CLAIMS_OUT_OF_RANGE';
  return parameters.claims % lanes === 0 ? undefined : 'CLAIMS_NOT_IN_LANES';
};

/** Checks that every claim is worth an output, and that the pool is no more than can exist. */
const findAmountProblem = (
  parameters: AirdropParameters,
  { type }: AirdropAsset,
): AirdropParametersProblem | undefined => {
  const leastSatoshis = vestingOf(parameters) === undefined ? P2PKH_DUST : MIN_VESTED_ROW;
  const least = type === 'BCH' ? leastSatoshis : 1n;
  const pool = airdropPool(parameters);
  if (pool < least * BigInt(airdropClaims(parameters))) return 'AMOUNT_BELOW_DUST';
  return pool > (type === 'BCH' ? MAX_SATOSHIS : MAX_AMOUNT) ? 'AMOUNT_ABOVE_SUPPLY' : undefined;
};

/**
 * Returns the first rule that a set of parameters breaks, or undefined when they are sound. The same check serves
 * what a user asks for and what an announcement on the chain claims.
 */
export const findAirdropProblem = (
  parameters: AirdropParameters,
  asset: AirdropAsset = BCH_ASSET,
): AirdropParametersProblem | undefined => {
  if (!isCreator(parameters.creator) || (asset.type === 'FUNGIBLE_TOKEN' && !isCategory(asset.category)))
    return 'MALFORMED';
  if (isUniversalScript(parameters.creator)) return 'CREATOR_IS_OF_THE_CAMPAIGN';
  if (!isAirdropNonce(parameters.nonce)) return 'NONCE_MALFORMED';
  const vesting = vestingOf(parameters);
  if (vesting !== undefined && findVestedListProblem(vesting, asset.type) !== undefined) return 'VESTING_UNSOUND';
  return findTimeProblem(parameters) ?? findCountProblem(parameters) ?? findAmountProblem(parameters, asset);
};
