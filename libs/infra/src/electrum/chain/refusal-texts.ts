/** What a node means by refusing a transaction. */
type RefusalMeaning =
  /** It has the transaction, in its mempool or in a block. */
  | 'KNOWN'
  /** An output that the transaction spends is spent already, or unknown. */
  | 'INPUTS_GONE';

/** A text by which one kind of node refuses a transaction. */
interface RefusalText {
  readonly node: 'BCHN' | 'bchd' | 'Knuth';
  readonly text: RegExp;
  readonly meaning: RefusalMeaning;
}

/**
 * The texts of nodes, recorded (BCHN 28.0.1, bchd 0.22.2) or read in their sources (Knuth). They decide only where the chain
 * cannot be asked: nodes reword them, and a node says that inputs are missing of a known transaction whose outputs are all spent.
 */
export const REFUSAL_TEXTS: readonly RefusalText[] = [
  { node: 'BCHN', text: /^txn-already-in-mempool\b/i, meaning: 'KNOWN' },
  { node: 'BCHN', text: /^txn-already-known\b/i, meaning: 'KNOWN' },
  { node: 'BCHN', text: /^transaction already in block ?chain\b/i, meaning: 'KNOWN' },
  { node: 'BCHN', text: /^missing[- ]inputs\b/i, meaning: 'INPUTS_GONE' },
  { node: 'BCHN', text: /^bad-txns-inputs-(?:missingorspent|spent)\b/i, meaning: 'INPUTS_GONE' },
  { node: 'BCHN', text: /^txn-mempool-conflict\b/i, meaning: 'INPUTS_GONE' },
  { node: 'bchd', text: /^TX rejected: already have transaction [0-9a-f]{64}/i, meaning: 'KNOWN' },
  { node: 'bchd', text: /^TX rejected: transaction already exists\b/i, meaning: 'KNOWN' },
  {
    node: 'bchd',
    text: /^TX rejected: output .+ already spent by transaction .+ in the memory pool/i,
    meaning: 'INPUTS_GONE',
  },
  {
    node: 'bchd',
    text: /^TX rejected: orphan transaction .+ references outputs of unknown or fully-spent transaction/i,
    meaning: 'INPUTS_GONE',
  },
  { node: 'Knuth', text: /^matching transaction with unspent outputs\b/i, meaning: 'KNOWN' },
  { node: 'Knuth', text: /^duplicate transaction\b/i, meaning: 'KNOWN' },
  { node: 'Knuth', text: /^previous output not found\b/i, meaning: 'INPUTS_GONE' },
  { node: 'Knuth', text: /^double spend of input\b/i, meaning: 'INPUTS_GONE' },
];

/** Returns what a node's text means; undefined for a text that is in no row. */
export const meaningOf = (reason: string): RefusalMeaning | undefined =>
  REFUSAL_TEXTS.find(({ text }) => text.test(reason.trim()))?.meaning;
