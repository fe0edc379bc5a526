import { ElectrumClient, type ElectrumClientEvents, type RPCNotification } from '@electrum-cash/network';
import { ElectrumWebSocket } from '@electrum-cash/web-socket';
import { DefaultProvider, disconnectProviders, SendRequest, TestNetWallet, TokenSendRequest } from 'mainnet-js';
import { DevnetControl, startDevnet, type Devnet } from '../src/index.js';
import { keyOf } from './support/keys.js';

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
    for (const deadline = Date.now() + 5000; !isTrue(); ) {
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

describe('mainnet-js, as it is', () => {
  beforeAll(() => {
    DefaultProvider.servers.testnet = [devnet.url];
  });
  afterAll(() => disconnectProviders(['testnet']));

  it('reads a balance, pays, and sees the payment', async () => {
    const wallet = await TestNetWallet.newRandom();
    const { cashaddr } = wallet;
    await control.fund(cashaddr, 100_000n);
    await control.mine();
    expect(await wallet.getBalance()).toBe(100_000n);
    const seen = wallet.waitForTransaction();
    const sent = await wallet.send([new SendRequest({ cashaddr: key.address, value: 40_000n })]);
    expect(sent.txId).toMatch(/^[0-9a-f]{64}$/);
    await seen;
    expect((await control.info()).mempool).toContain(sent.txId);
    expect(await wallet.getBalance()).toBeLessThan(60_000n);
    expect(await wallet.getBalance()).toBeGreaterThan(59_000n);
  });

  it('sees and sends tokens', async () => {
    const wallet = await TestNetWallet.newRandom();
    const { category } = await control.mint(wallet.tokenaddr, { amount: 500n });
    await control.fund(wallet.cashaddr, 20_000n);
    expect(await wallet.getTokenBalance(category)).toBe(500n);
    const other = await TestNetWallet.newRandom();
    await wallet.send([new TokenSendRequest({ cashaddr: other.tokenaddr, value: 1000n, category, amount: 200n })]);
    expect(await other.getTokenBalance(category)).toBe(200n);
    expect(await wallet.getTokenBalance(category)).toBe(300n);
  });
});
