import {
  createAirdropsRepository,
  createExplorerRepository,
  createMoneyLinesRepository,
  createPlanListsRepository,
  createPlansRepository,
  createSearchRepository,
  createStreamsRepository,
  createVaultsRepository,
  type Database,
  type Reads,
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

/** The services over the records of the database. */
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

/**
 * The methods that only read, so that a standby can serve them. Those of proposals are not among them: they first bring
 * their vault up to date with the chain.
 */
export interface ReadingServices {
  readonly streams: Pick<StreamsService, 'list' | 'get' | 'schedule'>;
  readonly payments: Pick<PaymentsService, 'list' | 'get'>;
  readonly plans: Pick<PlansService, 'list' | 'get' | 'streams'>;
  readonly vaults: Pick<VaultsService, 'list' | 'get'>;
  readonly airdrops: Pick<AirdropsService, 'list' | 'get' | 'byClaimToken' | 'claimable'>;
  readonly explorer: ExplorerService;
  readonly search: SearchService;
  readonly exports: ExportsService;
}

/** The contexts of the services at the primary. */
export interface ReadingContexts {
  readonly plans: PlanContext;
  readonly vaults: VaultContext;
  readonly airdrops: AirdropContext;
}

/** Connections to one server; exports have a pool of their own. */
export interface ReadingDatabases {
  readonly database: Database;
  readonly exports: Database;
}

/** Creates the reading services over another database server. */
export const createReadingServices = (contexts: ReadingContexts, from: ReadingDatabases): ReadingServices => {
  const { database } = from;
  const vaults = createVaultsRepository(database);
  const plans: PlanContext = {
    ...contexts.plans,
    streams: createStreamsRepository(database),
    plans: createPlansRepository(database),
    lists: createPlanListsRepository(database),
    vaults,
  };
  const { network } = plans;
  return {
    streams: createStreamsService(plans),
    payments: createPaymentsService(plans),
    plans: createPlansService(plans),
    vaults: createVaultsService({ ...contexts.vaults, vaults }),
    airdrops: createAirdropsService({ ...contexts.airdrops, airdrops: createAirdropsRepository(database), vaults }),
    explorer: createExplorerService({ ...plans, explorer: createExplorerRepository(database) }),
    search: createSearchService({ records: createSearchRepository(database), network }),
    exports: createExportsService({ lines: createMoneyLinesRepository(from.exports), network }),
  };
};

/** Returns the services of the primary with reads delegated to whichever server may answer them. */
export const readWherePossible = (services: RecordServices, reads: Reads<ReadingServices>): RecordServices => ({
  streams: {
    ...services.streams,
    list: (query) => reads(({ streams }) => streams.list(query)),
    get: (id, viewer) => reads(({ streams }) => streams.get(id, viewer)),
    schedule: (id, points) => reads(({ streams }) => streams.schedule(id, points)),
  },
  payments: {
    ...services.payments,
    list: (query) => reads(({ payments }) => payments.list(query)),
    get: (id, viewer) => reads(({ payments }) => payments.get(id, viewer)),
  },
  plans: {
    ...services.plans,
    list: (query, caller) => reads(({ plans }) => plans.list(query, caller)),
    get: (id, viewer) => reads(({ plans }) => plans.get(id, viewer)),
    streams: (id, page, viewer) => reads(({ plans }) => plans.streams(id, page, viewer)),
  },
  vaults: {
    ...services.vaults,
    list: (query, caller) => reads(({ vaults }) => vaults.list(query, caller)),
    get: (id, caller) => reads(({ vaults }) => vaults.get(id, caller)),
  },
  airdrops: {
    ...services.airdrops,
    list: (query) => reads(({ airdrops }) => airdrops.list(query)),
    get: (id, page, viewer) => reads(({ airdrops }) => airdrops.get(id, page, viewer)),
    byClaimToken: (token) => reads(({ airdrops }) => airdrops.byClaimToken(token)),
    claimable: (address, viewer) => reads(({ airdrops }) => airdrops.claimable(address, viewer)),
  },
  explorer: { activity: (query) => reads(({ explorer }) => explorer.activity(query)) },
  search: { search: (text, viewer) => reads(({ search }) => search.search(text, viewer)) },
  exports: { activity: (query, viewer) => reads(({ exports }) => exports.activity(query, viewer)) },
});
