import { binToHex, hexToBin } from '@bitauth/libauth';
import type { VaultRole } from '@weir/api-contract/words';
import { decodeRosterState, guardianHash, lockingBytecodeOf, type Network } from '@weir/covenants';
import type { VaultRecord, VaultsRepository } from '@weir/infra';
import { type Caller, callerParties, type Party, type Viewer } from '../parties.js';
import { ServiceError } from '../service-error.js';

/** What is stored of the vault that funds a stream, a payment or a campaign. */
interface Linked {
  readonly vaultId: string | null;
  readonly vaultPublic: boolean;
}

/** Returns the vault that funds a record as everybody may know it: a private one is not named. */
export const publicVaultOf = ({ vaultId, vaultPublic }: Linked): string | null => (vaultPublic ? vaultId : null);

/** Returns the vault that funds a record as a viewer may know it: a private one is named to its members. */
export const vaultSeenBy = async (
  { vaults, network }: { readonly vaults: Pick<VaultsRepository, 'findById'>; readonly network: Network },
  row: Linked,
  viewer: Viewer | undefined,
): Promise<string | null> => {
  if (row.vaultId === null || row.vaultPublic || viewer === undefined) return publicVaultOf(row);
  return vaultNamedTo({ vaults, network }, row.vaultId, viewer);
};

/** The same for a record that does not store whether its vault is public. */
export const vaultNamedTo = async (
  { vaults, network }: { readonly vaults: Pick<VaultsRepository, 'findById'>; readonly network: Network },
  vaultId: string | null,
  viewer: Viewer | undefined,
): Promise<string | null> => {
  const vault = vaultId === null ? undefined : await vaults.findById(vaultId);
  if (vault === undefined) return null;
  const isMember = viewer !== undefined && strongest(vault, callerParties(viewer.addresses, network)) !== undefined;
  return vault.isPublic || isMember ? vault.id : null;
};

export interface SeenVault {
  readonly vault: VaultRecord;
  /** The viewer by the address of the strongest role. */
  readonly caller: Party;
  /** The viewer by all their addresses. */
  readonly callers: readonly Party[];
}

/** Whether a party, by its key, is a vault's creator. Who signed for a roster and lost their seat is not any more. */
export const isCreator = (
  { creator, hasCreatorLeft }: Pick<VaultRecord, 'creator' | 'hasCreatorLeft'>,
  hash: string,
): boolean => creator.hash === hash && !hasCreatorLeft;
/** Whether a party, by its key, is one of a vault's signers. */
export const isSigner = ({ signers }: Pick<VaultRecord, 'signers'>, hash: string): boolean =>
  signers.some((signer) => signer.hash === hash);

/** A vault as far as it decides who may see and do what. */
type Members = Pick<
  VaultRecord,
  'creator' | 'hasCreatorLeft' | 'signers' | 'viewers' | 'isPublic' | 'roster' | 'state'
>;

/** Returns the hash of a roster's guardian, hex: as its state has it, and before its first deposit as it was created with. */
const guardianHashOf = ({ roster, state }: Pick<VaultRecord, 'roster' | 'state'>): string | undefined => {
  const seated = state === null ? undefined : decodeRosterState(state.commitment);
  return seated === undefined ? roster?.guardianHash : binToHex(seated.guardian);
};

/** Whether a party, by its key, is the guardian of a roster: also one whose key the service did not know before. */
export const isGuardian = (vault: Pick<VaultRecord, 'roster' | 'state'>, hash: string): boolean =>
  vault.roster !== null && guardianHashOf(vault) === binToHex(guardianHash(lockingBytecodeOf(hexToBin(hash))));

/** Whether a party may propose for a vault, and create records that it is to fund. */
export const mayPropose = (vault: Members, hash: string): boolean => isCreator(vault, hash) || isSigner(vault, hash);

/**
 * Returns the strongest role of a party in a vault; undefined for strangers to a private vault, who see nothing of it.
 */
export const roleIn = (vault: Members, hash: string): VaultRole | undefined => {
  if (isCreator(vault, hash)) return 'creator';
  if (isSigner(vault, hash)) return 'signer';
  const maySee = vault.isPublic || vault.viewers.some((viewer) => viewer.hash === hash) || isGuardian(vault, hash);
  return maySee ? 'viewer' : undefined;
};

/** Returns the party of the strongest role among the addresses of one caller; undefined where none may see the vault. */
export const strongest = (vault: Members, callers: readonly Party[]): Party | undefined =>
  callers.find(({ hashHex }) => isCreator(vault, hashHex)) ??
  callers.find(({ hashHex }) => isSigner(vault, hashHex)) ??
  callers.find(({ hashHex }) => roleIn(vault, hashHex) !== undefined);

