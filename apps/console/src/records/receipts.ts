import { amountText, unitOf, type Asset } from '../format/amount.js';
import { type HistoryEntry, historyText } from './history-text.js';

/** Quotes a field; spreadsheets run what begins with a sign as a formula. */
const field = (text: string): string => `"${text.replace(/^([=+\-@\t\r])/, "'$1").replaceAll('"', '""')}"`;

/** Writes the steps of a record as CSV, the oldest first. @param title of the record */
export const receiptsCsv = (title: string, entries: readonly HistoryEntry[], of: Asset): string =>
  [
    'time,record,event,amount,asset,transaction',
    ...entries
      .toReversed()
      .map((entry) =>
        [
          new Date(entry.at * 1_000).toISOString(),
          field(title),
          field(historyText(entry)),
          entry.amountBase === 0n ? '' : amountText(entry.amountBase, of).replaceAll(',', ''),
          field(unitOf(of)),
          entry.txHash,
        ].join(','),
      ),
  ].join('\r\n');
