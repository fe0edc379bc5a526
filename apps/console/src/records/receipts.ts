import { asTyped, decimalsOf, plainText, unitOf, type Asset } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { type HistoryEntry, historyText } from './history-text.js';

/** Writes the steps of a record as CSV, the oldest first. @param title of the record */
export const receiptsCsv = (title: string, entries: readonly HistoryEntry[], of: Asset): string =>
  csvText([
    ['time', 'record', 'event', 'amount', 'asset', 'transaction'],
    ...entries
      .toReversed()
      .map((entry) => [
        new Date(entry.at * 1_000).toISOString(),
        title,
        historyText(entry),
        entry.amountBase === 0n ? '' : asTyped(plainText(entry.amountBase, decimalsOf(of))),
        unitOf(of),
        entry.txHash,
      ]),
  ]);
