import { TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';

/** Most satoshis that a payment of tokens takes from the reserve, its payout's included. Mirrors the covenant. */
export const TOKEN_VESTING_FEE_BOUND = 2_500n;
/** Satoshis that the state keeps while it continues. Mirrors the covenant. */
export const TOKEN_VESTING_STATE_FLOOR = 2_500n;
/** Satoshis of a payout's output. Mirrors the covenant, which asks for at least this. */
export const TOKEN_VESTING_PAYOUT_SATOSHIS = TOKEN_OUTPUT_SATOSHIS;
/** Satoshis of the companion's output, above the dust of any amount (705). */
export const TOKEN_VESTING_COMPANION_SATOSHIS = 1_000n;
/**
 * Satoshis that the state keeps at a cancel, eight pushes' fees included; the sender adds what is missing. Mirrors
 * the covenant.
 */
export const TOKEN_VESTING_CANCEL_FLOOR = TOKEN_VESTING_STATE_FLOOR + 8n * TOKEN_VESTING_FEE_BOUND;
/**
 * Most satoshis that a cancel takes from the reserve, the clock's included; a payout's come on top. Mirrors the
 * covenant.
 */
export const TOKEN_VESTING_CANCEL_BOUND = 2_300n;
/** Most satoshis that a refund takes. Mirrors the covenant. */
export const TOKEN_VESTING_REFUND_BOUND = 1_300n;
/** Payments that the reserve of a new stream pays for. */
export const TOKEN_VESTING_RESERVED_PAYMENTS = 16n;

/** Returns the smallest payment that the reserve may pay for, base units. */
export const tokenVestingMinimumPaid = (total: bigint): bigint => total / 256n;

/**
 * Returns the satoshis that a funding puts beside the tokens: in the state its floor and the reserve, 2,500 for each
 * payment (of which 1,000 go with the payout); in the companion enough to be above dust.
 *
 * @param payments number of payments that the reserve is to pay for
 */
export const tokenVestingFunding = (
  payments: bigint = TOKEN_VESTING_RESERVED_PAYMENTS,
): { readonly state: bigint; readonly companion: bigint } => ({
  state: TOKEN_VESTING_STATE_FLOOR + payments * TOKEN_VESTING_FEE_BOUND,
  companion: TOKEN_VESTING_COMPANION_SATOSHIS,
});
