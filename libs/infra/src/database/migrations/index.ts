import type { Migration } from 'kysely';
import * as streams from './001-streams.js';
import * as transitions from './002-transitions.js';
import * as streamCounters from './003-stream-counters.js';
import * as chainWatch from './004-chain-watch.js';
import * as companions from './005-companions.js';
import * as payments from './006-payments.js';
import * as vaults from './007-vaults.js';
import * as callers from './008-callers.js';
import * as airdrops from './009-airdrops.js';
import * as explorer from './010-explorer.js';
import * as campaignWatch from './011-campaign-watch.js';
import * as wholeSeconds from './012-whole-seconds.js';
import * as notedTransactions from './013-noted-transactions.js';
import * as privateLists from './014-private-lists.js';
import * as fundedVolume from './015-funded-volume.js';
import * as vaultWatch from './016-vault-watch.js';
import * as quotas from './020-quotas.js';
import * as fundedBy from './021-funded-by.js';
import * as plans from './022-plans.js';
import * as siblings from './023-siblings.js';
import * as planLists from './025-plan-lists.js';
import * as offeredCoins from './026-offered-coins.js';
import * as outbox from './027-outbox.js';
import * as outboxTriggers from './028-outbox-triggers.js';
import * as webhooks from './029-webhooks.js';
import * as search from './030-search.js';
import * as idempotencyKeys from './031-idempotency-keys.js';
import * as payoutIndex from './032-payout-index.js';
import * as tokens from './033-tokens.js';
import * as proposalSubjects from './035-proposal-subjects.js';
import * as streamsOpenedAtOnce from './036-streams-opened-at-once.js';
import * as airdropVaults from './038-airdrop-vaults.js';
import * as finalityEvents from './039-finality-events.js';
import * as vaultDeposits from './040-vault-deposits.js';
import * as serverTimelines from './042-server-timelines.js';
import * as listChanges from './044-list-changes.js';
import * as laneUnits from './045-lane-units.js';
import * as expiredVaults from './046-expired-vaults.js';
import * as eventTimelines from './047-event-timelines.js';
import * as webhookMatching from './048-webhook-matching.js';

/**
 * All migrations by name, in the order of their names. Named here rather than found on disk, so that they are
 * there in every build. Add new ones at the end; never change one that has been released.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-streams': streams,
  '002-transitions': transitions,
  '003-stream-counters': streamCounters,
  '004-chain-watch': chainWatch,
  '005-companions': companions,
  '006-payments': payments,
  '007-vaults': vaults,
  '008-callers': callers,
  '009-airdrops': airdrops,
  '010-explorer': explorer,
  '011-campaign-watch': campaignWatch,
  '012-whole-seconds': wholeSeconds,
  '013-noted-transactions': notedTransactions,
  '014-private-lists': privateLists,
  '015-funded-volume': fundedVolume,
  '016-vault-watch': vaultWatch,
  '020-quotas': quotas,
  '021-funded-by': fundedBy,
  '022-plans': plans,
  '023-siblings': siblings,
  '025-plan-lists': planLists,
  '026-offered-coins': offeredCoins,
  '027-outbox': outbox,
  '028-outbox-triggers': outboxTriggers,
  '029-webhooks': webhooks,
  '030-search': search,
  '031-idempotency-keys': idempotencyKeys,
  '032-payout-index': payoutIndex,
  '033-tokens': tokens,
  '035-proposal-subjects': proposalSubjects,
  '036-streams-opened-at-once': streamsOpenedAtOnce,
  '038-airdrop-vaults': airdropVaults,
  '039-finality-events': finalityEvents,
  '040-vault-deposits': vaultDeposits,
  '042-server-timelines': serverTimelines,
  '044-list-changes': listChanges,
  '045-lane-units': laneUnits,
  '046-expired-vaults': expiredVaults,
  '047-event-timelines': eventTimelines,
  '048-webhook-matching': webhookMatching,
};
