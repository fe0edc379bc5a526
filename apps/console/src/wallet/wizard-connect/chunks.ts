/** Events hold texts of less than 64 KiB, twice encrypted: this much fits, bytes. */
const SENT_WHOLE = 40_000;
/** Part of a text in one chunk, bytes before base64. */
const PART = 30_000;

/** A part of a message that is too long for one event. */
interface Chunk {
  readonly action: 'chunk';
  /** Unix seconds. */
  readonly time: number;
  readonly msgId: string;
  readonly index: number;
  readonly total: number;
  /** Base64 of UTF-8. */
  readonly data: string;
}

const textOf = (bytes: Uint8Array): string => bytes.reduce((text, byte) => text + String.fromCharCode(byte), '');

/**
 * Returns the texts that carry a message: itself, or its chunks where it is too long for one event.
 *
 * @throws Error where it is too long and the other end does not read chunks
 */
export const textsOf = (message: object, readsChunks: boolean): readonly string[] => {
  const text = JSON.stringify(message);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= SENT_WHOLE) return [text];
  if (!readsChunks) throw new Error('this transaction is too large for it: update the wallet, or do less at once');
  const msgId = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('');
  const total = Math.ceil(bytes.length / PART);
  return Array.from({ length: total }, (_, index) => {
    const data = btoa(textOf(bytes.subarray(index * PART, (index + 1) * PART)));
    const chunk: Chunk = { action: 'chunk', time: Math.floor(Date.now() / 1_000), msgId, index, total, data };
    return JSON.stringify(chunk);
  });
};

const isChunk = (value: unknown): value is Chunk => {
  const { action, msgId, index, total, data } = Object(value) as Record<string, unknown>;
  const isText = action === 'chunk' && typeof msgId === 'string' && typeof data === 'string';
  return isText && Number.isInteger(index) && Number.isInteger(total);
};

/** Most chunks of one message: some 6 MB, more than any transaction. */
const CHUNKS = 200;

/** Puts messages together again. */
export const createReassembler = () => {
  const messages = new Map<string, (string | undefined)[]>();
  return {
    /** Returns a whole message; undefined while parts of it are missing. */
    take(value: unknown): unknown {
      if (!isChunk(value)) return value;
      const { msgId, index, total, data } = value;
      if (total < 1 || total > CHUNKS || index < 0 || index >= total) return undefined;
      const parts = messages.get(msgId) ?? new Array<string | undefined>(total).fill(undefined);
      if (parts.length !== total) return undefined;
      parts[index] = data;
      messages.set(msgId, parts);
      if (parts.includes(undefined)) return undefined;
      messages.delete(msgId);
      // The wallet's packages cut the base64 of the whole into parts of whole groups, so each part is base64 by itself.
      const bytes = Uint8Array.from(parts.map((part) => atob(part ?? '')).join(''), (char) => char.charCodeAt(0));
      return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
    },
  };
};
