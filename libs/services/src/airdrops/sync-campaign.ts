import { ServiceError } from '../shared/service-error.js';
import type { AirdropContext } from './airdrop-context.js';
import type { CampaignView } from './airdrops.types.js';
import { toCampaignView } from './campaign-view.js';
import { openLanes } from './closing/open-lanes.js';
import { contractOf, loadCampaign } from './load-campaign.js';

/** See {@link AirdropsService.sync}. */
export const syncCampaign = async (
  id: string,
  context: AirdropContext,
): Promise<{ readonly campaign: CampaignView; readonly openLanes: number }> => {
  const campaign = await loadCampaign(context, id);
  if (campaign.funding === null)
    throw new ServiceError('WRONG_STATE', 'The campaign is PENDING: nothing of it is on the chain', {
      status: campaign.status,
    });
  const open = await openLanes(campaign, await contractOf(campaign, context), context);
  return { campaign: toCampaignView(await loadCampaign(context, id)), openLanes: open.length };
};
