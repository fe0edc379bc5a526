import { INTERVALS } from './intervals.js';

/** Notice of a cancel or pause where the sender asks for none, blocks. */
const NOTICE_BLOCKS = 36;
/** The same on the devnet, where blocks come fast. */
const DEVNET_NOTICE_BLOCKS = 6;

/** Returns the notice of a cancel or pause where the sender asks for none, blocks. @param network its name */
export const defaultNotice = (network: string): number => (network === 'devnet' ? DEVNET_NOTICE_BLOCKS : NOTICE_BLOCKS);

/** Notice of a payment in a currency, blocks: two days, longer than a gap in the oracle's numbers counts, so that none costs a period. */
const CURRENCY_NOTICE_BLOCKS = 288;
/** Networks whose blocks are mined on demand. */
const LOCAL_NETWORKS: readonly string[] = ['devnet', 'regtest'];

/** Returns the notice of a payment in a currency where the sender asks for none, blocks. @param network its name */
export const defaultCurrencyNotice = (network: string): number =>
  LOCAL_NETWORKS.includes(network) ? defaultNotice(network) : CURRENCY_NOTICE_BLOCKS;

/** Blocks between the announcement of another address and the move to it where the sender asks for none: seven days. */
export const DEFAULT_MOVE_DELAY = 1_008;

/** How long something vests where no end is asked for, seconds. */
export const DEFAULT_DURATION = INTERVALS.YEARLY;
/** Step of a stepped stream or lock where none is asked for, seconds. */
export const DEFAULT_STEP = INTERVALS.MONTHLY;
/** Number of steps of a stepped lock where no end is asked for. */
export const DEFAULT_LOCK_STEPS = 12;
/** Number of payments after a cancel that the reserve of a plan's stream pays for where the sender asks for none. */
export const DEFAULT_CANCEL_FILLS = 17;

/** Blocks of silence before the guardian of a roster may call a recovery, where its creator asks for none: half a year. */
export const DEFAULT_QUIET_BLOCKS = 26_000;
/** Blocks from the call until the guardian may end the recovery, where the creator asks for none: a month. */
export const DEFAULT_REVIEW_BLOCKS = 4_320;

/** Which proposal is made where no kind is asked for. */
export const DEFAULT_PROPOSAL = 'spend';
