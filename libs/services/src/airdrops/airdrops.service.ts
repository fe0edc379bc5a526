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
  list: (query) => listCampaigns(query, context),
  claimable: (query, viewer) => listClaimable(query, viewer, context),
  lanes: (id, addresses) => campaignLanes(id, addresses, context),
  byClaimToken: async (token) => toCampaignView(await loadByClaimToken(context, token)),
  get: (id, page, viewer) => getCampaign(id, page, viewer, context),
  create: (input, caller, origin, kept) => createCampaign(input, caller, origin, kept, context),
  async assertListable(id, caller) {
    await assertListable(id, caller, context);
  },
  generateMerkle: (id, list, caller, request) => generateMerkle(id, list, caller, request, context),
  downloadList: (id, caller) => downloadList(id, caller, context),
  proof: (id, address, viewer) => whitelistProof(id, address, viewer, context),
  fundingInfo: (id) => fundingInfo(id, context),
  confirmFunding: (id, txHash) => confirmFunding(id, txHash, context),
  claim: (id, request, caller) => claimCampaign(id, request, caller, context),
  confirmClaim: (id, request) => confirmClaim(id, request, context),
  cancel: (id, creator, caller) => cancelCampaign(id, creator, caller, context),
  confirmCancel: (id, txHash) => confirmCancel(id, txHash, context),
  close: (id, signature) => closeCampaign(id, signature, context),
  sync: (id) => syncCampaign(id, context),
});
