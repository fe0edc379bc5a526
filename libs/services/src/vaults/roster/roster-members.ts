import { binToHex, hexToBin, isHex } from '@bitauth/libauth';
import {
  guardianHash,
  isPublicKeyOf,
  leastRosterDelay,
  lockingBytecodeOf,
  type Network,
  NO_GUARDIAN,
  type RosterMembers,
} from '@weir/covenants';
import type { RosterParty, RosterRecord, VaultRecord } from '@weir/infra';
import { MAX_ROSTER_DELAY } from '@weir/kinds';
import { parseParty, type Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field });

/** Returns the members that a roster begins with. */
export const firstMembersOf = (
  { signers }: Pick<VaultRecord, 'signers'>,
  roster: Pick<RosterRecord, 'guardianHash' | 'quietBlocks' | 'reviewBlocks'>,
): RosterMembers => ({
  signers: [hexToBin(signers[0].hash), hexToBin(signers[1].hash), hexToBin(signers[2].hash)],
  guardian: hexToBin(roster.guardianHash),
  quiet: roster.quietBlocks,
  review: roster.reviewBlocks,
});

/** What a state has of no guardian, hex. */
export const NO_GUARDIAN_HASH = binToHex(NO_GUARDIAN);

/** Returns what is stored of a key that may become a signer or a guardian. */
export const partyOf = ({ address, hash, hashHex }: Party, publicKey: string | null = null): RosterParty => ({
  hash: hashHex,
  address,
  lockHash: binToHex(guardianHash(lockingBytecodeOf(hash))),
  publicKey,
});

/** A signer that a request names. */
export interface ParsedSigner {
  readonly party: Party;
  /** Lower case. */
  readonly publicKey: string;
}

/**
 * Reads a signer with the public key of their address.
 *
 * @param field of the address, and `keyField` of the key
 * @throws ServiceError INVALID_ADDRESS, INVALID_REQUEST
 */
export const parseSignerKey = (
  network: Network,
  address: string,
  publicKey: string,
  field: string,
  keyField: string,
): ParsedSigner => {
  const party = parseParty(address, network, field);
  if (!isHex(publicKey) || !isPublicKeyOf(hexToBin(publicKey), party.hash))
    throw new ServiceError(
      'INVALID_REQUEST',
      `${keyField} is not the compressed public key of ${field}: send 66 hex digits that hash to the address`,
      { field: keyField.replace(/\[\d+\]$/u, '') },
    );
  return { party, publicKey: publicKey.toLowerCase() };
};

/**
 * Reads a guardian. A guardian who is a script would have to act by a proposal of its own, which the service does not build.
 *
 * @throws ServiceError INVALID_ADDRESS
 */
export const parseGuardian = (address: string, network: Network, field: string): Party =>
  parseParty(address, network, field);

/** What a request says of the guardian from now on. */
interface GuardianChoice {
  readonly guardian?: string | undefined;
  readonly noGuardian?: boolean | undefined;
}

/**
 * Reads who is the guardian from now on: a key, `none`, or undefined where the present one stays.
 *
 * @param field of the guardian
 * @throws ServiceError INVALID_ADDRESS, INVALID_REQUEST
 */
export const parseNewGuardian = (
  { guardian, noGuardian = false }: GuardianChoice,
  network: Network,
  field: string,
): RosterParty | 'none' | undefined => {
  if (guardian === undefined) return noGuardian ? 'none' : undefined;
  if (noGuardian) throw invalid(field, `${field} must be omitted where noGuardian is true`);
  return partyOf(parseGuardian(guardian, network, field));
};

/** Returns the hash that a roster holds of a guardian that was read. */
export const guardianHashIn = (guardian: RosterParty | 'none'): Uint8Array =>
  guardian === 'none' ? NO_GUARDIAN : hexToBin(guardian.lockHash);

/** Reads a delay. @throws ServiceError INVALID_REQUEST */
export const parseDelay = (blocks: number, network: Network, field: string): number => {
  const least = leastRosterDelay(network);
  if (blocks >= least && blocks <= MAX_ROSTER_DELAY) return blocks;
  throw invalid(field, `${field} must be from ${least} to ${MAX_ROSTER_DELAY} blocks`);
};
