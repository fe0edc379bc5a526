import { LRUCache } from 'lru-cache';
import type { Network } from '@weir/covenants';
import type { ProductContract } from '../products/product.types.js';
import { openAnnounced } from '../products/registry.js';

/** Contracts by their announcement's locking bytecode (hex). */
export interface ContractCache {
  /** Undefined where it is no announcement, or of no product known here. */
  find(announcement: string): ProductContract | undefined;
  /** Of an announcement that was found before. @throws Error where this version does not know it any more */
  get(announcement: string): ProductContract;
}

/** That of a public airdrop takes a quarter of a megabyte. */
const MAX_CONTRACTS = 100;

/** Makes contracts, and keeps the last ones used: making one costs milliseconds. */
export const createContractCache = (network: Network): ContractCache => {
  const cache = new LRUCache<string, ProductContract>({ max: MAX_CONTRACTS });
  const find = (announcement: string): ProductContract | undefined => {
    const known = cache.get(announcement);
    if (known !== undefined) return known;
    const contract = openAnnounced(announcement, network);
    if (contract !== undefined) cache.set(announcement, contract);
    return contract;
  };
  return {
    find,
    get(announcement) {
      const contract = find(announcement);
      if (contract === undefined) throw new Error(`A stored announcement is of no product known here: ${announcement}`);
      return contract;
    },
  };
};
