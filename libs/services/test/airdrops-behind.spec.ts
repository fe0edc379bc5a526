import { buildKeylessWhitelistClaim, readAirdropTransition, type AirdropCoin } from '@weir/covenants';
import { toAirdropCoin } from '../src/airdrops/chain/lane-coin.js';
import { sentTransaction } from '../src/airdrops/claims/send-claim.js';
import {
  createAirdropContext,
  createAirdropsService,
  createCampaignWatcher,
  type CampaignWatcher,
} from '../src/index.js';
import { auditCampaign } from './support/audit-campaign.js';
import { startCampaignBed, type OpenCampaign } from './support/campaign-bed.js';
import { until, useBed, SILENT } from './support/testbed.js';

/** What is read at once in these tests: a lane may have many thousand steps. */
const CATCH_UP = { steps: 5, recorded: 2 };

const bed = useBed(startCampaignBed);
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
  until(`${count} claims`, async () =>
    (await bed.repository.findById(id))?.claimedCount === count ? true : undefined,
  );

describe('a lane in which much was claimed elsewhere', () => {
  it('is caught up with at once, in several transactions', async () => {
    const campaign = await bed.openList(7, 1);
    await claimElsewhere(campaign, 5);
    const { airdrops } = startServices();
    expect((await airdrops.sync(campaign.id)).campaign.claimedCount).toBe(5);
    expect(await auditCampaign(bed, campaign)).toEqual([]);
  });

  it.each(['shown', 'refused'])('is caught up with by the watcher, its history being %s', async (history) => {
    const claims = 14;
    const campaign = await bed.openList(claims + 2, 1);
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
