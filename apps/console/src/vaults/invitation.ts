import { type Invitation, placeOf, shortText } from './searches.js';
import { isPublicKey, type SignerKey } from './signer-key.js';

/** A signer's answer, which completes the draft of the person who invited them. */
export interface Answer extends SignerKey {
  readonly place: number;
}

type Search = Readonly<Record<string, unknown>>;

/** Returns the link that a signer opens. */
export const invitationLink = ({ name, place }: Invitation, origin = location.origin): string =>
  `${origin}/vaults/join?${new URLSearchParams({ name, place: String(place) }).toString()}`;

/** Returns the link that a signer sends back; address and public key are not secret. */
export const answerLink = ({ place, address, publicKey }: Answer, origin = location.origin): string =>
  `${origin}/vaults/new?${new URLSearchParams({ place: String(place), signer: address, key: publicKey }).toString()}`;

/** Parses the search of such a link; undefined where it is none. The service checks that the key is the address's. */
export const answerOf = ({ place, signer, key }: Search): Answer | undefined =>
  typeof signer === 'string' && typeof key === 'string' && isPublicKey(key)
    ? { place: placeOf(place), address: shortText(signer), publicKey: key }
    : undefined;
