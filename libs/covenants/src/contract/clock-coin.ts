import type { Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';

/** The output that a cancel or pause makes: holds the deployment's fungible unit while the notice runs. */
export interface ClockCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
}

/** The clock in cashscript's form. */
export const clockUtxo = ({ outpoint, satoshis }: ClockCoin, category: string): Utxo => ({
  ...outpoint,
  satoshis,
  token: { category, amount: 1n },
});
