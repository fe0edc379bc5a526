import type { Database } from '../create-database.js';
import { RowNotFoundError } from '../database-errors.js';
import type { EventRecord } from '../events/event-record.js';
import { eventsOf, replacementOf } from '../events/events.repository.js';
import { keepAnswer, type IdempotentResponse } from '../idempotency/idempotent-response.js';
import { transactionInTurn } from '../locks/transaction-in-turn.js';
import { newId } from '../new-id.js';
import { admitted, type Admission } from '../quotas/admission.js';
import { readSnapshot } from '../read-snapshot.js';
import type { Outpoint, TransitionRecord } from '../transitions/transition-record.js';
import { transitionsOf } from '../transitions/transitions.repository.js';
import { lostFundingsOf } from '../watch/lost-fundings.js';
import { listVaults, listVaultsAtOnce, type VaultPage, type VaultPageRequest } from './list-vaults.js';
import type { ProposalRecord } from './proposal-record.js';
import {
  findProposal,
  listProposals,
  unsettledProposals,
  type ProposalPage,
  type ProposalPageRequest,
} from './read-proposals.js';
import { knownDeposits, type KnownDeposits } from './vault-deposits.js';
import { findVault, vaultWithMembers } from './vault-members.js';
import { toMemberRows, type NewVault, type VaultRecord } from './vault-record.js';
import { createVaultScope, type VaultScope } from './vault-scope.js';
import { createVaultWatchRepository, type VaultWatchRepository } from './vault-watch.js';

/** Vaults in Postgres. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export interface VaultsRepository {
  /** Finds the transaction that replaced a recorded step, which was rolled back for it. */
  replacementOf(id: string, txHash: string): Promise<string | undefined>;
  readonly watch: VaultWatchRepository;
  /** Stores a pending vault and gives it its id. @throws QuotaExceededError */
  insert(vault: NewVault, admission?: Admission, kept?: IdempotentResponse<VaultRecord>): Promise<VaultRecord>;
  /** @param id uuid */
  findById(id: string): Promise<VaultRecord | undefined>;
  /** Reads a page of the vaults a viewer may see. @throws InvalidCursorError */
  list(request: VaultPageRequest): Promise<VaultPage>;
  /** Reads up to `limit` of the viewer's own vaults and as many public ones at once. */
  listAtOnce(request: Omit<VaultPageRequest, 'cursor'>): Promise<VaultPage>;
  /** Steps of a vault on the chain, the first deposit first. */
  transitionsOf(id: string): Promise<readonly TransitionRecord[]>;
  /** First deposits that a vault lost and may get again, by hash. */
  lostDeposits(id: string): Promise<readonly string[]>;
  /** What is recorded of coins at its address, and what of its deposits is not final. */
  knownDeposits(id: string, coins: readonly Outpoint[]): Promise<KnownDeposits>;
  /** A vault with what happened to it, the oldest first, as they stood at one moment; steps that were rolled back stay here. */
  history(id: string): Promise<{ readonly vault: VaultRecord; readonly events: readonly EventRecord[] } | undefined>;
  /** @param id uuid */
  findProposal(id: string): Promise<ProposalRecord | undefined>;
  /** @throws InvalidCursorError */
  listProposals(request: ProposalPageRequest): Promise<ProposalPage>;
  /** A vault's proposals that may still change: all but the rejected and those executed for good. @param vaultId uuid */
  unsettledProposals(vaultId: string): Promise<readonly ProposalRecord[]>;
  /**
   * Locks a vault, and with it its proposals, and works on it in one transaction, which is rolled back when `work`
   * throws. Others who want the same vault wait. After a deadlock `work` runs again: it must have no effects outside the
   * scope, and should not wait for the network while it holds the lock.
   *
   * @throws RowNotFoundError
   */
  withVault<T>(id: string, work: (scope: VaultScope) => Promise<T>): Promise<T>;
}

/** Builds the repository over `db`. Holds no state of its own. */
export function createVaultsRepository(db: Database): VaultsRepository {
  return {
    watch: createVaultWatchRepository(db),
    replacementOf: (id, txHash) => replacementOf(db, { type: 'vault', id }, txHash),
    insert: ({ creator, signers, ...columns }, admission, kept) =>
      admitted(db, { kind: 'vaults', admission }, async (transaction, counted) => {
        const row = await transaction
          .insertInto('vaults')
          .values({ ...columns, ...counted, id: newId() })
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction.insertInto('vaultMembers').values(toMemberRows({ creator, signers }, row)).execute();
        return keepAnswer(transaction, await vaultWithMembers(transaction, row), kept);
      }),
    findById: (id) => readSnapshot(db, (snapshot) => findVault(snapshot, id)),
    list: (request) => readSnapshot(db, (snapshot) => listVaults(snapshot, request)),
    listAtOnce: (request) => readSnapshot(db, (snapshot) => listVaultsAtOnce(snapshot, request)),
    transitionsOf: (id) => transitionsOf(db, { type: 'vault', id }),
    lostDeposits: (id) => lostFundingsOf(db, { type: 'vault', id }),
    knownDeposits: (id, coins) => knownDeposits(db, id, coins),
    history: (id) =>
      readSnapshot(db, async (snapshot) => {
        const vault = await findVault(snapshot, id);
        return vault && { vault, events: await eventsOf(snapshot, { type: 'vault', id }) };
      }),
    findProposal: (id) => readSnapshot(db, (snapshot) => findProposal(snapshot, id)),
    listProposals: (request) => readSnapshot(db, (snapshot) => listProposals(snapshot, request)),
    unsettledProposals: (vaultId) => readSnapshot(db, (snapshot) => unsettledProposals(snapshot, vaultId)),
    withVault: (id, work) =>
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
