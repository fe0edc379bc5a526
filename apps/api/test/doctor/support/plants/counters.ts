import { sql } from 'kysely';
import { byStatement, hash, type Plant } from './plant.js';

/** Sums that are not those of their rows. */
export const counters: readonly Plant[] = [
  {
    fault: 'wrong-stream-counter',
    plant: byStatement(() => sql`UPDATE stream_counters SET active = active + 1 WHERE scope = 'sender'`),
  },
  {
    fault: 'wrong-campaign-counter',
    plant: byStatement(() => sql`UPDATE airdrop_counters SET campaigns = campaigns + 1`),
  },
  {
    fault: 'wrong-explorer-figure',
    plant: byStatement(
      () => sql`UPDATE explorer_counters SET active_volume = active_volume + 1 WHERE activity = 'STREAM'`,
    ),
  },
  {
    fault: 'wrong-token-figure',
    plant: byStatement(
      () => sql`
      INSERT INTO explorer_tokens VALUES ('ALL', ${hash()}, 0, 1, 5, 0, 0, 0, 0, 0, 0, 0)`,
    ),
  },
];
