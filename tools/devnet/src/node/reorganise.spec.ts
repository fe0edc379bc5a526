import { coinFor, keyOf, payment } from '../../test/support/payment.js';
import { createNode, type ChainNode } from './node.js';

const payer = keyOf('vector-key-1');
const address = keyOf('reorg-a');

describe('reorganise', () => {
  it('reports the disconnected blocks, the transactions that returned, and the new branch', () => {
    const node = createNode();
    const coin = coinFor(node, payer, 50_000n);
    node.mine(3);
    const before = [node.blockAt(111), node.blockAt(112), node.blockAt(113)];
    const events: string[] = [];
    node.on('disconnected', ({ hash }) => events.push(`-${before.findIndex((each) => each?.hash === hash)}`));
    node.on('transaction', ({ block, txid }) =>
      events.push(`${txid} ${block === undefined ? 'unconfirmed' : 'mined'}`),
    );
    node.on('block', ({ height }) => events.push(`+${height}`));
    node.reorganise(3);
    expect(events).toEqual(['-2', '-1', '-0', `${coin.txid} unconfirmed`, '+111', '+112', '+113', '+114']);
    expect(before.map((each) => node.blockByHash(each?.hash ?? ''))).toEqual([undefined, undefined, undefined]);
    expect(before.map((each) => node.transaction(each?.txids[0] ?? ''))).toEqual([undefined, undefined, undefined]);
    expect(node.mempool().map(({ txid }) => txid)).toEqual([coin.txid]);
    expect(node.mine()[0]?.txids).toContain(coin.txid);
  });

  it('may lose the transactions for good, and what spent them falls', () => {
    const node = createNode();
    const coin = coinFor(node, payer, 50_000n);
    node.mine();
    const child = node.submit(payment([coin], [{ lockingBytecode: address.lockingBytecode, satoshis: 49_000n }]).hex);
    const removed: string[] = [];
    node.on('removed', (txid) => removed.push(txid));
    node.reorganise(1, { keep: 'drop' });
    expect(removed).toEqual([child]);
    expect(node.mempool()).toEqual([]);
    expect(node.transaction(coin.txid)).toBeUndefined();
    expect(node.output(coin.txid, 0)).toBeUndefined();
    expect(coinFor(node, payer, 50_000n).satoshis).toBe(50_000n);
  });

  it('evicts what is not final any more on the new tip, with its descendants', () => {
    const node = createNode();
    const coin = { ...coinFor(node, payer, 50_000n), sequence: 0xffff_fffe };
    node.mine(3);
    const late = payment([coin], [{ lockingBytecode: address.lockingBytecode, satoshis: 49_000n }], {
      locktime: node.tip.height,
    });
    const child = payment(
      [{ txid: late.txid, vout: 0, key: address, satoshis: 49_000n }],
      [{ lockingBytecode: address.lockingBytecode, satoshis: 48_000n }],
    );
    for (const { hex } of [late, child]) node.submit(hex);
    const removed: string[] = [];
    node.on('removed', (txid) => removed.push(txid));
    node.reorganise(1, { blocks: 0 });
    expect(removed).toEqual([late.txid, child.txid]);
    expect(() => node.submit(late.hex)).toThrow('bad-txns-nonfinal');
  });

  it('evicts what spends a coinbase that is not mature any more', () => {
    const node = createNode();
    const [block] = node.mine(1, { to: payer.lockingBytecode });
    node.mine(99);
    const coin = { txid: block?.txids[0] ?? '', vout: 0, key: payer, satoshis: 5_000_000_000n };
    const { txid } =
      node.transaction(
        node.submit(payment([coin], [{ lockingBytecode: address.lockingBytecode, satoshis: 4_999_000_000n }]).hex),
      ) ?? {};
    const removed: string[] = [];
    node.on('removed', (each) => removed.push(each));
    node.reorganise(2, { blocks: 1 });
    expect(removed).toEqual([txid]);
    expect(node.mempool()).toEqual([]);
  });

  it('keeps the old branch when the new one breaks the rules', () => {
    const node = createNode();
    const coin = coinFor(node, payer, 50_000n);
    node.mine(2);
    const { tip } = node;
    const stolen = payment(
      [{ ...coin, key: address }],
      [{ lockingBytecode: address.lockingBytecode, satoshis: 1000n }],
    );
    expect(() => node.reorganise(1, { transactions: [stolen.hex] })).toThrow('blk-bad-inputs');
    expect(node.tip).toEqual(tip);
    expect(() => node.reorganise(node.tip.height + 1)).toThrow(RangeError);
    expect(() => node.reorganise(0)).toThrow(RangeError);
    expect(node.tip).toEqual(tip);
  });

  it('is as good as a clean run of the final chain', () => {
    const node = createNode();
    for (let round = 0; round < 6; round += 1) {
      coinFor(node, payer, BigInt(10_000 + round));
      node.mine();
      if (round % 2 === 1) node.reorganise(2, { transactions: 'all' });
    }
    const unspent = new Map<string, bigint>();
    // The coins of genesis never were.
    for (let height = 1; height <= node.tip.height; height += 1) {
      const transactions = (node.blockAt(height)?.txids ?? []).map((txid) => node.transaction(txid));
      for (const each of transactions) {
        each?.outputs.forEach(({ satoshis }, vout) => unspent.set(`${each.txid}:${vout}`, satoshis));
      }
      for (const input of transactions.flatMap((each) => each?.inputs ?? []))
        unspent.delete(`${input.txid}:${input.vout}`);
    }
    for (const [outpoint, satoshis] of unspent) {
      const [txid = '', vout = ''] = outpoint.split(':');
      expect(node.output(txid, Number(vout))?.satoshis).toBe(satoshis);
      expect(node.spenderOf(txid, Number(vout))).toBeUndefined();
    }
  });
});

describe('reconsider', () => {
  const txidsOf = (node: ChainNode): string[] => node.mempool().map(({ txid }) => txid);

  it('brings back the very blocks of a branch that lost, and takes off those of the one that won', () => {
    const node = createNode();
    const coin = coinFor(node, payer, 50_000n);
    const old = node.mine(3);
    node.reorganise(3, { keep: 'drop' });
    const won = node.tip;
    const events: string[] = [];
    node.on('disconnected', ({ height }) => events.push(`-${height}`));
    node.on('block', ({ height }) => events.push(`+${height}`));
    node.reconsider(old[2]?.hash ?? '');
    expect(events).toEqual(['-114', '-113', '-112', '-111', '+111', '+112', '+113']);
    expect([111, 112, 113].map((height) => node.blockAt(height))).toEqual(old);
    expect(node.transaction(coin.txid)?.block?.height).toBe(111);
    node.reconsider(won.hash);
    expect([node.tip, node.transaction(coin.txid)?.block, txidsOf(node)]).toEqual([won, undefined, [coin.txid]]);
  });

  it('goes on from the tip, and leaves all as it is for a block of the chain', () => {
    const node = createNode();
    const [first, second] = node.mine(2);
    node.reorganise(1, { blocks: 0 });
    expect(node.tip).toEqual(first);
    node.reconsider(second?.hash ?? '');
    expect(node.tip).toEqual(second);
    node.reconsider(second?.hash ?? '');
    expect(node.tip).toEqual(second);
  });

  it('refuses a block it never had', () => {
    const node = createNode();
    expect(() => node.reconsider('00'.repeat(32))).toThrow('Block not found');
  });
});
