export { AirdropStatus } from './airdrop-words.schema.js';
export { CampaignClaim, CampaignResource } from './campaign.schema.js';
export {
  AirdropClaimRelayed,
  AirdropClaimResponse,
  AirdropClaimUnsigned,
  claimAirdrop,
  confirmAirdropClaim,
} from './claim-campaign.schema.js';
export {
  cancelAirdrop,
  CancelAirdropResponse,
  closeAirdrop,
  CloseAirdropResponse,
  confirmAirdropCancel,
  syncAirdrop,
  SyncAirdropResponse,
} from './close-campaign.schema.js';
export { createAirdrop, CreateAirdropBody, CreateAirdropResponse } from './create-campaign.schema.js';
export {
  AirdropConfirmResponse,
  airdropFundingInfo,
  AirdropFundingReady,
  AirdropFundingResponse,
  confirmAirdropFunding,
} from './fund-campaign.schema.js';
export {
  AirdropLanesResponse,
  ClaimableResponse,
  ClaimLinkResponse,
  getAirdrop,
  GetAirdropResponse,
  getAirdropLanes,
  getClaimable,
  getClaimLink,
  listAirdrops,
  ListAirdropsResponse,
} from './read-campaigns.schema.js';
export {
  downloadWhitelist,
  generateMerkle,
  getProof,
  WhitelistBody,
  WhitelistForm,
  WhitelistRow,
  WhitelistProofResponse,
  WhitelistResponse,
} from './whitelist.schema.js';
