import { sql, type Insertable, type Selectable } from 'kysely';
import type { AirdropCampaignsTable, AirdropTreesTable } from './airdrop-tables.js';

/** A campaign's row with what its lanes have paid, and whether everybody may know its vault: false without one. */
export type CampaignRow = Selectable<AirdropCampaignsTable> & {
  readonly claimedCount: number;
  readonly claimedAmount: bigint;
  readonly vaultPublic: boolean;
};

/** The columns of a {@link CampaignRow} that other tables tell. */
export const derivedColumns = [
  sql<number>`(SELECT coalesce(sum(claims), 0)::bigint FROM airdrop_lanes WHERE campaign_id = airdrop_campaigns.id)`.as(
    'claimedCount',
  ),
  sql<bigint>`(SELECT coalesce(sum(claimed_amount), 0) FROM airdrop_lanes WHERE campaign_id = airdrop_campaigns.id)`.as(
    'claimedAmount',
  ),
  sql<boolean>`coalesce((SELECT is_public FROM vaults WHERE vaults.id = airdrop_campaigns.vault_id), false)`.as(
    'vaultPublic',
  ),
] as const;

/** Returns the figures that a campaign's contract fixes: how many claims are possible and what they pay together; null while a whitelist has no list. */
const contractOf = ({ lanes, sponsorFees, claims, pool, contractAddress: address, lockingBytecode }: CampaignRow) =>
  lanes === null ||
  sponsorFees === null ||
  claims === null ||
  pool === null ||
  address === null ||
  lockingBytecode === null
    ? null
    : { lanes, sponsorFees, claims, pool, address, lockingBytecode };

/** Returns the latest list, and once funded the one on the chain; null for a public campaign. */
const treeOf = ({ treeId: id, merkleRoot: root }: CampaignRow) => (id === null || root === null ? null : { id, root });

/** Returns the confirmed funding; null without one. `byCreator`: whether it spent a coin of the creator's address; null where not known. */
const fundingOf = ({
  fundingTxHash: txHash,
  stateCategory: category,
  activatedAt,
  fundedByCreator: byCreator,
}: CampaignRow) =>
  txHash === null || category === null || activatedAt === null ? null : { txHash, category, activatedAt, byCreator };

/** Returns where the closing unit lay when the creator, a script, handed it over; null before. */
const closingOf = ({ closingTxid: txid, closingVout: vout }: CampaignRow) =>
  txid === null || vout === null ? null : { txid, vout };

export type CampaignContract = Readonly<NonNullable<ReturnType<typeof contractOf>>>;

interface Groups {
  readonly contract: CampaignContract | null;
  readonly tree: Readonly<ReturnType<typeof treeOf>>;
  readonly funding: Readonly<ReturnType<typeof fundingOf>>;
  readonly closing: Readonly<ReturnType<typeof closingOf>>;
}

type GroupedColumn =
  | Exclude<keyof CampaignContract, 'address'>
  | ('contractAddress' | 'treeId' | 'merkleRoot' | 'fundingTxHash' | 'stateCategory' | 'activatedAt')
  | ('fundedByCreator' | 'closingTxid' | 'closingVout');

/** A campaign as its row says. Amounts in base units, times in Unix seconds, hex lower case. `expiresAt` is null once it is funded. */
export type CampaignRecord = Readonly<Omit<CampaignRow, GroupedColumn | 'createdBy' | 'createdFrom'>> & Groups;

/** The fixed part of a campaign. None of it changes later. */
export type NewCampaign = Omit<
  CampaignRecord,
  | ('id' | 'campaignId' | 'vaultPublic' | 'status' | 'tree' | 'funding' | 'cancelledAt' | 'closing')
  | ('claimedCount' | 'claimedAmount' | 'expiresAt' | 'createdAt' | 'updatedAt')
>;

/** Reads a row. */
export const toCampaignRecord = (row: CampaignRow): CampaignRecord => ({
  contract: contractOf(row),
  tree: treeOf(row),
  funding: fundingOf(row),
  closing: closingOf(row),
  ...row,
  expiresAt: row.status === 'PENDING' ? row.expiresAt : null,
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
export const toNewCampaignRow = ({
  contract,
  ...columns
}: NewCampaign): Omit<Insertable<AirdropCampaignsTable>, 'id' | 'campaignId'> => ({
  ...toContractColumns(contract),
  ...columns,
});

type TreeRow = Selectable<AirdropTreesTable>;

/** A whitelist's tree without its bytes. */
export type TreeRecord = Readonly<
  Pick<TreeRow, 'id' | 'campaignId' | 'root' | 'rowCount' | 'lanes' | 'depth' | 'total' | 'sponsored'>
> & {
  readonly laneList: readonly {
    readonly lane: number;
    readonly root: string;
    readonly rows: number;
    readonly total: bigint;
  }[];
};
