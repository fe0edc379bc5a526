/** Levels of the tree of counts that a public airdrop keeps. */
export const AIRDROP_PUBLIC_LEVELS = 64;
/** Deepest tree of a whitelist's lane: 1,048,576 rows. */
export const AIRDROP_MAX_DEPTH = 20;

/** What a campaign pays out: BCH, or the fungible tokens of one category. */
export type AirdropAssetType = 'BCH' | 'FUNGIBLE_TOKEN';

/** Bytes that a level of a whitelist's tree adds to the script. */
const LEVEL_SCRIPT = 21;
/** Bytes that a level adds to a claim: the script's, a sibling and its side. */
const LEVEL_CLAIM = LEVEL_SCRIPT + 34;

/** Bytes that building and holding the terms of locks adds to the script of a lane, the longest terms. */
const VESTED_SCRIPT = { BCH: 171, FUNGIBLE_TOKEN: 191 } as const;
/** Bytes that a lock's output is longer than a recipient's. */
const LOCK_OUTPUT = 10;
/** Satoshis that a lock of tokens gets in addition to those of a payout: its last payment's fee. */
const LOCK_RESERVE = { BCH: 0, FUNGIBLE_TOKEN: 500 } as const;

/**
 * Satoshis a sponsored claim may take from a whitelist's lane in addition to the amount; compiled in as a parameter. Covers the
 * size of a signed claim at one satoshi a byte, and in token mode the 1,000 that go with the recipient's tokens, or the
 * 1,500 that go with a lock's; leaves an unsigned one too little for an output of somebody who rewrites it.
 *
 * @param depth of the lane's tree
 * @param vested whether claims pay locks
 */
export const whitelistClaimFee = (asset: AirdropAssetType, depth: number, vested = false): bigint =>
  BigInt(
    (asset === 'BCH' ? 700 : 1_960) +
      LEVEL_CLAIM * depth +
      (vested ? VESTED_SCRIPT[asset] + LOCK_OUTPUT + LOCK_RESERVE[asset] : 0),
  );

/** Satoshis a close of a whitelist's lane may take; compiled in. */
export const whitelistCloseFee = (asset: AirdropAssetType, depth: number, vested = false): bigint =>
  BigInt((asset === 'BCH' ? 560 : 730) + LEVEL_SCRIPT * depth + (vested ? VESTED_SCRIPT[asset] : 0));

/**
 * Satoshis a sponsored claim may take from a public airdrop's lane in addition to the amount; compiled in as a parameter. Covers
 * claims with 24 siblings that are not empty: some 16 million claims so far.
 */
export const publicClaimFee = (asset: AirdropAssetType): bigint => (asset === 'BCH' ? 4_320n : 5_600n);

/** Satoshis a close of a public airdrop's lane may take; compiled in. */
export const publicCloseFee = (asset: AirdropAssetType): bigint => (asset === 'BCH' ? 3_400n : 3_560n);

/** Satoshis that the closing unit, an input and an output of its own, adds to a close. */
const CLOSING_UNIT = 60n;

/**
 * Satoshis a close of a lane may take where the campaign is a script's; compiled in. Covers the closing unit beside it. Nobody
 * keeps what a close without it leaves of that: all its outputs are the creator's.
 *
 * @param depth of a whitelist lane's tree
 * @param vested whether claims of a whitelist pay locks
 */
export const scriptCloseFee = (
  kind: 'WHITELIST' | 'PUBLIC',
  asset: AirdropAssetType,
  depth: number,
  vested = false,
): bigint => CLOSING_UNIT + (kind === 'PUBLIC' ? publicCloseFee(asset) : whitelistCloseFee(asset, depth, vested));
