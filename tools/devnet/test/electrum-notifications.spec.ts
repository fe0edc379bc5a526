import { startDevnet, type Devnet } from '../src/index.js';
import { type Coin, coinFor, keyOf, payment } from './support/payment.js';
import { recordedFrom } from './support/recorded.js';
import { RpcClient } from './support/rpc-client.js';

const recorded = recordedFrom('notifications');

const key = keyOf('electrum-b');
let devnet: Devnet;
const clients: RpcClient[] = [];

const connect = async (transport = 'ws'): Promise<RpcClient> => {
  const client = transport === 'tcp' ? await RpcClient.tcp(devnet.tcpPort) : await RpcClient.webSocket(devnet.url);
  clients.push(client);
  return client;
};

/** All notices of what was done are out once a call made afterwards is answered and a turn has passed. */
const settled = async (client: RpcClient): Promise<string[]> => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  await client.call('server.ping');
  return client.notices.map((notice) => notice.method ?? '');
};

beforeEach(async () => {
  devnet = await startDevnet();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await devnet.stop();
});

/** What each recorded run did. */
const actions: Readonly<Record<string, (client: RpcClient, coin: Coin) => Promise<unknown>>> = {
  'broadcast through the server, paying the subscribed address': (client, coin) =>
    client.call('blockchain.transaction.broadcast', payment([coin], [{ ...key, satoshis: 9000n }]).hex),
  'transaction sent to the node directly, paying the subscribed address': (_, coin) =>
    Promise.resolve(devnet.node.submit(payment([coin], [{ ...key, satoshis: 9000n }]).hex)),
  'one block mined': () => Promise.resolve(devnet.node.mine()),
  'five blocks mined in one call': () => Promise.resolve(devnet.node.mine(5)),
  'spend to and from the subscribed address in one step (one transaction touching it twice)': (client, coin) =>
    client.call('blockchain.transaction.broadcast', payment([coin], [{ ...key, satoshis: 9000n }]).hex),
};

describe('recorded runs', () => {
  const runs = recorded.runs.filter((run) => run.name in actions);

  it.each(runs.map((run, index) => [run.name, run.transport, index, run] as const))(
    '%s (%s, %i)',
    async (name, transport, index, run) => {
      const payer = name.startsWith('spend to and from') ? key : keyOf('vector-key-1');
      const coin = coinFor(devnet.node, payer, 10_000n);
      const isPending = name === 'one block mined' && runs.findIndex((each) => each.name === name) === index;
      if (isPending) coinFor(devnet.node, key, 5000n);
      const client = await connect(transport);
      await client.call('blockchain.headers.subscribe');
      await client.call('blockchain.scripthash.subscribe', key.scripthash);
      await client.call('blockchain.address.subscribe', key.address);
      await actions[name]?.(client, coin);
      expect(await settled(client)).toEqual(run.received);
      const tip = await client.call('blockchain.headers.get_tip');
      const status = await client.call('blockchain.scripthash.subscribe', key.scripthash);
      const [headers, addresses] = ['blockchain.headers.subscribe', 'blockchain.address.subscribe'].map((method) =>
        client.notices.filter((notice) => notice.method === method).map((notice) => notice.params),
      );
      expect(headers?.at(-1) ?? [tip]).toEqual([tip]);
      expect(addresses?.at(-1) ?? [key.address, status]).toEqual([key.address, status]);
    },
  );

  it('transaction.subscribe: broadcast, then mined', async () => {
    const run = recorded.runs.find((each) => each.name === 'transaction.subscribe: broadcast, then mined');
    const { hex, txid } = payment(
      [coinFor(devnet.node, keyOf('vector-key-1'), 10_000n)],
      [{ ...key, satoshis: 9000n }],
    );
    const client = await connect();
    expect(await client.call('blockchain.transaction.subscribe', txid)).toBeNull();
    await client.call('blockchain.transaction.broadcast', hex);
    await settled(client);
    const [block] = devnet.node.mine();
    expect(await settled(client)).toEqual(run?.received);
    expect(client.notices.map((notice) => notice.params)).toEqual([
      [txid, 0],
      [txid, block?.height],
    ]);
  });
});

describe('one event sequence, watched in different forms', () => {
  const bare = key.address.slice('bchtest:'.length);
  const subscribe: Readonly<Record<string, (client: RpcClient) => Promise<unknown>>> = {
    'scripthash only': (client) => client.call('blockchain.scripthash.subscribe', key.scripthash),
    'address only': (client) => client.call('blockchain.address.subscribe', key.address),
    'address first, then scripthash': async (client) => {
      await client.call('blockchain.address.subscribe', key.address);
      await client.call('blockchain.scripthash.subscribe', key.scripthash);
    },
    'scripthash first, then address': async (client) => {
      await client.call('blockchain.scripthash.subscribe', key.scripthash);
      await client.call('blockchain.address.subscribe', key.address);
    },
    'token-aware address': (client) => client.call('blockchain.address.subscribe', key.tokenAddress),
    'address without its prefix': (client) => client.call('blockchain.address.subscribe', bare),
    'scripthash subscribed, then unsubscribed': async (client) => {
      await client.call('blockchain.scripthash.subscribe', key.scripthash);
      expect(await client.call('blockchain.scripthash.unsubscribe', key.scripthash)).toBe(true);
    },
    'headers subscribed, then unsubscribed': async (client) => {
      await client.call('blockchain.headers.subscribe');
      expect(await client.call('blockchain.headers.unsubscribe')).toBe(true);
    },
    'headers only': (client) => client.call('blockchain.headers.subscribe'),
  };
  /** The name each form's notices repeat. */
  const alias = new Map([
    ['address only', key.address],
    ['scripthash first, then address', key.address],
    ['token-aware address', key.tokenAddress],
    ['address without its prefix', bare],
  ]);

  it('notifies each client as recorded', async () => {
    const coin = coinFor(devnet.node, keyOf('vector-key-1'), 10_000n);
    devnet.node.mine();
    const { hex, txid } = payment([coin], [{ ...key, satoshis: 9000n }]);
    const rival = payment([coin], [{ ...key, satoshis: 8000n }]);
    const watchers = new Map<string, RpcClient>();
    for (const { form } of recorded.clients) {
      const client = await connect();
      watchers.set(form, client);
      await subscribe[form]?.(client);
    }
    const watcher = await connect('tcp');
    await watcher.call('blockchain.transaction.subscribe', txid);
    const act = async (action: () => unknown) => {
      action();
      await settled(watcher);
    };

    await watcher.call('blockchain.transaction.broadcast', hex);
    await settled(watcher);
    expect((await watcher.ask('blockchain.transaction.broadcast', rival.hex)).error).toEqual({
      code: 1,
      message: 'the transaction was rejected by network rules.\n\ntxn-mempool-conflict (code 18)\n',
    });
    await settled(watcher);
    await act(() => devnet.node.mine());
    await act(() => {
      devnet.node.reorganise(1, { blocks: 0 });
    });
    await act(() => devnet.node.mine());

    for (const { form, received } of recorded.clients) {
      const client = watchers.get(form);
      if (client === undefined) throw new Error(`Nobody watched in the form "${form}".`);
      expect([form, await settled(client)]).toEqual([form, received]);
      const names = client.notices.map((notice) => notice.params?.[0]);
      if (form !== 'headers only') expect(new Set(names).size).toBeLessThanOrEqual(1);
      if (alias.has(form)) expect(names[0]).toBe(alias.get(form));
    }
    expect(await settled(watcher)).toEqual(
      recorded.transactionAndDsproof.filter((method) => !method.includes('dsproof')),
    );
  });
});
