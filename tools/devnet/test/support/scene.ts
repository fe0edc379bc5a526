import { startDevnet, type Devnet } from '../../src/index.js';
import { coinFor, payment, type Coin } from './payment.js';
import { keyOf, type Key } from './keys.js';

/** The recorded scene, built again: the same payments at the same heights, between the same keys. */
export interface Scene {
  readonly devnet: Devnet;
  readonly key: Key;
  readonly change: Key;
  /** What the fixtures call by name. */
  readonly names: ReadonlyMap<string, string>;
  readonly plain: { readonly hex: string; readonly txid: string };
}

const payer = keyOf('vector-key-1');
const change = keyOf('vector-key-3');
const key = keyOf('electrum-a');

const to = (payee: Key, satoshis: bigint) => ({ lockingBytecode: payee.lockingBytecode, satoshis });

/** Blocks order transactions by txid: tries coins until one makes the wished order. */
const first = <Built extends { readonly txid: string }>(
  coins: readonly Coin[],
  build: (coin: Coin) => Built,
  isWished: (txid: string) => boolean,
): Built => {
  const built = coins.map(build).find(({ txid }) => isWished(txid));
  if (built === undefined) throw new Error('No coin makes the wished order; offer more.');
  return built;
};

/** @param height height of the tip */
export const buildScene = async (height: number): Promise<Scene> => {
  const devnet = await startDevnet();
  const { node } = devnet;
  node.mine(height - 4 - node.tip.height);
  const seed = coinFor(node, payer, 300_000n);
  const spare = Array.from({ length: 12 }, () => secondOutput(node));
  // A category is named after a transaction whose output 0 its genesis spends.
  const base = payment([seed], [to(payer, 299_000n)]);
  node.submit(base.hex);
  node.mine();
  const category = base.txid;
  const genesis = payment(
    [{ txid: category, vout: 0, key: payer, satoshis: 299_000n }],
    [
      { ...to(key, 1000n), token: { category, amount: 5000n } },
      { ...to(key, 1001n), token: { category, amount: 7n, nft: { capability: 'mutable', commitment: 'c0ffee' } } },
      { ...to(key, 1002n), token: { category, amount: 0n, nft: { capability: 'minting', commitment: '' } } },
      to(change, 250_000n),
    ],
  );
  const plain = first(
    spare.slice(0, 6),
    (coin) => payment([coin], [to(key, 100_000n), to(change, 190_000n)]),
    (txid) => txid < genesis.txid,
  );
  node.submit(genesis.hex);
  node.submit(plain.hex);
  node.mine();
  const second = payment([coinOf(spare, 6)], [to(key, 50_000n), to(change, 240_000n)]);
  node.submit(second.hex);
  node.mine();
  node.mine();
  const u1 = payment(
    [{ txid: plain.txid, vout: 0, key, satoshis: 100_000n }],
    [to(key, 60_000n), to(change, 39_000n)],
  );
  const u2 = payment([{ txid: u1.txid, vout: 0, key, satoshis: 60_000n }], [to(key, 59_000n)]);
  const token = { category, amount: 5000n };
  const u3 = first(
    spare.slice(7),
    (coin) =>
      payment(
        [{ txid: genesis.txid, vout: 0, key, satoshis: 1000n, token }, coin],
        [{ ...to(key, 900n), token: { category, amount: 4999n } }, to(change, 299_000n)],
      ),
    (txid) => txid < u1.txid,
  );
  for (const { hex } of [u1, u2, u3]) node.submit(hex);
  const names = new Map([
    ['$header5', node.blockAt(5)?.hash ?? ''],
    ['$scripthash', key.scripthash],
    ['$SCRIPTHASH', key.scripthash.toUpperCase()],
    ['$changeScripthash', change.scripthash],
    ['$lockingBytecode', key.lockingBytecode],
    ['$tokenAddress', key.tokenAddress],
    ['$address', key.address],
    ['$bareAddress', key.address.slice('bchtest:'.length)],
    ['$category', category],
    ['$plain', plain.txid],
    ['$tokenGenesis', genesis.txid],
    ['$second', second.txid],
    ['$u1', u1.txid],
    ['$u2_childOfU1', u2.txid],
    ['$u3_tokenSpend', u3.txid],
  ]);
  return { devnet, key, change, names, plain };
};

/** A coin at index 1 of its transaction, as the recorded payments spend. */
const secondOutput = (node: Devnet['node']): Coin => {
  const { hex, txid } = payment([coinFor(node, payer, 601_000n)], [to(payer, 300_000n), to(payer, 300_000n)]);
  node.submit(hex);
  return { txid, vout: 1, key: payer, satoshis: 300_000n };
};

const coinOf = (coins: readonly Coin[], index: number): Coin => {
  const coin = coins[index];
  if (coin === undefined) throw new Error(`There is no coin ${index}.`);
  return coin;
};
