import type { Hints } from './table-types.js';

/** What the schema of the API's database does not report its columns. */
export const API_HINTS: Hints = {
  columns: {
    'airdrop_trees.lane_list':
      'ColumnType<readonly { lane: number; root: string; rows: number; total: string }[], string, never>',
    'plans.defaults': 'ColumnType<unknown, string | null | undefined, string | null>',
    'published_events.figures': 'GeneratedAlways<EventFigures>',
    'published_events.parties': 'GeneratedAlways<ReadonlyArray<EventParty>>',
    'published_events_kept.dropped_through': 'ColumnType<number, never, number>',
    'transitions.state_before': 'ColumnType<never, unknown, never>',
  },
  imports: {
    EventFigures: '../sql/columns.js',
    EventParty: '../sql/columns.js',
  },
};

/** The same of the indexer's database. */
export const INDEXER_HINTS: Hints = {
  columns: {
    'contracts.id': 'GeneratedAlways<number>',
    'contracts.plan': 'ColumnType<StoredPlan | null, string | null, string | null>',
    'contracts.state': 'ColumnType<StoredState | null, string | null, string | null>',
    // A check of each event would cost more than it finds: the status is that of the contract's row.
    'events.status': 'ContractStatus',
    'events.state': 'ColumnType<StoredState | null, string | null, string | null>',
    'events.details': 'ColumnType<StoredDetails | null, string | null, string | null>',
  },
  imports: {
    StoredDetails: '../stored-state.js',
    StoredPlan: '../stored-state.js',
    StoredState: '../stored-state.js',
  },
};
