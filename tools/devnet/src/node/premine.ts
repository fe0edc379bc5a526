import type { Clock } from './chain/clock.js';
import type { Miner } from './chain/miner.js';
import type { Faucet } from './faucet/faucet.js';
import { nodeLockingBytecode } from './faucet/node-key.js';
import { coinbaseMaturity } from './rules/inputs.js';

const blockInterval = 600;
/** Seconds since the last block, on average half an interval. */
const tipAge = 300;

const coinCount = 200;
const coinSatoshis = 100_000_000n;

/**
 * Gives a new chain a past: blocks at the pace of the real network, so that its median time lags the clock by about
 * an hour as it does there, and in the last of them coins for the faucet.
 */
export const premine = (
  blocks: number,
  { clock, faucet, miner }: { readonly clock: Clock; readonly faucet: Faucet; readonly miner: Miner },
): void => {
  const now = clock.now();
  for (let left = blocks; left > 0; left -= 1) {
    clock.set(now - tipAge - (left - 1) * blockInterval);
    const matured = blocks - coinbaseMaturity;
    // Four coinbases of 50 BCH and the fee: fewer cannot be split into that many coins.
    if (left === 1 && matured > 4) faucet.split(coinCount, coinSatoshis);
    miner.mine({ payee: nodeLockingBytecode, transactions: 'all' });
  }
  clock.set(now);
};
