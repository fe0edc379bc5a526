import type { Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import type { CompanionCoin } from '../contract/companion-coin.js';
import { encodeRecurringState, isNoticed, type RecurringState } from './recurring-state.js';

/**
 * A deployment as it stands now: the state that every transition spends and, in token mode, the companion behind it.
 */
export interface RecurringCoin {
  /** Of the state output. */
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The deployment's own category, display-order hex. */
  readonly category: string;
  readonly state: RecurringState;
  /** In token mode: the output at the next index, which holds the tokens. */
  readonly companion?: CompanionCoin | undefined;
}

/** Returns the state output's token: its NFT, and the fungible unit unless a notice runs. */
export const recurringToken = (category: string, state: RecurringState) => ({
  category,
  amount: isNoticed(state) ? 0n : 1n,
  nft: { capability: 'mutable', commitment: encodeRecurringState(state) } as const,
});

/** Converts the state to a CashScript UTXO. */
export const recurringUtxo = ({ outpoint, satoshis, category, state }: RecurringCoin): Utxo => ({
  ...outpoint,
  satoshis,
  token: recurringToken(category, state),
});
