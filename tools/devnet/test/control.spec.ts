import { DevnetControl, DevnetError, startDevnet, type Devnet } from '../src/index.js';
import { keyOf } from './support/payment.js';
import { RpcClient } from './support/rpc-client.js';

const key = keyOf('electrum-a');
let devnet: Devnet;
let control: DevnetControl;
let client: RpcClient;

beforeEach(async () => {
  devnet = await startDevnet();
  control = await DevnetControl.connect(devnet.url);
  client = await RpcClient.webSocket(devnet.url);
  await client.call('server.version', 'test', '1.5');
});
afterEach(async () => {
  await client.close();
  await control.close();
  await devnet.stop();
});

const unspent = () => client.call('blockchain.address.listunspent', key.address);

describe('the chain', () => {
  it('funds an address, by any of its forms', async () => {
    for (const to of [key.address, key.tokenAddress, key.address.slice('bchtest:'.length), key.lockingBytecode]) {
      const { satoshis, txid, vout } = await control.fund(to, 12_345n);
      expect(satoshis).toBe('12345');
      expect(await unspent()).toContainEqual({ height: 0, tx_hash: txid, tx_pos: vout, value: 12_345 });
    }
  });

  it('mints fungible tokens beside an NFT', async () => {
    const minted = await control.mint(key.tokenAddress, {
      amount: 1000n,
      nft: { capability: 'mutable', commitment: 'beef' },
      satoshis: 2000n,
    });
    expect(await unspent()).toEqual([
      {
        height: 0,
        token_data: { amount: '1000', category: minted.category, nft: { capability: 'mutable', commitment: 'beef' } },
        tx_hash: minted.txid,
        tx_pos: minted.vout,
        value: 2000,
      },
    ]);
  });

  it('mines, with what is asked for and to whom', async () => {
    const { height } = (await control.info()).tip;
    const { txid } = await control.fund(key.address, 5000n);
    const [empty] = await control.mine(1, { transactions: 'none' });
    expect(empty?.txids).toHaveLength(1);
    const [full, last] = await control.mine(2, { to: key.address, timeStep: 600 });
    expect(full?.txids).toContain(txid);
    expect(last?.height).toBe(height + 3);
    expect((last?.time ?? 0) - (full?.time ?? 0)).toBe(600);
    expect(await unspent()).toHaveLength(3);
  });

  it('keeps a clock', async () => {
    const { time } = await control.info();
    expect(await control.advanceTime(3600)).toBeGreaterThanOrEqual(time + 3600);
    const [block] = await control.mine();
    expect(block?.time).toBeGreaterThanOrEqual(time + 3600);
  });

  it('lets time pass until the median time has followed', async () => {
    const { tip } = await control.info();
    const mined = await control.passTime(86_400);
    expect(mined.at(-1)?.medianTimePast).toBeGreaterThanOrEqual(tip.medianTimePast + 86_401);
    expect((await control.info()).tip).toEqual(mined.at(-1));
  });

  it('reorganises, keeping or dropping what was mined', async () => {
    const { txid } = await control.fund(key.address, 5000n);
    const [block] = await control.mine();
    const tip = await control.reorganise(1, { blocks: 2 });
    expect(tip.height).toBe((block?.height ?? 0) + 1);
    expect(tip.hash).not.toBe(block?.hash);
    const kept = await client.call('blockchain.transaction.get_height', txid);
    expect(kept === 0 || kept === tip.height || kept === tip.height - 1).toBe(true);
    await control.mine(2);
    const depth = tip.height + 2 - (block?.height ?? 0) + 1;
    await control.reorganise(depth, { keep: 'drop' });
    expect(await unspent()).toEqual([]);
  });

  it('refuses what makes no sense, naming it', async () => {
    await expect(control.fund('nowhere', 1000n)).rejects.toThrow(/^to: expected an address/);
    await expect(control.fund(key.address, 1n)).rejects.toBeInstanceOf(DevnetError);
    await expect(control.fund(key.address, 100_000_000_000_000n)).rejects.toThrow(
      /^The node has \d+ satoshis to spend/,
    );
    await expect(control.mint(key.tokenAddress, {})).rejects.toThrow(/^Nothing to mint/);
    await expect(control.mint(key.tokenAddress, { nft: { capability: 'none', commitment: 'abc' } })).rejects.toThrow(
      /^nft\.commitment: must match pattern/,
    );
    await expect(control.mine(0)).rejects.toThrow(/^count: /);
    await expect(control.reorganise(1_000)).rejects.toThrow(/^Cannot disconnect 1000 of/);
    await expect(control.call('devnet.submit', {})).rejects.toThrow(/^hex: must have required/);
    await expect(control.submit('00')).rejects.toThrow('TX decode failed');
    await expect(control.setIndexDelay(2001)).rejects.toThrow(/^milliseconds: /);
    await expect(control.call('devnet.fund', 5)).rejects.toThrow('Expected one object as the parameter');
  });
});

