import { type Coin, keyOf, payment } from '../../test/support/payment.js';
import {
  contextOf,
  nodeFixture,
  type RecordedCase,
  recordedTransaction,
  withRuns,
} from '../../test/support/recorded-case.js';
import { Mempool } from './chain/mempool.js';
import { toNodeTransaction } from './chain/node-transaction.js';
import { createNode } from './node.js';
import { NodeRejection } from './node.types.js';
import { decodeTransactionHex, outpointKey, type Transaction } from './primitives/transaction.js';
import { validateTransaction } from './rules/validate-transaction.js';

const { mempoolState } = nodeFixture('policy') as { readonly mempoolState: readonly RecordedCase[] };
const recordedChain = nodeFixture('unconfirmed-chain') as {
  readonly longestTried: number;
  readonly source: RecordedCase['sourceOutputs'][number];
  readonly txs: readonly string[];
  readonly context: RecordedCase['context'];
};
const chain = { ...recordedChain, sourceOutputs: [recordedChain.source] };
const { longestTried } = chain;

const key = keyOf('vector-key-1');
const to = { lockingBytecode: key.lockingBytecode };

const heights = mempoolState.map((each) => each.context.height);
const [firstHeight, lastHeight] = [Math.min(...heights), Math.max(...heights)];

/** Recorded names of outputs that never were. */
const unknownTxid = 'aa'.repeat(32);
const indexBeyond = 5000;

const depthOf = ({ name }: RecordedCase): number | undefined => {
  const depth = /^coinbase with (\d+) confirmations$/.exec(name)?.[1];
  return depth === undefined ? undefined : Number(depth);
};

/**
 * The recorded sequence once more, on a chain of our own: the same key, coins of the same value, coinbases of the same
 * depth, and every transaction signed again for them.
 */
class Replay {
  readonly node = createNode();
  readonly #coins = new Map<string, Coin>();
  #height = firstHeight;

  constructor() {
    // Coinbases for depths 98 to 101 at the last height, then what separates them from it.
    this.node.mine(4, { to: key.lockingBytecode });
    this.node.mine(96 - (lastHeight - firstHeight));
    const ordinary = mempoolState.filter((each) => depthOf(each) === undefined);
    for (const { txid, valueSatoshis, vout } of ordinary.flatMap((each) => each.sourceOutputs)) {
      if (vout === indexBeyond || txid === unknownTxid || this.#coins.has(outpointKey(txid, vout))) continue;
      const satoshis = BigInt(valueSatoshis);
      const funding = this.node.fund(key.lockingBytecode, satoshis);
      this.#coins.set(outpointKey(txid, vout), { txid: funding.txid, vout: 0, key, satoshis });
    }
    this.node.mine();
  }

  /** Mines where the recording did; the last block spends all that the first transaction made. */
  reach(height: number): void {
    for (; this.#height < height; this.#height += 1) {
      if (this.#height + 1 === lastHeight) this.#spendFirst();
      this.node.mine(1, { to: key.lockingBytecode });
    }
  }

  /** The recorded transaction over our own coins, as hex. */
  again(recorded: RecordedCase): string {
    if (decodeTransactionHex(withRuns(recorded.tx)) === undefined) return recorded.tx;
    if (recorded.name.startsWith('a coinbase')) return this.node.transaction(this.node.tip.txids[0] ?? '')?.hex ?? '';
    const coins = recorded.sourceOutputs.map((output) => this.#coinOf(recorded, output));
    const given = coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);
    const outputs = recordedTransaction(recorded).content.outputs.map(({ valueSatoshis }) => ({
      ...to,
      satoshis: recorded.name.startsWith('coinbase with') ? given - 1000n : valueSatoshis,
    }));
    return payment(coins, outputs).hex;
  }

  #coinOf(recorded: RecordedCase, { txid, valueSatoshis, vout }: RecordedCase['sourceOutputs'][number]): Coin {
    const depth = depthOf(recorded);
    if (depth !== undefined) return this.#coinbaseCoin(this.node.tip.height + 1 - depth);
    if (vout !== indexBeyond) {
      return this.#coins.get(outpointKey(txid, vout)) ?? { txid, vout, key, satoshis: BigInt(valueSatoshis) };
    }
    return { txid: this.node.tip.txids[0] ?? '', vout, key, satoshis: BigInt(valueSatoshis) };
  }

  #coinbaseCoin(height: number): Coin {
    const [txid = ''] = this.node.blockAt(height)?.txids ?? [];
    return { txid, vout: 0, key, satoshis: this.node.output(txid, 0)?.satoshis ?? 0n };
  }

