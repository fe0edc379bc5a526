import { sql } from 'kysely';
import type { Database } from '@weir/infra';

/**
 * Changes a number of streams a second, each time another one, as claims do: cached lists of its parties are out of date with it.
 *
 * @returns how to stop
 */
export const writeStreams = (db: Database, rows: number, perSecond: number): (() => void) => {
  let turn = 0;
  const writing = setInterval(() => {
    turn += 1;
    const name = `#WEIR-BCH-${(1 + ((turn * 7_919) % rows)).toString().padStart(7, '0')}`;
    void sql`UPDATE streams SET updated_at = updated_at + 1 WHERE stream_id = ${name}`.execute(db);
  }, 1_000 / perSecond);
  return () => clearInterval(writing);
};
