import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { createPublishedEventsRepository } from '../outbox/published-events.repository.js';
import { createDoctorRepository } from './doctor.repository.js';

describe('the checks of the data', () => {
  const database = useDatabase();

  it('find events that nobody publishes, until they are', async () => {
    const doctor = createDoctorRepository(database.db);
    expect(await doctor.dataFaults()).toEqual([]);
    await sql`
      INSERT INTO outbox (kind, product, record_id, parties, figures, created_at)
      VALUES ('funded', 'stream', gen_random_uuid(), '[]', '{}', 1700000000)`.execute(database.db);
    expect((await doctor.dataFaults()).map(({ fault }) => fault)).toEqual(['dead-outbox']);
    expect(await createPublishedEventsRepository(database.db).publish()).toBe(1);
    expect(await doctor.dataFaults()).toEqual([]);
  });
});
