import { type RawBuilder, sql } from 'kysely';
import type { ActivityStatus } from '@weir/api-contract/words';
import { ACTIVITIES, type Activity } from '@weir/kinds';
import { canHoldTokens, makeRecord, OWN_STATUSES, PAID_BY_PURSE, type AnyRecord } from '../../../test/activities.js';
import { newCampaign } from '../../../test/campaigns.js';
import { ACTIVITY_TABLES, crowd, crowdOfFundings, crowdOfVaults } from '../../../test/crowd.js';
import { useDatabase } from '../../../test/database.js';
import { rowsRead } from '../../../test/rows-read.js';
import { newStream, randomHex } from '../../../test/streams.js';
import { newVault } from '../../../test/vaults.js';
import { createDatabase, type Database } from '../create-database.js';
import { createListChanges } from '../list-changes/list-changes.js';
import { InvalidCursorError } from '../sql/database-errors.js';
import { encodeCursor } from '../sql/pages.js';
import { newId } from '../sql/statements.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { createVaultsRepository } from '../vaults/vaults.repository.js';
import { activityStatusOf, type ActivityFilter, type ActivityRecord } from './activity.js';
import { createExplorerRepository, type ExplorerRepository } from './explorer.repository.js';
import { type ActivityPageRequest, type PagePart, pageQuery } from './list-activity.js';

const CATEGORY = randomHex(32);
const ASSETS = [
  { tokenType: 'BCH', tokenCategory: null },
  { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: CATEGORY },
] as const;
const assetsOf = (activity: Activity) => (canHoldTokens(activity) ? ASSETS : ASSETS.slice(0, 1));
const STATUSES: readonly ActivityFilter['status'][] = [
  undefined,
  ...(['PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED', 'FUNDED'] as const),
];

const database = useDatabase();
let explorer: ExplorerRepository;
let vault: { readonly id: string; readonly contractAddress: string | null };
/** Everything that may be shown, newest first. */
let expected: readonly (AnyRecord & { readonly id: string })[];

const TABLES = [...new Set(Object.values(ACTIVITY_TABLES))];

/** Each product in each of its statuses, in BCH and a token, twice: five to a second. Between them, what nobody may see. */
beforeAll(async () => {
  const { db } = database;
  explorer = createExplorerRepository(db);
  const vaults = createVaultsRepository(db);
  vault = await vaults.insert(newVault({ isPublic: true }));
  const hidden = await vaults.insert(newVault());
  const made: (AnyRecord & { readonly id: string })[] = [];
  for (const activity of [...ACTIVITIES, ...ACTIVITIES]) {
    for (const asset of assetsOf(activity)) {
      for (const status of OWN_STATUSES[activity]) {
        const record = { activity, status, ...asset, amount: BigInt(1_000 + made.length) };
        const id = await makeRecord(db, record, vault.id);
        if (activity === 'TREASURY' || activity === 'PURSE') await makeRecord(db, record, hidden.id);
        for (const table of TABLES)
          await db
            .updateTable(table)
            .set({ createdAt: 1_700_000_000 + Math.floor(made.length / 5) })
            .where('id', '=', id)
            .execute();
        made.push({ ...record, id });
      }
    }
  }
  expected = made.toReversed();
});

/** What a filter means, said in the plainest way. */
const matches =
  ({ activity, tokenType, status }: ActivityFilter) =>
  (record: AnyRecord) =>
    (activity === undefined || record.activity === activity) &&
    (tokenType === undefined || record.tokenType === tokenType) &&
    (status === undefined ||
      (status === 'FUNDED'
        ? activityStatusOf(record.activity, record.status) !== 'PENDING'
        : activityStatusOf(record.activity, record.status) === status));

const FILTERS: readonly ActivityFilter[] = [undefined, ...ACTIVITIES].flatMap((activity) =>
  [undefined, 'BCH' as const, 'FUNGIBLE_TOKEN' as const].flatMap((tokenType) =>
    STATUSES.map((status) => ({ activity, tokenType, status })),
  ),
);

