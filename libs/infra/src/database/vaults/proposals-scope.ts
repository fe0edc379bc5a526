import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { ProposalStatus } from '@weir/api-contract/words';
import type { Database } from '../create-database.js';
import { keepAnswer, type IdempotentResponse } from '../idempotency/idempotency.repository.js';
import { admit, type Admission } from '../quotas/admission.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { newId, notBefore, NOW } from '../sql/statements.js';
import {
  toNewProposalRow,
  type NewProposal,
  type ProposalExecution,
  type ProposalRecord,
  type ProposalTransaction,
  findProposal,
  openProposalFor,
  proposalRows,
  unsettledProposals,
  withVotes,
} from './read-proposals.js';

/** A change of a proposal's state; with an execution it is EXECUTED. */
export type ProposalOutcome = Exclude<ProposalStatus, 'EXECUTED'> | ProposalExecution;

/**
 * Makes the scope of the proposals of a locked vault.
 *
 * @param db the transaction that holds the lock on the vault's row
 */
export function createProposalsScope(db: Database, vaultId: string) {
  const get = async (id: string): Promise<ProposalRecord> => {
    const found = await findProposal(db, id);
    if (found?.vaultId !== vaultId) throw new RowNotFoundError('vaultProposals', id);
    return found;
  };
  const vote = async (
    proposal: ProposalRecord,
    signerHash: string,
    cast: { kind: 'signature'; signature: string } | { kind: 'rejection'; signature: null },
  ) => {
    const { id, round } = proposal;
    await db
      .insertInto('vaultProposalVotes')
      .values({ proposalId: id, signerHash, round, ...cast })
      .onConflict((conflict) =>
        conflict.columns(['proposalId', 'signerHash']).doUpdateSet({ round, ...cast, createdAt: NOW }),
      )
      .execute();
    return get(id);
  };
  return {
    /** @throws RowNotFoundError for a proposal that is not this vault's */
    get,
    unsettled: () => unsettledProposals(db, vaultId),
    /** Proposals that were built as a transaction with this digest, in any round, the one with the most signatures first. */
    async builtAs(digest: string) {
      const rows = await proposalRows(db)
        .where('vaultId', '=', vaultId)
        .where('id', 'in', db.selectFrom('vaultProposalRounds').select('proposalId').where('digest', '=', digest))
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      return (await withVotes(db, rows)).sort((a, b) => b.signatures.length - a.signatures.length);
    },
    openFor: (recordIds: readonly string[]) => openProposalFor(db, vaultId, recordIds),
    /** Stores a PENDING proposal and gives it its id and display id. @throws QuotaExceededError */
    async insert(
      { subjects, allowance, ...proposal }: NewProposal,
      { digest, transaction }: ProposalTransaction,
      admission?: Admission,
      kept?: IdempotentResponse<ProposalRecord>,
    ) {
      const id = newId();
      const counted = await admit(db, 'vault_proposals', admission);
      await db
        .insertInto('vaultProposals')
        .values({ ...toNewProposalRow(proposal), ...counted, id, vaultId, proposalId: nextDisplayId(vaultId) })
        .execute();
      await db.insertInto('vaultProposalRounds').values({ proposalId: id, round: 1, digest, transaction }).execute();
      const rows = subjects.map(({ type, id: recordId }, position) => ({ proposalId: id, position, type, recordId }));
      if (rows.length > 0) await db.insertInto('vaultProposalSubjects').values(rows).execute();
      if (allowance !== undefined && allowance !== null)
        await db
          .insertInto('vaultProposalPurses')
          .values({ ...allowance, payees: [...allowance.payees], proposalId: id })
          .execute();
      return keepAnswer(db, await get(id), kept);
    },
    /** Gives a proposal another transaction: it is PENDING again, and nobody has signed it. @param amount what it pays now */
    async rebuild(id: string, { digest, transaction }: ProposalTransaction, amount: bigint) {
      const { round } = await db
        .updateTable('vaultProposals')
        .set((eb) => ({ round: eb('round', '+', 1), status: 'PENDING', amount, updatedAt: NOW }))
        .where('id', '=', id)
        .returning('round')
        .executeTakeFirstOrThrow();
      await db.insertInto('vaultProposalRounds').values({ proposalId: id, round, digest, transaction }).execute();
      return get(id);
    },
    sign: (proposal: ProposalRecord, signerHash: string, signature: string) =>
      vote(proposal, signerHash, { kind: 'signature', signature }),
    reject: (proposal: ProposalRecord, signerHash: string) =>
      vote(proposal, signerHash, { kind: 'rejection', signature: null }),
    async settle(id: string, outcome: ProposalOutcome) {
      const columns =
        typeof outcome === 'string'
          ? { status: outcome, executedTxHash: null, executedAt: null, executedFinal: false }
          : {
              status: 'EXECUTED' as const,
              executedTxHash: outcome.txHash,
              executedAt: notBefore(outcome.executedAt, lastActAt(id)),
              executedFinal: outcome.final,
            };
      await db
        .updateTable('vaultProposals')
        .set({ ...columns, updatedAt: NOW })
        .where('id', '=', id)
        .execute();
      return get(id);
    },
  };
}

/** The proposals of a vault whose row is locked: nobody else changes any of them meanwhile. */
export type ProposalsScope = ReturnType<typeof createProposalsScope>;

/** When a proposal was made or last voted on: nothing is executed before. */
const lastActAt = (id: string) =>
  sql`greatest(created_at, (SELECT max(created_at) FROM vault_proposal_votes WHERE proposal_id = ${id}))`;

/** What numbers of private vaults' proposals are drawn from: fourteen digits, which the sequence of the public ones never reaches. */
const [PRIVATE_FROM, PRIVATE_TO] = [10 ** 13, 10 ** 14];

/**
 * `#WEIR-PROP-000001`: of a public vault at least six digits, growing, unique, with gaps where an insert failed. Of a private
 * one fourteen digits drawn at random: a sequence of theirs, or gaps in that of the others, would count them. That a number is
 * drawn twice is refused by the table, and less likely than one in ninety million while there are a million of them.
 */
const nextDisplayId = (vaultId: string) => {
  const drawn = String(randomInt(PRIVATE_FROM, PRIVATE_TO));
  return sql<string>`(
    SELECT '#WEIR-PROP-' || lpad(number, greatest(length(number), 6), '0')
    FROM (
      SELECT CASE WHEN is_public THEN nextval('vault_proposal_number')::text ELSE ${drawn} END AS number
      FROM vaults WHERE id = ${vaultId}) AS next)`;
};
