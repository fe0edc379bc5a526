/** Unix seconds of a moment as vaults tell it, ISO 8601. */
export const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1_000);
