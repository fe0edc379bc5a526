import { type Insertable, type Selectable, sql } from 'kysely';
import type { ProposalStatus } from '@weir/api-contract/words';
import { isPayoutKind, type StreamContract } from '@weir/kinds';
import type { Database } from '../create-database.js';
import type {
  VaultProposalPursesTable,
  VaultProposalRoundsTable,
  VaultProposalsTable,
  VaultProposalSubjectsTable,
  VaultProposalVotesTable,
} from '../generated/tables.js';
import { columnGroup, type GroupOf } from '../sql/column-group.js';
import { type CountedPage, type Page, type PageRequest, readPage } from '../sql/pages.js';
import { groupBy } from '../sql/statements.js';
import { type VaultMember, type VaultRecord, withMembers } from './vault-record.js';

/** One build of a proposal's transaction. */
export type ProposalTransaction = Readonly<Pick<Selectable<VaultProposalRoundsTable>, 'digest' | 'transaction'>>;

type ProposalRow = Selectable<VaultProposalsTable> & ProposalTransaction;
type VoteRow = Selectable<VaultProposalVotesTable>;

/** A record that a proposal opens, cancels, pauses or resumes. */
export interface ProposalSubject extends Readonly<Pick<Selectable<VaultProposalSubjectsTable>, 'type'>> {
  /** The record's `id`. */
  readonly id: string;
}

/** A subject as it is read: of a stream with the contract that it is by. */
export interface NamedSubject extends ProposalSubject {
  readonly contract: StreamContract | null;
}

/** A signature or rejection of a proposal by one signer. */
interface ProposalVote {
  /** 20 bytes, hex. */
  readonly signerHash: string;
  /** With its sighash type, hex. */
  readonly signature: string;
  /** Unix seconds. */
  readonly at: number;
}

/** The terms of a purse that a proposal opens. Amounts in satoshis, or base units; payees as locking bytecodes, hex. */
export type AllowanceRecord = Readonly<Omit<Selectable<VaultProposalPursesTable>, 'proposalId'>>;

/** The transaction that executed a proposal; null before. */
const executionColumns = columnGroup<ProposalRow>()({
  txHash: 'executedTxHash',
  executedAt: 'executedAt',
  final: 'executedFinal',
});
/** The whole coin that is to be paid; null where an amount is. */
const coinColumns = columnGroup<ProposalRow>()({ txid: 'coinTxid', vout: 'coinVout' });

export type ProposalExecution = GroupOf<typeof executionColumns>;

/** A proposal as its row says, and those of its votes, subjects and present transaction. Amounts in base units, hex lower case. */
export type ProposalRecord = Readonly<
  Omit<ProposalRow, 'proposer' | `executed${Capitalize<string>}` | 'createdBy' | 'createdFrom'>
> & {
  readonly proposer: VaultMember;
  readonly coin: GroupOf<typeof coinColumns> | null;
  /** What it opens, cancels, pauses or resumes; none of a spend and a close. */
  readonly subjects: readonly NamedSubject[];
  /** Signatures of this round, in the order they came. */
  readonly signatures: readonly ProposalVote[];
  /** Rejections, which hold in every round. */
  readonly rejections: readonly Omit<ProposalVote, 'signature'>[];
  readonly execution: ProposalExecution | null;
  /** The purse that it opens; null of all others. */
  readonly allowance: AllowanceRecord | null;
};

/** The fixed part of a proposal. */
export type NewProposal = Pick<
  ProposalRecord,
  'kind' | 'proposer' | 'recipient' | 'recipientBytecode' | 'tokenType' | 'tokenCategory' | 'amount' | 'coin' | 'reason'
> & {
  readonly subjects: readonly ProposalSubject[];
  readonly allowance?: AllowanceRecord | null;
  /** Of the end of a recovery: hashes of the three keys that would sign from then on, hex. */
  readonly nextSignerHashes?: readonly string[];
};

const inOrder = (a: VoteRow, b: VoteRow): number =>
  a.createdAt === b.createdAt ? a.signerHash.localeCompare(b.signerHash) : a.createdAt - b.createdAt;

/** Reads a row. @param votes the proposal's own, as are the subjects, these in order */
const toProposalRecord = (
  row: ProposalRow,
  votes: readonly VoteRow[],
  subjects: readonly NamedSubject[],
  allowance: AllowanceRecord | null,
): ProposalRecord => {
  const sorted = [...votes].sort(inOrder);
  return {
    coin: coinColumns.read(row),
    subjects,
    allowance,
    signatures: sorted.flatMap(({ round, signerHash, signature, createdAt: at }) =>
      signature !== null && round === row.round ? [{ signerHash, signature, at }] : [],
    ),
    rejections: sorted.flatMap(({ kind, signerHash, createdAt: at }) =>
      kind === 'rejection' ? [{ signerHash, at }] : [],
    ),
    execution: executionColumns.read(row),
    ...row,
    proposer: { address: row.proposer, hash: row.proposerHash },
  };
};

/** Returns the columns of a new proposal. */
export const toNewProposalRow = ({
  proposer,
  coin,
  nextSignerHashes,
  ...columns
}: Omit<NewProposal, 'subjects' | 'allowance'>): Omit<
  Insertable<VaultProposalsTable>,
  'id' | 'proposalId' | 'vaultId'
