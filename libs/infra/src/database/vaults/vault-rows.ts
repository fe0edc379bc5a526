import type { Insertable, Selectable, Updateable } from 'kysely';
import type { NewVault, VaultChanges, VaultMember, VaultRecord, VaultSigner } from './vault-record.js';
import type { VaultMembersTable, VaultsTable } from './vault-tables.js';

type MemberRow = Selectable<VaultMembersTable>;

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

/** Converts a row to a vault. @param members the vault's own, by role in their order */
export const toVaultRecord = (row: Selectable<VaultsTable>, members: readonly MemberRow[]): VaultRecord => ({
  id: row.id,
  vaultId: row.vaultId,
  name: row.name,
  description: row.description,
  creator: creatorOf(members),
  signers: signersOf(members),
  viewers: members.filter(({ role }) => role === 'viewer').map(toMember),
  totalDeposit: row.totalDeposit,
  currentBalance: row.currentBalance,
  isPublic: row.isPublic,
  contractAddress: row.contractAddress,
  lockingBytecode: row.lockingBytecode,
  scriptHash: row.scriptHash,
  status: row.status,
  state: stateOf(row),
  deposit: depositOf(row),
  expiresAt: row.status === 'pending' && row.expiresAt !== null ? row.expiresAt : null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

function stateOf(row: Selectable<VaultsTable>): VaultRecord['state'] {
  const {
    stateCategory: category,
    stateTxid: txid,
    stateVout: vout,
    stateSatoshis: satoshis,
    stateCommitment: commitment,
  } = row;
  if (category === null || txid === null || vout === null || satoshis === null || commitment === null) return null;
  return { category, txid, vout, satoshis, commitment };
}

function depositOf({
  depositTxHash: txHash,
  activatedAt: activatedAt,
}: Selectable<VaultsTable>): VaultRecord['deposit'] {
  return txHash === null || activatedAt === null ? null : { txHash, activatedAt: activatedAt };
}

/** Returns the columns of a new vault. */
export const toNewVaultRow = (vault: NewVault): Omit<Insertable<VaultsTable>, 'id'> => ({
  vaultId: vault.vaultId,
  name: vault.name,
  description: vault.description,
  totalDeposit: vault.totalDeposit,
  isPublic: vault.isPublic,
  contractAddress: vault.contractAddress,
  lockingBytecode: vault.lockingBytecode,
  scriptHash: vault.scriptHash,
});

/** Returns the rows of a new vault's members. */
export const toMemberRows = (
  { creator, signers }: NewVault,
  vault: Pick<Selectable<VaultsTable>, 'id' | 'createdAt'>,
): Insertable<VaultMembersTable>[] => {
  const common = { vaultId: vault.id, createdAt: vault.createdAt };
  return [
    { ...common, role: 'creator', hash: creator.hash, address: creator.address, position: 0 },
    ...signers.map(
      ({ hash, address, publicKey }, position) =>
        ({ ...common, role: 'signer', hash, address, position, publicKey: publicKey }) as const,
    ),
  ];
};

/** Returns the columns that `changes` sets. */
export const toChangedColumns = ({
  status,
  state,
  deposit,
  currentBalance,
}: VaultChanges): Updateable<VaultsTable> => ({
  ...(status !== undefined && { status }),
  ...(currentBalance !== undefined && { currentBalance: currentBalance }),
  ...(state !== undefined && {
    stateCategory: state?.category ?? null,
    stateTxid: state?.txid ?? null,
    stateVout: state?.vout ?? null,
    stateSatoshis: state?.satoshis ?? null,
    stateCommitment: state?.commitment ?? null,
  }),
  ...(deposit !== undefined && {
    depositTxHash: deposit?.txHash ?? null,
    activatedAt: deposit?.activatedAt ?? null,
  }),
});