describe('a slow server', () => {
  it('knows a transaction at once, and its outputs and notices after the delay', async () => {
    await control.setIndexDelay(1000);
    await client.call('blockchain.address.subscribe', key.address);
    const begun = performance.now();
    const { txid } = await control.fund(key.address, 5000n);
    expect(await client.call('blockchain.transaction.get', txid)).toEqual(expect.any(String));
    expect(await unspent()).toEqual([]);
    expect(await client.call('blockchain.address.get_history', key.address)).toEqual([]);
    await client.until(() => client.notices.length > 0);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(995);
    expect(await unspent()).toHaveLength(1);
  });

  it('shows what it held back when the delay ends', async () => {
    await control.setIndexDelay(2000);
    await control.fund(key.address, 5000n);
    await control.mine();
    expect(await unspent()).toEqual([]);
    await control.resetFaults();
    expect(await unspent()).toEqual([expect.objectContaining({ height: (await control.info()).tip.height })]);
  });
});

describe('a broken server', () => {
  it('answers some calls with errors', async () => {
    await control.failCalls({
      methods: ['blockchain.address.listunspent'],
      count: 1,
      code: 2,
      message: 'out of order',
    });
    expect((await client.ask('blockchain.address.listunspent', key.address)).error).toEqual({
      code: 2,
      message: 'out of order',
    });
    expect(await unspent()).toEqual([]);
    await control.failCalls();
    expect((await client.ask('server.ping')).error?.code).toBe(2);
    expect((await client.ask('server.banner')).error?.code).toBe(2);
    await control.resetFaults();
    expect(await client.call('server.ping')).toBeNull();
  });

  it('leaves calls without an answer, and a batch with them', async () => {
    await control.hangCalls({ methods: ['server.banner'], count: 2 });
    client.send('{"id":"lost","method":"server.banner"}');
    client.send('[{"id":"a","method":"server.ping"},{"id":"b","method":"server.banner"}]');
    expect(await client.call('server.ping')).toBeNull();
    expect(client.received.filter((text) => text.includes('lost') || text.includes('"a"'))).toEqual([]);
    expect(await client.call('server.banner')).toEqual(expect.any(String));
  });

  it('hangs up on everyone else', async () => {
    const other = await RpcClient.tcp(devnet.tcpPort);
    expect(await control.hangUp()).toBe(2);
    await client.until(() => client.closed);
    await other.until(() => other.closed);
    expect((await control.info()).sessions).toBe(1);
  });
});

describe('a lying server', () => {
  it('reports a lower tip', async () => {
    const { height } = (await control.info()).tip;
    await client.call('blockchain.headers.subscribe');
    await control.reportTip(height - 3);
    await client.until(() => client.notices.length === 1);
    expect(client.notices[0]?.params).toEqual([expect.objectContaining({ height: height - 3 })]);
    expect((await client.ask('blockchain.block.header', height)).error?.message).toBe(
      `Height ${height} is out of range`,
    );
    await control.resetFaults();
    await client.until(() => client.notices.length === 2);
    expect(client.notices[1]?.params).toEqual([expect.objectContaining({ height })]);
  });

  it('denies a history it had', async () => {
    await control.fund(key.address, 5000n);
    const status = await client.call('blockchain.scripthash.subscribe', key.scripthash);
    await control.hideHistory([key.scripthash]);
    await client.until(() => client.notices.length === 1);
    expect(client.notices[0]?.params).toEqual([key.scripthash, null]);
    expect(await client.call('blockchain.scripthash.get_history', key.scripthash)).toEqual([]);
    expect(await unspent()).toEqual([]);
    expect(await client.call('blockchain.address.get_balance', key.address)).toEqual({ confirmed: 0, unconfirmed: 0 });
    await control.resetFaults();
    await client.until(() => client.notices.length === 2);
    expect(client.notices[1]?.params).toEqual([key.scripthash, status]);
  });

  it('leaves a transaction out of a history', async () => {
    const first = await control.fund(key.address, 5000n);
    const second = await control.fund(key.address, 6000n);
    const shownHashes = async () => {
      const history = await client.call('blockchain.scripthash.get_history', key.scripthash);
      return (history as readonly { tx_hash: string }[]).map((entry) => entry.tx_hash);
    };
    const status = await client.call('blockchain.scripthash.subscribe', key.scripthash);
    await control.hideTransactions([first.txid]);
    await client.until(() => client.notices.length === 1);
    expect(client.notices[0]?.params).not.toEqual([key.scripthash, status]);
    expect(await shownHashes()).not.toContain(first.txid);
    expect(await shownHashes()).toContain(second.txid);
    await control.resetFaults();
    await client.until(() => client.notices.length === 2);
    expect(client.notices[1]?.params).toEqual([key.scripthash, status]);
  });
});

describe('ports', () => {
  it('that are taken are refused, and nothing is left listening', async () => {
    const { tcpPort, wsPort } = devnet;
    await expect(startDevnet({ tcpPort })).rejects.toThrow('EADDRINUSE');
    const free = await startDevnet();
    await free.stop();
    await expect(startDevnet({ tcpPort: free.tcpPort, wsPort })).rejects.toThrow('EADDRINUSE');
    const again = await startDevnet({ tcpPort: free.tcpPort });
    expect(again.tcpPort).toBe(free.tcpPort);
    await again.stop();
  });
});
