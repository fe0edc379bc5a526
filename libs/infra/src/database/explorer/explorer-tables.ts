import type { GeneratedAlways } from 'kysely';
import type { TokenType } from '../record-types.js';

/** Which product a row of the explorer comes from. */
export type Activity = 'STREAM' | 'PAYMENT' | 'AIRDROP' | 'TREASURY';

/** Rows by the explorer's statuses, and the sums in base units of what they were funded with; of PENDING ones of their totals. */
interface Figures {
  pending: GeneratedAlways<bigint>;
  pending_volume: GeneratedAlways<bigint>;
  active: GeneratedAlways<bigint>;
  active_volume: GeneratedAlways<bigint>;
  completed: GeneratedAlways<bigint>;
  completed_volume: GeneratedAlways<bigint>;
  cancelled: GeneratedAlways<bigint>;
  cancelled_volume: GeneratedAlways<bigint>;
  /** Rows that somebody paid for: funded ones, and proposals that were carried out. */
  funded: GeneratedAlways<bigint>;
}

/** Kept by triggers; read as sums, because everybody writes them and they are spread over several shards. */
export interface ExplorerCountersTable extends Figures {
  activity: GeneratedAlways<Activity>;
  /** Volumes are those of BCH; of tokens they stay zero. */
  token_type: GeneratedAlways<TokenType>;
  shard: GeneratedAlways<number>;
}

/** Kept by triggers, for each token within each product and over all of them; read as sums, as above. */
export interface ExplorerTokensTable extends Figures {
  scope: GeneratedAlways<Activity | 'ALL'>;
  token_category: GeneratedAlways<string>;
  shard: GeneratedAlways<number>;
}

export interface ExplorerTables {
  explorer_counters: ExplorerCountersTable;
  explorer_tokens: ExplorerTokensTable;
}
