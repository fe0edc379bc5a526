import { sql, type Insertable, type Selectable } from 'kysely';
import type { AirdropCampaignsTable } from './airdrop-tables.js';
import type { CampaignContract, CampaignRecord, NewCampaign } from './campaign-record.js';

/** A campaign's row with what its lanes have paid, and whether its vault is public. */
export type CampaignRow = Selectable<AirdropCampaignsTable> & {
  readonly claimedCount: bigint | null;
  readonly claimedAmount: bigint | null;
  /** Null without a vault. */
  readonly vaultPublic: boolean | null;
};

const seconds = (value: number | null): number | null => (value === null ? null : value);

/** Returns what other tables tell of a campaign, as expressions beside its columns: what its lanes have paid, and whether its vault is public. */
export const derivedColumns = [
  sql<bigint | null>`(SELECT sum(claims) FROM airdrop_lanes WHERE campaign_id = airdrop_campaigns.id)`.as(
    'claimedCount',
  ),
  sql<bigint | null>`(SELECT sum(claimed_amount) FROM airdrop_lanes WHERE campaign_id = airdrop_campaigns.id)`.as(
    'claimedAmount',
  ),
  sql<boolean | null>`(SELECT is_public FROM vaults WHERE vaults.id = airdrop_campaigns.vault_id)`.as('vaultPublic'),
] as const;

const contractOf = (row: CampaignRow): CampaignContract | null => {
  const {
    lanes,
    sponsorFees: sponsorFees,
    claims,
    pool,
    contractAddress: address,
    lockingBytecode: lockingBytecode,
  } = row;
  if (
    lanes === null ||
    sponsorFees === null ||
    claims === null ||
    pool === null ||
    address === null ||
    lockingBytecode === null
  )
    return null;
  return { lanes, sponsorFees, claims: claims, pool, address, lockingBytecode };
};

const fundingOf = ({
  fundingTxHash: txHash,
  stateCategory: category,
  activatedAt: activatedAt,
  fundedByCreator: byCreator,
}: CampaignRow): CampaignRecord['funding'] =>
  txHash === null || category === null || activatedAt === null
    ? null
    : { txHash, category, activatedAt: activatedAt, byCreator };

/** Converts a row to a campaign. */
export const toCampaignRecord = (row: CampaignRow): CampaignRecord => ({
  id: row.id,
  campaignId: row.campaignId,
  creator: row.creator,
  creatorHash: row.creatorHash,
  vaultId: row.vaultId,
  isVaultPublic: row.vaultPublic ?? false,
  title: row.title,
  description: row.description,
  tokenType: row.tokenType,
  tokenCategory: row.tokenCategory,
  totalAmount: row.totalAmount,
  amountPerClaim: row.amountPerClaim,
  maxClaimsPerAddress: row.maxClaimsPerAddress,
  startDate: row.startDate,
  endDate: seconds(row.endDate),
  requireKyc: row.requireKyc,
  publicList: row.publicList,
  cancelable: row.cancelable,
  lanesAsked: row.lanesAsked,
  sponsorAsked: row.sponsorAsked,
  nonce: row.nonce,
  claimToken: row.claimToken,
  status: row.status,
  contract: contractOf(row),
  tree: row.treeId === null || row.merkleRoot === null ? null : { id: row.treeId, root: row.merkleRoot },
  funding: fundingOf(row),
  cancelledAt: seconds(row.cancelledAt),
  closing:
    row.closingTxid === null || row.closingVout === null ? null : { txid: row.closingTxid, vout: row.closingVout },
  claimedCount: Number(row.claimedCount ?? 0n),
  claimedAmount: row.claimedAmount ?? 0n,
  expiresAt: row.status === 'PENDING' ? seconds(row.expiresAt) : null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Returns the columns that a contract fills. */
export const toContractColumns = (contract: CampaignContract | null) => ({
  lanes: contract?.lanes ?? null,
  sponsorFees: contract?.sponsorFees ?? null,
  claims: contract?.claims ?? null,
  pool: contract?.pool ?? null,
  contractAddress: contract?.address ?? null,
  lockingBytecode: contract?.lockingBytecode ?? null,
});

/** Returns the columns of a new campaign, without its ids. */
export const toNewCampaignRow = (
  campaign: NewCampaign,
): Omit<Insertable<AirdropCampaignsTable>, 'id' | 'campaignId'> => ({
  creator: campaign.creator,
  creatorHash: campaign.creatorHash,
  vaultId: campaign.vaultId,
  title: campaign.title,
  description: campaign.description,
  tokenType: campaign.tokenType,
  tokenCategory: campaign.tokenCategory,
  totalAmount: campaign.totalAmount,
  amountPerClaim: campaign.amountPerClaim,
  maxClaimsPerAddress: campaign.maxClaimsPerAddress,
  startDate: campaign.startDate,
  endDate: campaign.endDate,
  requireKyc: campaign.requireKyc,
  publicList: campaign.publicList,
  cancelable: campaign.cancelable,
  lanesAsked: campaign.lanesAsked,
  sponsorAsked: campaign.sponsorAsked,
  nonce: campaign.nonce,
  claimToken: campaign.claimToken,
  ...toContractColumns(campaign.contract),
});
