import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { byStatement, hash, stepsOf, type InjectedFault } from './inject.js';

/** Rows of no record, leases of no request, and a number that is taken already. */
export const leftovers: readonly InjectedFault[] = [
  {
    fault: 'stuck-lease',
    inject: byStatement(
      () => sql`
      INSERT INTO idempotency_keys (scope, key, token, running_until, expires_at)
      VALUES ('somebody', 'a key', ${randomUUID()}, now() + interval '3 days', 4000000000)`,
    ),
  },
  { fault: 'duplicate-display-id', inject: byStatement(() => sql`SELECT setval('stream_bch_number', 1)`) },
  {
    fault: 'orphaned-step',
    inject: byStatement(
      ({ stream }) => sql`
      INSERT INTO transitions SELECT (jsonb_populate_record(step, jsonb_build_object('resource_id', gen_random_uuid()))).*
      FROM transitions AS step WHERE ${stepsOf('stream', stream.id)} AND sequence = 1`,
    ),
  },
  {
    fault: 'orphaned-hash',
    inject: byStatement(
      () =>
        sql`INSERT INTO transaction_uses (tx_hash, resource_type, resource_id) VALUES (${hash()}, 'vault', gen_random_uuid())`,
    ),
  },
  {
    fault: 'orphaned-reading',
    inject: byStatement(
      () => sql`INSERT INTO script_readings (resource_type, resource_id) VALUES ('stream', gen_random_uuid())`,
    ),
  },
  {
    fault: 'orphaned-lost-funding',
    inject: byStatement(() => sql`INSERT INTO lost_fundings VALUES ('stream', gen_random_uuid(), ${hash()}, 1)`),
  },
];
