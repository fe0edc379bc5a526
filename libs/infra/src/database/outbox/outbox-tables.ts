import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Finality } from '@weir/api-contract/words';
import type { RollbackReason } from '@weir/kinds';

/** Published events in the order of publication: a number is seen after all smaller ones. */
export interface PublishedEventsTable {
  id: GeneratedAlways<number>;
  kind: GeneratedAlways<string>;
  product: GeneratedAlways<string>;
  recordId: GeneratedAlways<string>;
  /** Of a proposal its vault. */
  parentId: GeneratedAlways<string | null>;
  /** `#WEIR-BCH-000001`, where its records have such. */
  displayId: GeneratedAlways<string | null>;
  /** The vault whose members alone may see it. */
  privateVaultId: GeneratedAlways<string | null>;
  parties: GeneratedAlways<readonly EventParty[]>;
  /** The step on the chain that it reports or that was rolled back: `fund`, `push`, ... */
  step: GeneratedAlways<string | null>;
  txHash: GeneratedAlways<string | null>;
  /** Base units. */
  amount: GeneratedAlways<bigint | null>;
  tokenCategory: GeneratedAlways<string | null>;
  finality: GeneratedAlways<Finality | null>;
  reason: GeneratedAlways<RollbackReason | null>;
  replacedBy: GeneratedAlways<string | null>;
  figures: GeneratedAlways<EventFigures>;
  createdAt: GeneratedAlways<number>;
}

/** One row: up to where events were dropped because of their age, and the timeline of the last ones. */
interface PublishedEventsKeptTable {
  isOnly: GeneratedAlways<boolean>;
  droppedThrough: ColumnType<number, never, number>;
  /** The server's timeline that events were last published on. */
  timeline: GeneratedAlways<number | null>;
}

export interface EventParty {
  readonly role: string;
  readonly address: string;
  /** What addresses are compared by; null where it is not known. */
  readonly hash: string | null;
}

/** A record's figures at that moment. Amounts are decimal text in base units. */
export type EventFigures = Readonly<Record<string, string | number | null>>;

export interface OutboxTables {
  publishedEvents: PublishedEventsTable;
  publishedEventsKept: PublishedEventsKeptTable;
}
