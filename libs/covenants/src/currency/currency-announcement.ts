import { binToUtf8, flattenBinArray, numberToBinUint16LE, numberToBinUint32LE, utf8ToBin } from '@bitauth/libauth';
import { encodeAnnouncedParty, readAnnouncedParty } from '../announcement/announced-party.js';
import { type AnnouncedProduct, decodeEnvelope, encodeEnvelope, type Envelope } from '../announcement/envelope.js';
import { littleEndian } from '../bytes/little-endian.js';
import { readUnsigned } from '../bytes/read-bytes.js';
import { encodePaydays, PAYDAYS_LENGTH, readPaydays } from '../calendar/calendar-announcement.js';
import { type CurrencyPlanTerms, type CurrencyRhythm, findCurrencyTermsProblem } from './currency-terms.js';

const NONCE = 16;
const KEY = 33;
const SATOSHIS = 3;
const LEAST = 5;
const TIME = 4;
const NOTICE = 2;
const CURRENCY = 3;
/** Bytes behind the sender's hash, but for when periods fall due. */
const SHARED_LENGTH = NONCE + 4 * SATOSHIS + LEAST + TIME + NOTICE + 1 + 2 * TIME + KEY + 1 + CURRENCY;
/** Bytes of when periods fall due: an interval, or paydays. */
const RHYTHM_LENGTHS = { CURRENCY_PAYMENT: TIME, CURRENCY_CALENDAR: PAYDAYS_LENGTH } as const;

/** What announces payments in a currency. */
type Product = keyof typeof RHYTHM_LENGTHS;
const isProduct = (product: AnnouncedProduct): product is Product => Object.hasOwn(RHYTHM_LENGTHS, product);

/**
 * Encodes the announcement of payments in a currency. The envelope's body: the kind of the sender (0 P2PKH, 1 P2SH20, 2 P2SH32) and
 * its hash, nonce 16, fee, bound, floor and reserve 3 each, least 5, interval 4, grace 4, notice 2, whether it can be paused 1, lowest
 * and highest price 4 each, the oracle's key 33, decimals 1, and the three letters of the currency. By the calendar the product is
 * another one, and the paydays of `encodePaydays` are in the place of the interval.
 *
 * @returns the locking bytecode of the announcement output
 * @throws RangeError for terms that no such payment may have
 */
export const encodeCurrencyAnnouncement = (terms: CurrencyPlanTerms): Uint8Array => {
  const { sender, nonce, fee, bound, floor, reserve, least, interval, paydays, grace, noticeBlocks } = terms;
  const problem = findCurrencyTermsProblem(terms, true);
  const party = encodeAnnouncedParty(sender);
  if (problem !== undefined || party === undefined)
    throw new RangeError(`No payment in a currency has these terms: ${problem ?? ''}`);
  const body = flattenBinArray([
    party,
    nonce,
    ...[fee, bound, floor, reserve].map((satoshis) => littleEndian(satoshis, SATOSHIS)),
    littleEndian(least, LEAST),
    paydays === undefined ? numberToBinUint32LE(Number(interval)) : encodePaydays(paydays),
    numberToBinUint32LE(Number(grace)),
    numberToBinUint16LE(noticeBlocks),
    Uint8Array.of(terms.pausable ? 1 : 0),
    ...[terms.lowest, terms.highest].map((price) => numberToBinUint32LE(Number(price))),
    terms.oracle,
    Uint8Array.of(terms.decimals),
    utf8ToBin(terms.currency),
  ]);
  return encodeEnvelope({ product: paydays === undefined ? 'CURRENCY_PAYMENT' : 'CURRENCY_CALENDAR', body });
};

interface CurrencyEnvelope extends Envelope {
  readonly product: Product;
}

const envelopeOf = (lockingBytecode: Uint8Array): CurrencyEnvelope | undefined => {
  const { product, body } = decodeEnvelope(lockingBytecode) ?? {};
  return product !== undefined && body !== undefined && isProduct(product) ? { product, body } : undefined;
};

/** Whether an output's locking bytecode announces payments in a currency, sound or not: a funding has exactly one such output. */
export const announcesCurrency = (lockingBytecode: Uint8Array): boolean => envelopeOf(lockingBytecode) !== undefined;

const rhythmOf = (product: Product, bytes: Uint8Array): CurrencyRhythm => {
  if (product === 'CURRENCY_PAYMENT') return { interval: readUnsigned(bytes) };
  return { paydays: readPaydays(bytes) };
};

const termsOf = ({ product, body }: CurrencyEnvelope): CurrencyPlanTerms | undefined => {
  const sender = readAnnouncedParty(body);
  const rhythmLength = RHYTHM_LENGTHS[product];
  if (sender === undefined || body.length !== sender.end + SHARED_LENGTH + rhythmLength) return undefined;
  let at = sender.end;
  const take = (length: number): Uint8Array => {
    at += length;
    return body.slice(at - length, at);
  };
  const number = (length: number): bigint => readUnsigned(take(length));
  const nonce = take(NONCE);
  const [fee, bound, floor, reserve] = [number(SATOSHIS), number(SATOSHIS), number(SATOSHIS), number(SATOSHIS)];
  const least = number(LEAST);
  const rhythm = rhythmOf(product, take(rhythmLength));
  const [grace, noticeBlocks, flag] = [number(TIME), Number(number(NOTICE)), number(1)];
  const [lowest, highest] = [number(TIME), number(TIME)];
  const [oracle, decimals, currency] = [take(KEY), Number(number(1)), binToUtf8(take(CURRENCY))];
  if (flag > 1n) return undefined;
  const fees = { fee, bound, floor, reserve, least };
  const times = { ...rhythm, grace, noticeBlocks, pausable: flag === 1n };
  return { sender: sender.party, nonce, oracle, ...fees, ...times, lowest, highest, decimals, currency };
};

/**
 * Reads the announcement of payments in a currency; undefined where the locking bytecode is none, or announces terms that no such
 * payment may have.
 *
 * @param local whether the network's blocks are mined on demand (`isLocalNetwork`): then notices start at 6 blocks
 */
export const decodeCurrencyAnnouncement = (
  lockingBytecode: Uint8Array,
  local = false,
): CurrencyPlanTerms | undefined => {
  const envelope = envelopeOf(lockingBytecode);
  const terms = envelope && termsOf(envelope);
  return terms && findCurrencyTermsProblem(terms, local) === undefined ? terms : undefined;
};
