import type { ColumnType, Generated } from 'kysely';

/** `numeric(20,0)`: an amount in base units (satoshis for BCH). */
export type Amount = bigint;
/** `bigint` seconds since 1970. */
export type Seconds = number;
/** As {@link Seconds}, nullable and optional on insert. */
export type NullableSeconds = Optional<Seconds>;
/** Set to the transaction's time by the database, so that replicas share one clock. */
export type DatabaseSeconds = Generated<Seconds>;
/** Nullable and optional on insert. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
