import { encodeTransaction } from '@bitauth/libauth';
import fc from 'fast-check';
import { nodeFixture, type RecordedCase, recordedTransaction } from '../../../test/support/recorded-case.js';
import { decodeTransaction, decodeTransactionHex, topologicalOrder, type Transaction } from './transaction.js';

const { cases } = nodeFixture('tokens') as { readonly cases: readonly RecordedCase[] };

describe('decodeTransaction', () => {
  it.each(cases)('reads all of: $name', (recorded) => {
    const { content, raw } = recordedTransaction(recorded);
    expect(Buffer.from(encodeTransaction(content)).toString('hex')).toBe(Buffer.from(raw).toString('hex'));
  });

  it('reads nothing but transactions', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => decodeTransaction(bytes) === undefined));
    for (const text of ['', 'zz', 'abc', '00', ' 00']) expect(decodeTransactionHex(text)).toBeUndefined();
  });

  it('reads no transaction that lost or gained a byte', () => {
    const [recorded] = cases;
    const hex = recorded?.tx ?? '';
    expect(decodeTransactionHex(hex)).toBeDefined();
    expect(decodeTransactionHex(hex.slice(2))).toBeUndefined();
    expect(decodeTransactionHex(hex.slice(0, -2))).toBeUndefined();
    expect(decodeTransactionHex(`${hex}00`)).toBeUndefined();
  });
});

describe('topologicalOrder', () => {
  const { txs } = nodeFixture('unconfirmed-chain') as { readonly txs: readonly string[] };
  const chain = txs.map((tx) => recordedTransaction({ tx }));
  const position = (ordered: readonly Transaction[]) => new Map(ordered.map(({ txid }, index) => [txid, index]));

  it('puts parents before children, for input in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(chain, { minLength: 1 }), (shuffled) => {
        const at = position(topologicalOrder(shuffled));
        expect(at.size).toBe(shuffled.length);
        for (const { spends, txid } of shuffled) {
          for (const outpoint of spends) expect(at.get(outpoint.slice(0, 64)) ?? -1).toBeLessThan(at.get(txid) ?? -1);
        }
      }),
    );
  });
});
