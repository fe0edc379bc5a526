/** Formats an amount in a unit with all of its decimals. @example formatUnits(150_000n, 2); // '1500.00' */
export const formatUnits = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};
