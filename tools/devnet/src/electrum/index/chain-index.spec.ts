import { type Coin, coinFor, keyOf, payment } from '../../../test/support/payment.js';
import { createNode } from '../../node/node.js';
import { ChainView } from '../chain-view.js';
import { Faults } from '../faults.js';
import { ChainIndex } from './chain-index.js';
import { IndexFollower } from './index-follower.js';

const keys = ['a', 'b', 'c', 'd'].map(keyOf);

/** Numbers below a limit, the same ones for the same seed. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
};

const contents = (index: ChainIndex) => {
  const view = new ChainView(index, new Faults());
  return keys.map(({ scripthash }) => ({
    history: view.history(scripthash),
    unspent: view.unspent(scripthash, 'include_tokens'),
    balance: view.balance(scripthash, 'include_tokens'),
  }));
};

describe.each([1, 2, 3, 4])('an index that follows the node (seed %i)', (seed) => {
  it('equals one read afresh after every step', () => {
    const node = createNode();
    const lookup = (txid: string) => node.indexedTransaction(txid);
    const index = new ChainIndex(lookup);
    const follower = new IndexFollower(node, index, () => undefined);
    follower.start();
    const random = randomFrom(seed);
    const coins: Coin[] = [];
    const pick = () => keys[random(keys.length)] ?? keyOf('a');

    const spend = () => {
      const [coin] = coins.splice(random(coins.length), 1);
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
      () => node.reorganise(1 + random(4), { keep: random(2) === 0 ? 'mempool' : 'drop' }),
      () => {
        const pool = node.mempool();
        const victim = pool[random(pool.length)];
        if (victim !== undefined) node.drop(victim.txid);
      },
    ];
    for (let step = 0; step < 60; step += 1) {
      steps[random(steps.length)]?.();
      const afresh = new ChainIndex(lookup);
      afresh.load(node);
      expect(index.confirmed.tip).toEqual(node.tip);
      expect(contents(index)).toEqual(contents(afresh));
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
