import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written only by triggers, and moved to `published_events` unchanged. */
export interface OutboxTable {
  id: GeneratedAlways<bigint>;
}

/** Published events in the order of publication: a number is seen after all smaller ones. */
export interface PublishedEventsTable {
  id: GeneratedAlways<bigint>;
  kind: GeneratedAlways<string>;
  product: GeneratedAlways<string>;
  record_id: GeneratedAlways<string>;
  /** Of a proposal its vault. */
  parent_id: GeneratedAlways<string | null>;
  /** `#WEIR-BCH-000001`, where its records have such. */
  display_id: GeneratedAlways<string | null>;
  /** The vault whose members alone may see it. */
  private_vault_id: GeneratedAlways<string | null>;
  parties: GeneratedAlways<readonly EventParty[]>;
  /** The step on the chain that it reports or that was rolled back: `fund`, `push`, ... */
  step: GeneratedAlways<string | null>;
  tx_hash: GeneratedAlways<string | null>;
  /** Base units. */
  amount: GeneratedAlways<bigint | null>;
  token_category: GeneratedAlways<string | null>;
  finality: GeneratedAlways<EventFinality | null>;
  reason: GeneratedAlways<'replaced' | 'vanished' | null>;
  replaced_by: GeneratedAlways<string | null>;
  figures: GeneratedAlways<EventFigures>;
  created_at: GeneratedAlways<bigint>;
}

/** The parties of an event, one row each. */
export interface PublishedEventPartiesTable {
  hash: GeneratedAlways<string>;
  event_id: GeneratedAlways<bigint>;
}

/** One row: up to where events were dropped because of their age, and the timeline of the last ones. */
export interface PublishedEventsKeptTable {
  is_only: GeneratedAlways<boolean>;
  dropped_through: ColumnType<bigint, never, bigint>;
  /** The server's timeline that events were last published on. */
  timeline: GeneratedAlways<bigint | null>;
}

/** A party of an event. */
export interface EventParty {
  readonly role: string;
  readonly address: string;
  /** What addresses are compared by; null where it is not known. */
  readonly hash: string | null;
}

/** Finality of a step when its event was written. */
export type EventFinality = 'mempool' | 'mined' | 'final';

/** A record's figures at that moment. Amounts are decimal text in base units. */
export type EventFigures = Readonly<Record<string, string | number | null>>;

export interface OutboxTables {
  outbox: OutboxTable;
  published_events: PublishedEventsTable;
  published_event_parties: PublishedEventPartiesTable;
  published_events_kept: PublishedEventsKeptTable;
}
