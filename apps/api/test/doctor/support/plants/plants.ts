import { airdrops } from './airdrops.js';
import { announcements } from './announcements.js';
import { counters } from './counters.js';
import { events } from './events.js';
import { leftovers } from './leftovers.js';
import { mails } from './mails.js';
import { plans } from './plans.js';
import type { Plant } from './plant.js';
import { streams } from './streams.js';
import { vaults } from './vaults.js';

/** Faults of every kind, each of which the doctor names and heals. */
export const PLANTS: readonly Plant[] = [
  ...counters,
  ...plans,
  ...events,
  ...leftovers,
  ...mails,
  ...vaults,
  ...airdrops,
  ...streams,
  ...announcements,
];
