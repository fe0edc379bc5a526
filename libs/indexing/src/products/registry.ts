import { hexToBin } from '@bitauth/libauth';
import { decodeAnnouncement } from '@weir/covenants';
import type { Announcement, Network } from '@weir/covenants';
import type { Product, ProductContract, ProductTerms } from './product.types.js';
import { tokenVestingProduct } from './token-vesting.product.js';
import { vestingProduct } from './vesting.product.js';

/** All products the indexer follows. A new one is one file, and a line here. */
const PRODUCTS: readonly Product[] = [vestingProduct, tokenVestingProduct];

const firstOf = <T>(ask: (product: Product) => T | undefined): T | undefined => {
  for (const product of PRODUCTS) {
    const answer = ask(product);
    if (answer !== undefined) return answer;
  }
  return undefined;
};

const decodeStored = (announcement: string): Announcement => {
  const decoded = decodeAnnouncement(hexToBin(announcement));
  if (decoded === undefined) throw new Error(`A stored announcement cannot be read: ${announcement}`);
  return decoded;
};

/** The contract of an announcement's locking bytecode (hex); undefined where it is none, or of no product known here. */
export const openAnnounced = (announcement: string, network: Network): ProductContract | undefined => {
  const decoded = decodeAnnouncement(hexToBin(announcement));
  return decoded && firstOf((product) => product.openContract(decoded, network));
};

/** The terms of a stored announcement (hex); far cheaper than the contract. @throws Error where this version does not know it */
export const termsOfStored = (announcement: string): ProductTerms => {
  const decoded = decodeStored(announcement);
  const terms = firstOf((product) => product.readTerms(decoded));
  if (terms === undefined) throw new Error(`A stored announcement is of no product known here: ${announcement}`);
  return terms;
};
