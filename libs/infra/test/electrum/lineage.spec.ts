import type { Outpoint } from '@weir/covenants';
import {
  ChainUnavailableError,
  HistoryHiddenError,
  spenderOf,
  walkBack,
  walkForward,
} from '../../src/electrum/index.js';
import { useNet } from './support/net.js';
import type { Party } from './support/party.js';
import { failing } from './support/tampering-proxy.js';
import { until } from './support/until.js';

const net = useNet(1);

/** A coin moved on so many times, as a covenant's state is; the first outpoint and all that follow. */
const lineage = async (party: Party, steps: number, minedAfter = 0): Promise<Outpoint[]> => {
  const coins = [party.fund(1_000_000n)];
  for (let step = 0; step < steps; step += 1) {
    const last = coins.at(-1);
    if (last !== undefined) coins.push(await party.move(last));
    if (step === minedAfter - 1) net.node.mine();
  }
  return coins;
};
const at = (coins: readonly Outpoint[], index: number): Outpoint => coins.at(index) ?? { txid: '', vout: -1 };
const indexed = async (reader: { isUnspent(txid: string, vout: number): Promise<boolean> }, coin: Outpoint) =>
  until(() => reader.isUnspent(coin.txid, coin.vout));

describe('walkBack', () => {
  it('gives the transactions from an outpoint to a transaction, in order', async () => {
    const { reader } = await net.connect();
    const party = net.party();
    const coins = await lineage(party, 6, 3);
    for (const since of [0, 2, 5]) {
      const path = await walkBack(reader, await reader.transaction(at(coins, -1).txid), at(coins, since), {
        maxSteps: 10,
        lockingBytecode: party.lockingBytecode,
      });
      expect(path?.map(({ txid }) => txid)).toEqual(coins.slice(since + 1).map(({ txid }) => txid));
    }
  });

  it('costs three round trips for a mined transaction that spends the outpoint, its reading included', async () => {
    const { reader, pool } = await net.connect();
    const coins = await lineage(net.party(), 1, 1);
    await until(async () => (await reader.transaction(at(coins, 1).txid)).height !== undefined);
    const before = pool.roundTrips;
    await walkBack(reader, await reader.transaction(at(coins, 1).txid), at(coins, 0), { maxSteps: 10 });
    expect(pool.roundTrips - before).toBeLessThanOrEqual(3);
  });

  it('is undefined for what does not descend from the outpoint, or too far', async () => {
    const { reader } = await net.connect();
    const coins = await lineage(net.party(), 4);
    const from = await reader.transaction(at(coins, -1).txid);
    expect(await walkBack(reader, from, at(coins, 0), { maxSteps: 3 })).toBeUndefined();
    expect(await walkBack(reader, from, at(coins, 0), { maxSteps: 4 })).toHaveLength(4);
    expect(await walkBack(reader, from, { ...at(coins, 0), vout: 77 }, { maxSteps: 10 })).toBeUndefined();
    expect(await walkBack(reader, from, at(coins, 4), { maxSteps: 10 })).toBeUndefined();
    expect(await walkBack(reader, from, { txid: 'ab'.repeat(32), vout: 0 }, { maxSteps: 10 })).toBeUndefined();
  });

  it('ends at once where the input is not of the contract', async () => {
    const { reader, pool } = await net.connect();
    const coins = await lineage(net.party(), 30);
    const from = await reader.transaction(at(coins, -1).txid);
    const before = pool.roundTrips;
    expect(
      await walkBack(reader, from, at(coins, 0), { maxSteps: 100, lockingBytecode: net.party().lockingBytecode }),
    ).toBeUndefined();
    expect(pool.roundTrips - before).toBe(1);
  });

  it('does not take a parent that no server shows for a wrong lineage', async () => {
    const { reader } = await net.connect();
    const coins = await lineage(net.party(), 3);
    const from = await reader.transaction(at(coins, -1).txid);
    const denying = await net.proxy(failing('blockchain.transaction.get', 'No such mempool or blockchain transaction'));
    const blind = await net.connect([denying.url]);
    await expect(walkBack(blind.reader, from, at(coins, 0), { maxSteps: 10 })).rejects.toBeInstanceOf(
      ChainUnavailableError,
    );
  });
});

