import { sql } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { toStoredContract } from '../sync/contract-columns.js';
import type { IndexedContract } from './list-contracts.js';

/** A contract under notice, and the height of the block that began it. */
export interface ContractUnderNotice {
  readonly contract: IndexedContract;
  readonly noticeHeight: number;
  /** Median time past of the block before, Unix seconds: the latest an honest cancel could be dated to, and one more. */
  readonly medianTimeBefore: number;
}

/** The median times past with the blocks of some heights as the tip. */
const medianTimes = async (db: IndexerDatabase, heights: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  if (heights.length === 0) return new Map();
  const { rows } = await sql<{ height: number; median: number }>`
    SELECT given.height, (
      SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY time) FROM blocks WHERE blocks.height BETWEEN given.height - 10 AND given.height
    ) AS median
    FROM unnest(${[...new Set(heights)]}::integer[]) AS given (height)`.execute(db);
  return new Map(rows.map(({ height, median }) => [height, median]));
};

/** Events that begin a notice. */
const BEGINNINGS = ['cancel', 'pause'];

/** Lists contracts whose notice runs, in order of their ids. */
export const contractsUnderNotice = async (
  db: IndexerDatabase,
  after: number,
  limit: number,
): Promise<readonly ContractUnderNotice[]> => {
  const rows = await db
    .selectFrom('contracts')
    .selectAll('contracts')
    .select((builder) =>
      builder
        .selectFrom('events')
        .whereRef('events.contractId', '=', 'contracts.id')
        .where('events.kind', 'in', BEGINNINGS)
        .select('events.height')
        .orderBy('events.sequence', 'desc')
        .limit(1)
        .as('noticeHeight'),
    )
    .where('contracts.state', 'is not', null)
    .where('contracts.status', 'in', ['CANCELLED', 'PAUSED'])
    .where('contracts.id', '>', after)
    .orderBy('contracts.id')
    .limit(limit)
    .execute();
  const begun = rows.map((row) => ({
    contract: toStoredContract(row),
    noticeHeight: row.noticeHeight ?? row.lastHeight,
  }));
  const medians = await medianTimes(
    db,
    begun.map(({ noticeHeight }) => noticeHeight - 1),
  );
  return begun.map((each) => ({ ...each, medianTimeBefore: medians.get(each.noticeHeight - 1) ?? 0 }));
};
