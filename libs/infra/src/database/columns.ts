import type { ColumnType } from 'kysely';

/** `numeric(20,0)`: an amount in base units (satoshis for BCH). */
export type Amount = bigint;
/** `bigint` seconds since 1970. Written as number or bigint, read as bigint. */
export type Seconds = ColumnType<bigint, number | bigint, number | bigint>;
/** As {@link Seconds}, nullable and optional on insert. */
export type NullableSeconds = ColumnType<bigint | null, number | bigint | null | undefined, number | bigint | null>;
/** Set to the transaction's time by the database, so that replicas share one clock. */
export type DatabaseSeconds = ColumnType<bigint, number | bigint | undefined, number | bigint>;
/** Nullable and optional on insert. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