> => ({
  proposer: proposer.address,
  proposerHash: proposer.hash,
  nextSignerHashes: nextSignerHashes === undefined ? null : [...nextSignerHashes],
  ...coinColumns.columns(coin),
  ...columns,
});

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
    .leftJoin('streams', (join) => join.onRef('streams.id', '=', 'recordId').on('streams.product', '=', 'stream'))
    .select(['proposalId', 'type', 'recordId as id', 'streams.contract'])
    .where('proposalId', 'in', ids)
    .orderBy('position')
    .execute();

/** The purses that proposals open, by their proposals. */
const allowancesOf = async (db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, AllowanceRecord>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('vaultProposalPurses').selectAll().where('proposalId', 'in', ids).execute();
  return new Map(rows.map(({ proposalId, ...terms }) => [proposalId, terms]));
};

/** Reads proposals with their votes and subjects, in the order of the rows. */
export async function withVotes(db: Database, rows: readonly ProposalRow[]): Promise<ProposalRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const votes = await db.selectFrom('vaultProposalVotes').selectAll().where('proposalId', 'in', ids).execute();
  const naming = rows.filter(({ kind }) => !isPayoutKind(kind)).map(({ id }) => id);
  const subjects = naming.length === 0 ? [] : await subjectsOf(db, naming);
  const allowances = await allowancesOf(
    db,
    rows.filter(({ kind }) => kind === 'allowance').map(({ id }) => id),
  );
  const votesBy = groupBy(votes, (vote) => vote.proposalId);
  const subjectsBy = groupBy(subjects, (subject) => subject.proposalId);
  return rows.map((row) =>
    toProposalRecord(
      row,
      votesBy.get(row.id) ?? [],
      (subjectsBy.get(row.id) ?? []).map(({ type, id, contract }) => ({ type, id, contract })),
      allowances.get(row.id) ?? null,
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
export interface ProposalPageRequest extends PageRequest {
  /** uuid. */
  readonly vaultId: string;
  readonly status?: ProposalStatus | undefined;
}

/**
 * Lists one page of proposals with their number, which is cheap to count since they belong to one vault.
 *
 * @throws InvalidCursorError
 */
export async function listProposals(
  db: Database,
  { vaultId, status, ...request }: ProposalPageRequest,
): Promise<CountedPage<ProposalRecord>> {
  const isMeant = status === undefined ? sql<boolean>`true` : sql<boolean>`status = ${status}`;
  const counted = db
    .selectFrom('vaultProposals')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('vaultId', '=', vaultId)
    .where(isMeant)
    .executeTakeFirstOrThrow();
  const [{ rows, nextCursor }, { total }] = await Promise.all([
    readPage(proposalRows(db).where('vaultId', '=', vaultId).where(isMeant), request),
    counted,
  ]);
  return { rows: await withVotes(db, rows), total, nextCursor };
}

/** Signers, and the place of a page of what waits for them. */
export interface WaitingPageRequest extends PageRequest {
  /** 20 bytes each, hex. */
  readonly hashes: readonly string[];
}

/** Who of a vault's members signs a proposal. The new signers who end a recovery with its guardian are not its members yet. */
const ASKED = sql`CASE WHEN vault_proposals.kind = 'recovery' THEN 'guardian' ELSE 'signer' END`;

/** A proposal with its vault. */
export interface WaitingProposal {
  readonly proposal: ProposalRecord;
  readonly vault: VaultRecord;
}

/**
 * Lists the proposals of open vaults that wait for one of some signers, the end of a recovery for its guardian and its new signers: for a
 * signature that is not in yet, or for anybody who sends what is approved. Who rejected one is not waited for.
 *
 * @throws InvalidCursorError
 */
export async function listWaiting(
  db: Database,
  { hashes, ...request }: WaitingPageRequest,
): Promise<Page<WaitingProposal>> {
  const waits = sql<boolean>`EXISTS (SELECT FROM (
      SELECT hash FROM vault_members WHERE vault_id = vault_proposals.vault_id AND role = ${ASKED}
      UNION SELECT unnest(next_signer_hashes)) AS signer
    WHERE signer.hash = ANY(${hashes}::text[])
      AND NOT EXISTS (SELECT FROM vault_proposal_votes AS vote
        WHERE vote.proposal_id = vault_proposals.id AND vote.signer_hash = signer.hash AND (vote.kind = 'rejection'
          OR vault_proposals.status = 'PENDING' AND vote.round = vault_proposals.round)))`;
  const { rows, nextCursor } = await readPage(
    proposalRows(db)
      .where('vaultProposals.status', 'in', ['PENDING', 'APPROVED', 'STALE'])
      .where(
        sql<boolean>`vault_proposals.vault_id IN (SELECT id FROM vaults WHERE status = 'active' AND id IN (
          SELECT vault_id FROM vault_members WHERE role IN ('signer', 'guardian') AND hash = ANY(${hashes}::text[])
          UNION SELECT vault_id FROM vault_proposals WHERE next_signer_hashes && ${hashes}::text[]))`,
      )
      .where(waits),
    request,
  );
  const proposals = await withVotes(db, rows);
  const ids = [...new Set(proposals.map(({ vaultId }) => vaultId))];
  const vaultRows = ids.length === 0 ? [] : await db.selectFrom('vaults').selectAll().where('id', 'in', ids).execute();
  const vaults = new Map((await withMembers(db, vaultRows)).map((vault) => [vault.id, vault]));
  return {
    rows: proposals.flatMap((proposal) => {
      const vault = vaults.get(proposal.vaultId);
      return vault === undefined ? [] : [{ proposal, vault }];
    }),
    nextCursor,
  };
}
