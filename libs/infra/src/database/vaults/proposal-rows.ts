import type { Insertable, Selectable } from 'kysely';
import type { NewProposal, ProposalExecution, ProposalRecord, ProposalSubject } from './proposal-record.js';
import type {
  VaultProposalRoundsTable,
  VaultProposalsTable,
  VaultProposalSubjectsTable,
  VaultProposalVotesTable,
} from './vault-tables.js';

export type ProposalRow = Selectable<VaultProposalsTable> &
  Pick<Selectable<VaultProposalRoundsTable>, 'digest' | 'transaction'>;
export type VoteRow = Selectable<VaultProposalVotesTable>;

const executionOf = (row: ProposalRow): ProposalExecution | null => {
  const { executedTxHash: txHash, executedAt: executedAt, executedFinal: final } = row;
  return txHash === null || executedAt === null ? null : { txHash, executedAt: executedAt, final };
};

const coinOf = ({ coinTxid: txid, coinVout: vout }: ProposalRow): NewProposal['coin'] =>
  txid === null || vout === null ? null : { txid, vout };

const inOrder = (a: VoteRow, b: VoteRow): number =>
  a.createdAt === b.createdAt ? a.signerHash.localeCompare(b.signerHash) : a.createdAt < b.createdAt ? -1 : 1;

/** Converts a row to a proposal. @param votes the proposal's own, as are the subjects, these in order */
export const toProposalRecord = (
  row: ProposalRow,
  votes: readonly VoteRow[],
  subjects: readonly ProposalSubject[],
): ProposalRecord => {
  const sorted = [...votes].sort(inOrder).map((vote) => ({ ...vote, signerHash: vote.signerHash, at: vote.createdAt }));
  return {
    id: row.id,
    proposalId: row.proposalId,
    vaultId: row.vaultId,
    kind: row.kind,
    proposer: { address: row.proposer, hash: row.proposerHash },
    recipient: row.recipient,
    recipientBytecode: row.recipientBytecode,
    tokenType: row.tokenType,
    tokenCategory: row.tokenCategory,
    amount: row.amount,
    coin: coinOf(row),
    reason: row.reason,
    subjects,
    status: row.status,
    round: row.round,
    digest: row.digest,
    transaction: row.transaction,
    signatures: sorted.flatMap(({ round, signerHash, signature, at }) =>
      signature !== null && round === row.round ? [{ signerHash, signature, at }] : [],
    ),
    rejections: sorted.filter(({ kind }) => kind === 'rejection').map(({ signerHash, at }) => ({ signerHash, at })),
    execution: executionOf(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
};

/** Returns the columns of a new proposal. */
export const toNewProposalRow = (
  proposal: NewProposal,
  vaultId: string,
): Omit<Insertable<VaultProposalsTable>, 'id' | 'proposalId'> => ({
  vaultId: vaultId,
  kind: proposal.kind,
  proposer: proposal.proposer.address,
  proposerHash: proposal.proposer.hash,
  recipient: proposal.recipient,
  recipientBytecode: proposal.recipientBytecode,
  tokenType: proposal.tokenType,
  tokenCategory: proposal.tokenCategory,
  amount: proposal.amount,
  coinTxid: proposal.coin?.txid ?? null,
  coinVout: proposal.coin?.vout ?? null,
  reason: proposal.reason,
});

/** Returns the rows of a new proposal's subjects. */
export const toSubjectRows = (
  { subjects }: NewProposal,
  proposalId: string,
): Insertable<VaultProposalSubjectsTable>[] =>
  subjects.map(({ type, id }, position) => ({ proposalId: proposalId, position, type, recordId: id }));
