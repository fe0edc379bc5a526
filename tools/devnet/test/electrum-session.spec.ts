import { eventually } from '@weir/testing';
import { statusOf } from '../src/electrum/chain-view.js';
import { startDevnet, type Devnet } from '../src/index.js';
import { coinFor, keyOf } from './support/payment.js';
import { recordedFrom } from './support/recorded.js';
import { RpcClient } from './support/rpc-client.js';

const recorded = recordedFrom('session');

const owner = keyOf('electrum-a');
let devnet: Devnet;
let client: RpcClient;

const connect = (transport: string) =>
  transport === 'tcp' ? RpcClient.tcp(devnet.tcpPort) : RpcClient.webSocket(devnet.url);

/** Whether an unspent list without a filter has the token output. */
const showsTokens = async (): Promise<boolean> => {
  const unspent = await client.call('blockchain.scripthash.listunspent', owner.scripthash);
  return JSON.stringify(unspent).includes('token_data');
};

beforeAll(async () => {
  devnet = await startDevnet();
  devnet.node.mint(owner.lockingBytecode, { amount: 10n });
});
afterAll(() => devnet.stop());
afterEach(() => client.close());

describe('server.version', () => {
  it.each(recorded.negotiation.map((each) => [JSON.stringify(each.params), each] as const))(
    'negotiates %s as recorded',
    async (_, { closes, error, params, result, showsTokens: shows }) => {
      client = await RpcClient.webSocket(devnet.url);
      const answer = await client.ask('server.version', ...params);
      expect({ error: answer.error, result: answer.result }).toEqual({ error, result });
      if (closes) await client.until(() => client.closed);
      else expect(await showsTokens()).toBe(shows);
    },
  );

  it('may come late, once, and calls before it are of the oldest version', async () => {
    client = await RpcClient.tcp(devnet.tcpPort);
    expect(await showsTokens()).toBe(false);
    expect(await client.call('server.version', 'x', '1.5')).toEqual(['Fulcrum 2.1.1', '1.5']);
    expect(await showsTokens()).toBe(true);
    const { error } = await client.ask('server.version', 'x', '1.6');
    expect(error).toEqual({ code: 1, message: 'server.version already sent' });
    expect(client.closed).toBe(false);
  });
});

describe('framing', () => {
  it.each(recorded.framing.map((each) => [each.transport, each.sent, each.received] as const))(
    '%s: %s',
    async (transport, sent, received) => {
      client = await connect(transport);
      client.send(sent);
      await client.call('server.donation_address');
      const answers = client.received.slice(0, -1);
      expect(answers.map((text) => JSON.parse(text) as unknown)).toEqual(
        received.map((text) => JSON.parse(text) as unknown),
      );
      expect(answers.every((text) => text.endsWith('\r') === (transport === 'tcp'))).toBe(true);
      expect(client.closed).toBe(false);
    },
  );

  it('takes several lines in one piece and one line in several', async () => {
    client = await RpcClient.tcp(devnet.tcpPort);
    client.write('{"id":7,"method":"server.ping"}\n{"id":8,"method":"server.ping"}\n{"id":9,"met');
    await client.until(() => client.received.length === 2);
    client.send('hod":"server.ping"}');
    await client.until(() => client.received.length === 3);
    expect(client.messages.map((message) => message.id)).toEqual([7, 8, 9]);
  });
});

describe('batches', () => {
  beforeEach(async () => {
    client = await RpcClient.webSocket(devnet.url);
  });

  const batch = (size: number) =>
    JSON.stringify(Array.from({ length: size }, (_, id) => ({ jsonrpc: '2.0', id, method: 'server.ping' })));

  it('answers up to 345 calls at once', async () => {
    client.send(batch(345));
    await client.until(() => client.received.length === 1);
    expect(JSON.parse(client.received[0] ?? '')).toHaveLength(345);
  });

  it('refuses more', async () => {
    client.send(batch(346));
    await client.until(() => client.received.length === 1);
    expect(client.messages[0]?.error).toEqual({ code: 4, message: 'Batch limit exceeded' });
    expect(await client.call('server.ping')).toBeNull();
  });

  it('refuses a second use of an id, and null', async () => {
    client.send('[{"id":1,"method":"server.ping"},{"id":1,"method":"server.ping"},{"id":null,"method":"server.ping"}]');
    await client.until(() => client.received.length === 1);
    expect(JSON.parse(client.received[0] ?? '')).toEqual([
      { id: 1, jsonrpc: '2.0', result: null },
      { error: { code: -31999, message: 'Duplicate id' }, id: 1, jsonrpc: '2.0' },
      { error: { code: -31999, message: 'Null id not supported in batch requests' }, id: null, jsonrpc: '2.0' },
    ]);
  });
});

it('takes subscriptions up to its limit, which hanging up gives back', async () => {
  const limited = await startDevnet({ node: devnet.node, limits: { subscriptions: 2 } });
  const one = await RpcClient.webSocket(limited.url);
  client = await RpcClient.tcp(limited.tcpPort);
  const hashOf = (digit: string): string => digit.repeat(64);
  await one.call('blockchain.scripthash.subscribe', hashOf('1'));
  await one.call('blockchain.scripthash.subscribe', hashOf('1'));
  await one.call('blockchain.transaction.subscribe', hashOf('2'));
  const refused = await client.ask('blockchain.scripthash.subscribe', hashOf('3'));
  expect(refused.error).toEqual({ code: 4, message: 'Subscription limit reached' });
  await one.close();
  await eventually(async () => expect(await client.call('blockchain.scripthash.subscribe', hashOf('3'))).toBeNull());
  await limited.stop();
});

describe('status', () => {
  it('is the recorded hash of the recorded history', () => {
    const history = recorded.status.history.map((entry) => ({ txid: entry.tx_hash, height: entry.height }));
    expect(statusOf(history)).toBe(recorded.status.status);
    expect(statusOf([])).toBeNull();
  });

  it('follows a payment from the mempool into a block', async () => {
    client = await RpcClient.tcp(devnet.tcpPort);
    const key = keyOf('electrum-b');
    expect(await client.call('blockchain.scripthash.subscribe', key.scripthash)).toBeNull();
    const { txid } = coinFor(devnet.node, key, 5000n);
    const unconfirmed = await client.call('blockchain.scripthash.subscribe', key.scripthash);
    expect(unconfirmed).toBe(statusOf([{ txid, height: 0 }]));
    const [block] = devnet.node.mine();
    const confirmed = await client.call('blockchain.scripthash.subscribe', key.scripthash);
    expect(confirmed).toBe(statusOf([{ txid, height: block?.height ?? 0 }]));
  });
});
