import { binToHex, encodeTransactionCommon } from '@bitauth/libauth';
import {
  BroadcastRejectedError,
  ChainUnavailableError,
  HistoryHiddenError,
  scriptHashOf,
  TransactionNotFoundError,
} from '../../src/electrum/index.js';
import { useNet, type Client } from './support/net.js';
import { failing } from './support/tampering-proxy.js';
import { until } from './support/until.js';

const net = useNet(2);
const roundTripsOf = async ({ pool }: Client, work: () => Promise<unknown>): Promise<number> => {
  const before = pool.roundTrips;
  await work();
  return pool.roundTrips - before;
};
const tipOfNode = () => {
  const { hash, height, medianTimePast, time } = net.node.tip;
  return { hash, height, medianTimePast, time, lagging: false };
};

describe('tip', () => {
  it('is the node’s, with its median time past, and asked for once a block', async () => {
    const client = await net.connect([net.urlOf(0)]);
    expect(await client.reader.tip()).toEqual(tipOfNode());
    await until(async () => (await roundTripsOf(client, () => client.reader.tip())) === 0);
    net.node.mine(3, { timeStep: 1_000 });
    await until(async () => (await client.reader.tip()).height === net.node.tip.height);
    expect(await client.reader.tip()).toEqual(tipOfNode());
    expect(client.reader.tipReportedAt).toBeGreaterThan(Date.now() / 1000 - 5);
  });

  it('follows a reorganisation to another block of the same height', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    net.node.mine();
    const { hash, height } = await reader.tip();
    net.node.reorganise(1, { blocks: 1 });
    await until(async () => (await reader.tip()).hash !== hash);
    expect(await reader.tip()).toEqual({ ...tipOfNode(), height });
  });

  it('comes from another server where the first lags', async () => {
    const { reader, pool } = await net.connect();
    await until(() => pool.status().every(({ connected }) => connected));
    await reader.tip();
    await net.servers[0]?.control.reportTip(net.node.tip.height - 3);
    await until(() => pool.status()[0]?.lagging === true || reader.tip().then(() => false));
    expect(await reader.tip()).toEqual(tipOfNode());
    expect(pool.status()).toMatchObject([{ lagging: true, usable: true }, { lagging: false }]);
    await net.servers[0]?.control.resetFaults();
  });

  it('never goes back, and says so when all servers lag', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    const tip = await reader.tip();
    await net.servers[0]?.control.reportTip(tip.height - 3);
    await until(async () => (await reader.tip()).lagging);
    expect(await reader.tip()).toEqual({ ...tip, lagging: true });
    await net.servers[0]?.control.resetFaults();
    await until(async () => !(await reader.tip()).lagging);
  });

  it('is not answered from memory when no server answers', async () => {
    const proxy = await net.proxy();
    const { reader } = await net.connect([proxy.url]);
    await reader.tip();
    await proxy.close();
    await until(() =>
      reader.tip().then(
        () => false,
        (error: unknown) => error instanceof ChainUnavailableError,
      ),
    );
  });
});

