import { keyOf } from '../../../test/support/payment.js';
import { fromNodeOutput } from '../chain/node-transaction.js';
import { createNode, type ChainNode } from '../node.js';
import { NodeRejection, type NodeTransaction } from '../node.types.js';
import { decodeTransactionHex } from '../primitives/transaction.js';
import { RULES } from '../rules/rule-set.js';

const { lockingBytecode } = keyOf('vector-key-1');

/** Libauth's verdict on a transaction, over the outputs the node says it spends. */
const isValid = (node: ChainNode, { hex, inputs }: NodeTransaction): boolean => {
  const transaction = decodeTransactionHex(hex)?.content;
  const spent = inputs.flatMap(({ txid, vout }) => node.transaction(txid)?.outputs[vout] ?? []);
  return (
    transaction !== undefined &&
    RULES.standard.verify({ sourceOutputs: spent.map(fromNodeOutput), transaction }) === true
  );
};

describe('fund', () => {
  const node = createNode();

  it('makes real transactions that do not depend on each other', () => {
    const funded = [1000n, 546n, 100_000n, 99_999_000n].map((satoshis) => node.fund(lockingBytecode, satoshis));
    for (const transaction of funded) {
      expect(isValid(node, transaction)).toBe(true);
      expect(transaction.fee).toBeGreaterThanOrEqual(BigInt(transaction.size));
      expect(transaction.inputs.every(({ txid }) => node.transaction(txid)?.block !== undefined)).toBe(true);
    }
    expect(funded.map(({ outputs }) => outputs[0]?.satoshis)).toEqual([1000n, 546n, 100_000n, 99_999_000n]);
    expect(new Set(funded.map(({ txid }) => txid)).size).toBe(4);
  });

  it('gathers several coins for a large amount', () => {
    const { inputs, outputs, ...rest } = node.fund(lockingBytecode, 5_000_000_000n);
    expect(inputs.length).toBeGreaterThan(1);
    expect(outputs[0]?.satoshis).toBe(5_000_000_000n);
    expect(isValid(node, { inputs, outputs, ...rest })).toBe(true);
  });

  it('says what it has when asked for more', () => {
    expect(() => node.fund(lockingBytecode, 2_000_000_000_000n)).toThrow(/The node has \d+ satoshis to spend/);
  });

  it('goes on when every coin is in use: with change, then with coinbases that mature', () => {
    const busy = createNode();
    for (let count = 0; count < 210; count += 1) busy.fund(lockingBytecode, 1000n);
    busy.mine(1);
    expect(busy.mempool()).toEqual([]);
    expect(busy.fund(lockingBytecode, 1000n).outputs).toHaveLength(2);
  });

  it('spends again what a reorganisation gave back', () => {
    const poor = createNode({ premine: 101 });
    poor.fund(lockingBytecode, 4_999_999_000n);
    poor.mine(1, { to: lockingBytecode });
    poor.reorganise(1, { keep: 'drop', blocks: 0 });
    expect(poor.fund(lockingBytecode, 4_999_999_000n).outputs[0]?.satoshis).toBe(4_999_999_000n);
  });

  it('bears new tokens when asked to', () => {
    const { inputs, outputs } = node.fund(lockingBytecode, 5000n, { amount: 7n });
    expect(outputs[0]).toEqual({ satoshis: 5000n, lockingBytecode, token: { category: inputs[0]?.txid, amount: 7n } });
  });
});

describe('mint', () => {
  const node = createNode();

  it.each([
    { amount: 1000n },
    { amount: 9_223_372_036_854_775_807n },
    { nft: { capability: 'minting' as const, commitment: '' } },
    { nft: { capability: 'none' as const, commitment: 'ab'.repeat(40) }, amount: 5n },
  ])('creates a category with %o', (request) => {
    const { category, transaction } = node.mint(lockingBytecode, request);
    expect(transaction.inputs).toMatchObject([{ txid: category, vout: 0 }]);
    expect(transaction.outputs[0]).toEqual({
      satoshis: 1000n,
      lockingBytecode,
      token: { category, amount: 0n, ...request },
    });
    expect(isValid(node, transaction)).toBe(true);
  });

  it('puts as many satoshis beside the tokens as wanted', () => {
    expect(node.mint(lockingBytecode, { amount: 1n, satoshis: 20_000n }).transaction.outputs[0]?.satoshis).toBe(
      20_000n,
    );
  });

  it('leaves nothing behind when it cannot', () => {
    const before = node.mempool();
    expect(() => node.mint(lockingBytecode, {})).toThrow(NodeRejection);
    expect(() => node.mint(lockingBytecode, { amount: 1n, satoshis: 600n })).toThrow('dust');
    const nft = { capability: 'none' as const, commitment: 'ab'.repeat(129) };
    expect(() => node.mint(lockingBytecode, { nft })).toThrow('bad-txns-token-commitment-oversized');
    expect(node.mempool()).toEqual(before);
  });

  it('is mined into blocks', () => {
    const pooled = node.mempool().map(({ txid }) => txid);
    const [block] = node.mine();
    expect(block?.txids.slice(1)).toEqual(pooled.toSorted());
  });
});
