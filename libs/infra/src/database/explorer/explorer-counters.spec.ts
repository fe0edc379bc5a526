import { sql } from 'kysely';
import { ACTIVITIES } from '@weir/kinds';
import { canHoldTokens, makeRecord, OWN_STATUSES, type AnyRecord } from '../../../test/activities.js';
import { useDatabase } from '../../../test/database.js';
import { cancel, randomHex, VANISHED } from '../../../test/streams.js';
import { newVault } from '../../../test/vaults.js';
import { createAirdropsRepository } from '../airdrops/airdrops.repository.js';
import { createCurrencyPaymentsRepository } from '../currency/currency-payments.repository.js';
import { createPursesRepository } from '../purses/purses.repository.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { createVaultsRepository } from '../vaults/vaults.repository.js';
import { activityStatusOf } from './activity.js';

const CATEGORIES = Array.from({ length: 3 }, () => randomHex(32));
const draw = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)] as T;
/** Up to what a token can have: volumes go far beyond what any number holds. */
const anyAmount = (): bigint => (BigInt(`0x${randomHex(8)}`) % 2n ** 63n) + 1n;

const anyRecord = (): AnyRecord => {
  const activity = draw(ACTIVITIES);
  const tokenCategory = canHoldTokens(activity) && Math.random() < 0.5 ? draw(CATEGORIES) : null;
  return {
    activity,
    status: draw(OWN_STATUSES[activity]),
    tokenType: tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN',
    tokenCategory,
    amount: anyAmount(),
  };
};

const database = useDatabase();
let vaultIds: readonly string[];
beforeAll(async () => {
  const vaults = createVaultsRepository(database.db);
  vaultIds = (await Promise.all([true, true, false].map((isPublic) => vaults.insert(newVault({ isPublic }))))).map(
    ({ id }) => id,
  );
});

/** What there is, row by row; of proposals those of public vaults. */
async function everything(): Promise<readonly AnyRecord[]> {
  const { rows } = await sql<AnyRecord>`
    SELECT upper(product) AS activity, status, token_type AS "tokenType", token_category AS "tokenCategory",
      CASE WHEN campaign_id IS NULL THEN total_amount ELSE 0 END AS amount FROM streams
    UNION ALL SELECT 'AIRDROP', status, token_type, token_category, CASE status WHEN 'PENDING' THEN total_amount ELSE pool END FROM airdrop_campaigns
    UNION ALL SELECT 'CURRENCY_PAYMENT', status, 'BCH', NULL, opening_satoshis FROM currency_payments
    UNION ALL SELECT 'PURSE', status, token_type, token_category, paid FROM purses WHERE status <> 'PENDING' AND vault_id IN (SELECT id FROM vaults WHERE is_public)
    UNION ALL SELECT 'TREASURY', p.status, p.token_type, p.token_category, CASE p.status WHEN 'EXECUTED' THEN p.amount ELSE 0 END FROM vault_proposals AS p JOIN vaults AS v ON v.id = p.vault_id AND v.is_public`.execute(
    database.db,
  );
  return rows;
}

/** Adds up figures under names, without those that are zero. */
const tally = (entries: readonly (readonly [string, bigint])[]): Record<string, bigint> => {
  const sums = new Map<string, bigint>();
  for (const [name, figure] of entries) sums.set(name, (sums.get(name) ?? 0n) + figure);
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).sort());
};

async function counted() {
  const rows = (await everything()).map((row) => ({
    ...row,
    funded: (row.activity === 'TREASURY' ? row.status === 'EXECUTED' : row.status !== 'PENDING') ? 1n : 0n,
    status: activityStatusOf(row.activity, row.status).toLowerCase(),
  }));
  return tally(
    rows.flatMap(({ activity, tokenType, tokenCategory, status, amount, funded }) => [
      [`${activity} ${tokenType} ${status}`, 1n] as const,
      [`${activity} ${tokenType} funded`, funded] as const,
      [`${activity} ${tokenType} ${status}Volume`, tokenType === 'BCH' ? amount : 0n] as const,
      ...(tokenCategory === null ? [] : [activity, 'ALL']).flatMap((scope) => [
        [`${scope} ${String(tokenCategory)} ${status}`, 1n] as const,
        [`${scope} ${String(tokenCategory)} ${status}Volume`, amount] as const,
        [`${scope} ${String(tokenCategory)} funded`, funded] as const,
      ]),
    ]),
  );
}

async function kept() {
  const [all, tokens] = await Promise.all([
    database.db.selectFrom('explorerCounters').selectAll().execute(),
    database.db.selectFrom('explorerTokens').selectAll().execute(),
  ]);
  const entries = [
    ...all.map(({ activity, tokenType, ...figures }) => ({ name: `${activity} ${tokenType}`, figures })),
    ...tokens.map(({ scope, tokenCategory, ...figures }) => ({ name: `${scope} ${tokenCategory}`, figures })),
  ];
  // Shards are added up; the rest are figures.
  return tally(
    entries.flatMap(({ name, figures }) =>
      Object.entries(figures).flatMap(([figure, value]) =>
        figure === 'shard' ? [] : [[`${name} ${figure}`, BigInt(value)] as const],
      ),
    ),
  );
}

