import { auditCampaign } from './support/audit-campaign.js';
import { startCampaignBed, type OpenCampaign } from './support/campaign-bed.js';
import { useBed } from './support/testbed.js';

const LANES = 32;

const bed = useBed(startCampaignBed);
let campaign: OpenCampaign;

beforeAll(async () => {
  campaign = await bed.openList(2 * LANES, LANES);
});

/** Brings the campaign up to the chain. @returns open lanes, claims known, and round trips to Electrum */
const sync = async () => {
  const before = bed.pool.roundTrips;
  const { openLanes, campaign: after } = await bed.airdrops.sync(campaign.id);
  return { openLanes, claims: after.claimedCount, roundTrips: bed.pool.roundTrips - before };
};

describe('asking the chain for a whole campaign', () => {
  it('takes one round trip where nothing has moved', async () => {
    await sync();
    const { openLanes, claims, roundTrips } = await sync();
    expect([openLanes, claims]).toEqual([LANES, 0]);
    expect(roundTrips).toBeLessThanOrEqual(2);
  });

  it('takes as few for all lanes as for one where all have moved', async () => {
    for (const wallet of campaign.wallets.slice(0, LANES)) bed.node.submit((await bed.signClaim(campaign, wallet)).hex);
    const { openLanes, claims, roundTrips } = await sync();
    expect([openLanes, claims]).toEqual([LANES, LANES]);
    expect(roundTrips).toBeLessThanOrEqual(8);
    expect(await auditCampaign(bed, campaign)).toEqual([]);
  });

  it('takes back what is gone, all at once', async () => {
    bed.node.mine(1);
    const { hex, hash } = await bed.signClaim(campaign, campaign.wallets[LANES] ?? bed.wallet());
    bed.node.submit(hex);
    expect(await sync()).toMatchObject({ claims: LANES + 1 });
    bed.node.drop(hash);
    const { claims, roundTrips } = await sync();
    expect(claims).toBe(LANES);
    expect(roundTrips).toBeLessThanOrEqual(16);
    expect(await auditCampaign(bed, campaign)).toEqual([]);
  });
});

describe('lists of a campaign that are sent at once', () => {
  it('are kept up to their number, and no more', async () => {
    const creator = bed.wallet();
    const {
      campaign: { id },
    } = await bed.airdrops.create({ title: 'Lists', totalAmount: '1', requireKyc: true }, creator.address);
    const sent = await Promise.allSettled(
      Array.from({ length: 23 }, (_, i) =>
        bed.airdrops.generateMerkle(
          id,
          { kind: 'recipients', batches: [[{ address: creator.address, amount: `0.0001${10 + i}` }]] },
          creator.address,
        ),
      ),
    );
    const refused = sent.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual(
      Array.from(
        { length: 3 },
        () => expect.objectContaining({ code: 'WRONG_STATE', details: { lists: 20 } }) as unknown,
      ),
    );
    expect(await bed.repository.treesOf(id)).toHaveLength(20);
  });
});