describe('headers', () => {
  it('are read up to the tip, as one chain', async () => {
    const { reader } = await net.connect();
    net.node.mine(2);
    await until(async () => (await reader.tip()).hash === net.node.tip.hash);
    const { height, hash } = net.node.tip;
    const chain = await reader.headersToTip(height - 30);
    expect(chain.map((header) => header.hash)).toEqual(
      Array.from({ length: 31 }, (_, i) => net.node.blockAt(height - 30 + i)?.hash),
    );
    expect((await reader.headersToTip(height)).map((header) => header.hash)).toEqual([hash]);
    expect(await reader.headersToTip(height + 1)).toEqual([]);
  });

  it('up to the tip come from a server that has that chain, or not at all', async () => {
    const { reader } = await net.connect();
    await until(async () => (await reader.tip()).hash === net.node.tip.hash);
    const { height, hash } = net.node.tip;
    await net.servers[0]?.control.reportTip(height - 2);
    expect((await reader.headersToTip(height - 5)).at(-1)?.hash).toBe(hash);
    await net.servers[1]?.control.reportTip(height - 2);
    await expect(reader.headersToTip(height - 5)).rejects.toBeInstanceOf(ChainUnavailableError);
  });

  it('up to the tip are those of the new chain where it reorganises just then', async () => {
    const { reader, pool } = await net.connect();
    const hears = async () => (await reader.tip()).hash === net.node.tip.hash && pool.subscriptions.hearsHeaders;
    for (const blocks of [2, 3]) {
      await until(hears);
      const { height } = net.node.tip;
      net.node.reorganise(1, { blocks });
      expect((await reader.headersToTip(height - 5)).at(-1)?.hash).toBe(net.node.tip.hash);
    }
  });

  it('give the median time past of any block', async () => {
    const { reader } = await net.connect();
    for (const height of [0, 1, 5, 10, 11, 60, net.node.tip.height]) {
      expect(await reader.medianTimePast(height)).toBe(net.node.blockAt(height)?.medianTimePast);
    }
    await expect(reader.medianTimePast(net.node.tip.height + 1)).rejects.toBeInstanceOf(ChainUnavailableError);
  });
});

describe('transaction', () => {
  it('goes from the mempool to mined to final', async () => {
    const client = await net.connect([net.urlOf(0)]);
    const { txid } = net.party().fund();
    const { hex, size } = net.node.transaction(txid) ?? {};
    const unmined = { height: undefined, blockHash: undefined, confirmations: 0, finality: 'mempool' };
    expect(await client.reader.transaction(txid)).toMatchObject({ txid, hex, size, ...unmined });
    const [block] = net.node.mine();
    const mined = { height: block?.height, blockHash: block?.hash };
    await until(async () => (await client.reader.transaction(txid)).finality === 'mined');
    const read = await client.reader.transaction(txid.toUpperCase());
    expect(read).toMatchObject({ txid, hex, ...mined, confirmations: 1 });
    expect(binToHex(encodeTransactionCommon(read.transaction))).toBe(hex);
    net.node.mine(8);
    await until(async () => (await client.reader.transaction(txid)).confirmations === 9);
    expect((await client.reader.transaction(txid)).finality).toBe('mined');
    net.node.mine();
    await until(async () => (await client.reader.transaction(txid)).confirmations === 10);
    expect(await client.reader.transaction(txid)).toMatchObject({ ...mined, finality: 'final' });
  });

  it('costs one round trip in the mempool and two in a block, with its proof', async () => {
    const client = await net.connect([net.urlOf(0)]);
    const { txid } = net.party().fund();
    expect(await roundTripsOf(client, () => client.reader.transaction(txid))).toBe(1);
    net.node.mine();
    await until(async () => (await client.reader.transaction(txid)).height !== undefined);
    expect(await roundTripsOf(client, () => client.reader.transaction(txid))).toBe(2);
  });

  it('comes with many others at the same price, from several blocks', async () => {
    // The chain is in this process: while it makes sixty payments, it answers nobody.
    const client = await net.connect([net.urlOf(0)], { timeoutMs: 30_000 });
    const party = net.party();
    const txids = Array.from({ length: 60 }, (_, i) => {
      const { txid } = party.fund(10_000n + BigInt(i));
      if (i % 20 === 19 && i < 50) net.node.mine();
      return txid;
    });
    await until(async () => (await client.reader.tip()).height === net.node.tip.height);
    expect(await roundTripsOf(client, () => client.reader.transactions(txids))).toBe(2);
    const read = await client.reader.transactions(txids);
    expect(read.map(({ txid }) => txid)).toEqual(txids);
    expect(read.map(({ blockHash }) => blockHash)).toEqual(
      txids.map((txid) => net.node.transaction(txid)?.block?.hash),
    );
    expect(await client.reader.transactions([])).toEqual([]);
  });

  it('is not found when all servers that answer deny it', async () => {
    const { reader, pool } = await net.connect();
    const unknown = 'ab'.repeat(32);
    await expect(reader.transaction(unknown)).rejects.toMatchObject({
      name: 'TransactionNotFoundError',
      txid: unknown,
    });
    await expect(reader.transaction('nonsense')).rejects.toBeInstanceOf(TransactionNotFoundError);
    expect(pool.status().every(({ usable }) => usable)).toBe(true);
    await net.servers[0]?.control.hangCalls({ methods: ['blockchain.transaction.get'] });
    await expect(reader.transaction(unknown)).rejects.toBeInstanceOf(TransactionNotFoundError);
    await net.servers[1]?.control.failCalls({ methods: ['blockchain.transaction.get'] });
    await expect(reader.transaction(unknown)).rejects.toBeInstanceOf(ChainUnavailableError);
  });

  it('is found though the first server denies it', async () => {
    const denying = await net.proxy(
      failing(
        'blockchain.transaction.get',
        'daemon error: DaemonError({"code": -5, "message": "No such mempool or blockchain transaction. Use gettransaction for wallet transactions."})',
      ),
    );
    const { reader } = await net.connect([denying.url, net.urlOf(1)]);
    const { txid } = net.party().fund();
    expect(await reader.transaction(txid)).toMatchObject({ txid });
  });

  it('is not found once a reorganisation took it off the chain, though servers go on giving it', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    const party = net.party();
    const { txid } = party.fund();
    net.node.mine();
    await until(async () => (await reader.transaction(txid)).height !== undefined);
    net.node.reorganise(1, { keep: 'drop' });
    expect(await net.servers[0]?.control.call('blockchain.transaction.get', txid)).toEqual(expect.any(String));
    await expect(reader.transaction(txid)).rejects.toBeInstanceOf(TransactionNotFoundError);
  });

  it('counts as unmined while the index lags behind the node', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    await net.servers[0]?.control.setIndexDelay(2_000);
    const { txid } = net.party().fund();
    net.node.mine();
    expect(await reader.transaction(txid)).toMatchObject({ finality: 'mempool', confirmations: 0 });
    await net.servers[0]?.control.setIndexDelay(0);
  });
});

