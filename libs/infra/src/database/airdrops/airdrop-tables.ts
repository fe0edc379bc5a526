import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DatabaseSeconds, NullableSeconds, Optional, Seconds } from '../columns.js';
import type { RecordSource, TokenType } from '../record-types.js';

/** Counts leave Postgres as bigint. */
type Count = ColumnType<bigint, number | bigint, number | bigint>;

export type AirdropStatus = 'PENDING' | 'ACTIVE' | 'COMPLETED' | 'CANCELLED';
/** `complete`: a lane that had paid everything was ended; `close`: its creator ended it. */
export type AirdropStepKind = 'fund' | 'claim' | 'close' | 'complete';
/** Which bytes of a tree a part holds. */
export type TreeRegion = 'rows' | 'index' | 'nodes';

/** Amounts in base units (satoshis for BCH); hex in lower case, hashes of transactions in display order. */
export interface AirdropCampaignsTable {
  id: string;
  /** Display id, `#WEIR-DROP-000001`. */
  campaign_id: string;
  creator: string;
  creator_hash: string;
  title: string;
  description: Optional<string>;
  token_type: TokenType;
  token_category: Optional<string>;
  total_amount: bigint;
  amount_per_claim: Optional<bigint>;
  max_claims_per_address: Count;
  start_date: Seconds;
  end_date: NullableSeconds;
  require_kyc: boolean;
  /** Whether the list's rows are shown to everybody. */
  public_list: Generated<boolean>;
  cancelable: boolean;
  lanes_asked: Optional<number>;
  sponsor_asked: Optional<boolean>;
  nonce: string;
  claim_token: string;
  status: Generated<AirdropStatus>;
  /** This and the five below are set once the contract is known: for a whitelist, with its tree. */
  lanes: Optional<number>;
  sponsor_fees: Optional<boolean>;
  claims: ColumnType<bigint | null, number | bigint | null | undefined, number | bigint | null>;
  pool: Optional<bigint>;
  contract_address: Optional<string>;
  locking_bytecode: Optional<string>;
  tree_id: Optional<string>;
  merkle_root: Optional<string>;
  funding_tx_hash: Optional<string>;
  state_category: Optional<string>;
  activated_at: NullableSeconds;
  funded_by_creator: Optional<boolean>;
  cancelled_at: NullableSeconds;
  /** The vault that is its creator; null for a key's. */
  vault_id: Optional<string>;
  /** Where the closing unit lay when the creator handed it over. */
  closing_txid: Optional<string>;
  closing_vout: Optional<number>;
  /** hash160 of the authenticated caller it counts for; null for nobody. */
  created_by: Optional<string>;
  /** Names the network it was created from. */
  created_from: Optional<string>;
  /** Kept until then without funding; null for ever. */
  expires_at: NullableSeconds;
  created_at: DatabaseSeconds;
  updated_at: DatabaseSeconds;
}

/** Lists of recipients of campaigns, each with the Merkle tree over it; its bytes are in `airdrop_tree_parts`. */
export interface AirdropTreesTable {
  id: string;
  campaign_id: string;
  root: string;
  row_count: number;
  lanes: number;
  depth: number;
  total: bigint;
  sponsored: boolean;
  header: Buffer;
  /** Totals as text: JSON numbers lose units. */
  lane_list: ColumnType<readonly { lane: number; root: string; rows: number; total: string }[], string, never>;
  /** Bytes of all its parts; 0 for trees older than this column. */
  bytes: ColumnType<bigint, number | bigint | undefined, never>;
  /** hash160 of the authenticated caller it counts for; null for nobody. */
  created_by: Optional<string>;
  /** Names the network it was created from. */
  created_from: Optional<string>;
  /** Kept until then without funding; null for ever. */
  expires_at: NullableSeconds;
  created_at: DatabaseSeconds;
}

/** The bytes of a tree, in numbered parts per region. */
export interface AirdropTreePartsTable {
  tree_id: string;
  region: TreeRegion;
  part: number;
  data: Buffer;
}

/** Rows of the lists of funded campaigns, by recipient. */
export interface AirdropRecipientsTable {
  recipient_hash: Buffer;
  campaign_id: string;
  row_number: number;
  amount: bigint;
}

/** Lanes of funded campaigns. */
export interface AirdropLanesTable {
  campaign_id: string;
  lane: number;
  /** Claims it can pay in all. */
  claims_due: Count;
  claims: ColumnType<bigint, number | bigint | undefined, number | bigint>;
  claimed_amount: Generated<bigint>;
  /** Sequence of its latest step. */
  head: Generated<number>;
  closed: Generated<boolean>;
  /** Sequence of the latest final step; -1 before the funding is final. */
  final_sequence: Generated<number>;
}

/** Steps of lanes on the chain. Amounts in base units; hashes in display order. */
export interface AirdropStepsTable {
  id: string;
  campaign_id: string;
  lane: number;
  /** 0 is the funding; no gaps. */
  sequence: number;
  kind: AirdropStepKind;
  tx_hash: string;
  /** The state it left; this, satoshis and commitment are null after the end of the lane. */
  vout: Optional<number>;
  satoshis: Optional<bigint>;
  companion_satoshis: Optional<bigint>;
  companion_amount: Optional<bigint>;
  /** Capability and commitment of an NFT beside the tokens, `none:0a`. */
  companion_nft: Optional<string>;
  commitment: Optional<string>;
  /** The closing unit, where its holder left it on the lane; null where not. */
  units: Optional<bigint>;
  recipient: Optional<string>;
  recipient_hash: Optional<Buffer>;
  row_number: Optional<number>;
  /** How many claims the recipient has made by then. */
  count: ColumnType<bigint | null, number | bigint | null | undefined, number | bigint | null>;
  amount: Generated<bigint>;
  to_creator: Generated<bigint>;
  source: RecordSource;
  /** Whether a block had it when it was recorded. */
  mined: Generated<boolean>;
  created_at: DatabaseSeconds;
}

/** Kept by triggers on `airdrop_campaigns`; read as sums. */
export interface AirdropCountersTable {
  /** Empty for everybody. */
  creator_hash: GeneratedAlways<string>;
  status: GeneratedAlways<AirdropStatus>;
  shard: GeneratedAlways<number>;
  campaigns: GeneratedAlways<bigint>;
}

export interface AirdropTables {
  airdrop_campaigns: AirdropCampaignsTable;
  airdrop_trees: AirdropTreesTable;
  airdrop_tree_parts: AirdropTreePartsTable;
  airdrop_recipients: AirdropRecipientsTable;
  airdrop_lanes: AirdropLanesTable;
  airdrop_steps: AirdropStepsTable;
  airdrop_counters: AirdropCountersTable;
}
