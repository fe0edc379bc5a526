import type { FastifyBaseLogger } from 'fastify';
import {
  createPrimaryPosition,
  createReads,
  openStandbys,
  readStandbys,
  type Database,
  type DatabaseOptions,
  type StandbyReading,
} from '@weir/infra';
import {
  contextsAt,
  createRecordServices,
  readWherePossible,
  type RecordContexts,
  type RecordServices,
} from './record-services.js';

export interface StandbyReadingOptions {
  /** URLs of the standbys, one server each. */
  readonly urls: readonly string[];
  /** Longest wait for a standby to catch up with the last commit, milliseconds. */
  readonly waitMs: number;
  /** Database of the primary. */
  readonly database: Database;
  readonly services: RecordServices;
  /** Of the services at the primary. */
  readonly contexts: RecordContexts;
  /** Options of the pools for exports. */
  readonly exports: Omit<DatabaseOptions, 'url' | 'onConnectionLost'>;
  readonly logger: FastifyBaseLogger;
}

/** The services that requests use, and the state of the standbys. */
export interface StandbyReadingServices {
  readonly services: RecordServices;
  /** Reads answered since the start, by host and port or `primary`. */
  readonly reads: () => Readonly<Record<string, number>>;
  readonly standbys: () => Promise<readonly StandbyReading[]>;
  readonly close: () => Promise<void>;
}

/** Lets standbys answer reads of the services. Undefined where none is configured. */
export const createStandbyReading = (options: StandbyReadingOptions): StandbyReadingServices | undefined => {
  const { urls, services, contexts, database, logger } = options;
  if (urls.length === 0) return undefined;
  const onConnectionLost = (err: Error) => logger.warn({ err }, 'Connection to a standby lost');
  const lists = openStandbys(urls, () => ({ applicationName: 'weir-api-reads', onConnectionLost }));
  const exports = openStandbys(urls, () => ({ ...options.exports, onConnectionLost }));
  const position = createPrimaryPosition(database);
  const suspended = new Map<string, string>();
  const counts: Record<string, number> = { primary: 0 };
  const reads = createReads({
    primary: services,
    standbys: lists.flatMap(({ standby, database: own }, at) => {
      const exporting = exports[at];
      if (exporting === undefined) return [];
      return [{ standby, at: createRecordServices(contextsAt(contexts, own, exporting.database)) }];
    }),
    position,
    waitMs: options.waitMs,
    onRead: (place) => {
      counts[place] = (counts[place] ?? 0) + 1;
      suspended.delete(place);
    },
    onSuspended: (standby, err) => {
      // Retried every second, logged once.
      if (suspended.get(standby) !== err.message) logger.warn({ standby, err }, 'Standby suspended');
      suspended.set(standby, err.message);
    },
  });
  const standbys = lists.map(({ standby }) => standby);
  return {
    services: readWherePossible(services, reads),
    reads: () => counts,
    standbys: () => readStandbys(standbys, position),
    close: async () => {
      await Promise.allSettled([...lists, ...exports].map(({ database: own }) => own.destroy()));
    },
  };
};
