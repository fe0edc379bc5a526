import type { PriceMessage } from './oracle-message.js';

/** When the price of a period is fixed. */
export interface PriceDate {
  /** Unix seconds. */
  readonly due: bigint;
  /** Seconds after which, and again and again, another message may count: where the oracle is silent or skips a number. */
  readonly grace: bigint;
}

/** A message, and the one before it, which proves that it is the first at or after a date. Both of one oracle. */
export interface MessagePair<Message extends PriceMessage = PriceMessage> {
  readonly previous: Message;
  readonly message: Message;
}

/** The rule that a pair breaks. */
export type PairProblem =
  | 'PREVIOUS_NUMBER_NOT_POSITIVE'
  | 'NOT_CONSECUTIVE'
  | 'PRICE_NOT_POSITIVE'
  | 'BEFORE_DUE'
  | 'NOT_FIRST'
  | 'PREVIOUS_TOO_OLD';

/** Returns the latest of `due`, `due + grace`, `due + 2 * grace` and so on that is not after a time. @param time from `due` on */
export const anchorOf = (time: bigint, { due, grace }: PriceDate): bigint => time - ((time - due) % grace);

/** Times after the first at which a date's messages are looked for: a period is seldom late by more. */
const LATEST_GRACES = 3n;

/**
 * Returns the times around which to look for the messages that fix the price of a date, in their order: the date itself, and the latest
 * ones that are some times `grace` after it.
 *
 * @param until up to which messages are looked for, Unix seconds
 */
export const pairTimes = ({ due, grace }: PriceDate, until: bigint): bigint[] => {
  const latest = until > due ? (until - due) / grace : 0n;
  const first = latest > LATEST_GRACES ? latest - LATEST_GRACES : 0n;
  const graces = Array.from({ length: Number(latest - first) + 1 }, (_, i) => first + BigInt(i));
  return [...new Set([0n, ...graces])].map((count) => due + count * grace);
};

/**
 * Returns the first rule that a pair breaks as the price of a date, or undefined where it fixes one. The message is the first at or
 * after the date, or after the date and some times `grace`: the one before it has the number before and is older than that. It is at
 * most a `grace` older, so an oracle that begins its numbers again gives nobody a choice.
 *
 * Signatures are not looked at: see `isSignedMessage` of `@weir/payments/oracle`.
 */
export const findPairProblem = ({ previous, message }: MessagePair, date: PriceDate): PairProblem | undefined => {
  if (previous.priceNumber < 1n) return 'PREVIOUS_NUMBER_NOT_POSITIVE';
  if (message.priceNumber !== previous.priceNumber + 1n) return 'NOT_CONSECUTIVE';
  if (message.price < 1n) return 'PRICE_NOT_POSITIVE';
  if (message.time < date.due) return 'BEFORE_DUE';
  const anchor = anchorOf(message.time, date);
  if (previous.time >= anchor) return 'NOT_FIRST';
  return previous.time < anchor - date.grace ? 'PREVIOUS_TOO_OLD' : undefined;
};

/**
 * Returns the pairs that fix the price of a date, the earliest first. Only the first one counts before `due + grace`, and it is the
 * one that all watchers use. There are more where the period is late by more than a `grace`, or where the oracle lied.
 *
 * @param messages of one oracle, in any order
 */
export const findPairs = <Message extends PriceMessage>(
  messages: Iterable<Message>,
  date: PriceDate,
): MessagePair<Message>[] => {
  const byNumber = new Map<bigint, Message[]>();
  for (const message of messages)
    byNumber.set(message.priceNumber, [...(byNumber.get(message.priceNumber) ?? []), message]);
  const pairs = [...byNumber].flatMap(([number, some]) =>
    some.flatMap((message) => (byNumber.get(number - 1n) ?? []).map((previous) => ({ previous, message }))),
  );
  return pairs
    .filter((pair) => findPairProblem(pair, date) === undefined)
    .sort((a, b) => Number(a.message.time - b.message.time || a.message.price - b.message.price));
};
