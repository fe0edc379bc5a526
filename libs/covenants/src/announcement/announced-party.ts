import { flattenBinArray } from '@bitauth/libauth';
import { type Party, partyOf, partyParts, type PartyKind } from '../chain/party.js';

/** Kinds of parties by the byte that announcements have for them. */
const KINDS: readonly PartyKind[] = ['P2PKH', 'P2SH20', 'P2SH32'];

/** Returns how many bytes of an announcement a party takes: one of its kind, then its hash. @param kind the first of them */
export const announcedPartyLength = (kind: number): number => 1 + (KINDS[kind] === 'P2SH32' ? 32 : 20);

/** Encodes a party as announcements have it: a byte of its kind (0 P2PKH, 1 P2SH20, 2 P2SH32) and its hash; undefined for another kind. */
export const encodeAnnouncedParty = (party: Party): Uint8Array | undefined => {
  const parts = partyParts(party);
  return parts && flattenBinArray([Uint8Array.of(KINDS.indexOf(parts.kind)), parts.hash]);
};

/** Reads the party that the body of an announcement begins with, and where it ends; undefined where it begins with none. */
export const readAnnouncedParty = (body: Uint8Array): { readonly party: Party; readonly end: number } | undefined => {
  const [first = KINDS.length] = body;
  const kind = KINDS[first];
  if (kind === undefined) return undefined;
  const end = announcedPartyLength(first);
  const party = partyOf({ kind, hash: body.slice(1, end) });
  return party && { party, end };
};
