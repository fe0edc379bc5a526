import { DefaultProvider, disconnectProviders, SendRequest, TestNetWallet, TokenSendRequest } from 'mainnet-js';
import { DevnetControl, startDevnet, type Devnet } from '../src/index.js';
import { keyOf } from './support/payment.js';

const key = keyOf('electrum-b');
let devnet: Devnet;
let control: DevnetControl;

describe('mainnet-js, as it is', () => {
  const { setTimeout: realSetTimeout } = globalThis;

  beforeAll(async () => {
    // It leaves a timer of 30 seconds behind every request, which would keep the test process that long.
    globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) =>
      realSetTimeout(...args).unref()) as typeof setTimeout;
    devnet = await startDevnet();
    control = await DevnetControl.connect(devnet.url);
    DefaultProvider.servers.testnet = [devnet.url];
  });
  afterAll(async () => {
    globalThis.setTimeout = realSetTimeout;
    await disconnectProviders(['testnet']);
    await control.close();
    await devnet.stop();
  });

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
