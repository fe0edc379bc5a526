import { cutLocks, type LockOrder, partyOf } from '../src/index.js';
import { assetOf } from './support/airdrop-scenario.js';
import { createTestChain } from './support/chain.js';
import { fundLocks } from './support/lock-scenario.js';
import { createParty } from './support/party.js';

const keyAt = (index: number): Uint8Array =>
  partyOf({ kind: 'P2PKH', hash: Uint8Array.from({ length: 20 }, (_, i) => (index >> (8 * (i % 3))) & 0xff) }) ??
  new Uint8Array();

/** Locks of one schedule, each of another key. */
const ordersOf = (count: number, start: bigint): LockOrder[] =>
  Array.from({ length: count }, (_, i) => ({
    recipient: keyAt(i + 1),
    total: 100_000n,
    start,
    cliff: start,
    step: 86_400n,
    steps: 100n,
  }));

/** Locks of a funding, and its bytes: signed, with change and notes. */
const SIZES = {
  BCH: [
    [1, 369],
    [10, 1_071],
    [100, 8_091],
    [1_273, 99_587],
  ],
  FUNGIBLE_TOKEN: [
    [1, 633],
    [10, 1_686],
    [100, 12_216],
    [841, 98_915],
  ],
} as const;

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('fundings of locks in %s', (type) => {
  it('have the sizes that the documentation states', async () => {
    const chain = createTestChain({ clockStopped: true });
    const payer = createParty(chain, 'payer', ...Array.from({ length: 5 }, () => 1_000_000_000n));
    const asset = assetOf(chain, payer, type, 10_000_000_000_000n);
    chain.mine(1);
    const start = chain.locktime();
    const [most = []] = cutLocks({ asset, locks: ordersOf(2_000, start) });
    const sizes: [count: number, bytes: number][] = [];
    for (const count of [1, 10, 100, most.length]) {
      const { built, found } = await fundLocks(chain, payer, asset, ordersOf(count, start));
      expect(found).toHaveLength(count);
      sizes.push([count, built.size]);
    }
    expect(sizes).toEqual(SIZES[type]);
  });
});
