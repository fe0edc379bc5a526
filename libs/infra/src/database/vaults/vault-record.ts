import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../create-database.js';
import type { RosterPartiesTable, VaultMembersTable, VaultsTable } from '../generated/tables.js';
import { columnGroup, type GroupOf, STATE_OUTPUT } from '../sql/column-group.js';
import { groupBy } from '../sql/statements.js';
import { chainColumns } from '../transitions/transitions.repository.js';

type Row = Selectable<VaultsTable>;
type MemberRow = Selectable<VaultMembersTable>;

/** A member of a vault. `hash` is what is compared, because one hash has several addresses. */
export type VaultMember = Readonly<Pick<MemberRow, 'address' | 'hash'>>;

/** A signer of a vault, with the key that signs: compressed, hex; null where a roster's state has its hash alone. */
export interface VaultSigner extends VaultMember {
  readonly publicKey: string | null;
}

/** A key that is, was or may become a signer or the guardian of a roster. */
export type RosterParty = Readonly<Omit<Selectable<RosterPartiesTable>, 'vaultId'>>;

/** What a roster begins with, and the category of its state once a first deposit was offered. */
const rosterColumns = columnGroup<Row>()(
  { guardianHash: 'guardianHash', quietBlocks: 'quietBlocks', reviewBlocks: 'reviewBlocks' },
  { category: 'rosterCategory' },
);