/** What becomes of a record after all: nothing, a rollback, another amount, the end. */
async function goOn(id: string, { activity, status }: AnyRecord, vaultId: string): Promise<void> {
  const streams = createStreamsRepository(database.db);
  const fate = Math.random();
  if (activity === 'STREAM' || activity === 'PAYMENT') {
    if (status !== 'PENDING' && fate < 0.3)
      await streams.withStream(id, (scope) => scope.rollbackFrom(fate < 0.15 ? 1 : 2, VANISHED));
    if (status === 'ACTIVE' && fate > 0.6) {
      const givenUp = streams.withStream(id, async (scope) => {
        await cancel(scope);
        throw new Error('given up');
      });
      await expect(givenUp).rejects.toThrow('given up');
    }
    if (fate > 0.9) await database.db.deleteFrom('streams').where('id', '=', id).execute();
  }
  if (activity === 'CURRENCY_PAYMENT' && status !== 'PENDING' && fate < 0.3)
    await createCurrencyPaymentsRepository(database.db).withPayment(id, (scope) =>
      scope.rollbackFrom(fate < 0.15 ? 1 : 2, VANISHED),
    );
  if (activity === 'PURSE' && fate < 0.5)
    await createPursesRepository(database.db).withPurse(id, (scope) =>
      scope.rollbackFrom(fate < 0.2 ? 1 : 2, VANISHED),
    );
  if (activity === 'AIRDROP' && status === 'COMPLETED' && fate < 0.5) {
    await createAirdropsRepository(database.db).withLane(id, 0, (scope) => scope.rollBackFrom(1, VANISHED));
  }
  if (activity === 'TREASURY' && status !== 'EXECUTED' && fate < 0.3) {
    await createVaultsRepository(database.db).withVault(vaultId, ({ proposals }) =>
      proposals.rebuild(id, { digest: randomHex(32), transaction: '{}' }, anyAmount()),
    );
  }
}

describe('the figures of the explorer', () => {
  it('equal a count of all rows after 160 random histories of all products, 20 at a time', async () => {
    const worker = async () => {
      for (let round = 0; round < 8; round += 1) {
        const [record, vaultId] = [anyRecord(), draw(vaultIds)];
        await goOn(await makeRecord(database.db, record, vaultId), record, vaultId);
      }
    };
    await Promise.all(Array.from({ length: 20 }, worker));
    const expected = await counted();
    expect(Object.keys(expected).length).toBeGreaterThan(100);
    expect(await kept()).toEqual(expected);
  });

  it('follow several proposals of a vault in one transaction, with others doing the same', async () => {
    const vaults = createVaultsRepository(database.db);
    const ids = await Promise.all(
      vaultIds.map(async (id) => (await vaults.listProposals({ vaultId: id, limit: 200 })).rows.map((row) => row.id)),
    );
    const settleAll = (vault: number) =>
      vaults.withVault(vaultIds[vault] ?? '', async ({ proposals }) => {
        for (const id of (ids[vault] ?? []).slice(0, 8))
          await proposals.settle(id, draw(['STALE', 'REJECTED', 'PENDING'] as const));
      });
    await Promise.all([0, 1, 2, 0, 1, 2].map(settleAll));
    expect(await kept()).toEqual(await counted());
  });

  it('follow statements over many rows', async () => {
    const { db } = database;
    await sql`UPDATE streams SET created_at = created_at + 1`.execute(db);
    await sql`UPDATE streams SET total_amount = withdrawn_amount + 1, token_type = 'BCH', token_category = NULL WHERE status = 'PENDING'`.execute(
      db,
    );
    await sql`UPDATE airdrop_campaigns SET total_amount = total_amount / 2 + 1`.execute(db);
    expect(await kept()).toEqual(await counted());
    await sql`DELETE FROM streams WHERE status IN ('PENDING', 'COMPLETED')`.execute(db);
    expect(await kept()).toEqual(await counted());
  });

  it('take a vault in that is published, and forget one that is hidden or gone', async () => {
    const { db } = database;
    const shown = async () => (await everything()).filter(({ activity }) => activity === 'TREASURY').length;
    const { rows } = await sql<{ all: number }>`SELECT count(*)::int AS all FROM vault_proposals`.execute(db);
    const before = await shown();
    await db
      .updateTable('vaults')
      .set({ isPublic: sql<boolean>`NOT is_public` })
      .execute();
    expect(await shown()).toBe(Number(rows[0]?.all) - before);
    expect(await kept()).toEqual(await counted());
    await db.updateTable('vaults').set({ isPublic: true }).execute();
    await db
      .deleteFrom('vaults')
      .where('id', '=', vaultIds[0] ?? '')
      .execute();
    expect(await kept()).toEqual(await counted());
  });
});
