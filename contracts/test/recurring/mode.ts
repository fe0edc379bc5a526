import { recurringBchArtifact, recurringTokenArtifact } from '../../src/index.js';

/** What differs between the covenants of BCH and of tokens. Satoshis. */
export interface Mode {
  readonly artifact: typeof recurringBchArtifact | typeof recurringTokenArtifact;
  readonly paysTokens: boolean;
  /** A payment may take this from the contract at most, the payout's own satoshis among them. */
  readonly fee: bigint;
  /** Goes with a payment of tokens. */
  readonly payout: bigint;
  /** The state keeps this beside the principal. */
  readonly floor: bigint;
  /** Of a clock, at least. */
  readonly clock: bigint;
  /** A pause or cancel may take this from the state at most, the clock's among them, and the payout's beside it. */
  readonly stopFee: bigint;
  readonly settleFee: bigint;
  readonly refundFee: bigint;
}

export const BCH: Mode = {
  artifact: recurringBchArtifact,
  paysTokens: false,
  fee: 1_700n,
  payout: 0n,
  floor: 1_700n,
  clock: 1_600n,
  stopFee: 3_300n,
  settleFee: 1_600n,
  refundFee: 1_700n,
};

export const TOKENS: Mode = {
  artifact: recurringTokenArtifact,
  paysTokens: true,
  fee: 3_000n,
  payout: 1_000n,
  floor: 3_000n,
  clock: 1_900n,
  stopFee: 4_000n,
  settleFee: 1_900n,
  refundFee: 1_900n,
};

/** Fees that a pause, a cancel and a resume leave at most, one for each period left. */
const MAX_FEES = 16n;

/** Satoshis beside the principal that a pause, a cancel or a resume leaves with so many periods to pay. */
export const leastReserve = ({ floor, fee }: Mode, unpaid: bigint): bigint =>
  floor + fee * (unpaid < MAX_FEES ? unpaid : MAX_FEES);
