import { binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';

/** Reads fields one after another; `ok` is false once it was asked for more than there is. */
export class Reader {
  #at = 0;
  ok = true;

  constructor(readonly data: Uint8Array) {}

  bytes(length: number): Uint8Array {
    const taken = this.data.slice(this.#at, this.#at + length);
    if (taken.length < length) this.ok = false;
    this.#at += length;
    return taken;
  }

  /** An unsigned little-endian number. */
  number(length: number): bigint {
    return this.bytes(length).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  }

  count(length: number): number {
    return Number(this.number(length));
  }

  get left(): number {
    return this.data.length - this.#at;
  }
}

export const hexOf = (bytes: Uint8Array): string => binToHex(bytes);

/** The data of an announcement of Weir's (`6a4c`, length, `WEIR`, version 01): the product's number and its terms. */
export const announcementIn = (
  locking: Uint8Array,
): { readonly product: number; readonly terms: Uint8Array } | undefined => {
  const text = hexOf(locking.slice(0, 9));
  if (!text.startsWith('6a4c') || locking[2] !== locking.length - 3 || !text.slice(6).startsWith('5745495201'))
    return undefined;
  const product = locking[8];
  return product === undefined ? undefined : { product, terms: locking.slice(9) };
};

/** Categories that a transaction can make: hashes of the transactions whose output 0 it spends. */
export const freshCategories = ({ inputs }: TransactionCommon): ReadonlySet<string> =>
  new Set(
    inputs
      .filter(({ outpointIndex }) => outpointIndex === 0)
      .map(({ outpointTransactionHash }) => hexOf(outpointTransactionHash)),
  );

export const categoryOf = ({ token }: Output): string | undefined => token && hexOf(token.category);

/** Locking bytecodes that every node relays payments to: P2PKH, and both kinds of P2SH. */
export const isStandard = (locking: Uint8Array): boolean =>
  /^(?:76a914.{40}88ac|a914.{40}87|aa20.{64}87)$/u.test(hexOf(locking));
