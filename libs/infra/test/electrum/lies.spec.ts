import { setTimeout as sleep } from 'node:timers/promises';
import { ChainUnavailableError, genesisHashOf } from '../../src/electrum/index.js';
import { useNet } from './support/net.js';
import { instead, type Tamper } from './support/tampering-proxy.js';
import { until } from './support/until.js';

const net = useNet(2);

describe('servers that lie', () => {
  const proof = 'blockchain.transaction.get_merkle';
  const other = 'cd'.repeat(32);
  type Lie = Parameters<typeof instead>[1];
  const lies: [string, string, Lie][] = [
    [
      'another transaction for a hash',
      'blockchain.transaction.get',
      () => net.node.transaction(net.node.blockAt(7)?.txids[0] ?? '')?.hex,
    ],
    ['no transaction', 'blockchain.transaction.get', () => 'zz'],
    ['a transaction as an object', 'blockchain.transaction.get', () => ({ hex: '00' })],
    ['a false branch', proof, (result) => ({ ...(result as object), merkle: [other] })],
    ['a false position', proof, (result) => ({ ...(result as object), pos: (result as { pos: number }).pos ^ 2 })],
    ['a branch of nonsense', proof, (result) => ({ ...(result as object), merkle: ['zz', 5] })],
    ['no proof', proof, () => null],
    ['half a header', 'blockchain.block.headers', () => ({ count: 1, hex: '00'.repeat(40), max: 2016 })],
    ['no header of the tip', 'blockchain.block.headers', () => ({ count: 0, hex: '', max: 2016 })],
    ['a tip above the chain', 'blockchain.headers.get_tip', (result) => ({ ...(result as object), height: 1_000_000 })],
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
    const { reader, pool } = await net.connect([proxy.url, net.urlOf(1)]);
    await until(() => pool.status().every(({ connected }) => connected));
    await until(async () => (await reader.transaction(txid)).height === height);
    expect(pool.status()).toMatchObject([{ usable: false }, { usable: true }]);
  });

  it('are not believed about a block that does not belong to the chain, though its header holds the proof', async () => {
    const party = net.party();
    const coin = party.fund();
    net.node.mine();
    const height = net.node.tip.height;
    const header = net.node.tip.header;
    net.node.mine(2);
    // As a reorganisation the server has heard of only in part: the header given is not the one its successor builds on.
    const stale = `${header.slice(0, 136)}${'00'.repeat(4)}${header.slice(144)}`;
    const proxy = await net.proxy(
      instead('blockchain.block.headers', (result, { params: [from] }) => {
        const { hex } = result as { hex: string };
        return { ...(result as object), hex: from === height ? `${stale}${hex.slice(160)}` : hex };
      }),
    );
    const { reader, pool } = await net.connect([proxy.url]);
    await expect(reader.transaction(coin.txid)).rejects.toBeInstanceOf(ChainUnavailableError);
    expect(pool.status()).toMatchObject([{ usable: false }]);
  });

  it.each<[string, Lie]>([
    ['another block’s header', () => net.node.blockAt(9)?.header],
    ['half a header', () => '00'.repeat(40)],
  ])('are not believed about a block far below the tip: %s', async (_, lie) => {
    const coin = net.party().fund();
    net.node.mine(101);
    const proxy = await net.proxy(instead('blockchain.block.header', lie));
    await expect((await net.connect([proxy.url])).reader.transaction(coin.txid)).rejects.toBeInstanceOf(
      ChainUnavailableError,
    );
    const { confirmations, finality } = await (
      await net.connect([proxy.url, net.urlOf(1)])
    ).reader.transaction(coin.txid);
    expect([confirmations, finality]).toEqual([101, 'final']);
  });

  it('make no correct server lag: a tip that was never shown counts for nothing', async () => {
    const proxy = await net.proxy(
      instead('blockchain.headers.get_tip', (result) => ({ ...(result as object), height: 1_000_000 })),
    );
    const { reader, pool } = await net.connect([proxy.url, net.urlOf(1)]);
    const coin = net.party().fund();
    net.node.mine();
    await until(async () => (await reader.transaction(coin.txid)).confirmations === 1);
    expect(await reader.tip()).toMatchObject({ height: net.node.tip.height, lagging: false });
    expect(pool.status()).toMatchObject([{ usable: false }, { usable: true, lagging: false }]);
  });

  describe('about the height of the chain, which no header says', () => {
    const BY = 40;
    const more = (place: unknown): object => ({
      ...(place as object),
      height: (place as { readonly height: number }).height + BY,
    });
    const headersFrom = (from: number, count: number): object => {
      const headers = Array.from({ length: count }, (_, i) => net.node.blockAt(from + i)?.header ?? '');
      return { count, hex: headers.join(''), max: 2016 };
    };
    /** Every height is so much more than it is, and all else is true. */
    const shifted: Tamper = (message, request) => {
      if (request === undefined)
        return message['method'] === 'blockchain.headers.subscribe'
          ? { ...message, params: [more((message['params'] as readonly unknown[])[0])] }
          : message;
      const { method, params } = request;
      const { result } = message;
      if (method.startsWith('blockchain.headers.')) return { ...message, result: more(result) };
      if (method === 'blockchain.transaction.get_height') return { ...message, result: Number(result) + BY };
      if (method !== 'blockchain.block.headers') return message;
      return { ...message, result: headersFrom(Number(params[0]) - BY, Number(params[1])) };
    };

    it('are not believed, alone or first', async () => {
      const proxy = await net.proxy(shifted);
      await expect((await net.connect([proxy.url])).reader.tip()).rejects.toBeInstanceOf(ChainUnavailableError);
      const { reader, pool } = await net.connect([proxy.url, net.urlOf(1)]);
      await until(() => pool.status().every(({ connected }) => connected));
      expect(await reader.tip()).toMatchObject({ height: net.node.tip.height, lagging: false });
    });

    it('make no correct server lag, no matter how they are compared', async () => {
      const proxy = await net.proxy(shifted);
      const { reader, pool } = await net.connect([net.urlOf(1), proxy.url]);
      await until(() => pool.status().every(({ connected }) => connected));
      await reader.tip();
      // Time for the comparison that follows a look at the tip.
      await sleep(200);
      net.node.mine();
      await until(async () => (await reader.tip()).height === net.node.tip.height);
      expect(await reader.tip()).toMatchObject({ hash: net.node.tip.hash, lagging: false });
      expect(pool.status()).toMatchObject([{ usable: true, lagging: false }, {}]);
    });

    it('move no lock of time: a median time past is that of its height', async () => {
      net.node.mine(30, { timeStep: 600 });
      const { tip } = net.node;
      const proxy = await net.proxy((message, request) => {
        if (request?.method !== 'blockchain.block.headers') return message;
        const [from = 0, count = 0] = request.params.map(Number);
        return from === tip.height - 12 ? { ...message, result: headersFrom(from - 10, count) } : message;
      });
      const { reader } = await net.connect([proxy.url, net.urlOf(1)]);
      expect(await reader.medianTimePast(tip.height - 2)).toBe(net.node.blockAt(tip.height - 2)?.medianTimePast);
    });
  });

  it.each<[string, Lie]>([
    [
      'headers of another height',
      () => ({
        count: 11,
        hex: Array.from({ length: 11 }, (_, i) => net.node.blockAt(20 + i)?.header).join(''),
        max: 2016,
      }),
    ],
    [
      'headers that are no chain',
      () => ({
        count: 11,
        hex: Array.from({ length: 11 }, (_, i) => net.node.blockAt(20 + 2 * i)?.header).join(''),
        max: 2016,
      }),
    ],
    ['too few headers', (result) => ({ ...(result as object), hex: net.node.tip.header })],
  ])('about the blocks behind the tip are not believed: %s', async (_, lie) => {
    const proxy = await net.proxy(instead('blockchain.block.headers', lie));
    await expect((await net.connect([proxy.url])).reader.tip()).rejects.toBeInstanceOf(ChainUnavailableError);
    expect(await (await net.connect([proxy.url, net.urlOf(1)])).reader.tip()).toMatchObject({
      hash: net.node.tip.hash,
    });
  });

  it('about the network are found out by the work in their headers', async () => {
    const genesisHash = genesisHashOf('mainnet') ?? '';
    const proxy = await net.proxy(
      instead('server.features', (result) => ({ ...(result as object), genesis_hash: genesisHash })),
    );
    const { reader, pool } = await net.connect([proxy.url], { genesisHash });
    await expect(reader.tip()).rejects.toBeInstanceOf(ChainUnavailableError);
    expect(pool.status()).toMatchObject([{ usable: false, lastError: expect.stringContaining('less work') as string }]);
  });
});
