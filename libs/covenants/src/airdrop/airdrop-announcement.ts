import {
  bigIntToBinUint64LE,
  binToBigIntUint64LE,
  binToHex,
  binToNumberUint32LE,
  flattenBinArray,
  hexToBin,
  numberToBinUint32LE,
} from '@bitauth/libauth';
import { TOKEN_TYPES } from '@weir/kinds';
import { decodeEnvelope, encodeEnvelope } from '../announcement/envelope.js';
import { BCH_ASSET } from '../contract/asset.js';
import { decodeLockSchedule, encodeLockSchedule } from '../lock/lock-announcement.js';
import {
  findAirdropProblem,
  isScriptAirdrop,
  type AirdropAsset,
  type AirdropParameters,
  vestingOf,
} from './airdrop-parameters.js';

/** What a campaign's funding announces. */
export interface AirdropAnnouncement {
  readonly parameters: AirdropParameters;
  readonly asset: AirdropAsset;
}

/**
 * The body is little-endian: creator 20, nonce 16, start 4, end 4 (0 for none), flags 1 (bit 0 cancelable, bit 1
 * sponsored), lanes 1 (as a power of two); of a whitelist depth 1, rows 4, total 8; of a public campaign amount 8,
 * limit 4, claims 4; in token mode the category 32, in display order. It follows the tag `WEIR`, version 01 and the
 * product (05 whitelist in BCH, 06 in tokens, 07 public in BCH, 08 in tokens), all in one push.
 *
 * A campaign whose creator is a script has products of its own (0d whitelist in BCH, 0e in tokens, 0f public in BCH,
 * 10 in tokens); its creator is the locking bytecode, preceded by one byte of length. So has a list that vests (13 in BCH,
 * 14 in tokens, of scripts 15 and 16), which announces the schedule of its locks behind the total, 16 bytes.
 */
const PRODUCTS = {
  KEY: {
    WHITELIST: { BCH: 'AIRDROP_WHITELIST_BCH', FUNGIBLE_TOKEN: 'AIRDROP_WHITELIST_TOKEN' },
    VESTED: { BCH: 'AIRDROP_VESTED_BCH', FUNGIBLE_TOKEN: 'AIRDROP_VESTED_TOKEN' },
    PUBLIC: { BCH: 'AIRDROP_PUBLIC_BCH', FUNGIBLE_TOKEN: 'AIRDROP_PUBLIC_TOKEN' },
  },
  SCRIPT: {
    WHITELIST: { BCH: 'AIRDROP_SCRIPT_WHITELIST_BCH', FUNGIBLE_TOKEN: 'AIRDROP_SCRIPT_WHITELIST_TOKEN' },
    VESTED: { BCH: 'AIRDROP_SCRIPT_VESTED_BCH', FUNGIBLE_TOKEN: 'AIRDROP_SCRIPT_VESTED_TOKEN' },
    PUBLIC: { BCH: 'AIRDROP_SCRIPT_PUBLIC_BCH', FUNGIBLE_TOKEN: 'AIRDROP_SCRIPT_PUBLIC_TOKEN' },
  },
} as const;
type Owner = keyof typeof PRODUCTS;
/** A list whose rows vest is distinguished by its product. */
type Form = keyof (typeof PRODUCTS)['KEY'];
const CANCELABLE = 1;
const SPONSORED = 2;
const KEY_HASH_LENGTH = 20;
/** Bytes that follow the creator, without the category. */
const TERMS_LENGTH = { WHITELIST: 26 + 13, VESTED: 26 + 13 + 16, PUBLIC: 26 + 16 } as const;

/**
 * Encodes a campaign's announcement.
 *
 * @returns the locking bytecode of the announcement output, an OP_RETURN
 */
