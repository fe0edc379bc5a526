import { coinFor, keyOf, payment } from '../../test/support/payment.js';
import { type ChainNode, createNode, passTime } from './node.js';
import { NodeRejection } from './node.types.js';

const payee = keyOf('vector-key-1');
const other = keyOf('vector-key-2');

/** What a node reports to its listeners, in order. */
const heard = (node: ChainNode): string[] => {
  const events: string[] = [];
  node.on('block', ({ height }) => events.push(`block ${height}`));
  node.on('disconnected', ({ height }) => events.push(`disconnected ${height}`));
  node.on('transaction', ({ txid }) => events.push(`transaction ${txid}`));
  node.on('removed', (txid) => events.push(`removed ${txid}`));
  return events;
};

const pays = (coin: Parameters<typeof payment>[0][number], satoshis: bigint, locktime = 0) =>
  payment([{ ...coin, sequence: 0xffff_fffe }], [{ lockingBytecode: other.lockingBytecode, satoshis }], { locktime });

describe('a new node', () => {
  const node = createNode({ now: 1_800_000_000 });

  it('has a past at the pace of the network, which ends shortly before now', () => {
    expect(node.tip).toMatchObject({ height: 110, time: 1_800_000_000 - 300 });
    expect(node.blockAt(50)?.time).toBe(node.tip.time - 60 * 600);
    expect(node.tip.medianTimePast).toBe(node.tip.time - 5 * 600);
    expect(node.mempool()).toEqual([]);
  });

  it('is known by its blocks', () => {
    expect(node.blockByHash(node.tip.hash)).toBe(node.tip);
    expect(node.blockByHash('00'.repeat(32))).toBeUndefined();
    expect(node.blockAt(111)).toBeUndefined();
    expect(node.blockAt(0)?.hash).toBe('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206');
  });

  it('returns the block and position of each of its transactions', () => {
    const { hash, height, time, txids } = node.tip;
    txids.forEach((txid, position) => {
      expect(node.transaction(txid)).toMatchObject({ txid, time, block: { hash, height, position } });
    });
    expect(node.transaction(txids[0] ?? '')).toMatchObject({
      fee: 0n,
      inputs: [{ txid: '00'.repeat(32), vout: 0xffff_ffff }],
    });
  });

  it('may begin bare', () => {
    const bare = createNode({ premine: 0 });
    expect(bare.tip.height).toBe(0);
    expect(() => bare.fund(payee.lockingBytecode, 1000n)).toThrow(NodeRejection);
    bare.mine(101);
    expect(bare.fund(payee.lockingBytecode, 1000n).outputs[0]?.satoshis).toBe(1000n);
  });
});

describe('transactions', () => {
  it('are seen in the mempool, then in a block, each output with its spender', () => {
    const node = createNode();
    const coin = coinFor(node, payee, 50_000n);
    expect(node.output(coin.txid, 0)).toEqual({ satoshis: 50_000n, lockingBytecode: payee.lockingBytecode });
    const { hex, txid } = pays(coin, 49_000n);
    expect(node.submit(hex)).toBe(txid);
    expect(node.output(coin.txid, 0)).toBeUndefined();
    expect(node.spenderOf(coin.txid, 0)).toBe(txid);
    expect(node.transaction(txid)).toMatchObject({ hex, fee: 1000n, version: 2 });
    expect(node.transaction(txid)?.block).toBeUndefined();
    expect(node.mempool().map((each) => each.txid)).toEqual([coin.txid, txid]);
    const [block] = node.mine();
    expect(block?.txids.slice(1)).toEqual([coin.txid, txid].sort());
    expect(node.transaction(txid)?.block).toMatchObject({ height: 111, hash: block?.hash });
    expect(node.spenderOf(coin.txid, 0)).toBe(txid);
    expect(node.spenderOf(txid, 0)).toBeUndefined();
    expect(node.output(txid, 0)?.satoshis).toBe(49_000n);
    expect(node.mempool()).toEqual([]);
  });

  it('leave with all that depends on them when dropped', () => {
    const node = createNode();
    const coin = coinFor(node, payee, 50_000n);
    const { hex, txid } = pays(coin, 49_000n);
    node.submit(hex);
    const events = heard(node);
    expect(node.drop(coin.txid)).toEqual([coin.txid, txid]);
    expect(events).toEqual([`removed ${coin.txid}`, `removed ${txid}`]);
    expect(node.mempool()).toEqual([]);
    expect(node.transaction(txid)).toBeUndefined();
    expect(node.drop(txid)).toEqual([]);
    expect(() => node.submit(hex)).toThrow(new NodeRejection(-25, 'Missing inputs'));
  });

  it('follow the rules of May 2026', () => {
    const request = (bytes: number) => ({ nft: { capability: 'none' as const, commitment: 'ab'.repeat(bytes) } });
    const node = createNode();
    const { transaction } = node.mint(payee.lockingBytecode, request(128));
    expect(transaction.outputs[0]?.token?.nft?.commitment).toBe(request(128).nft.commitment);
    expect(() => node.mint(payee.lockingBytecode, request(129))).toThrow('bad-txns-token-commitment-oversized');
    expect(node.fund('51', 1000n).outputs[0]?.lockingBytecode).toBe('51');
    expect(() => node.fund('51'.repeat(202), 1000n)).toThrow(new NodeRejection(-26, 'scriptpubkey (code 64)'));
    node.mine();
    expect(node.mempool()).toEqual([]);
  });
});

