/** A moment as vaults and proposals carry it: ISO 8601 text. @param seconds Unix */
export const presentMoment = (seconds: number): string => new Date(seconds * 1_000).toISOString();
