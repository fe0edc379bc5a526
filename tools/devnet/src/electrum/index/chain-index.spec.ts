import { Chance } from '@weir/testing';
import { type Coin, coinFor, keyOf, payment } from '../../../test/support/payment.js';
import { createNode } from '../../node/node.js';
import { ChainView } from '../chain-view.js';
import { Faults } from '../faults.js';
import { ChainIndex } from './chain-index.js';
import { IndexFollower } from './index-follower.js';

const keys = ['a', 'b', 'c', 'd'].map(keyOf);

const contents = (index: ChainIndex) => {
  const view = new ChainView(index, new Faults());
  return keys.map(({ scripthash }) => ({
    history: view.history(scripthash),
    unspent: view.unspent(scripthash, 'include_tokens'),
    balance: view.balance(scripthash, 'include_tokens'),
  }));
};

describe.each([1, 2, 3, 4])('an index that follows the node (seed %i)', (seed) => {
  it('equals one read afresh after every step, and knows the outputs that the node has unspent', () => {
    const node = createNode();
    const lookup = (txid: string) => node.indexedTransaction(txid);
    const index = new ChainIndex(lookup);
    const follower = new IndexFollower(node, index, () => undefined);
    follower.start();
    const chance = new Chance(seed);
    const coins: Coin[] = [];
    const pick = () => chance.of(keys);

    const spend = () => {
      const [coin] = coins.splice(chance.below(coins.length), 1);
      if (coin === undefined || node.output(coin.txid, coin.vout) === undefined || coin.satoshis < 3000n) return;
      const [one, two] = [pick(), pick()];
      const half = (coin.satoshis - 400n) / 2n;
      const { hex, txid } = payment(
        [coin],
        [one, two].map(({ lockingBytecode }) => ({ lockingBytecode, satoshis: half })),
      );
      node.submit(hex);
      coins.push({ txid, vout: 0, key: one, satoshis: half }, { txid, vout: 1, key: two, satoshis: half });
    };
    const steps = [
      () => coins.push(coinFor(node, pick(), 100_000n)),
      spend,
      spend,
      spend,
      () => node.mine(),
      () => node.mine(1, { transactions: 'none', to: pick().lockingBytecode }),
      () => node.reorganise(chance.between(1, 4), { keep: chance.of(['mempool', 'drop']) }),
      () => {
        const pool = node.mempool();
        const victim = pool[chance.below(pool.length)];
        if (victim !== undefined) node.drop(victim.txid);
      },
    ];
    for (let step = 0; step < 60; step += 1) {
      chance.of<() => unknown>(steps)();
      const afresh = new ChainIndex(lookup);
      afresh.load(node);
      expect(index.confirmed.tip).toEqual(node.tip);
      expect(contents(index)).toEqual(contents(afresh));
      // A block may hold a child before its parent.
      for (const { unspent } of contents(index))
        for (const { txid, vout } of unspent) expect(node.output(txid, vout)).toBeDefined();
      for (const { txid, vout, key } of coins)
        if (node.output(txid, vout) !== undefined)
          expect(contents(index)[keys.indexOf(key)]?.unspent).toContainEqual(expect.objectContaining({ txid, vout }));
      expect(index.mempool.transactions.map(({ txid }) => txid).sort()).toEqual(
        node
          .mempool()
          .map(({ txid }) => txid)
          .sort(),
      );
    }
    follower.stop();
  });
});
