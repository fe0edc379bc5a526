import type { GeneratedAlways } from 'kysely';
import type { TokenType } from '@weir/api-contract/words';

/** Which product a row of the explorer comes from. */
export type Activity = 'STREAM' | 'PAYMENT' | 'AIRDROP' | 'TREASURY';

/** Rows by the explorer's statuses, and the sums in base units of what they were funded with; of PENDING ones of their totals. */
interface Figures {
  pending: GeneratedAlways<number>;
  pendingVolume: GeneratedAlways<bigint>;
  active: GeneratedAlways<number>;
  activeVolume: GeneratedAlways<bigint>;
  completed: GeneratedAlways<number>;
  completedVolume: GeneratedAlways<bigint>;
  cancelled: GeneratedAlways<number>;
  cancelledVolume: GeneratedAlways<bigint>;
  /** Rows that somebody paid for: funded ones, and proposals that were carried out. */
  funded: GeneratedAlways<number>;
}

/** Kept by triggers; read as sums, because everybody writes them and they are spread over several shards. */
export interface ExplorerCountersTable extends Figures {
  activity: GeneratedAlways<Activity>;
  /** Volumes are those of BCH; of tokens they stay zero. */
  tokenType: GeneratedAlways<TokenType>;
  shard: GeneratedAlways<number>;
}

/** Kept by triggers, for each token within each product and over all of them; read as sums, as above. */
export interface ExplorerTokensTable extends Figures {
  scope: GeneratedAlways<Activity | 'ALL'>;
  tokenCategory: GeneratedAlways<string>;
  shard: GeneratedAlways<number>;
}

export interface ExplorerTables {
  explorerCounters: ExplorerCountersTable;
  explorerTokens: ExplorerTokensTable;
}
