import { MAX_NAME_LENGTH } from '@weir/kinds';
import { isPublicKey, type SignerKey } from './signer-key.js';

/** What a signer is invited to: a treasury that is not open yet. */
export interface Invitation {
  readonly name: string;
  /** Of the signer, from 1. */
  readonly place: number;
}

/** A signer's answer, which completes the draft of the person who invited them. */
export interface Answer extends SignerKey {
  readonly place: number;
}

type Search = Readonly<Record<string, unknown>>;

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, MAX_NAME_LENGTH) : '';
const placeOf = (value: unknown): number => (value === 1 || value === 2 || value === 3 ? value : 1);

/** Returns the link that a signer opens. */
export const invitationLink = ({ name, place }: Invitation, origin = location.origin): string =>
  `${origin}/vaults/join?${new URLSearchParams({ name, place: String(place) }).toString()}`;

/** Parses the search of such a link. */
export const invitationOf = ({ name, place }: Search): Invitation => ({ name: text(name), place: placeOf(place) });

/** Returns the link that a signer sends back; address and public key are not secret. */
export const answerLink = ({ place, address, publicKey }: Answer, origin = location.origin): string =>
  `${origin}/vaults/new?${new URLSearchParams({ place: String(place), signer: address, key: publicKey }).toString()}`;

/** Parses the search of such a link; undefined where it is none. The service checks that the key is the address's. */
export const answerOf = ({ place, signer, key }: Search): Answer | undefined =>
  typeof signer === 'string' && typeof key === 'string' && isPublicKey(key)
    ? { place: placeOf(place), address: text(signer), publicKey: key }
    : undefined;
