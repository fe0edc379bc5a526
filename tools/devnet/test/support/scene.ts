import { startDevnet, type Devnet } from '../../src/index.js';
import { type Coin, coinFor, type Key, keyOf, payment } from './payment.js';

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

/** In the first half of all txids: blocks and histories show it before those in the second half. */
const isEarly = (txid: string): boolean => txid < '8';

/**
 * Builds variants until one has the wished order. A variant comes from the same coin by way of a split, whose other
 * output differs by a satoshi each time; its output 1 is the coin to spend, as in the recorded payments.
 */
const variant = <Built>(
  source: Coin,
  build: (coin: Coin, split: string) => Built,
  isWished: (built: Built) => boolean,
): Built => {
  for (let dust = 0n; dust < 1000n; dust += 1n) {
    const split = payment([source], [to(payer, 300_000n - dust), to(payer, 300_000n)]);
    const built = build({ txid: split.txid, vout: 1, key: payer, satoshis: 300_000n }, split.hex);
    if (isWished(built)) return built;
  }
  throw new Error('A thousand variants, and none has the wished order.');
};

type Payment = ReturnType<typeof payment>;

/** The first payment, and the one which spends it in the mempool. */
const buildPlain = (source: Coin): { split: string; plain: Payment; u1: Payment } =>
  variant(
    source,
    (coin, split) => {
      const plain = payment([coin], [to(key, 100_000n), to(change, 190_000n)]);
      const spent = { txid: plain.txid, vout: 0, key, satoshis: 100_000n };
      return { split, plain, u1: payment([spent], [to(key, 60_000n), to(change, 39_000n)]) };
    },
    ({ plain, u1 }) => isEarly(plain.txid) && !isEarly(u1.txid),
  );

/** A category is named after a transaction whose output 0 its genesis spends. */
const buildGenesis = (source: Coin): { split: string; base: Payment; genesis: Payment } =>
  variant(
    source,
    (coin, split) => {
      const base = payment([coin], [to(payer, 299_000n)]);
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
      return { split, base, genesis };
    },
    ({ genesis }) => !isEarly(genesis.txid),
  );

/** Spends the fungible tokens and burns one. */
const buildTokenSpend = (source: Coin, genesis: string, category: string): { split: string; u3: Payment } =>
  variant(
    source,
    (coin, split) => {
      const tokens = { txid: genesis, vout: 0, key, satoshis: 1000n, token: { category, amount: 5000n } };
      const u3 = payment(
        [tokens, coin],
        [{ ...to(key, 900n), token: { category, amount: 4999n } }, to(change, 299_000n)],
      );
      return { split, u3 };
    },
    ({ u3 }) => isEarly(u3.txid),
  );

/** @param height height of the tip */
export const buildScene = async (height: number): Promise<Scene> => {
  const devnet = await startDevnet();
  const { node } = devnet;
  node.mine(height - 4 - node.tip.height);
  const source = () => coinFor(node, payer, 601_000n);
  const { base, genesis, split: genesisSplit } = buildGenesis(source());
  const { plain, split: plainSplit, u1 } = buildPlain(source());
  const category = base.txid;
  const { split: tokenSplit, u3 } = buildTokenSpend(source(), genesis.txid, category);
  const second = payment([coinFor(node, payer, 300_000n)], [to(key, 50_000n), to(change, 240_000n)]);
  const u2 = payment([{ txid: u1.txid, vout: 0, key, satoshis: 60_000n }], [to(key, 59_000n)]);
  for (const hex of [genesisSplit, plainSplit, tokenSplit, base.hex]) node.submit(hex);
  node.mine();
  for (const { hex } of [genesis, plain]) node.submit(hex);
  node.mine();
  node.submit(second.hex);
  node.mine();
  node.mine();
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
