import { type AnswerPlace, type Invitation, placeOf, shortText } from './searches.js';
import { isPublicKey, type SignerKey } from './signer-key.js';

/** A signer's answer, which completes the form of the person who invited them. */
export interface Answer extends SignerKey, Partial<AnswerPlace> {
  readonly place: number;
}

type Search = Readonly<Record<string, unknown>>;

/** Returns the link that a signer opens. */
export const invitationLink = ({ name, place, vault, form }: Invitation, origin = location.origin): string => {
  const search = { name, place: String(place), ...(vault !== undefined && form !== undefined && { vault, form }) };
  return `${origin}/vaults/join?${new URLSearchParams(search).toString()}`;
};

/** Returns the link that a signer sends back; address and public key are not secret. */
export const answerLink = ({ place, address, publicKey, vault, form }: Answer, origin = location.origin): string => {
  const page = vault === undefined || form === undefined ? 'new' : `${encodeURIComponent(vault)}/${form}`;
  const search = new URLSearchParams({ place: String(place), signer: address, key: publicKey });
  return `${origin}/vaults/${page}?${search.toString()}`;
};

/** Parses the search of such a link; undefined where it is none. The service checks that the key is the address's. */
export const answerOf = ({ place, signer, key }: Search): Answer | undefined =>
  typeof signer === 'string' && typeof key === 'string' && isPublicKey(key)
    ? { place: placeOf(place), address: shortText(signer), publicKey: key }
    : undefined;
