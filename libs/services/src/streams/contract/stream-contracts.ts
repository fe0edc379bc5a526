import { LRUCache } from 'lru-cache';
import { createStreamContract, type Network, type StreamContract } from '@weir/covenants';
import type { NewStream } from '@weir/infra';
import { parametersOf, type ContractRow } from './parameters-of.js';

/** Contracts of stored rows. */
export interface StreamContracts {
  /** Of a row whose address is not known yet. @throws RangeError where no contract may be made of it */
  create(row: ContractRow): StreamContract;
  /** Of a stored row: its address names all that its contract is made of. */
  of(row: ContractRow & Pick<NewStream, 'contractAddress'>): StreamContract;
}

/** Contracts kept: making one takes milliseconds, a request asks for its own several times. */
const MAX_CONTRACTS = 500;

/** Makes contracts, and keeps the last ones used. */
export const createStreamContracts = (network: Network): StreamContracts => {
  const cache = new LRUCache<string, StreamContract>({ max: MAX_CONTRACTS });
  const create = (row: ContractRow): StreamContract => createStreamContract(parametersOf(row), network);
  return {
    create,
    of(row) {
      const known = cache.get(row.contractAddress);
      if (known !== undefined) return known;
      const contract = create(row);
      cache.set(row.contractAddress, contract);
      return contract;
    },
  };
};