async function walk(
  filter: Omit<ActivityPageRequest, 'limit' | 'cursor'>,
  limit: number,
): Promise<readonly ActivityRecord[]> {
  const seen: ActivityRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await explorer.list({ ...filter, limit, cursor });
    expect(page.rows.length).toBeLessThanOrEqual(limit);
    seen.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

const brief = ({
  activity,
  id,
  status,
  tokenType,
  tokenCategory,
}:
  | Pick<ActivityRecord, 'activity' | 'id' | 'status' | 'tokenType' | 'tokenCategory'>
  | (AnyRecord & { id: string })) => ({
  activity,
  id,
  status,
  tokenType,
  tokenCategory,
});
const sum = (rows: readonly AnyRecord[], amountOf: (row: AnyRecord) => bigint): bigint =>
  rows.reduce((total, row) => total + amountOf(row), 0n);
/** What a record was funded with. */
const funded = ({ activity, status, amount }: AnyRecord): bigint => {
  if (activity === 'TREASURY') return status === 'EXECUTED' ? amount : 0n;
  if (activity === 'PURSE') return PAID_BY_PURSE;
  if (status === 'PENDING') return 0n;
  return activity === 'AIRDROP' ? (newCampaign().contract?.pool ?? 0n) : amount;
};
const asked = ({ activity, status, amount }: AnyRecord): bigint =>
  activity !== 'TREASURY' && status === 'PENDING' ? amount : 0n;

describe('the list of everything', () => {
  it('gives exactly what each of the 126 filters asks for, page by page, and its figures', async () => {
    expect(FILTERS).toHaveLength(126);
    for (const filter of FILTERS) {
      const rows = expected.filter(matches(filter));
      expect((await walk(filter, 11)).map(brief)).toEqual(rows.map(brief));
      const of = (status: ActivityStatus) => rows.filter(matches({ status })).length;
      const tokens = rows.filter(matches({ tokenType: 'FUNGIBLE_TOKEN' }));
      expect(await explorer.stats(filter)).toEqual({
        totalVolume: sum(rows.filter(matches({ tokenType: 'BCH' })), funded),
        pendingVolume: sum(rows.filter(matches({ tokenType: 'BCH' })), asked),
        volumeByToken:
          tokens.length === 0
            ? []
            : [{ tokenCategory: CATEGORY, volume: sum(tokens, funded), pendingVolume: sum(tokens, asked) }],
        activeCount: of('ACTIVE'),
        completedCount: of('COMPLETED'),
        totalCount: rows.length,
      });
    }
  });

  it('orders by creation from the oldest, cuts by dates, and orders BCH by amount, page by page', async () => {
    const [from, to] = [1_700_000_003, 1_700_000_006];
    for (const filter of FILTERS) {
      const rows = expected.filter(matches(filter));
      const listed = await walk({ ...filter, sort: 'oldest' }, 7);
      expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
      const within = rows.filter(({ id }) => {
        const at = listed.find((row) => row.id === id)?.createdAt ?? 0;
        return at >= from && at <= to;
      });
      expect((await walk({ ...filter, from, to }, 7)).map(({ id }) => id)).toEqual(within.map(({ id }) => id));
      const inCoins = { ...filter, tokenType: 'BCH' } as const;
      const largest = await walk({ ...inCoins, sort: 'largest' }, 7);
      const ids = expected.filter(matches(inCoins)).map(({ id }) => id);
      expect(largest.map(({ id }) => id).sort()).toEqual(ids.sort());
      const amounts = largest.map(({ totalAmount }) => totalAmount);
      expect(amounts).toEqual([...amounts].sort((a, b) => (a < b ? 1 : -1)));
    }
  });

  it('pages alike with any page size, the exact fit included', async () => {
    const ids = expected.map(({ id }) => id);
    for (const limit of [1, 5, ids.length, 200]) expect((await walk({}, limit)).map(({ id }) => id)).toEqual(ids);
    expect((await explorer.list({ limit: ids.length })).nextCursor).toBeNull();
    expect((await explorer.list({ limit: ids.length - 1 })).nextCursor).not.toBeNull();
  });

  it('shows every product in the fields of a stream', async () => {
    const rows = await walk({}, 200);
    const find = (activity: string, status: string) =>
      rows.find((row) => row.activity === activity && row.status === status && row.tokenType === 'BCH');
    expect(find('STREAM', 'ACTIVE')).toMatchObject({
      streamType: 'LINEAR',
      isOpen: true,
      cliffTimestamp: null,
      withdrawnAmount: 0n,
    });
    expect(find('STREAM', 'COMPLETED')).toMatchObject({ isOpen: false });
    expect(find('PAYMENT', 'PAUSED')).toMatchObject({
      paymentInterval: 'DAILY',
      withdrawnAmount: 0n,
      sender: expect.stringMatching(/^bchtest:/) as string,
    });
    expect(find('AIRDROP', 'COMPLETED')).toMatchObject({
      recipient: '',
      claimedAmount: 40_000n,
      claimedCount: 4,
      maxClaims: 4,
    });
    expect(find('AIRDROP', 'PENDING')).toMatchObject({ claimedAmount: 0n, claimedCount: 0 });
    expect(find('CURRENCY_PAYMENT', 'PAUSED')).toMatchObject({
      displayId: expect.stringMatching(/^#WEIR-CUR-\d{6}$/) as string,
      paymentInterval: 'DAILY',
      amountPerPeriod: 4_500n,
      periods: 12,
      paymentCount: 0,
      withdrawnAmount: 0n,
      currency: 'USD',
      decimals: 2,
    });
    const displayId = expect.stringMatching(/^#WEIR-PROP-\d{6}$/) as string;
    expect(find('TREASURY', 'STALE')).toMatchObject({
      sender: vault.contractAddress,
      recipient: expect.stringMatching(/^bchtest:/) as string,
      displayId,
    });
    expect(find('PURSE', 'HOME')).toMatchObject({
      sender: vault.contractAddress,
      recipient: '',
      title: 'Treasury ✓',
      displayId: expect.stringMatching(/^#WEIR-PURSE-[0-9A-F]{8}$/) as string,
      withdrawnAmount: PAID_BY_PURSE,
    });
  });

  it('neither repeats nor skips a row when others are made between two pages', async () => {
    const first = await explorer.list({ limit: 10 });
    const added = await Promise.all(
      ACTIVITIES.map((activity) =>
        makeRecord(database.db, { activity, status: 'PENDING', ...ASSETS[0], amount: 5_000n }, vault.id),
      ),
    );
    const second = await explorer.list({ limit: 200, cursor: first.nextCursor ?? undefined });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect((await explorer.list({ limit: ACTIVITIES.length })).rows.map(({ id }) => id).sort()).toEqual(added.sort());
    for (const table of TABLES) await database.db.deleteFrom(table).where('id', 'in', added).execute();
  });

  it('answers a place beyond the end with an empty page, and refuses a cursor it did not make', async () => {
    const cursor = encodeCursor({ createdAt: 1, id: newId() });
    expect(await explorer.list({ limit: 10, cursor })).toEqual({ rows: [], nextCursor: null });
    await expect(explorer.list({ limit: 10, cursor: 'forged' })).rejects.toThrow(InvalidCursorError);
    await expect(
      explorer.list({ activity: 'TREASURY', status: 'PENDING', limit: 10, cursor: 'forged' }),
    ).rejects.toThrow(InvalidCursorError);
  });
});

describe('volumes by token', () => {
  it('are of the hundred tokens most used, of those that match, the most used first', async () => {
    const streams = createStreamsRepository(database.db);
    const token = (n: number) => n.toString(16).padStart(64, '0');
    // Nobody paid for these, so they crowd out none that somebody did.
    await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        streams.insert(newStream({ tokenType: 'FUNGIBLE_TOKEN', tokenCategory: token(n), totalAmount: 1n })),
      ),
    );
    const { volumeByToken } = await explorer.stats({ activity: 'STREAM' });
    expect(volumeByToken).toHaveLength(100);
    expect(volumeByToken.slice(0, 3)).toEqual([
      expect.objectContaining({ tokenCategory: CATEGORY }),
      { tokenCategory: token(0), volume: 0n, pendingVolume: 1n },
      { tokenCategory: token(1), volume: 0n, pendingVolume: 1n },
    ]);
    expect(
      (await explorer.stats({ activity: 'STREAM', status: 'ACTIVE' })).volumeByToken.map(
        ({ tokenCategory }) => tokenCategory,
      ),
    ).toEqual([CATEGORY]);
    expect((await explorer.stats({ activity: 'PAYMENT' })).volumeByToken).toHaveLength(1);
    await sql`DELETE FROM streams WHERE total_amount = 1`.execute(database.db);
    expect((await explorer.stats({})).volumeByToken.map(({ tokenCategory }) => tokenCategory)).toEqual([CATEGORY]);
  });
});

/**
 * Rows that a query reads. Of tables as small as these, Postgres expects no more rows of a kind than a page takes, so that to read
 * and sort all of the kind by a bitmap seems as cheap as to read them in their order, and chance decides: so there are no bitmaps.
 */
const rowsInOrder = async (db: Database, query: RawBuilder<unknown>): Promise<number> => {
  await sql`SET LOCAL enable_bitmapscan = off`.execute(db);
  return rowsRead(db, query);
};

describe('a page among many rows', () => {
  /**
   * Of what is common there is much more than of all else, which is older. What is looked up for the rows of a page is many, too:
   * few are read whole, which costs less than their index, and reads more rows.
   */
  beforeAll(async () => {
    const { db } = database;
    const hidden = await createVaultsRepository(db).insert(newVault());
    for (const activity of ACTIVITIES) {
      const common = {
        activity,
        status: activity === 'TREASURY' ? 'APPROVED' : 'ACTIVE',
        ...ASSETS[0],
        amount: 1_000n,
      };
      const id = await makeRecord(db, common, vault.id);
      await crowd(db, activity, id, 1_000);
      if (activity === 'STREAM') await crowdOfFundings(db, id, 1_000);
      if (activity === 'TREASURY' || activity === 'PURSE')
        await crowd(db, activity, await makeRecord(db, common, hidden.id), 1_000);
    }
    await crowdOfVaults(db, hidden.id, 1_000);
    // Of every table: Postgres does it by itself at a time of its own, and plans differ by what it knows.
    await sql`VACUUM (ANALYZE)`.execute(db);
  });

  it.each<[string, ActivityFilter & Partial<PagePart>]>([
    ['of the oldest', { sort: 'oldest' }],
    ['of dates long ago', { to: 1_700_000_010 }],
    ['of the largest', { sort: 'largest' }],
    ['of the largest of a rare status', { sort: 'largest', status: 'CANCELLED' }],
    ['of everything', {}],
    ['of one row for each plan', { isGrouped: true }],
    ...ACTIVITIES.map((activity): [string, ActivityFilter] => [`of each ${activity}`, { activity }]),
    ['of what is common', { tokenType: 'BCH', status: 'ACTIVE' }],
    ['of a rare asset', { tokenType: 'FUNGIBLE_TOKEN' }],
    ['of a rare status', { status: 'CANCELLED' }],
    ['of a rare status and asset', { tokenType: 'FUNGIBLE_TOKEN', status: 'CANCELLED' }],
    ...ACTIVITIES.map((activity): [string, ActivityFilter] => [
      `of a rare ${activity}`,
      { activity, status: 'CANCELLED' },
    ]),
    ...ACTIVITIES.map((activity): [string, ActivityFilter] => [
      `of a rarer ${activity}`,
      { activity, tokenType: 'BCH', status: 'COMPLETED' },
    ]),
  ])('%s reads a few rows of each kind, however many there are', async (_, filter) => {
    const query = pageQuery(filter, { ...filter, after: undefined, limit: 11 });
    expect(query).toBeDefined();
    expect(query && (await database.db.transaction().execute((db) => rowsInOrder(db, query)))).toBeLessThan(
      50 * ACTIVITIES.length,
    );
  });
});

describe('figures that are kept', () => {
  it('are those of the moment after any write by another process, and the same ones while there is none', async () => {
    const other = createDatabase({ url: database.url });
    try {
      const keeping = createExplorerRepository(other, createListChanges(other));
      const filters: readonly ActivityFilter[] = [
        {},
        ...ACTIVITIES.map((activity) => ({ activity })),
        { activity: 'STREAM', tokenType: 'FUNGIBLE_TOKEN', status: 'ACTIVE' },
      ];
      const check = async () => {
        for (const filter of filters) {
          const given = await keeping.stats(filter);
          expect(given).toEqual(await explorer.stats(filter));
          expect(await keeping.stats(filter)).toBe(given);
        }
      };
      await check();
      for (const activity of ACTIVITIES)
        for (const asset of assetsOf(activity)) {
          const [status = 'PENDING'] = OWN_STATUSES[activity];
          const id = await makeRecord(database.db, { activity, status, ...asset, amount: 77n }, vault.id);
          await check();
          await database.db.deleteFrom(ACTIVITY_TABLES[activity]).where('id', '=', id).execute();
          await check();
        }
    } finally {
      await other.destroy();
    }
  });
});
