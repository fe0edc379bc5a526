import { sql, type Insertable, type Selectable } from 'kysely';
import type { AirdropCampaignsTable } from './airdrop-tables.js';
import type { CampaignContract, CampaignRecord, NewCampaign } from './campaign-record.js';

/** A campaign's row with what its lanes have paid, and whether its vault is public. */
export type CampaignRow = Selectable<AirdropCampaignsTable> & {
  readonly claimed_count: bigint | null;
  readonly claimed_amount: bigint | null;
  /** Null without a vault. */
  readonly vault_public: boolean | null;
};

const seconds = (value: bigint | null): number | null => (value === null ? null : Number(value));

/** Returns what other tables tell of a campaign, as expressions beside its columns: what its lanes have paid, and whether its vault is public. */
export const derivedColumns = [
  sql<bigint | null>`(SELECT sum(claims) FROM airdrop_lanes WHERE campaign_id = airdrop_campaigns.id)`.as(
    'claimed_count',
  ),
  sql<bigint | null>`(SELECT sum(claimed_amount) FROM airdrop_lanes WHERE campaign_id = airdrop_campaigns.id)`.as(
    'claimed_amount',
  ),
  sql<boolean | null>`(SELECT is_public FROM vaults WHERE vaults.id = airdrop_campaigns.vault_id)`.as('vault_public'),
] as const;

const contractOf = (row: CampaignRow): CampaignContract | null => {
  const {
    lanes,
    sponsor_fees: sponsorFees,
    claims,
    pool,
    contract_address: address,
    locking_bytecode: lockingBytecode,
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
  return { lanes, sponsorFees, claims: Number(claims), pool, address, lockingBytecode };
};

const fundingOf = ({
  funding_tx_hash: txHash,
  state_category: category,
  activated_at: activatedAt,
  funded_by_creator: byCreator,
}: CampaignRow): CampaignRecord['funding'] =>
  txHash === null || category === null || activatedAt === null
    ? null
    : { txHash, category, activatedAt: Number(activatedAt), byCreator };

/** Converts a row to a campaign. */
export const toCampaignRecord = (row: CampaignRow): CampaignRecord => ({
  id: row.id,
  campaignId: row.campaign_id,
  creator: row.creator,
  creatorHash: row.creator_hash,
  vaultId: row.vault_id,
  isVaultPublic: row.vault_public ?? false,
  title: row.title,
  description: row.description,
  tokenType: row.token_type,
  tokenCategory: row.token_category,
  totalAmount: row.total_amount,
  amountPerClaim: row.amount_per_claim,
  maxClaimsPerAddress: Number(row.max_claims_per_address),
  startDate: Number(row.start_date),
  endDate: seconds(row.end_date),
  requireKyc: row.require_kyc,
  publicList: row.public_list,
  cancelable: row.cancelable,
  lanesAsked: row.lanes_asked,
  sponsorAsked: row.sponsor_asked,
  nonce: row.nonce,
  claimToken: row.claim_token,
  status: row.status,
  contract: contractOf(row),
  tree: row.tree_id === null || row.merkle_root === null ? null : { id: row.tree_id, root: row.merkle_root },
  funding: fundingOf(row),
  cancelledAt: seconds(row.cancelled_at),
  closing:
    row.closing_txid === null || row.closing_vout === null ? null : { txid: row.closing_txid, vout: row.closing_vout },
  claimedCount: Number(row.claimed_count ?? 0n),
  claimedAmount: row.claimed_amount ?? 0n,
  expiresAt: row.status === 'PENDING' ? seconds(row.expires_at) : null,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

/** Returns the columns that a contract fills. */
export const toContractColumns = (contract: CampaignContract | null) => ({
  lanes: contract?.lanes ?? null,
  sponsor_fees: contract?.sponsorFees ?? null,
  claims: contract?.claims ?? null,
  pool: contract?.pool ?? null,
  contract_address: contract?.address ?? null,
  locking_bytecode: contract?.lockingBytecode ?? null,
});

/** Returns the columns of a new campaign, without its ids. */
export const toNewCampaignRow = (
  campaign: NewCampaign,
): Omit<Insertable<AirdropCampaignsTable>, 'id' | 'campaign_id'> => ({
  creator: campaign.creator,
  creator_hash: campaign.creatorHash,
  vault_id: campaign.vaultId,
  title: campaign.title,
  description: campaign.description,
  token_type: campaign.tokenType,
  token_category: campaign.tokenCategory,
  total_amount: campaign.totalAmount,
  amount_per_claim: campaign.amountPerClaim,
  max_claims_per_address: campaign.maxClaimsPerAddress,
  start_date: campaign.startDate,
  end_date: campaign.endDate,
  require_kyc: campaign.requireKyc,
  public_list: campaign.publicList,
  cancelable: campaign.cancelable,
  lanes_asked: campaign.lanesAsked,
  sponsor_asked: campaign.sponsorAsked,
  nonce: campaign.nonce,
  claim_token: campaign.claimToken,
  ...toContractColumns(campaign.contract),
});
