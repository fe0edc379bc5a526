import type { FastifyBaseLogger } from 'fastify';
import { isLocalNetwork } from '@weir/covenants/chain';
import {
  clearListChanges,
  createDeliveryQueue,
  createExpiryRepository,
  createFinalityRepository,
  createMailQueue,
  readHorizon,
  type ChainReader,
  type Database,
  type IdempotencyRepository,
  type PortfolioRepository,
  type PublishedEventsRepository,
  type TokensRepository,
} from '@weir/infra';
import {
  createCampaignWatcher,
  createCurrencyWatcher,
  createEventKeeper,
  createExpiryWatcher,
  createFinalityWatcher,
  createListChangesKeeper,
  createMailSender,
  createOracleWatcher,
  createStreamWatcher,
  createTokenWatcher,
  createVaultWatcher,
  createWebhookSender,
  type CurrencyContext,
  type Mailboxes,
  type VaultContext,
} from '@weir/services';
import type { Config } from '../config/config.js';
import type { TokenMetrics } from '../metrics/service-metrics.js';
import type { createEventPresenter } from '../tokens/token-names.plugin.js';

/** What the workers share with the requests of their process. */
export interface WorkerParts {
  readonly database: Database;
  readonly chain: ChainReader;
  /** Of the records of all products. */
  readonly records: VaultContext;
  /** Of payments in a currency. */
  readonly currency: CurrencyContext;
  readonly keys: IdempotencyRepository;
  readonly events: PublishedEventsRepository;
  readonly portfolio: PortfolioRepository;
  /** Undefined where no e-mail is sent. */
  readonly mailboxes: Mailboxes | undefined;
  readonly presentEvent: ReturnType<typeof createEventPresenter>;
  readonly eventIdSecret: () => Promise<string>;
  readonly tokens: TokensRepository;
  readonly tokenMetrics: TokenMetrics;
  readonly logger: FastifyBaseLogger;
  /** Unix seconds, by the chain. */
  readonly now: () => number;
  /** Unix seconds, by the machine. */
  readonly wallClock: () => number;
}

/** Starts what this process does beside answering requests: each worker works in one process among all replicas. */
export const startWorkers = (config: Config, parts: WorkerParts) => {
  const { database, chain, records, currency, events, logger: log, now } = parts;
  const { databaseUrl, eventsSeconds: keptSeconds, mail } = config;
  const options = { databaseUrl, log };
  const protects = config.watcher === 'protect';
  return {
    stream: protects ? createStreamWatcher({ ...options, context: records }) : undefined,
    campaign: protects ? createCampaignWatcher({ ...options, context: records.airdrops }) : undefined,
    vault: protects ? createVaultWatcher({ ...options, context: records }) : undefined,
    currency: protects ? createCurrencyWatcher({ ...options, context: currency }) : undefined,
    finality: protects
      ? createFinalityWatcher({ ...options, chain, finality: createFinalityRepository(database), now: parts.wallClock })
      : undefined,
    expiry: protects
      ? createExpiryWatcher({
          context: { records, currency, expiry: createExpiryRepository(database), keys: parts.keys, log },
          databaseUrl,
        })
      : undefined,
    events: protects ? createEventKeeper({ ...options, events, keptSeconds, now }) : undefined,
    webhooks:
      config.webhooks === 'off'
        ? undefined
        : createWebhookSender({
            ...options,
            events,
            network: config.http.network,
            keptSeconds,
            now,
            queue: createDeliveryQueue(database),
            present: parts.presentEvent,
            idSecret: parts.eventIdSecret,
            allowPrivate: config.webhooks === 'local',
          }),
    mail:
      mail === undefined || parts.mailboxes === undefined
        ? undefined
        : createMailSender({
            ...options,
            events,
            queue: createMailQueue(database),
            records: { portfolio: parts.portfolio, airdrops: records.airdrops.airdrops, chain, now },
            network: config.http.network,
            mailboxes: parts.mailboxes,
            channels: mail.channels,
            now: parts.wallClock,
          }),
    oracles:
      config.oracles.length === 0
        ? undefined
        : createOracleWatcher({
            ...options,
            archive: currency.archive,
            oracles: config.oracles,
            allowPrivate: isLocalNetwork(config.http.network),
            now,
          }),
    tokens:
      config.tokens.mode === 'off'
        ? undefined
        : createTokenWatcher({
            ...options,
            chain,
            tokens: parts.tokens,
            ages: config.tokens,
            ipfsGateway: config.tokens.ipfsGateway,
            allowPrivate: config.tokens.mode === 'local',
            now: parts.wallClock,
            onResult: parts.tokenMetrics.onFetch,
            onLookUp: parts.tokenMetrics.onLookUp,
          }),
    // In every process: it may be the only one.
    listChanges: createListChangesKeeper({
      readHorizon: () => readHorizon(database),
      clear: (floor) => clearListChanges(database, floor),
      log,
    }),
  };
};
