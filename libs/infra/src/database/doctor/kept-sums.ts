import { countCampaigns, signedCampaigns } from '../migrations/baseline/airdrops.js';
import { EXPLORED, FIGURES, SOURCES, sumsOf } from '../migrations/baseline/explorer.js';
import { countStreams, signedStreams } from '../migrations/baseline/stream-counters.js';
import type { DataCheck } from './data-check.js';

/** Sums that triggers keep, and the statement that adds them up again. */
interface KeptSums {
  readonly fault: string;
  readonly table: string;
  readonly key: readonly string[];
  readonly figures: readonly string[];
  /** Selects key and figures from the rows themselves. */
  readonly counted: string;
}

const explored = SOURCES.map(({ table, columns }) => columns(table, 1)).join(' UNION ALL ');

const KEPT: readonly KeptSums[] = [
  {
    fault: 'wrong-stream-counter',
    table: 'stream_counters',
    key: ['product', 'scope', 'key', 'shard'],
    figures: ['pending', 'active', 'paused', 'completed', 'cancelled'],
    counted: countStreams(signedStreams('streams', 1)),
  },
  {
    fault: 'wrong-campaign-counter',
    table: 'airdrop_counters',
    key: ['creator_hash', 'status', 'shard'],
    figures: ['campaigns'],
    counted: countCampaigns(signedCampaigns('airdrop_campaigns', 1)),
  },
  ...EXPLORED.map((figures) => ({
    fault: figures.table === 'explorer_tokens' ? 'wrong-token-figure' : 'wrong-explorer-figure',
    table: figures.table,
    key: figures.key.split(', '),
    figures: FIGURES,
    counted: sumsOf(figures, explored),
  })),
];

/**
 * Selects by how much sums differ from their rows, in one snapshot. Anybody who changes rows changes the sums in the same transaction, so the
 * difference is the same at any moment, and adding it is right, no matter what others do meanwhile.
 */
const differences = ({ table, key, figures, counted }: KeptSums): string => `
  SELECT ${key.join(', ')}, ${figures.map((name) => `coalesce(counted.${name}, 0) - coalesce(kept.${name}, 0) AS ${name}`).join(', ')}
  FROM (${counted}) AS counted FULL JOIN ${table} AS kept USING (${key.join(', ')})
  WHERE ${figures.map((name) => `coalesce(counted.${name}, 0) <> coalesce(kept.${name}, 0)`).join(' OR ')}`;

const nameOf = (key: readonly string[]): string => `concat_ws(' ', ${key.join(', ')})`;

/** Checks of counters and figures. */
export const keptSums: readonly DataCheck[] = KEPT.map((sums) => {
  const { fault, table, key, figures } = sums;
  const wrong = figures
    .map((name) => `CASE WHEN ${name} <> 0 THEN '${name} is wrong by ' || (-${name})::text END`)
    .join(', ');
  return {
    fault,
    type: 'service',
    find: `SELECT '${table}' AS id, '${table} ' || ${nameOf(key)} AS name, concat_ws(', ', ${wrong}) AS says
      FROM (${differences(sums)}) AS difference`,
    repair: [
      `INSERT INTO ${table} AS kept (${key.join(', ')}, ${figures.join(', ')})
      SELECT * FROM (${differences(sums)}) AS difference ORDER BY ${key.join(', ')}
      ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${figures.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', ')}`,
    ],
  };
});
