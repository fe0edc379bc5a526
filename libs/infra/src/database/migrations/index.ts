import type { DatabaseKind } from '../identity/database-kind.js';
import * as baseline from './001-baseline.js';

/**
 * The API's database. Its migrations are named here rather than found on disk, so that they are there in every build.
 * Add new ones at the end; never change one that has been released.
 */
export const apiDatabase: DatabaseKind = {
  app: 'api',
  migrations: {
    'api-001-baseline': { up: baseline.up, down: baseline.down, version: '1.0' },
  },
  migrate: 'migrate',
  recordTables: [
    'streams',
    'plans',
    'airdrop_campaigns',
    'vaults',
    'vault_proposals',
    'webhooks',
    'mail_subscriptions',
  ],
  refilledTables: [
    ...['server_timelines', 'service_secrets', 'rate_limits', 'auth_nonces', 'idempotency_keys', 'noted_transactions'],
    ...['list_changes', 'list_changes_floor', 'published_events_kept', 'mail_progress', 'webhook_progress'],
    ...['script_readings', 'tokens', 'explorer_counters', 'explorer_tokens', 'stream_counters', 'airdrop_counters'],
  ],
  beforeDown: 'To give everything up, delete the database itself (dropdb) and create it again.',
};
