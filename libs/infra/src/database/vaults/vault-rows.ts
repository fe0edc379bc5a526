import type { Insertable, Selectable, Updateable } from 'kysely';
import type { NewVault, VaultChanges, VaultMember, VaultRecord, VaultSigner } from './vault-record.js';
import type { VaultMembersTable, VaultsTable } from './vault-tables.js';

type MemberRow = Selectable<VaultMembersTable>;

const toMember = ({ address, hash }: MemberRow): VaultMember => ({ address, hash });

const signersOf = (members: readonly MemberRow[]): VaultRecord['signers'] => {
  const signers = members.flatMap((row): VaultSigner[] =>
    row.public_key === null ? [] : [{ ...toMember(row), publicKey: row.public_key }],
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
  vaultId: row.vault_id,
  name: row.name,
  description: row.description,
  creator: creatorOf(members),
  signers: signersOf(members),
  viewers: members.filter(({ role }) => role === 'viewer').map(toMember),
  totalDeposit: row.total_deposit,
  currentBalance: row.current_balance,
  isPublic: row.is_public,
  contractAddress: row.contract_address,
  lockingBytecode: row.locking_bytecode,
  scriptHash: row.script_hash,
  status: row.status,
  state: stateOf(row),
  deposit: depositOf(row),
  expiresAt: row.status === 'pending' && row.expires_at !== null ? Number(row.expires_at) : null,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

function stateOf(row: Selectable<VaultsTable>): VaultRecord['state'] {
  const {
    state_category: category,
    state_txid: txid,
    state_vout: vout,
    state_satoshis: satoshis,
    state_commitment: commitment,
  } = row;
  if (category === null || txid === null || vout === null || satoshis === null || commitment === null) return null;
  return { category, txid, vout, satoshis, commitment };
}

function depositOf({
  deposit_tx_hash: txHash,
  activated_at: activatedAt,
}: Selectable<VaultsTable>): VaultRecord['deposit'] {
  return txHash === null || activatedAt === null ? null : { txHash, activatedAt: Number(activatedAt) };
}

/** Returns the columns of a new vault. */
export const toNewVaultRow = (vault: NewVault): Omit<Insertable<VaultsTable>, 'id'> => ({
  vault_id: vault.vaultId,
  name: vault.name,
  description: vault.description,
  total_deposit: vault.totalDeposit,
  is_public: vault.isPublic,
  contract_address: vault.contractAddress,
  locking_bytecode: vault.lockingBytecode,
  script_hash: vault.scriptHash,
});

/** Returns the rows of a new vault's members. */
export const toMemberRows = (
  { creator, signers }: NewVault,
  vault: Pick<Selectable<VaultsTable>, 'id' | 'created_at'>,
): Insertable<VaultMembersTable>[] => {
  const common = { vault_id: vault.id, created_at: vault.created_at };
  return [
    { ...common, role: 'creator', hash: creator.hash, address: creator.address, position: 0 },
    ...signers.map(
      ({ hash, address, publicKey }, position) =>
        ({ ...common, role: 'signer', hash, address, position, public_key: publicKey }) as const,
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
  ...(currentBalance !== undefined && { current_balance: currentBalance }),
  ...(state !== undefined && {
    state_category: state?.category ?? null,
    state_txid: state?.txid ?? null,
    state_vout: state?.vout ?? null,
    state_satoshis: state?.satoshis ?? null,
    state_commitment: state?.commitment ?? null,
  }),
  ...(deposit !== undefined && {
    deposit_tx_hash: deposit?.txHash ?? null,
    activated_at: deposit?.activatedAt ?? null,
  }),
});
