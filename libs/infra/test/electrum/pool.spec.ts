import { ChainUnavailableError, createElectrumPool } from '../../src/electrum/index.js';
import { useNet } from './support/net.js';
import { failing } from './support/tampering-proxy.js';
import { until } from './support/until.js';

const net = useNet(2);

const closedUrl = 'tcp://127.0.0.1:1';
const relayFee = 'blockchain.relayfee';

describe('one server', () => {
  it.each(['ws', 'tcp'])('is spoken to over %s', async (scheme) => {
    const { pool } = await net.connect([
      scheme === 'ws' ? net.urlOf(0) : `tcp://127.0.0.1:${net.servers[0]?.devnet.tcpPort ?? 0}`,
    ]);
    expect(await pool.run((server) => server.call(relayFee))).toBe(0.000_01);
    expect(pool.status()).toMatchObject([
      { connected: true, usable: true, software: 'Fulcrum 2.1.1', lastError: null },
    ]);
  });

  it('gets calls in batches of no more than it takes, each a round trip', async () => {
    const { pool } = await net.connect([net.urlOf(0)]);
    const before = pool.roundTrips;
    const heights = Array.from({ length: 700 }, (_, i) => i % 100);
    const answers = await pool.run((server) =>
      server.batch(heights.map((height) => ({ method: 'blockchain.block.header', params: [height] }))),
    );
    expect(answers).toEqual(heights.map((height) => net.node.blockAt(height)?.header));
    expect(pool.roundTrips - before).toBe(3);
  });

  it('answers many callers at once', async () => {
    const { reader } = await net.connect([net.urlOf(0)], { timeoutMs: 10_000 });
    const answers = await Promise.all(Array.from({ length: 300 }, () => reader.headersToTip(50)));
    expect(new Set(answers.map(([header]) => header?.hash))).toEqual(new Set([net.node.blockAt(50)?.hash]));
  });

  it('is unavailable while it hangs, with a time to come back, and well again after', async () => {
    const { pool } = await net.connect([net.urlOf(0)]);
    await net.servers[0]?.control.hangCalls({ methods: [relayFee] });
    const refusal = await pool.run((server) => server.call(relayFee)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ChainUnavailableError);
    expect(refusal).toMatchObject({ retryAfterSeconds: 5 });
    expect(pool.status()).toMatchObject([
      { usable: false, lastError: expect.stringMatching(/did not answer within|hung up/) as string },
    ]);
    await net.servers[0]?.control.resetFaults();
    // Suspended still, yet asked, since there is no other.
    expect(await pool.run((server) => server.call(relayFee))).toBe(0.000_01);
  });

  it('is connected to again after it hung up', async () => {
    const { pool } = await net.connect([net.urlOf(0)]);
    await net.servers[0]?.control.hangUp();
    await until(() => pool.status()[0]?.lastError !== null);
    await until(() => pool.status()[0]?.connected === true);
    expect(await pool.run((server) => server.call(relayFee))).toBe(0.000_01);
  });

  it('may be down at first', async () => {
    const proxy = await net.proxy();
    await proxy.close();
    const { pool, reader } = await net.connect([proxy.url]);
    await expect(reader.tip()).rejects.toBeInstanceOf(ChainUnavailableError);
    await proxy.reopen();
    await until(() => pool.status()[0]?.connected === true);
    expect((await reader.tip()).height).toBe(net.node.tip.height);
  });

  it('is not used when it serves another chain', async () => {
    const wrong = await net.connect([net.urlOf(0)], { genesisHash: '00'.repeat(32) });
    expect(wrong.pool.status()).toMatchObject([
      { connected: false, lastError: expect.stringContaining('another chain') as string },
    ]);
    await expect(wrong.reader.tip()).rejects.toBeInstanceOf(ChainUnavailableError);
    const right = await net.connect([net.urlOf(0)], { genesisHash: net.node.blockAt(0)?.hash ?? '' });
    expect((await right.reader.tip()).height).toBe(net.node.tip.height);
  });
});

