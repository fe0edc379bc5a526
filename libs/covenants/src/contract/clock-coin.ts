import type { Outpoint } from '../chain/outpoint.js';

/**
 * The clock: the output that a cancel or pause makes, and that holds the stream's fungible units while the notice
 * runs.
 */
export interface ClockCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
}
