import { hexToBin } from '@bitauth/libauth';
import { decodeOracleMessage, hasPrice, type PriceMessage } from '@weir/payments';
import { isSignedMessage, type SignedMessage } from '@weir/payments/oracle';
import { guardedRequest, type OutboundRequest } from '../outbound/guarded-request.js';

/** A message with a price, with the bytes that its oracle signed. */
export interface SignedPrice extends PriceMessage, SignedMessage {}

/** Messages are asked for by their times, Unix seconds, both included. */
export interface OracleWindow {
  readonly from: bigint;
  readonly to: bigint;
}

/** More than the pause between two messages, seconds. */
const AROUND = 900n;

/** Returns the window in which the messages lie that fix the price of a time: those before and after it. */
export const windowAround = (time: bigint): OracleWindow => ({ from: time - AROUND, to: time + AROUND });

/** What a relay answered. */
export interface RelayAnswer {
  /** Of the window that was asked for, signed by the oracle, each once. */
  readonly messages: readonly SignedPrice[];
  /** Entries that are not messages of the oracle, or that it did not sign. A relay that gives any lies or is broken. */
  readonly refused: number;
}

/** Thrown where a relay's answer cannot be read. */
export class RelayAnswerError extends Error {
  override readonly name = 'RelayAnswerError';
}

/** An answer of an hour of messages has about 20 kB. */
const MAX_BYTES = 262_144;
const TIMEOUT_MS = 10_000;
/** Most messages of an answer whose signatures are checked: three hours of one each minute. */
const MAX_MESSAGES = 180;
const MESSAGE = /^[0-9a-f]{24,2048}$/iu;
const SIGNATURE = /^[0-9a-f]{128}$/iu;

const entriesOf = (body: Uint8Array): readonly unknown[] => {
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new RelayAnswerError('The relay answered with something other than JSON');
  }
  const entries =
    typeof answer === 'object' && answer !== null && 'oracleMessages' in answer ? answer.oracleMessages : undefined;
  if (!Array.isArray(entries)) throw new RelayAnswerError('The relay answered without a list of oracleMessages');
  return entries;
};

/** Reads an entry, signature unchecked. @returns undefined where it is not a message; null for one without a price */
const readEntry = (entry: unknown): SignedPrice | null | undefined => {
  if (typeof entry !== 'object' || entry === null || !('message' in entry) || !('signature' in entry)) return undefined;
  const { message, signature } = entry;
  if (typeof message !== 'string' || !MESSAGE.test(message) || message.length % 2 === 1) return undefined;
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return undefined;
  const bytes = hexToBin(message);
  const decoded = decodeOracleMessage(bytes);
  if (decoded === undefined) return undefined;
  return hasPrice(decoded) ? { ...decoded, bytes, signature: hexToBin(signature) } : null;
};

/**
 * Reads the answer of a relay, or one that somebody kept. Nothing that it says is believed: signatures are checked, and messages of
 * other times are left out.
 *
 * @param publicKey of the oracle, hex
 * @throws RelayAnswerError where it is not such an answer, or holds too many messages of that time
 */
export const readOracleAnswer = (body: Uint8Array, publicKey: string, { from, to }: OracleWindow): RelayAnswer => {
  const read = entriesOf(body).map(readEntry);
  const asked = read.flatMap((entry) => (entry && entry.time >= from && entry.time <= to ? [entry] : []));
  if (asked.length > MAX_MESSAGES)
    throw new RelayAnswerError(`The relay answered with ${asked.length} messages; expected at most ${MAX_MESSAGES}`);
  const key = hexToBin(publicKey);
  const unique = new Map(asked.map((each) => [each.bytes.join(), each]));
  const messages = [...unique.values()].filter((each) => isSignedMessage(each, key));
  const garbage = read.filter((entry) => entry === undefined).length;
  return { messages, refused: garbage + unique.size - messages.length };
};

/** Of which oracle, from which relay, and how the request is bounded. */
export interface RelayRequest extends Pick<OutboundRequest, 'allowPrivate' | 'signal'> {
  readonly relay: string;
  readonly publicKey: string;
  /** By default 10 seconds. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Asks a relay for an oracle's messages of some time. Nothing that the relay says is believed: signatures are checked, and messages of
 * other times are left out. Redirects are not followed.
 *
 * @throws OutboundError where it cannot be reached in time, or is in a private network
 * @throws RelayAnswerError where it answers with an error, with too much, or with something else
 */
export const fetchOracleMessages = async (
  { relay, publicKey, timeoutMs = TIMEOUT_MS, allowPrivate, signal }: RelayRequest,
  { from, to }: OracleWindow,
): Promise<RelayAnswer> => {
  const query = new URLSearchParams({
    publicKey,
    minMessageTimestamp: from.toString(),
    maxMessageTimestamp: to.toString(),
  });
  const { status, body, isWhole } = await guardedRequest({
    url: `${relay}/api/v1/oracleMessages?${query.toString()}`,
    method: 'GET',
    headers: { accept: 'application/json' },
    timeoutMs,
    maxBytes: MAX_BYTES,
    allowPrivate,
    signal,
  });
  if (status !== 200) throw new RelayAnswerError(`The relay answered with status ${status}`);
  if (!isWhole) throw new RelayAnswerError(`The relay answered with more than ${MAX_BYTES} bytes`);
  return readOracleAnswer(body, publicKey, { from, to });
};
