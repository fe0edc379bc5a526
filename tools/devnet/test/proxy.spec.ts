import { lies, startDevnet, startElectrumProxy, type Devnet, type ElectrumProxy, type Fault } from '../src/index.js';
import { RpcClient } from './support/rpc-client.js';

const TIP = 'blockchain.headers.get_tip';
const within = 200;

let devnet: Devnet;
let proxy: ElectrumProxy;
let client: RpcClient;
beforeAll(async () => {
  devnet = await startDevnet();
  devnet.node.mine(3);
  proxy = await startElectrumProxy(devnet.url);
});
afterAll(async () => {
  await proxy.stop();
  await devnet.stop();
});
beforeEach(async () => (client = await RpcClient.webSocket(proxy.url)));
afterEach(async () => {
  await proxy.behave();
  await client.close();
});

const height = async (): Promise<unknown> => ((await client.call(TIP)) as { height: number }).height;
/** Whether the call got no answer for a while. */
const isSilent = (call: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    call.then(
      () => false,
      () => false,
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(true), within)),
  ]);
const untilClosed = async (): Promise<void> => {
  while (!client.closed) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('a server behind the proxy', () => {
  it('answers correctly unless something else is ordered', async () => {
    expect(await height()).toBe(devnet.node.tip.height);
    expect(proxy.misdeeds).toBe(0);
  });

  it.each<[string, Fault]>([
    ['before the server has the call', { kind: 'refuse' }],
    ['when the server has done what was asked', { kind: 'drop' }],
  ])('hangs up: %s', async (_, fault) => {
    proxy.misbehave({ fault, methods: ['blockchain.transaction.broadcast'] });
    const { txid } = devnet.node.fund(`76a914${'00'.repeat(20)}88ac`, 10_000n);
    void client.call('blockchain.transaction.broadcast', devnet.node.transaction(txid)?.hex).catch(() => undefined);
    await untilClosed();
    expect(proxy.misdeeds).toBe(1);
  });

  it('answers with an error or not at all, so many times and after so many', async () => {
    proxy.misbehave({ fault: { kind: 'error', message: 'busy' }, methods: [TIP], after: 1, count: 1 });
    expect(await height()).toBe(devnet.node.tip.height);
    await expect(client.call(TIP)).rejects.toThrow('busy');
    expect(await height()).toBe(devnet.node.tip.height);
    proxy.misbehave({ fault: { kind: 'hang' } });
    expect(await isSilent(client.call(TIP))).toBe(true);
  });

  it('answers late, or with text that is not a message', async () => {
    proxy.misbehave({ fault: { kind: 'delay', milliseconds: 2 * within } });
    const late = height();
    expect(await isSilent(late)).toBe(true);
    expect(await late).toBe(devnet.node.tip.height);
    proxy.misbehave({ fault: { kind: 'garbage', text: 'nonsense' } });
    void client.call(TIP).catch(() => undefined);
    while (!client.received.includes('nonsense')) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('falsifies answers and notices', async () => {
    proxy.misbehave(lies.higherTip(100));
    expect(await height()).toBe(devnet.node.tip.height + 100);
    await client.call('blockchain.headers.subscribe');
    devnet.node.mine();
    const isNotified = (): boolean =>
      client.received.some(
        (text) => text.includes('"params"') && text.includes(`"height":${devnet.node.tip.height + 100}`),
      );
    while (!isNotified()) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(proxy.misdeeds).toBe(3);
  });

  it('keeps silent without hanging up while it is frozen, and is gone afterwards', async () => {
    proxy.freeze();
    expect(await isSilent(client.call(TIP))).toBe(true);
    expect(await isSilent(RpcClient.webSocket(proxy.url))).toBe(true);
    expect(client.closed).toBe(false);
    await proxy.behave();
    await untilClosed();
  });

  it('is down, and up again at the same place', async () => {
    await proxy.shut();
    await untilClosed();
    await expect(RpcClient.webSocket(proxy.url)).rejects.toThrow('ECONNREFUSED');
    await proxy.behave();
    client = await RpcClient.webSocket(proxy.url);
    expect(await height()).toBe(devnet.node.tip.height);
  });
});
