import { HASH_LENGTH, type AddressProblem, type AddressReader } from './address-reader.js';
import type { AmountReader } from './amount-reader.js';
import { HashIndex, indexCapacity, randomSeeds, ROW_LENGTH } from './hash-index.js';
import { shown, WhitelistError } from './whitelist-error.js';

/** Recipients of one campaign at most: the deepest tree has 20 levels. */
export const MAX_ROWS = 1_048_576;
/** Largest amount a token output, or any VM number, holds: 2^63 - 1. */
export const MAX_AMOUNT = 9_223_372_036_854_775_807n;

/** What a row may be. */
export interface WhitelistRules {
  readonly readAddress: AddressReader;
  readonly readAmount: AmountReader;
  /** Least amount of a row, base units: 546 for BCH (dust), 1 for tokens. Default 1. */
  readonly minAmount?: bigint | undefined;
  /** What the rows may sum up to, base units. Default 2^63 - 1. */
  readonly pool?: bigint | undefined;
  /** Default {@link MAX_ROWS}. */
  readonly maxRows?: number | undefined;
}

/** Validated recipients, in the order of the list. */
export interface Whitelist {
  readonly count: number;
  /** {@link ROW_LENGTH} bytes each: public key hash (20), amount (8, little-endian). What a leaf is the hash of. */
  readonly rows: Uint8Array<ArrayBuffer>;
  /** Sum of the amounts, base units. */
  readonly total: bigint;
  readonly index: HashIndex;
}

const REASONS: Readonly<Record<AddressProblem, string>> = {
  BAD_ADDRESS: 'is not a cash address',
  WRONG_NETWORK: 'is an address of another network',
  NOT_P2PKH: 'is not the address of a single key (P2PKH)',
};

/** Takes recipients one by one, and refuses the first that is none, or stands there already. */
export class WhitelistBuilder {
  readonly #rules: Required<WhitelistRules>;
  readonly #seeds = randomSeeds();
  #count = 0;
  #total = 0n;
  #rows = new Uint8Array(1_024 * ROW_LENGTH);
  #lines = new Uint32Array(1_024);
  #view = new DataView(this.#rows.buffer);
  #index = new HashIndex(this.#rows, new Uint32Array(indexCapacity(1_024)), this.#seeds);

  constructor({ readAddress, readAmount, minAmount = 1n, pool = MAX_AMOUNT, maxRows = MAX_ROWS }: WhitelistRules) {
    this.#rules = { readAddress, readAmount, minAmount, pool, maxRows };
  }

  /**
   * @param line For messages, counted from 1.
   * @throws WhitelistError
   */
  add(address: string, amount: string, line: number): void {
    const { readAddress, readAmount, minAmount, pool, maxRows } = this.#rules;
    if (this.#count >= maxRows) throw new WhitelistError('TOO_MANY_ROWS', line, `more than ${maxRows} recipients`);
    if (this.#count === this.#lines.length) this.#grow();

    const at = this.#count * ROW_LENGTH;
    const problem = readAddress(address, this.#rows, at);
    if (problem !== undefined) throw new WhitelistError(problem, line, `${shown(address)} ${REASONS[problem]}`);
    const units = readAmount(amount);
    if (units === undefined) throw new WhitelistError('BAD_AMOUNT', line, `${shown(amount)} is not an amount`);
    if (units < minAmount || units > MAX_AMOUNT)
      throw new WhitelistError(
        'AMOUNT_OUT_OF_RANGE',
        line,
        `${shown(amount)} is ${units < minAmount ? `less than ${minAmount}` : 'too large'} in base units`,
      );
    if (this.#total + units > pool)
      throw new WhitelistError(
        'SUM_OVER_POOL',
        line,
        `here the amounts sum up to more than the pool of ${pool} base units`,
      );

    this.#view.setBigUint64(at + HASH_LENGTH, units, true);
    const first = this.#index.enter(this.#count);
    if (first !== undefined) {
      const firstLine = this.#lines[first] ?? 0;
      throw new WhitelistError(
        'DUPLICATE_ADDRESS',
        line,
        `${shown(address)} stands in line ${firstLine} already`,
        firstLine,
      );
    }
    this.#lines[this.#count] = line;
    this.#total += units;
    this.#count += 1;
  }

  /**
   * Everything added.
   *
   * @throws WhitelistError when there is nothing.
   */
  finish(): Whitelist {
    if (this.#count === 0) throw new WhitelistError('EMPTY', 0, 'The list has no recipients');
    return {
      count: this.#count,
      rows: this.#rows.subarray(0, this.#count * ROW_LENGTH),
      total: this.#total,
      index: this.#index,
    };
  }

  #grow(): void {
    const capacity = this.#lines.length * 2;
    const [rows, lines] = [this.#rows, this.#lines];
    this.#rows = new Uint8Array(capacity * ROW_LENGTH);
    this.#rows.set(rows);
    this.#lines = new Uint32Array(capacity);
    this.#lines.set(lines);
    this.#view = new DataView(this.#rows.buffer);
    this.#index = new HashIndex(this.#rows, new Uint32Array(indexCapacity(capacity)), this.#seeds);
    for (let row = 0; row < this.#count; row += 1) this.#index.enter(row);
  }
}
