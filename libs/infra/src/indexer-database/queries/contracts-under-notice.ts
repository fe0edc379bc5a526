import type { IndexerDatabase } from '../open-indexer-database.js';
import { toStoredContract } from '../sync/contract-columns.js';
import type { IndexedContract } from './list-contracts.js';

/** A contract under notice, and the height of the block that began it. */
export interface ContractUnderNotice {
  readonly contract: IndexedContract;
  readonly noticeHeight: number;
}

/** Events that begin a notice. */
const BEGINNINGS = ['cancel', 'pause'];

/** Contracts that go on though cancelled or paused, in order of their ids. */
export const contractsUnderNotice = async (db: IndexerDatabase, after: bigint, limit: number): Promise<readonly ContractUnderNotice[]> => {
  const rows = await db
    .selectFrom('contracts')
    .selectAll('contracts')
    .select(({ selectFrom }) =>
      selectFrom('events')
        .whereRef('events.contract_id', '=', 'contracts.id')
        .where('events.kind', 'in', BEGINNINGS)
        .select('events.height')
        .orderBy('events.sequence', 'desc')
        .limit(1)
        .as('notice_height'),
    )
    .where('contracts.state', 'is not', null)
    .where('contracts.status', 'in', ['CANCELLED', 'PAUSED'])
    .where('contracts.id', '>', after)
    .orderBy('contracts.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ contract: toStoredContract(row), noticeHeight: row.notice_height ?? row.last_height }));
};
