import { LRUCache } from 'lru-cache';
import { createStreamContract, type FundableStream, type Network, type PlanContract } from '@weir/covenants';
import type { NewStream, PlanPlaceRecord } from '@weir/infra';
import { parametersOf, type ContractRow } from './parameters-of.js';
import { contractsOfPlace, memberOf, type PlanRow } from './plan-rows.js';

/** The columns that identify a row's contract, of a plan or of its own. */
export type ModelledRow = ContractRow & PlanRow & Pick<NewStream, 'contractAddress' | 'place'>;

/** Contracts of stored rows. */
export interface StreamContracts {
  /**
   * What the contract of a row may do: a stream of a plan, or, where the row has no place in one, the contract of its own
   * that streams and payments had before plans.
   */
  of(row: ModelledRow): FundableStream;
}

/** How many contracts are cached: making one takes milliseconds, and a request needs its own several times. */
const MAX_CONTRACTS = 500;

/** Makes contracts and caches those used last. */
export const createStreamContracts = (network: Network): StreamContracts => {
  const own = new LRUCache<string, FundableStream>({ max: MAX_CONTRACTS });
  const shared = new LRUCache<string, readonly PlanContract[]>({ max: MAX_CONTRACTS });

  const contractsOf = (place: PlanPlaceRecord): readonly PlanContract[] => {
    const known = shared.get(place.announcement);
    if (known !== undefined) return known;
    const contracts = contractsOfPlace(place, network);
    shared.set(place.announcement, contracts);
    return contracts;
  };

  return {
    of(row) {
      if (row.place !== null) return memberOf(row, row.place, contractsOf(row.place));
      const known = own.get(row.contractAddress);
      if (known !== undefined) return known;
      const contract = createStreamContract(parametersOf(row), network);
      own.set(row.contractAddress, contract);
      return contract;
    },
  };
};
