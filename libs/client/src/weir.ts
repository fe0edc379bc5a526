import { createAirdrops } from './airdrops/airdrop-handle.js';
import type { ConnectionOptions } from './connection/connection.js';
import { createConnection } from './create-connection.js';
import { createCurrencyPayments } from './currency/currency-payments.js';
import { createDev } from './dev/dev.js';
import { createEvents } from './events/events.js';
import { createExports } from './exports/exports.js';
import { createLocks } from './locks/locks.js';
import { createMoves } from './moves/moves.js';
import { createResume } from './moves/resume.js';
import { createPayments } from './payments/payments.js';
import { createPlans } from './plans/plan-handle.js';
import { createIndexer } from './reads/indexer.js';
import {
  createBalance,
  createDiscard,
  createExplorer,
  createInfo,
  createPortfolio,
  createSearch,
  createSupply,
  createToken,
} from './reads/lookups.js';
import { createPeople } from './reads/people.js';
import { createStreams } from './streams/streams.js';
import { createPurses } from './vaults/purses.js';
import { createProposals, createVaults } from './vaults/vault-handle.js';
import { createWebhooks } from './webhooks/webhooks.js';

/**
 * Creates a client of the Weir API. Nothing is sent.
 *
 * @example
 * const weir = createWeir({ baseUrl: 'https://api.example', wallet });
 * const stream = await weir.streams.create({ recipient, totalAmount: 2, streamType: 'LINEAR' });
 * await stream.fund();
 */
export const createWeir = (options: ConnectionOptions) => {
  const connection = createConnection(options);
  return {
    streams: createStreams(connection),
    payments: createPayments(connection),
    /** Recurring payments of an amount in a currency, in BCH at an oracle's price. */
    currencyPayments: createCurrencyPayments(connection),
    locks: createLocks(connection),
    airdrops: createAirdrops(connection),
    plans: createPlans(connection),
    vaults: createVaults(connection),
    proposals: createProposals(connection),
    /** Money of vaults that one key pays out within a limit. */
    purses: createPurses(connection),
    /** Moves of streams and payments to another address of their recipient's. */
    moves: createMoves(connection),
    /** Records of all products, as everybody sees them. */
    explorer: createExplorer(connection),
    /** What the chain itself shows, and figures over time. */
    indexer: createIndexer(connection),
    /** Finds records by an address, a hash, an outpoint or an id. */
    search: createSearch(connection),
    /** Sums up what addresses have and must pay, and what their owner can do. */
    portfolio: createPortfolio(connection),
    /** Discards a record that nobody has funded. */
    discard: createDiscard(connection),
    /** Reads a token's name. */
    token: createToken(connection),
    /** Reads how much of a token is locked, and when it unlocks. */
    supply: createSupply(connection),
    /** Reads what a wallet holds. */
    balance: createBalance(connection),
    /** Reads what the service is: network, sign-in, limits, features. */
    info: createInfo(connection),
    /** An inbox, a calendar, and the price of BCH. */
    people: createPeople(connection),
    /** Webhooks: events that are sent to a server of yours. */
    webhooks: createWebhooks(connection),
    /** Coins, tokens, blocks and time of a local stack. */
    dev: createDev(connection),
    /** Iterates over events as they happen. */
    events: createEvents(connection),
    /** Exports for accountants. */
    exports: createExports(connection),
    /** Continues with what was signed and not confirmed: the `pending` that a method reported before it was cut off. */
    resume: createResume(connection),
    /**
     * Notes the terms of a record that the same caller made earlier, before a reload: what is signed for it must agree
     * with them, as it must with those of a record that this client made.
     */
    noteTerms(id: string, terms: object, isLock = false, at = Date.now() / 1000): void {
      connection.requested.set(id, { terms, isLock, at });
    },
    /**
     * Signs in ahead of need, at a moment that suits the user. Methods sign in by themselves where the server demands
     * it.
     */
    signIn: connection.signIn,
    /** Returns whether an address has signed in. */
    isSignedIn: connection.isSignedIn,
    /** Forgets the session of an address. */
    signOut: connection.signOut,
    /** The plain endpoints of openapi-fetch, typed by the API's OpenAPI document. */
    api: connection.api,
    /** Sends requests to plain endpoints as a wallet, with retries, sign-in and exact amounts. */
    ask: connection.ask,
  };
};

/** Everything that one API offers. */
export type Weir = Readonly<ReturnType<typeof createWeir>>;
