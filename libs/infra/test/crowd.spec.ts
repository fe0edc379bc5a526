import { sql } from 'kysely';
import { makeRecord } from './activities.js';
import { crowd } from './crowd.js';
import { useDatabase } from './database.js';

const database = useDatabase();

it('copies a record whose hash ends in the number of one of its copies', async () => {
  const { db } = database;
  const record = {
    activity: 'STREAM',
    status: 'ACTIVE',
    tokenType: 'BCH',
    tokenCategory: null,
    amount: 1_000n,
  } as const;
  for (const first of ['0', 'f']) {
    const id = await makeRecord(db, record, '');
    const hash = `${first.repeat(59)}10002`;
    await sql`UPDATE streams SET funding_tx_hash = ${hash} WHERE id = ${id}`.execute(db);
    await crowd(db, 'STREAM', id, 3);
  }
  const { rows } = await sql<{ count: number }>`SELECT count(DISTINCT funding_tx_hash) FROM streams`.execute(db);
  expect(rows).toEqual([{ count: 8 }]);
});
