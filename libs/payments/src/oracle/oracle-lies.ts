import { hasPrice, type OracleMessage } from './oracle-message.js';

/** Two signed messages of one oracle that contradict each other: it lied, its key leaked, or it began its numbers again. */
export interface OracleLie<Message extends OracleMessage = OracleMessage> {
  /**
   * `NUMBER_TWICE`: two messages have one number. `PRICE_NUMBER_TWICE`: two messages with prices have one number among these.
   * `TIME_BACKWARDS`: the message with the higher number among prices is the older one.
   */
  readonly kind: 'NUMBER_TWICE' | 'PRICE_NUMBER_TWICE' | 'TIME_BACKWARDS';
  readonly messages: readonly [Message, Message];
}

const fieldsOf = (message: OracleMessage): string =>
  hasPrice(message)
    ? [message.time, message.number, message.priceNumber, message.price].join()
    : [message.time, message.number, message.metadata, ...message.content].join();

/** The messages of each number that differ from the first one of it, with that one. */
const twiceBy = <Message extends OracleMessage>(
  messages: readonly Message[],
  numberOf: (message: Message) => bigint | undefined,
): (readonly [Message, Message])[] => {
  const first = new Map<bigint, Message>();
  return messages.flatMap((message) => {
    const number = numberOf(message);
    if (number === undefined) return [];
    const known = first.get(number);
    if (known === undefined) first.set(number, message);
    return known === undefined || fieldsOf(known) === fieldsOf(message) ? [] : [[known, message] as const];
  });
};

/**
 * Returns what is contradictory among the messages of one oracle, each contradiction once. Either of the first two kinds lets somebody
 * choose between two prices of a date; so does the third.
 *
 * @param messages in any order, their signatures checked: an unsigned one proves nothing
 */
export const findLies = <Message extends OracleMessage>(messages: readonly Message[]): OracleLie<Message>[] => {
  const numbers = twiceBy(messages, ({ number }) => number);
  const known = new Set(numbers.map(([, message]) => message));
  const priceNumbers = twiceBy(messages, (message) => (hasPrice(message) ? message.priceNumber : undefined));
  const prices = messages.flatMap((message) => (hasPrice(message) ? [{ message, number: message.priceNumber }] : []));
  prices.sort((a, b) => Number(a.number - b.number));
  const backwards = prices.flatMap(({ message, number }, i) => {
    const before = prices[i - 1];
    return before !== undefined && before.number < number && before.message.time > message.time
      ? [[before.message, message] as const]
      : [];
  });
  return [
    ...numbers.map((pair) => ({ kind: 'NUMBER_TWICE' as const, messages: pair })),
    ...priceNumbers
      .filter(([, message]) => !known.has(message))
      .map((pair) => ({ kind: 'PRICE_NUMBER_TWICE' as const, messages: pair })),
    ...backwards.map((pair) => ({ kind: 'TIME_BACKWARDS' as const, messages: pair })),
  ];
};
