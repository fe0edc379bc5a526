import { coinFor, keyOf, payment } from '../../test/support/payment.js';
import { nodeFixture } from '../../test/support/recorded-case.js';
import { createNode, type ChainNode } from './node.js';

type Standing = number | 'unconfirmed' | 'unconfirmed parent';

interface Observation {
  readonly observe: string;
  readonly tip: number;
  readonly history: Readonly<Record<string, Standing>>;
  readonly mempool: readonly string[];
}

interface Scenario {
  readonly name: string;
  readonly steps: readonly (Observation | { readonly action: string })[];
}

const { scenarios } = nodeFixture('reorg') as { readonly scenarios: readonly Scenario[] };

const payer = keyOf('vector-key-1');
const address = keyOf('reorg-a');

/** The recorded scene on a chain of our own. */
class Scene {
  readonly #node = createNode();
  readonly #coins = Array.from({ length: 4 }, () => coinFor(this.#node, payer, 300_000n));
  readonly #base: number;
  readonly #txids = new Map<string, string>();

  constructor() {
    this.#node.mine();
    this.#base = this.#node.tip.height;
  }

  readonly #actions: Readonly<Record<string, (node: ChainNode) => void>> = {
    'broadcast the payment': () => this.#broadcast('P0', this.#payment(0)),
    'broadcast payment 1': () => this.#broadcast('P1', this.#payment(1)),
    'broadcast payment 2': () => this.#broadcast('P2', this.#payment(2)),
    'broadcast payment X': () => this.#broadcast('X', this.#payment(3)),
    'broadcast Z, which spends X': () => {
      const coin = { txid: this.#txids.get('X') ?? '', vout: 0, key: address, satoshis: 299_500n };
      this.#broadcast('Z', payment([coin], [{ lockingBytecode: address.lockingBytecode, satoshis: 299_000n }]));
    },
    'mine one block': (node) => void node.mine(),
    'mine two blocks': (node) => void node.mine(2),
    'mine one block with the mempool': (node) => void node.mine(),
    'mine an empty block': (node) => void node.mine(1, { transactions: 'none' }),
    'mine a block with Y, which spends the coin of X': (node) => {
      const { hex, txid } = this.#payment(3, 299_000n);
      node.mine(1, { transactions: [hex] });
      this.#txids.set('Y', txid);
    },
    'mine one block to the subscribed address': (node) => {
      const [block] = node.mine(1, { to: address.lockingBytecode });
      this.#txids.set('coinbase', block?.txids[0] ?? '');
    },
    'invalidateblock tip': (node) => node.reorganise(1, { blocks: 0 }),
    'invalidateblock at depth 3 and mine four blocks in one go': (node) => node.reorganise(3, { transactions: 'all' }),
    'invalidateblock and mine two empty blocks': (node) => node.reorganise(1),
    'invalidateblock tip and mine one empty block': (node) => node.reorganise(1, { blocks: 1 }),
  };

  act(action: string): void {
    const act = this.#actions[action];
    if (act === undefined) throw new Error(`Nobody knows how to ${action}.`);
    act(this.#node);
  }

  observe(): Omit<Observation, 'observe'> {
    const names = new Map([...this.#txids].map(([name, txid]) => [txid, name]));
    const history = [...this.#txids].flatMap(([name, txid]) => {
      const standing = this.#standing(txid);
      return standing === undefined ? [] : [[name, standing] as const];
    });
    return {
      tip: this.#node.tip.height - this.#base,
      history: Object.fromEntries(history),
      mempool: this.#node.mempool().map(({ txid }) => names.get(txid) ?? txid),
    };
  }

  #payment(index: number, satoshis = 299_500n): { hex: string; txid: string } {
    const coin = this.#coins[index];
    if (coin === undefined) throw new Error(`There is no coin ${index}.`);
    return payment([coin], [{ lockingBytecode: address.lockingBytecode, satoshis }]);
  }

  #broadcast(name: string, { hex }: { readonly hex: string }): void {
    this.#txids.set(name, this.#node.submit(hex));
  }

  #standing(txid: string): Standing | undefined {
    const transaction = this.#node.transaction(txid);
    if (transaction?.block !== undefined) return transaction.block.height - this.#base;
    if (transaction === undefined) return undefined;
    const pool = new Set(this.#node.mempool().map((each) => each.txid));
    return transaction.inputs.some((input) => pool.has(input.txid)) ? 'unconfirmed parent' : 'unconfirmed';
  }
}

describe('recorded reorganisations, one after the other', () => {
  const scene = new Scene();

  it.each(scenarios)('$name', ({ steps }) => {
    for (const step of steps) {
      if ('action' in step) {
        scene.act(step.action);
        continue;
      }
      const { observe, ...expected } = step;
      expect({ observe, ...scene.observe() }).toEqual({ observe, ...expected });
    }
  });
});

describe('reorganise', () => {
  it('tells of the blocks that went, of what came back, and of the new branch', () => {
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
