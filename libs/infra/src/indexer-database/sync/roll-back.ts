import { sql } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';
import type { DailyChanges, DailyContract, DailyEvent } from './daily-changes.js';
import type { VerdictChanges } from './verdict-changes.js';

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
