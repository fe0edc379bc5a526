import type { Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import { encodeVestingState, type VestingState } from './vesting-state.js';

/** The state output of a deployment as it stands now: the coin that every transition spends. */
export interface VestingCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The deployment's own category, display-order hex. */
  readonly category: string;
  readonly state: VestingState;
}

/** Returns the units in the state: the clock unit, until a cancel moves it out. */
const clockUnits = (state: VestingState): bigint => (state.status === 'ACTIVE' ? 1n : 0n);

/** Returns the state output's token. */
export const vestingToken = (category: string, state: VestingState) => ({
  category,
  amount: clockUnits(state),
  nft: { capability: 'mutable', commitment: encodeVestingState(state) } as const,
});

/** Converts the state to a CashScript UTXO. */
export const vestingUtxo = ({ outpoint, satoshis, category, state }: VestingCoin): Utxo => ({
  ...outpoint,
  satoshis,
  token: vestingToken(category, state),
});