describe('spenderOf', () => {
  it('finds the spender in the mempool and in a block, among strangers', async () => {
    const { reader } = await net.connect();
    const party = net.party();
    for (let i = 0; i < 5; i += 1) party.fund(2_000n);
    const coins = await lineage(party, 2, 1);
    for (let i = 0; i < 5; i += 1) party.fund(2_000n);
    await indexed(reader, at(coins, 2));
    expect((await spenderOf(reader, at(coins, 0), party.lockingBytecode))?.txid).toBe(at(coins, 1).txid);
    expect((await spenderOf(reader, at(coins, 1), party.lockingBytecode))?.txid).toBe(at(coins, 2).txid);
    expect(await spenderOf(reader, at(coins, 2), party.lockingBytecode)).toBeUndefined();
  });

  it('is undefined for an outpoint nobody knows', async () => {
    const { reader } = await net.connect();
    expect(await spenderOf(reader, { txid: 'ab'.repeat(32), vout: 0 }, net.party().lockingBytecode)).toBeUndefined();
  });

  it('does not take a hidden history for an unspent coin', async () => {
    const party = net.party();
    const coins = await lineage(party, 1, 1);
    // A fresh client: only the chain shows it that there is a history.
    const { reader } = await net.connect();
    await until(async () => (await reader.transaction(at(coins, 1).txid)).height !== undefined);
    await net.servers[0]?.control.hideHistory();
    await expect(spenderOf(reader, at(coins, 0), party.lockingBytecode)).rejects.toBeInstanceOf(HistoryHiddenError);
  });
});

describe('walkForward', () => {
  const follow = async (
    reader: Parameters<typeof walkForward>[0],
    coins: readonly Outpoint[],
    party: Party,
    until = coins.length,
  ): Promise<string[]> => {
    const seen: string[] = [];
    const { lockingBytecode } = party;
    await walkForward(reader, { outpoint: at(coins, 0), lockingBytecode }, ({ txid }) => {
      seen.push(txid);
      return seen.length < until ? { outpoint: { txid, vout: 0 }, lockingBytecode } : undefined;
    });
    return seen;
  };

  it('reports each step once, in order, over blocks and mempool', async () => {
    const { reader, pool } = await net.connect();
    const party = net.party();
    const coins = await lineage(party, 12, 7);
    await indexed(reader, at(coins, -1));
    const before = pool.roundTrips;
    expect(await follow(reader, coins, party)).toEqual(coins.slice(1).map(({ txid }) => txid));
    expect(pool.roundTrips - before).toBeLessThanOrEqual(4);
  });

  it('ends where the step says', async () => {
    const { reader } = await net.connect();
    const party = net.party();
    const coins = await lineage(party, 5, 2);
    await indexed(reader, at(coins, -1));
    expect(await follow(reader, coins, party, 3)).toEqual(coins.slice(1, 4).map(({ txid }) => txid));
  });

  it('costs one call while nothing has happened', async () => {
    const { reader, pool } = await net.connect();
    const party = net.party();
    const coins = await lineage(party, 0);
    await indexed(reader, at(coins, 0));
    const before = pool.roundTrips;
    expect(await follow(reader, coins, party)).toEqual([]);
    expect(pool.roundTrips - before).toBe(1);
  });

  it('reads long histories in chunks', async () => {
    const { reader } = await net.connect(undefined, { timeoutMs: 10_000 });
    const party = net.party();
    const coins = await lineage(party, 200, 100);
    await indexed(reader, at(coins, -1));
    expect(await follow(reader, coins, party)).toEqual(coins.slice(1).map(({ txid }) => txid));
  });

  it('reads again when an entry is dropped meanwhile, and gives up when it never settles', async () => {
    const { reader } = await net.connect();
    const party = net.party();
    const coins = await lineage(party, 2, 1);
    await indexed(reader, at(coins, -1));
    let ghosts = 1;
    const haunted = {
      ...reader,
      history: async (lockingBytecode: Uint8Array) => {
        ghosts -= 1;
        return [
          ...(await reader.history(lockingBytecode)),
          ...(ghosts >= 0 ? [{ txid: 'ab'.repeat(32), height: 0 }] : []),
        ];
      },
    };
    expect(await follow(haunted, coins, party)).toEqual(coins.slice(1).map(({ txid }) => txid));
    ghosts = 99;
    await expect(follow(haunted, coins, party)).rejects.toBeInstanceOf(ChainUnavailableError);
  });
});
