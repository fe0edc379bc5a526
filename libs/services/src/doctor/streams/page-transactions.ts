import { LRUCache } from 'lru-cache';
import {
  type CalendarDeployments,
  findCalendarDeployments,
  findLockFunding,
  findPlanDeployments,
  type LockFundingResult,
  type Network,
  type PlanDeployments,
} from '@weir/covenants';
import { type ChainReader, type ChainTransaction, TransactionNotFoundError } from '@weir/infra';
import type { OpenedBy } from '../../streams/contract/stored-stream.js';

/** Transactions in one request: as many as a reader asks for in two round trips. */
const AT_ONCE = 172;
/** Requests that run at the same time. */
const REQUESTS = 4;
/**
 * Hexadecimal digits of all transactions that are kept, and streams or locks of those that are read. Records come in the order of their
 * creation: a page needs the fundings of a few plans, and the next one those at its end. A stream that is read takes some kilobytes.
 */
const [MAX_DIGITS, MAX_OPENED] = [2 ** 23, 16_384];

const readOnce = <Value extends object>(cache: LRUCache<string, Value>, txid: string, read: () => Value): Value => {
  const known = cache.get(txid);
  if (known !== undefined) return known;
  const value = read();
  cache.set(txid, value);
  return value;
};

/** Transactions of many records, each read once; those that all servers deny are known as missing. */
export class PageTransactions {
  readonly #kept = new LRUCache<string, ChainTransaction>({
    maxSize: MAX_DIGITS,
    sizeCalculation: (each) => each.hex.length,
  });
  readonly #opened = new LRUCache<string, PlanDeployments>({
    maxSize: MAX_OPENED,
    sizeCalculation: (each) => (each.ok ? each.deployments.length : 1),
  });
  readonly #calendars = new LRUCache<string, CalendarDeployments>({
    maxSize: MAX_OPENED,
    sizeCalculation: (each) => (each.ok ? each.deployments.length : 1),
  });
  readonly #locks = new LRUCache<string, LockFundingResult>({
    maxSize: MAX_OPENED,
    sizeCalculation: (each) => (each.ok ? Math.max(1, each.found.locks.length) : 1),
  });

  constructor(
    private readonly chain: Pick<ChainReader, 'transactions'>,
    private readonly network: Network,
  ) {}

  /** Reads what is not known yet. @returns those that exist. @throws ChainUnavailableError */
  async read(txids: readonly string[]): Promise<ReadonlyMap<string, ChainTransaction>> {
    const found = new Map<string, ChainTransaction>();
    const unread: string[] = [];
    for (const txid of new Set(txids)) {
      const kept = this.#kept.get(txid);
      if (kept === undefined) unread.push(txid);
      else found.set(txid, kept);
    }
    const batches: string[][] = [];
    while (unread.length > 0) batches.push(unread.splice(0, AT_ONCE));
    const work = async (): Promise<void> => {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift())
        for (const each of await this.#readBatch(batch)) {
          found.set(each.txid, each);
          // What is not final may be in another block at the next look.
          if (each.finality === 'final') this.#kept.set(each.txid, each);
        }
    };
    await Promise.all(Array.from({ length: REQUESTS }, work));
    return found;
  }

  /** The streams or locks that a transaction opens, read once for all of them. */
  openedBy({ txid, transaction }: ChainTransaction): OpenedBy {
    return {
      plan: () => readOnce(this.#opened, txid, () => findPlanDeployments(this.network, txid, transaction)),
      calendar: () => readOnce(this.#calendars, txid, () => findCalendarDeployments(this.network, txid, transaction)),
      locks: () => readOnce(this.#locks, txid, () => findLockFunding(this.network, txid, transaction)),
    };
  }

  async #readBatch(txids: readonly string[]): Promise<readonly ChainTransaction[]> {
    let asked = txids;
    for (;;) {
      try {
        return await this.chain.transactions(asked);
      } catch (error) {
        if (!(error instanceof TransactionNotFoundError)) throw error;
        const { txid } = error;
        asked = asked.filter((each) => each !== txid);
      }
    }
  }
}
