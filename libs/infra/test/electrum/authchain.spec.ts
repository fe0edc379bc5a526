import type { Outpoint } from '@weir/covenants';
import {
  AuthchainTooWideError,
  followAuthchain,
  TransactionNotFoundError,
  type AuthchainBounds,
  type ChainReader,
} from '../../src/electrum/index.js';
import { useNet } from './support/net.js';
import { until } from './support/until.js';

const net = useNet(1);

const BOUNDS: AuthchainBounds = { reads: 100, candidates: 2_000, bytes: 2 ** 24 };

/** With patience: proofs of a block of hundreds of transactions take this server its time. */
const connect = () => net.connect(undefined, { timeoutMs: 20_000 });

/** An authchain of so many steps, with a block after each so many. */
const chainOf = async (steps: number, blockEvery: number): Promise<readonly Outpoint[]> => {
  const party = net.party();
  const coins = [party.fund(100_000_000n)];
  for (let step = 1; step <= steps; step += 1) {
    const last = coins.at(-1);
    if (last !== undefined) coins.push(await party.move(last));
    if (step % blockEvery === 0) net.node.mine();
  }
  net.node.mine();
  return coins;
};

/** Follows it in as many looks as it takes. @returns what each look read, and the links in order */
const followAll = async (reader: ChainReader, base: string, bounds = BOUNDS) => {
  const links: string[] = [];
  const looks: { readonly read: number; readonly found: number }[] = [];
  for (let isHead = false; !isHead;) {
    let read = 0;
    const counted = {
      ...reader,
      transactions: (txids: readonly string[]) => {
        read += txids.length;
        return reader.transactions(txids);
      },
    };
    const before = links.length;
    const onLink = ({ txid }: { readonly txid: string }): void => void links.push(txid);
    ({ isHead } = await followAuthchain(counted, links.at(-1) ?? base, () => undefined, onLink, bounds));
    looks.push({ read, found: links.length - before });
  }
  return { links, looks };
};
const base = (coins: readonly Outpoint[]): string => coins[0]?.txid ?? '';
const rest = (coins: readonly Outpoint[]): readonly string[] => coins.slice(1).map(({ txid }) => txid);
const indexed = async (reader: ChainReader, coins: readonly Outpoint[]): Promise<void> => {
  await until(() => reader.isUnspent(coins.at(-1)?.txid ?? '', coins.at(-1)?.vout ?? 0));
};

describe('an authchain', () => {
  it('is its base alone where its first output is unspent', async () => {
    const coins = await chainOf(0, 1);
    const { reader } = await connect();
    await indexed(reader, coins);
    expect(await followAll(reader, base(coins))).toEqual({ links: [], looks: [{ read: 0, found: 0 }] });
  });

  it('of 500 transactions is followed look by look, each within its bounds and each further than the one before', async () => {
    const coins = await chainOf(500, 20);
    const { reader } = await connect();
    await indexed(reader, coins);
    const { links, looks } = await followAll(reader, base(coins));
    expect(links).toEqual(rest(coins));
    expect(looks.length).toBeGreaterThan(2);
    for (const { read, found } of looks.slice(0, -1)) {
      expect(read).toBeLessThanOrEqual(BOUNDS.reads + 172);
      expect(found).toBeGreaterThan(0);
    }
  });

  it('is followed where all of it is in one block, in any order', async () => {
    const coins = await chainOf(200, 1_000);
    const { reader } = await connect();
    await indexed(reader, coins);
    expect((await followAll(reader, base(coins))).links).toEqual(rest(coins));
  });

  it('is given up where a step hides among too many transactions, or too large ones', async () => {
    const coins = await chainOf(30, 1_000);
    const { reader } = await connect();
    await indexed(reader, coins);
    for (const bounds of [
      { ...BOUNDS, candidates: 20 },
      { ...BOUNDS, bytes: 1_000 },
    ])
      await expect(followAll(reader, base(coins), bounds)).rejects.toBeInstanceOf(AuthchainTooWideError);
  });

  it('is none where nobody knows its base', async () => {
    const { reader } = await connect();
    await expect(followAll(reader, '00'.repeat(32))).rejects.toBeInstanceOf(TransactionNotFoundError);
  });
});
