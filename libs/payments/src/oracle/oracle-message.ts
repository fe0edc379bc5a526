import { MAX_TIME } from '@weir/kinds';

/** Length of a message with a price, bytes. */
export const PRICE_MESSAGE_LENGTH = 16;

/** The parts that all messages of an oracle have. */
interface Numbered {
  /** When the oracle made it, Unix seconds. */
  readonly time: bigint;
  /** Its number among all messages of the oracle, each one higher than the one before. */
  readonly number: bigint;
}

/** An oracle's message with a price. */
export interface PriceMessage extends Numbered {
  /** Its number among the messages with prices, from 1 on, each one higher than the one before. */
  readonly priceNumber: bigint;
  /** In the oracle's smallest units for one BCH. A script accepts positive ones. */
  readonly price: bigint;
}

/** An oracle's message about itself: its name, units, and the like. */
export interface MetadataMessage extends Numbered {
  /** What it is about: a negative number. */
  readonly metadata: bigint;
  readonly content: Uint8Array;
}

export type OracleMessage = PriceMessage | MetadataMessage;

/** Whether a message has a price. */
export const hasPrice = (message: OracleMessage): message is PriceMessage => 'priceNumber' in message;

const FIELD = 4;
const CONTENT_AT = 3 * FIELD;

/**
 * Decodes an oracle's message: 4 bytes each, little-endian, for time, number, and the number among prices. A negative number there
 * says that the rest is metadata; else 4 bytes are the price. The time is unsigned, as scripts read it.
 *
 * @returns undefined where it is not one: too short, a price of other than 4 bytes, the number 0 among prices
 *
 * @example
 * decodeOracleMessage(hexToBin('2fd2496bdb201900d42019007cab0000'));
 * // { time: 1_800_000_047n, number: 1_646_811n, priceNumber: 1_646_804n, price: 43_900n }
 */
export const decodeOracleMessage = (bytes: Uint8Array): OracleMessage | undefined => {
  if (bytes.length < CONTENT_AT) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [time, number] = [BigInt(view.getUint32(0, true)), BigInt(view.getInt32(FIELD, true))];
  const kind = BigInt(view.getInt32(2 * FIELD, true));
  if (number < 1n || kind === 0n) return undefined;
  if (kind < 0n) return { time, number, metadata: kind, content: bytes.slice(CONTENT_AT) };
  if (bytes.length !== PRICE_MESSAGE_LENGTH) return undefined;
  return { time, number, priceNumber: kind, price: BigInt(view.getInt32(CONTENT_AT, true)) };
};

/** Two messages as the price of a date, and what proves that it is the first one. */
interface ReadPair {
  readonly message: PriceMessage;
  readonly previous: PriceMessage;
}

/** Reads the fields of a message, no matter what they say. @param bytes at least 12 */
const fieldsIn = (bytes: Uint8Array): PriceMessage => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    time: BigInt(view.getUint32(0, true)),
    number: BigInt(view.getInt32(FIELD, true)),
    priceNumber: BigInt(view.getInt32(2 * FIELD, true)),
    price: bytes.length < PRICE_MESSAGE_LENGTH ? 0n : BigInt(view.getInt32(CONTENT_AT, true)),
  };
};

/**
 * Reads two messages as the script of a payment does: it looks at no number but those among prices, and of the message before at nothing
 * behind it. An oracle that lies can sign what {@link decodeOracleMessage} refuses, and a payment by it is valid all the same. Whether
 * they fix a price is for `findPairProblem` to say.
 *
 * @returns undefined where the script reads no messages
 */
export const readScriptPair = (message: Uint8Array, previous: Uint8Array): ReadPair | undefined =>
  message.length === PRICE_MESSAGE_LENGTH && previous.length >= CONTENT_AT
    ? { message: fieldsIn(message), previous: fieldsIn(previous) }
    : undefined;

const MAX_INT = 2_147_483_647n;

/**
 * Encodes a message with a price, as an oracle signs it.
 *
 * @throws RangeError where a field does not fit its 4 bytes
 */
export const encodePriceMessage = ({ time, number, priceNumber, price }: PriceMessage): Uint8Array => {
  const isSound =
    time >= 0n && time <= MAX_TIME && [number, priceNumber, price].every((field) => field >= 1n && field <= MAX_INT);
  if (!isSound) throw new RangeError(`A message cannot hold ${time}, ${number}, ${priceNumber}, ${price}`);
  const bytes = new Uint8Array(PRICE_MESSAGE_LENGTH);
  const view = new DataView(bytes.buffer);
  for (const [at, field] of [time, number, priceNumber, price].entries())
    view.setUint32(at * FIELD, Number(field), true);
  return bytes;
};
