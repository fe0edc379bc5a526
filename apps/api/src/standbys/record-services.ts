import {
  createAirdropsRepository,
  createExplorerRepository,
  createLedgerRepository,
  createPlanListsRepository,
  createPlansRepository,
  createSearchRepository,
  createStreamsRepository,
  createVaultsRepository,
  type Database,
  type ExplorerRepository,
  type LedgerRepository,
  type Reads,
  type SearchRepository,
} from '@weir/infra';
import {
  createAirdropsService,
  createExplorerService,
  createExportsService,
  createPaymentsService,
  createPlansService,
  createSearchService,
  createStreamsService,
  createVaultsService,
  type AirdropContext,
  type AirdropsService,
  type ExplorerService,
  type ExportsService,
  type PaymentsService,
  type PlanContext,
  type PlansService,
  type SearchService,
  type StreamsService,
  type VaultContext,
  type VaultsService,
} from '@weir/services';

/** The contexts of the services over the records of one database server. */
export interface RecordContexts {
  /** Of streams and payments, too. */
  readonly plans: PlanContext;
  readonly vaults: VaultContext;
  readonly airdrops: AirdropContext;
  readonly explorer: ExplorerRepository;
  readonly search: SearchRepository;
  readonly exports: LedgerRepository;
}

/** The services over the records. */
export interface RecordServices {
  readonly streams: StreamsService;
  readonly payments: PaymentsService;
  readonly plans: PlansService;
  readonly vaults: VaultsService;
  readonly airdrops: AirdropsService;
  readonly explorer: ExplorerService;
  readonly search: SearchService;
  readonly exports: ExportsService;
}

/** Creates the services over the records. */
export const createRecordServices = ({
  plans,
  vaults,
  airdrops,
  explorer,
  search,
  exports,
}: RecordContexts): RecordServices => ({
  streams: createStreamsService(plans),
  payments: createPaymentsService(plans),
  plans: createPlansService(plans),
  vaults: createVaultsService(vaults),
  airdrops: createAirdropsService(airdrops),
  explorer: createExplorerService({ ...plans, explorer }),
  search: createSearchService({ records: search, network: plans.network }),
  exports: createExportsService({ lines: exports, network: plans.network }),
});

/** The same contexts over another database server. @param exports a pool of its own, since exports hold connections for long */
export const contextsAt = (primary: RecordContexts, database: Database, exports: Database): RecordContexts => {
  const vaults = createVaultsRepository(database);
  return {
    plans: {
      ...primary.plans,
      streams: createStreamsRepository(database),
      plans: createPlansRepository(database),
      lists: createPlanListsRepository(database),
      vaults,
    },
    vaults: { ...primary.vaults, vaults },
    airdrops: { ...primary.airdrops, airdrops: createAirdropsRepository(database), vaults },
    explorer: createExplorerRepository(database),
    search: createSearchRepository(database),
    exports: createLedgerRepository(exports),
  };
};

/**
 * The use cases that only read, so that a standby may answer them. Those of proposals are not among them: they first bring
 * their vault up to date with the chain.
 */
const AT_STANDBYS = {
  streams: ['list', 'get', 'schedule'],
  payments: ['list', 'get'],
  plans: ['list', 'get', 'streams'],
  vaults: ['list', 'get'],
  airdrops: ['list', 'get', 'byClaimToken', 'claimable'],
  explorer: ['activity'],
  search: ['search'],
  exports: ['activity'],
} as const satisfies { readonly [Area in keyof RecordServices]: readonly (keyof RecordServices[Area])[] };

type UseCases = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>;

/** Returns the services of the primary with reads answered by whichever server may. */
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
    vaults: at('vaults'),
    airdrops: at('airdrops'),
    explorer: at('explorer'),
    search: at('search'),
    exports: at('exports'),
  };
};
