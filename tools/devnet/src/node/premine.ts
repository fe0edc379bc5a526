import type { Miner } from './chain/miner.js';
import type { Faucet } from './faucet/faucet.js';
import { nodeLockingBytecode } from './faucet/node-key.js';
import { coinbaseMaturity } from './rules/inputs.js';

const blockInterval = 600;
/** Seconds since the last block: on average half an interval. */
const tipAge = 300;

const coinCount = 200;
const coinSatoshis = 100_000_000n;

/**
 * Gives a new chain a past: blocks at the pace of the real network, so that the median time past lags the clock by
 * about an hour as it does there, and in the last of them coins for the faucet.
 * @param now Unix seconds
 */
export const premine = (
  blocks: number,
  now: number,
  { faucet, miner }: { readonly faucet: Faucet; readonly miner: Miner },
): void => {
  const matured = blocks - coinbaseMaturity;
  for (let left = blocks; left > 0; left -= 1) {
    // The coinbases of a shorter chain, 50 BCH each, do not suffice for that many coins.
    if (left === 1 && matured > 4) faucet.split(coinCount, coinSatoshis);
    const time = now - tipAge - (left - 1) * blockInterval;
    miner.mine({ payee: nodeLockingBytecode, time, transactions: 'all' });
  }
};
