import { type Insertable, type Selectable, sql } from 'kysely';
import type {
  AirdropCampaignsTable,
  AirdropLanesTable,
  AirdropStepsTable,
  AirdropTreesTable,
} from '../generated/tables.js';
import { columnGroup, type GroupOf } from '../sql/column-group.js';
import type { FundedStream } from '../streams/open-streams.js';

/** A campaign's row with what its lanes have paid, and whether everybody may know its vault: false without one. */
export type CampaignRow = Selectable<AirdropCampaignsTable> & {
  readonly claimedCount: number;
  readonly claimedAmount: bigint;
  readonly vaultPublic: boolean;
};

/** The columns of a {@link CampaignRow} that are derived from other tables. */
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

const group = columnGroup<CampaignRow>();

/** The figures that a campaign's contract fixes: how many claims are possible and what they pay together; null while a whitelist has no list. */
const contractGroup = group({
  lanes: 'lanes',
  claims: 'claims',
  pool: 'pool',
  address: 'contractAddress',
  lockingBytecode: 'lockingBytecode',
});
/** The latest list, and once funded the one on the chain; null for a public campaign. */
const treeGroup = group({ id: 'treeId', root: 'merkleRoot' });
/** The confirmed funding; null without one. `byCreator`: whether it spent a coin of the creator's address; null where not known. */
const fundingGroup = group(
  { txHash: 'fundingTxHash', category: 'stateCategory', activatedAt: 'activatedAt' },
  { byCreator: 'fundedByCreator' },
);
/** When the rows of its list vest; null where claims pay at once. */
const vestingGroup = group(
  { streamType: 'vestingType', startTime: 'vestingStart', endTime: 'vestingEnd' },
  { cliffTimestamp: 'vestingCliff', intervalSeconds: 'vestingInterval' },
);
/** Where the closing unit lay when the creator, a script, handed it over; null before. */
const closingGroup = group({ txid: 'closingTxid', vout: 'closingVout' });

export type CampaignContract = GroupOf<typeof contractGroup>;
export type CampaignVesting = GroupOf<typeof vestingGroup>;

interface Groups {
  readonly contract: CampaignContract | null;
  readonly tree: GroupOf<typeof treeGroup> | null;
  readonly funding: GroupOf<typeof fundingGroup> | null;
  readonly closing: GroupOf<typeof closingGroup> | null;
  readonly vesting: CampaignVesting | null;
}

type GroupedColumn =
  | Exclude<keyof CampaignContract, 'address'>
  | ('contractAddress' | 'treeId' | 'merkleRoot' | 'fundingTxHash' | 'stateCategory' | 'activatedAt')
  | ('fundedByCreator' | 'closingTxid' | 'closingVout')
  | ('vestingType' | 'vestingStart' | 'vestingEnd' | 'vestingCliff' | 'vestingInterval');

/** A campaign as its row says. Amounts in base units, times in Unix seconds, hex lower case. `expiresAt` is null once it is funded. */
export type CampaignRecord = Readonly<Omit<CampaignRow, GroupedColumn | 'createdBy' | 'createdFrom'>> & Groups;

/** The fixed part of a campaign. None of it changes later. */
export type NewCampaign = Omit<
  CampaignRecord,
  | ('id' | 'campaignId' | 'vaultPublic' | 'status' | 'tree' | 'funding' | 'cancelledAt' | 'closing')
  | ('claimedCount' | 'claimedAmount' | 'expiresAt' | 'createdAt' | 'updatedAt')
>;

export const toCampaignRecord = (row: CampaignRow): CampaignRecord => ({
  contract: contractGroup.read(row),
  tree: treeGroup.read(row),
  funding: fundingGroup.read(row),
  closing: closingGroup.read(row),
  vesting: vestingGroup.read(row),
  ...row,
  expiresAt: row.status === 'PENDING' ? row.expiresAt : null,
});

/** Returns the columns that a contract fills. */
export const toContractColumns = contractGroup.columns;

/** Returns the columns of a new campaign, without its ids. */
export const toNewCampaignRow = ({
  contract,
  vesting,
  ...columns
}: NewCampaign): Omit<Insertable<AirdropCampaignsTable>, 'id' | 'campaignId'> => ({
  ...toContractColumns(contract),
  ...vestingGroup.columns(vesting),
  ...columns,
});

