import { sql } from 'kysely';
import { byStatement, hash, type InjectedFault } from './inject.js';

/** Sums that are not those of their rows. */
export const counters: readonly InjectedFault[] = [
  {
    fault: 'wrong-stream-counter',
    inject: byStatement(() => sql`UPDATE stream_counters SET active = active + 1 WHERE scope = 'sender'`),
  },
  {
    fault: 'wrong-campaign-counter',
    inject: byStatement(() => sql`UPDATE airdrop_counters SET campaigns = campaigns + 1`),
  },
  {
    fault: 'wrong-explorer-figure',
    inject: byStatement(
      () => sql`UPDATE explorer_counters SET active_volume = active_volume + 1 WHERE activity = 'STREAM'`,
    ),
  },
  {
    fault: 'wrong-token-figure',
    inject: byStatement(
      () => sql`
      INSERT INTO explorer_tokens VALUES ('ALL', ${hash()}, 0, 1, 5, 0, 0, 0, 0, 0, 0, 0)`,
    ),
  },
];
