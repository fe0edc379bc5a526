import type { CampaignRecord, LaneStep } from '@weir/infra';
import { percentageOf } from '../shared/percentage.js';
import { publicVaultOf } from '../shared/vaults/linked-vault.js';
import type { CampaignClaimView, CampaignView } from './airdrops.types.js';
import { NO_START } from './campaign-terms.js';

/** Converts a campaign to the form that clients see: never its nonce, never its list. */
export const toCampaignView = (campaign: CampaignRecord): CampaignView => {
  const { contract, tree, funding } = campaign;
  return {
    id: campaign.id,
    campaignId: campaign.campaignId,
    vaultId: publicVaultOf(campaign),
    creator: campaign.creator,
    title: campaign.title,
    description: campaign.description,
    tokenType: campaign.tokenType,
    tokenCategory: campaign.tokenCategory,
    totalAmount: campaign.totalAmount,
    // Where there is a list, its rows say it.
    amountPerClaim: campaign.requireKyc ? null : campaign.amountPerClaim,
    maxClaimsPerAddress: campaign.maxClaimsPerAddress,
    startDate: campaign.startDate === NO_START ? null : campaign.startDate,
    endDate: campaign.endDate,
    requireKyc: campaign.requireKyc,
    publicList: campaign.publicList,
    cancelable: campaign.cancelable,
    lanes: contract?.lanes ?? campaign.lanesAsked,
    sponsorFees: contract?.sponsorFees ?? campaign.sponsorAsked,
    poolAmount: contract?.pool ?? null,
    maxClaims: contract?.claims ?? null,
    totalRecipients: campaign.requireKyc ? (contract?.claims ?? null) : null,
    claimedCount: campaign.claimedCount,
    claimedAmount: campaign.claimedAmount,
    progressPercentage: percentageOf(BigInt(campaign.claimedCount), BigInt(contract?.claims ?? 0)),
    claimLink: `/api/airdrops/claim/${campaign.claimToken}`,
    claimToken: campaign.claimToken,
    merkleRoot: tree?.root ?? null,
    status: campaign.status,
    contractAddress: contract?.address ?? null,
    fundingTxHash: funding?.txHash ?? null,
    fundedByCreator: funding?.byCreator ?? null,
    activatedAt: funding?.activatedAt ?? null,
    cancelledAt: campaign.cancelledAt,
    expiresAt: campaign.expiresAt,
    createdAt: campaign.createdAt,
    updatedAt: campaign.updatedAt,
  };
};

/** Converts a recorded step to a claim; undefined for steps of other kinds. */
export const toClaimView = ({
  id,
  campaignId,
  claim,
  lane,
  createdAt,
  txHash,
  source,
}: LaneStep): CampaignClaimView | undefined =>
  claim === null
    ? undefined
    : {
        id,
        campaignId,
        claimer: claim.recipient,
        amount: claim.amount,
        claimNumber: claim.count,
        lane,
        claimedAt: createdAt,
        txHash,
        source,
      };
