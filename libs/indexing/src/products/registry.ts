import { hexToBin } from '@bitauth/libauth';
import type { Network } from '@weir/covenants';
import { airdropProduct } from './airdrop.product.js';
import { planProduct } from './plan.product.js';
import type { Announced, Product, ProductTerms, StoredTerms } from './product.types.js';

/** All products that the indexer follows. A new product is one file and one line here. */
const PRODUCTS: readonly Product[] = [planProduct, airdropProduct];

const firstOf = <T>(ask: (product: Product) => T | undefined): T | undefined => {
  for (const product of PRODUCTS) {
    const answer = ask(product);
    if (answer !== undefined) return answer;
  }
  return undefined;
};

/**
 * Parses an announcement's locking bytecode (hex); undefined where it is not an announcement, or of no known product.
 */
export const openAnnounced = (announcement: string, network: Network): Announced | undefined => {
  const bytecode = hexToBin(announcement);
  return firstOf((product) => product.open(bytecode, network));
};

/**
 * Returns the terms of a row, far cheaper than rebuilding its contract. @throws Error when this version does not know
 * its announcement
 */
export const termsOfStored = (stored: StoredTerms): ProductTerms => {
  const bytecode = hexToBin(stored.announcement);
  const terms = firstOf((product) => product.readTerms(bytecode, stored));
  if (terms === undefined) throw new Error(`A stored announcement is of no product known here: ${stored.announcement}`);
  return terms;
};
