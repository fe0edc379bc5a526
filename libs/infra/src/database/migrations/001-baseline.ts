import type { Kysely } from 'kysely';
import { dropEverything } from '../sql/drop-everything.js';
import { airdrops } from './baseline/airdrops.js';
import { chain } from './baseline/chain.js';
import { currencyPayments } from './baseline/currency-payments.js';
import { events } from './baseline/events.js';
import { explorer } from './baseline/explorer.js';
import { listChanges } from './baseline/list-changes.js';
import { mail } from './baseline/mail.js';
import { oracles } from './baseline/oracles.js';
import { outbox } from './baseline/outbox.js';
import { people } from './baseline/people.js';
import { planStatus } from './baseline/plan-status.js';
import { plans } from './baseline/plans.js';
import { platform } from './baseline/platform.js';
import { proposals } from './baseline/proposals.js';
import { purses } from './baseline/purses.js';
import { streamCounters } from './baseline/stream-counters.js';
import { streams } from './baseline/streams.js';
import { tokens } from './baseline/tokens.js';
import { vaults } from './baseline/vaults.js';
import { webhooks } from './baseline/webhooks.js';

/** Tables come after those that they reference, and triggers after their tables. */
const PARTS = [
  ...[platform, tokens, vaults, proposals, purses, plans, streams, streamCounters, planStatus, airdrops, chain],
  ...[events, oracles, currencyPayments, outbox, webhooks, people, mail, explorer, listChanges],
];

/** The schema of the API's database: a file for each aggregate, with its tables, indexes, functions and triggers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) await part.execute(db);
}

/** Removes everything that the schema holds but the migrations' own tables. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await dropEverything(db);
}
