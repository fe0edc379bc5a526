import type {
  AirdropLanesResponse,
  CampaignClaim,
  CampaignResource,
  ClaimableResponse,
  GetAirdropResponse,
  ListAirdropsResponse,
} from '@weir/api-contract';
import type {
  CampaignClaimView,
  CampaignDetail,
  CampaignLanesView,
  CampaignsPage,
  CampaignView,
  ClaimableResult,
  RolledBackView,
  TokenType,
} from '@weir/services';
import { presentAmount } from '../shared/present-amount.js';

const CLAIM_LINKS = '/api/airdrops/claim/';

/** Presents a campaign in the field names of records. */
export const presentCampaign = (campaign: CampaignView): CampaignResource => {
  const amount = (base: bigint) => presentAmount(base, campaign.tokenType);
  const maybe = (base: bigint | null) => (base === null ? null : amount(base));
  const text = (base: bigint | null) => base?.toString() ?? null;
  return {
    id: campaign.id,
    campaign_id: campaign.campaignId,
    vault_id: campaign.vaultId,
    creator: campaign.creator,
    title: campaign.title,
    description: campaign.description,
    token_type: campaign.tokenType,
    token_category: campaign.tokenCategory,
    total_amount: amount(campaign.totalAmount),
    total_amount_base: campaign.totalAmount.toString(),
    amount_per_claim: maybe(campaign.amountPerClaim),
    amount_per_claim_base: text(campaign.amountPerClaim),
    max_claims_per_address: campaign.maxClaimsPerAddress,
    start_date: campaign.startDate,
    end_date: campaign.endDate,
    require_kyc: campaign.requireKyc,
    public_list: campaign.publicList,
    cancelable: campaign.cancelable,
    lanes: campaign.lanes,
    sponsor_fees: campaign.sponsorFees,
    pool_amount: maybe(campaign.pool),
    pool_amount_base: text(campaign.pool),
    max_claims: campaign.maxClaims,
    total_recipients: campaign.totalRecipients,
    claimed_count: campaign.claimedCount,
    claimed_amount: amount(campaign.claimedAmount),
    claimed_amount_base: campaign.claimedAmount.toString(),
    progress_percentage: campaign.progressPercentage,
    claim_link: CLAIM_LINKS + campaign.claimToken,
    claim_token: campaign.claimToken,
    merkle_root: campaign.merkleRoot,
    status: campaign.status,
    contract_address: campaign.contractAddress,
    funding_tx_hash: campaign.fundingTxHash,
    funded_by_creator: campaign.fundedByCreator,
    activated_at: campaign.activatedAt,
    cancelled_at: campaign.cancelledAt,
    expires_at: campaign.expiresAt,
    created_at: campaign.createdAt,
    updated_at: campaign.updatedAt,
  };
};

/** Presents a recorded claim. */
export const presentCampaignClaim = (claim: CampaignClaimView, tokenType: TokenType): CampaignClaim => ({
  id: claim.id,
  campaign_id: claim.campaignId,
  claimer: claim.claimer,
  amount: presentAmount(claim.amount, tokenType),
  amount_base: claim.amount.toString(),
  claim_number: claim.claimNumber,
  lane: claim.lane,
  claimed_at: claim.claimedAt,
  tx_hash: claim.txHash,
  source: claim.source,
});

/** Presents a page of campaigns under both field names that clients use. */
export const presentCampaignsPage = ({ campaigns, total, nextCursor }: CampaignsPage): ListAirdropsResponse => {
  const rows = campaigns.map(presentCampaign);
  return { success: true, airdrops: rows, campaigns: rows, total, nextCursor };
};

const STEPS = { fund: 'funded', claim: 'claimed', close: 'closed', complete: 'completed' } as const;

const presentRolledBack = (
  { of, at, txHash, amount, reason, replacedBy }: RolledBackView,
  tokenType: TokenType,
): GetAirdropResponse['taken_back'][number] => ({
  of: STEPS[of],
  at,
  tx_hash: txHash,
  amount: presentAmount(amount, tokenType),
  amount_base: amount.toString(),
  reason,
  replaced_by: replacedBy,
});

/** Presents a campaign with a page of its claims. */
export const presentCampaignDetail = ({
  campaign,
  claims,
  rolledBack,
  nextCursor,
}: CampaignDetail): GetAirdropResponse => ({
  success: true,
  campaign: presentCampaign(campaign),
  claims: claims.map((claim) => presentCampaignClaim(claim, campaign.tokenType)),
  taken_back: rolledBack.map((step) => presentRolledBack(step, campaign.tokenType)),
  nextCursor,
});

/** Presents what an address can claim. */
export const presentClaimable = ({
  address,
  claimable,
  nextCursor,
  withPrivateLists,
}: ClaimableResult): ClaimableResponse => {
  const rows = claimable.map(({ campaign, amount, claimsMade, claimsLeft }) => ({
    campaign: presentCampaign(campaign),
    amount: presentAmount(amount, campaign.tokenType),
    amountBase: amount.toString(),
    claimsMade,
    claimsLeft,
  }));
  return {
    success: true,
    address,
    claimable: rows,
    campaigns: rows.map(({ campaign }) => campaign),
    total: rows.length,
    nextCursor,
    privateListsIncluded: withPrivateLists,
  };
};

/** Presents the lanes of a public campaign. */
export const presentLanes = ({ lanes, addresses }: CampaignLanesView): AirdropLanesResponse => ({
  success: true,
  claimsLeft: lanes.reduce((sum, { claimsLeft }) => sum + claimsLeft, 0),
  lanes: lanes.map(({ lane, claimsDue, claimsMade, claimsLeft }) => ({ lane, claimsDue, claimsMade, claimsLeft })),
  addresses: addresses.map(({ address, lane, claimsMade, claimsLeft }) => ({ address, lane, claimsMade, claimsLeft })),
});
