import { type AddressReader, HASH_LENGTH, type RecipientProblem } from './address-reader.js';
import { ROW_LENGTH } from './hash-index.js';
import { shown, WhitelistError } from './whitelist-error.js';

/** Reads an amount as base units; undefined when the text is none. */
export type AmountReader = (text: string) => bigint | undefined;

const WHOLE = /^\d{1,20}$/u;

/**
 * Creates a reader of plain decimal numbers, which are read exactly: digits and, where the asset is divisible, a
 * point and at most `decimals` digits more. No signs, exponents or thousands separators, which mean different things
 * to different people.
 *
 * @param decimals 8 for BCH; 0 for tokens, whose amounts are base units
 *
 * @example
 * decimalAmounts(8)('0.001'); // 100_000n
 */
export const decimalAmounts = (decimals: number): AmountReader => {
  const unit = 10n ** BigInt(decimals);
  const fractional = new RegExp(`^(\\d{1,20})\\.(\\d{1,${Math.max(decimals, 1)}})$`, 'u');
  return (text) => {
    if (WHOLE.test(text)) return BigInt(text) * unit;
    const parts = decimals > 0 ? fractional.exec(text) : null;
    if (parts === null) return undefined;
    const [, whole = '0', fraction = ''] = parts;
    return BigInt(whole) * unit + BigInt(fraction.padEnd(decimals, '0'));
  };
};

/** Most recipients of one campaign: the deepest tree has 20 levels. */
export const MAX_ROWS = 1_048_576;
/** Largest amount that a token output, or any VM number, holds: 2^63 - 1. */
export const MAX_AMOUNT = 9_223_372_036_854_775_807n;
/**
 * Length of a packed row, bytes: public key hash (20), amount (8, little-endian), and the line it was read from (4,
 * little-endian).
 */
export const PACKED_ROW_LENGTH = ROW_LENGTH + 4;

/** The rules that rows must follow. */
export interface WhitelistRules {
  readonly readAddress: AddressReader;
  readonly readAmount: AmountReader;
  /** Least amount of a row, base units: 546 for BCH (dust), 1 for tokens. Default 1. */
  readonly minAmount?: bigint | undefined;
  /** Most that the rows may sum up to, base units. Default 2^63 - 1. */
  readonly pool?: bigint | undefined;
  /** Most rows. Default {@link MAX_ROWS}. */
  readonly maxRows?: number | undefined;
}

const REASONS: Readonly<Record<RecipientProblem, string>> = {
  BAD_ADDRESS: 'is not a cash address',
  WRONG_NETWORK: 'is an address of another network',
  NOT_P2PKH: 'is not the address of a single key (P2PKH)',
};

const FIRST_ROWS = 1_024;

/**
 * Reads recipients one by one from their texts, refuses the first that is none, and packs them: rows of every source
 * wait, travel and are built into a list in this form. Duplicates are left for {@link WhitelistBuilder} to find.
 */
export class RowPacker {
  readonly #rules: Required<WhitelistRules>;
  #count = 0;
  #total = 0n;
  #pending = 0;
  #rows = new Uint8Array(FIRST_ROWS * PACKED_ROW_LENGTH);
  #view = new DataView(this.#rows.buffer);

  constructor({ readAddress, readAmount, minAmount = 1n, pool = MAX_AMOUNT, maxRows = MAX_ROWS }: WhitelistRules) {
    this.#rules = { readAddress, readAmount, minAmount, pool, maxRows };
  }

  /** Number of rows that were added and not yet taken. */
  get pending(): number {
    return this.#pending;
  }

  /**
   * Adds a recipient.
   *
   * @param line for messages, counted from 1
   * @throws WhitelistError
   */
  add(address: string, amount: string, line: number): void {
    const { readAddress, maxRows } = this.#rules;
    if (this.#count >= maxRows) throw new WhitelistError('TOO_MANY_ROWS', line, `more than ${maxRows} recipients`);
    const at = this.#pending * PACKED_ROW_LENGTH;
    if (at === this.#rows.length) this.#grow();
    const problem = readAddress(address, this.#rows, at);
    if (problem !== undefined) throw new WhitelistError(problem, line, `${shown(address)} ${REASONS[problem]}`);
    this.#view.setBigUint64(at + HASH_LENGTH, this.#unitsOf(amount, line), true);
    this.#view.setUint32(at + ROW_LENGTH, line, true);
    this.#pending += 1;
    this.#count += 1;
  }

  /** Returns the rows added since the last call: {@link PACKED_ROW_LENGTH} bytes each, in memory of their own. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#rows.slice(0, this.#pending * PACKED_ROW_LENGTH);
    this.#pending = 0;
    return taken;
  }

  #unitsOf(amount: string, line: number): bigint {
    const { readAmount, minAmount, pool } = this.#rules;
    const units = readAmount(amount);
    if (units === undefined) throw new WhitelistError('BAD_AMOUNT', line, `${shown(amount)} is not an amount`);
    if (units < minAmount || units > MAX_AMOUNT)
      throw new WhitelistError(
        'AMOUNT_OUT_OF_RANGE',
        line,
        `${shown(amount)} is ${units < minAmount ? `less than ${minAmount}` : 'too large'} in base units`,
      );
    this.#total += units;
    if (this.#total > pool)
      throw new WhitelistError(
        'SUM_OVER_POOL',
        line,
        `with this row the amounts exceed the pool of ${pool} base units`,
      );
    return units;
  }

  #grow(): void {
    const rows = new Uint8Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    this.#view = new DataView(rows.buffer);
  }
}
