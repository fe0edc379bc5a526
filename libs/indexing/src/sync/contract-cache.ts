import { LRUCache } from 'lru-cache';
import type { Network } from '@weir/covenants';
import type { Announced, ProductContract, StoredTerms } from '../products/product.types.js';
import { openAnnounced } from '../products/registry.js';

/** A cache of parsed announcements by their locking bytecode (hex). */
export interface ContractCache {
  /** Returns undefined where it is not an announcement, or of no known product. */
  find(announcement: string): Announced | undefined;
  /** Returns the contract of a row. @throws Error when this version does not know its announcement */
  get(stored: StoredTerms): ProductContract;
}

/** The contract of a public airdrop takes a quarter of a megabyte. */
const MAX_CONTRACTS = 100;

/** Creates the cache, which keeps the most recently used contracts: constructing one takes milliseconds. */
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
