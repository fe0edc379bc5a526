const ADDRESS = /^\s*(?:bitcoincash:|bchtest:|bchreg:)?([qpzr][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41,})\s*$/iu;
const HEX = /^(?:[0-9a-f]{64,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu;
const DECIMAL = /^0*(\d+)(?:\.(\d*?)0*)?$/u;
/** Decimals of an amount; finer numbers are refused, or are what arithmetic on doubles leaves behind. */
const DECIMALS = 8;

const decimalOf = (text: string): string => {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return text;
  return fraction === '' ? whole : `${whole}.${fraction}`;
};

const textOf = (text: string): string => {
  const [, address] = ADDRESS.exec(text) ?? [];
  if (address !== undefined) return address.toLowerCase();
  return HEX.test(text) ? text.toLowerCase() : decimalOf(text);
};

/**
 * Returns one form for what a request may write in several: a number and its decimal text (0.1, "0.10"), a cash address
 * with and without its prefix or in capitals, hex and ids in either case. Anything else stays as it is.
 */
export const canonicalValue = (value: unknown): unknown => {
  if (typeof value === 'string') return textOf(value);
  return typeof value === 'number' ? decimalOf(value.toFixed(DECIMALS)) : value;
};
