import { ElectrumClient, type ElectrumClientEvents, type RPCNotification } from '@electrum-cash/network';
import { ElectrumWebSocket } from '@electrum-cash/web-socket';
import { DevnetControl, startDevnet, type Devnet } from '../src/index.js';
import { keyOf } from './support/payment.js';

const key = keyOf('electrum-b');
let devnet: Devnet;
let control: DevnetControl;

beforeAll(async () => {
  devnet = await startDevnet();
  control = await DevnetControl.connect(devnet.url);
});
afterAll(async () => {
  await control.close();
  await devnet.stop();
});

describe('@electrum-cash/network, as it is', () => {
  let client: ElectrumClient<ElectrumClientEvents>;
  const notices: RPCNotification[] = [];

  const until = async (isTrue: () => boolean): Promise<void> => {
    for (const deadline = Date.now() + 600_000; !isTrue();) {
      if (Date.now() > deadline) throw new Error(`Nothing of the kind came: ${JSON.stringify(notices)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const statuses = () =>
    notices
      .filter((notice) => notice.method === 'blockchain.address.subscribe' && notice.params?.[0] === key.address)
      .map((notice) => notice.params?.[1]);

  beforeAll(async () => {
    const socket = new ElectrumWebSocket('127.0.0.1', devnet.wsPort, false);
    client = new ElectrumClient('test', '1.5.1', socket, { reconnectAfterMilliSeconds: 50 });
    client.on('notification', (notice) => notices.push(notice));
    await client.connect();
  });
  afterAll(() => client.disconnect(true));

  it('negotiates, asks and gets errors as errors', async () => {
    expect(client.software).toBe('Fulcrum 2.1.1');
    expect(await client.request('blockchain.relayfee')).toBe(0.000_01);
    expect(await client.request('blockchain.address.get_balance', 'nonsense')).toBeInstanceOf(Error);
  });

  it('hears of payments and blocks', async () => {
    await client.subscribe('blockchain.headers.subscribe');
    await client.subscribe('blockchain.address.subscribe', key.address);
    await until(() => statuses().length === 1);
    expect(statuses()[0]).toBeNull();
    await control.fund(key.address, 7000n);
    await until(() => statuses().length === 2);
    const [block] = await control.mine();
    await until(() => statuses().length === 3);
    expect(new Set(statuses()).size).toBe(3);
    expect(client.chainHeight).toBe(block?.height);
  });

  it('subscribes again after the server hung up, and learns what it missed', async () => {
    const before = statuses().length;
    await control.hangUp();
    await control.fund(key.address, 8000n);
    await until(() => statuses().length > before);
    const current = await client.request('blockchain.address.get_history', key.address);
    expect(current).toHaveLength(2);
    expect(statuses().at(-1)).not.toBe(statuses()[before - 1]);
  });
});
