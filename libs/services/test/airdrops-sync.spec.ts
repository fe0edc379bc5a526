import {
  type AirdropCoin,
  buildAirdropCompletion,
  buildKeylessWhitelistClaim,
  readAirdropTransition,
} from '@weir/covenants';
import { untilSo } from '@weir/testing';
import { contractOf, loadCampaign } from '../src/airdrops/campaign/load-campaign.js';
import { sentTransaction, toAirdropCoin } from '../src/airdrops/chain/lane-steps.js';
import {
  type CampaignWatcher,
  createAirdropContext,
  createAirdropsService,
  createCampaignWatcher,
} from '../src/index.js';
import { auditCampaign } from './support/audit-campaign.js';
import { type OpenCampaign, type SignedClaim, startCampaignBed } from './support/campaign-bed.js';
import { SILENT, useBed } from './support/testbed.js';

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

/** Somebody else ends a lane after a claim, as anybody may where it has paid all. */
const completeAfter = async ({ id }: OpenCampaign, lane: number, { hex, hash }: SignedClaim): Promise<void> => {
  const campaign = await loadCampaign(bed.airdropContext, id);
  const loaded = await contractOf(bed.airdropContext, campaign);
  const { state } = (await bed.repository.laneOf(id, lane)) ?? {};
  if (!state || campaign.funding === null) throw new Error('The lane is open');
  const from = toAirdropCoin(state, campaign.funding.category);
  const claim = readAirdropTransition(loaded.contract, from, hash, sentTransaction(hash, hex).transaction);
  if (claim?.next === undefined) throw new Error('The claim leaves a state');
  const completion = buildAirdropCompletion(loaded.contract, claim.next);
  if (completion === undefined) throw new Error('The lane pays the fee of its end');
  bed.node.submit(completion.hex);
};

describe('a claim that the service does not know of, in a lane that has ended since', () => {
  it.each([
    { of: 'of a list, relayed', open: () => bed.openList(2, 2), relay: true },
    { of: 'of a list, signed', open: () => bed.openList(2, 2), relay: false },
    { of: 'for everybody', open: () => bed.openForAll(1, 1), relay: false },
  ])('is shown to the next claimer: $of', async ({ open, relay }) => {
    const campaign = await open();
    const [first = bed.wallet()] = campaign.wallets;
    const signed = await bed.signClaim(campaign, first);
    bed.node.submit(signed.hex);
    await completeAfter(campaign, 0, signed);
    const again = bed.airdrops.claim(campaign.id, { claimerAddress: first.address, relay }, first.address);
    await expect(again).rejects.toMatchObject({
      code: 'CLAIM_LIMIT_REACHED',
      details: { claimed: 1, txHash: signed.hash },
    });
  });
});

/** What is read at once in these tests: a lane may have many thousand steps. */
const CATCH_UP = { steps: 5, recorded: 2 };

let watcher: CampaignWatcher | undefined;
afterEach(async () => {
  await watcher?.stop();
  watcher = undefined;
  for (const control of bed.controls) await control.resetFaults();
});

/** Sends claims that the service knows nothing of, one built on the other. */
const claimElsewhere = async ({ id }: OpenCampaign, claims: number): Promise<void> => {
  const { repository, node } = bed;
  const { contracts, trees } = createAirdropContext(bed.airdropContext);
  const campaign = await repository.findById(id);
  const loaded = campaign && (await contracts.of(campaign));
  if (campaign === undefined || campaign.funding === null || loaded?.kind !== 'WHITELIST')
    throw new Error('A funded list was expected');
  const { tree, head } = await trees.whitelistAt(loaded.tree, 0);
  let coin: AirdropCoin | undefined = head === null ? undefined : toAirdropCoin(head, campaign.funding.category);
  for (let row = 0; row < claims; row += 1) {
    if (coin === undefined) throw new Error('The lane has ended');
    const locktime = BigInt(node.tip.medianTimePast - 1);
    const built = buildKeylessWhitelistClaim({ contract: loaded.contract, coin, locktime, proof: tree.proof(row) });
    if (built === undefined) throw new Error('The claim is not sponsored');
    const { txid, hex } = built;
    node.submit(hex);
    tree.markAllSpent([row]);
    coin = readAirdropTransition(loaded.contract, coin, txid, sentTransaction(txid, hex).transaction)?.next;
  }
};

const startServices = () => {
  const context = createAirdropContext({ ...bed.airdropContext, catchUp: CATCH_UP });
  const watch = () =>
    (watcher = createCampaignWatcher({
      context,
      databaseUrl: bed.database.url,
      log: SILENT,
      intervalMs: 100,
      patience: { checks: 3, spacingMs: 40 },
    }));
  return { airdrops: createAirdropsService(context), watch };
};

const untilClaims = ({ id }: OpenCampaign, count: number) =>
  untilSo(`${count} claims`, async () => (await bed.repository.findById(id))?.claimedCount === count);

describe('a lane in which much was claimed elsewhere', () => {
  it('is caught up with at once, in several transactions', async () => {
    const campaign = await bed.openList(7, 1, true);
    await claimElsewhere(campaign, 5);
    const { airdrops } = startServices();
    expect((await airdrops.sync(campaign.id)).campaign.claimedCount).toBe(5);
    expect(await auditCampaign(bed, campaign)).toEqual([]);
  });

  it.each(['shown', 'refused'])('is caught up with by the watcher, its history being %s', async (history) => {
    const claims = 14;
    const campaign = await bed.openList(claims + 2, 1, true);
    await claimElsewhere(campaign, claims);
    bed.node.mine();
    const methods = ['blockchain.scripthash.get_history'];
    for (const control of bed.controls) {
      if (history === 'refused') await control.failCalls({ methods, message: 'history too large' });
    }
    const { airdrops, watch } = startServices();
    expect((await airdrops.sync(campaign.id)).campaign.claimedCount).toBe(0);
    watch();
    await untilClaims(campaign, claims);
    const [last] = campaign.wallets.slice(-1);
    if (last === undefined) throw new Error('The campaign has wallets');
    await airdrops.claim(campaign.id, { claimerAddress: last.address, relay: true }, last.address);
    expect(await auditCampaign(bed, campaign)).toEqual([]);
  });
});
