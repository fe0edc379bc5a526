import { binToHex, hexToBin, type TransactionCommon, utf8ToBin } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import { decodeMoveNotice, type Network } from '@weir/covenants';
import { airdropProduct } from './airdrop.product.js';
import { calendarProduct } from './calendar.product.js';
import { currencyProduct } from './currency.product.js';
import { lockProduct } from './lock.product.js';
import { planProduct } from './plan.product.js';
import type { Announced, Deployment, Product, ProductTerms, StoredTerms } from './product.types.js';
import { purseProduct } from './purse.product.js';
import { rosterProduct } from './roster.product.js';

/** All products that the indexer follows. A new product is one file and one line here. */
const PRODUCTS: readonly Product[] = [
  planProduct,
  calendarProduct,
  airdropProduct,
  lockProduct,
  currencyProduct,
  purseProduct,
  rosterProduct,
];

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
 * Announcements of rows that were read lately: all streams of a plan have the same one. Products keep what they decode of one
 * as long as it is here.
 */
const bytecodes = new LRUCache<string, Uint8Array>({ max: 2_000 });

/**
 * Returns the terms of a row, far cheaper than rebuilding its contract. @throws Error when this version does not know
 * its announcement
 */
export const termsOfStored = (stored: StoredTerms): ProductTerms => {
  const known = bytecodes.get(stored.announcement);
  const bytecode = known ?? hexToBin(stored.announcement);
  if (known === undefined) bytecodes.set(stored.announcement, bytecode);
  const terms = firstOf((product) => product.readTerms(bytecode, stored));
  if (terms === undefined) throw new Error(`Stored announcement names an unknown product: ${stored.announcement}`);
  return terms;
};

/** An announcement in a transaction, and whether the transaction deploys what it announces. */
export type AnnouncementReading = {
  /** Output index of the announcement. */
  readonly vout: number;
  /** Its locking bytecode, hex. */
  readonly announcement: string;
} & (
  | { readonly verdict: 'MALFORMED'; readonly problem: string }
  | { readonly verdict: 'FORGED'; readonly announced: Announced; readonly problem: string }
  | {
      readonly verdict: 'ACCEPTED';
      readonly announced: Announced;
      /** One contract, or one per stream of a plan. */
      readonly deployments: readonly Deployment[];
    }
);

const OP_RETURN = 0x6a;
const TAG = binToHex(utf8ToBin('WEIR'));

/** Whether an output is an OP_RETURN with our tag, also where a malformed one has the tag a few bytes off. */
const isAnnouncement = (lockingBytecode: Uint8Array): boolean =>
  lockingBytecode[0] === OP_RETURN && binToHex(lockingBytecode.slice(1, 7)).includes(TAG);

/**
 * Reads and verifies each announcement of a transaction: the announced contract is rebuilt, and the transaction must
 * deploy exactly that.
 *
 * @param open returns what an announcement (hex) declares, undefined where it is not one: `openAnnounced`, or a cache
 * of it
 */
export const readAnnouncements = (
  txid: string,
  transaction: TransactionCommon,
  open: (announcement: string) => Announced | undefined,
): AnnouncementReading[] =>
  transaction.outputs.flatMap(({ lockingBytecode }, vout): AnnouncementReading[] => {
    // The notice of a move announces no contract.
    if (!isAnnouncement(lockingBytecode) || decodeMoveNotice(lockingBytecode) !== undefined) return [];
    const place = { vout, announcement: binToHex(lockingBytecode) };
    const announced = open(place.announcement);
    if (announced === undefined)
      return [{ ...place, verdict: 'MALFORMED', problem: 'it cannot be read, or announces invalid terms' }];
    const found = announced.findDeployments(txid, transaction);
    if (!found.ok) return [{ ...place, verdict: 'FORGED', announced, problem: found.problems.join('; ') }];
    return [{ ...place, verdict: 'ACCEPTED', announced, deployments: found.deployments }];
  });
