import { createNode } from '../node.js';
import { decodeTransactionHex, outpointKey } from '../primitives/transaction.js';
import { MinedBlock, TransactionIndex } from './transaction-index.js';

const decoded = (hex: string) => {
  const transaction = decodeTransactionHex(hex);
  if (transaction === undefined) throw new Error('A transaction of the node does not decode.');
  return transaction;
};

/** A mint, of which the second transaction spends the first: both in one block, with the tokens still unspent. */
const node = createNode();
const minted = node.mint(`76a914${'22'.repeat(20)}88ac`, { amount: 7n });
const [info] = node.mine();
if (info === undefined) throw new Error('No block was mined.');
const shown = info.txids.flatMap((txid) => node.transaction(txid) ?? []);
const transactions = shown.map(({ hex }) => decoded(hex));
const fees = shown.map(({ fee }) => fee);

describe.each([1, 2 ** 20])('the transactions of the chain, with %i bytes of them kept decoded', (length) => {
  const index = new TransactionIndex(length);
  const block = new MinedBlock(info, transactions, fees, 1_700_000_000);
  const first = outpointKey(minted.category, 0);
  const second = outpointKey(minted.transaction.txid, 0);

  it('are shown as the node showed them when they were mined', () => {
    index.connect(block, transactions);
    expect(shown).toHaveLength(3);
    for (const each of shown) expect(index.shown(each.txid)).toEqual(each);
    expect(block.block().transactions).toEqual(transactions);
    expect(block.block().hash).toBe(info.hash);
  });

  it('are spent by those that spend them, and by no others', () => {
    expect(index.coin(first)).toBeUndefined();
    expect(index.spender(first)).toBe(minted.transaction.txid);
    expect(index.spender(second)).toBeUndefined();
    expect(index.coin(second)).toMatchObject({
      output: { token: { amount: 7n } },
      height: info.height,
      isCoinbase: false,
      medianTimeBefore: 1_700_000_000,
    });
    expect(index.coin(outpointKey(info.txids[0] ?? '', 0))).toMatchObject({ isCoinbase: true });
    expect(index.coin(outpointKey(minted.transaction.txid, 99))).toBeUndefined();
  });

  it('are gone when their block is', () => {
    index.disconnect(transactions);
    for (const { txid } of shown) expect(index.shown(txid)).toBeUndefined();
    expect([index.coin(second), index.spender(first)]).toEqual([undefined, undefined]);
  });
});
