import { LRUCache } from 'lru-cache';
import type { Network } from '@weir/covenants';
import type { Announced, StoredTerms } from '../products/product.types.js';
import { openAnnounced } from '../products/registry.js';

/** The contract of a public airdrop takes a quarter of a megabyte. */
const MAX_CONTRACTS = 100;

/** Creates the cache, which keeps the most recently used contracts: constructing one takes milliseconds. */
export const createContractCache = (network: Network) => {
  const cache = new LRUCache<string, Announced>({ max: MAX_CONTRACTS });
  const find = (announcement: string): Announced | undefined => {
    const known = cache.get(announcement);
    if (known !== undefined) return known;
    const announced = openAnnounced(announcement, network);
    if (announced !== undefined) cache.set(announcement, announced);
    return announced;
  };
  return {
    /** Returns undefined where it is not an announcement, or of no known product. */
    find,
    /** Returns the contract of a row. @throws Error when this version does not know its announcement */
    get(stored: StoredTerms) {
      const announced = find(stored.announcement);
      if (announced === undefined)
        throw new Error(`Stored announcement names an unknown product: ${stored.announcement}`);
      return announced.contractOf(stored);
    },
  };
};

/** A cache of parsed announcements by their locking bytecode (hex). */
export type ContractCache = ReturnType<typeof createContractCache>;

/** Most scripts cached. */
const MAX_SCRIPTS = 20_000;

/**
 * A cache of transactions at contracts' addresses that were already read, steps and strays alike, so that a thousand
 * plain payments there, or siblings' payments at the address of a plan, are read once. Cleared on a reorganisation, and
 * empty after a restart.
 */
export class ReadTransactions {
  readonly #byScript = new Map<string, Set<string>>();

  /** Whether anything is cached for a script. */
  knows(scriptHash: string): boolean {
    return this.#byScript.has(scriptHash);
  }

  has(scriptHash: string, txid: string): boolean {
    return this.#byScript.get(scriptHash)?.has(txid) ?? false;
  }

  add(scriptHash: string, txids: readonly string[]): void {
    if (txids.length === 0) return;
    if (this.#byScript.size >= MAX_SCRIPTS) this.clear();
    const known = this.#byScript.get(scriptHash) ?? new Set();
    for (const txid of txids) known.add(txid);
    this.#byScript.set(scriptHash, known);
  }

  forget(scriptHash: string): void {
    this.#byScript.delete(scriptHash);
  }

  clear(): void {
    this.#byScript.clear();
  }
}

/** A transaction of a beacon's history that was not verified yet. */
export interface Unverified {
  readonly txid: string;
  readonly height: number;
  /** Script hash. */
  readonly beacon: string;
}

/**
 * What one round read of beacons' histories and left to the next ones to verify. A history lists all that was ever announced at its
 * beacon: a first start that read it again in each round would take the square of that. Holds as long as the tip stays.
 */
export class BeaconBacklog {
  #tipHash = '';
  #left: readonly Unverified[] = [];
  #next = 0;

  /** Takes the next ones; none where they were read of another chain. */
  take(tipHash: string, most: number): readonly Unverified[] {
    if (tipHash !== this.#tipHash) this.clear();
    const taken = this.#left.slice(this.#next, this.#next + most);
    this.#next += taken.length;
    if (this.#next === this.#left.length) this.clear();
    return taken;
  }

  /** Replaces what is kept. @param left in the order in which they are taken */
  keep(tipHash: string, left: readonly Unverified[]): void {
    this.#tipHash = tipHash;
    this.#left = left;
    this.#next = 0;
  }

  clear(): void {
    this.keep('', []);
  }
}

/** Tracks which written blocks may be served: those of which all transactions are certainly in the tables. */
export class ServedBlocks {
  /** Written but not yet served heights, ascending, with the time each was heard of. */
  #young: { readonly height: number; readonly heardAt: number }[] = [];

  /**
   * @param settleMs how long servers may take after a block to announce the transactions in it: the protocol announces
   * the tip separately from the scripts, and nothing says when all scripts are announced
   */
  constructor(
    private readonly settleMs: number,
    /** The highest served block; null before the first. */
    private height: number | null,
  ) {}

  get served(): number | null {
    return this.height;
  }

  /** Records written blocks. @param heardAt a time of `performance.now()` @param forkHeight the block they build on */
  add(forkHeight: number, heights: readonly number[], heardAt: number): void {
    this.#young = this.#young.filter(({ height }) => height <= forkHeight);
    if (this.height !== null && this.height > forkHeight) this.height = forkHeight;
    const highest = heights.at(-1);
    // Serving a block serves all below it.
    if (highest !== undefined) this.#young.push({ height: highest, heardAt });
  }

  /**
   * Returns the highest block that may be served once everything announced until `at` was read; undefined where none is
   * new.
   */
  ripeAt(at: number): number | undefined {
    return this.#young.findLast(({ heardAt }) => heardAt + this.settleMs <= at)?.height;
  }

  /** Returns the milliseconds until the next block may be served; undefined where all are. */
  dueIn(at: number): number | undefined {
    const [next] = this.#young;
    return next && Math.max(0, next.heardAt + this.settleMs - at);
  }

  /** Records that a block is served. */
  serve(height: number): void {
    this.height = height;
    this.#young = this.#young.filter((each) => each.height > height);
  }
}
