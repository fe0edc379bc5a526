import { InvalidCursorError } from './database-errors.js';

/** A place in a list ordered by creation, newest first: the last row already seen. */
export interface CreationCursor {
  /** Unix seconds. */
  readonly createdAt: number;
  /** Row id, a uuid; breaks ties within a second. */
  readonly id: string;
}

const MAX_LENGTH = 200;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const SECONDS = /^\d{1,15}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Encodes a cursor as opaque text that is safe in a URL. */
export function encodeCursor({ createdAt, id }: CreationCursor): string {
  return Buffer.from(JSON.stringify([createdAt.toString(), id])).toString('base64url');
}

/**
 * Reads back what {@link encodeCursor} wrote.
 * @throws InvalidCursorError for anything else
 */
export function decodeCursor(text: string): CreationCursor {
  if (text.length > MAX_LENGTH || !BASE64URL.test(text)) throw new InvalidCursorError();
  const parts = parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parts) || parts.length !== 2) throw new InvalidCursorError();
  const [createdAt, id] = parts as unknown[];
  if (typeof createdAt !== 'string' || !SECONDS.test(createdAt)) throw new InvalidCursorError();
  if (typeof id !== 'string' || !UUID.test(id)) throw new InvalidCursorError();
  return { createdAt: Number(createdAt), id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidCursorError();
  }
}