describe('coins and histories', () => {
  it('come with tokens, mempool and heights', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    const party = net.party();
    const first = party.fund(5_000n);
    net.node.mine();
    const { category } = net.node.mint(binToHex(party.lockingBytecode), {
      amount: 2n ** 62n,
      nft: { capability: 'mutable', commitment: 'c0ffee' },
    });
    await until(async () => (await reader.unspent(party.lockingBytecode)).length === 2);
    const coins = await reader.unspent(party.lockingBytecode);
    expect(coins.find(({ token }) => token === undefined)).toEqual({
      ...first,
      satoshis: 5_000n,
      height: net.node.tip.height,
    });
    expect(coins.find(({ token }) => token !== undefined)).toMatchObject({
      height: 0,
      token: { category, amount: 2n ** 62n, nft: { capability: 'mutable', commitment: 'c0ffee' } },
    });
    const history = await reader.history(party.lockingBytecode);
    expect(history).toHaveLength(2);
    expect(history[0]).toEqual({ txid: first.txid, height: net.node.tip.height });
  });

  it.each(['with', 'without'])('say whether an output is unspent, %s a lookup by the server', async (lookup) => {
    const proxy = await net.proxy(
      lookup === 'with'
        ? undefined
        : failing('blockchain.utxo.get_info', 'Unsupported request: blockchain.utxo.get_info'),
    );
    const { reader } = await net.connect([proxy.url]);
    const party = net.party();
    const coin = party.fund();
    await until(() => reader.isUnspent(coin.txid, coin.vout));
    const next = await party.move(coin);
    await until(() => reader.isUnspent(next.txid, 0));
    expect(await reader.isUnspent(coin.txid, coin.vout)).toBe(false);
    expect(await reader.isUnspent(next.txid, 99)).toBe(false);
    expect(await reader.isUnspent('ab'.repeat(32), 0)).toBe(false);
  });

  it('are never believed to be empty where they were not', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    const party = net.party();
    expect(await reader.history(party.lockingBytecode)).toEqual([]);
    party.fund();
    net.node.mine();
    await until(async () => (await reader.history(party.lockingBytecode)).some(({ height }) => height > 0));
    await net.servers[0]?.control.hideHistory([scriptHashOf(party.lockingBytecode)]);
    const refusal = await reader.history(party.lockingBytecode).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HistoryHiddenError);
    expect(refusal).toBeInstanceOf(ChainUnavailableError);
    await net.servers[0]?.control.resetFaults();
    expect(await reader.history(party.lockingBytecode)).toHaveLength(1);
  });

  it('are read from another server where one hides them', async () => {
    const { reader } = await net.connect();
    const party = net.party();
    party.fund();
    net.node.mine();
    await until(async () => (await reader.history(party.lockingBytecode)).some(({ height }) => height > 0));
    await net.servers[0]?.control.hideHistory();
    expect(await reader.history(party.lockingBytecode)).toHaveLength(1);
  });

  it('are rather those that hold what is known of them', async () => {
    const { reader } = await net.connect();
    const party = net.party();
    const { txid } = party.fund();
    const read = () => reader.history(party.lockingBytecode, [txid]);
    await until(async () => (await read()).length === 1);
    await net.servers[0]?.control.hideHistory();
    expect(await reader.history(party.lockingBytecode)).toEqual([]);
    expect(await read()).toEqual([{ txid, height: 0 }]);
    // Where none holds it, what there is.
    await net.servers[1]?.control.hideHistory();
    expect(await read()).toEqual([]);
  });

  it('lose an unmined payment that the node dropped', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    const party = net.party();
    const { txid } = party.fund();
    await until(async () => (await reader.history(party.lockingBytecode)).length === 1);
    net.node.drop(txid);
    await until(async () => (await reader.history(party.lockingBytecode)).length === 0);
  });
});

