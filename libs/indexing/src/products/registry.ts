import { hexToBin } from '@bitauth/libauth';
import type { Network } from '@weir/covenants';
import { airdropProduct } from './airdrop.product.js';
import type { Product, ProductContract, ProductTerms } from './product.types.js';
import { streamProduct } from './stream.product.js';

/** All products the indexer follows. A new one is one file, and a line here. */
const PRODUCTS: readonly Product[] = [streamProduct, airdropProduct];

const firstOf = <T>(ask: (product: Product) => T | undefined): T | undefined => {
  for (const product of PRODUCTS) {
    const answer = ask(product);
    if (answer !== undefined) return answer;
  }
  return undefined;
};

/** The contract of an announcement's locking bytecode (hex); undefined where it is none, or of no product known here. */
export const openAnnounced = (announcement: string, network: Network): ProductContract | undefined => {
  const bytecode = hexToBin(announcement);
  return firstOf((product) => product.openContract(bytecode, network));
};

/** The terms of a stored announcement (hex); far cheaper than the contract. @throws Error where this version does not know it */
export const termsOfStored = (announcement: string): ProductTerms => {
  const bytecode = hexToBin(announcement);
  const terms = firstOf((product) => product.readTerms(bytecode));
  if (terms === undefined) throw new Error(`A stored announcement is of no product known here: ${announcement}`);
  return terms;
};
