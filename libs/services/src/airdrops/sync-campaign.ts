import { ServiceError } from '../shared/service-error.js';
import type { AirdropContext } from './airdrop-context.js';
import { toCampaignView } from './campaign-view.js';
import { openLanes } from './closing/open-lanes.js';
import { contractOf, loadCampaign } from './load-campaign.js';

/**
 * Brings a funded campaign's lanes up to the chain, and ends those that have paid all.
 *
 * @throws ServiceError WRONG_STATE
 */
export const syncCampaign = async (context: AirdropContext, id: string) => {
  const campaign = await loadCampaign(context, id);
  if (campaign.funding === null)
    throw new ServiceError('WRONG_STATE', 'The campaign is PENDING: nothing of it is on the chain', {
      status: campaign.status,
    });
  const open = await openLanes(context, campaign, await contractOf(context, campaign));
  const synced = toCampaignView(await loadCampaign(context, id));
  return { openLanes: open.length, status: synced.status, campaign: synced };
};
