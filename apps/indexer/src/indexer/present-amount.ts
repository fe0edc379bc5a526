const SATOSHIS_PER_BCH = 100_000_000;

/** Converts satoshis to decimal BCH, exact to the nearest double since there are fewer than 2^53. */
const presentBch = (satoshis: bigint): number => Number(satoshis) / SATOSHIS_PER_BCH;

/** Converts an amount to the number in responses: decimal BCH, or base units of a token. */
export const presentAmount = (base: bigint, tokenCategory: string | null): number =>
  tokenCategory === null ? presentBch(base) : Number(base);

/** Presents amounts by asset (`BCH` or a category). */
export const presentHeld = (amounts: ReadonlyMap<string, bigint>) => {
  const bch = amounts.get('BCH') ?? 0n;
  const tokens = [...amounts]
    .filter(([asset, amount]) => asset !== 'BCH' && amount > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    bch: { amount: presentBch(bch), amountBase: bch.toString() },
    byToken: tokens.map(([tokenCategory, amount]) => ({
      tokenCategory,
      amount: Number(amount),
      amountBase: amount.toString(),
    })),
  };
};
