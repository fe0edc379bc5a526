import { isLocalNetwork } from '@weir/covenants/chain';
import { fetchOracleMessages, OutboundError, RelayAnswerError, type SignedPrice, windowAround } from '@weir/infra';
import { type MessagePair, pairTimes, type PriceDate } from '@weir/payments';
import type { CurrencyContext } from './currency-context.js';

/** How far ahead of the clock an oracle may be, seconds. */
const AHEAD = 60n;
/** How long a date is not asked for again where no relay had its messages, milliseconds. */
const PAUSE_MS = 10_000;
/** Dates that are remembered as asked for. */
const MAX_REMEMBERED = 10_000;

const isExpected = (error: unknown): boolean => error instanceof OutboundError || error instanceof RelayAnswerError;

/** When each date was asked for last: many payments share one, and a dead oracle is not asked without a pause. */
const askedFor = new WeakMap<object, Map<string, number>>();

const mayAsk = ({ archive }: CurrencyContext, key: string): boolean => {
  const askedAt = askedFor.get(archive) ?? new Map<string, number>();
  askedFor.set(archive, askedAt);
  const now = performance.now();
  if (now - (askedAt.get(key) ?? -Infinity) < PAUSE_MS) return false;
  if (askedAt.size >= MAX_REMEMBERED) askedAt.clear();
  askedAt.set(key, now);
  return true;
};

/** Asks all relays of an oracle for the messages around a time, and stores what it signed. */
const askAround = async (context: CurrencyContext, publicKey: string, time: bigint): Promise<void> => {
  const relays = context.oracles.find((oracle) => oracle.publicKey === publicKey)?.relays ?? [];
  const allowPrivate = isLocalNetwork(context.network);
  await Promise.all(
    relays.map(async (relay) => {
      try {
        const { messages } = await fetchOracleMessages({ relay, publicKey, allowPrivate }, windowAround(time));
        await context.archive.store(publicKey, messages);
      } catch (error) {
        if (!isExpected(error)) throw error;
      }
    }),
  );
};

/**
 * Finds the pair of messages that fixes the price of a date: the one that all watchers use. Where the archive has none, the relays are
 * asked for the messages around the date, and around the dates a grace later. Undefined where there is none yet.
 *
 * @param publicKey of the oracle, hex
 */
export const findPair = async (
  context: CurrencyContext,
  publicKey: string,
  date: PriceDate,
): Promise<MessagePair<SignedPrice> | undefined> => {
  const until = BigInt(context.now()) + AHEAD;
  const [known] = await context.archive.pairs(publicKey, date, until);
  if (known !== undefined) return known;
  for (const time of pairTimes(date, until)) {
    if (!mayAsk(context, `${publicKey} ${time}`)) continue;
    await askAround(context, publicKey, time);
    const [found] = await context.archive.pairs(publicKey, date, until);
    if (found !== undefined) return found;
  }
  return undefined;
};
