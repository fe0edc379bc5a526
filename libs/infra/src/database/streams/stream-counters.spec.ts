import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { cancel, complete, fund, newPayment, newStream, pause, randomHex, VANISHED } from '../../../test/streams.js';
import { createStreamsRepository } from './streams.repository.js';

const PARTIES = Array.from({ length: 4 }, () => randomHex(20));
const anyParty = () => PARTIES[Math.floor(Math.random() * PARTIES.length)];

describe('stream counters', () => {
  const database = useDatabase();
  const streams = database.over(createStreamsRepository);

  /** Counters, and the same figures counted row by row; both without zeros. */
  async function bothCounts() {
    const kept = sql`
      SELECT product, scope, key, status, sum(n)::int AS n
      FROM stream_counters CROSS JOIN LATERAL
        (VALUES ('PENDING', pending), ('ACTIVE', active), ('PAUSED', paused), ('COMPLETED', completed), ('CANCELLED', cancelled)) AS v (status, n)
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4`.execute(database.db);
    const counted = sql`
      SELECT product, scope, key, status, count(*)::int AS n
      FROM streams CROSS JOIN LATERAL
        (VALUES ('all', ''), ('sender', sender_hash), ('recipient', recipient_hash), ('pair', sender_hash || ':' || recipient_hash)) AS v (scope, key)
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`.execute(database.db);
    return { kept: (await kept).rows, counted: (await counted).rows };
  }

  /** A life of random length: inserted, perhaps funded, perhaps ended, perhaps rolled back or given up half-way. */
  async function live(): Promise<void> {
    const isPayment = Math.random() < 0.3;
    const { id } = await streams.insert(
      (isPayment ? newPayment : newStream)({ senderHash: anyParty(), recipientHash: anyParty() }),
    );
    const fate = Math.random();
    if (fate < 0.1) return;
    await streams.withStream(id, (scope) => fund(scope));
    if (fate < 0.3) return;
    if (isPayment && fate < 0.5) {
      await streams.withStream(id, (scope) => pause(scope));
      return;
    }
    await streams.withStream(id, (scope) => (fate < 0.6 ? complete(scope) : cancel(scope)));
    if (fate > 0.7) await streams.withStream(id, (scope) => scope.rollbackFrom(fate > 0.8 ? 1 : 2, VANISHED));
    if (fate > 0.9) {
      const givenUp = streams.withStream(id, async (scope) => {
        await fund(scope);
        throw new Error('given up');
      });
      await expect(givenUp).rejects.toThrow('given up');
      await database.db.deleteFrom('streams').where('id', '=', id).execute();
    }
  }

  it('equal the rows after 300 random histories, 20 at a time', async () => {
    const worker = async () => {
      for (let round = 0; round < 15; round += 1) await live();
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    const { kept, counted } = await bothCounts();
    expect(counted.length).toBeGreaterThan(20);
    expect(kept).toEqual(counted);
    const total =
      (await streams.list({ limit: 1 })).total + (await streams.list({ product: 'payment', limit: 1 })).total;
    expect(total).toBe(
      (
        await database.db
          .selectFrom('streams')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  });

  it('follow statements over many rows', async () => {
    await sql`UPDATE streams SET sender_hash = ${PARTIES[0]} WHERE status = 'ACTIVE'`.execute(database.db);
    let figures = await bothCounts();
    expect(figures.kept).toEqual(figures.counted);
    await sql`DELETE FROM streams WHERE status IN ('PENDING', 'COMPLETED')`.execute(database.db);
    figures = await bothCounts();
    expect(figures.kept).toEqual(figures.counted);
    await sql`DELETE FROM streams`.execute(database.db);
    figures = await bothCounts();
    expect(figures).toEqual({ kept: [], counted: [] });
  });
});