/**
 * Loads the stored vault with this id, for a viewer who may see it.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
export const loadVault = async (
  context: { readonly vaults: Pick<VaultsRepository, 'findById'>; readonly network: Network },
  id: string,
  addresses: Caller,
): Promise<SeenVault> => seenBy(context, await context.vaults.findById(id), id, addresses);

/** Makes the refusal of an id that no vault has. */
export const noVault = (id: string): ServiceError =>
  new ServiceError('NOT_FOUND', 'There is no vault with this id', { id });

/**
 * Checks that a viewer may see a vault that was read.
 *
 * @throws ServiceError NOT_FOUND where none was found, FORBIDDEN
 */
export const seenBy = (
  context: { readonly network: Network },
  vault: VaultRecord | undefined,
  id: string,
  addresses: Caller,
): SeenVault => {
  if (vault === undefined) throw noVault(id);
  const callers = callerParties(addresses, context.network);
  const caller = strongest(vault, callers);
  if (caller === undefined) throw new ServiceError('FORBIDDEN', 'This vault is private: only its members may see it');
  return { vault, caller, callers };
};

/** A vault as somebody reads it. */
export interface ReadVault {
  readonly vault: VaultRecord;
  /** The viewer by all their addresses; none of an anonymous reader of a public vault. */
  readonly callers: readonly Party[];
}

/**
 * Checks that somebody may read a vault: its members, and of a public one everybody, named or not.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CALLER_REQUIRED
 */
export const readableBy = (
  context: { readonly network: Network },
  vault: VaultRecord | undefined,
  id: string,
  addresses: Caller | undefined,
): ReadVault => {
  if (addresses !== undefined) return seenBy(context, vault, id, addresses);
  if (vault === undefined) throw noVault(id);
  if (vault.isPublic) return { vault, callers: [] };
  throw new ServiceError('CALLER_REQUIRED', 'This vault is private, and only its members see it: send the caller', {
    id,
  });
};

/** Loads a stored vault for somebody who may read it. @throws ServiceError NOT_FOUND, FORBIDDEN, CALLER_REQUIRED */
export const loadToRead = async (
  context: { readonly vaults: Pick<VaultsRepository, 'findById'>; readonly network: Network },
  id: string,
  addresses: Caller | undefined,
): Promise<ReadVault> => readableBy(context, await context.vaults.findById(id), id, addresses);

/** Whether one of some keys acts for the owner of a record: is it, or may propose for the vault that is. @param hashes hex */
export const actsForOwner = async (
  vaults: Pick<VaultsRepository, 'findById'>,
  { ownerHash, vaultId }: { readonly ownerHash: string; readonly vaultId: string | null },
  hashes: readonly string[],
): Promise<boolean> => {
  if (hashes.includes(ownerHash)) return true;
  const vault = vaultId === null ? undefined : await vaults.findById(vaultId);
  return vault !== undefined && hashes.some((hash) => mayPropose(vault, hash));
};

/** Checks that the viewer is the vault's creator, or a signer of a roster whose creator has left it. @throws ServiceError FORBIDDEN */
export const assertCreator = ({ vault, caller }: SeenVault, may: string): void => {
  const mayToo = vault.hasCreatorLeft && isSigner(vault, caller.hashHex);
  if (!isCreator(vault, caller.hashHex) && !mayToo)
    throw new ServiceError('FORBIDDEN', `Only the creator of the vault may ${may}`, { creator: vault.creator.address });
};

/** Returns the viewer by those of their addresses that are signers of the vault, in their order. */
export const signersAmong = ({ vault, callers }: SeenVault): Party[] =>
  callers.filter(({ hashHex }) => isSigner(vault, hashHex));

/**
 * Returns the viewer as one of the vault's signers: of several, the first who has not voted yet.
 *
 * @param voted hashes of those who have
 * @throws ServiceError FORBIDDEN
 */
export const asSigner = (seen: SeenVault, may: string, voted: readonly string[] = []): Party => {
  const signers = signersAmong(seen);
  const signer = signers.find(({ hashHex }) => !voted.includes(hashHex)) ?? signers[0];
  if (signer !== undefined) return signer;
  throw new ServiceError('FORBIDDEN', `Only a signer of the vault may ${may}`, {
    signers: seen.vault.signers.map(({ address }) => address),
  });
};

/** Checks that the viewer is the vault's creator or one of its signers. @throws ServiceError FORBIDDEN */
export const assertCreatorOrSigner = ({ vault, caller }: SeenVault, may: string): void => {
  if (!mayPropose(vault, caller.hashHex)) {
    throw new ServiceError('FORBIDDEN', `Only the creator and the signers of the vault may ${may}`);
  }
};
