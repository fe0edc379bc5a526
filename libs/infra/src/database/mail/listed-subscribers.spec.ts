import { sql } from 'kysely';
import { fundedLanes, newCampaign } from '../../../test/campaigns.js';
import { crowd } from '../../../test/crowd.js';
import { useDatabase } from '../../../test/database.js';
import { rowsRead } from '../../../test/rows-read.js';
import { party } from '../../../test/streams.js';
import { createAirdropsRepository } from '../airdrops/airdrops.repository.js';
import { listedQuery } from '../airdrops/claimable-campaigns.js';
import { newId } from '../sql/statements.js';
import { createMailQueue, lookAtListed } from './mail-queue.repository.js';

const CAMPAIGNS = 2_000;
const LISTED = 20_000;
const SUBSCRIPTIONS = 10;
const NOW = 1_700_000_200;

const database = useDatabase();
const airdrops = database.over(createAirdropsRepository);
const queue = database.over(createMailQueue);
const people = Array.from({ length: SUBSCRIPTIONS }, () => party());
const campaignIds: string[] = [];

/** Campaigns of which the first has a long list, and subscriptions of which this names the first. */
beforeAll(async () => {
  const { db } = database;
  for (let i = 0; i < 2; i += 1) {
    const { id } = await airdrops.insert(newCampaign({ requireKyc: true }));
    await airdrops.withCampaign(id, (scope) => scope.activate(fundedLanes()));
    campaignIds.push(id);
    if (i > 0) await crowd(db, 'AIRDROP', id, CAMPAIGNS);
  }
  await sql`
    INSERT INTO airdrop_recipients (recipient_hash, campaign_id, row_number, amount)
    SELECT substring(sha256(convert_to(row::text, 'UTF8')) FOR 20), ${campaignIds[0]}::uuid, row, 1000
    FROM generate_series(1, ${LISTED}::integer) AS row
    UNION ALL SELECT decode(${people[0]?.hash}, 'hex'), ${campaignIds[0]}::uuid, 0, 2000`.execute(db);
  for (const { hash, address } of people)
    await sql`
      INSERT INTO mail_subscriptions (id, party_hash, address, mailbox, kinds, time_zone, confirm_by, status)
      VALUES (${newId()}, ${hash}, ${address}, 'sealed', '{claimable}', 'UTC', 0, 'active')`.execute(db);
  // A script, whose key has another length.
  await sql`
    INSERT INTO mail_subscriptions (id, party_hash, address, mailbox, kinds, time_zone, confirm_by, status)
    VALUES (${newId()}, ${`aa20${'00'.repeat(32)}87`}, 'script', 'sealed', '{claimable}', 'UTC', 0, 'active')`.execute(
    db,
  );
  await sql`ANALYZE airdrop_recipients, airdrop_campaigns, airdrop_lanes, mail_subscriptions`.execute(db);
});

const request = (recipientHash: string) => ({
  recipientHashes: [recipientHash],
  at: NOW,
  startsAfter: 0,
  fundedAfter: 0,
  limit: 500,
});

describe('subscribers whom a long list names', () => {
  it('are looked up in it one by one, and are to be looked at', async () => {
    await queue.noteEvents([], { subscriptionIds: [], campaignIds, through: 1, now: NOW });
    expect((await queue.toCheck(NOW, 100)).map(({ partyHash }) => partyHash)).toEqual([people[0]?.hash]);
    expect(await rowsRead(database.db, lookAtListed(campaignIds))).toBeLessThan(100);
  });

  it('have their campaigns read by their own rows, no matter what other campaigns there are', async () => {
    const [named, other] = people.map(({ hash }) => hash);
    const found = await airdrops.listed(request(named ?? ''));
    expect(found.map(({ campaign, amount }) => [campaign.id, amount])).toEqual([[campaignIds[0], 2_000n]]);
    expect(await airdrops.listed(request(other ?? ''))).toEqual([]);
    const fundedAfter = found[0]?.campaign.funding?.activatedAt ?? 0;
    expect(await airdrops.listed({ ...request(named ?? ''), startsAfter: NOW, fundedAfter })).toEqual([]);
    expect(await rowsRead(database.db, listedQuery(database.db, request(named ?? '')))).toBeLessThan(30);
  });
});
