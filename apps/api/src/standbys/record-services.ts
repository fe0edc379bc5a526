import type { FastifyBaseLogger } from 'fastify';
import {
  type ActivityRepository,
  createActivityRepository,
  createAirdropsRepository,
  createExplorerRepository,
  createLedgerRepository,
  createOracleArchive,
  createPlansRepository,
  createPortfolioRepository,
  createPrimaryPosition,
  createReads,
  createSearchRepository,
  createStreamsRepository,
  createVaultsRepository,
  type Database,
  type DatabaseOptions,
  type ExplorerRepository,
  type LedgerRepository,
  type OracleArchive,
  openStandbys,
  type PortfolioRepository,
  type Reads,
  readStandbys,
  type SearchRepository,
} from '@weir/infra';
import {
  type AirdropsService,
  createAirdropsService,
  createExplorerService,
  createExportsService,
  createMovesService,
  createPaymentsService,
  createPlansService,
  createPortfolioService,
  createSearchService,
  createStreamsService,
  createVaultsService,
  type ExplorerService,
  type ExportsService,
  type MovesService,
  type PaymentsService,
  type PlansService,
  type PortfolioService,
  type SearchService,
  type StreamsService,
  type VaultContext,
  type VaultsService,
} from '@weir/services';

/** The contexts of the services over the records of one database server. */
export interface RecordContexts {
  /** Of the records of all products. */
  readonly records: VaultContext;
  readonly explorer: ExplorerRepository;
  readonly portfolio: PortfolioRepository;
  readonly archive: OracleArchive;
  readonly search: SearchRepository;
  readonly exports: LedgerRepository;
  readonly activity: ActivityRepository;
}

/** The services over the records. */
export interface RecordServices {
  readonly streams: StreamsService;
  readonly payments: PaymentsService;
  readonly plans: PlansService;
  readonly moves: MovesService;
  readonly vaults: VaultsService;
  readonly airdrops: AirdropsService;
  readonly explorer: ExplorerService;
  readonly portfolio: PortfolioService;
  readonly search: SearchService;
  readonly exports: ExportsService;
}

/** Creates the services over the records. */
export const createRecordServices = ({
  records,
  explorer,
  portfolio,
  archive,
  search,
  exports,
  activity,
}: RecordContexts): RecordServices => ({
  streams: createStreamsService(records),
  payments: createPaymentsService(records),
  plans: createPlansService(records),
  moves: createMovesService(records),
  vaults: createVaultsService(records),
  airdrops: createAirdropsService(records.airdrops),
  explorer: createExplorerService({ ...records, explorer }),
  portfolio: createPortfolioService({ ...records, portfolio, archive }),
  search: createSearchService({ records: search, explorer, network: records.network }),
  exports: createExportsService({ lines: exports, entries: activity, network: records.network }),
});

/** The same contexts over another database server. @param exports a pool of its own, since exports hold connections for long */
export const contextsAt = (primary: RecordContexts, database: Database, exports: Database): RecordContexts => {
  const vaults = createVaultsRepository(database);
  return {
    records: {
      ...primary.records,
      streams: createStreamsRepository(database),
      plans: createPlansRepository(database),
      vaults,
      airdrops: { ...primary.records.airdrops, airdrops: createAirdropsRepository(database), vaults },
    },
    explorer: createExplorerRepository(database),
    portfolio: createPortfolioRepository(database),
    archive: createOracleArchive(database),
    search: createSearchRepository(database),
    exports: createLedgerRepository(exports),
    activity: createActivityRepository(database),
  };
};

/**
 * The use cases that only read, so that a standby may answer them. Those of proposals are not among them: they first bring
 * their vault up to date with the chain.
 */
const AT_STANDBYS = {
  streams: ['list', 'get', 'schedule'],
  payments: ['list', 'get'],
  plans: ['list', 'labels', 'get', 'streams', 'paydays'],
  moves: ['list'],
  vaults: ['list', 'get', 'waiting'],
  airdrops: ['list', 'get', 'byClaimToken', 'claimable'],
  explorer: ['activity'],
  portfolio: ['read'],
  search: ['search'],
  exports: ['activity', 'entries'],
} as const satisfies { readonly [Area in keyof RecordServices]: readonly (keyof RecordServices[Area])[] };

type UseCases = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>;

/** Returns the services of the primary with reads answered by any permitted server. */
export const readWherePossible = (services: RecordServices, reads: Reads<RecordServices>): RecordServices => {
  const at = <Area extends keyof RecordServices>(area: Area): RecordServices[Area] => {
    const useCaseOf = (place: RecordServices, name: string) => (place[area] as UseCases)[name];
    const names: readonly string[] = AT_STANDBYS[area];
    const reading = names.map((name): readonly [string, UseCases[string]] => [
      name,
      (...input) => reads(async (place) => useCaseOf(place, name)?.(...input)),
    ]);
    return { ...services[area], ...Object.fromEntries(reading) };
  };
  return {
    streams: at('streams'),
    payments: at('payments'),
    plans: at('plans'),
    moves: at('moves'),
    vaults: at('vaults'),
    airdrops: at('airdrops'),
    explorer: at('explorer'),
    portfolio: at('portfolio'),
    search: at('search'),
    exports: at('exports'),
  };
};

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

/** Lets standbys answer reads of the services. Undefined where none is configured. */
export const createStandbyReading = (options: StandbyReadingOptions) => {
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
    /** Reads answered since the start, by host and port or `primary`. */
    reads: (): Readonly<Record<string, number>> => counts,
    standbys: () => readStandbys(standbys, position),
    close: async () => {
      await Promise.allSettled([...lists, ...exports].map(({ database: own }) => own.destroy()));
    },
  };
};
