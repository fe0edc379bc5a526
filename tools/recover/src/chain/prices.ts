import { binToHex } from '@bitauth/libauth';
import { type CurrencyContract, pushesOf, type SignedPair } from '@weir/covenants';
import { type ChainTransaction, TransactionNotFoundError } from '@weir/infra/electrum';
import {
  fetchOracleMessages,
  OutboundError,
  readOracleAnswer,
  RelayAnswerError,
  type SignedPrice,
  windowAround,
} from '@weir/infra/oracle';
import { decodeOracleMessage, findPairs, hasPrice, pairTimes, type PriceDate } from '@weir/payments';
import { isSignedMessage } from '@weir/payments/oracle';
import { notFound, usage } from '../recover-error.js';
import type { RecoverContext } from './open-chain.js';

const URL_OF_RELAY = /^https?:\/\//u;
const TXID = /^[0-9a-f]{64}$/iu;

const [MESSAGE, SIGNATURE] = [16, 64];

/**
 * Returns the messages with prices of an oracle that a transaction shows: in the inputs of payments in a currency, and of any other
 * contract that checks its messages.
 */
const messagesIn = ({ transaction }: Pick<ChainTransaction, 'transaction'>, oracle: Uint8Array): SignedPrice[] =>
  transaction.inputs.flatMap(({ unlockingBytecode }) => {
    const pushes = pushesOf(unlockingBytecode);
    return pushes.flatMap((bytes, i) => {
      const read = bytes.length === MESSAGE ? decodeOracleMessage(bytes) : undefined;
      if (read === undefined || !hasPrice(read)) return [];
      // A signature is pushed before its message, or behind it.
      return [pushes[i - 1], pushes[i + 1]].flatMap((signature) =>
        signature?.length === SIGNATURE && isSignedMessage({ bytes, signature }, oracle)
          ? [{ ...read, bytes, signature }]
          : [],
      );
    });
  });

/** Finds the pairs of messages that fix prices: among those of payments on the chain, and where the user says. */
export interface Prices {
  /**
   * Returns the pair that fixes the price of a date; undefined where none is found.
   *
   * @param transactions on the chain that may show it: those of other payments by the same oracle
   * @param time up to which messages are looked for, Unix seconds
   */
  pairOf(
    contract: CurrencyContract,
    date: PriceDate,
    transactions: readonly ChainTransaction[],
    time: bigint,
  ): Promise<SignedPair | undefined>;
}

const isRelaysFault = (error: unknown): error is Error =>
  error instanceof OutboundError || error instanceof RelayAnswerError;

/**
 * Opens the places where messages of oracles are looked for.
 *
 * @param places each the URL of a relay, the txid of a transaction that shows messages, or the path of a file with a relay's answer
 * @param readFile reads a file, and throws RecoverError USAGE where it cannot
 */
export const openPrices = (
  places: readonly string[],
  readFile: (path: string) => Promise<Uint8Array>,
  { chain, onProgress }: Pick<RecoverContext, 'chain' | 'onProgress'>,
): Prices => {
  const answers = new Map<string, Promise<readonly SignedPrice[]>>();
  const shown = new Map<string, readonly SignedPrice[]>();
  /** Reads a transaction once: each of its signatures is checked. */
  const shownBy = (transaction: ChainTransaction, oracle: Uint8Array): readonly SignedPrice[] => {
    const key = `${transaction.txid} ${binToHex(oracle)}`;
    const known = shown.get(key) ?? messagesIn(transaction, oracle);
    shown.set(key, known);
    return known;
  };
  /** Asks a place once for the messages around a time. */
  const once = (place: string, oracle: string, time: bigint, ask: () => Promise<readonly SignedPrice[]>) => {
    const key = `${place} ${oracle} ${time}`;
    const known = answers.get(key) ?? ask();
    answers.set(key, known);
    return known;
  };

  const askRelay = async (relay: string, publicKey: string, time: bigint): Promise<readonly SignedPrice[]> => {
    try {
      // The user named it, so it may be on their own network.
      const request = { relay: relay.replace(/\/+$/u, ''), publicKey, allowPrivate: true };
      return (await fetchOracleMessages(request, windowAround(time))).messages;
    } catch (error) {
      if (!isRelaysFault(error)) throw error;
      onProgress(`The relay ${relay} has no prices: ${error.message}`);
      return [];
    }
  };

  const readKept = async (path: string, publicKey: string, time: bigint): Promise<readonly SignedPrice[]> => {
    const body = await readFile(path);
    try {
      return readOracleAnswer(body, publicKey, windowAround(time)).messages;
    } catch (error) {
      if (error instanceof RelayAnswerError)
        throw usage(`${path} is not the answer of a relay, { "oracleMessages": [{ "message", "signature" }] }`);
      throw error;
    }
  };

  const readShown = async (txid: string, oracle: Uint8Array): Promise<readonly SignedPrice[]> => {
    try {
      return shownBy(await chain.transaction(txid.toLowerCase()), oracle);
    } catch (error) {
      if (error instanceof TransactionNotFoundError) throw notFound(`No server knows transaction ${txid}`);
      throw error;
    }
  };

  const askPlace = (place: string, oracle: Uint8Array, time: bigint): Promise<readonly SignedPrice[]> => {
    const publicKey = binToHex(oracle);
    if (TXID.test(place)) return once(place, publicKey, 0n, () => readShown(place, oracle));
    const isRelay = URL_OF_RELAY.test(place);
    return once(place, publicKey, time, () =>
      isRelay ? askRelay(place, publicKey, time) : readKept(place, publicKey, time),
    );
  };

  return {
    async pairOf({ terms: { oracle } }, date, transactions, until) {
      const messages = transactions.flatMap((each) => shownBy(each, oracle));
      const found = () => findPairs(messages, date)[0];
      for (const time of pairTimes(date, until)) {
        if (found() !== undefined) break;
        for (const place of places) messages.push(...(await askPlace(place, oracle, time)));
      }
      return found();
    },
  };
};
