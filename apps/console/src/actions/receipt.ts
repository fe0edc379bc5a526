import type { Review } from '@weir/client';
import { timeText } from '../format/time.js';
import { KIND_NAMES, PAGES } from '../kinds/record-kinds.js';
import { t } from '../language/text.js';
import { type PendingAction, VERBS } from './pending.js';

/** One transaction of an action, or the signature that it gave. */
export interface ReceiptPart {
  /** What was read before it was signed; undefined where nothing was signed: then the contract paid for it. */
  readonly review: Review | undefined;
  /** Undefined where nothing was sent yet: a signature that waits for another one. */
  readonly txHash: string | undefined;
}

/** What an action did. */
export interface Receipt extends Pick<PendingAction, 'product' | 'id' | 'verb'> {
  /** When it was confirmed, Unix seconds. */
  readonly at: number;
  readonly parts: readonly ReceiptPart[];
  /** What it did, in words, where nothing was signed. */
  readonly said: string | undefined;
}

/** Returns what an action did, a sentence for each thing. */
export const receiptSentences = ({ parts, said }: Pick<Receipt, 'parts' | 'said'>): readonly string[] => {
  const signed = parts.flatMap(({ review }) => review?.sentences ?? []);
  return signed.length === 0 && said !== undefined ? [said] : signed;
};

/** A name and its value. */
type Line = readonly [name: string, value: string];

/** Returns the path of a receipt's record. */
export const recordPath = ({ product, id }: Pick<Receipt, 'product' | 'id'>): string =>
  PAGES[product].replace('$id', id);

/** Returns all that a receipt says, line by line, transactions with their whole hashes. */
export const receiptLines = (receipt: Receipt, origin: string, transactionUrl: string | null): readonly Line[] => [
  [t('Action'), t(VERBS[receipt.verb])],
  [t(KIND_NAMES[receipt.product]), `${origin}${recordPath(receipt)}`],
  [t('Time'), timeText(receipt.at)],
  ...receipt.parts.flatMap(({ review, txHash }): readonly Line[] => [
    ...(review?.rows ?? []).map(({ label, value }) => [label, value] as const),
    ...(txHash === undefined ? [] : [[t('Transaction'), txHash] as const]),
    ...(txHash === undefined || transactionUrl === null
      ? []
      : [[t('Explorer'), transactionUrl.replace('{hash}', txHash)] as const]),
  ]),
];

/** Writes a receipt as plain text. */
export const receiptText = (receipt: Receipt, origin: string, transactionUrl: string | null): string =>
  [
    t('Receipt'),
    '',
    ...receiptSentences(receipt),
    '',
    ...receiptLines(receipt, origin, transactionUrl).map(([name, value]) => `${name}: ${value}`),
    '',
  ].join('\n');
