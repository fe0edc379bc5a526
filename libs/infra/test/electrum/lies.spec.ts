import { ChainUnavailableError, genesisHashOf } from '../../src/electrum/index.js';
import { startNet } from './support/net.js';
import type { Net } from './support/net.js';
import { instead } from './support/tampering-proxy.js';
import { until } from './support/until.js';

let net: Net;
beforeAll(async () => (net = await startNet(2)));
afterEach(() => net.reset());
afterAll(() => net.stop());

const urlOf = (index: number): string => net.servers[index]?.url ?? '';

describe('servers that lie', () => {
  const proof = 'blockchain.transaction.get_merkle';
  const other = 'cd'.repeat(32);
  type Lie = Parameters<typeof instead>[1];
  const lies: [string, string, Lie][] = [
    ['another transaction for a hash', 'blockchain.transaction.get', () => net.node.transaction(net.node.blockAt(7)?.txids[0] ?? '')?.hex],
    ['no transaction', 'blockchain.transaction.get', () => 'zz'],
    ['a transaction as an object', 'blockchain.transaction.get', () => ({ hex: '00' })],
    ['a false branch', proof, (result) => ({ ...(result as object), merkle: [other] })],
    ['a false position', proof, (result) => ({ ...(result as object), pos: (result as { pos: number }).pos ^ 2 })],
    ['a branch of nonsense', proof, (result) => ({ ...(result as object), merkle: ['zz', 5] })],
    ['no proof', proof, () => null],
    ['another block’s header', 'blockchain.block.header', () => net.node.blockAt(9)?.header],
    ['half a header', 'blockchain.block.header', () => '00'.repeat(40)],
    ['a height that is none', 'blockchain.transaction.get_height', () => 1.5],
    ['a height of another block', 'blockchain.transaction.get_height', () => 5],
    ['a tip that is none', 'blockchain.headers.get_tip', () => ({ height: 'high', hex: '' })],
  ];

  it.each(lies)('are not believed, and another is asked: %s', async (_, method, lie) => {
    const party = net.party();
    const coin = party.fund();
    await party.move(coin);
    net.node.mine();
    const { txid } = coin;
    const height = net.node.transaction(txid)?.block?.height;
    const proxy = await net.proxy(instead(method, lie));
    const alone = await net.connect([proxy.url]);
    const refused = await alone.reader.transaction(txid).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ChainUnavailableError);
    expect(alone.pool.status()).toMatchObject([{ usable: false, lastError: expect.any(String) as string }]);
    const { reader, pool } = await net.connect([proxy.url, urlOf(1)]);
    await until(() => pool.status().every(({ connected }) => connected));
    await until(async () => (await reader.transaction(txid)).height === height);
    expect(pool.status()).toMatchObject([{ usable: false }, { usable: true }]);
  });

  it.each<[string, Lie]>([
    ['headers of another height', () => ({ count: 11, hex: Array.from({ length: 11 }, (_, i) => net.node.blockAt(20 + i)?.header).join(''), max: 2016 })],
    ['headers that are no chain', () => ({ count: 11, hex: Array.from({ length: 11 }, (_, i) => net.node.blockAt(20 + 2 * i)?.header).join(''), max: 2016 })],
    ['too few headers', (result) => ({ ...(result as object), hex: net.node.tip.header })],
  ])('about the blocks behind the tip are not believed: %s', async (_, lie) => {
    const proxy = await net.proxy(instead('blockchain.block.headers', lie));
    await expect((await net.connect([proxy.url])).reader.tip()).rejects.toBeInstanceOf(ChainUnavailableError);
    expect(await (await net.connect([proxy.url, urlOf(1)])).reader.tip()).toMatchObject({ hash: net.node.tip.hash });
  });

  it('about the network are found out by the work in their headers', async () => {
    const genesisHash = genesisHashOf('mainnet') ?? '';
    const proxy = await net.proxy(instead('server.features', (result) => ({ ...(result as object), genesis_hash: genesisHash })));
    const { reader, pool } = await net.connect([proxy.url], { genesisHash });
    await expect(reader.tip()).rejects.toBeInstanceOf(ChainUnavailableError);
    expect(pool.status()).toMatchObject([{ usable: false, lastError: expect.stringContaining('less work') as string }]);
  });
});
