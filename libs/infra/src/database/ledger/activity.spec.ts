import { sql } from 'kysely';
import { Chance } from '@weir/testing';
import { fundedLanes, laneClaim, laneClose, newCampaign } from '../../../test/campaigns.js';
import { useDatabase } from '../../../test/database.js';
import { advance, fund, newPlanStream, newStream, newTerms, randomHex } from '../../../test/streams.js';
import { newVault } from '../../../test/vaults.js';
import { createAirdropsRepository } from '../airdrops/airdrops.repository.js';
import { groupBy } from '../sql/statements.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { createVaultsRepository } from '../vaults/vaults.repository.js';
import { createActivityRepository, type LedgerActivity } from './activity.repository.js';
import { createLedgerRepository, type LedgerEntry } from './ledger.repository.js';

const DAY = 86_400;
const MIDNIGHT = 20_000 * DAY;
const CASES = 12;

const database = useDatabase();

/** Few moments, so that many payments are of one second, on both sides of midnight. */
const moment = (chance: Chance): number => MIDNIGHT + chance.between(-1, 1) * DAY + chance.between(-2, 2);

const inHours = async (chance: Chance): Promise<void> => {
  for (const [table, key, time] of [
    ['transitions', 'resource_id', 'created_at'],
    ['airdrop_steps', 'campaign_id', 'created_at'],
    ['vault_deposits', 'vault_id', 'created_at'],
    ['airdrop_campaigns', 'id', 'activated_at'],
  ] as const) {
    const found = await sql<{ readonly id: string; readonly tx: string }>`
      SELECT ${sql.ref(key)} AS id, ${table === 'airdrop_campaigns' ? sql`funding_tx_hash` : sql`tx_hash`} AS tx
      FROM ${sql.table(table)} WHERE ${sql.ref(time)} NOT BETWEEN ${MIDNIGHT - 2 * DAY} AND ${MIDNIGHT + 2 * DAY}`.execute(
      database.db,
    );
    const at = new Map(found.rows.map(({ tx }) => [tx, moment(chance)]));
    for (const [tx, seconds] of at)
      await sql`UPDATE ${sql.table(table)} SET ${sql.ref(time)} = ${seconds}
        WHERE ${table === 'airdrop_campaigns' ? sql`funding_tx_hash` : sql`tx_hash`} = ${tx}`.execute(database.db);
  }
};

/** Records of a few parties, with the keys of these. */
const fill = async (chance: Chance): Promise<readonly string[]> => {
  const streams = createStreamsRepository(database.db);
  const airdrops = createAirdropsRepository(database.db);
  const vaults = createVaultsRepository(database.db);
  const people = [randomHex(20), randomHex(20), randomHex(20)] as const;
  const pay = async (id: string): Promise<void> => {
    await streams.withStream(id, (scope) => fund(scope, chance.once(3) ? undefined : `0${randomHex(32).slice(1)}`));
    for (let step = chance.below(4); step > 0; step -= 1)
      await streams.withStream(id, (scope) =>
        advance(scope, {
          kind: chance.pick(['claim', 'push', 'pause']),
          paidToRecipient: BigInt(chance.below(3)),
          paidToSender: BigInt(chance.below(2)),
        }),
      );
  };
  for (let count = chance.between(1, 8); count > 0; count -= 1) {
    const { id } = await streams.insert(
      newStream({ senderHash: chance.pick(people), recipientHash: chance.pick(people), totalAmount: 900n }),
    );
    await pay(id);
  }
  // Members of a list, which are one payment a day to who pays them.
  const terms = newTerms();
  const planner = chance.pick(people);
  const plan = (await sql<{ readonly id: string }>`SELECT gen_random_uuid() AS id`.execute(database.db)).rows[0]?.id;
  const members: string[] = [];
  for (let index = chance.between(1, 6); index > 0; index -= 1)
    members.push(
      (
        await streams.insert(
          newPlanStream({ ...terms, nonce: randomHex(16) }, 1, {
            senderHash: planner,
            recipientHash: chance.pick(people),
            totalAmount: 900n,
            scriptHash: randomHex(32),
          }),
        )
      ).id,
    );
  await database.db.connection().execute(async (session) => {
    await sql`SET session_replication_role = replica`.execute(session);
    for (const [index, id] of members.entries())
      await sql`UPDATE streams SET plan_id = ${plan}, plan_index = ${index + 1} WHERE id = ${id}`.execute(session);
    await sql`SET session_replication_role = DEFAULT`.execute(session);
  });
  for (const id of members) await pay(id);

  const campaign = await airdrops.insert(newCampaign({ creatorHash: chance.pick(people) }));
  await airdrops.withCampaign(campaign.id, (scope) => scope.activate(fundedLanes()));
  const claim = laneClaim(BigInt(chance.between(1, 9)));
  await airdrops.withLane(campaign.id, 0, (lane) =>
    lane.advance([
      { ...claim, claim: claim.claim && { ...claim.claim, recipientHash: chance.pick(people) } },
      { ...laneClose(), toCreator: BigInt(chance.below(3)) },
    ]),
  );

  const vault = await vaults.insert(newVault({ isPublic: true }));
  await sql`
    INSERT INTO vault_deposits (vault_id, tx_hash, vout, satoshis, token_category, token_amount)
    SELECT ${vault.id}, md5('a' || n / 2 || ${vault.id}) || md5('b' || n / 2 || ${vault.id}), n, 1000, repeat('cd', 32), 7
    FROM generate_series(1, ${chance.below(5)}::integer) AS n`.execute(database.db);
  await inHours(chance);
  return [...people, vault.lockingBytecode];
};

