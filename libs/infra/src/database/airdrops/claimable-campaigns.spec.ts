import { sql } from 'kysely';
import { fundedLanes, laneClaim, newCampaign } from '../../../test/campaigns.js';
import { crowd } from '../../../test/crowd.js';
import { useDatabase } from '../../../test/database.js';
import { rowsRead } from '../../../test/rows-read.js';
import { party } from '../../../test/streams.js';
import type { NewCampaign } from './airdrop-records.js';
import { createAirdropsRepository } from './airdrops.repository.js';
import { type ClaimableKind, claimableQuery } from './claimable-campaigns.js';

const CAMPAIGNS = 2_000;
const ADDRESSES = 50;
const LIMIT = 10;
const NOW = 1_700_000_200;

const database = useDatabase();
const airdrops = database.over(createAirdropsRepository);
/** The addresses of one wallet, and of another person. */
const own = Array.from({ length: ADDRESSES }, () => party().hash);
const other = party().hash;

const funded = async (changes: Partial<NewCampaign>): Promise<string> => {
  const { id } = await airdrops.insert(newCampaign(changes));
  await airdrops.withCampaign(id, (scope) => scope.activate(fundedLanes()));
  return id;
};

/** Puts addresses on a list, in this order. */
const list = async (id: string, hashes: readonly string[]): Promise<void> => {
  for (const [row, hash] of hashes.entries())
    await sql`
      INSERT INTO airdrop_recipients (recipient_hash, campaign_id, row_number, amount)
      VALUES (decode(${hash}, 'hex'), ${id}, ${row}, ${1_000 + row})`.execute(database.db);
};

const ask = { recipientHashes: own, privateHashes: own, at: NOW, limit: LIMIT };
const places = (rows: Awaited<ReturnType<typeof airdrops.claimable>>['rows']) =>
  rows.map(({ campaign, recipientHash, amount }) => [campaign.id, own.indexOf(recipientHash), amount]);

describe('what the addresses of a wallet can claim', () => {
  let [open, shared, whole]: string[] = [];

  beforeAll(async () => {
    open = await funded({});
    shared = await funded({ requireKyc: true });
    whole = await funded({ requireKyc: true, publicList: true });
    await list(shared, [other, own[1] ?? '', own[0] ?? '']);
    await list(whole, own);
    await sql`UPDATE airdrop_campaigns SET created_at = CASE id WHEN ${open}::uuid THEN 1 WHEN ${shared}::uuid THEN 2 ELSE 3 END`.execute(
      database.db,
    );
  });

  it('is each row of theirs in a list, in their order, and a campaign for everybody once', async () => {
    const { rows, nextCursor } = await airdrops.claimable({ ...ask, limit: 200 });
    expect(places(rows)).toEqual([
      ...own.map((_, place) => [whole, place, 1_000n + BigInt(place)]),
      [shared, 0, 1_002n],
      [shared, 1, 1_001n],
      [open, 0, 10_000n],
    ]);
    expect(nextCursor).toBeNull();
    const listedOnly = await airdrops.claimable({ ...ask, kind: 'listed', campaignId: shared });
    expect(places(listedOnly.rows)).toHaveLength(2);
  });

  it('comes in pages that have all rows of a campaign', async () => {
    const pages: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { rows, nextCursor } = await airdrops.claimable({ ...ask, limit: 2, cursor });
      pages.push(places(rows).map(([id]) => id));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual([own.map(() => whole), [shared, shared], [open]]);
  });

  it('of a private list is only what is of those who ask', async () => {
    const privateHashes = own.slice(1, 2);
    const { rows } = await airdrops.claimable({ ...ask, privateHashes, kind: 'listed', campaignId: shared });
    expect(places(rows)).toEqual([[shared, 1, 1_001n]]);
    expect((await airdrops.claimable({ ...ask, privateHashes: [], campaignId: shared })).rows).toEqual([]);
  });

  it('goes on with the next of them where one has claimed from a campaign for everybody', async () => {
    const id = await funded({ maxClaimsPerAddress: 1 });
    const { rows: before } = await airdrops.claimable({ ...ask, campaignId: id });
    expect(places(before)).toEqual([[id, 0, 10_000n]]);
    const claim = laneClaim();
    await airdrops.withLane(id, 0, (scope) =>
      scope.advance([{ ...claim, claim: claim.claim && { ...claim.claim, recipientHash: own[0] ?? '' } }]),
    );
    expect(places((await airdrops.claimable({ ...ask, campaignId: id })).rows)).toEqual([[id, 1, 10_000n]]);
    await sql`DELETE FROM airdrop_campaigns WHERE id = ${id}`.execute(database.db);
  });

  it('is read without looking through all campaigns, or all addresses', async () => {
    const { db } = database;
    await crowd(db, 'AIRDROP', open ?? '', CAMPAIGNS);
    await crowd(db, 'AIRDROP', shared ?? '', CAMPAIGNS);
    await sql`ANALYZE airdrop_recipients, airdrop_campaigns, airdrop_lanes, airdrop_steps`.execute(db);
    const read = (kind: ClaimableKind) => rowsRead(db, claimableQuery(db, kind, ask));
    // Of each campaign its own row and those beside it in the index, one address, its lane, and the sums of its lanes.
    expect(await read('open')).toBeLessThan(40 * (LIMIT + 1));
    expect(await read('listed')).toBeLessThan(30 * (ADDRESSES + 2));
  });
});
