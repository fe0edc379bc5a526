import { buildAirdropCompletion } from '@weir/covenants';
import { toAirdropCoin } from '../src/airdrops/chain/lane-coin.js';
import { readLane } from '../src/airdrops/chain/record-lane.js';
import { sentTransaction } from '../src/airdrops/claims/send-claim.js';
import { contractOf, loadCampaign } from '../src/airdrops/load-campaign.js';
import { startCampaignBed, type OpenCampaign, type SignedClaim } from './support/campaign-bed.js';
import { useBed } from './support/testbed.js';

const bed = useBed(startCampaignBed);

/** Somebody else ends a lane after a claim, as anybody may where it has paid all. */
const completeAfter = async ({ id }: OpenCampaign, lane: number, { hex, hash }: SignedClaim): Promise<void> => {
  const campaign = await loadCampaign(bed.airdropContext, id);
  const loaded = await contractOf(bed.airdropContext, campaign);
  const { state } = (await bed.repository.laneOf(id, lane)) ?? {};
  if (!state || campaign.funding === null) throw new Error('The lane is open');
  const [claim] = readLane(loaded, toAirdropCoin(state, campaign.funding.category), [sentTransaction(hash, hex)]) ?? [];
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
  ])('is told to who claims again: $of', async ({ open, relay }) => {
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
