/** More than a bar has pixels. */
const SHARES = 10_000n;

/** Returns how wide each part of a bar is, in shares of the same size; 0 for each where all are 0. */
export const sharesOf = (parts: readonly { readonly base: bigint }[]): readonly number[] => {
  const total = parts.reduce((sum, { base }) => sum + base, 0n);
  return parts.map(({ base }) => (total === 0n ? 0 : Number((base * SHARES) / total)));
};
