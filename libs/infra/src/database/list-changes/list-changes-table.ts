import type { Generated } from 'kysely';

/** The lists that each transaction changed; see migration 044. */
export interface ListChangesTable {
  /** `xid8` of the transaction. */
  xid: Generated<string>;
  topics: string[];
}

/** One row: from which transaction on changes are kept. */
export interface ListChangesFloorTable {
  xid: string;
}

export interface ListChangesTables {
  listChanges: ListChangesTable;
  listChangesFloor: ListChangesFloorTable;
}
