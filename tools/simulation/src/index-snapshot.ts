import type { IndexerDatabase } from '@weir/infra';

const read = async (db: IndexerDatabase) => {
  const blocks = await db.selectFrom('blocks').selectAll().orderBy('height').execute();
  const announcements = await db.selectFrom('announcements').selectAll().orderBy('txid').orderBy('vout').execute();
  const contracts = await db.selectFrom('contracts').selectAll().orderBy('txid').orderBy('vout').execute();
  const events = await db
    .selectFrom('events')
    .innerJoin('contracts', 'contracts.id', 'events.contractId')
    .selectAll('events')
    .select(['contracts.txid as funding', 'contracts.vout'])
    .execute();
  const current = await db.selectFrom('balances').selectAll().orderBy('asset').execute();
  const verdicts = await db.selectFrom('verdictCounts').selectAll().orderBy('verdict').execute();
  const balances = await db.selectFrom('dailyBalances').selectAll().orderBy('asset').orderBy('day').execute();
  const activity = await db.selectFrom('dailyActivity').selectAll().orderBy('asset').orderBy('day').execute();
  const numberless = events.map(({ contractId, ...event }) => ({ ...event, isNumbered: contractId > 0 }));
  return {
    blocks,
    announcements,
    contracts: contracts.map(({ id, ...contract }) => ({ ...contract, isNumbered: id > 0 })),
    events: numberless.sort((a, b) =>
      a.funding < b.funding ? -1 : a.funding > b.funding ? 1 : a.vout - b.vout || a.sequence - b.sequence,
    ),
    current,
    verdicts,
    balances,
    activity,
  };
};

export type IndexSnapshot = Awaited<ReturnType<typeof read>>;

/**
 * Reads everything in the indexer's tables that the chain determines, in one snapshot: without row ids, and without who
 * read what when.
 */
export const snapshotOfIndex = (db: IndexerDatabase): Promise<IndexSnapshot> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read);
