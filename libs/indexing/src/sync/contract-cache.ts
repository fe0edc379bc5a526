import type { Network } from '@weir/covenants';
import type { ProductContract } from '../products/product.types.js';
import { openStored } from '../products/registry.js';

const MOST = 2_000;

/** Contracts by their stored announcement (hex), the last ones used kept: making one costs milliseconds. */
export const createContractCache = (network: Network): ((announcement: string) => ProductContract) => {
  const kept = new Map<string, ProductContract>();
  return (announcement) => {
    const contract = kept.get(announcement) ?? openStored(announcement, network);
    kept.delete(announcement);
    kept.set(announcement, contract);
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    return contract;
  };
};
