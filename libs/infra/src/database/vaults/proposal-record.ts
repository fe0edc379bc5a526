import type { ProposalStatus, TokenType } from '@weir/api-contract/words';
import type { Outpoint } from '../transitions/transition-record.js';
import type { VaultMember } from './vault-record.js';
import type { ProposalKind, ProposalSubjectType } from './vault-tables.js';

/** A record that a proposal opens, cancels, pauses or resumes. */
export interface ProposalSubject {
  readonly type: ProposalSubjectType;
  /** The record's `id`. */
  readonly id: string;
}

/** The fixed part of a proposal. Amounts in base units (satoshis for BCH), hex lower case. */
export interface NewProposal {
  readonly kind: ProposalKind;
  readonly proposer: VaultMember;
  readonly recipient: string;
  /** Locking bytecode of the recipient, hex. */
  readonly recipientBytecode: string;
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
  /** Of a close, the satoshis it pays as it is built now. */
  readonly amount: bigint;
  /** A whole coin that is to be paid. */
  readonly coin: Outpoint | null;
  readonly reason: string | null;
  /** What it opens, cancels, pauses or resumes; none of a spend and a close. */
  readonly subjects: readonly ProposalSubject[];
}

/** One build of a proposal's transaction. */
export interface ProposalTransaction {
  /** Hash of the transaction without its unlocking bytecode: whatever the signatures, the same. */
  readonly digest: string;
  /** Coins and outputs, as JSON text. */
  readonly transaction: string;
}

/** A signature or rejection of a proposal by one signer. */
export interface ProposalVote {
  /** 20 bytes, hex. */
  readonly signerHash: string;
  /** With its sighash type, hex. */
  readonly signature: string;
  /** Unix seconds. */
  readonly at: number;
}

/** The transaction that executed a proposal. */
export interface ProposalExecution {
  readonly txHash: string;
  /** Unix seconds. */
  readonly executedAt: number;
  /** Whether it is final: too deep for a reorganisation. */
  readonly final: boolean;
}

/** A proposal as the database stores it. */
export interface ProposalRecord extends NewProposal, ProposalTransaction {
  /** uuid. */
  readonly id: string;
  /** Display id, `#WEIR-PROP-000001`. */
  readonly proposalId: string;
  /** The vault's `id`. */
  readonly vaultId: string;
  readonly status: ProposalStatus;
  /** Which of its transactions this is; the first is 1. */
  readonly round: number;
  /** Signatures of this round, in the order they came. */
  readonly signatures: readonly ProposalVote[];
  /** Rejections, which hold in every round. */
  readonly rejections: readonly Omit<ProposalVote, 'signature'>[];
  readonly execution: ProposalExecution | null;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
