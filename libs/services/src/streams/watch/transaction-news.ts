import { LRUCache } from 'lru-cache';
import type { RollbackCause } from '@weir/infra';
import type { Reading } from './reading.js';

/** How many transactions are remembered that the chain dropped. */
const MAX_GONE = 10_000;
/** History entries and steps of all looks that are remembered. */
const MAX_ENTRIES = 500_000;

/** A look at a stream that has not settled it. */
interface Look {
  readonly reading: Reading;
  /** Whether it is over, so that the stream waits for another look. */
  isOver: boolean;
  /** Whether something was found meanwhile of a transaction of the stream. */
  hasNews: boolean;
}

/**
 * Shares between the streams of one transaction what a look at one of them found. A cancel of six streams that is double
 * spent has a rival at one script only: the others could learn of it only by repeated denials. In memory only: after a
 * restart each stream is judged by itself until the first one is certain.
 */
export class TransactionNews {
  readonly #gone = new LRUCache<string, RollbackCause>({ max: MAX_GONE });
  readonly #looks = new LRUCache<string, Look>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ reading: { history, steps } }) => 1 + history.length + steps.length,
  });
  readonly #due = new Set<string>();

  /** Why the chain dropped a transaction, if a look at any stream found so. A replaced one is void where its rival is. */
  causeOf(txHash: string): RollbackCause | undefined {
    return this.#gone.get(txHash);
  }

  /** Notes that the chain dropped transactions. @param streamIds the streams that still have a step of one of them */
  noteGone(txHashes: readonly string[], cause: RollbackCause, streamIds: readonly string[]): void {
    for (const txHash of txHashes) this.#gone.set(txHash, cause);
    for (const id of streamIds) this.#due.add(id);
    this.#wakeWaiting(txHashes);
  }

  /** Notes that the chain shows transactions: the unsettled streams that have them are to be looked at again. */
  noteShown(txHashes: readonly string[]): void {
    this.noteKnown(txHashes);
    this.#wakeWaiting(txHashes);
  }

  /** Notes that at least one server knows transactions: they are not gone, no matter what an earlier look found. */
  noteKnown(txHashes: readonly string[]): void {
    for (const txHash of txHashes) this.#gone.delete(txHash);
  }

  /** Notes that a look at a stream begins. */
  beginLook(reading: Reading): void {
    this.#looks.set(reading.stream.id, { reading, isOver: false, hasNews: false });
  }

  /** Notes that a look ended. One that did not settle the stream is repeated at the next news, and at once after news. */
  endLook(id: string, isSettled: boolean): void {
    const look = this.#looks.get(id);
    if (isSettled) this.#looks.delete(id);
    else if (look !== undefined) {
      look.isOver = true;
      if (look.hasNews) this.#due.add(id);
      look.hasNews = false;
    }
  }

  /** Returns, once, the streams to be looked at now. */
  takeDue(): readonly string[] {
    const ids = [...this.#due];
    this.#due.clear();
    return ids;
  }

  #wakeWaiting(txHashes: readonly string[]): void {
    for (const [id, look] of this.#looks.entries()) {
      const { listed, steps } = look.reading;
      const concerns = (txHash: string): boolean =>
        listed.has(txHash) || steps.some((step) => !step.final && step.txHash === txHash);
      if (!txHashes.some(concerns)) continue;
      if (look.isOver) this.#due.add(id);
      else look.hasNews = true;
    }
  }
}
