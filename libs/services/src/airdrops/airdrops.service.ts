import type { AirdropContext } from './airdrop-context.js';
import type { AirdropsService } from './airdrops.types.js';
import { campaignLanes } from './campaign-lanes.js';
import { toCampaignView } from './campaign-view.js';
import { claimCampaign } from './claims/claim-campaign.js';
import { confirmClaim } from './claims/confirm-claim.js';
import { cancelCampaign, confirmCancel } from './closing/cancel-campaign.js';
import { closeCampaign } from './closing/close-campaign.js';
import { createCampaign } from './create-campaign.js';
import { confirmFunding } from './funding/confirm-funding.js';
import { fundingInfo } from './funding/funding-info.js';
import { getCampaign, listCampaigns, listClaimable } from './list-campaigns.js';
import { loadByClaimToken } from './load-campaign.js';
import { syncCampaign } from './sync-campaign.js';
import { downloadList } from './whitelist/download-list.js';
import { assertListable, generateMerkle } from './whitelist/generate-merkle.js';
import { whitelistProof } from './whitelist/whitelist-proof.js';

/**
 * Builds the airdrop use cases over a database and a chain. What they keep in memory only saves work: any number of replicas may
 * serve, and each may stop at any moment.
 */
export const createAirdropsService = (context: AirdropContext): AirdropsService => ({
  list: (query) => listCampaigns(context, query),
  claimable: (query, viewer) => listClaimable(context, query, viewer),
  lanes: (id, addresses) => campaignLanes(context, id, addresses),
  byClaimToken: async (token) => toCampaignView(await loadByClaimToken(context, token)),
  get: (id, page, viewer) => getCampaign(context, id, page, viewer),
  create: (input, caller, origin, kept) => createCampaign(context, input, caller, origin, kept),
  async assertListable(id, caller) {
    await assertListable(context, id, caller);
  },
  generateMerkle: (id, list, caller, request) => generateMerkle(context, id, list, caller, request),
  downloadList: (id, caller) => downloadList(context, id, caller),
  proof: (id, address, viewer) => whitelistProof(context, id, address, viewer),
  fundingInfo: (id) => fundingInfo(context, id),
  confirmFunding: (id, txHash) => confirmFunding(context, id, txHash),
  claim: (id, request, caller) => claimCampaign(context, id, request, caller),
  confirmClaim: (id, request) => confirmClaim(context, id, request),
  cancel: (id, creator, caller) => cancelCampaign(context, id, creator, caller),
  confirmCancel: (id, txHash) => confirmCancel(context, id, txHash),
  close: (id, signature) => closeCampaign(context, id, signature),
  sync: (id) => syncCampaign(context, id),
});
