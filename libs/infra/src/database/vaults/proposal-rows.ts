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
  const { executed_tx_hash: txHash, executed_at: executedAt, executed_final: final } = row;
  return txHash === null || executedAt === null ? null : { txHash, executedAt: Number(executedAt), final };
};

const coinOf = ({ coin_txid: txid, coin_vout: vout }: ProposalRow): NewProposal['coin'] =>
  txid === null || vout === null ? null : { txid, vout };

const inOrder = (a: VoteRow, b: VoteRow): number =>
  a.created_at === b.created_at ? a.signer_hash.localeCompare(b.signer_hash) : a.created_at < b.created_at ? -1 : 1;

/** Converts a row to a proposal. @param votes the proposal's own, as are the subjects, these in order */
export const toProposalRecord = (
  row: ProposalRow,
  votes: readonly VoteRow[],
  subjects: readonly ProposalSubject[],
): ProposalRecord => {
  const sorted = [...votes]
    .sort(inOrder)
    .map((vote) => ({ ...vote, signerHash: vote.signer_hash, at: Number(vote.created_at) }));
  return {
    id: row.id,
    proposalId: row.proposal_id,
    vaultId: row.vault_id,
    kind: row.kind,
    proposer: { address: row.proposer, hash: row.proposer_hash },
    recipient: row.recipient,
    recipientBytecode: row.recipient_bytecode,
    tokenType: row.token_type,
    tokenCategory: row.token_category,
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
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
};

/** Returns the columns of a new proposal. */
export const toNewProposalRow = (
  proposal: NewProposal,
  vaultId: string,
): Omit<Insertable<VaultProposalsTable>, 'id' | 'proposal_id'> => ({
  vault_id: vaultId,
  kind: proposal.kind,
  proposer: proposal.proposer.address,
  proposer_hash: proposal.proposer.hash,
  recipient: proposal.recipient,
  recipient_bytecode: proposal.recipientBytecode,
  token_type: proposal.tokenType,
  token_category: proposal.tokenCategory,
  amount: proposal.amount,
  coin_txid: proposal.coin?.txid ?? null,
  coin_vout: proposal.coin?.vout ?? null,
  reason: proposal.reason,
});

/** Returns the rows of a new proposal's subjects. */
export const toSubjectRows = (
  { subjects }: NewProposal,
  proposalId: string,
): Insertable<VaultProposalSubjectsTable>[] =>
  subjects.map(({ type, id }, position) => ({ proposal_id: proposalId, position, type, record_id: id }));
