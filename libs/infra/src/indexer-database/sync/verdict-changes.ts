import { sql } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';
import type { AnnouncementVerdict } from '../tables.js';
import { bulkRows } from './bulk-rows.js';

/** Adds up how the counts of announcements by verdict change. */
export class VerdictChanges {
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
