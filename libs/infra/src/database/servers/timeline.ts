/**
 * SQL for the number of a primary's timeline, a bigint: a standby that is promoted begins a new one, as does a backup that is restored.
 * It throws on a standby.
 */
export const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint`;
