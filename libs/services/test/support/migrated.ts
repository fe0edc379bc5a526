import { createDatabase, migrateToLatest } from '@weir/infra';
import type { Preparation } from '@weir/testing/postgres';

/** A database with the present schema. */
export const migrated: Preparation = {
  name: 'api',
  async prepare(url) {
    const db = createDatabase({ url, statementTimeoutMs: 0 });
    await migrateToLatest(db);
    await db.destroy();
  },
};
