import type { StreamProduct } from '../streams/stream-tables.js';

/** A name under which the triggers of migration 044 report changes. A list's answer depends on any number of them. */
export type ListTopic = string;

/** Returns the topic of all rows of a product. */
export const productTopic = (product: StreamProduct): ListTopic => product;
/**
 * Returns the topic of the rows of a product whose sender or recipient is a party.
 *
 * @param key by which parties are compared
 */
export const partyTopic = (product: StreamProduct, key: string): ListTopic => `${product}:${key}`;
export const AIRDROP_TOPIC: ListTopic = 'airdrop';
/** Returns the topic of a creator's campaigns. @param hash hex */
export const creatorTopic = (hash: string): ListTopic => `airdrop:${hash}`;
/** Proposals of public vaults. */
export const PROPOSAL_TOPIC: ListTopic = 'proposal';
/** The names of tokens. */
export const TOKEN_TOPIC: ListTopic = 'token';
/** The topic of a change that touches too many topics: every list depends on it. */
export const EVERY_TOPIC: ListTopic = '*';
