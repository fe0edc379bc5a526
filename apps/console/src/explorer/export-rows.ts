import type { Weir } from '@weir/client';
import { asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { csvText } from '../format/csv.js';
import { type ActivityFilters, EXPORTED_ROWS, queryOf } from './filters.js';

/** Writes what matches as CSV; undefined where more than {@link EXPORTED_ROWS} match: half a file looks whole. @throws WeirError */
export const exportRows = async (
  { explorer }: Pick<Weir, 'explorer'>,
  filters: ActivityFilters,
): Promise<string | undefined> => {
  const rows: (readonly string[])[] = [
    ['number', 'kind', 'sender', 'recipient', 'amount', 'asset', 'category', 'progress', 'status', 'created'],
  ];
  // Each stream of a plan has its own line.
  for await (const row of explorer.list({ ...queryOf(filters), group: undefined })) {
    if (rows.length > EXPORTED_ROWS) return undefined;
    rows.push([
      row.stream_id,
      row.contract === 'LOCK' ? 'lock' : row.activity_type.toLowerCase(),
      row.sender,
      row.recipient,
      asTyped(plainText(row.total_amount_base, decimalsOf(row))),
      // Issuers choose names.
      unitOf(row),
      row.token_category ?? '',
      asTyped(String(row.progress_percentage)),
      row.status,
      new Date(row.created_at * 1_000).toISOString(),
    ]);
  }
  return csvText(rows);
};
