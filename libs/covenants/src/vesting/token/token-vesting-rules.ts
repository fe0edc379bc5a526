import { TOKEN_OUTPUT_SATOSHIS } from '../../transaction/token-selection.js';

/** Satoshis a payment of tokens may take from the reserve, those of its payout among them; mirrors the covenant. */
export const TOKEN_VESTING_FEE_BOUND = 2_500n;
/** Satoshis the state keeps while it continues; mirrors the covenant. */
export const TOKEN_VESTING_STATE_FLOOR = 2_500n;
/** Satoshis of a payout's output; mirrors the covenant, which asks for at least this. */
export const TOKEN_VESTING_PAYOUT_SATOSHIS = TOKEN_OUTPUT_SATOSHIS;
/** Satoshis of the companion's output: above the dust of any amount (705). */
export const TOKEN_VESTING_COMPANION_SATOSHIS = 1_000n;
/** Satoshis the state keeps at a cancel, eight pushes' fees among them: the sender fills it up; mirrors the covenant. */
export const TOKEN_VESTING_CANCEL_FLOOR = TOKEN_VESTING_STATE_FLOOR + 8n * TOKEN_VESTING_FEE_BOUND;
/** Satoshis a cancel may take from the reserve, the clock's among them and those of a payout not; mirrors the covenant. */
export const TOKEN_VESTING_CANCEL_BOUND = 2_300n;
/** Satoshis a refund may take; mirrors the covenant. */
export const TOKEN_VESTING_REFUND_BOUND = 1_300n;
/** Payments the reserve of a new stream pays for. */
export const TOKEN_VESTING_RESERVED_PAYMENTS = 16n;

/** Smallest payment a transition may make on the reserve's account, base units. */
export const tokenVestingMinimumPaid = (total: bigint): bigint => total / 256n;

/**
 * Satoshis a funding puts beside the tokens: in the state its floor and the reserve, 2,500 for each payment (1,000 of
 * them go with the payout); in the companion what keeps it from being dust.
 *
 * @param payments how many payments the reserve is for
 */
export const tokenVestingFunding = (
  payments: bigint = TOKEN_VESTING_RESERVED_PAYMENTS,
): { readonly state: bigint; readonly companion: bigint } => ({
  state: TOKEN_VESTING_STATE_FLOOR + payments * TOKEN_VESTING_FEE_BOUND,
  companion: TOKEN_VESTING_COMPANION_SATOSHIS,
});
