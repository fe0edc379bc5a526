/** Satoshis a payment may take from the reserve at most, the 1,000 of the payout's output among them. */
export const FEE = 2_500n;
/** Satoshis that go with a payment of tokens, at least. */
export const PAYOUT = 1_000n;
/** Satoshis the state keeps while it continues. */
export const FLOOR = 2_500n;
/** Satoshis the state keeps at a cancel: its floor, and eight fees for pushes. */
export const CANCEL_FLOOR = FLOOR + 8n * FEE;
/** Satoshis a cancel may take from the reserve, the clock's among them; 1,000 more when it pays tokens. */
export const CANCEL_FEE = 2_300n;
/** Satoshis a refund may take. */
export const REFUND_FEE = 1_300n;
/** Satoshis of a companion output, at least, for a funding to be a deployment. */
export const COMPANION_VALUE = 1_000n;
