/** Levels of the tree of counts that a public airdrop keeps. */
export const AIRDROP_PUBLIC_LEVELS = 64;
/** Deepest tree of a whitelist's lane: 1,048,576 rows. */
export const AIRDROP_MAX_DEPTH = 20;

/** What a campaign pays out: BCH, or the fungible tokens of one category. */
export type AirdropAssetType = 'BCH' | 'FUNGIBLE_TOKEN';

/** Bytes that a level of a whitelist's tree adds to a claim: a sibling, and an eighth of the sides, rounded up. */
const LEVEL_CLAIM = 33;

/** A claim without any level, and a close, at a little more than a satoshi a byte of the longest. Tokens: see `whitelistClaimFee`. */
const WHITELIST_CLAIM = {
  PLAIN: { BCH: 590, FUNGIBLE_TOKEN: 1_820 },
  VESTED: { BCH: 770, FUNGIBLE_TOKEN: 2_520 },
} as const;
const WHITELIST_CLOSE = {
  PLAIN: { BCH: 665, FUNGIBLE_TOKEN: 835 },
  VESTED: { BCH: 833, FUNGIBLE_TOKEN: 1_023 },
} as const;

const formOf = (vested: boolean): keyof typeof WHITELIST_CLAIM => (vested ? 'VESTED' : 'PLAIN');

/**
 * Satoshis a sponsored claim may take from a whitelist's lane in addition to the amount; compiled in as a parameter. Covers the
 * size of a signed claim at one satoshi a byte, and in token mode the 1,000 that go with the recipient's tokens, or the
 * 1,500 that go with a lock's; leaves an unsigned one too little for an output of somebody who rewrites it.
 *
 * @param depth of the lane's tree
 * @param vested whether claims pay locks
 */
export const whitelistClaimFee = (asset: AirdropAssetType, depth: number, vested = false): bigint =>
  BigInt(WHITELIST_CLAIM[formOf(vested)][asset] + LEVEL_CLAIM * depth);

/** Satoshis a close of a whitelist's lane may take, at any depth; compiled in. */
export const whitelistCloseFee = (asset: AirdropAssetType, vested = false): bigint =>
  BigInt(WHITELIST_CLOSE[formOf(vested)][asset]);

/**
 * Satoshis a sponsored claim may take from a public airdrop's lane in addition to the amount; compiled in as a parameter. Covers
 * claims with 24 siblings that are not empty: some 16 million claims so far.
 */
export const publicClaimFee = (asset: AirdropAssetType): bigint => (asset === 'BCH' ? 1_460n : 2_700n);

/** Satoshis a close of a public airdrop's lane may take; compiled in. */
export const publicCloseFee = (asset: AirdropAssetType): bigint => (asset === 'BCH' ? 760n : 930n);

/** Satoshis that the closing unit, an input and an output of its own, adds to a close. */
const CLOSING_UNIT = 60n;

/**
 * Satoshis a close of a lane may take where the campaign is a script's; compiled in. Covers the closing unit beside it. Nobody
 * keeps what a close without it leaves of that: all its outputs are the creator's.
 *
 * @param vested whether claims of a whitelist pay locks
 */
export const scriptCloseFee = (kind: 'WHITELIST' | 'PUBLIC', asset: AirdropAssetType, vested = false): bigint =>
  CLOSING_UNIT + (kind === 'PUBLIC' ? publicCloseFee(asset) : whitelistCloseFee(asset, vested));
