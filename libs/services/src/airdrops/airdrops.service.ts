import { bindUseCases } from '../shared/bind-use-cases.js';
import type { AirdropContext } from './campaign/airdrop-context.js';
import { claimCampaign } from './claims/claim-campaign.js';
import { confirmClaim } from './claims/confirm-claim.js';
import { cancelCampaign, closeCampaign, confirmCancel } from './closing/cancel-campaign.js';
import { createCampaign } from './create-campaign.js';
import { confirmFunding } from './funding/confirm-funding.js';
import { fundingInfo } from './funding/funding-info.js';
import {
  campaignByClaimToken,
  campaignLanes,
  getCampaign,
  listCampaigns,
  listClaimable,
  syncCampaign,
} from './list-campaigns.js';
import { previewCampaign } from './preview-campaign.js';
import { assertListable, generateMerkle } from './whitelist/generate-merkle.js';
import { replaceAddresses } from './whitelist/replace-addresses.js';
import { downloadList, whitelistProof } from './whitelist/whitelist-proof.js';

/**
 * Builds the airdrop use cases over a database and a chain. What they keep in memory only saves work: any number of replicas may
 * serve, and each may stop at any moment. All throw ServiceError NOT_FOUND where there is no campaign, CHAIN_UNAVAILABLE where no
 * Electrum server answers.
 */
export const createAirdropsService = (context: AirdropContext) =>
  bindUseCases(context, {
    list: listCampaigns,
    claimable: listClaimable,
    lanes: campaignLanes,
    byClaimToken: campaignByClaimToken,
    get: getCampaign,
    preview: previewCampaign,
    create: createCampaign,
    assertListable,
    generateMerkle,
    replaceAddresses,
    downloadList,
    proof: whitelistProof,
    fundingInfo,
    confirmFunding,
    claim: claimCampaign,
    confirmClaim,
    cancel: cancelCampaign,
    confirmCancel,
    close: closeCampaign,
    sync: syncCampaign,
  });

export type AirdropsService = ReturnType<typeof createAirdropsService>;
