import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { VaultProposalKind } from '@weir/covenants';
import type { DatabaseSeconds, NullableSeconds, Optional } from '../columns.js';
import type { TokenType } from '../record-types.js';

/** `pending`: no state on the chain yet; `closed`: its state was burned. */
export type VaultStatus = 'pending' | 'active' | 'closed';
export type VaultMemberRole = 'creator' | 'signer' | 'viewer';
export type ProposalKind = VaultProposalKind;
/** Records that proposals open, cancel, pause or resume. */
export type ProposalSubjectType = 'plan' | 'stream' | 'payment' | 'airdrop';
/** `STALE`: a coin that it spends was spent otherwise; it can be rebuilt. */
export type ProposalStatus = 'PENDING' | 'APPROVED' | 'EXECUTED' | 'REJECTED' | 'STALE';
export type VoteKind = 'signature' | 'rejection';

/** Amounts in satoshis. */
export interface VaultsTable {
  id: string;
  /** 32 random bytes, hex; the first half is the nonce of the contract. */
  vault_id: string;
  name: string;
  description: Optional<string>;
  total_deposit: bigint;
  current_balance: Generated<bigint>;
  is_public: boolean;
  contract_address: string;
  locking_bytecode: string;
  script_hash: string;
  status: Generated<VaultStatus>;
  state_category: Optional<string>;
  state_txid: Optional<string>;
  state_vout: Optional<number>;
  state_satoshis: Optional<bigint>;
  state_commitment: Optional<string>;
  deposit_tx_hash: Optional<string>;
  activated_at: NullableSeconds;
  /** hash160 of the authenticated caller it counts for; null for nobody. */
  created_by: Optional<string>;
  /** Names the network it was created from. */
  created_from: Optional<string>;
  /** Kept until then without funding; null for ever. */
  expires_at: NullableSeconds;
  created_at: DatabaseSeconds;
  updated_at: DatabaseSeconds;
}

/** Members of vaults. A creator who also signs has a row for each role. */
export interface VaultMembersTable {
  vault_id: string;
  role: VaultMemberRole;
  hash: string;
  address: string;
  /** Order within the role: of signers it is part of the contract. */
  position: number;
  /** Of signers only. */
  public_key: Optional<string>;
  /** The vault's. */
  created_at: ColumnType<bigint, number | bigint, never>;
}

/** Proposals of vaults. Amounts in base units; hex in lower case. */
export interface VaultProposalsTable {
  id: string;
  /** Display id, `#WEIR-PROP-000001`. */
  proposal_id: string;
  vault_id: string;
  kind: ProposalKind;
  proposer: string;
  proposer_hash: string;
  recipient: string;
  recipient_bytecode: string;
  token_type: TokenType;
  token_category: Optional<string>;
  /** Base units; of a close, the satoshis it pays as it is built now. */
  amount: bigint;
  /** A whole coin that is to be paid, as it lies at the address. */
  coin_txid: Optional<string>;
  coin_vout: Optional<number>;
  reason: Optional<string>;
  status: Generated<ProposalStatus>;
  /** Which of its transactions counts: the last one built. */
  round: Generated<number>;
  executed_tx_hash: Optional<string>;
  executed_at: NullableSeconds;
  /** Whether it is final: too deep for a reorganisation. */
  executed_final: Generated<boolean>;
  /** As its vault; the database sees to it. */
  is_public: GeneratedAlways<boolean>;
  /** hash160 of the authenticated caller it counts for; null for nobody. */
  created_by: Optional<string>;
  /** Names the network it was created from. */
  created_from: Optional<string>;
  /** Kept until then without funding; null for ever. */
  expires_at: NullableSeconds;
  created_at: DatabaseSeconds;
  updated_at: DatabaseSeconds;
}

/** A record that a proposal opens, cancels, pauses or resumes. */
export interface VaultProposalSubjectsTable {
  proposal_id: string;
  /** Order in the proposal. */
  position: number;
  type: ProposalSubjectType;
  record_id: string;
}

/** The transactions that a proposal was built as, one per round. */
export interface VaultProposalRoundsTable {
  proposal_id: string;
  round: number;
  /** Hash of the transaction without its unlocking bytecode. */
  digest: string;
  /** Coins and outputs, as JSON text in which amounts are decimal text. */
  transaction: string;
}

/** One vote per signer: signing replaces a rejection, and the other way round. */
export interface VaultProposalVotesTable {
  proposal_id: string;
  signer_hash: string;
  kind: VoteKind;
  /** The round that was signed. Rejections hold in every round. */
  round: number;
  /** With its sighash type, hex; of signatures only. */
  signature: Optional<string>;
  created_at: DatabaseSeconds;
}

/** A coin that was found at a vault's address. Amounts in satoshis and base units. */
export interface VaultDepositsTable {
  vault_id: string;
  tx_hash: string;
  vout: number;
  satoshis: bigint;
  token_category: Optional<string>;
  token_amount: Optional<bigint>;
  final: Generated<boolean>;
  created_at: DatabaseSeconds;
}

export interface VaultTables {
  vaults: VaultsTable;
  vault_members: VaultMembersTable;
  vault_proposals: VaultProposalsTable;
  vault_proposal_subjects: VaultProposalSubjectsTable;
  vault_proposal_rounds: VaultProposalRoundsTable;
  vault_proposal_votes: VaultProposalVotesTable;
  vault_deposits: VaultDepositsTable;
}
