import type { Utxo } from 'cashscript';
import type { Outpoint } from '../chain/outpoint.js';
import { encodeVestingState, type VestingState } from './vesting-state.js';

/** The state output of a deployment as it stands now: the coin every transition spends. */
export interface VestingCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The deployment's own category, display-order hex. */
  readonly category: string;
  readonly state: VestingState;
}

/** The clock unit sits in the state until a cancel moves it out. */
const clockUnits = (state: VestingState): bigint => (state.status === 'ACTIVE' ? 1n : 0n);

/** The state output's token. */
export const vestingToken = (category: string, state: VestingState) => ({
  category,
  amount: clockUnits(state),
  nft: { capability: 'mutable', commitment: encodeVestingState(state) } as const,
});

/** The coin in cashscript's form. */
export const vestingUtxo = ({ outpoint, satoshis, category, state }: VestingCoin): Utxo => ({
  ...outpoint,
  satoshis,
  token: vestingToken(category, state),
});
