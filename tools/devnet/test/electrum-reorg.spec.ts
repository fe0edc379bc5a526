import { statusOf } from '../src/electrum/chain-view.js';
import { startDevnet, type Devnet } from '../src/index.js';
import { type Coin, coinFor, keyOf, payment } from './support/payment.js';
import { normalise, recordedFrom, type RecordedObservation, withValues } from './support/recorded.js';
import { RpcClient } from './support/rpc-client.js';

const { scenarios } = recordedFrom('reorg');
const startHeight = 1559;
const payer = keyOf('vector-key-1');
const key = keyOf('reorg-a');

/** One chain for all scenarios, as it was recorded: each begins where the one before ended. */
describe('recorded reorganisations', () => {
  let devnet: Devnet;
  let client: RpcClient;
  const names = new Map<string, string>([['$scripthash', key.scripthash]]);
  const ready = new Map<string, { hex: string; txid: string }>();

  const prepare = (name: string, coin: Coin, satoshis: bigint): void => {
    ready.set(name, payment([coin], [{ lockingBytecode: key.lockingBytecode, satoshis }]));
  };
  const take = (name: string): { hex: string; txid: string } => {
    const prepared = ready.get(name);
    if (prepared === undefined) throw new Error(`There is no ${name}.`);
    names.set(name, prepared.txid);
    return prepared;
  };
  const send = (name: string) => devnet.node.submit(take(name).hex);

  const actions: Readonly<Record<string, () => unknown>> = {
    'broadcast the payment': () => send('$payment'),
    'mine one block': () => devnet.node.mine(),
    'invalidateblock tip': () => devnet.node.reorganise(1, { blocks: 0 }),
    'mine an empty block': () => devnet.node.mine(1, { transactions: 'none' }),
    'mine one block with the mempool': () => devnet.node.mine(),
    'broadcast payment 1': () => send('$payment1'),
    'broadcast payment 2': () => send('$payment2'),
    'mine two blocks': () => devnet.node.mine(2),
    'invalidateblock at depth 3 and mine four blocks in one go': () =>
      devnet.node.reorganise(3, { blocks: 4, transactions: 'all' }),
    'broadcast payment X': () => send('$X'),
    'broadcast Z, which spends X': () => {
      prepare('$Z', { txid: take('$X').txid, vout: 0, key, satoshis: 299_500n }, 299_000n);
      send('$Z');
    },
    'mine a block with Y, which spends the coin of X': () => devnet.node.mine(1, { transactions: [take('$Y').hex] }),
    'mine one block to the subscribed address': () => {
      const [block] = devnet.node.mine(1, { to: key.lockingBytecode });
      names.set('$coinbase', block?.txids[0] ?? '');
    },
    'invalidateblock and mine two empty blocks': () => devnet.node.reorganise(1, { blocks: 2 }),
    'invalidateblock tip and mine one empty block': () => devnet.node.reorganise(1, { blocks: 1 }),
    // The devnet forgets the branch it left; another block of equal height has the same effect for clients.
    'reconsiderblock the old tip': () => devnet.node.reorganise(1, { blocks: 1 }),
  };

  const settle = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 25));
    await client.call('server.ping');
  };

  const observe = async (expected: RecordedObservation): Promise<void> => {
    await settle();
    const history = expected.history.map(({ fee, height, txid }) => ({
      ...(fee === undefined ? {} : { fee }),
      height,
      tx_hash: names.get(txid),
    }));
    expect(await client.call('blockchain.headers.get_tip')).toMatchObject({ height: expected.height });
    expect(await client.call('blockchain.scripthash.get_history', key.scripthash)).toEqual(history);
    expect(await client.call('blockchain.scripthash.get_balance', key.scripthash)).toEqual(expected.balance);
    expect(devnet.node.mempool()).toHaveLength(expected.mempool);
    for (const { error, method, params, result } of expected.queries ?? []) {
      const answer = await client.ask(method, ...(withValues(params, names) as unknown[]));
      const got =
        result === '<hex>'
          ? { error: answer.error, result: String(answer.result).replace(/^[0-9a-f]+$/, '<hex>') }
          : answer;
      expect(normalise({ error: got.error, result: got.result }, names)).toEqual(
        normalise(withValues({ error, result }, names), names),
      );
    }
  };

  beforeAll(async () => {
    devnet = await startDevnet();
    const { node } = devnet;
    node.mine(startHeight - 1 - node.tip.height);
    const coins = Array.from({ length: 4 }, () => coinFor(node, payer, 300_000n));
    node.mine();
    const [first, second, third, fourth] = coins;
    if (!first || !second || !third || !fourth) throw new Error('Four coins are needed.');
    prepare('$payment', first, 299_500n);
    prepare('$payment1', second, 299_500n);
    prepare('$payment2', third, 299_500n);
    // Both payments end in one block, which orders them by txid.
    const [lower, upper] = [take('$payment1'), take('$payment2')].sort((a, b) => (a.txid < b.txid ? -1 : 1));
    if (lower && upper) ready.set('$payment1', lower).set('$payment2', upper);
    prepare('$X', fourth, 299_500n);
    prepare('$Y', fourth, 299_100n);
    client = await RpcClient.tcp(devnet.tcpPort);
    await client.call('server.version', 'test', '1.6');
    await client.call('blockchain.headers.subscribe');
    await client.call('blockchain.scripthash.subscribe', key.scripthash);
  });
  afterAll(async () => {
    await client.close();
    await devnet.stop();
  });

  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, { received, steps }) => {
    const before = client.notices.length;
    for (const step of steps) {
      if ('observe' in step) {
        await observe(step);
        continue;
      }
      const action = actions[step.action];
      if (action === undefined) throw new Error(`Nobody knows how to ${step.action}.`);
      action();
    }
    await settle();
    const notices = client.notices.slice(before);
    expect(withoutRepeats(notices.map(({ method }) => method ?? ''))).toEqual(withoutRepeats(received));
    const lastNotice = notices.filter(({ method }) => method === 'blockchain.scripthash.subscribe').at(-1);
    const history = await client.call('blockchain.scripthash.get_history', key.scripthash);
    const entries = (history as { tx_hash: string; height: number }[]).map(({ height, tx_hash }) => ({
      txid: tx_hash,
      height,
    }));
    if (lastNotice !== undefined) expect(lastNotice.params).toEqual([key.scripthash, statusOf(entries)]);
  });
});

/** How many headers come of one burst of blocks hangs on the moment: two at once or one after the other. */
const withoutRepeats = (methods: readonly string[]): string[] =>
  methods.filter((method, index) => method !== methods[index - 1]);
