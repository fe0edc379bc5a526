import { LRUCache } from 'lru-cache';
import { outpointKey, outpointOf, type Outpoint } from '@weir/covenants';
import type { ChainReader, ChainTransaction } from '@weir/infra';

/** Transactions read together: two calls each, and the tip, are one batch of public servers. */
const CHUNK = 172;
/** How many transactions are remembered, so that strays sent to a contract are read once. */
const MAX_CACHED = 200_000;

const spentBy = ({ transaction }: ChainTransaction): string[] =>
  transaction.inputs.map((input) => outpointKey(outpointOf(input)));

/** Caches which outpoints transactions spend: that never changes, so each transaction is read once. */
export class KnownSpends {
  readonly #spends = new LRUCache<string, readonly string[]>({ max: MAX_CACHED });

  constructor(private readonly chain: Pick<ChainReader, 'transactions'>) {}

  /**
   * Finds the one of some transactions that spends an outpoint.
   *
   * @throws TransactionNotFoundError when one has gone since it was listed
   * @throws ChainUnavailableError
   */
  async findSpender(outpoint: Outpoint, txids: readonly string[]): Promise<string | undefined> {
    const unread = txids.filter((txid) => !this.#spends.has(txid));
    for (let i = 0; i < unread.length; i += CHUNK) {
      for (const read of await this.chain.transactions(unread.slice(i, i + CHUNK)))
        this.#spends.set(read.txid, spentBy(read));
    }
    const key = outpointKey(outpoint);
    return txids.find((txid) => this.#spends.get(txid)?.includes(key));
  }
}