export const encodeAirdropAnnouncement = ({ parameters, asset }: AirdropAnnouncement): Uint8Array => {
  const { kind, creator, nonce, start, end, cancelable, sponsored, lanes } = parameters;
  const vesting = vestingOf(parameters);
  const own =
    parameters.kind === 'WHITELIST'
      ? [Uint8Array.of(parameters.depth), numberToBinUint32LE(parameters.rows), bigIntToBinUint64LE(parameters.total)]
      : [
          bigIntToBinUint64LE(parameters.amount),
          numberToBinUint32LE(parameters.limit),
          numberToBinUint32LE(parameters.claims),
        ];
  const isScript = isScriptAirdrop(parameters);
  const body = flattenBinArray([
    ...(isScript ? [Uint8Array.of(creator.length)] : []),
    creator,
    nonce,
    numberToBinUint32LE(Number(start)),
    numberToBinUint32LE(Number(end)),
    Uint8Array.of((cancelable ? CANCELABLE : 0) + (sponsored ? SPONSORED : 0), Math.log2(lanes)),
    ...own,
    ...(vesting === undefined ? [] : [encodeLockSchedule(vesting)]),
    ...(asset.type === 'FUNGIBLE_TOKEN' ? [hexToBin(asset.category)] : []),
  ]);
  return encodeEnvelope({
    product: PRODUCTS[isScript ? 'SCRIPT' : 'KEY'][vesting === undefined ? kind : 'VESTED'][asset.type],
    body,
  });
};

/** Splits a body into its creator and the terms that follow. */
const creatorOf = (owner: Owner, body: Uint8Array): { readonly creator: Uint8Array; readonly terms: Uint8Array } => {
  const from = owner === 'KEY' ? 0 : 1;
  const to = from + (owner === 'KEY' ? KEY_HASH_LENGTH : (body[0] ?? 0));
  return { creator: body.slice(from, to), terms: body.slice(to) };
};

const parametersOf = (form: Form, creator: Uint8Array, terms: Uint8Array): AirdropParameters => {
  const seconds = (at: number) => BigInt(binToNumberUint32LE(terms.slice(at, at + 4)));
  const count = (at: number) => binToNumberUint32LE(terms.slice(at, at + 4));
  const units = (at: number) => binToBigIntUint64LE(terms.slice(at, at + 8));
  const flags = terms[24] ?? 0;
  const common = {
    creator,
    nonce: terms.slice(0, 16),
    start: seconds(16),
    end: seconds(20),
    cancelable: (flags & CANCELABLE) !== 0,
    sponsored: (flags & SPONSORED) !== 0,
    lanes: 2 ** (terms[25] ?? 0),
  };
  if (form === 'PUBLIC') return { kind: form, ...common, amount: units(26), limit: count(34), claims: count(38) };
  const list = { kind: 'WHITELIST', ...common, depth: terms[26] ?? 0, rows: count(27), total: units(31) } as const;
  return form === 'VESTED' ? { ...list, vesting: decodeLockSchedule(terms.slice(39, 55)) } : list;
};

const FORMS = (['KEY', 'SCRIPT'] as const).flatMap((owner) =>
  (['WHITELIST', 'VESTED', 'PUBLIC'] as const).flatMap((form) =>
    TOKEN_TYPES.map((type) => ({ owner, form, type, product: PRODUCTS[owner][form][type] })),
  ),
);

/**
 * Reads a campaign's announcement; undefined where the locking bytecode is none, or announces parameters that no
 * contract may have (`findAirdropProblem`).
 */
export const decodeAirdropAnnouncement = (lockingBytecode: Uint8Array): AirdropAnnouncement | undefined => {
  const envelope = decodeEnvelope(lockingBytecode);
  if (envelope === undefined) return undefined;
  const announced = FORMS.find(({ product }) => product === envelope.product);
  if (announced === undefined) return undefined;
  const { owner, form, type } = announced;
  const { creator, terms } = creatorOf(owner, envelope.body);
  const length = TERMS_LENGTH[form] + (type === 'BCH' ? 0 : 32);
  if (terms.length !== length || (terms[24] ?? 0) > (CANCELABLE | SPONSORED)) return undefined;
  const parameters = parametersOf(form, creator, terms);
  const asset: AirdropAsset =
    type === 'BCH' ? BCH_ASSET : { type, category: binToHex(terms.slice(TERMS_LENGTH[form])) };
  // A script of a key's length would be another campaign than it says.
  if (findAirdropProblem(parameters, asset) !== undefined || isScriptAirdrop(parameters) !== (owner === 'SCRIPT'))
    return undefined;
  return { parameters, asset };
};
