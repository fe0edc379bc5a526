import { bigIntToBinUint64LE, flattenBinArray, numberToBinUint16LE } from '@bitauth/libauth';
import { MAX_ANNOUNCED_PURSES, TOKEN_TYPES } from '@weir/kinds';
import { type AnnouncedProduct, decodeEnvelope, encodeEnvelope } from '../announcement/envelope.js';
import { readUnsigned } from '../bytes/read-bytes.js';
import type { PurseAsset, PurseTerms } from './purse-terms.js';

/** What an announcement says of one purse. */
export type AnnouncedPurse = Pick<PurseTerms, 'spender' | 'list' | 'limit' | 'period'>;

/**
 * What a transaction that opens purses announces, so that nobody needs a database to find them. The owner is the script that input
 * 0 shows, and the category of tokens is that of the purse's output.
 */
export interface PurseAnnouncement {
  readonly type: PurseAsset['type'];
  readonly signers: PurseTerms['signers'];
  /** One or two. */
  readonly purses: readonly AnnouncedPurse[];
}

const HASH = 20;
const SIGNERS_LENGTH = 3 * HASH;
/** Spender, list, limit and period. */
const PURSE_LENGTH = HASH + 32 + 8 + 2;
const PRODUCTS = { BCH: 'PURSE_BCH', FUNGIBLE_TOKEN: 'PURSE_TOKEN' } as const satisfies Record<
  PurseAsset['type'],
  AnnouncedProduct
>;

const encodePurse = ({ spender, list, limit, period }: AnnouncedPurse): Uint8Array =>
  flattenBinArray([spender, list, bigIntToBinUint64LE(limit), numberToBinUint16LE(period)]);

/**
 * Encodes an announcement, 131 bytes for one purse and 193 for two. The envelope's body: the three signers' hashes, then for each
 * purse the spender's hash, the hash of the list, the limit (8 bytes) and the period (2), unsigned and little-endian.
 *
 * @returns the locking bytecode of the announcement output, an OP_RETURN
 * @throws RangeError for another number of purses than one or two, or parts of another length
 */
export const encodePurseAnnouncement = ({ type, signers, purses }: PurseAnnouncement): Uint8Array => {
  const body = flattenBinArray([...signers, ...purses.map(encodePurse)]);
  const hasLength = body.length === SIGNERS_LENGTH + purses.length * PURSE_LENGTH;
  if (purses.length < 1 || purses.length > MAX_ANNOUNCED_PURSES || !hasLength)
    throw new RangeError(`An announcement names one or two purses, received ${purses.length}`);
  return encodeEnvelope({ product: PRODUCTS[type], body });
};

/** Reads an announcement of purses; undefined where the locking bytecode is not one. Whether terms are sound, the reader asks. */
export const decodePurseAnnouncement = (lockingBytecode: Uint8Array): PurseAnnouncement | undefined => {
  const envelope = decodeEnvelope(lockingBytecode);
  const type = TOKEN_TYPES.find((each) => PRODUCTS[each] === envelope?.product);
  if (envelope === undefined || type === undefined) return undefined;
  const { body } = envelope;
  const count = (body.length - SIGNERS_LENGTH) / PURSE_LENGTH;
  if (!Number.isInteger(count) || count < 1 || count > MAX_ANNOUNCED_PURSES) return undefined;
  const hash = (at: number) => body.slice(at, at + HASH);
  const purses = Array.from({ length: count }, (_, index): AnnouncedPurse => {
    const from = SIGNERS_LENGTH + index * PURSE_LENGTH;
    const numbers = from + HASH + 32;
    return {
      spender: hash(from),
      list: body.slice(from + HASH, numbers),
      limit: readUnsigned(body, numbers, numbers + 8),
      period: Number(readUnsigned(body, numbers + 8, numbers + 10)),
    };
  });
  return { type, signers: [hash(0), hash(HASH), hash(2 * HASH)], purses };
};
