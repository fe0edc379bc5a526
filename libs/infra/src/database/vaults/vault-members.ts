import type { Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import { groupBy } from '../group-by.js';
import { toVaultRecord, type VaultMember, type VaultRecord } from './vault-record.js';
import type { VaultMembersTable, VaultsTable } from './vault-tables.js';

const byPlace = (a: Selectable<VaultMembersTable>, b: Selectable<VaultMembersTable>): number =>
  a.role === b.role ? a.position - b.position : a.role.localeCompare(b.role);

/** Reads vaults with their members, in the order of the rows. */
export async function withMembers(db: Database, rows: readonly Selectable<VaultsTable>[]): Promise<VaultRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const members = await db.selectFrom('vaultMembers').selectAll().where('vaultId', 'in', ids).execute();
  const byVault = groupBy(members.sort(byPlace), (member) => member.vaultId);
  return rows.map((row) => toVaultRecord(row, byVault.get(row.id) ?? []));
}

/** Reads one vault with its members. */
export async function vaultWithMembers(db: Database, row: Selectable<VaultsTable>): Promise<VaultRecord> {
  const members = await db.selectFrom('vaultMembers').selectAll().where('vaultId', '=', row.id).execute();
  return toVaultRecord(row, members.sort(byPlace));
}

/** Reads a stored vault with its members. @param id uuid */
export async function findVault(db: Database, id: string): Promise<VaultRecord | undefined> {
  const row = await db.selectFrom('vaults').selectAll().where('id', '=', id).executeTakeFirst();
  return row && vaultWithMembers(db, row);
}

/**
 * Adds a viewer behind the others. The caller holds the lock of the vault's row and has made sure that the party is not
 * one yet.
 */
export async function insertViewer(db: Database, vault: VaultRecord, { hash, address }: VaultMember): Promise<void> {
  await db
    .insertInto('vaultMembers')
    .values({
      vaultId: vault.id,
      role: 'viewer',
      hash,
      address,
      position: vault.viewers.length,
      createdAt: vault.createdAt,
    })
    .execute();
}
