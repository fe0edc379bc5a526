import { createAirdrops } from './airdrops/airdrop-handle.js';
import type { Airdrops } from './airdrops/airdrops.types.js';
import type { Api } from './connection/ask.js';
import { type Connection, type ConnectionOptions, createConnection } from './connection/connection.js';
import { createDev, type Dev } from './dev/dev.js';
import { createEvents, type Events } from './events/events.js';
import { createExports, type Exports } from './exports/exports.js';
import { createPayments, type Payments } from './payments/payments.js';
import { createPlans } from './plans/plan-handle.js';
import type { Plans } from './plans/plans.types.js';
import { createIndexer, type Indexer } from './reads/indexer.js';
import {
  type AskInfo,
  type AskToken,
  createExplorer,
  createInfo,
  createSearch,
  createToken,
  type Explorer,
  type Search,
} from './reads/lookups.js';
import { createResume, type Resume } from './steps/confirm.js';
import { createStreams, type Streams } from './streams/streams.js';
import { createProposals, createVaults } from './vaults/vault-handle.js';
import type { Proposals, Vaults } from './vaults/vaults.types.js';
import { createWebhooks, type Webhooks } from './webhooks/webhooks.js';

/** Everything that one API offers. */
export interface Weir {
  readonly streams: Streams;
  readonly payments: Payments;
  readonly airdrops: Airdrops;
  readonly plans: Plans;
  readonly vaults: Vaults;
  readonly proposals: Proposals;
  /** Records of all products, as everybody sees them. */
  readonly explorer: Explorer;
  /** What the chain itself shows, and figures over time. */
  readonly indexer: Indexer;
  /** Finds records by an address, a hash, an outpoint or an id. */
  readonly search: Search;
  /** Reads a token's name. */
  readonly token: AskToken;
  /** Reads what the service is: network, sign-in, limits, features. */
  readonly info: AskInfo;
  /** Webhooks: events that are sent to a server of yours. */
  readonly webhooks: Webhooks;
  /** Coins, tokens, blocks and time of a local stack. */
  readonly dev: Dev;
  /** Iterates over events as they happen. */
  readonly events: Events;
  /** Exports for accountants. */
  readonly exports: Exports;
  /** Continues with what was signed and not confirmed: the `pending` that a method reported before it was cut off. */
  readonly resume: Resume;
  /**
   * Signs in ahead of need, at a moment that suits the user. Methods sign in by themselves where the server demands
   * it.
   */
  readonly signIn: Connection['signIn'];
  /** The plain endpoints of openapi-fetch, typed by the API's OpenAPI document. */
  readonly api: Api;
  /** Sends requests to plain endpoints as a wallet, with retries, sign-in and exact amounts. */
  readonly ask: Connection['ask'];
}

/**
 * Creates a client of the Weir API. Nothing is sent.
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
