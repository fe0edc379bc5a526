import type { Utxo } from 'cashscript';
import { sameOutpoint } from '../chain/outpoint.js';
import type { Outpoint } from '../chain/outpoint.js';
import { decodeVaultState, encodeVaultState } from './vault-state.js';
import type { VaultState } from './vault-state.js';

/** The state output of a vault as it stands now. */
export interface VaultCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The vault's own category, display-order hex. */
  readonly category: string;
  readonly state: VaultState;
}

/** The state output's token. */
export const vaultToken = (category: string, state: VaultState) => ({
  category,
  amount: 0n,
  nft: { capability: 'mutable', commitment: encodeVaultState(state) } as const,
});

/** The coin in cashscript's form. */
export const vaultUtxo = ({ outpoint, satoshis, category, state }: VaultCoin): Utxo => ({
  ...outpoint,
  satoshis,
  token: vaultToken(category, state),
});

/** The state a coin at the address shows, or undefined when the covenant takes it for no state. Anybody can forge one. */
export const shownState = ({ token }: Utxo): VaultState | undefined =>
  token?.nft?.capability === 'mutable' ? decodeVaultState(token.nft.commitment) : undefined;

/** Everything at a vault's address. */
export interface VaultHoldings {
  /** The state, found by its lineage; undefined before the first deposit and after a close. */
  readonly state: VaultCoin | undefined;
  /** Unspent outputs at the address; whether the state is among them does not matter. */
  readonly coins: readonly Utxo[];
}

/** A vault's coins that are no state, by what may be done with them. */
export interface SortedHoldings {
  readonly plain: readonly Utxo[];
  readonly tokens: readonly (Utxo & { readonly token: NonNullable<Utxo['token']> })[];
}

/** Sorts holdings. Forged states stay out: no spend needs them, and a close of them gives back their satoshis. */
export const sortHoldings = ({ state, coins }: VaultHoldings): SortedHoldings => {
  const others = coins.filter((coin) => shownState(coin) === undefined && (state === undefined || !sameOutpoint(coin, state.outpoint)));
  return {
    plain: others.filter(({ token }) => token === undefined),
    tokens: others.filter((coin): coin is SortedHoldings['tokens'][number] => coin.token !== undefined),
  };
};
