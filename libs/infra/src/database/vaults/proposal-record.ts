import type { Insertable, Selectable } from 'kysely';
import type { VaultMember } from './vault-record.js';
import type {
  VaultProposalRoundsTable,
  VaultProposalsTable,
  VaultProposalSubjectsTable,
  VaultProposalVotesTable,
} from './vault-tables.js';

/** One build of a proposal's transaction. */
export type ProposalTransaction = Readonly<Pick<Selectable<VaultProposalRoundsTable>, 'digest' | 'transaction'>>;

export type ProposalRow = Selectable<VaultProposalsTable> & ProposalTransaction;
export type VoteRow = Selectable<VaultProposalVotesTable>;

/** A record that a proposal opens, cancels, pauses or resumes. */
export interface ProposalSubject extends Readonly<Pick<Selectable<VaultProposalSubjectsTable>, 'type'>> {
  /** The record's `id`. */
  readonly id: string;
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

/** Returns the transaction that executed a proposal; null before. */
const executionOf = ({ executedTxHash: txHash, executedAt, executedFinal: final }: ProposalRow) =>
  txHash === null || executedAt === null ? null : { txHash, executedAt, final };

/** Returns the whole coin that is to be paid; null where an amount is. */
const coinOf = ({ coinTxid: txid, coinVout: vout }: ProposalRow) =>
  txid === null || vout === null ? null : { txid, vout };

export type ProposalExecution = Readonly<NonNullable<ReturnType<typeof executionOf>>>;

/** A proposal as its row says, and those of its votes, subjects and present transaction. Amounts in base units, hex lower case. */
export type ProposalRecord = Readonly<
  Omit<ProposalRow, 'proposer' | `executed${Capitalize<string>}` | 'createdBy' | 'createdFrom'>
> & {
  readonly proposer: VaultMember;
  readonly coin: Readonly<ReturnType<typeof coinOf>>;
  /** What it opens, cancels, pauses or resumes; none of a spend and a close. */
  readonly subjects: readonly ProposalSubject[];
  /** Signatures of this round, in the order they came. */
  readonly signatures: readonly ProposalVote[];
  /** Rejections, which hold in every round. */
  readonly rejections: readonly Omit<ProposalVote, 'signature'>[];
  readonly execution: ProposalExecution | null;
};

/** The fixed part of a proposal. */
export type NewProposal = Pick<
  ProposalRecord,
  | 'kind'
  | 'proposer'
  | 'recipient'
  | 'recipientBytecode'
  | 'tokenType'
  | 'tokenCategory'
  | 'amount'
  | 'coin'
  | 'reason'
  | 'subjects'
>;

const inOrder = (a: VoteRow, b: VoteRow): number =>
  a.createdAt === b.createdAt ? a.signerHash.localeCompare(b.signerHash) : a.createdAt - b.createdAt;

/** Reads a row. @param votes the proposal's own, as are the subjects, these in order */
export const toProposalRecord = (
  row: ProposalRow,
  votes: readonly VoteRow[],
  subjects: readonly ProposalSubject[],
): ProposalRecord => {
  const sorted = [...votes].sort(inOrder);
  return {
    coin: coinOf(row),
    subjects,
    signatures: sorted.flatMap(({ round, signerHash, signature, createdAt: at }) =>
      signature !== null && round === row.round ? [{ signerHash, signature, at }] : [],
    ),
    rejections: sorted.flatMap(({ kind, signerHash, createdAt: at }) =>
      kind === 'rejection' ? [{ signerHash, at }] : [],
    ),
    execution: executionOf(row),
    ...row,
    proposer: { address: row.proposer, hash: row.proposerHash },
  };
};

/** Returns the columns of a new proposal. */
export const toNewProposalRow = ({
  proposer,
  coin,
  ...columns
}: Omit<NewProposal, 'subjects'>): Omit<Insertable<VaultProposalsTable>, 'id' | 'proposalId' | 'vaultId'> => ({
  proposer: proposer.address,
  proposerHash: proposer.hash,
  coinTxid: coin?.txid ?? null,
  coinVout: coin?.vout ?? null,
  ...columns,
});
