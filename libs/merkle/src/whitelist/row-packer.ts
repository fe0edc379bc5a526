import { MAX_AMOUNT, MAX_RECIPIENTS } from '@weir/kinds';
import { explainAddress } from '../addresses/explain-address.js';
import type { DecimalMark } from '../amounts/number-text.js';
import { AmountColumn, type AmountResult, readAmount } from '../amounts/read-amount.js';
import { ListError, MAX_LISTED_PROBLEMS, ProblemList } from '../lists/list-error.js';
import type { AmountUnit } from '../lists/list-problem.js';
import { markProblemOf } from '../lists/mark-problem.js';
import { type AddressReader, HASH_LENGTH } from './address-reader.js';
import { ROW_LENGTH } from './hash-index.js';

/**
 * Length of a packed row, bytes: public key hash (20), amount (8, little-endian), and the line it was read from (4,
 * little-endian).
 */
export const PACKED_ROW_LENGTH = ROW_LENGTH + 4;

/** The rules that rows must follow. */
export interface WhitelistRules {
  readonly readAddress: AddressReader;
  /** Of the network's addresses, without colon: problems then explain wrong ones. */
  readonly prefix?: string | undefined;
  /** Of the amounts: `IN_BCH`, `IN_BASE_UNITS`, or `inTokens(decimals)`. */
  readonly unit: AmountUnit;
  /** Decimal mark of the amounts of a CSV, where somebody said it. Default: as the amounts show it. */
  readonly decimalMark?: DecimalMark | undefined;
  /** Least amount of a row, base units: 546 for BCH (dust), 1 for tokens. Default 1. */
  readonly minAmount?: bigint | undefined;
  /** Most that the rows may sum up to, base units. Default 2^63 - 1. */
  readonly pool?: bigint | undefined;
  /** Most rows. Default {@link MAX_RECIPIENTS}. */
  readonly maxRows?: number | undefined;
  /** Takes each accepted row. Rows whose amounts wait for the decimal mark are left out: give it. */
  readonly onRow?: ((address: string, units: bigint) => void) | undefined;
}

const FIRST_ROWS = 1_024;

/**
 * Reads recipients one by one from their texts and packs them: rows of every source wait, travel and are built into a list in this
 * form. It collects the problems of all rows. Duplicates are left for {@link WhitelistBuilder} to find.
 */
export class RowPacker {
  /** Of the rows so far. */
  readonly problems = new ProblemList();
  readonly #rules: WhitelistRules & Required<Pick<WhitelistRules, 'minAmount' | 'pool' | 'maxRows'>>;
  readonly #column: AmountColumn | undefined;
  #count = 0;
  #total = 0n;
  /** The first line with which the amounts are more than the pool. */
  #overPool: number | undefined;
  #packed = 0;
  #rows = new Uint8Array(FIRST_ROWS * PACKED_ROW_LENGTH);
  #view = new DataView(this.#rows.buffer);
  /** Packed rows whose amounts wait for the decimal mark, and the texts of these. */
  #waitingRows: number[] = [];
  #waitingTexts: string[] = [];

  /**
   * @param options.isColumn whether the amounts are those of a column, which have one decimal mark; else each is read by itself, as
   *   in a request
   */
  constructor(rules: WhitelistRules, { isColumn }: { readonly isColumn: boolean }) {
    const { minAmount = 1n, pool = MAX_AMOUNT, maxRows = MAX_RECIPIENTS, unit, decimalMark } = rules;
    this.#rules = { ...rules, minAmount, pool, maxRows };
    this.#column = isColumn ? new AmountColumn(unit.decimals, decimalMark) : undefined;
  }

  /** Number of rows that can be taken. */
  get pending(): number {
    return this.#waitingRows[0] ?? this.#packed;
  }

  /** The decimal mark of the amounts so far; undefined where they do not show it. */
  get decimalMark(): DecimalMark | undefined {
    const mark = this.#column?.mark;
    return mark?.status === 'ok' ? mark.mark : undefined;
  }

