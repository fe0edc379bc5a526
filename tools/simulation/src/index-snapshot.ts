import type { IndexerDatabase } from '@weir/infra';

/** All the indexer's tables hold that the chain decides: no row ids, nothing of who read what when. */
export const snapshotOfIndex = async (db: IndexerDatabase) => {
  const [blocks, announcements, contracts, events, balances, activity] = await Promise.all([
    db.selectFrom('blocks').selectAll().orderBy('height').execute(),
    db.selectFrom('announcements').selectAll().orderBy('txid').orderBy('vout').execute(),
    db.selectFrom('contracts').selectAll().orderBy('txid').orderBy('vout').execute(),
    db.selectFrom('events').innerJoin('contracts', 'contracts.id', 'events.contract_id').selectAll('events').select(['contracts.txid as funding', 'contracts.vout']).execute(),
    db.selectFrom('daily_balances').selectAll().orderBy('asset').orderBy('day').execute(),
    db.selectFrom('daily_activity').selectAll().orderBy('asset').orderBy('day').execute(),
  ]);
  const withoutId = events.map(({ contract_id, ...event }) => ({ ...event, isNumbered: contract_id > 0n }));
  return {
    blocks,
    announcements,
    contracts: contracts.map(({ id, ...contract }) => ({ ...contract, isNumbered: id > 0n })),
    events: withoutId.sort((a, b) => (a.funding < b.funding ? -1 : a.funding > b.funding ? 1 : a.sequence - b.sequence)),
    balances,
    activity,
  };
};

export type IndexSnapshot = Awaited<ReturnType<typeof snapshotOfIndex>>;
