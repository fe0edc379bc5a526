import { withoutOuterBlanks } from '../amounts/number-text.js';
import { chooseColumns, type Columns, columnProblems, ignoredColumns } from '../lists/columns.js';
import { ListError } from '../lists/list-error.js';
import type { ListHead } from '../lists/list-head.js';
import type { ListProblem } from '../lists/list-problem.js';
import { excessOf } from '../lists/read-table.js';
import { TableReader } from '../lists/table-reader.js';
import type { ListEncoding } from '../lists/text-pieces.js';
import type { RowPacker, WhitelistRules } from './row-packer.js';

/** The columns of a list that are read, by their places from 0. */
export interface WhitelistColumns {
  readonly address: number;
  readonly amount: number;
}

/** What a list turned out to be. */
export interface WhitelistHead {
  readonly head: ListHead;
  /** What was chosen, by names and values or as given. */
  readonly columns: Columns;
  /** Names of the columns that are not read. */
  readonly ignored: readonly string[];
}

/** The rules that a CSV list must follow. */
export interface WhitelistCsvRules extends WhitelistRules {
  /** Most bytes of the list. Default {@link MAX_LIST_BYTES}. */
  readonly maxBytes?: number | undefined;
  /** The columns, where somebody chose them. Default: by their names, without a header by their values. */
  readonly columns?: WhitelistColumns | undefined;
  /** Takes what the head of the list says, before its rows are read and before it is refused for its columns. */
  readonly onHead?: ((found: WhitelistHead) => void) | undefined;
}

/**
 * Reads a list of recipients piece by piece, as it arrives: CSV with a column of addresses and a column of amounts, found by their
 * names or, without a header, by their values. Other columns are ignored. Memory is bounded, no matter what is sent.
 */
export class WhitelistCsvReader {
  readonly #packer: RowPacker;
  readonly #rules: WhitelistCsvRules;
  readonly #table: TableReader;
  #columns: WhitelistColumns | undefined;
  #width = 0;

  /** @param packer receives the rows */
  constructor(packer: RowPacker, rules: WhitelistCsvRules) {
    this.#packer = packer;
    this.#rules = rules;
    this.#table = new TableReader({
      onHead: (head) => this.#takeHead(head),
      onRow: (cells, line) => this.#takeRow(cells, line),
      unit: rules.unit,
      maxBytes: rules.maxBytes,
    });
  }

  /** How the text so far is encoded. */
  get encoding(): ListEncoding {
    return this.#table.encoding;
  }

  /**
   * Reads a piece of the list.
   *
   * @throws ListError for a list that cannot be read; problems of rows are left to the packer
   */
  push(bytes: Uint8Array): void {
    this.#table.push(bytes);
  }

  /**
   * Reads the last row.
   *
   * @throws ListError for a list that cannot be read; problems of rows are left to the packer
   */
  finish(): void {
    this.#table.finish();
    this.#packer.finish();
  }

  #takeHead(head: ListHead): void {
    const { unit, columns: given, onHead } = this.#rules;
    const { columns, questions } =
      given === undefined ? chooseColumns(head, unit.name === 'BCH') : { columns: given, questions: [] };
    onHead?.({ head, columns, ignored: ignoredColumns(head, columns, ['address', 'amount']) });
    this.#width = head.width;
    // A list without rows is refused as empty.
    if (head.sample.length === 0) return;
    const [first, ...rest] = columnProblems(head, questions);
    if (first !== undefined) throw new ListError([first, ...rest], unit);
    const { address, amount } = columns;
    if (address !== undefined && amount !== undefined) this.#columns = { address, amount };
  }

  #takeRow(cells: readonly string[], line: number): void {
    const columns = this.#columns;
    if (columns === undefined) {
      const problem: ListProblem = { code: 'COLUMNS', line, role: 'address', candidates: [], names: [] };
      throw new ListError([problem], this.#rules.unit);
    }
    const count = excessOf(cells, this.#width);
    if (count !== undefined) {
      this.#packer.problems.add({ code: 'WRONG_COLUMNS', line, count, expected: this.#width });
      return;
    }
    const { address, amount } = columns;
    this.#packer.add(withoutOuterBlanks(cells[address] ?? ''), withoutOuterBlanks(cells[amount] ?? ''), line);
  }
}
