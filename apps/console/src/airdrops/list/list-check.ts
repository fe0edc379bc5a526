import {
  cashAddresses,
  type DecimalMark,
  IN_BCH,
  inTokens,
  type ListError,
  type ListProblem,
  RowPacker,
  type Whitelist,
  type WhitelistColumns,
  WhitelistCsvReader,
  type WhitelistCsvRules,
  WhitelistFile,
  type WhitelistHead,
} from '@weir/merkle';
import type { ListEncoding } from '@weir/merkle/lists';
import { plainText } from '../../format/amount.js';

/** The rules that a list is checked against, as the service applies them (`POST /api/airdrops/:id/generate-merkle`). */
export interface ListRules {
  /** Address prefix of the network. */
  readonly prefix: string;
  readonly inBch: boolean;
  /** Decimals of amounts: 8 for BCH, a token's own: its amounts are whole tokens. */
  readonly decimals: number;
  /** Least amount of a row, base units. */
  readonly minAmount: bigint;
  readonly maxRows: number;
}

/** What somebody answered where a list leaves something open. */
export interface ListAnswers {
  readonly columns?: WhitelistColumns;
  readonly decimalMark?: DecimalMark;
}

/** The columns of a list, and its first rows. */
export interface ListColumns {
  /** Undefined where the list has no header. */
  readonly header: readonly string[] | undefined;
  readonly width: number;
  readonly sample: readonly (readonly string[])[];
  /** Places of the columns that are read; undefined where they must be asked. */
  readonly address: number | undefined;
  readonly amount: number | undefined;
}

/** The result of checking a list so far. */
export interface ListReport {
  /** Number of valid recipients. */
  readonly rows: number;
  /** Their total, base units. */
  readonly total: bigint;
  /** Number of problems. */
  readonly wrong: number;
  /** The first of them. */
  readonly problems: readonly ListProblem[];
  readonly columns?: ListColumns | undefined;
  readonly encoding: ListEncoding;
}

const SAMPLE_ROWS = 3;

const columnsOf = ({ head, columns }: WhitelistHead): ListColumns => ({
  header: head.header,
  width: head.width,
  sample: head.sample.slice(0, SAMPLE_ROWS),
  address: columns.address,
  amount: columns.amount,
});

const csvRules = (
  { prefix, inBch, decimals, minAmount, maxRows }: ListRules,
  answers: ListAnswers,
): WhitelistCsvRules => ({
  readAddress: cashAddresses(prefix),
  prefix,
  unit: inBch ? IN_BCH : inTokens(decimals),
  minAmount,
  maxRows,
  ...answers,
});

/** Checks a list as its bytes come, by the reader of the service. */
export class ListCheck {
  readonly #file: WhitelistFile;
  #columns: ListColumns | undefined;

  constructor(rules: ListRules, answers: ListAnswers = {}) {
    this.#file = new WhitelistFile({
      ...csvRules(rules, answers),
      onHead: (found) => (this.#columns = columnsOf(found)),
    });
  }

  /** The result so far. */
  get report(): ListReport {
    const { count, total } = this.#file.accepted;
    return { rows: count, total, wrong: 0, problems: [], columns: this.#columns, encoding: this.#file.encoding };
  }

  /** What was chosen and found: with it the list is read the same way again. */
  get answers(): ListAnswers {
    const { address, amount } = this.#columns ?? {};
    const { decimalMark = '.' } = this.#file;
    return address === undefined || amount === undefined
      ? { decimalMark }
      : { columns: { address, amount }, decimalMark };
  }

  /** Checks a piece of the list. @throws ListError for a list that cannot be read */
  add(bytes: Uint8Array): void {
    this.#file.push(bytes);
  }

  /** Checks the list as a whole after its last piece. @throws ListError for a list that cannot be read */
  finish(): ListReport {
    return this.#reportOf(this.#file.finish());
  }

  /** The result of a list that is refused. */
  refused({ problems, count }: ListError): ListReport {
    return { ...this.report, wrong: count, problems };
  }

  #reportOf({ count, total }: Whitelist): ListReport {
    return { ...this.report, rows: count, total };
  }
}

/** Lines that are joined to one piece of the upload. */
const LINES = 4_096;

/**
 * Writes a list in the form and unit of the API: `address,amount`, in BCH with all 8 decimals, or in base units of the token. So what
 * the page shows is what the service stores.
 */
export class UploadWriter {
  readonly #reader: WhitelistCsvReader;
  readonly #packer: RowPacker;
  readonly #pieces: string[] = ['address,amount\n'];
  #lines: string[] = [];

  /** @param answers of the check, which found no problem */
  constructor(rules: ListRules, answers: ListAnswers) {
    const { inBch, decimals } = rules;
    const amountOf = (units: bigint): string => {
      if (!inBch) return units.toString();
      const [whole, fraction = ''] = plainText(units, decimals).split('.');
      return `${whole ?? ''}.${fraction.padEnd(decimals, '0')}`;
    };
    const csv: WhitelistCsvRules = {
      ...csvRules(rules, answers),
      onRow: (address, units) => this.#addLine(`${address},${amountOf(units)}\n`),
    };
    this.#packer = new RowPacker(csv, { isColumn: true });
    this.#reader = new WhitelistCsvReader(this.#packer, csv);
  }

  /** Adds a piece of the list. */
  add(bytes: Uint8Array): void {
    this.#reader.push(bytes);
    this.#packer.take();
  }

  /** Returns the pieces of the upload. */
  finish(): readonly string[] {
    this.#reader.finish();
    this.#pieces.push(this.#lines.join(''));
    return this.#pieces;
  }

  #addLine(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length < LINES) return;
    this.#pieces.push(this.#lines.join(''));
    this.#lines = [];
  }
}
