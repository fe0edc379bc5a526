import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ProposalStatus, TokenType, VaultRole, VaultStatus } from '@weir/api-contract/words';
import type { ProposalKind, ProposalSubject } from '@weir/kinds';
import type { CreationColumns, DatabaseSeconds, NullableSeconds, Optional } from '../columns.js';

export type { ProposalKind };
/** Records that proposals open, cancel, pause or resume. */
type VoteKind = 'signature' | 'rejection';

/** Amounts in satoshis. */
export interface VaultsTable extends CreationColumns {
  id: string;
  /** 32 random bytes, hex; the first half is the nonce of the contract. */
  vaultId: string;
  name: string;
  description: Optional<string>;
  totalDeposit: bigint;
  currentBalance: Generated<bigint>;
  isPublic: boolean;
  contractAddress: string;
  lockingBytecode: string;
  scriptHash: string;
  status: Generated<VaultStatus>;
  stateCategory: Optional<string>;
  stateTxid: Optional<string>;
  stateVout: Optional<number>;
  stateSatoshis: Optional<bigint>;
  stateCommitment: Optional<string>;
  depositTxHash: Optional<string>;
  activatedAt: NullableSeconds;
  updatedAt: DatabaseSeconds;
}

/** Members of vaults. A creator who also signs has a row for each role. */
export interface VaultMembersTable {
  vaultId: string;
  role: VaultRole;
  hash: string;
  address: string;
  /** Order within the role: of signers it is part of the contract. */
  position: number;
  /** Of signers only. */
  publicKey: Optional<string>;
  /** The vault's. */
  createdAt: ColumnType<number, number, never>;
}

/** Proposals of vaults. Amounts in base units; hex in lower case. */
export interface VaultProposalsTable extends CreationColumns {
  id: string;
  /** Display id, `#WEIR-PROP-000001`. */
  proposalId: string;
  vaultId: string;
  kind: ProposalKind;
  proposer: string;
  proposerHash: string;
  recipient: string;
  recipientBytecode: string;
  tokenType: TokenType;
  tokenCategory: Optional<string>;
  /** Base units; of a close, the satoshis it pays as it is built now. */
  amount: bigint;
  /** A whole coin that is to be paid, as it lies at the address. */
  coinTxid: Optional<string>;
  coinVout: Optional<number>;
  reason: Optional<string>;
  status: Generated<ProposalStatus>;
  /** Which of its transactions counts: the last one built. */
  round: Generated<number>;
  executedTxHash: Optional<string>;
  executedAt: NullableSeconds;
  /** Whether it is final: too deep for a reorganisation. */
  executedFinal: Generated<boolean>;
  /** As its vault; the database sees to it. */
  isPublic: GeneratedAlways<boolean>;
  updatedAt: DatabaseSeconds;
}

/** A record that a proposal opens, cancels, pauses or resumes. */
export interface VaultProposalSubjectsTable {
  proposalId: string;
  /** Order in the proposal. */
  position: number;
  type: ProposalSubject;
  recordId: string;
}

/** The transactions that a proposal was built as, one per round. */
export interface VaultProposalRoundsTable {
  proposalId: string;
  round: number;
  /** Hash of the transaction without its unlocking bytecode. */
  digest: string;
  /** Coins and outputs, as JSON text in which amounts are decimal text. */
  transaction: string;
}

/** One vote per signer: signing replaces a rejection, and the other way round. */
export interface VaultProposalVotesTable {
  proposalId: string;
  signerHash: string;
  kind: VoteKind;
  /** The round that was signed. Rejections hold in every round. */
  round: number;
  /** With its sighash type, hex; of signatures only. */
  signature: Optional<string>;
  createdAt: DatabaseSeconds;
}

/** A coin that was found at a vault's address. Amounts in satoshis and base units. */
interface VaultDepositsTable {
  vaultId: string;
  txHash: string;
  vout: number;
  satoshis: bigint;
  tokenCategory: Optional<string>;
  tokenAmount: Optional<bigint>;
  final: Generated<boolean>;
  createdAt: DatabaseSeconds;
}

export interface VaultTables {
  vaults: VaultsTable;
  vaultMembers: VaultMembersTable;
  vaultProposals: VaultProposalsTable;
  vaultProposalSubjects: VaultProposalSubjectsTable;
  vaultProposalRounds: VaultProposalRoundsTable;
  vaultProposalVotes: VaultProposalVotesTable;
  vaultDeposits: VaultDepositsTable;
}
