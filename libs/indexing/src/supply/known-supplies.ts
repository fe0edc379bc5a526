import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit, type IndexReader, type TablesVersion, TimeoutError, withTimeout } from '@weir/infra';
import { readSupply, type SupplyAtBlock } from './token-supply.js';

/** Thrown while a token with very many contracts is counted for the first time. */
export class SupplyPendingError extends Error {
  override readonly name = 'SupplyPendingError';
}

interface KnownSupply {
  readonly supply: SupplyAtBlock;
  /** How long the count took, and when it ended; milliseconds of the process's clock. */
  readonly took: number;
  readonly at: number;
}

export interface KnownSuppliesOptions {
  readonly reader: Pick<IndexReader, 'eachHolding' | 'version'>;
  /** Unix seconds. */
  readonly now: () => number;
  /** Longest wait of a request for a count, milliseconds, default 600. */
  readonly patienceMs?: number;
  /** A count that takes longer is not waited for once an earlier one is known, milliseconds, default 50. */
  readonly quickMs?: number;
  /** An answer that is older is counted again before it is returned, as far as the patience reaches; milliseconds, default 60,000. */
  readonly staleMs?: number;
}

/** Tokens whose supply is kept: some ten kilobytes each. */
const KEPT = 1_000;
/** How long the version of the tables is believed, milliseconds. */
const VERSION_MS = 250;
const isOf = ({ version, height }: SupplyAtBlock, now: TablesVersion | undefined): boolean =>
  version === now?.version && height === now.servedHeight;

/** Counts at once: fewer than the database pool has connections. */
const AT_ONCE = { first: 3, again: 1 } as const;
/** Tokens that wait to be counted for the first time; more are refused. */
const MAX_WAITING = 200;
/** A long count is repeated only after so many times as long, which bounds what it takes of a processor; or once it is stale. */
const REST = 10;

/**
 * Creates the supplies of tokens as they are known: each is counted again where the tables have changed, once however many
 * ask. Of a token with so many contracts that this takes long, the last count is returned meanwhile, with the block it is
 * of; once it is stale, only where the next count takes longer than a request waits.
 */
export const createKnownSupplies = ({
  reader,
  now,
  patienceMs = 600,
  quickMs = 50,
  staleMs = 60_000,
}: KnownSuppliesOptions) => {
  const known = new LRUCache<string, KnownSupply>({ max: KEPT });
  const running = new Map<string, Promise<KnownSupply>>();
  const limits = { first: new ConcurrencyLimit(AT_ONCE.first), again: new ConcurrencyLimit(AT_ONCE.again) };
  let version: { readonly read: Promise<TablesVersion | undefined>; readonly until: number } | undefined;

  const versionNow = (): Promise<TablesVersion | undefined> => {
    const time = performance.now();
    if (version === undefined || time >= version.until) {
      const read = reader.version();
      version = { read, until: time + VERSION_MS };
      read.catch(() => {
        version = undefined;
      });
    }
    return version.read;
  };

  const count = async (category: string): Promise<KnownSupply> => {
    const began = performance.now();
    const supply = await readSupply(reader, category, now());
    const at = performance.now();
    const counted = { supply, took: at - began, at };
    known.set(category, counted);
    return counted;
  };

  const start = (category: string, turn: keyof typeof AT_ONCE): Promise<KnownSupply> => {
    const begun = running.get(category);
    if (begun !== undefined) return begun;
    if (running.size >= MAX_WAITING) return Promise.reject(new SupplyPendingError('Too many tokens are being counted'));
    const counting = limits[turn].run(() => count(category)).finally(() => running.delete(category));
    // Anybody who waits sees the failure; the next request tries again.
    counting.catch(() => undefined);
    running.set(category, counting);
    return counting;
  };

  return {
    /** Tokens whose supply is kept, and those being counted: for metrics. */
    size: () => ({ known: known.size, counting: running.size }),
    /**
     * Returns a token's supply, after the highest block or, where counting takes long, after an earlier one: of the last
     * minute, unless a count takes longer than a request waits.
     *
     * @param category lower-case hex
     * @throws SupplyPendingError while no count of it has ended
     */
    async read(category: string): Promise<SupplyAtBlock> {
      const last = known.get(category);
      if (last !== undefined && isOf(last.supply, await versionNow())) return last.supply;
      const isLong = last !== undefined && last.took > quickMs;
      const age = last === undefined ? 0 : performance.now() - last.at;
      if (isLong && age <= staleMs) {
        if (age > REST * last.took) void start(category, 'again');
        return last.supply;
      }
      try {
        return (await withTimeout(patienceMs, start(category, isLong ? 'again' : 'first'))).supply;
      } catch (error) {
        if (!(error instanceof TimeoutError || error instanceof SupplyPendingError)) throw error;
        const latest = known.get(category);
        if (latest !== undefined) return latest.supply;
        throw new SupplyPendingError('The contracts of this token are being counted', { cause: error });
      }
    },
  };
};

export type KnownSupplies = ReturnType<typeof createKnownSupplies>;
