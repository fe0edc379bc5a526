import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AirdropStatus, TokenType, VestingType } from '@weir/api-contract/words';
import type { CreationColumns, DatabaseSeconds, NullableSeconds, Optional, RecordSource, Seconds } from '../columns.js';

/** Counts leave Postgres as bigint. */
type Count = number;

/** `complete`: a lane that had paid everything was ended; `close`: its creator ended it. */
type AirdropStepKind = 'fund' | 'claim' | 'close' | 'complete';
/** Which bytes of a tree a part holds. */
export type TreeRegion = 'rows' | 'index' | 'nodes';

/** Amounts in base units (satoshis for BCH); hex in lower case, hashes of transactions in display order. */
export interface AirdropCampaignsTable extends CreationColumns {
  id: string;
  /** Display id, `#WEIR-DROP-000001`. */
  campaignId: string;
  creator: string;
  creatorHash: string;
  title: string;
  description: Optional<string>;
  tokenType: TokenType;
  tokenCategory: Optional<string>;
  totalAmount: bigint;
  amountPerClaim: Optional<bigint>;
  maxClaimsPerAddress: Count;
  startDate: Seconds;
  endDate: NullableSeconds;
  requireKyc: boolean;
  /** Whether the list's rows are shown to everybody. */
  publicList: Generated<boolean>;
  cancelable: boolean;
  lanesAsked: Optional<number>;
  sponsorFees: boolean;
  /** When the rows of its list vest; this and the four below are null where claims pay at once. */
  vestingType: Optional<VestingType>;
  vestingStart: NullableSeconds;
  vestingEnd: NullableSeconds;
  /** Null for none. */
  vestingCliff: NullableSeconds;
  /** Seconds of a step; null of a continuous schedule. */
  vestingInterval: NullableSeconds;
  nonce: string;
  claimToken: string;
  status: Generated<AirdropStatus>;
  /** This and the four below are set once the contract is known: for a whitelist, with its tree. */
  lanes: Optional<number>;
  claims: Optional<number>;
  pool: Optional<bigint>;
  contractAddress: Optional<string>;
  lockingBytecode: Optional<string>;
  treeId: Optional<string>;
  merkleRoot: Optional<string>;
  fundingTxHash: Optional<string>;
  stateCategory: Optional<string>;
  activatedAt: NullableSeconds;
  fundedByCreator: Optional<boolean>;
  cancelledAt: NullableSeconds;
  /** The vault that is its creator; null for a key's. */
  vaultId: Optional<string>;
  /** Where the closing unit lay when the creator handed it over. */
  closingTxid: Optional<string>;
  closingVout: Optional<number>;
  updatedAt: DatabaseSeconds;
}

/** Lists of recipients of campaigns, each with the Merkle tree over it; its bytes are in `airdrop_tree_parts`. */
export interface AirdropTreesTable extends CreationColumns {
  id: string;
  campaignId: string;
  root: string;
  rowCount: number;
  lanes: number;
  depth: number;
  total: bigint;
  header: Buffer;
  /** Totals as text: JSON numbers lose units. */
  laneList: ColumnType<readonly { lane: number; root: string; rows: number; total: string }[], string, never>;
  /** Bytes of all its parts; 0 for trees older than this column. */
  bytes: ColumnType<number, number | undefined, never>;
}

/** The bytes of a tree, in numbered parts per region. */
interface AirdropTreePartsTable {
  treeId: string;
  region: TreeRegion;
  part: number;
  data: Buffer;
}

/** Rows of the lists of funded campaigns, by recipient. */
interface AirdropRecipientsTable {
  recipientHash: Buffer;
  campaignId: string;
  rowNumber: number;
  amount: bigint;
}

/** Lanes of funded campaigns. */
export interface AirdropLanesTable {
  campaignId: string;
  lane: number;
  /** Claims it can pay in all. */
  claimsDue: Count;
  claims: Generated<number>;
  claimedAmount: Generated<bigint>;
  /** Sequence of its latest step. */
  head: Generated<number>;
  closed: Generated<boolean>;
  /** Sequence of the latest final step; -1 before the funding is final. */
  finalSequence: Generated<number>;
}

/** Steps of lanes on the chain. Amounts in base units; hashes in display order. */
export interface AirdropStepsTable {
  id: string;
  campaignId: string;
  lane: number;
  /** 0 is the funding; no gaps. */
  sequence: number;
  kind: AirdropStepKind;
  txHash: string;
  /** The state it left; this, satoshis and commitment are null after the end of the lane. */
  vout: Optional<number>;
  satoshis: Optional<bigint>;
  companionSatoshis: Optional<bigint>;
  companionAmount: Optional<bigint>;
  /** Capability and commitment of an NFT beside the tokens, `none:0a`. */
  companionNft: Optional<string>;
  commitment: Optional<string>;
  /** The closing unit, where its holder left it on the lane; null where not. */
  units: Optional<bigint>;
  recipient: Optional<string>;
  recipientHash: Optional<Buffer>;
  rowNumber: Optional<number>;
  /** How many claims the recipient has made by then. */
  count: Optional<number>;
  amount: Generated<bigint>;
  toCreator: Generated<bigint>;
  source: RecordSource;
  /** Whether a block had it when it was recorded. */
  mined: Generated<boolean>;
  createdAt: DatabaseSeconds;
}

/** Kept by triggers on `airdrop_campaigns`; read as sums. */
interface AirdropCountersTable {
  /** Empty for everybody. */
  creatorHash: GeneratedAlways<string>;
  status: GeneratedAlways<AirdropStatus>;
  shard: GeneratedAlways<number>;
  campaigns: GeneratedAlways<number>;
}

export interface AirdropTables {
  airdropCampaigns: AirdropCampaignsTable;
  airdropTrees: AirdropTreesTable;
  airdropTreeParts: AirdropTreePartsTable;
  airdropRecipients: AirdropRecipientsTable;
  airdropLanes: AirdropLanesTable;
  airdropSteps: AirdropStepsTable;
  airdropCounters: AirdropCountersTable;
}