describe('mining', () => {
  it('gives blocks the time of the clock, yet always a later one than the median', () => {
    const node = createNode({ now: 1_800_000_000 });
    node.setTime(1_900_000_000);
    expect(node.mine()[0]?.time).toBeGreaterThanOrEqual(1_900_000_000);
    node.advanceTime(5000);
    expect(node.now()).toBeGreaterThanOrEqual(1_900_005_000);
    const blocks = node.mine(30);
    for (const [index, { time }] of blocks.entries()) {
      expect(time).toBeGreaterThan(node.blockAt(111 + index)?.medianTimePast ?? Number.POSITIVE_INFINITY);
    }
    node.setTime(1_800_000_000);
    expect(() => node.mine()).toThrow(new NodeRejection(-25, 'time-too-new'));
  });

  it('takes the clock along when blocks are to be some time apart', () => {
    const node = createNode({ now: 1_800_000_000 });
    const times = node.mine(12, { timeStep: 600 }).map(({ time }) => time);
    expect(times).toEqual(Array.from({ length: 12 }, (_, index) => 1_800_000_000 - 300 + 600 * (index + 1)));
    expect(node.now()).toBeGreaterThanOrEqual(times[11] ?? 0);
    expect(node.tip.medianTimePast).toBe(times[6]);
  });

  it('pays subsidy and fees to the requested recipient', () => {
    const node = createNode();
    const { fee } = node.fund(payee.lockingBytecode, 10_000n);
    const [block] = node.mine(1, { to: other.lockingBytecode });
    expect(node.transaction(block?.txids[0] ?? '')?.outputs).toEqual([
      { satoshis: 5_000_000_000n + fee, lockingBytecode: other.lockingBytecode },
    ]);
  });

  it('mines the requested transactions and those that they depend on', () => {
    const node = createNode();
    const coin = coinFor(node, payee, 50_000n);
    const left = node.fund(payee.lockingBytecode, 10_000n).txid;
    const child = node.submit(pays(coin, 49_000n).hex);
    expect(node.mine(1, { transactions: 'none' })[0]?.txids).toHaveLength(1);
    const [block] = node.mine(2, { transactions: [child] });
    expect(block?.txids.slice(1)).toEqual([coin.txid, child].sort());
    expect(node.mempool().map(({ txid }) => txid)).toEqual([left]);
    expect(() => node.mine(1, { transactions: [child] })).toThrow(NodeRejection);
  });

  it('evicts what a block contradicts, with its descendants', () => {
    const node = createNode();
    const coin = coinFor(node, payee, 50_000n);
    node.mine();
    const rival = pays(coin, 48_000n);
    const first = node.submit(pays(coin, 49_000n).hex);
    const child = payment([{ txid: first, vout: 0, key: other, satoshis: 49_000n }], [{ ...payee, satoshis: 40_000n }]);
    node.submit(child.hex);
    const events = heard(node);
    node.mine(1, { transactions: [rival.hex] });
    expect(events).toEqual([`removed ${first}`, `removed ${child.txid}`, 'block 112']);
    expect(node.spenderOf(coin.txid, 0)).toBe(rival.txid);
  });

  it('refuses invalid transactions and stays where it was', () => {
    const node = createNode();
    const coin = coinFor(node, payee, 50_000n);
    const stolen = payment([{ ...coin, key: other }], [{ ...other, satoshis: 49_000n }]);
    const { tip } = node;
    const tries: [string, string][] = [
      [stolen.hex, 'bad-txns-inputs-missingorspent'],
      ['00', 'TX decode failed'],
    ];
    for (const [hex, reason] of tries) expect(() => node.mine(1, { transactions: [hex] })).toThrow(reason);
    node.mine();
    expect(() => node.mine(1, { transactions: [stolen.hex] })).toThrow(new NodeRejection(-25, 'blk-bad-inputs'));
    const late = pays(coin, 49_000n, node.tip.height + 2);
    expect(() => node.mine(1, { transactions: [late.hex] })).toThrow(new NodeRejection(-25, 'bad-txns-nonfinal'));
    expect(node.tip.height).toBe(tip.height + 1);
  });
});

const DAY = 86_400;

describe('passTime', () => {
  it('has all due that is due by then, also where blocks are ahead of the clock', () => {
    const node = createNode({ now: 1_900_000_000 });
    node.mine(200);
    const { medianTimePast, height } = node.tip;
    const mined = passTime(node, DAY);
    expect(node.tip.medianTimePast - 1).toBeGreaterThanOrEqual(medianTimePast + DAY);
    expect(node.tip.medianTimePast).toBeLessThan(medianTimePast + DAY + 300);
    expect(mined).toHaveLength(node.tip.height - height);
  });
});
