import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevnet, type Devnet } from '../src/index.js';
import { CorruptLogError } from '../src/persistence.js';
import { coinFor, keyOf, payment } from './support/payment.js';
import { RpcClient } from './support/rpc-client.js';

const key = keyOf('electrum-a');
let data: string;

const withDevnet = async <Result>(act: (devnet: Devnet) => Result): Promise<Awaited<Result>> => {
  const devnet = await startDevnet({ data });
  try {
    return await act(devnet);
  } finally {
    await devnet.stop();
  }
};

const state = async ({ node, url }: Devnet) => {
  const client = await RpcClient.webSocket(url);
  const unspent = await client.call('blockchain.scripthash.listunspent', key.scripthash, 'include_tokens');
  await client.close();
  return {
    tip: node.tip,
    mempool: node
      .mempool()
      .map(({ txid }) => txid)
      .sort(),
    unspent,
  };
};

/** Something of everything: tokens, a reorganisation that returns the parent of an unconfirmed payment, an eviction. */
const live = ({ node }: Devnet): void => {
  node.mint(key.lockingBytecode, { amount: 5n, nft: { capability: 'minting', commitment: 'aa' } });
  const coin = coinFor(node, key, 50_000n);
  node.mine(2);
  node.reorganise(2, { blocks: 1 });
  node.mine();
  const returning = coinFor(node, key, 40_000n);
  node.mine();
  node.submit(payment([returning], [{ lockingBytecode: key.lockingBytecode, satoshis: 39_000n }]).hex);
  node.reorganise(1);
  node.drop(node.fund(key.lockingBytecode, 7000n).txid);
  node.submit(payment([coin], [{ lockingBytecode: key.lockingBytecode, satoshis: 49_000n }]).hex);
};

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'devnet-'));
});
afterEach(() => rmSync(data, { recursive: true }));

describe('a devnet with a data directory', () => {
  it('goes on where it ended, as often as it is started', async () => {
    const ended = await withDevnet(async (devnet) => {
      live(devnet);
      return state(devnet);
    });
    expect(ended.mempool).toHaveLength(3);
    expect(await withDevnet(state)).toEqual(ended);
    expect(await withDevnet(state)).toEqual(ended);
    const further = await withDevnet(async (devnet) => {
      devnet.node.fund(key.lockingBytecode, 9000n);
      devnet.node.mine();
      devnet.node.reorganise(3);
      return state(devnet);
    });
    expect(await withDevnet(state)).toEqual(further);
  });

  it('gives a rival of a block from an earlier run another coinbase', async () => {
    await withDevnet(() => undefined);
    const [coinbase] = await withDevnet(({ node }) => node.mine()[0]?.txids ?? []);
    const rival = await withDevnet(({ node }) => {
      node.reorganise(1, { blocks: 1 });
      return node.tip.txids[0];
    });
    expect(coinbase).toBeDefined();
    expect(rival).not.toBe(coinbase);
  });

  it('keeps the distance of its clock', async () => {
    const ahead = 1_000_000;
    await withDevnet(({ node }) => {
      node.advanceTime(ahead);
      node.mine();
    });
    const now = await withDevnet(({ node }) => node.now());
    expect(Math.abs(now - ahead - Date.now() / 1000)).toBeLessThan(10);
  });

  it('survives a write that was cut short, and refuses a log that was altered', async () => {
    const ended = await withDevnet(state);
    const path = join(data, 'chain.jsonl');
    appendFileSync(path, '{"block":{"hash":"00');
    expect(await withDevnet(state)).toEqual(ended);

    const good = readFileSync(path, 'utf8');
    writeFileSync(path, good.replace('{', ''));
    await expect(startDevnet({ data })).rejects.toThrow(CorruptLogError);
    writeFileSync(path, good.replace('"hash":"', '"hash":"ff'));
    await expect(startDevnet({ data })).rejects.toThrow(CorruptLogError);
    writeFileSync(path, `${good}{"disconnected":"ff"}\n`);
    await expect(startDevnet({ data })).rejects.toThrow(CorruptLogError);
  });
});