const entryOf = ({ at, kind, direction, tokenCategory, count, amount, fees, planId, ...rest }: LedgerActivity) =>
  [at, kind, direction, tokenCategory, count, amount, fees, planId ?? rest.recordId, rest.txHash].join(' ');

/** What the lines say, put together by all of them at once. */
const entriesOf = (lines: readonly LedgerEntry[]): readonly string[] => {
  const groups = groupBy(lines, ({ kind, direction, product, planId, recordId, tokenCategory, txHash, at }) => {
    const what = kind === 'funding' || kind === 'reserve' ? 'funding' : `${kind} ${direction} ${tokenCategory}`;
    const isPayers = what === 'funding' || direction === 'contract' || kind === 'refund';
    const day = Math.floor(at / DAY);
    if (isPayers && planId !== null) return `${planId} ${what} ${day}`;
    if (direction === 'contract' && product === 'airdrop') return `${recordId} ${what} ${day}`;
    return `${recordId} ${what} ${txHash}`;
  });
  return [...groups.values()].map((of) => {
    const paid = of.filter(({ kind }) => kind !== 'reserve');
    const [first] = paid;
    const sum = (some: readonly LedgerEntry[]): bigint => some.reduce((total, { amount }) => total + amount, 0n);
    const at = Math.max(...of.map((line) => line.at));
    const hashes = new Set(of.map(({ txHash }) => txHash));
    return [
      ...[at, first?.kind, first?.direction, first?.tokenCategory, paid.length, sum(paid)],
      ...[sum(of) - sum(paid), first?.planId ?? first?.recordId, hashes.size === 1 ? first?.txHash : null],
    ].join(' ');
  });
};

it('pages of payments have each once, whole and in order, over several addresses and equal seconds', async () => {
  const chance = new Chance(20_261_129);
  for (let round = 0; round < CASES; round += 1) {
    const all = await fill(chance);
    const parties = all.filter(() => !chance.once(4));
    const party = { parties: parties.length === 0 ? all : parties, viewerHashes: [] };
    const lines: LedgerEntry[] = [];
    const ledger = createLedgerRepository(database.db);
    for await (const some of ledger.lines({ ...party, from: 0, to: 4_294_967_295 })) lines.push(...some);
    const limit = chance.between(1, 9);
    const activity = createActivityRepository(database.db, { summedAtOnce: chance.pick([1, 3, 1_000]) });
    const read: LedgerActivity[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await activity.page({ ...party, limit, cursor });
      expect(page.nextCursor).not.toBe(cursor);
      read.push(...page.entries);
      cursor = page.nextCursor;
    }
    expect(read.map(({ at }) => at)).toEqual(read.map(({ at }) => at).toSorted((a, b) => b - a));
    expect(read.map(entryOf).sort()).toEqual([...entriesOf(lines)].sort());
  }
});

it.each(['', 'x', Buffer.from('["1","2","3"]').toString('base64url')])('refuses the cursor %j', async (cursor) => {
  const activity = createActivityRepository(database.db);
  await expect(activity.page({ parties: [randomHex(20)], viewerHashes: [], limit: 1, cursor })).rejects.toThrow(
    /cursor/iu,
  );
});