  #spendFirst(): void {
    const [first] = mempoolState;
    const [coin] = first?.sourceOutputs ?? [];
    const { txid = '', outputs = [] } = this.node.transaction(this.#spenderOf(coin)) ?? {};
    const satoshis = outputs[0]?.satoshis ?? 0n;
    this.node.submit(payment([{ txid, vout: 0, key, satoshis }], [{ ...to, satoshis: satoshis - 1000n }]).hex);
  }

  #spenderOf(recorded: RecordedCase['sourceOutputs'][number] | undefined): string {
    const coin = recorded && this.#coins.get(outpointKey(recorded.txid, recorded.vout));
    return (coin && this.node.spenderOf(coin.txid, coin.vout)) ?? '';
  }
}

describe('the recorded sequence on one chain', () => {
  const replay = new Replay();

  it.each(mempoolState)('$name', (recorded) => {
    replay.reach(recorded.context.height);
    const hex = replay.again(recorded);
    const transaction = decodeTransactionHex(hex);
    const verdict = transaction && replay.node.ledger.judge(transaction);
    const { code, reason = null } = verdict?.accepted === false ? verdict.refusal : {};
    expect(code === undefined ? reason : `${code}: ${reason ?? ''}`).toBe(recorded.reason);
    const { error } = recorded.sendrawtransaction ?? {};
    if (error === undefined) expect(replay.node.submit(hex)).toBe(transaction?.txid);
    else expect(() => replay.node.submit(hex)).toThrow(new NodeRejection(error.code, error.message));
  });
});

describe('unconfirmed chains', () => {
  it('takes the recorded chain to its end', () => {
    const context = contextOf({ ...chain, name: '', group: '', tx: '', accepted: true, reason: null });
    const mempool = new Mempool();
    const view = {
      ...context,
      conflict: (transaction: Transaction) => mempool.conflict(transaction),
      coin: (outpoint: string) => {
        const output = mempool.output(outpoint);
        const height = context.tip.height + 1;
        return output
          ? { output, height, isCoinbase: false, medianTimeBefore: context.tip.medianTimePast }
          : context.coin(outpoint);
      },
    };
    for (const transaction of chain.txs.map((tx) => recordedTransaction({ tx }))) {
      const verdict = validateTransaction(transaction, view);
      expect(verdict).toMatchObject({ accepted: true });
      mempool.add({ transaction, shown: toNodeTransaction(transaction, verdict.accepted ? verdict.fee : 0n, 0) });
    }
    expect(mempool.entries()).toHaveLength(60);
  });

  it(`takes ${longestTried} in a row, and mines them in one block`, () => {
    const node = createNode();
    let coin: Coin = { txid: node.fund(key.lockingBytecode, 500_000n).txid, vout: 0, key, satoshis: 500_000n };
    for (let depth = 0; depth < longestTried; depth += 1) {
      const satoshis = coin.satoshis - 250n;
      coin = { ...coin, txid: node.submit(payment([coin], [{ ...to, satoshis }]).hex), satoshis };
    }
    expect(node.mempool()).toHaveLength(longestTried + 1);
    expect(node.mine()[0]?.txids).toHaveLength(longestTried + 2);
    expect(node.output(coin.txid, 0)?.satoshis).toBe(coin.satoshis);
    node.reorganise(1);
    expect(node.mempool()).toHaveLength(longestTried + 1);
    expect(node.drop(node.mempool()[0]?.txid ?? '')).toHaveLength(longestTried + 1);
  });
});
