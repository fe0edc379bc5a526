import type { CampaignRecord, LaneStep } from '@weir/infra';
import { percentageOf } from '../../shared/amounts.js';
import { publicVaultOf } from '../../shared/vaults/vault-access.js';
import { NO_START } from './campaign-terms.js';

/** Converts a campaign to the form that clients see: never its nonce, never its list. */
export const toCampaignView = (campaign: CampaignRecord) => {
  const { nonce: _nonce, ...row } = campaign;
  const { contract, tree, funding } = row;
  return {
    poolAmount: contract?.pool ?? null,
    maxClaims: contract?.claims ?? null,
    totalRecipients: row.requireKyc ? (contract?.claims ?? null) : null,
    progressPercentage: percentageOf(BigInt(row.claimedCount), BigInt(contract?.claims ?? 0)),
    claimLink: `/api/airdrops/claim/${row.claimToken}`,
    // What is behind a spread is slow to set: only what the row has too, also in columns that its type leaves out.
    ...row,
    vaultId: publicVaultOf(row),
    // Where there is a list, its rows say it.
    amountPerClaim: row.requireKyc ? null : row.amountPerClaim,
    startDate: row.startDate === NO_START ? null : row.startDate,
    lanes: contract?.lanes ?? row.lanesAsked,
    sponsorFees: row.sponsorFees,
    merkleRoot: tree?.root ?? null,
    contractAddress: contract?.address ?? null,
    fundingTxHash: funding?.txHash ?? null,
    fundedByCreator: funding?.byCreator ?? null,
    activatedAt: funding?.activatedAt ?? null,
  };
};

/** A campaign as the use cases return it: its row, and what is computed of it. Amounts in base units, times in Unix seconds. */
export type CampaignView = ReturnType<typeof toCampaignView>;

/** Converts a recorded step to a claim; undefined for steps of other kinds. */
export const toClaimView = ({ id, campaignId, claim, lane, createdAt, txHash, source }: LaneStep) =>
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
