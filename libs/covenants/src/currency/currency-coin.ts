import { binsAreEqual, type Output } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { writeHex } from '../bytes/read-bytes.js';
import type { Outpoint } from '../chain/outpoint.js';
import type { PlannedOutput } from '../transaction/assemble.js';
import type { CurrencyContract } from './currency-contract.js';
import { type CurrencyState, decodeCurrencyState, encodeCurrencyState } from './currency-state.js';
import type { CurrencyRhythm } from './currency-terms.js';

/** What a payment in a currency holds, without its outpoint. */
export interface CurrencyHolding {
  /** The category of its funding, display-order hex. */
  readonly category: string;
  /** Fungible units of the category: the index while no notice runs, else 0. */
  readonly units: bigint;
  readonly state: CurrencyState;
  /** All of its output, the reserve included. */
  readonly satoshis: bigint;
}

/** A payment in a currency as it is now. */
export interface CurrencyCoin extends CurrencyHolding {
  readonly outpoint: Outpoint;
}

/** The clock that a cancel or pause started. */
export interface CurrencyClockCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
  /** The index of the payment. */
  readonly units: bigint;
}

/** A coin in a till: BCH alone. */
export interface TillCoin {
  readonly outpoint: Outpoint;
  readonly satoshis: bigint;
}

/** Plans the output of a payment. */
export const currencyOutput = (
  { lockingBytecode }: Pick<CurrencyContract, 'lockingBytecode'>,
  { category, units, state, satoshis }: CurrencyHolding,
): PlannedOutput => ({
  to: lockingBytecode,
  amount: satoshis,
  token: { category, amount: units, nft: { capability: 'mutable', commitment: encodeCurrencyState(state) } },
});

/** Converts the coin of a payment to a CashScript UTXO. */
export const currencyUtxo = (contract: Pick<CurrencyContract, 'lockingBytecode'>, coin: CurrencyCoin): Utxo => {
  const { amount, token } = currencyOutput(contract, coin);
  return { ...coin.outpoint, satoshis: amount, ...(token !== undefined && { token }) };
};

/** Reads the payment at an output by its form alone; undefined for any other output. */
export const readCurrencyHolding = (
  {
    lockingBytecode,
    terms,
  }: Pick<CurrencyContract, 'lockingBytecode'> & { readonly terms: Pick<CurrencyRhythm, 'paydays'> },
  output: Output | undefined,
): CurrencyHolding | undefined => {
  const nft = output?.token?.nft;
  if (output?.token === undefined || nft?.capability !== 'mutable') return undefined;
  if (!binsAreEqual(output.lockingBytecode, lockingBytecode)) return undefined;
  const state = decodeCurrencyState(nft.commitment, terms);
  if (state === undefined) return undefined;
  const { category, amount: units } = output.token;
  return { category: writeHex(category), units, state, satoshis: output.valueSatoshis };
};
