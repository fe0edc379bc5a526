import type { Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';

/**
 * The clock: the output that a cancel or pause makes, and that holds the deployment's fungible unit while the notice
 * runs.
 */
export interface ClockCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
}

/** Converts the clock to a CashScript UTXO. */
export const clockUtxo = ({ outpoint, satoshis }: ClockCoin, category: string): Utxo => ({
  ...outpoint,
  satoshis,
  token: { category, amount: 1n },
});