  /** Number of rows that were accepted, and their sum in base units. Rows that wait for the decimal mark are not in the sum. */
  get accepted(): { readonly count: number; readonly total: bigint } {
    return { count: this.#count - this.problems.count, total: this.#total };
  }

  /**
   * Adds a recipient.
   *
   * @param line for messages, counted from 1
   * @throws ListError TOO_MANY_ROWS
   */
  add(address: string, amount: string, line: number): void {
    const { readAddress, prefix, maxRows, unit } = this.#rules;
    if (this.#count >= maxRows) throw new ListError([{ code: 'TOO_MANY_ROWS', line, most: maxRows }], unit);
    this.#count += 1;
    const at = this.#packed * PACKED_ROW_LENGTH;
    if (at === this.#rows.length) this.#grow();
    // The amount counts for the decimal mark of the column, no matter what the address is.
    const read = this.#readAmount(amount, line);
    const problem = readAddress(address, this.#rows, at);
    if (problem !== undefined) {
      // Explaining takes a while, and only the first problems are listed.
      const isListed = prefix !== undefined && this.problems.count < MAX_LISTED_PROBLEMS;
      const fault = isListed ? explainAddress(address, prefix) : undefined;
      this.problems.add({ code: problem, line, text: address, fault });
      return;
    }
    this.#view.setUint32(at + ROW_LENGTH, line, true);
    if (read.status === 'ambiguous' && this.#column !== undefined) {
      this.#waitingRows.push(this.#packed);
      this.#waitingTexts.push(read.text);
      this.#packed += 1;
    } else if (this.#setAmount(this.#packed, read, line)) {
      this.#packed += 1;
      if (read.status === 'ok') this.#rules.onRow?.(address, read.units);
    }
    if (this.#waitingRows.length > 0 && this.#column?.isDecided === true) this.#settleWaiting(this.#column);
  }

  /** Checks what all rows show together, after the last one. */
  finish(): void {
    const { pool } = this.#rules;
    const problem = this.#column === undefined ? undefined : markProblemOf(this.#column);
    if (problem !== undefined) this.problems.add(problem);
    if (this.#total > pool)
      this.problems.add({ code: 'SUM_OVER_POOL', line: this.#overPool ?? 0, total: this.#total, pool });
  }

  /** Returns rows added since the last call: {@link PACKED_ROW_LENGTH} bytes each, in memory of their own. */
  take(): Uint8Array<ArrayBuffer> {
    const rows = this.pending;
    const taken = this.#rows.slice(0, rows * PACKED_ROW_LENGTH);
    this.#rows.copyWithin(0, rows * PACKED_ROW_LENGTH, this.#packed * PACKED_ROW_LENGTH);
    this.#packed -= rows;
    if (rows > 0) this.#waitingRows = this.#waitingRows.map((row) => row - rows);
    return taken;
  }

  #readAmount(text: string, line: number): AmountResult {
    return this.#column?.add(text, line) ?? readAmount(text, { decimals: this.#rules.unit.decimals, locale: 'en' });
  }

  /** Writes the amount of a packed row. @returns whether it is one; else it is a problem */
  #setAmount(row: number, read: AmountResult, line: number): boolean {
    const { minAmount } = this.#rules;
    if (read.status === 'ambiguous') {
      this.problems.add({ code: 'AMBIGUOUS_AMOUNTS', line, text: read.text, choices: read.choices });
      return false;
    }
    if (read.status === 'refused') {
      this.problems.add({ code: 'BAD_AMOUNT', line, text: read.text, reason: read.code, part: read.part });
      return false;
    }
    const { units } = read;
    if (units < minAmount || units > MAX_AMOUNT) {
      const bound = units < minAmount ? { least: minAmount } : { most: MAX_AMOUNT };
      this.problems.add({ code: 'AMOUNT_OUT_OF_RANGE', line, units, ...bound });
      return false;
    }
    this.#total += units;
    if (this.#total > this.#rules.pool) this.#overPool ??= line;
    this.#view.setBigUint64(row * PACKED_ROW_LENGTH + HASH_LENGTH, units, true);
    return true;
  }

  /** Reads the amounts that wait, now that the decimal mark is known. Rows whose amounts are refused leave the others as they are. */
  #settleWaiting(column: AmountColumn): void {
    const { mark } = column;
    if (mark.status !== 'ok') return;
    for (const [i, row] of this.#waitingRows.entries()) {
      const line = this.#view.getUint32(row * PACKED_ROW_LENGTH + ROW_LENGTH, true);
      this.#setAmount(row, column.read(this.#waitingTexts[i] ?? '', mark.mark), line);
    }
    this.#waitingRows = [];
    this.#waitingTexts = [];
  }

  #grow(): void {
    const rows = new Uint8Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
    this.#view = new DataView(rows.buffer);
  }
}
