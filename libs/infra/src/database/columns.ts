import type { ColumnType, Generated } from 'kysely';
import type { ChainRecord } from '@weir/kinds';

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

/** Who an unfunded record counts for, and since and until when it is kept. */
export interface CreationColumns {
  /** hash160 of the authenticated caller it counts for; null for nobody. */
  createdBy: Optional<string>;
  /** Names the network it was created from. */
  createdFrom: Optional<string>;
  /** Kept until then without funding; null for ever. */
  expiresAt: NullableSeconds;
  createdAt: DatabaseSeconds;
}

/** `confirm`: recorded by a confirm call; `chain`: found on the chain. */
export type { RecordSource } from '@weir/kinds';
/** Kinds of resources with a history on the chain; a plan has those of its streams, and transactions of its own. */
export type ResourceType = ChainRecord | 'plan';
/** The product of a plan, as announcements number it. */
export type PlanProductName =
  | 'VESTING_BCH'
  | 'VESTING_TOKEN'
  | 'RECURRING_BCH'
  | 'RECURRING_TOKEN'
  | 'LOCK_BCH'
  | 'LOCK_TOKEN';
