import type { IndexReader, TokenHolding } from '@weir/infra';
import { termsOfStored } from '../products/registry.js';

/** Amounts of a token in contracts, base units. Locked and unclaimed make up what is held. */
export interface Holding {
  /** In the outputs of contracts. */
  held: bigint;
  /** Nobody's yet by the terms of the contract. */
  locked: bigint;
  /** The recipients' already, who have not taken it. */
  unclaimed: bigint;
  /** Of what is locked: what its sender can take back before it unlocks. */
  revocable: bigint;
}

/** The same of one product. */
export interface ProductHolding extends Holding {
  /** As announcements and the indexer's rows name it. */
  readonly product: string;
  contracts: number;
}

/** What unlocks on a day. */
export interface Unlock {
  /** Days since 1970-01-01 UTC. */
  readonly day: number;
  amount: bigint;
}

/** How much of a token contracts hold at a time, and when it unlocks. */
export interface TokenSupply extends Holding {
  readonly contracts: number;
  readonly products: readonly ProductHolding[];
  /** The rest of the day that it is computed at, and the days after it. */
  readonly unlocks: readonly Unlock[];
  /** Locked until after those days. */
  readonly later: bigint;
  /** Locked without a date: under a pause, or a cancel's notice. */
  readonly undated: bigint;
  /** From when on nothing is locked that has a date, Unix seconds; null where nothing is. */
  readonly lockedUntil: bigint | null;
}

const DAY = 86_400n;
/** Days whose unlocks are counted one by one. */
const DAYS = 30;

const NOTHING: Holding = { held: 0n, locked: 0n, unclaimed: 0n, revocable: 0n };

const addTo = (sum: Holding, { held, locked, unclaimed, revocable }: Holding): void => {
  sum.held += held;
  sum.locked += locked;
  sum.unclaimed += unclaimed;
  sum.revocable += revocable;
};

/** The lock of one contract, with what of its tokens is locked at a time. */
export const lockedOf = (contract: TokenHolding, asOf: bigint) => {
  const { heldTokens: held, releasedAmount } = contract;
  const lock = termsOfStored(contract).lockOf(contract);
  /** What of the tokens in its outputs is unlocked at a time: all of it at most, no matter what was announced. */
  const unlockedAt = (time: bigint): bigint => {
    // Anybody can add tokens to an output: the last payment takes these, too.
    if (lock.until !== null && time >= lock.until) return held;
    const unlocked = lock.unlockedAt(time) - releasedAmount;
    if (unlocked <= 0n) return 0n;
    return unlocked < held ? unlocked : held;
  };
  const unclaimed = unlockedAt(asOf);
  const locked = held - unclaimed;
  return { lock, unlockedAt, held, locked, unclaimed, revocable: lock.isRevocable ? locked : 0n };
};

/** Adds up what contracts of a token hold, contract by contract, by the terms of each. */
export class SupplyCount {
  readonly #asOf: bigint;
  readonly #total: Holding = { ...NOTHING };
  readonly #products = new Map<string, ProductHolding>();
  readonly #unlocks: readonly Unlock[];
  #later = 0n;
  #undated = 0n;
  #lockedUntil: bigint | null = null;

  /** @param asOf Unix seconds */
  constructor(asOf: number) {
    this.#asOf = BigInt(asOf);
    const today = Math.floor(asOf / Number(DAY));
    this.#unlocks = Array.from({ length: DAYS }, (_, i) => ({ day: today + i, amount: 0n }));
  }

  add(contract: TokenHolding): void {
    const found = lockedOf(contract, this.#asOf);
    const product = this.#products.get(contract.product) ?? { product: contract.product, contracts: 0, ...NOTHING };
    this.#products.set(contract.product, product);
    product.contracts += 1;
    addTo(product, found);
    addTo(this.#total, found);
    if (found.locked > 0n) this.#addUnlocks(found);
  }

  result(): TokenSupply {
    const products = [...this.#products.values()].sort((a, b) => (a.product < b.product ? -1 : 1));
    return {
      ...this.#total,
      contracts: products.reduce((sum, { contracts }) => sum + contracts, 0),
      products,
      unlocks: this.#unlocks,
      later: this.#later,
      undated: this.#undated,
      lockedUntil: this.#lockedUntil,
    };
  }

  #addUnlocks({ lock: { until }, unlockedAt, held, locked, unclaimed }: ReturnType<typeof lockedOf>): void {
    if (until === null) {
      this.#undated += locked;
      return;
    }
    if (this.#lockedUntil === null || until > this.#lockedUntil) this.#lockedUntil = until;
    let before = unclaimed;
    const last = this.#unlocks.at(-1);
    const byTheEnd = last === undefined ? before : unlockedAt(endOf(last.day));
    this.#later += held - byTheEnd;
    for (const unlock of this.#unlocks) {
      // Most cliffs are far, and most schedules soon over: what is left cannot change any more.
      if (before === byTheEnd) return;
      const after = unlockedAt(endOf(unlock.day));
      unlock.amount += after - before;
      before = after;
    }
  }
}

/** The last second of a day since 1970. */
const endOf = (day: number): bigint => (BigInt(day) + 1n) * DAY - 1n;

/** A token's supply, and the block that it is of. */
export interface SupplyAtBlock extends TokenSupply {
  /** Of the tables. */
  readonly version: number;
  /** The highest block of which everything was read; null until a first sync is through. */
  readonly height: number | null;
  readonly blockHash: string | null;
  /** The latest locktime that a transaction can have after the highest block, Unix seconds. */
  readonly asOf: number;
}

/**
 * Counts what contracts hold of a token by all its live contracts, with the functions that decide everything else of them.
 * Takes some ten microseconds a contract, between which other work runs.
 *
 * @param now Unix seconds
 */
export const readSupply = async (
  reader: Pick<IndexReader, 'eachHolding'>,
  category: string,
  now: number,
): Promise<SupplyAtBlock> => {
  let count: SupplyCount | undefined;
  let asOf = now;
  const { version, served } = await reader.eachHolding(category, (part, status) => {
    asOf = Math.min(now, status.top === null ? now : status.top.medianTimePast - 1);
    count ??= new SupplyCount(asOf);
    for (const contract of part) count.add(contract);
  });
  const supply = (count ?? new SupplyCount(asOf)).result();
  return { ...supply, version, height: served?.height ?? null, blockHash: served?.hash ?? null, asOf };
};
