import { nodeFixture } from '../../../test/support/recorded-case.js';
import { createNode } from '../node.js';
import { NodeRejection } from '../node.types.js';
import {
  type Block,
  type BlockHeader,
  blockOf,
  blockSubsidy,
  canonicalOrder,
  decodeHeader,
  headerLength,
  solveHeader,
} from '../primitives/block.js';
import { buildCoinbase } from '../primitives/coinbase.js';
import { merkleRoot } from '../primitives/merkle.js';
import { decodeTransactionHex, type Transaction } from '../primitives/transaction.js';
import { ChainState } from './chain-state.js';

const fixture = nodeFixture('headers') as { readonly firstBlock: string; readonly genesis: { readonly hash: string } };

const transactionOf = (hex: string): Transaction => {
  const transaction = decodeTransactionHex(hex);
  if (transaction === undefined) throw new Error('The bytes do not decode as a transaction.');
  return transaction;
};

const payee = Buffer.from(`76a914${'22'.repeat(20)}88ac`, 'hex');

describe('the chain of the real node', () => {
  const bytes = Buffer.from(fixture.firstBlock, 'hex');
  const header = decodeHeader(bytes);
  const first = blockOf(header, [transactionOf(bytes.toString('hex', headerLength + 1))]);
  const terms = { now: header.time, hasGoodScripts: () => false };

  it('begins with its genesis', () => {
    const { tip } = new ChainState();
    expect(tip).toMatchObject({ height: 0, hash: fixture.genesis.hash, time: 1296688602 });
    expect(decodeHeader(Buffer.from(tip.header, 'hex')).merkleRoot).toBe(merkleRoot(tip.txids));
  });

  it('goes on with its first block', () => {
    const chain = new ChainState();
    expect(chain.connect(first, terms)).toMatchObject({ height: 1, hash: first.hash, time: header.time });
    expect(chain.transaction(first.transactions[0]?.txid ?? '')?.outputs[0]?.satoshis).toBe(5_000_000_000n);
    chain.disconnect();
    expect(chain.tip.hash).toBe(fixture.genesis.hash);
    expect(() => chain.disconnect()).toThrow(RangeError);
  });
});

describe('blocks that break a rule', () => {
  const node = createNode();
  const spending = transactionOf(node.fund(payee.toString('hex'), 10_000n).hex);
  const other = transactionOf(node.fund(payee.toString('hex'), 20_000n).hex);
  const { chain } = node.ledger;
  const height = chain.tip.height + 1;

  const coinbase = (changes: Partial<Parameters<typeof buildCoinbase>[0]> = {}) =>
    buildCoinbase({ height, extraNonce: 1, value: blockSubsidy(height), lockingBytecode: payee, ...changes });

  const block = (transactions: readonly Transaction[], changes: Partial<BlockHeader> = {}): Block => {
    const header = solveHeader({
      version: 0x20000000,
      previousHash: chain.tip.hash,
      merkleRoot: merkleRoot(transactions.map(({ txid }) => txid)),
      time: node.now(),
      bits: 0x207fffff,
      ...changes,
    });
    return blockOf(header, transactions);
  };

  const unsolved = (solved: Block): Block => {
    for (let nonce = 0; ; nonce += 1) {
      const tried = blockOf({ ...solved.header, nonce }, solved.transactions);
      if (tried.hash > '8') return tried;
    }
  };

  const ordered = canonicalOrder([spending, other]);
  const nonFinal = (): Transaction => {
    const bytes = Buffer.from(spending.raw);
    bytes.writeUInt32LE(height, bytes.length - 4);
    bytes.writeUInt32LE(0, bytes.length - 4 - 1 - spending.content.outputs.length * 34 - 4);
    return transactionOf(bytes.toString('hex'));
  };
  /** The same payment with a byte of the signature changed. */
  const altered = (at: number): Transaction => {
    const bytes = Buffer.from(spending.raw);
    bytes.writeUInt8((bytes.readUInt8(at) + 1) % 256, at);
    return transactionOf(bytes.toString('hex'));
  };
  const rival = altered(60);
  const goodScripts = [spending.txid, rival.txid];

  it.each<[reason: string, build: () => Block]>([
    ['prev-blk-not-found', () => block([coinbase()], { previousHash: 'ab'.repeat(32) })],
    ['bad-diffbits', () => block([coinbase()], { bits: 0x1d00ffff })],
    ['high-hash', () => unsolved(block([coinbase()]))],
    ['time-too-old', () => block([coinbase()], { time: chain.tip.medianTimePast })],
    ['time-too-new', () => block([coinbase()], { time: node.now() + 7210 })],
    ['bad-txnmrklroot', () => block([coinbase()], { merkleRoot: 'cd'.repeat(32) })],
    ['bad-cb-missing', () => block([spending])],
    ['bad-tx-coinbase', () => block([coinbase(), coinbase({ extraNonce: 2 })])],
    ['bad-cb-height', () => block([coinbase({ height: height + 1 })])],
    ['bad-cb-amount', () => block([coinbase({ value: blockSubsidy(height) + 1n })])],
    ['tx-ordering', () => block([coinbase(), ...ordered.toReversed()])],
    ['tx-duplicate', () => block([coinbase(), spending, spending])],
    ['bad-txns-nonfinal', () => block([coinbase(), nonFinal()])],
    ['bad-txns-inputs-missingorspent', () => block([coinbase(), ...canonicalOrder([spending, rival])])],
    ['blk-bad-inputs', () => block([coinbase(), altered(61)])],
  ])('%s', (reason, build) => {
    const before = chain.tip;
    const terms = { now: node.now(), hasGoodScripts: (txid: string) => goodScripts.includes(txid) };
    const connect = () => chain.connect(build(), terms);
    expect(connect).toThrow(NodeRejection);
    expect(connect).toThrow(reason);
    expect(chain.tip).toBe(before);
  });

  it('are otherwise good', () => {
    const fees = node.mempool().reduce((sum, { fee }) => sum + fee, blockSubsidy(height));
    const good = block([coinbase({ value: fees }), ...ordered]);
    expect(chain.connect(good, { now: node.now(), hasGoodScripts: () => false }).height).toBe(height);
  });
});
