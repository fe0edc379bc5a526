import { sql } from 'kysely';
import type { ProposalStatus } from '@weir/api-contract/words';
import type { Database } from '../create-database.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { groupBy } from '../group-by.js';
import { toProposalRecord, type ProposalRecord, type ProposalRow } from './proposal-record.js';

/** Selects proposals with the transaction of their present round. */
export const proposalRows = (db: Database) =>
  db
    .selectFrom('vaultProposals')
    .innerJoin('vaultProposalRounds as built', (join) =>
      join.onRef('built.proposalId', '=', 'vaultProposals.id').onRef('built.round', '=', 'vaultProposals.round'),
    )
    .selectAll('vaultProposals')
    .select(['built.digest', 'built.transaction']);

/** What proposals name, each in its order. */
const subjectsOf = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('vaultProposalSubjects')
    .select(['proposalId', 'type', 'recordId as id'])
    .where('proposalId', 'in', ids)
    .orderBy('position')
    .execute();

/** Reads proposals with their votes and subjects, in the order of the rows. */
export async function withVotes(db: Database, rows: readonly ProposalRow[]): Promise<ProposalRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const votes = await db.selectFrom('vaultProposalVotes').selectAll().where('proposalId', 'in', ids).execute();
  const naming = rows.filter(({ kind }) => kind !== 'spend' && kind !== 'close').map(({ id }) => id);
  const subjects = naming.length === 0 ? [] : await subjectsOf(db, naming);
  const votesBy = groupBy(votes, (vote) => vote.proposalId);
  const subjectsBy = groupBy(subjects, (subject) => subject.proposalId);
  return rows.map((row) =>
    toProposalRecord(
      row,
      votesBy.get(row.id) ?? [],
      (subjectsBy.get(row.id) ?? []).map(({ type, id }) => ({ type, id })),
    ),
  );
}

/** Returns an open proposal of a vault that names one of these records; any of them where there are several. */
export async function openProposalFor(
  db: Database,
  vaultId: string,
  recordIds: readonly string[],
): Promise<ProposalRecord | undefined> {
  if (recordIds.length === 0) return undefined;
  const rows = await proposalRows(db)
    .where('vaultId', '=', vaultId)
    .where('vaultProposals.status', 'in', ['PENDING', 'APPROVED', 'STALE'])
    .where('vaultProposals.id', 'in', (eb) =>
      eb.selectFrom('vaultProposalSubjects').select('proposalId').where('recordId', 'in', recordIds),
    )
    .orderBy('createdAt')
    .limit(1)
    .execute();
  const [found] = await withVotes(db, rows);
  return found;
}

/** Reads a proposal by its id; undefined where there is none. @param id uuid */
export async function findProposal(db: Database, id: string): Promise<ProposalRecord | undefined> {
  const [found] = await withVotes(db, await proposalRows(db).where('vaultProposals.id', '=', id).execute());
  return found;
}

/**
 * Lists a vault's proposals that may still change, the oldest first: all but the rejected and those with a final
 * execution.
 */
export async function unsettledProposals(db: Database, vaultId: string): Promise<ProposalRecord[]> {
  const rows = await proposalRows(db)
    .where('vaultId', '=', vaultId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['PENDING', 'APPROVED', 'STALE']),
        eb('status', '=', 'EXECUTED').and('executedFinal', '=', false),
      ]),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return withVotes(db, rows);
}

/** Filters and place of a page of a vault's proposals. */
export interface ProposalPageRequest {
  /** uuid. */
  readonly vaultId: string;
  readonly status?: ProposalStatus | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of a vault's proposals with the exact total. */
export interface ProposalPage {
  /** Newest first. */
  readonly rows: readonly ProposalRecord[];
  /** Exact number of proposals behind the filter. */
  readonly total: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Lists one page of proposals with their number, which is cheap to count since they belong to one vault.
 *
 * @throws InvalidCursorError
 */
export async function listProposals(
  db: Database,
  { vaultId, status, limit, cursor }: ProposalPageRequest,
): Promise<ProposalPage> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const page = proposalRows(db)
    .where('vaultId', '=', vaultId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'PENDING'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const counted = db
    .selectFrom('vaultProposals')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('vaultId', '=', vaultId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'PENDING'))
    .executeTakeFirstOrThrow();
  const [found, { total }] = await Promise.all([page, counted]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: await withVotes(db, rows),
    total: total,
    nextCursor:
      last !== undefined && found.length > limit ? encodeCursor({ createdAt: last.createdAt, id: last.id }) : null,
  };
}
