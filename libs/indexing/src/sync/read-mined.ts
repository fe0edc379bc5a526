import type { ChainTransaction, IndexedBlock } from '@weir/infra';
import type { Segment } from './read-segment.js';
import { UnprovenTransactionError, type SyncContext } from './sync.types.js';

/** A transaction in a block of the indexed chain. */
export interface MinedTransaction {
  readonly txid: string;
  readonly transaction: ChainTransaction['transaction'];
  readonly block: IndexedBlock;
}

/** Transactions requested together: with their heights and proofs a few round trips. */
const AT_ONCE = 150;

const readAll = async (txids: readonly string[], { chain }: SyncContext): Promise<ChainTransaction[]> => {
  const found: ChainTransaction[] = [];
  for (let from = 0; from < txids.length; from += AT_ONCE)
    found.push(...(await chain.transactions(txids.slice(from, from + AT_ONCE))));
  return found;
};

/**
 * Reads transactions, each proven to be in a block of the indexed chain.
 *
 * @throws UnprovenTransactionError when one is in another block or in none: the chain moved meanwhile, or the history lies
 * @throws TransactionNotFoundError when nobody knows it
 */
export const readMined = async (
  txids: readonly string[],
  { forkHeight, blocks }: Segment,
  context: SyncContext,
): Promise<ReadonlyMap<string, MinedTransaction>> => {
  const found = await readAll([...new Set(txids)], context);
  const heights = found.flatMap(({ height }) => (height !== undefined && height <= forkHeight ? [height] : []));
  const known = new Map(
    [...(await context.sync.blocksAt([...new Set(heights)])), ...blocks].map((block) => [block.height, block]),
  );
  return new Map(
    found.map(({ txid, transaction, height, blockHash }) => {
      const block = height === undefined ? undefined : known.get(height);
      if (block === undefined || block.hash !== blockHash) throw new UnprovenTransactionError(txid);
      return [txid, { txid, transaction, block }];
    }),
  );
};
