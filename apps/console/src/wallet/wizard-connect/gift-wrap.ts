import { decrypt, getConversationKey } from 'nostr-tools/nip44';
import { wrapEvent } from 'nostr-tools/nip59';

/** An event of a Nostr relay (NIP-01), as far as it is read here. */
export interface NostrEvent {
  readonly id: string;
  readonly kind: number;
  /** Public key, 32 bytes hex. */
  readonly pubkey: string;
  readonly content: string;
}

/** Kind of an event that hides its sender (NIP-59). */
export const GIFT_WRAP = 1_059;
const SEAL = 13;
const PRIVATE_MESSAGE = 14;

/**
 * Encrypts a text for one reader by NIP-59. The relay sees the reader's key and the size, neither text nor sender.
 *
 * @param to public key of the reader, hex
 */
export const wrap = (text: string, from: Uint8Array, to: string): NostrEvent =>
  wrapEvent({ kind: PRIVATE_MESSAGE, content: text, tags: [['p', to]] }, from, to);

const isEvent = (value: unknown): value is NostrEvent => {
  const { kind, pubkey, content } = Object(value) as Record<string, unknown>;
  return typeof kind === 'number' && typeof pubkey === 'string' && typeof content === 'string';
};

const open = ({ pubkey, content }: NostrEvent, own: Uint8Array, kind: number): NostrEvent => {
  const value: unknown = JSON.parse(decrypt(content, getConversationKey(own, pubkey)));
  if (!isEvent(value) || value.kind !== kind) throw new Error(`Not an event of kind ${kind}`);
  return value;
};

/**
 * Decrypts an event.
 *
 * @returns its text and the key that sealed it. The message inside names its sender, too, which anybody could write.
 * @throws Error where it is for another key, is none, or its sender is not who it names
 */
export const unwrap = (event: NostrEvent, own: Uint8Array): { readonly text: string; readonly from: string } => {
  const seal = open(event, own, SEAL);
  const message = open(seal, own, PRIVATE_MESSAGE);
  if (message.pubkey !== seal.pubkey) throw new Error('Its sender names somebody else');
  return { text: message.content, from: seal.pubkey };
};
