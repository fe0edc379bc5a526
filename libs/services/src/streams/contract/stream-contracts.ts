import { LRUCache } from 'lru-cache';
import type { MemberFunding, Network, PlanContract, StreamModel } from '@weir/covenants';
import type { NewStream, PlanPlaceRecord } from '@weir/infra';
import { contractsOfPlace, fundingOfRow, modelOfRow, type PlanRow } from './plan-rows.js';

/** The columns that identify the contract of a row. */
export type ModelledRow = PlanRow & Pick<NewStream, 'place'>;

/** Contracts of stored rows. */
export interface StreamContracts {
  /** Returns the model of a row. */
  of(row: ModelledRow): StreamModel;
  /** Returns how a row is funded. */
  fundingOf(row: ModelledRow): MemberFunding;
}

/** How many announcements are cached: making contracts takes milliseconds, and a request needs its own several times. */
const MAX_ANNOUNCEMENTS = 500;

/** Makes contracts and caches those of the announcements used last: siblings share them. */
export const createStreamContracts = (network: Network): StreamContracts => {
  const shared = new LRUCache<string, readonly PlanContract[]>({ max: MAX_ANNOUNCEMENTS });

  const contractOf = (place: PlanPlaceRecord): PlanContract => {
    const contracts = shared.get(place.announcement) ?? contractsOfPlace(place, network);
    shared.set(place.announcement, contracts);
    const contract = contracts[place.group];
    if (contract === undefined) throw new Error('A stored stream stands in a group that its plan does not have');
    return contract;
  };

  return {
    of: (row) => modelOfRow(row, contractOf(row.place)),
    fundingOf: (row) => fundingOfRow(row, row.place, contractOf(row.place)),
  };
};
