/** Converts a vault's ISO 8601 time to Unix seconds. */
export const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1_000);
