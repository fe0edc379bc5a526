import type { Utxo } from 'cashscript';
import { sameOutpoint, type Outpoint } from '../chain/outpoint.js';
import type { RosterCoin } from '../roster/roster-coin.js';
import { decodeVaultState, encodeVaultState, type VaultState } from './vault-parameters.js';

/** The state output of a vault as it is now. */
export interface VaultCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The vault's own category, display-order hex. */
  readonly category: string;
  readonly state: VaultState;
  /** Fungible units of its category in the same output: none in a vault's own state, any number in a forged one. */
  readonly units?: bigint;
}

/** Returns the state output's token. */
export const vaultToken = (category: string, state: VaultState, units = 0n) => ({
  category,
  amount: units,
  nft: { capability: 'mutable', commitment: encodeVaultState(state) } as const,
});

/** Returns the units of a state's category; none for 0. */
export const unitsOf = (amount: bigint): Pick<VaultCoin, 'units'> => (amount > 0n ? { units: amount } : {});

/** Converts the state to a CashScript UTXO. */
export const vaultUtxo = ({ outpoint, satoshis, category, state, units }: VaultCoin): Utxo => ({
  ...outpoint,
  satoshis,
  token: vaultToken(category, state, units),
});

/**
 * Returns the state that a coin at the address claims to be; undefined when the covenant does not take it for a
 * state. Anybody can forge one.
 */
export const shownState = ({ token }: Utxo): VaultState | undefined =>
  token?.nft?.capability === 'mutable' ? decodeVaultState(token.nft.commitment) : undefined;

/** The state of a treasury: a vault's, or a roster's. */
export type TreasuryCoin = VaultCoin | RosterCoin;

/** Whether a state is a roster's. */
export const isRosterState = (coin: TreasuryCoin): coin is RosterCoin => 'guardian' in coin.state;

/** Everything at the address of a vault or a roster. */
export interface VaultHoldings {
  /** The state, found by its lineage; undefined before the first deposit and after a close. */
  readonly state: TreasuryCoin | undefined;
  /**
   * Unspent outputs at the address, with or without the state. Leave out unmined deposits of others: anybody who sent one
   * may spend its inputs elsewhere, and so void what was signed with it.
   */
  readonly coins: readonly Utxo[];
}

type TokenCoin = Utxo & { readonly token: NonNullable<Utxo['token']> };

/** A vault's coins beside its state, sorted by what may be done with them. */
export interface SortedHoldings {
  readonly plain: readonly Utxo[];
  readonly tokens: readonly TokenCoin[];
  /**
   * Coins that the covenant takes for states of their own: forged by anybody, or made by a second "first" deposit
   * that holds money. No proposal of the vault touches them; each is spent or closed by a proposal that names it as
   * the state.
   */
  readonly otherStates: readonly VaultCoin[];
}

const isTokenCoin = (coin: Utxo): coin is TokenCoin => coin.token !== undefined;

const asState = (coin: Utxo): VaultCoin[] => {
  const state = shownState(coin);
  if (state === undefined || !isTokenCoin(coin)) return [];
  const { txid, vout, satoshis, token } = coin;
  return [{ outpoint: { txid, vout }, satoshis, category: token.category, state, ...unitsOf(token.amount) }];
};

/** Sorts a vault's coins by what may be done with them. */
export const sortHoldings = ({ state, coins }: VaultHoldings): SortedHoldings => {
  const others = coins.filter((coin) => state === undefined || !sameOutpoint(coin, state.outpoint));
  // To a roster only the NFT of its own category is a state, and there is one of it.
  const isRoster = state !== undefined && isRosterState(state);
  const ordinary = isRoster ? others : others.filter((coin) => shownState(coin) === undefined);
  return {
    plain: ordinary.filter(({ token }) => token === undefined),
    tokens: ordinary.filter(isTokenCoin),
    otherStates: isRoster ? [] : others.flatMap(asState),
  };
};