/** What a roster has beside a vault's fields. */
export interface RosterRecord extends GroupOf<typeof rosterColumns> {
  readonly parties: readonly RosterParty[];
  /** How often its signers, its guardian or its delays were exchanged. */
  readonly generation: number;
  /** The block of its state; null while that is not mined. */
  readonly stateHeight: number | null;
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
  Omit<
    Row,
    | `state${Capitalize<string>}`
    | 'depositTxHash'
    | 'activatedAt'
    | 'createdBy'
    | 'createdFrom'
    | 'lockingBytecode'
    | 'scriptHash'
    | 'rosterCategory'
    | 'guardianHash'
    | 'quietBlocks'
    | 'reviewBlocks'
    | `formerCreator${string}`
  >
> & {
  /** Hex; empty, as is the script hash, of a roster whose first deposit is not mined: it has no address. */
  readonly lockingBytecode: string;
  readonly scriptHash: string;
  /** Null of a vault whose signers are in its address. */
  readonly roster: RosterRecord | null;
  readonly creator: VaultMember;
  /** Whether the creator signed for this roster and lost their seat: they are not its member any more. */
  readonly hasCreatorLeft: boolean;
  /** In the order of the contract. */
  readonly signers: readonly [VaultSigner, VaultSigner, VaultSigner];
  readonly viewers: readonly VaultMember[];
  readonly state: VaultStateRecord | null;
  readonly deposit: VaultDeposit | null;
};

/** The address of a vault. */
export type VaultAddress = Pick<VaultRecord, 'contractAddress' | 'lockingBytecode' | 'scriptHash'>;

/** Who signs for a roster from a step on, and its guardian as the state has it, hex. */
export interface RosterSeats {
  readonly signers: readonly [VaultMember, VaultMember, VaultMember];
  readonly guardianHash: string;
}

/** What the chain changes in a vault. Fields left out stay as they are. */
export interface VaultChanges extends Partial<Pick<VaultRecord, 'status' | 'state' | 'deposit' | 'currentBalance'>> {
  /** Of a roster's first deposit, which makes its address. */
  readonly address?: VaultAddress & { readonly category: string };
  readonly seats?: RosterSeats;
}

/** The fixed part of a vault. None of it changes later, but the signers of a roster. */
export type NewVault = Omit<
  VaultRecord,
  keyof VaultChanges | 'id' | 'viewers' | 'hasCreatorLeft' | 'expiresAt' | 'createdAt' | 'updatedAt' | 'roster'
> & {
  readonly roster:
    | (Omit<GroupOf<typeof rosterColumns>, 'category'> & { readonly parties: readonly RosterParty[] })
    | null;
};

const toMember = ({ address, hash }: MemberRow): VaultMember => ({ address, hash });

const signersOf = (members: readonly MemberRow[]): VaultRecord['signers'] => {
  const signers = members.flatMap((row): VaultSigner[] =>
    row.role === 'signer' ? [{ ...toMember(row), publicKey: row.publicKey }] : [],
  );
  const [first, second, third] = signers;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('A stored vault has fewer than three signers');
  return [first, second, third];
};

/** Who made a roster in which they had a seat and have none any more; null where its creator is its member. */
const formerCreatorColumns = columnGroup<Row>()({ address: 'formerCreator', hash: 'formerCreatorHash' });

const creatorOf = (members: readonly MemberRow[]): VaultMember => {
  const creator = members.find(({ role }) => role === 'creator');
  if (creator === undefined) throw new Error('A stored vault has no creator');
  return toMember(creator);
};

const NO_FACTS: Omit<RosterRecord, keyof GroupOf<typeof rosterColumns>> = {
  parties: [],
  generation: 0,
  stateHeight: null,
};

/** Reads a row. @param members the vault's own, by role in their order; of a roster also what is beside the row */
const toVaultRecord = (
  { rosterCategory, guardianHash, quietBlocks, reviewBlocks, formerCreator, formerCreatorHash, ...row }: Row,
  members: readonly MemberRow[],
  facts = NO_FACTS,
): VaultRecord => ({
  creator: formerCreatorColumns.read({ formerCreator, formerCreatorHash }) ?? creatorOf(members),
  hasCreatorLeft: formerCreator !== null,
  signers: signersOf(members),
  viewers: members.filter(({ role }) => role === 'viewer').map(toMember),
  state: stateColumns.read(row),
  deposit: depositColumns.read(row),
  ...row,
  lockingBytecode: row.lockingBytecode ?? '',
  scriptHash: row.scriptHash ?? '',
  roster: withFacts(rosterColumns.read({ rosterCategory, guardianHash, quietBlocks, reviewBlocks }), facts),
  expiresAt: row.status === 'pending' ? row.expiresAt : null,
});

const withFacts = (group: GroupOf<typeof rosterColumns> | null, facts: typeof NO_FACTS): RosterRecord | null =>
  group && { ...group, ...facts };

/** Returns the columns of a new vault. */
export const toNewVaultRow = ({
  roster,
  lockingBytecode,
  scriptHash,
  creator: _creator,
  signers: _signers,
  ...columns
}: NewVault): Omit<Insertable<VaultsTable>, 'id'> => ({
  lockingBytecode: lockingBytecode === '' ? null : lockingBytecode,
  scriptHash: scriptHash === '' ? null : scriptHash,
  ...rosterColumns.columns(roster),
  ...columns,
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
export const toChangedColumns = ({
  state,
  deposit,
  address,
  seats: _seats,
  ...columns
}: VaultChanges): Updateable<VaultsTable> => ({
  ...(address !== undefined && {
    contractAddress: address.contractAddress,
    lockingBytecode: address.lockingBytecode,
    scriptHash: address.scriptHash,
    rosterCategory: address.category,
  }),
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
  const facts = await rosterFacts(db, rows);
  return rows.map((row) => toVaultRecord(row, byVault.get(row.id) ?? [], facts.get(row.id)));
}

/** Reads what rosters have beside their rows; nothing where there is no roster among them. */
async function rosterFacts(
  db: Database,
  rows: readonly Selectable<VaultsTable>[],
): Promise<ReadonlyMap<string, typeof NO_FACTS>> {
  const ids = rows.flatMap(({ id, guardianHash }) => (guardianHash === null ? [] : [id]));
  if (ids.length === 0) return new Map();
  const parties = await db
    .selectFrom('rosterParties')
    .selectAll()
    .where('vaultId', 'in', ids)
    .orderBy('hash')
    .execute();
  const byVault = groupBy(parties, ({ vaultId }) => vaultId);
  const { rows: found } = await sql<{
    readonly id: string;
    readonly generation: number;
    readonly height: number | null;
  }>`
    SELECT v.id, (SELECT count(*)::integer FROM transitions AS t
        WHERE t.resource_type = 'vault' AND t.resource_id = v.id AND t.kind IN ('exchange', 'recover')) AS generation,
      (SELECT block_height FROM transitions AS t
        WHERE t.resource_type = 'vault' AND t.resource_id = v.id AND t.tx_hash = v.state_txid) AS height
    FROM vaults AS v WHERE v.id = ANY(${ids})`.execute(db);
  return new Map(
    found.map(({ id, generation, height }) => [
      id,
      {
        parties: (byVault.get(id) ?? []).map(({ vaultId: _vaultId, ...party }) => party),
        generation,
        stateHeight: height,
      },
    ]),
  );
}

/** Reads one vault with its members. */
export async function vaultWithMembers(db: Database, row: Selectable<VaultsTable>): Promise<VaultRecord> {
  const members = await db.selectFrom('vaultMembers').selectAll().where('vaultId', '=', row.id).execute();
  return toVaultRecord(row, members.sort(byPlace), (await rosterFacts(db, [row])).get(row.id));
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

/** Notes who let a viewer see a roster. The caller holds the lock of the vault's row. @param addedBy hash of their key, hex */
export async function noteViewer(
  db: Database,
  vaultId: string,
  { hash, address }: VaultMember,
  addedBy: string,
): Promise<void> {
  const position = db
    .selectFrom('rosterViewers')
    .select((eb) => sql<number>`${eb.fn.countAll()}::integer`.as('position'))
    .where('vaultId', '=', vaultId);
  await db
    .insertInto('rosterViewers')
    .values({ vaultId, hash, address, addedBy, position })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Makes those the viewers of a roster whom its creator or a present signer added. */
async function seatViewers(db: Database, vaultId: string): Promise<void> {
  await db.deleteFrom('vaultMembers').where('vaultId', '=', vaultId).where('role', '=', 'viewer').execute();
  await sql`
    INSERT INTO vault_members (vault_id, role, hash, address, position, created_at)
    SELECT v.id, 'viewer', seen.hash, min(seen.address), row_number() OVER (ORDER BY min(seen.position)) - 1, v.created_at
    FROM vaults AS v JOIN roster_viewers AS seen ON seen.vault_id = v.id
    WHERE v.id = ${vaultId} AND EXISTS (SELECT FROM vault_members AS m
      WHERE m.vault_id = v.id AND m.role IN ('creator', 'signer') AND m.hash = seen.added_by)
    GROUP BY v.id, seen.hash`.execute(db);
}

/** Stores keys that may become signers or the guardian of a roster. What is known of a key stays. */
export async function noteParties(db: Database, vaultId: string, parties: readonly RosterParty[]): Promise<void> {
  if (parties.length === 0) return;
  await db
    .insertInto('rosterParties')
    .values(parties.map((party) => ({ ...party, vaultId })))
    .onConflict((conflict) =>
      conflict.columns(['vaultId', 'hash']).doUpdateSet((eb) => ({
        publicKey: sql`coalesce(roster_parties.public_key, ${eb.ref('excluded.publicKey')})`,
      })),
    )
    .execute();
}

/** Takes the part of a creator who lost their seat, or gives it back with the seat. */
async function seatCreator(db: Database, { id, creator, ...vault }: VaultRecord, signers: RosterSeats['signers']) {
  const sits = ({ hash }: VaultMember): boolean => hash === creator.hash;
  const ofVault = db.updateTable('vaults').where('id', '=', id);
  if (vault.hasCreatorLeft && signers.some(sits)) {
    await db
      .insertInto('vaultMembers')
      .values({ vaultId: id, role: 'creator', ...creator, position: 0, createdAt: vault.createdAt })
      .execute();
    await ofVault.set(formerCreatorColumns.columns(null)).execute();
  } else if (!vault.hasCreatorLeft && vault.signers.some(sits) && !signers.some(sits)) {
    await db.deleteFrom('vaultMembers').where('vaultId', '=', id).where('role', '=', 'creator').execute();
    await ofVault.set(formerCreatorColumns.columns(creator)).execute();
  }
}

/**
 * Seats the signers and the guardian of a roster as its state has them, with the keys and addresses that are known of them. Former
 * ones are its members no more, also one who made it, and whom they let see it.
 *
 * @param db the transaction that holds the lock on the vault
 */
export async function seatSigners(
  db: Database,
  vault: VaultRecord,
  { signers, guardianHash }: RosterSeats,
): Promise<void> {
  const known = new Map(vault.roster?.parties.map((party) => [party.hash, party]));
  const isSeated = signers.every(({ hash }, seat) => vault.signers[seat]?.hash === hash);
  if (!isSeated) {
    await seatCreator(db, vault, signers);
    await db.deleteFrom('vaultMembers').where('vaultId', '=', vault.id).where('role', '=', 'signer').execute();
    await db
      .insertInto('vaultMembers')
      .values(
        signers.map(({ hash, address }, position) => ({
          vaultId: vault.id,
          role: 'signer' as const,
          hash,
          address: known.get(hash)?.address ?? address,
          publicKey: known.get(hash)?.publicKey ?? null,
          position,
          createdAt: vault.createdAt,
        })),
      )
      .execute();
    await seatViewers(db, vault.id);
  }
  const guardian = vault.roster?.parties.find(({ lockHash }) => lockHash === guardianHash);
  await db
    .deleteFrom('vaultMembers')
    .where('vaultId', '=', vault.id)
    .where('role', '=', 'guardian')
    .$if(guardian !== undefined, (query) => query.where('hash', '!=', guardian?.hash ?? ''))
    .execute();
  if (guardian === undefined) return;
  const { hash, address } = guardian;
  await db
    .insertInto('vaultMembers')
    .values({ vaultId: vault.id, role: 'guardian', hash, address, position: 0, createdAt: vault.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
