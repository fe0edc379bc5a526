import type { Warning } from '@weir/api-contract/words';
import type { ListedStream } from '../layout/list-layout.js';

/** How many recipients a warning names. */
const MAX_NAMED = 100;

/** Lists what to know of a list before money moves: who is in it more than once. Each row pays, which may be meant. */
export const listWarnings = (listed: readonly ListedStream[]): readonly Warning[] => {
  const rowsOf = new Map<string, { readonly recipient: string; readonly rows: Set<number> }>();
  for (const { recipient, row } of listed) {
    const known = rowsOf.get(recipient.hashHex);
    // A row whose shape makes several streams is one row.
    if (known === undefined) rowsOf.set(recipient.hashHex, { recipient: recipient.address, rows: new Set([row]) });
    else known.rows.add(row);
  }
  const repeated = [...rowsOf.values()]
    .filter(({ rows }) => rows.size > 1)
    .map(({ recipient, rows }) => ({ recipient, rows: [...rows].toSorted((a, b) => a - b) }));
  const [first] = repeated;
  if (first === undefined) return [];
  return [
    {
      code: 'RECIPIENT_REPEATED',
      message: `Recipients that are in the list more than once: ${repeated.length}, such as that of the rows ${first.rows.slice(0, 5).join(', ')}. Each row pays: check that this is meant`,
      details: { count: repeated.length, repeated: repeated.slice(0, MAX_NAMED) },
    },
  ];
};
