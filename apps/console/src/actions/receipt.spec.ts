import { type Receipt, receiptLines, receiptSentences, receiptText, recordPath } from './receipt.js';

const TX_HASH = 'ab'.repeat(32);
const review = {
  sentences: ['Pays 1 BCH to Ada.'],
  rows: [{ label: 'Network fee', value: '0.00000254 BCH' }],
  lines: [],
};
const receipt: Receipt = {
  product: 'stream',
  id: 'a-b',
  verb: 'cancel',
  at: 1_796_000_000,
  said: 'Said of it.',
  parts: [{ review, txHash: TX_HASH }],
};

describe('a receipt', () => {
  it('says what was signed, else what the page knew', () => {
    expect(receiptSentences(receipt)).toEqual(review.sentences);
    expect(receiptSentences({ ...receipt, parts: [{ review: undefined, txHash: TX_HASH }] })).toEqual(['Said of it.']);
    expect(receiptSentences({ said: undefined, parts: [] })).toEqual([]);
  });

  it('has all figures, whole hashes, and where to look both up', () => {
    expect(recordPath(receipt)).toBe('/streams/a-b');
    const lines = receiptLines(receipt, 'https://weir.example', 'https://explorer.example/tx/{hash}');
    expect(lines).toContainEqual(['Stream', 'https://weir.example/streams/a-b']);
    expect(lines.slice(-3)).toEqual([
      ['Network fee', '0.00000254 BCH'],
      ['Transaction', TX_HASH],
      ['Explorer', `https://explorer.example/tx/${TX_HASH}`],
    ]);
    const text = receiptText(receipt, 'https://weir.example', null).split('\n');
    expect(text.slice(0, 3)).toEqual(['Receipt', '', 'Pays 1 BCH to Ada.']);
    expect(text).toContain(`Transaction: ${TX_HASH}`);
    expect(text.some((line) => line.startsWith('Explorer'))).toBe(false);
  });

  it('of a signature that waits for another names no transaction', () => {
    const lines = receiptLines({ ...receipt, verb: 'approve', parts: [{ review, txHash: undefined }] }, '', null);
    expect(lines.map(([name]) => name)).toEqual(['Action', 'Stream', 'Time', 'Network fee']);
  });
});
