import { sql } from 'kysely';
import { crowd } from '../../../test/crowd.js';
import { useDatabase } from '../../../test/database.js';
import { newStream, randomHex } from '../../../test/streams.js';
import type { Database } from '../create-database.js';
import { listStreams, type StreamFilter } from './list-streams.js';
import { createStreamsRepository } from './streams.repository.js';

const PARTIES = 10;
const ROWS = 200;
const LIMIT = 10;

/** How many rows of streams this connection has read, of what it has not reported yet. */
const readSoFar = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ readonly read: number }>`
    SELECT (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::integer AS read
    FROM pg_stat_xact_user_tables WHERE relname = 'streams'`.execute(db);
  return rows[0]?.read ?? 0;
};

/** A page of a list, and how many rows of streams it reads. */
const readBy = (db: Database, filter: StreamFilter, cursor?: string) =>
  db.transaction().execute(async (trx) => {
    const before = await readSoFar(trx);
    const page = await listStreams(trx, { ...filter, limit: LIMIT, cursor });
    return { page, read: (await readSoFar(trx)) - before };
  });

describe('a list of several parties', () => {
  const database = useDatabase();
  const streams = database.over(createStreamsRepository);
  const own = Array.from({ length: PARTIES }, () => randomHex(20));

  beforeAll(async () => {
    for (const recipientHash of own) {
      const { id } = await streams.insert(newStream({ recipientHash }));
      await crowd(database.db, 'STREAM', id, ROWS - 1);
    }
    await sql`ANALYZE streams, stream_counters`.execute(database.db);
  });

  it('reads a page of each party at most, at any depth', async () => {
    for (const filter of [{ recipientHashes: own }, { addressHashes: own }]) {
      const seen = new Set<string>();
      let cursor: string | undefined;
      for (let pages = 0; pages < 5; pages += 1) {
        const { page, read } = await readBy(database.db, filter, cursor);
        // The places of each, one more to know whether there is a next page, and the rows of the page.
        expect(read).toBeGreaterThan(LIMIT);
        expect(read).toBeLessThanOrEqual((PARTIES + 2) * (LIMIT + 1));
        expect([page.rows.length, page.total]).toEqual([LIMIT, PARTIES * ROWS]);
        for (const { id } of page.rows) seen.add(id);
        cursor = page.nextCursor ?? undefined;
      }
      expect(seen.size).toBe(5 * LIMIT);
    }
  });

  it('shows what is between two of them once', async () => {
    const [one, other] = [randomHex(20), randomHex(20)];
    const between = await streams.insert(newStream({ senderHash: one, recipientHash: other }));
    const toItself = await streams.insert(newStream({ senderHash: other, recipientHash: other }));
    const { rows, total } = await streams.list({ addressHashes: [one, other], limit: LIMIT });
    expect([rows.map(({ id }) => id), total]).toEqual([[toItself.id, between.id], 2]);
  });
});
