import { type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { eventsOf, replacementOf } from '../events/resource-events.js';
import type { VaultsTable } from '../generated/tables.js';
import { type IdempotentResponse, keepAnswer } from '../idempotency/idempotency.repository.js';
import { transactionInTurn } from '../locks/transaction-in-turn.js';
import { createPursesRepository } from '../purses/purses.repository.js';
import { type Admission, admitted } from '../quotas/admission.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { type CreationCursor, encodeCursor, type Page, type PageRequest, placeOf } from '../sql/pages.js';
import { newId, NIL_ID, readSnapshot } from '../sql/statements.js';
import type { Outpoint } from '../transitions/transition-record.js';
import { transitionsOf } from '../transitions/transitions.repository.js';
import { lostFundingsOf } from '../watch/watch.repository.js';
import {
  findProposal,
  listProposals,
  listWaiting,
  type ProposalPageRequest,
  unsettledProposals,
  type WaitingPageRequest,
} from './read-proposals.js';
import {
  findVault,
  type NewVault,
  noteParties,
  seatSigners,
  toMemberRows,
  toNewVaultRow,
  type VaultRecord,
  vaultWithMembers,
  withMembers,
} from './vault-record.js';
import { createVaultScope, type VaultScope } from './vault-scope.js';
import { createVaultWatchRepository, knownDeposits } from './vault-watch.js';

/** Viewer and place of a page of vaults. */
interface VaultPageRequest extends PageRequest {
  /** The viewer's 20-byte hashes, hex; none of a reader without a name. */
  readonly hashes: readonly string[];
}

type Row = Selectable<VaultsTable>;

/** Two walks in the order of the pages: vaults the viewer belongs to, in any role, and public ones. */
const own = async (db: Database, hashes: readonly string[], limit: number, after: CreationCursor | undefined) => {
  if (hashes.length === 0) return [];
  return db
    .selectFrom(
      db
        .selectFrom('vaultMembers')
        .select(['createdAt', 'vaultId'])
        .distinct()
        .where('hash', 'in', hashes)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, vault_id) < (${after?.createdAt}, ${after?.id})`),
        )
        .orderBy('createdAt', 'desc')
        .orderBy('vaultId', 'desc')
        .limit(limit)
        .as('mine'),
    )
    .innerJoin('vaults', 'vaults.id', 'mine.vaultId')
    .selectAll('vaults')
    .execute();
};

const published = (db: Database, limit: number, after: CreationCursor | undefined) =>
  db
    .selectFrom('vaults')
    .selectAll()
    .where(sql<boolean>`is_public`)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

const newestFirst = (a: Row, b: Row): number => {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
  return a.id > b.id ? -1 : Number(a.id < b.id);
};

const merged = (...walks: readonly (readonly Row[])[]): Row[] =>
  [...new Map(walks.flat().map((row) => [row.id, row])).values()].sort(newestFirst);

const cursorOf = (row: Row | undefined): string | null => (row === undefined ? null : encodeCursor(row));

/**
 * Reads one page of the vaults a viewer may see: those they belong to, and the public ones. Costs the same at any depth.
 *
 * @throws InvalidCursorError
 */
export async function listVaults(db: Database, request: VaultPageRequest): Promise<Page<VaultRecord>> {
  const { hashes, limit } = request;
  const after = placeOf(request);
  const found = merged(...(await Promise.all([own(db, hashes, limit + 1, after), published(db, limit + 1, after)])));
  const page = found.slice(0, limit);
  return { rows: await withMembers(db, page), nextCursor: found.length > limit ? cursorOf(page.at(-1)) : null };
}

/**
 * Reads the vaults that a viewer may see in one page: up to `limit` of their own, so that strangers' public vaults
 * cannot displace them, and up to `limit` public ones. The cursor starts where the first of the two was cut off: later
 * pages may repeat rows but lose none.
 */
async function listVaultsAtOnce(
  db: Database,
  { hashes, limit }: Omit<VaultPageRequest, 'cursor'>,
): Promise<Page<VaultRecord>> {
  const walks = (await Promise.all([own(db, hashes, limit + 1, undefined), published(db, limit + 1, undefined)])).map(
    (rows) => rows.sort(newestFirst),
  );
  const cuts = walks.filter((rows) => rows.length > limit).flatMap((rows) => rows.slice(limit - 1, limit));
  const rows = merged(...walks.map((walk) => walk.slice(0, limit)));
  return { rows: await withMembers(db, rows), nextCursor: cursorOf(cuts.sort(newestFirst).at(0)) };
}

export function createVaultsRepository(db: Database) {
  return {
    watch: createVaultWatchRepository(db),
    purses: createPursesRepository(db),
    replacementOf: (id: string, txHash: string) => replacementOf(db, { type: 'vault', id }, txHash),
    /** Stores a pending vault and gives it its id. @throws QuotaExceededError */
    insert: (vault: NewVault, admission?: Admission, kept?: IdempotentResponse<VaultRecord>) =>
      admitted(db, { kind: 'vaults', admission }, async (transaction, counted) => {
        const row = await transaction
          .insertInto('vaults')
          .values({ ...toNewVaultRow(vault), ...counted, id: newId() })
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction.insertInto('vaultMembers').values(toMemberRows(vault, row)).execute();
        if (vault.roster !== null) {
          await noteParties(transaction, row.id, vault.roster.parties);
          await seatSigners(transaction, await vaultWithMembers(transaction, row), {
            signers: vault.signers,
            guardianHash: vault.roster.guardianHash,
          });
        }
        return keepAnswer(transaction, await vaultWithMembers(transaction, row), kept);
      }),
    /** @param id uuid */
    findById: (id: string) => readSnapshot(db, (snapshot) => findVault(snapshot, id)),
    /** Reads all vaults in order of id, page by page. */
    page: ({ after = NIL_ID, limit }: { readonly after?: string | undefined; readonly limit: number }) =>
      readSnapshot(db, async (snapshot) =>
        withMembers(
          snapshot,
          await snapshot.selectFrom('vaults').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute(),
        ),
      ),
    /** Reads a page of the vaults a viewer may see. @throws InvalidCursorError */
    list: (request: VaultPageRequest) => readSnapshot(db, (snapshot) => listVaults(snapshot, request)),
    /** Reads up to `limit` of the viewer's own vaults and as many public ones at once. */
    listAtOnce: (request: Omit<VaultPageRequest, 'cursor'>) =>
      readSnapshot(db, (snapshot) => listVaultsAtOnce(snapshot, request)),
    transitionsOf: (id: string) => transitionsOf(db, { type: 'vault', id }),
    /** Returns those of some categories that other rosters have, or wait for. @param id uuid */
    async categoriesOfOthers(id: string, categories: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('vaults')
        .select('rosterCategory')
        .where(sql<boolean>`roster_category = ANY(${[...categories]}::text[])`)
        .where('id', '<>', id)
        .execute();
      return new Set(rows.flatMap(({ rosterCategory }) => rosterCategory ?? []));
    },
    lostDeposits: (id: string) => lostFundingsOf(db, { type: 'vault', id }),
    knownDeposits: (id: string, coins: readonly Outpoint[]) => knownDeposits(db, id, coins),
    /** A vault with what happened to it, the oldest first, as they was at one moment; steps that were rolled back stay here. */
    history: (id: string) =>
      readSnapshot(db, async (snapshot) => {
        const vault = await findVault(snapshot, id);
        return vault && { vault, events: await eventsOf(snapshot, { type: 'vault', id }) };
      }),
    /** @param id uuid */
    findProposal: (id: string) => readSnapshot(db, (snapshot) => findProposal(snapshot, id)),
    /** @throws InvalidCursorError */
    listProposals: (request: ProposalPageRequest) => readSnapshot(db, (snapshot) => listProposals(snapshot, request)),
    /** @throws InvalidCursorError */
    waitingFor: (request: WaitingPageRequest) => readSnapshot(db, (snapshot) => listWaiting(snapshot, request)),
    /** A vault's proposals that may still change: all but the rejected and those executed for good. @param vaultId uuid */
    unsettledProposals: (vaultId: string) => readSnapshot(db, (snapshot) => unsettledProposals(snapshot, vaultId)),
    /**
     * Locks a vault, and with it its proposals, and works on it in one transaction, which is rolled back when `work`
     * throws. Others who want the same vault wait. After a deadlock `work` runs again: it must have no effects outside the
     * scope, and should not wait for the network while it holds the lock.
     *
     * @throws RowNotFoundError
     */
    withVault: <T>(id: string, work: (scope: VaultScope) => Promise<T>) =>
      transactionInTurn(db, [id], async (transaction) => {
        const locked = await transaction
          .selectFrom('vaults')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .noWait()
          .executeTakeFirst();
        if (locked === undefined) throw new RowNotFoundError('vaults', id);
        return work(await createVaultScope(transaction, locked));
      }),
  };
}

/** Vaults in Postgres. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type VaultsRepository = ReturnType<typeof createVaultsRepository>;
