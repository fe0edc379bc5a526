import { decodeTransaction, type Transaction } from '../primitives/transaction.js';
import { DecodedTransactions } from './decoded-transactions.js';
import { genesis } from './genesis.js';

const [coinbase] = genesis.transactions;
if (coinbase === undefined) throw new Error('Genesis has no coinbase.');
const { raw } = coinbase;

const transaction = (txid: string): Transaction => {
  const decoded = decodeTransaction(raw, txid);
  if (decoded === undefined) throw new Error('The coinbase does not decode.');
  return decoded;
};
const names = Array.from({ length: 100 }, (_, index) => `transaction ${index}`);

describe('the transactions that are kept decoded', () => {
  it('are the last ones, of two generations at most', () => {
    const decoded = new DecodedTransactions(10 * raw.length);
    for (const name of names) decoded.add(transaction(name));
    const kept = names.filter((name) => decoded.get(name) !== undefined);
    expect(kept.length).toBeLessThanOrEqual(22);
    expect(kept).toEqual(names.slice(-kept.length));
    expect(kept.length).toBeGreaterThanOrEqual(11);
  });

  it('stay as long as somebody asks for them', () => {
    const decoded = new DecodedTransactions(10 * raw.length);
    const first = transaction('first');
    decoded.add(first);
    for (const name of names) {
      decoded.add(transaction(name));
      expect(decoded.get('first')).toBe(first);
    }
  });
});
