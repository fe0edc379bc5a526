import { createHash } from 'node:crypto';
import { startDevnet, type Devnet } from '../src/index.js';
import { coinFor, keyOf, payment } from './support/payment.js';
import { RpcClient } from './support/rpc-client.js';

const bytecode = (index: number): string => `76a914${createHash('ripemd160').update(String(index)).digest('hex')}88ac`;
const scripthash = (index: number): string =>
  createHash('sha256').update(bytecode(index), 'hex').digest().reverse().toString('hex');

const total = 10_000;
const batchSize = 345;

/** Subscribes to all in batches and gives the statuses, by index. */
const subscribeAll = async (client: RpcClient): Promise<unknown[]> => {
  const before = client.received.length;
  let batches = 0;
  for (let start = 0; start < total; start += batchSize) {
    const length = Math.min(batchSize, total - start);
    const calls = Array.from({ length }, (_, offset) => ({
      jsonrpc: '2.0',
      id: start + offset,
      method: 'blockchain.scripthash.subscribe',
      params: [scripthash(start + offset)],
    }));
    client.send(JSON.stringify(calls));
    batches += 1;
  }
  await client.until(() => client.received.length >= before + batches);
  const answers = client.received
    .slice(before)
    .flatMap((text) => JSON.parse(text) as { id: number; result: unknown }[]);
  return answers.sort((a, b) => a.id - b.id).map((answer) => answer.result);
};

describe('ten thousand subscriptions', () => {
  let devnet: Devnet;

  beforeAll(async () => {
    devnet = await startDevnet();
  });
  afterAll(() => devnet.stop());

  it('are taken in batches and miss no change, not even over a reconnection', async () => {
    const payer = keyOf('vector-key-1');
    const pay = (indexes: readonly number[]): void => {
      const coin = coinFor(devnet.node, payer, BigInt(indexes.length) * 1000n + 10_000n);
      const payees = indexes.map((index) => ({ lockingBytecode: bytecode(index), satoshis: 1000n }));
      devnet.node.submit(payment([coin], payees).hex);
    };
    const online = Array.from({ length: 100 }, (_, index) => index * 97);
    const offline = Array.from({ length: 100 }, (_, index) => index * 89 + 1);

    const client = await RpcClient.webSocket(devnet.url);
    const first = await subscribeAll(client);
    expect(first).toEqual(Array.from({ length: total }, () => null));
    pay(online);
    await client.until(() => client.notices.length >= online.length);
    const told = client.notices.map((notice) => notice.params?.[0]);
    expect(new Set(told)).toEqual(new Set(online.map(scripthash)));
    expect(told).toHaveLength(online.length);
    await client.close();

    pay(offline);
    devnet.node.mine();
    const again = await RpcClient.webSocket(devnet.url);
    const second = await subscribeAll(again);
    const changed = second.flatMap((status, index) => (status === first[index] ? [] : [index]));
    expect(changed).toEqual([...new Set([...online, ...offline])].sort((a, b) => a - b));
    await again.close();
  });

  it('stay within the limit, which hanging up gives back', async () => {
    const limited = await startDevnet({ node: devnet.node, limits: { subscriptions: 2 } });
    const one = await RpcClient.webSocket(limited.url);
    const other = await RpcClient.tcp(limited.tcpPort);
    await one.call('blockchain.scripthash.subscribe', scripthash(1));
    await one.call('blockchain.scripthash.subscribe', scripthash(1));
    await one.call('blockchain.transaction.subscribe', scripthash(2));
    const refused = await other.ask('blockchain.scripthash.subscribe', scripthash(3));
    expect(refused.error).toEqual({ code: 4, message: 'Subscription limit reached' });
    await one.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await other.call('blockchain.scripthash.subscribe', scripthash(3))).toBeNull();
    await other.close();
    await limited.stop();
  });
});
