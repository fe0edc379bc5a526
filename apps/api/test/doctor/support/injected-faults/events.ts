import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { byStatement, byStatements, type InjectedFault } from './inject.js';

/** Events and deliveries that do not go out. */
export const events: readonly InjectedFault[] = [
  {
    fault: 'wrong-webhook-position',
    inject: byStatement(
      () => sql`UPDATE webhook_progress SET dispatched_through = (SELECT max(id) + 100 FROM published_events)`,
    ),
  },
  {
    fault: 'missing-event-party',
    inject: byStatement(
      () => sql`
      DELETE FROM published_event_parties WHERE event_id = (SELECT min(event_id) FROM published_event_parties)`,
    ),
  },
  {
    fault: 'stuck-delivery',
    inject: byStatements(
      ({ stream }) => sql`
        INSERT INTO webhooks (id, owner, owner_hash, url, secret, after_event)
        SELECT ${stream.id}, sender, sender_hash, 'https://example.test', 'secret', 0 FROM streams WHERE id = ${stream.id}`,
      ({ stream }) => sql`
        WITH message AS (
          INSERT INTO webhook_messages (message_id, type, body) VALUES ('m', 'stream.funded', '{}') RETURNING message_id)
        INSERT INTO webhook_deliveries (id, webhook_id, message_id, record_id)
        SELECT ${randomUUID()}, ${stream.id}, message_id, ${stream.id} FROM message`,
    ),
  },
  { fault: 'duplicate-event-position', inject: byStatement(() => sql`SELECT setval('published_events_id_seq', 1)`) },
];

/** Only where no API publishes. */
export const DEAD_OUTBOX: InjectedFault = {
  fault: 'dead-outbox',
  inject: byStatement(
    ({ stream }) => sql`
    INSERT INTO outbox (kind, product, record_id, parties, figures, created_at)
    SELECT 'funded', 'stream', id, '[]', '{}', 1700000000 FROM streams WHERE id = ${stream.id}`,
  ),
};
