import {
  bigIntToBinUint64LE,
  binToBigIntUint64LE,
  binToHex,
  binToNumberUint32LE,
  flattenBinArray,
  hexToBin,
  numberToBinUint32LE,
} from '@bitauth/libauth';
import { decodeEnvelope, encodeEnvelope } from '../announcement/envelope.js';
import { BCH_ASSET } from '../contract/asset.js';
import { findAirdropProblem, type AirdropAsset, type AirdropParameters } from './airdrop-parameters.js';

/** What a campaign's funding says of it. */
export interface AirdropAnnouncement {
  readonly parameters: AirdropParameters;
  readonly asset: AirdropAsset;
}

/**
 * One push: tag `WEIR`, version 01, product (05 whitelist in BCH, 06 in tokens, 07 public in BCH, 08 in tokens), then,
 * little-endian: creator 20, nonce 16, start 4, end 4 (0 for none), flags 1 (bit 0 cancelable, bit 1 sponsored), lanes 1 (as
 * a power of two); of a whitelist depth 1, rows 4, total 8; of a public campaign amount 8, limit 4, claims 4; in token mode
 * the category 32, in display order.
 */
const PRODUCTS = {
  WHITELIST: { BCH: 'AIRDROP_WHITELIST_BCH', FUNGIBLE_TOKEN: 'AIRDROP_WHITELIST_TOKEN' },
  PUBLIC: { BCH: 'AIRDROP_PUBLIC_BCH', FUNGIBLE_TOKEN: 'AIRDROP_PUBLIC_TOKEN' },
} as const;
const CANCELABLE = 1;
const SPONSORED = 2;
const COMMON_LENGTH = 46;
const BODY_LENGTH = { WHITELIST: COMMON_LENGTH + 13, PUBLIC: COMMON_LENGTH + 16 } as const;

/** The locking bytecode of the announcement output. */
export const encodeAirdropAnnouncement = ({ parameters, asset }: AirdropAnnouncement): Uint8Array => {
  const { kind, creator, nonce, start, end, cancelable, sponsored, lanes } = parameters;
  const own =
    parameters.kind === 'WHITELIST'
      ? [Uint8Array.of(parameters.depth), numberToBinUint32LE(parameters.rows), bigIntToBinUint64LE(parameters.total)]
      : [
          bigIntToBinUint64LE(parameters.amount),
          numberToBinUint32LE(parameters.limit),
          numberToBinUint32LE(parameters.claims),
        ];
  const body = flattenBinArray([
    creator,
    nonce,
    numberToBinUint32LE(Number(start)),
    numberToBinUint32LE(Number(end)),
    Uint8Array.of((cancelable ? CANCELABLE : 0) + (sponsored ? SPONSORED : 0), Math.log2(lanes)),
    ...own,
    ...(asset.type === 'FUNGIBLE_TOKEN' ? [hexToBin(asset.category)] : []),
  ]);
  return encodeEnvelope({ product: PRODUCTS[kind][asset.type], body });
};

const parametersOf = (kind: AirdropParameters['kind'], body: Uint8Array): AirdropParameters => {
  const seconds = (at: number) => BigInt(binToNumberUint32LE(body.slice(at, at + 4)));
  const count = (at: number) => binToNumberUint32LE(body.slice(at, at + 4));
  const units = (at: number) => binToBigIntUint64LE(body.slice(at, at + 8));
  const flags = body[44] ?? 0;
  const common = {
    creator: body.slice(0, 20),
    nonce: body.slice(20, 36),
    start: seconds(36),
    end: seconds(40),
    cancelable: (flags & CANCELABLE) !== 0,
    sponsored: (flags & SPONSORED) !== 0,
    lanes: 2 ** (body[45] ?? 0),
  };
  if (kind === 'WHITELIST') return { kind, ...common, depth: body[46] ?? 0, rows: count(47), total: units(51) };
  return { kind, ...common, amount: units(46), limit: count(54), claims: count(58) };
};

/**
 * Reads a campaign's announcement, or undefined when the locking bytecode is none, or announces parameters that no contract
 * may have.
 */
export const decodeAirdropAnnouncement = (lockingBytecode: Uint8Array): AirdropAnnouncement | undefined => {
  const envelope = decodeEnvelope(lockingBytecode);
  if (envelope === undefined) return undefined;
  const { product, body } = envelope;
  for (const kind of ['WHITELIST', 'PUBLIC'] as const)
    for (const type of ['BCH', 'FUNGIBLE_TOKEN'] as const) {
      const length = BODY_LENGTH[kind] + (type === 'BCH' ? 0 : 32);
      if (product !== PRODUCTS[kind][type] || body.length !== length || (body[44] ?? 0) > (CANCELABLE | SPONSORED))
        continue;
      const parameters = parametersOf(kind, body);
      const asset: AirdropAsset =
        type === 'BCH' ? BCH_ASSET : { type, category: binToHex(body.slice(BODY_LENGTH[kind])) };
      if (findAirdropProblem(parameters, asset) === undefined) return { parameters, asset };
    }
  return undefined;
};
