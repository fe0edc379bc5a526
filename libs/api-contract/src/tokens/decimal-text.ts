/** Decimals of an amount of BCH. */
export const BCH_DECIMALS = 8;

/**
 * Formats an amount of base units as decimal text, without trailing zeros.
 *
 * @param base decimal digits, after a minus where it is negative
 * @param decimals digits after the separator
 *
 * @example
 * decimalText('150000000', 8); // '1.5'
 */
export const decimalText = (base: string, decimals: number): string => {
  if (decimals === 0) return base;
  if (base.startsWith('-')) return `-${decimalText(base.slice(1), decimals)}`;
  const digits = base.padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/u, '');
  const whole = digits.slice(0, -decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
};