type TreeRow = Selectable<AirdropTreesTable>;

/** A whitelist's tree without its bytes. */
export type TreeRecord = Readonly<
  Pick<TreeRow, 'id' | 'campaignId' | 'root' | 'rowCount' | 'lanes' | 'depth' | 'total'>
> & {
  readonly laneList: readonly {
    readonly lane: number;
    readonly root: string;
    readonly rows: number;
    readonly total: bigint;
  }[];
};

type StepRow = Selectable<AirdropStepsTable>;

/** The tokens at the next index; null where the asset is BCH. */
const companionGroup = columnGroup<StepRow>()(
  { satoshis: 'companionSatoshis', amount: 'companionAmount' },
  { nft: 'companionNft' },
);
const stateGroup = columnGroup<StepRow>()(
  { txid: 'txHash', vout: 'vout', satoshis: 'satoshis', commitment: 'commitment' },
  { units: 'units' },
);

/** The columns of a step that hold the state it left. */
export const STATE_COLUMNS = [...stateGroup.names, ...companionGroup.names] as const;

type StateColumns = Pick<StepRow, (typeof STATE_COLUMNS)[number]>;

/**
 * Returns the state output that a step left; null where it ended the lane. `units`: of the campaign's category in it, the closing unit,
 * where its holder left it there; otherwise 0.
 */
const stateOf = (row: StateColumns) => {
  const state = stateGroup.read(row);
  return state && { ...state, units: state.units ?? 0n, companion: companionGroup.read(row) };
};

/** Returns the recipient that a claim paid; null for other steps. `count`: how many claims they have made, this one included. */
const claimOf = ({ recipient, recipientHash, count, amount, rowNumber: row }: StepRow) =>
  recipient === null || recipientHash === null || count === null
    ? null
    : { recipient, recipientHash: recipientHash.toString('hex'), amount, row, count };

export type LaneState = Readonly<NonNullable<ReturnType<typeof stateOf>>>;
export type NewLaneClaim = Readonly<NonNullable<ReturnType<typeof claimOf>>>;

export interface NewLaneStep extends Readonly<Pick<StepRow, 'kind' | 'txHash' | 'toCreator' | 'source' | 'mined'>> {
  readonly state: LaneState | null;
  readonly claim: NewLaneClaim | null;
  /** The lock that a claim of a vested list opened, which is recorded with it. */
  readonly lock?: FundedStream | undefined;
}

/** A step of a lane as it is stored. */
export interface LaneStep
  extends Omit<NewLaneStep, 'lock'>, Readonly<Pick<StepRow, 'id' | 'campaignId' | 'lane' | 'sequence' | 'createdAt'>> {}

/** A lane with its latest state: null once it has ended. */
export type LaneRecord = Readonly<Selectable<AirdropLanesTable>> & {
  /** The transaction of its latest step. */
  readonly headTxHash: string;
  readonly state: LaneState | null;
};

export const toLaneStep = (row: StepRow): LaneStep => ({ state: stateOf(row), claim: claimOf(row), ...row });

/** Reads a lane with the columns of its latest step. */
export const toLaneRecord = (row: Selectable<AirdropLanesTable> & StateColumns): LaneRecord => {
  const { txHash, vout, satoshis, commitment, units, companionSatoshis, companionAmount, companionNft, ...lane } = row;
  const state = { txHash, vout, satoshis, commitment, units, companionSatoshis, companionAmount, companionNft };
  return { headTxHash: txHash, state: stateOf(state), ...lane };
};

/** Returns the columns of a step, without its place. */
export const toNewStepRow = ({
  state,
  claim,
  lock: _recordedSeparately,
  ...columns
}: NewLaneStep): Omit<Insertable<AirdropStepsTable>, 'id' | 'campaignId' | 'lane' | 'sequence'> => ({
  vout: state?.vout ?? null,
  satoshis: state?.satoshis ?? null,
  commitment: state?.commitment ?? null,
  units: state === null || state.units === 0n ? null : state.units,
  ...companionGroup.columns(state?.companion ?? null),
  recipient: claim?.recipient ?? null,
  recipientHash: claim === null ? null : Buffer.from(claim.recipientHash, 'hex'),
  rowNumber: claim?.row ?? null,
  count: claim?.count ?? null,
  amount: claim?.amount ?? 0n,
  ...columns,
});
