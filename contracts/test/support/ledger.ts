import type { Output } from '@bitauth/libauth';
import { amountOf, commitmentOf, powerOf } from './coin-parts.js';
import type { Draft } from './transaction.js';

/** Rules of every transaction that no script decides: satoshis and tokens that are there, each NFT once. */
export const isLedgerSound = ({ inputs, outputs }: Draft): boolean => {
  const sum = (all: readonly Output[]) => all.reduce((total, { valueSatoshis }) => total + valueSatoshis, 0n);
  const coins = inputs.map(({ coin }) => coin.output);
  if (outputs.length === 0 || outputs.some(({ valueSatoshis }) => valueSatoshis < 0n)) return false;
  if (sum(coins) > 2_100_000_000_000_000n || sum(outputs) > sum(coins)) return false;
  const outpoints = new Set(inputs.map(({ coin }) => `${coin.txid.toString()} ${coin.vout}`));
  if (outpoints.size !== inputs.length) return false;
  const categories = new Set(outputs.flatMap(({ token }) => (token === undefined ? [] : [token.category.toString()])));
  return [...categories].every((category) => {
    const isOf = ({ token }: Output): boolean => token?.category.toString() === category;
    const made = outputs.filter(isOf);
    if (made.some((each) => amountOf(each) === 0n && each.token?.nft === undefined)) return false;
    if (made.some((each) => amountOf(each) < 0n || amountOf(each) > 9_223_372_036_854_775_807n)) return false;
    if (inputs.some(({ coin }) => coin.vout === 0 && coin.txid.toString() === category)) return true;
    const had = coins.filter(isOf);
    const units = (all: readonly Output[]) => all.reduce((total, each) => total + amountOf(each), 0n);
    if (units(made) > units(had) || made.some((each) => powerOf(each) === 'minting')) return false;
    const immutable = had
      .filter(({ token }) => token?.nft?.capability === 'none')
      .map((each) => commitmentOf(each).toString());
    let mutable = had.filter((each) => powerOf(each) === 'mutable').length;
    for (const each of made) {
      if (each.token?.nft === undefined) continue;
      const kept = powerOf(each) === '' ? immutable.indexOf(commitmentOf(each).toString()) : -1;
      if (kept >= 0) immutable.splice(kept, 1);
      else if (mutable > 0) mutable -= 1;
      else return false;
    }
    return true;
  });
};
