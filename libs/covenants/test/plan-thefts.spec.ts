import { binToHex, decodeTransactionCommon, encodeTransactionCommon, hash256, hexToBin } from '@bitauth/libauth';
import { buildPlanRefund, readPlanTransition, type PlanCoin } from '../src/index.js';
import { somebody, streamOf } from './support/plan-scenario.js';
import { fundAsThief } from './support/thief.js';

/** Two streams over a hundred days, of which a thief changes the funding. */
const fundUnsound = (change: Parameters<typeof fundAsThief>[1]) =>
  fundAsThief(
    (start) =>
      [1, 2].map((name) => streamOf('VESTING_BCH', somebody(name), start, { total: 10_000_000n, periods: 100 })),
    change,
  );

const coinAt = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index];
  if (item === undefined) throw new Error(`Nothing at ${index}`);
  return item;
};

describe('what the absence of a check would let a sender take', () => {
  it('of a sound funding nothing: a refund waits for its own clock', async () => {
    const { verdict, coins, cancel, refundBy, chain } = await fundUnsound((outputs) => outputs);
    expect(verdict.ok).toBe(true);
    const other = await cancel(coinAt(coins, 1));
    chain.mine(12);
    const { coin, clock } = await cancel(coinAt(coins, 0));
    chain.mine(1);
    expect(() => refundBy(coin, clock)).toThrow();
    expect(() => refundBy(coin, other.clock)).toThrow();
    chain.mine(11);
    expect(() => refundBy(coin, clock)).not.toThrow();
  });

  it('free units at the clock script: a refund in the next block after a cancel, before anybody could push', async () => {
    const { verdict, coins, cancel, refundBy, chain, txid, outputs } = await fundUnsound((sound, category, part) => [
      ...sound,
      {
        to: coinAt(part.contracts, 0).clock.lockingBytecode,
        amount: 800n,
        token: { category, amount: 1n },
      },
    ]);
    expect(verdict).toMatchObject({ ok: false, problems: [{ problem: 'CATEGORY_ELSEWHERE' }] });
    chain.mine(12);
    const { coin } = await cancel(coinAt(coins, 0));
    const free = { outpoint: { txid, vout: outputs.length }, satoshis: 800n, units: 1n };
    expect(() => refundBy(coin, free)).not.toThrow();
  });

  it('an index twice: the older clock of a sibling refunds', async () => {
    const { verdict, coins, cancel, refundBy, chain } = await fundUnsound((sound) =>
      sound.map((output, i) => {
        const first = coinAt(sound, 0);
        return i === 1 && first.token?.nft !== undefined
          ? { ...output, token: { ...first.token, nft: { ...first.token.nft } } }
          : output;
      }),
    );
    expect(verdict).toMatchObject({ ok: false });
    expect(!verdict.ok && verdict.problems.map(({ problem }) => problem)).toContain('INDEX_TWICE');
    const [one, two] = [coinAt(coins, 0), coinAt(coins, 1)];
    const sibling = await cancel({ ...two, units: 1n, state: one.state });
    chain.mine(12);
    const { coin } = await cancel(one);
    expect(() => refundBy(coin, sibling.clock)).not.toThrow();
  });

  it('index 0: born without units, under a notice that nobody began, its clock an NFT that anybody could make', async () => {
    const { verdict, coins, chain, txid, outputs, refundBy } = await fundUnsound((sound, category, part) => [
      ...sound.map((output, i) =>
        i === 0 && output.token?.nft !== undefined
          ? {
              ...output,
              token: {
                ...output.token,
                amount: 0n,
                nft: { ...output.token.nft, commitment: `0000${output.token.nft.commitment.slice(4)}` },
              },
            }
          : output,
      ),
      {
        to: coinAt(part.contracts, 0).clock.lockingBytecode,
        amount: 900n,
        token: { category, amount: 0n, nft: { capability: 'none' as const, commitment: '' } },
      },
    ]);
    expect(!verdict.ok && verdict.problems.map(({ problem }) => problem)).toContain('INDEX_OUT_OF_RANGE');
    chain.mine(12);
    const stream = coinAt(coins, 0);
    const born: PlanCoin = { ...stream, units: 0n, state: { ...stream.state, index: 0 } };
    const madeUp = { outpoint: { txid, vout: outputs.length }, satoshis: 900n, units: 0n };
    expect(() => refundBy(born, madeUp)).not.toThrow();
  });
});

describe('what a sender could hide', () => {
  it('no refund by a coin of their own beside: its end is read, however much it returns', async () => {
    const { verdict, coins, cancel, chain } = await fundUnsound((outputs) => outputs);
    if (!verdict.ok) throw new Error('Not found');
    const contract = coinAt(verdict.plan.contracts, 0);
    const { coin, clock } = await cancel(coinAt(coins, 0));
    chain.mine(12);
    const built = decodeTransactionCommon(hexToBin(buildPlanRefund(contract, coin, clock)?.hex ?? ''));
    if (typeof built === 'string') throw new Error(built);
    const [first, ...others] = built.outputs;
    if (first === undefined) throw new Error('No output');
    const outputs = [{ ...first, valueSatoshis: first.valueSatoshis + 100_000_000n }, ...others];
    const transaction = { ...built, outputs };
    const txid = binToHex(hash256(encodeTransactionCommon(transaction)).reverse());
    expect(readPlanTransition(contract, coin, txid, transaction)).toMatchObject({
      ok: true,
      transition: { kind: 'refund', next: undefined, returnedToSender: coin.principal },
    });
  });
});
