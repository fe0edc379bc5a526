import type { Input, Output } from '@bitauth/libauth';
import { toHex } from '../primitives/hex.js';

type Token = NonNullable<Output['token']>;
type Nft = NonNullable<Token['nft']>;

/** Tracks which tokens the inputs of a transaction allow its outputs to hold. Categories are hex in display order. */
export class TokenLedger {
  readonly #genesis: ReadonlySet<string>;
  readonly #held = new Map<string, bigint>();
  readonly #created = new Map<string, bigint>();
  readonly #minting = new Set<string>();
  readonly #mutable = new Map<string, number>();
  readonly #immutable = new Map<string, number>();

  constructor(inputs: readonly Input[]) {
    this.#genesis = new Set(
      inputs
        .filter(({ outpointIndex }) => outpointIndex === 0)
        .map(({ outpointTransactionHash }) => toHex(outpointTransactionHash)),
    );
  }

  /** Whether the transaction may create this category: it spends output 0 of the transaction of that txid. */
  isGenesis(category: string): boolean {
    return this.#genesis.has(category);
  }

  /** Whether the inputs hold tokens of this category. */
  isHeld(category: string): boolean {
    return this.#held.has(category);
  }

  /** Adds the tokens of an input. Returns the fungible sum of its category so far. */
  hold({ amount, category: bytes, nft }: Token): bigint {
    const category = toHex(bytes);
    const sum = (this.#held.get(category) ?? 0n) + amount;
    this.#held.set(category, sum);
    if (nft?.capability === 'minting') this.#minting.add(category);
    if (nft?.capability === 'mutable') add(this.#mutable, category, 1);
    if (nft?.capability === 'none') add(this.#immutable, immutableKey(category, nft), 1);
    return sum;
  }

  /** Adds fungible tokens of a new category. Returns their sum so far. */
  create(category: string, amount: bigint): bigint {
    const sum = (this.#created.get(category) ?? 0n) + amount;
    this.#created.set(category, sum);
    return sum;
  }

  /** Takes fungible tokens from those the inputs hold. Returns the remainder, negative if they hold too few. */
  take(category: string, amount: bigint): bigint {
    const left = (this.#held.get(category) ?? 0n) - amount;
    this.#held.set(category, left);
    return left;
  }

  /**
   * Whether the inputs allow this NFT: by the same immutable one, else a mutable one of lesser rank, else a minting
   * one. The NFT that allows it is used up, unless it is a minting one.
   */
  takeNft(category: string, nft: Nft): boolean {
    const yields =
      (nft.capability === 'none' && takeOne(this.#immutable, immutableKey(category, nft))) ||
      (nft.capability !== 'minting' && takeOne(this.#mutable, category));
    return yields || this.#minting.has(category);
  }
}

const immutableKey = (category: string, { commitment }: Nft): string => `${category}:${toHex(commitment)}`;

const add = (counts: Map<string, number>, key: string, count: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + count);
};

const takeOne = (counts: Map<string, number>, key: string): boolean => {
  if ((counts.get(key) ?? 0) === 0) return false;
  add(counts, key, -1);
  return true;
};
