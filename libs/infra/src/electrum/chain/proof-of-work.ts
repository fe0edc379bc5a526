import { ServerMistrustedError } from '../electrum-errors.js';

/** What a header says of the work that was done for it. */
export interface HeaderWork {
  /** Display order, hex. */
  readonly hash: string;
  /** The work it promises, in the compact form of headers. */
  readonly bits: number;
}

/**
 * Returns the target that a header's bits stand for: its hash, as a number, may be no higher. Returns 0 for a negative
 * one, which is invalid.
 */
export const targetOf = (bits: number): bigint => {
  const [exponent, mantissa] = [bits >>> 24, bits & 0x007f_ffff];
  if ((bits & 0x0080_0000) !== 0) return 0n;
  return exponent <= 3
    ? BigInt(mantissa) >> BigInt(8 * (3 - exponent))
    : BigInt(mantissa) << BigInt(8 * (exponent - 3));
};

/** Whether a header's hash meets the target of its bits. */
export const hasPromisedWork = ({ hash, bits }: HeaderWork): boolean => BigInt(`0x${hash}`) <= targetOf(bits);

/**
 * Checks that headers promise enough work; that they did what they promise was checked when they were read.
 *
 * @param headers by height
 * @param easiestAt returns the highest target that will do at a height
 * @throws ServerMistrustedError
 */
export const demandWork = (
  headers: Iterable<readonly [height: number, header: HeaderWork]>,
  easiestAt: (height: number) => bigint,
): void => {
  for (const [height, { hash, bits }] of headers) {
    if (targetOf(bits) > easiestAt(height))
      throw new ServerMistrustedError(`Block ${hash} was made with less work than the network asks for`);
  }
};

/** Gives headers that follow each other their heights. */
export const numbered = <Header>(from: number, headers: readonly Header[]): (readonly [number, Header])[] =>
  headers.map((header, i) => [from + i, header]);
