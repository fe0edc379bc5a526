/*
 * Every limit that more than one package checks, but for those of requests. A limit that only one package knows is in that package.
 */

import type { TokenType } from './products.js';

// What the chain and its scripts can hold.

/** Most satoshis of an amount: 21,000,000 BCH. */
export const MAX_SATOSHIS = 2_100_000_000_000_000n;
/** Most base units of a token: 2^63 - 1. */
export const MAX_AMOUNT = 9_223_372_036_854_775_807n;
/** Smallest P2PKH output nodes relay, satoshis. */
export const P2PKH_DUST = 546n;
/** Smallest P2SH32 output nodes relay, satoshis. */
export const P2SH32_DUST = 576n;
/** Returns the smallest amount that is paid, and that may be left: the dust of a P2SH32, which any recipient may be; one unit of a token. */
export const leastPaidOf = (tokenType: TokenType): bigint => (tokenType === 'BCH' ? P2SH32_DUST : 1n);
/** Earliest time of a schedule, Unix seconds: smaller locktimes are heights. */
export const MIN_TIME = 500_000_000n;
/** Latest time of a schedule, Unix seconds: a locktime has 32 bits. */
export const MAX_TIME = 4_294_967_295n;
/**
 * Latest locktime that a block can hold: a locktime must be below the median time past, which is at most {@link MAX_TIME}. What
 * falls due later can never be paid. It is written out, since bundlers keep a difference that nobody uses.
 */
export const MAX_LOCKTIME = 4_294_967_294n;
/** Largest transaction that nodes relay, bytes. */
export const MAX_STANDARD_SIZE = 100_000;
/** The fee rate that nodes demand for relaying: satoshis for 1,000 bytes. */
export const MINIMUM_FEE_RATE = 1_000n;
/** Most decimals of a token: registries allow no more. */
export const MAX_TOKEN_DECIMALS = 18;

// Notices of a cancel or pause, blocks.

/** Shortest notice: watchers push up to the median time past at its end, and need an hour for it. */
export const LEAST_PLAN_NOTICE = 12;
/** Shortest notice on a chain of one's own, whose blocks are mined on demand. */
export const LEAST_LOCAL_NOTICE = 6;
/** Longest notice: a relative lock counts blocks in 16 bits. */
export const MAX_PLAN_NOTICE = 65_535;

// Delays between the announcement of another address and the move to it, blocks.

/** Shortest delay: a day in which a recipient can undo what they did not mean. */
export const LEAST_MOVE_DELAY = 144;
/** Shortest delay on a chain of one's own, whose blocks are mined on demand. */
export const LEAST_LOCAL_MOVE_DELAY = 1;
/** Longest delay: a relative lock counts blocks in 16 bits. */
export const MAX_MOVE_DELAY = 65_535;
/** Most streams that one announcement, or one finish, moves. */
export const MAX_MOVES = 50;

/**
 * How old a treasury's resume may be when it is signed, seconds: signers agree days after it was dated, and it pays for the time since its
 * date. No contract can refuse an old date.
 */
export const MAX_RESUME_AGE = 604_800n;

// Payments in a currency.

/** Largest price that an oracle can sign, in its smallest units for one BCH: 4 bytes, as a script number. */
export const MAX_PRICE = 2_147_483_647n;

// Purses of vaults.

/** Most purses that one transaction opens or renews: nodes relay 223 bytes of data in one, which has room for the terms of two. */
export const MAX_ANNOUNCED_PURSES = 2;

/** Most payments in a currency that one request creates, and one funding opens. */
export const MAX_CURRENCY_PAYEES = 100;

/** Most payments in a currency that one transaction cancels, pauses or resumes: nodes relay 100,000 bytes, and each takes up to 1,620. */
export const MAX_MOVED_CURRENCY_PAYMENTS = 60;

/** Most payees of a purse: their list travels with each payment, whose fee is bounded. */
export const MAX_PAYEES = 20;
/** Most blocks of a purse's period: the age of its coin is counted up to there. */
export const MAX_PURSE_PERIOD = 65_535;
/** Least limit of a purse of BCH, satoshis: a payment of it and its fee. */
export const MIN_PURSE_LIMIT = 10_000n;

// Rosters: vaults whose signers can be exchanged. Delays in blocks.

/** Shortest silence before a guardian's call, and shortest review after it: a day. */
export const LEAST_ROSTER_DELAY = 144;
/** The same on a chain of one's own, whose blocks are mined on demand. */
export const LEAST_LOCAL_ROSTER_DELAY = 6;
/** Longest silence, and longest review: two bytes, and what a relative lock can say. */
export const MAX_ROSTER_DELAY = 65_535;

// What a record can hold.

/** Most payments that one funding pays for, and how many it pays for by default, unless their end comes first. */
export const FUNDED_PERIODS = 12;
/** Most intervals of a stream: the contract counts them in two bytes, signed. */
export const MAX_PERIODS = 32_767;
/** Most streams of a plan, so most rows, too. */
export const MAX_PLAN_STREAMS = 10_000;
/** Most payments that the reserve of a stream covers which is opened alone. */
export const MAX_PAID_PAYMENTS = 48n;
/** Most payments that a cancel leaves paid for: the contract holds their number in one byte. */
export const MAX_CANCEL_FILLS = 255;
/** Most payments of a lock of tokens that its funding pays for: the script lets each pay no less than a 64th of the total. */
export const MAX_KEYLESS_PAYMENTS = 64;
/** Most tranches or pieces of a shape: each is a stream of its own. */
export const MAX_SHAPE_PARTS = 120;
/** Largest exponent of a shape. */
export const MAX_SHAPE_EXPONENT = 10;
/** Most months of a shape. */
export const MAX_MONTHS = 1_200;
/** Least satoshis of an airdrop's recipient whose claim opens a lock. */
export const MIN_VESTED_ROW = 10_000n;
/** Most rows of an airdrop's list of recipients: a tree of depth 20. */
export const MAX_RECIPIENTS = 1_048_576;
/** Most lanes of an airdrop: its funding stays within the size that nodes relay. */
export const MAX_AIRDROP_LANES = 256;
/** Most levels of a lane's tree: the proof of a claim stays within what nodes relay. */
export const MAX_LANE_DEPTH = 20;
/** Largest list of recipients as CSV, bytes. */
export const MAX_LIST_BYTES = 100_000_000;
/** Number of signers of a vault, fixed by the contract. */
export const VAULT_SIGNERS = 3;
/** Least deposit to a vault, satoshis: less costs more to spend than it is worth. */
export const LEAST_DEPOSIT = 1_000n;
/** Most characters of the URL of an external target, such as a webhook. */
export const MAX_URL_LENGTH = 2_048;
