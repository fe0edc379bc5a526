import type { ColumnType, Generated } from 'kysely';
import type { PaymentStatus } from '@weir/api-contract/words';

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

/** `confirm`: recorded by a confirm call; `chain`: found on the chain. */
export type { RecordSource } from '@weir/kinds';
/** The product of a plan, as announcements number it. */
export type PlanProductName =
  | 'VESTING_BCH'
  | 'VESTING_TOKEN'
  | 'RECURRING_BCH'
  | 'RECURRING_TOKEN'
  | 'LOCK_BCH'
  | 'LOCK_TOKEN';

/**
 * `recorded`: a step was seen for the first time; `rolled_back`: the chain dropped it; `restored`: it came back;
 * `completed`: with it everything is paid.
 */
export type EventKind = 'recorded' | 'restored' | 'rolled_back' | 'completed';

/**
 * What is known of a token: nothing yet; that it does not exist; that its issuer published no registry; that the registry cannot
 * be read; its name.
 */
export type TokenStanding = 'unknown' | 'absent' | 'unnamed' | 'unreadable' | 'named';

/** Which bytes of a tree a part holds. */
export type TreeRegion = 'rows' | 'index' | 'nodes';

/** Only payments are ever PAUSED. */
export type StreamStatus = PaymentStatus;

/** The product that a row of streams belongs to. */
export type StreamProduct = 'stream' | 'payment';

export interface EventParty {
  readonly role: string;
  readonly address: string;
  /** What addresses are compared by; null where it is not known. */
  readonly hash: string | null;
}

/** A record's figures at that moment. Amounts are decimal text in base units. */
export type EventFigures = Readonly<Record<string, string | number | null>>;
