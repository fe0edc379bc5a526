import { sql } from 'kysely';
import { type AnyRecord, makeRecord } from '../../../test/activities.js';
import { createMigratedDatabase, type MigratedDatabase } from '../../../test/database.js';
import { randomHex } from '../../../test/streams.js';
import { newVault } from '../../../test/vaults.js';
import { createVaultsRepository } from '../vaults/vaults.repository.js';
import { ACTIVITIES, type ActivityFilter } from './activity-filter.js';
import type { Activity } from './explorer-tables.js';
import { pageQuery } from './list-activity.js';

/** Records of one kind that a walk must not read when it looks for others. */
const CROWD = 1_000;
const PAGE = 10;
const TABLES = { STREAM: 'streams', PAYMENT: 'streams', AIRDROP: 'airdrop_campaigns', TREASURY: 'vault_proposals' } as const;
const DISPLAY_IDS = { STREAM: 'stream_id', PAYMENT: 'stream_id', AIRDROP: 'campaign_id', TREASURY: 'proposal_id' } as const;
/** What else must differ from row to row, of a fixed length. */
const UNIQUE = { STREAM: ['nonce', 'script_hash'], PAYMENT: ['nonce', 'script_hash'], AIRDROP: ['nonce', 'claim_token'], TREASURY: [] } as const;

let database: MigratedDatabase;
const common = { status: 'ACTIVE', tokenType: 'BCH', tokenCategory: null, amount: 1_000n } as const;

/** Copies a row many times, each copy a second later than the one before. */
async function crowd(activity: Activity, id: string): Promise<void> {
  const counted = sql`(10000 + n)::text`;
  const changes = [
    sql`'id', gen_random_uuid(), 'created_at', row.created_at + n, ${sql.lit(DISPLAY_IDS[activity])}::text, ${sql.ref(`row.${DISPLAY_IDS[activity]}`)} || ${counted}`,
    ...UNIQUE[activity].map((name) => sql`${sql.lit(name)}::text, left(${sql.ref(`row.${name}`)}, -5) || ${counted}`),
  ];
  await sql`
    INSERT INTO ${sql.ref(TABLES[activity])}
    SELECT (jsonb_populate_record(row, jsonb_build_object(${sql.join(changes)}))).*
    FROM ${sql.ref(TABLES[activity])} AS row, generate_series(1, ${CROWD}) AS n WHERE row.id = ${id}`.execute(database.db);
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows that scans of a plan read, whether they were of use or not. */
const rowsRead = (node: PlanNode): number => {
  const own = node['Node Type'].includes('Scan') ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((total, inner) => total + rowsRead(inner), own);
};

async function readFor(filter: ActivityFilter): Promise<number> {
  const query = pageQuery(filter, { after: undefined, limit: PAGE + 1 });
  if (query === undefined) throw new Error('There is nothing to read');
  const { rows } = await sql<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`.execute(database.db);
  return rowsRead(rows[0]?.['QUERY PLAN'][0].Plan ?? { 'Node Type': 'Scan', 'Actual Rows': Infinity, 'Actual Loops': 1 });
}

beforeAll(async () => {
  database = await createMigratedDatabase();
  const { db } = database;
  const [open, hidden] = await Promise.all([true, false].map((isPublic) => createVaultsRepository(db).insert(newVault({ isPublic }))));
  const vaultId = open?.id ?? '';
  for (const activity of ACTIVITIES) {
    const make = (changes: Partial<AnyRecord>, where = vaultId) =>
      makeRecord(db, { activity, ...common, ...(activity === 'TREASURY' && { status: 'APPROVED' }), ...changes }, where);
    // The rare ones are older than all the others.
    await make({ tokenType: 'FUNGIBLE_TOKEN', tokenCategory: randomHex(32), status: activity === 'TREASURY' ? 'REJECTED' : 'CANCELLED' });
    await crowd(activity, await make({}));
    if (activity === 'TREASURY') await crowd(activity, await make({}, hidden?.id));
  }
  for (const table of new Set(Object.values(TABLES))) await sql`ANALYZE ${sql.ref(table)}`.execute(db);
});
afterAll(() => database.drop());

describe('a page', () => {
  it.each<[string, ActivityFilter]>([
    ['of everything', {}],
    ...ACTIVITIES.map((activity): [string, ActivityFilter] => [`of each ${activity}`, { activity }]),
    ['of what is common', { tokenType: 'BCH', status: 'ACTIVE' }],
    ['of a rare asset', { tokenType: 'FUNGIBLE_TOKEN' }],
    ['of a rare status', { status: 'CANCELLED' }],
    ['of a rare status and asset', { tokenType: 'FUNGIBLE_TOKEN', status: 'CANCELLED' }],
    ['of a status there is not', { status: 'COMPLETED' }],
    ...ACTIVITIES.map((activity): [string, ActivityFilter] => [`of a rare ${activity}`, { activity, status: 'CANCELLED' }]),
    ...ACTIVITIES.map((activity): [string, ActivityFilter] => [`of no ${activity}`, { activity, tokenType: 'BCH', status: 'COMPLETED' }]),
  ])('%s reads a few rows of each kind, however many there are', async (_, filter) => {
    expect(await readFor(filter)).toBeLessThan(200);
  });
});
