/** Reads an amount as base units; undefined when the text is none. */
export type AmountReader = (text: string) => bigint | undefined;

const WHOLE = /^\d{1,20}$/u;

/**
 * Creates a reader of plain decimal numbers, which are read exactly: digits and, where the asset is divisible, a
 * point and at most `decimals` digits more. No signs, exponents or thousands separators, which mean different things
 * to different people.
 *
 * @param decimals 8 for BCH; 0 for tokens, whose amounts are base units
 *
 * @example
 * decimalAmounts(8)('0.001'); // 100_000n
 */
export const decimalAmounts = (decimals: number): AmountReader => {
  const unit = 10n ** BigInt(decimals);
  const fractional = new RegExp(`^(\\d{1,20})\\.(\\d{1,${Math.max(decimals, 1)}})$`, 'u');
  return (text) => {
    if (WHOLE.test(text)) return BigInt(text) * unit;
    const parts = decimals > 0 ? fractional.exec(text) : null;
    if (parts === null) return undefined;
    const [, whole = '0', fraction = ''] = parts;
    return BigInt(whole) * unit + BigInt(fraction.padEnd(decimals, '0'));
  };
};
