import { airdrops } from './airdrops.js';
import { announcements } from './announcements.js';
import { counters } from './counters.js';
import { currency } from './currency.js';
import { events } from './events.js';
import type { InjectedFault } from './inject.js';
import { leftovers } from './leftovers.js';
import { mails } from './mails.js';
import { plans } from './plans.js';
import { streams } from './streams.js';
import { vaults } from './vaults.js';

/** Faults of every kind, each of which the doctor names and repairs. */
export const INJECTED_FAULTS: readonly InjectedFault[] = [
  ...counters,
  ...plans,
  ...events,
  ...leftovers,
  ...mails,
  ...vaults,
  ...currency,
  ...airdrops,
  ...streams,
  ...announcements,
];
