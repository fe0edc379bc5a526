import { flattenBinArray, utf8ToBin } from '@bitauth/libauth';

/** Numbers of the products in announcements; 1 to 4 are of none. A number is never reused. */
export const ANNOUNCED_PRODUCTS = {
  AIRDROP_WHITELIST_BCH: 0x05,
  AIRDROP_WHITELIST_TOKEN: 0x06,
  AIRDROP_PUBLIC_BCH: 0x07,
  AIRDROP_PUBLIC_TOKEN: 0x08,
  PLAN_VESTING_BCH: 0x09,
  PLAN_VESTING_TOKEN: 0x0a,
  PLAN_RECURRING_BCH: 0x0b,
  PLAN_RECURRING_TOKEN: 0x0c,
  AIRDROP_SCRIPT_WHITELIST_BCH: 0x0d,
  AIRDROP_SCRIPT_WHITELIST_TOKEN: 0x0e,
  AIRDROP_SCRIPT_PUBLIC_BCH: 0x0f,
  AIRDROP_SCRIPT_PUBLIC_TOKEN: 0x10,
  LOCK_BCH: 0x11,
  LOCK_TOKEN: 0x12,
  AIRDROP_VESTED_BCH: 0x13,
  AIRDROP_VESTED_TOKEN: 0x14,
  AIRDROP_SCRIPT_VESTED_BCH: 0x15,
  AIRDROP_SCRIPT_VESTED_TOKEN: 0x16,
  PURSE_BCH: 0x17,
  PURSE_TOKEN: 0x18,
  CURRENCY_PAYMENT: 0x1a,
  MOVABLE_LOCK_BCH: 0x1b,
  MOVABLE_LOCK_TOKEN: 0x1c,
  CALENDAR_SALARY_BCH: 0x1d,
  CALENDAR_SALARY_TOKEN: 0x1e,
  CALENDAR_GRANT_BCH: 0x1f,
  CALENDAR_GRANT_TOKEN: 0x20,
  CALENDAR_TRANCHES_BCH: 0x21,
  CALENDAR_TRANCHES_TOKEN: 0x22,
  ROSTER: 0x23,
  CURRENCY_CALENDAR: 0x24,
} as const;

/** The product that an announcement is of. */
export type AnnouncedProduct = keyof typeof ANNOUNCED_PRODUCTS;

const PRODUCTS: ReadonlyMap<number | undefined, AnnouncedProduct> = new Map(
  (Object.keys(ANNOUNCED_PRODUCTS) as AnnouncedProduct[]).map((product) => [ANNOUNCED_PRODUCTS[product], product]),
);
const TAG = utf8ToBin('WEIR');
const VERSION = 0x01;
const OP_RETURN = 0x6a;
const OP_PUSHDATA_1 = 0x4c;
const HEAD = Uint8Array.of(...TAG, VERSION);

/** The content of an announcement, without its header. */
export interface Envelope {
  readonly product: AnnouncedProduct;
  readonly body: Uint8Array;
}

/**
 * Encodes an announcement: OP_RETURN and one push of tag `WEIR`, version 01, product and body. The push is always
 * written with OP_PUSHDATA_1, so that each announcement has exactly one form.
 *
 * @param body at most 249 bytes; nodes relay an OP_RETURN output of up to 223 bytes in all
 */
export const encodeEnvelope = ({ product, body }: Envelope): Uint8Array => {
  const data = flattenBinArray([HEAD, Uint8Array.of(ANNOUNCED_PRODUCTS[product]), body]);
  return flattenBinArray([Uint8Array.of(OP_RETURN, OP_PUSHDATA_1, data.length), data]);
};

/**
 * Reads an announcement's envelope; undefined where the locking bytecode is none, or has an unknown version or
 * product.
 */
export const decodeEnvelope = (lockingBytecode: Uint8Array): Envelope | undefined => {
  const data = lockingBytecode.slice(3);
  if (lockingBytecode[0] !== OP_RETURN || lockingBytecode[1] !== OP_PUSHDATA_1 || lockingBytecode[2] !== data.length)
    return undefined;
  if (!HEAD.every((byte, i) => data[i] === byte)) return undefined;
  const product = PRODUCTS.get(data[HEAD.length]);
  return product && { product, body: data.slice(HEAD.length + 1) };
};
