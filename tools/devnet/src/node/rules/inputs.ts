import type { Transaction } from '../primitives/transaction.js';
import { maximumMoney } from './check-transaction.js';
import type { Coin } from './coin.js';
import { invalid, type Refusal } from './refusal.js';

/** Number of blocks before a coinbase may be spent. */
export const coinbaseMaturity = 100;

const bch = (satoshis: bigint): string => {
  const fraction = (satoshis % 100_000_000n).toString().padStart(8, '0');
  return `${satoshis / 100_000_000n}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
};

export const valueOf = (coins: readonly Coin[]): bigint =>
  coins.reduce((sum, { output }) => sum + output.valueSatoshis, 0n);

/** Sums all outputs, in satoshis. */
export const outputValue = ({ content }: Transaction): bigint =>
  content.outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

/**
 * Checks coinbase maturity and the conservation of value.
 * @param height of the block that spends the coins
 */
export const checkInputs = (transaction: Transaction, coins: readonly Coin[], height: number): Refusal | undefined => {
  for (const coin of coins) {
    const depth = height - coin.height;
    if (coin.isCoinbase && depth < coinbaseMaturity) {
      return invalid('bad-txns-premature-spend-of-coinbase', `tried to spend coinbase at depth ${depth}`);
    }
  }
  const [given, taken] = [valueOf(coins), outputValue(transaction)];
  if (given > maximumMoney) return invalid('bad-txns-inputvalues-outofrange');
  return given < taken
    ? invalid('bad-txns-in-belowout', `value in (${bch(given)}) < value out (${bch(taken)})`)
    : undefined;
};
