import type { StreamProduct } from '../streams/stream-tables.js';

/** A name under which the triggers of migration 044 report changes. A list's answer depends on any number of them. */
export type ListTopic = string;

/** All rows of a product. */
export const productTopic = (product: StreamProduct): ListTopic => product;
/** The rows of a product that somebody is sender or recipient of. @param key what parties are compared by */
export const partyTopic = (product: StreamProduct, key: string): ListTopic => `${product}:${key}`;
export const AIRDROP_TOPIC: ListTopic = 'airdrop';
/** The campaigns of a creator. @param hash hex */
export const creatorTopic = (hash: string): ListTopic => `airdrop:${hash}`;
/** Proposals of public vaults. */
export const PROPOSAL_TOPIC: ListTopic = 'proposal';
/** The names of tokens. */
export const TOKEN_TOPIC: ListTopic = 'token';
/** Reported for a change that touches too many topics: every list depends on it. */
export const EVERY_TOPIC: ListTopic = '*';
