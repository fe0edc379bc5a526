import { meaningOf, REFUSAL_TEXTS } from './refusal-texts.js';

const TXID = 'ab'.repeat(32);

/** A text of each row, as the node sends it. */
const EXAMPLES = [
  ['BCHN', 'txn-already-in-mempool (code 18)', 'KNOWN'],
  ['BCHN', 'txn-already-known (code 18)', 'KNOWN'],
  ['BCHN', 'transaction already in block chain', 'KNOWN'],
  ['BCHN', 'Missing inputs', 'INPUTS_GONE'],
  ['BCHN', 'bad-txns-inputs-missingorspent (code 16)', 'INPUTS_GONE'],
  ['BCHN', 'txn-mempool-conflict (code 18)', 'INPUTS_GONE'],
  ['bchd', `TX rejected: already have transaction ${TXID}`, 'KNOWN'],
  ['bchd', 'TX rejected: transaction already exists', 'KNOWN'],
  ['bchd', `TX rejected: output ${TXID}:0 already spent by transaction ${TXID} in the memory pool`, 'INPUTS_GONE'],
  [
    'bchd',
    `TX rejected: orphan transaction ${TXID} references outputs of unknown or fully-spent transaction ${TXID}`,
    'INPUTS_GONE',
  ],
  ['Knuth', 'matching transaction with unspent outputs', 'KNOWN'],
  ['Knuth', 'duplicate transaction', 'KNOWN'],
  ['Knuth', 'previous output not found', 'INPUTS_GONE'],
  ['Knuth', 'double spend of input', 'INPUTS_GONE'],
] as const;

describe('meaningOf', () => {
  it.each(EXAMPLES)('%s: reads "%s" as %s', (node, text, meaning) => {
    expect(meaningOf(text)).toBe(meaning);
    expect(REFUSAL_TEXTS.find((row) => row.text.test(text))?.node).toBe(node);
  });

  it('has an example for each row', () => {
    const unused = REFUSAL_TEXTS.filter(({ text }) => !EXAMPLES.some(([, example]) => text.test(example)));
    expect(unused).toEqual([]);
  });

  it.each(['dust (code 64)', 'min relay fee not met (code 66)', 'TX decode failed', ''])(
    'reads no meaning into "%s"',
    (text) => expect(meaningOf(text)).toBeUndefined(),
  );
});