describe('several servers', () => {
  it('are used in order of preference', async () => {
    const { pool } = await net.connect();
    await until(() => pool.status().every(({ connected }) => connected));
    expect(await pool.run((server) => Promise.resolve(server.url))).toBe(net.urlOf(0));
  });

  it.each<[string, () => Promise<unknown> | undefined]>([
    ['answers with errors', () => net.servers[0]?.control.failCalls()],
    ['hangs', () => net.servers[0]?.control.hangCalls()],
    ['has hung up', () => net.servers[0]?.control.hangUp()],
  ])('are in for one that %s', async (_, fault) => {
    const { pool } = await net.connect();
    await until(() => pool.status().every(({ connected }) => connected));
    await fault();
    expect(await pool.run((server) => server.call(relayFee))).toBe(0.000_01);
  });

  it('ask the one that failed last for a while, and then first again', async () => {
    const { pool } = await net.connect(undefined, { suspendedMs: 200 });
    await until(() => pool.status().every(({ connected }) => connected));
    await net.servers[0]?.control.failCalls({ count: 1 });
    const answering = (): Promise<string> =>
      pool.run(async (server) => {
        await server.call(relayFee);
        return server.url;
      });
    expect(await answering()).toBe(net.urlOf(1));
    expect(await answering()).toBe(net.urlOf(1));
    await until(async () => (await answering()) === net.urlOf(0));
  });

  it('start with one that is down and one that refuses the protocol', async () => {
    const refusing = await net.proxy((message, request) =>
      request?.method === 'server.version' ? failing('server.version', 'unsupported')(message, request) : message,
    );
    const { pool, reader } = await net.connect([closedUrl, refusing.url, net.urlOf(1)]);
    expect((await reader.tip()).height).toBe(net.node.tip.height);
    await until(() => pool.status().every(({ connected, lastError }) => connected || lastError !== null));
    expect(pool.status()).toMatchObject([
      { connected: false, lastError: expect.stringContaining('ECONNREFUSED') as string },
      { connected: false, lastError: expect.stringContaining('refuses protocol') as string },
      { connected: true },
    ]);
  });
});

describe('a pool', () => {
  it('needs servers, with proper URLs', async () => {
    await expect(createElectrumPool({ urls: [] })).rejects.toBeInstanceOf(RangeError);
    await expect(createElectrumPool({ urls: ['https://example.com'] })).rejects.toBeInstanceOf(RangeError);
  });

  it('passes on errors that are not a server’s fault, and penalises no server', async () => {
    const { pool } = await net.connect([net.urlOf(0)]);
    await expect(pool.run(() => Promise.reject(new TypeError('mine')))).rejects.toThrow('mine');
    expect(pool.status()).toMatchObject([{ usable: true }]);
  });

  it('closes at once, though it is connecting, and answers nobody after', async () => {
    const silent = await net.proxy(() => undefined);
    const { pool } = await net.connect([silent.url, net.urlOf(1)], { timeoutMs: 600_000 });
    // It would wait for ten minutes if it waited for the connection.
    await pool.close();
    await expect(pool.run((server) => server.call(relayFee))).rejects.toBeInstanceOf(ChainUnavailableError);
  });

  it('logs what happens to servers', async () => {
    const lines: string[] = [];
    const log = {
      info: (_: object, line: string) => lines.push(line),
      warn: (_: object, line: string) => lines.push(line),
    };
    const { pool } = await net.connect([net.urlOf(0)], { log });
    await net.servers[0]?.control.hangUp();
    await until(() => lines.length >= 3);
    expect(lines.slice(0, 3)).toEqual([
      'Connected to an Electrum server',
      'Lost the connection to an Electrum server',
      'Connected to an Electrum server',
    ]);
    await pool.close();
    expect(lines).toHaveLength(3);
  });
});
