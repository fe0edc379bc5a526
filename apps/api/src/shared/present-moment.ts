/** Formats a time as vaults and proposals carry it: ISO 8601. @param seconds Unix seconds */
export const presentMoment = (seconds: number): string => new Date(seconds * 1_000).toISOString();
