/** Satoshis a transition may take from the contract at most. */
export const FEE = 1_350n;
/** Satoshis the state keeps beside the principal. */
export const FLOOR = 1_400n;
/** Smallest plain output, and the smallest payout. */
export const DUST = 546n;
/** A push of this much may take its fee from the sender's share while a notice runs. */
export const SHARE_PAID = 43_200n;
/** 21,000,000 BCH. */
export const SUPPLY = 2_100_000_000_000_000n;
