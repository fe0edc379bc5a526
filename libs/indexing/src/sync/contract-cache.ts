import { LRUCache } from 'lru-cache';
import type { Network } from '@weir/covenants';
import type { Announced, ProductContract, StoredTerms } from '../products/product.types.js';
import { openAnnounced } from '../products/registry.js';

/** What announcements open, by their locking bytecode (hex). */
export interface ContractCache {
  /** Undefined where it is no announcement, or of no product known here. */
  find(announcement: string): Announced | undefined;
  /** The contract of a row. @throws Error where this version does not know its announcement any more */
  get(stored: StoredTerms): ProductContract;
}

/** That of a public airdrop takes a quarter of a megabyte. */
const MAX_CONTRACTS = 100;

/** Makes contracts, and keeps the last ones used: making one costs milliseconds. */
export const createContractCache = (network: Network): ContractCache => {
  const cache = new LRUCache<string, Announced>({ max: MAX_CONTRACTS });
  const find = (announcement: string): Announced | undefined => {
    const known = cache.get(announcement);
    if (known !== undefined) return known;
    const announced = openAnnounced(announcement, network);
    if (announced !== undefined) cache.set(announcement, announced);
    return announced;
  };
  return {
    find,
    get(stored) {
      const announced = find(stored.announcement);
      if (announced === undefined)
        throw new Error(`A stored announcement is of no product known here: ${stored.announcement}`);
      return announced.contractOf(stored);
    },
  };
};
