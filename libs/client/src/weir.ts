import { createAirdrops } from './airdrops/airdrops.js';
import type { Airdrops } from './airdrops/airdrops.types.js';
import type { Api } from './connection/api.js';
import { createConnection, type Connection, type ConnectionOptions } from './connection/connection.js';
import { createDev } from './dev/dev.js';
import type { Dev } from './dev/dev.types.js';
import { createEvents, type Events } from './events/events.js';
import { createExports, type Exports } from './exports/exports.js';
import { createPayments } from './payments/payments.js';
import type { Payments } from './payments/payments.types.js';
import { createPlans } from './plans/plans.js';
import type { Plans } from './plans/plans.types.js';
import { createExplorer, type Explorer } from './reads/explorer.js';
import { createIndexer, type Indexer } from './reads/indexer.js';
import { createInfo, createSearch, createToken, type AskInfo, type AskToken, type Search } from './reads/lookups.js';
import { createResume, type Resume } from './steps/resume.js';
import { createStreams } from './streams/streams.js';
import type { Streams } from './streams/streams.types.js';
import { createProposals } from './vaults/proposal-handle.js';
import { createVaults } from './vaults/vaults.js';
import type { Proposals, Vaults } from './vaults/vaults.types.js';
import { createWebhooks } from './webhooks/webhooks.js';
import type { Webhooks } from './webhooks/webhooks.types.js';

/** Everything one API offers. */
export interface Weir {
  readonly streams: Streams;
  readonly payments: Payments;
  readonly airdrops: Airdrops;
  readonly plans: Plans;
  readonly vaults: Vaults;
  readonly proposals: Proposals;
  /** Everything there is, of all products. */
  readonly explorer: Explorer;
  /** What the chain itself shows, and figures over time. */
  readonly indexer: Indexer;
  /** Finds records by what is known of them. */
  readonly search: Search;
  /** How a token is called. */
  readonly token: AskToken;
  /** What the service is. */
  readonly info: AskInfo;
  /** Events that are sent to a server of yours. */
  readonly webhooks: Webhooks;
  /** Coins, tokens, blocks and time of a local stack. */
  readonly dev: Dev;
  /** What happens, as it happens. */
  readonly events: Events;
  /** What accountants need. */
  readonly exports: Exports;
  /** Takes up what was signed and not confirmed: the `pending` that a verb told of before it was cut off. */
  readonly resume: Resume;
  /** Signs in ahead of need, at a moment that suits the user; verbs do it by themselves where the server wants it. */
  readonly signIn: Connection['signIn'];
  /** The plain endpoints, typed by the API's OpenAPI document: openapi-fetch. */
  readonly api: Api;
  /** Asks plain endpoints as a wallet, patiently, with exact amounts. */
  readonly ask: Connection['ask'];
}

/**
 * A client of the Weir API.
 *
 * @example
 * const weir = createWeir({ baseUrl: 'https://api.example', wallet });
 * const stream = await weir.streams.create({ recipient, totalAmount: 2, streamType: 'LINEAR' });
 * await stream.fund();
 */
export const createWeir = (options: ConnectionOptions): Weir => {
  const connection = createConnection(options);
  return {
    streams: createStreams(connection),
    payments: createPayments(connection),
    airdrops: createAirdrops(connection),
    plans: createPlans(connection),
    vaults: createVaults(connection),
    proposals: createProposals(connection),
    explorer: createExplorer(connection),
    indexer: createIndexer(connection),
    search: createSearch(connection),
    token: createToken(connection),
    info: createInfo(connection),
    webhooks: createWebhooks(connection),
    dev: createDev(connection),
    events: createEvents(connection),
    exports: createExports(connection),
    resume: createResume(connection),
    signIn: connection.signIn,
    api: connection.api,
    ask: connection.ask,
  };
};