describe('broadcast', () => {
  afterEach(() => net.node.setKind('BCHN'));

  it.each(['BCHN', 'bchd'] as const)(
    'gives the txid, again for one in the mempool, in a block, and spent since: %s',
    async (kind) => {
      net.node.setKind(kind);
      const { reader } = await net.connect([net.urlOf(0)]);
      const party = net.party();
      const hex = await party.pay([party.fund()]);
      const txid = await reader.broadcast(hex);
      expect(net.node.transaction(txid)?.hex).toBe(hex);
      expect(await reader.broadcast(hex)).toBe(txid);
      net.node.mine();
      expect(await reader.broadcast(hex)).toBe(txid);
      await party.move({ txid, vout: 0 });
      net.node.mine();
      expect(await reader.broadcast(hex)).toBe(txid);
    },
  );

  it.each(['BCHN', 'bchd'] as const)(
    'says whether the inputs are gone, in the mempool and in a block: %s',
    async (kind) => {
      net.node.setKind(kind);
      const { reader } = await net.connect();
      const party = net.party();
      const coin = party.fund();
      const [hex, late] = [await party.pay([coin]), await party.pay([coin], [{ satoshis: 90_000n }])];
      const dust = await party.pay([party.fund()], [{ satoshis: 100n }]);
      await reader.broadcast(hex);
      const refusalOf = (each: string) => reader.broadcast(each).catch((error: unknown) => error);
      expect(await refusalOf(late)).toMatchObject({ name: 'BroadcastRejectedError', areInputsGone: true });
      net.node.mine();
      expect(await refusalOf(late)).toMatchObject({ name: 'BroadcastRejectedError', areInputsGone: true });
      expect(await refusalOf(dust)).toMatchObject({ name: 'BroadcastRejectedError', areInputsGone: false });
    },
  );

  it('decides by the chain, no matter what a node says', async () => {
    const proxy = await net.proxy(
      failing('blockchain.transaction.broadcast', 'the transaction was rejected by network rules.\n\nno, never\n'),
    );
    const { reader } = await net.connect([proxy.url]);
    const party = net.party();
    const coin = party.fund();
    const [hex, late] = [await party.pay([coin]), await party.pay([coin], [{ satoshis: 90_000n }])];
    // The node took it, and its refusal is the proxy's lie.
    const txid = await reader.broadcast(hex);
    expect(net.node.transaction(txid)?.hex).toBe(hex);
    expect(await reader.broadcast(hex)).toBe(txid);
    await expect(reader.broadcast(late)).rejects.toMatchObject({ reason: 'no, never', areInputsGone: true });
  });

  it('fails for one whose coins were spent otherwise by a reorganisation', async () => {
    const { reader } = await net.connect([net.urlOf(0)]);
    const party = net.party();
    const coin = party.fund();
    net.node.mine();
    const [hex, other] = [await party.pay([coin]), await party.pay([coin], [{ satoshis: 5_000n }])];
    await reader.broadcast(hex);
    net.node.mine();
    net.node.reorganise(1, { keep: 'drop', transactions: [other] });
    await expect(reader.broadcast(hex)).rejects.toBeInstanceOf(BroadcastRejectedError);
  });

  it('reaches every server', async () => {
    const sent: unknown[] = [];
    const proxy = await net.proxy((message, request) => {
      if (request?.method === 'blockchain.transaction.broadcast') sent.push(request.params[0]);
      return message;
    });
    const { reader, pool } = await net.connect([net.urlOf(1), proxy.url]);
    await until(() => pool.status().every(({ connected }) => connected));
    const party = net.party();
    const hex = await party.pay([party.fund()]);
    await reader.broadcast(hex);
    await until(() => sent.length === 1);
    expect(sent).toEqual([hex]);
  });

  it('gives the node’s own reason for a refusal, and blames no server', async () => {
    const { reader, pool } = await net.connect();
    const party = net.party();
    const coin = party.fund();
    const cases = [
      [await party.pay([coin], [{ satoshis: 100n }]), /^dust \(code 64\)$/],
      [await party.pay([coin], [{ satoshis: 100_000n }]), /^min relay fee not met \(code 66\)$/],
      ['00', /^TX decode failed$/],
      ['nonsense', /^TX decode failed$/],
      ['', /^TX decode failed$/],
    ] as const;
    for (const [hex, reason] of cases) {
      const refusal = await reader.broadcast(hex).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(BroadcastRejectedError);
      expect(refusal).toMatchObject({ reason: expect.stringMatching(reason) as string });
    }
    await reader.broadcast(await party.pay([coin]));
    const conflict = reader.broadcast(await party.pay([coin], [{ satoshis: 90_000n }]));
    await expect(conflict).rejects.toMatchObject({ reason: 'txn-mempool-conflict (code 18)' });
    expect(pool.status().every(({ usable }) => usable)).toBe(true);
  });

  it('succeeds where another server’s node takes it', async () => {
    const behind = await net.proxy(
      failing('blockchain.transaction.broadcast', 'the transaction was rejected by network rules.\n\nMissing inputs\n'),
    );
    const { reader } = await net.connect([behind.url, net.urlOf(1)]);
    const party = net.party();
    const hex = await party.pay([party.fund()]);
    expect(net.node.transaction(await reader.broadcast(hex))).toBeDefined();
  });

  it('is tried on another server after an error that says nothing of the transaction', async () => {
    const busy = await net.proxy(failing('blockchain.transaction.broadcast', 'server busy'));
    const party = net.party();
    const hex = await party.pay([party.fund()]);
    await expect((await net.connect([busy.url])).reader.broadcast(hex)).rejects.toBeInstanceOf(ChainUnavailableError);
    expect(await (await net.connect([busy.url, net.urlOf(1)])).reader.broadcast(hex)).toMatch(/^[0-9a-f]{64}$/);
  });
});
