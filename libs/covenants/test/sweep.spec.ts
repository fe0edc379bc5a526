import { binToHex } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { buildVestingSweep, InsufficientFundsError, isVestingStray } from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { StreamScenario, termsBetween } from './support/stream-scenario.js';

const scene = async () => {
  const chain = createTestChain();
  const sender = createParty(chain, 'sender', 50_000_000n);
  const recipient = createParty(chain, 'recipient');
  const start = chain.locktime();
  const schedule = { total: 1_000_000n, start, end: start + 1_000_000n, cliff: 0n, step: 0n };
  const scenario = await StreamScenario.fund(chain, sender, termsBetween(sender, recipient, { schedule }));
  const { contract } = scenario;
  const locking = binToHex(contract.lockingBytecode);
  const strays = () => chain.coinsOf(contract.lockingBytecode).filter(isVestingStray);
  return { chain, sender, recipient, scenario, contract, locking, strays, nobody: { hash: sender.hash, coins: [] } };
};

describe('a sweep', () => {
  it('returns plain coins to the sender; what they hold pays the fee', async () => {
    const { chain, sender, contract, strays, scenario, nobody } = await scene();
    chain.fund(contract.lockingBytecode, 20_000n, 30_000n, 1_000n);
    const before = sender.balance();
    expect(strays()).toHaveLength(3);
    const built = buildVestingSweep(contract, strays(), nobody);
    const txid = await sender.send(built);
    expect(built.fee).toBe(BigInt(built.size));
    expect(chain.node.transaction(txid)?.size).toBe(built.size);
    expect(sender.balance()).toBe(before + 51_000n - built.fee);
    expect(chain.coinsOf(contract.lockingBytecode)).toMatchObject([scenario.state.outpoint]);
  });

  it('returns every kind of token as it is, paid by the sender’s own coins', async () => {
    const { chain, sender, contract, locking, strays } = await scene();
    const { node } = chain;
    node.mint(locking, { amount: 9_223_372_036_854_775_807n });
    node.mint(locking, { nft: { capability: 'none', commitment: '' }, amount: 7n });
    node.mint(locking, { nft: { capability: 'none', commitment: '01'.repeat(15) } });
    node.mint(locking, { nft: { capability: 'mutable', commitment: '01'.repeat(14) } });
    node.mint(locking, { nft: { capability: 'minting', commitment: '01'.repeat(16) } });
    chain.fund(contract.lockingBytecode, 600n);
    const lost = strays();
    const before = sender.balance();
    expect(lost).toHaveLength(6);
    const built = buildVestingSweep(contract, lost, sender.funds());
    await sender.send(built);
    const tokens = sender.coins().flatMap(({ token }) => (token === undefined ? [] : [token]));
    expect(tokens).toEqual(lost.flatMap(({ token }) => (token === undefined ? [] : [token])));
    expect(sender.balance()).toBe(before + lost.reduce((sum, { satoshis }) => sum + satoshis, 0n) - built.fee);
    expect(strays()).toEqual([]);
  });

  it('takes fifty at once, and says so when there are more or none', async () => {
    const { chain, sender, contract, strays, nobody } = await scene();
    chain.fund(contract.lockingBytecode, ...Array.from({ length: 51 }, () => 2_000n));
    const all = strays();
    expect(() => buildVestingSweep(contract, all, nobody)).toThrow('A sweep takes 1 to 50 coins');
    expect(() => buildVestingSweep(contract, [], nobody)).toThrow(RangeError);
    await sender.send(buildVestingSweep(contract, all.slice(0, 50), nobody));
    expect(strays()).toEqual(all.slice(50));
  });

  it('always leaves the sender an output, with their own coins where the strays are worth no more than their fee', async () => {
    const { chain, sender, contract, strays, nobody } = await scene();
    chain.fund(contract.lockingBytecode, 1_300n);
    expect(() => buildVestingSweep(contract, strays(), nobody)).toThrow(InsufficientFundsError);
    const before = sender.balance();
    const built = buildVestingSweep(contract, strays(), sender.funds());
    await sender.send(built);
    expect(built.outputs).toHaveLength(1);
    expect(sender.balance()).toBe(before + 1_300n - built.fee);
  });

  it('is refused where nothing pays for it', async () => {
    const { chain, contract, strays, nobody } = await scene();
    chain.fund(contract.lockingBytecode, 600n);
    expect(() => buildVestingSweep(contract, strays(), nobody)).toThrow(InsufficientFundsError);
  });

  it('is refused by the node with anybody else’s signature', async () => {
    const { chain, recipient, contract, strays } = await scene();
    chain.fund(contract.lockingBytecode, 20_000n);
    const stolen = buildVestingSweep(contract, strays(), { hash: recipient.hash, coins: [] });
    await expect(recipient.send(stolen)).rejects.toThrow('mandatory-script-verify-flag-failed');
  });

  it('never takes a state, the stream’s own or one that looks like it', async () => {
    const { chain, scenario, contract, locking } = await scene();
    const commitment = scenario.state.outpoint.txid.slice(0, 30);
    chain.node.mint(locking, { nft: { capability: 'mutable', commitment }, amount: 1n });
    chain.node.mint(locking, { nft: { capability: 'minting', commitment } });
    const coins = chain.coinsOf(contract.lockingBytecode);
    expect(coins.map(isVestingStray)).toEqual([false, false, false]);
    for (const coin of coins)
      expect(() => buildVestingSweep(contract, [coin], { hash: contract.parameters.sender, coins: [] })).toThrow(
        'A state is no stray',
      );
  });

  it('leaves the stream as it was', async () => {
    const { chain, sender, recipient, scenario, contract, strays, nobody } = await scene();
    chain.fund(contract.lockingBytecode, 20_000n);
    await sender.send(buildVestingSweep(contract, strays(), nobody));
    chain.reach(chain.locktime() + 500_000n);
    const none: Utxo[] = [];
    const { transition } = await scenario.claim(recipient, { hash: recipient.hash, coins: none });
    expect(transition.kind).toBe('claim');
  });
});
