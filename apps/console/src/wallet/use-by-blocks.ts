import type { AbortOptions, Wallet, Weir } from '@weir/client';
import { onceRead } from '../api/once-read.js';
import { useAsReader } from './use-as-reader.js';

/** How often it is read again, milliseconds: no event comes of what a block changes. */
const BLOCK_MS = 30_000;

/**
 * Queries what the connected wallet may see of a record and what blocks change.
 *
 * @param id of the record
 * @param what names it among the queries of the record
 */
export const useByBlocks = <Data>(
  id: string,
  what: string,
  read: (weir: Weir, wallet: Wallet | undefined, options: AbortOptions) => Promise<Data>,
) => useAsReader(id, what, (weir, _, wallet, options) => read(weir, wallet, options), onceRead(BLOCK_MS));
