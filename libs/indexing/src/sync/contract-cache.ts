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
const MOST = 100;

/** Makes contracts, and keeps the last ones used: making one costs milliseconds. */
export const createContractCache = (network: Network): ContractCache => {
  const kept = new Map<string, ProductContract>();
  const find = (announcement: string): ProductContract | undefined => {
    const contract = kept.get(announcement) ?? openAnnounced(announcement, network);
    if (contract === undefined) return undefined;
    kept.delete(announcement);
    kept.set(announcement, contract);
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
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
