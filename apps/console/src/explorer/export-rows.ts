import type { Weir } from '@weir/client';
import { amountText, unitOf } from '../format/amount.js';
import { csvField } from '../format/csv-field.js';
import { type ActivityFilters, queryOf } from './filters.js';
import { KINDS } from './use-activity.js';

/** Rows that a browser writes; accountants' exports by address have no such limit. */
export const MOST_ROWS = 10_000;

/** Writes what matches as CSV, at most {@link MOST_ROWS} rows. @throws WeirError */
export const exportRows = async ({ explorer }: Pick<Weir, 'explorer'>, filters: ActivityFilters): Promise<string> => {
  const lines = ['number,kind,sender,recipient,amount,asset,category,progress,status,created'];
  for await (const row of explorer.list(queryOf(filters))) {
    lines.push(
      [
        ...[row.stream_id, KINDS[row.activity_type], row.sender, row.recipient],
        amountText(row.total_amount_base, row).replaceAll(',', ''),
        // Issuers choose names.
        csvField(unitOf(row)),
        ...[row.token_category ?? '', String(row.progress_percentage), row.status],
        new Date(row.created_at * 1_000).toISOString(),
      ].join(','),
    );
    if (lines.length > MOST_ROWS) break;
  }
  return lines.join('\r\n');
};
