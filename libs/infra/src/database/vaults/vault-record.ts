import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database } from '../create-database.js';
import type { VaultMembersTable, VaultsTable } from '../generated/tables.js';
import { columnGroup, type GroupOf, STATE_OUTPUT } from '../sql/column-group.js';
import { groupBy } from '../sql/statements.js';
import { chainColumns } from '../transitions/transitions.repository.js';

type Row = Selectable<VaultsTable>;
type MemberRow = Selectable<VaultMembersTable>;

/** A member of a vault. `hash` is what is compared, because one hash has several addresses. */
export type VaultMember = Readonly<Pick<MemberRow, 'address' | 'hash'>>;

/** A signer of a vault, with the key that signs: compressed, hex. */
export interface VaultSigner extends VaultMember {
  readonly publicKey: string;
}

/** The unspent state output; null before the first deposit and after a close. */
const stateColumns = columnGroup<Row>()(STATE_OUTPUT);
/** The first deposit, which created the state; null while pending. */
const depositColumns = columnGroup<Row>()({ txHash: 'depositTxHash', activatedAt: 'activatedAt' });

export type VaultStateRecord = GroupOf<typeof stateColumns>;
export type VaultDeposit = GroupOf<typeof depositColumns>;

/** The columns of a vault that transitions change. */
export const vaultChainColumns = chainColumns('vaults', ['status', ...stateColumns.names, ...depositColumns.names]);

/** A vault as its row and those of its members say. `expiresAt` is null once it has a deposit. */
export type VaultRecord = Readonly<
  Omit<Row, `state${Capitalize<string>}` | 'depositTxHash' | 'activatedAt' | 'createdBy' | 'createdFrom'>
> & {
  readonly creator: VaultMember;
  /** In the order of the contract. */
  readonly signers: readonly [VaultSigner, VaultSigner, VaultSigner];
  readonly viewers: readonly VaultMember[];
  readonly state: VaultStateRecord | null;
  readonly deposit: VaultDeposit | null;
};

/** What the chain changes in a vault. Fields left out stay as they are. */
export type VaultChanges = Partial<Pick<VaultRecord, 'status' | 'state' | 'deposit' | 'currentBalance'>>;

/** The fixed part of a vault. None of it changes later. */
export type NewVault = Omit<
  VaultRecord,
  keyof VaultChanges | 'id' | 'viewers' | 'expiresAt' | 'createdAt' | 'updatedAt'
>;

const toMember = ({ address, hash }: MemberRow): VaultMember => ({ address, hash });

const signersOf = (members: readonly MemberRow[]): VaultRecord['signers'] => {
  const signers = members.flatMap((row): VaultSigner[] =>
    row.publicKey === null ? [] : [{ ...toMember(row), publicKey: row.publicKey }],
  );
  const [first, second, third] = signers;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('A stored vault has fewer than three signers');
  return [first, second, third];
};

const creatorOf = (members: readonly MemberRow[]): VaultMember => {
  const creator = members.find(({ role }) => role === 'creator');
  if (creator === undefined) throw new Error('A stored vault has no creator');
  return toMember(creator);
};

/** Reads a row. @param members the vault's own, by role in their order */
const toVaultRecord = (row: Row, members: readonly MemberRow[]): VaultRecord => ({
  creator: creatorOf(members),
  signers: signersOf(members),
  viewers: members.filter(({ role }) => role === 'viewer').map(toMember),
  state: stateColumns.read(row),
  deposit: depositColumns.read(row),
  ...row,
  expiresAt: row.status === 'pending' ? row.expiresAt : null,
});

/** Returns the rows of a new vault's members. */
export const toMemberRows = (
  { creator, signers }: Pick<NewVault, 'creator' | 'signers'>,
  { id: vaultId, createdAt }: Pick<Row, 'id' | 'createdAt'>,
): Insertable<VaultMembersTable>[] => [
  { vaultId, createdAt, role: 'creator', hash: creator.hash, address: creator.address, position: 0 },
  ...signers.map(
    ({ hash, address, publicKey }, position) =>
      ({ vaultId, createdAt, role: 'signer', hash, address, position, publicKey }) as const,
  ),
];

/** Returns the columns that `changes` sets. */
export const toChangedColumns = ({ state, deposit, ...columns }: VaultChanges): Updateable<VaultsTable> => ({
  ...(state !== undefined && stateColumns.columns(state)),
  ...(deposit !== undefined && depositColumns.columns(deposit)),
  ...columns,
});

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
