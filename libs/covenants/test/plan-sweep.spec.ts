import { binToHex } from '@bitauth/libauth';
import { buildPlanSweep, InsufficientFundsError, isPlanStray } from '../src/index.js';
import { openPlan, streamOf } from './support/plan-scenario.js';

const scene = async () => {
  const opened = await openPlan('VESTING_BCH', (start, recipient) => [streamOf('VESTING_BCH', recipient, start)]);
  const { chain, scenario } = opened;
  const { contract } = scenario.stream(1);
  const locking = binToHex(contract.lockingBytecode);
  const strays = () => chain.coinsOf(contract.lockingBytecode).filter((coin) => isPlanStray(contract, coin));
  return { ...opened, contract, locking, strays };
};

describe('a sweep', () => {
  it('returns plain coins to the sender', async () => {
    const { chain, sender, contract, strays, scenario } = await scene();
    chain.fund(contract.lockingBytecode, 20_000n, 30_000n, 1_000n);
    const before = sender.balance();
    expect(strays()).toHaveLength(3);
    const built = buildPlanSweep(contract, strays(), sender.funds());
    const txid = await sender.send(built);
    expect(built.fee).toBe(BigInt(built.size));
    expect(chain.node.transaction(txid)?.size ?? Infinity).toBeLessThanOrEqual(built.size);
    expect(sender.balance()).toBe(before + 51_000n - built.fee);
    expect(chain.coinsOf(contract.lockingBytecode)).toMatchObject([scenario.coin(1).outpoint]);
  });

  it('returns every kind of token as it is', async () => {
    const { chain, sender, contract, locking, strays } = await scene();
    const { node } = chain;
    node.mint(locking, { amount: 9_223_372_036_854_775_807n });
    node.mint(locking, { nft: { capability: 'none', commitment: '' }, amount: 7n });
    node.mint(locking, { nft: { capability: 'none', commitment: '01'.repeat(40) } });
    node.mint(locking, { nft: { capability: 'mutable', commitment: '01'.repeat(39) } });
    node.mint(locking, { nft: { capability: 'minting', commitment: '01'.repeat(38) } });
    chain.fund(contract.lockingBytecode, 600n);
    const lost = strays();
    const before = sender.balance();
    expect(lost).toHaveLength(6);
    const built = buildPlanSweep(contract, lost, sender.funds());
    await sender.send(built);
    const tokens = sender.coins().flatMap(({ token }) => (token === undefined ? [] : [token]));
    expect(tokens).toEqual(lost.flatMap(({ token }) => (token === undefined ? [] : [token])));
    expect(sender.balance()).toBe(before + lost.reduce((sum, { satoshis }) => sum + satoshis, 0n) - built.fee);
    expect(strays()).toEqual([]);
  });

  it('takes fifty at once, and says so when there are more or none', async () => {
    const { chain, sender, contract, strays } = await scene();
    chain.fund(contract.lockingBytecode, ...Array.from({ length: 51 }, () => 2_000n));
    const all = strays();
    expect(() => buildPlanSweep(contract, all, sender.funds())).toThrow(RangeError);
    expect(() => buildPlanSweep(contract, [], sender.funds())).toThrow(RangeError);
    await sender.send(buildPlanSweep(contract, all.slice(0, 50), sender.funds()));
    expect(strays()).toEqual(all.slice(50));
  });

  it('takes a coin of the sender, without which there is none', async () => {
    const { chain, sender, contract, strays } = await scene();
    chain.fund(contract.lockingBytecode, 20_000n);
    expect(() => buildPlanSweep(contract, strays(), { hash: sender.hash, coins: [] })).toThrow(InsufficientFundsError);
  });

  it('never takes a state, the stream’s own or one that looks like it', async () => {
    const { chain, sender, contract, locking } = await scene();
    const commitment = '01'.repeat(40);
    chain.node.mint(locking, { nft: { capability: 'mutable', commitment }, amount: 1n });
    chain.node.mint(locking, { nft: { capability: 'minting', commitment } });
    const coins = chain.coinsOf(contract.lockingBytecode);
    expect(coins.map((coin) => isPlanStray(contract, coin))).toEqual([false, false, false]);
    for (const coin of coins) expect(() => buildPlanSweep(contract, [coin], sender.funds())).toThrow(RangeError);
  });
});
