import { sql } from 'kysely';
import { outpointKey } from '@weir/covenants';
import type { AnnouncementVerdict } from '@weir/kinds';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { bulkInsert, bulkRows, columnsOf, partsOf } from './bulk-rows.js';
import { DailyChanges, type DailyContract, type DailyEvent } from './daily-changes.js';
import {
  type AnnouncementRecord,
  type ContractChange,
  type ContractEvent,
  EVENT_TYPES,
  headColumns,
  type HistoryReading,
  type IndexedBlock,
  type Round,
  TERMS_TYPES,
} from './sync-records.js';

/** Adds up how the counts of announcements by verdict change. */
class VerdictChanges {
  readonly #changes = new Map<AnnouncementVerdict, number>();

  add(verdict: AnnouncementVerdict, count: number): void {
    this.#changes.set(verdict, (this.#changes.get(verdict) ?? 0) + count);
  }

  /** A verdict without announcements has no row. */
  async apply(db: IndexerDatabase): Promise<void> {
    const changes = [...this.#changes].filter(([, count]) => count !== 0);
    if (changes.length === 0) return;
    const given = bulkRows(changes, {
      verdict: ['text', ([verdict]) => verdict],
      count: ['bigint', ([, count]) => count],
    });
    await sql`
      INSERT INTO verdict_counts AS kept (verdict, count) SELECT * FROM ${given}
      ON CONFLICT (verdict) DO UPDATE SET count = kept.count + excluded.count`.execute(db);
    await sql`DELETE FROM verdict_counts WHERE count = 0`.execute(db);
  }
}

type TakenEvent = DailyEvent & DailyContract;

/**
 * Removes the blocks above a height and everything found in them. The contracts that remain get their earlier state
 * from the round's changes.
 *
 * @returns addresses that lost a deployment
 */
export const rollBack = async (
  db: IndexerDatabase,
  height: number,
  { daily, verdicts }: { readonly daily: DailyChanges; readonly verdicts: VerdictChanges },
): Promise<readonly string[]> => {
  const removed = await db.deleteFrom('blocks').where('height', '>', height).executeTakeFirst();
  if (removed.numDeletedRows === 0n) return [];
  const { rows } = await sql<TakenEvent>`
    DELETE FROM events USING contracts WHERE contracts.id = events.contract_id AND events.height > ${height}
    RETURNING events.kind, events.time, contracts.token_category, contracts.total_amount,
      events.paid_to_recipient, events.paid_to_sender,
      events.satoshis_change, events.tokens_change`.execute(db);
  for (const event of rows) daily.add(event, event, -1);
  const lost = await db
    .deleteFrom('contracts')
    .where('fundedHeight', '>', height)
    .returning(['contractAddress', 'plan'])
    .execute();
  const unsaid = await db.deleteFrom('announcements').where('height', '>', height).returning('verdict').execute();
  for (const { verdict } of unsaid) verdicts.add(verdict, -1);
  return lost.filter(({ plan }) => plan === null).map(({ contractAddress }) => contractAddress);
};

/** Thrown where another writer committed meanwhile: the round was planned from outdated tables. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';

  constructor() {
    super('Another indexer has written since this round was planned');
  }
}

const ANNOUNCEMENT_COLUMNS = columnsOf(
  {
    txid: 'text',
    vout: 'integer',
    scriptHash: 'text',
    height: 'integer',
    verdict: 'text',
    product: 'text',
    contractAddress: 'text',
    problem: 'text',
  },
  (announcement: AnnouncementRecord) => announcement,
);
const BLOCK_COLUMNS = columnsOf({ height: 'integer', hash: 'text', time: 'bigint' }, (block: IndexedBlock) => block);
const READING_COLUMNS = columnsOf({ scriptHash: 'text', status: 'text' }, (reading: HistoryReading) => reading);
const HEAD_COLUMNS = headColumns(({ head }: ContractChange) => head);

const insertAnnouncements = async (
  db: IndexerDatabase,
  announcements: Round['announcements'],
  verdicts: VerdictChanges,
): Promise<void> => {
  await bulkInsert(db, 'announcements', announcements, ANNOUNCEMENT_COLUMNS);
  for (const { verdict } of announcements) verdicts.add(verdict, 1);
};

/** Inserts the new contracts. @returns the ids of all that change, by funding outpoint */
const insertContracts = async (
  db: IndexerDatabase,
  changes: readonly ContractChange[],
): Promise<ReadonlyMap<string, number>> => {
  const ids = new Map(
    changes.flatMap(({ id, terms }): [string, number][] => (id === null ? [] : [[outpointKey(terms), id]])),
  );
  const fresh = changes.filter(({ id }) => id === null);
  const columns = {
    ...columnsOf(TERMS_TYPES, ({ terms }: ContractChange) => terms),
    ...HEAD_COLUMNS,
  };
  const rows = await bulkInsert<ContractChange, { id: number; txid: string; vout: number }>(
    db,
    'contracts',
    fresh,
    columns,
    sql`RETURNING id, txid, vout`,
  );
  for (const row of rows) ids.set(outpointKey(row), row.id);
  return ids;
};

const updateContracts = async (db: IndexerDatabase, changes: readonly ContractChange[]): Promise<void> => {
  const known = changes.filter(({ id }) => id !== null);
  const columns = {
    contract: ['bigint', ({ id }: ContractChange) => id] as const,
    ...HEAD_COLUMNS,
  };
  const assignments = Object.keys(HEAD_COLUMNS).map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`);
  for (const part of partsOf(known)) {
    await sql`UPDATE contracts SET ${sql.join(assignments)} FROM ${bulkRows(part, columns)} WHERE contracts.id = given.contract`.execute(
      db,
    );
  }
};

const insertEvents = async (
  db: IndexerDatabase,
  changes: readonly ContractChange[],
  ids: ReadonlyMap<string, number>,
): Promise<void> => {
  const rows = changes.flatMap(({ terms, events }) =>
    events.map((event) => ({ id: ids.get(outpointKey(terms)) ?? null, event })),
  );
  type Row = { readonly id: number | null; readonly event: ContractEvent };
  const columns = {
    contractId: ['bigint', ({ id }: Row) => id] as const,
    ...columnsOf(EVENT_TYPES, ({ event }: Row) => event),
  };
  await bulkInsert(db, 'events', rows, columns);
};

/**
 * Of the deployments at one address the first on the chain is the accepted one, in any order they were found. Not of
 * plans, whose streams share an address from the start, and whose fundings do where a list needs several.
 */
const nameTwins = async (
  db: IndexerDatabase,
  addresses: readonly string[],
  verdicts: VerdictChanges,
): Promise<void> => {
  if (addresses.length === 0) return;
  const { rows } = await sql<{ given: AnnouncementVerdict; verdict: AnnouncementVerdict }>`
    UPDATE announcements AS named SET verdict = ranked.verdict
    FROM (
      SELECT txid, vout, verdict AS given,
        CASE WHEN row_number() OVER (PARTITION BY contract_address ORDER BY height, txid, vout) = 1 THEN 'ACCEPTED' ELSE 'TWIN' END AS verdict
      FROM announcements WHERE contract_address = ANY(${[...new Set(addresses)]}::text[]) AND verdict IN ('ACCEPTED', 'TWIN')
    ) AS ranked
    WHERE named.txid = ranked.txid AND named.vout = ranked.vout AND ranked.verdict <> ranked.given
    RETURNING ranked.given, named.verdict`.execute(db);
  for (const { given, verdict } of rows) {
    verdicts.add(given, -1);
    verdicts.add(verdict, 1);
  }
};

/** Removes digests that no longer describe the tables: the history they stand for may come back. */
const writeReadings = async (db: IndexerDatabase, { readings, dropped }: Round): Promise<void> => {
  const forgotten = readings.flatMap(({ scriptHash, status }) => (status === null ? [scriptHash] : []));
  const gone = [...dropped, ...forgotten];
  if (gone.length > 0) await sql`DELETE FROM scripts WHERE script_hash = ANY(${gone}::text[])`.execute(db);
  await bulkInsert(
    db,
    'scripts',
    readings.filter(({ status }) => status !== null),
    READING_COLUMNS,
    sql`ON CONFLICT (script_hash) DO UPDATE SET status = excluded.status`,
  );
};

const writeReorg = async (db: IndexerDatabase, { reorg, forkHeight }: Round): Promise<void> => {
  if (reorg === null) return;
  const change = { lastReorgAt: reorg.at, lastReorgDepth: reorg.depth, lastReorgHeight: forkHeight };
  await db
    .updateTable('syncState')
    .set(({ eb }) => ({ ...change, reorgs: eb('reorgs', '+', 1) }))
    .execute();
};

/**
 * Writes a round in one transaction: removes the blocks above its fork with everything found in them, then adds what
 * the chain has in their place. Readers see the tables before it or after it.
 *
 * @throws OvertakenError when the tables are not those it was planned from
 */
export const commitRound = (db: IndexerDatabase, round: Round): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const claimed = await trx
      .updateTable('syncState')
      .set({
        version: sql`version + 1`,
        // Of what takes the place of blocks that were served not everything is known yet.
        servedHeight: sql`CASE WHEN served_height > ${round.forkHeight} THEN ${round.forkHeight} ELSE served_height END`,
        problem: null,
      })
      .where('version', '=', round.version)
      .returning('version')
      .executeTakeFirst();
    if (claimed === undefined) throw new OvertakenError();
    const daily = new DailyChanges();
    const verdicts = new VerdictChanges();
    const lost = await rollBack(trx, round.forkHeight, { daily, verdicts });
    await bulkInsert(trx, 'blocks', round.blocks, BLOCK_COLUMNS);
    await insertAnnouncements(trx, round.announcements, verdicts);
    const ids = await insertContracts(trx, round.changes);
    await nameTwins(
      trx,
      [
        ...lost,
        ...round.changes
          .filter(({ id, terms }) => id === null && terms.plan === null)
          .map(({ terms }) => terms.contractAddress),
      ],
      verdicts,
    );
    await updateContracts(trx, round.changes);
    await insertEvents(trx, round.changes, ids);
    for (const { terms, events } of round.changes) for (const event of events) daily.add(event, terms, 1);
    await daily.apply(trx);
    await verdicts.apply(trx);
    await writeReadings(trx, round);
    await writeReorg(trx, round);
  });
