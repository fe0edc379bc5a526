import type { DecimalMark } from '../amounts/number-text.js';
import type { AmountUnit } from '../lists/list-problem.js';
import type { ListEncoding } from '../lists/text-pieces.js';
import { RowPacker, type WhitelistRules } from './row-packer.js';
import { WhitelistBuilder, type Whitelist } from './whitelist-builder.js';
import { WhitelistCsvReader, type WhitelistCsvRules } from './whitelist-csv.js';

/** A row of a list of recipients, as text. */
export interface Recipient {
  /** Cash address. */
  readonly address: string;
  /** Decimal digits. */
  readonly amount: string;
}

/** Number of rows that are passed on at once. */
const BATCH = 512;

/** Packs everything that a source yields. Accepted rows are passed on before an error, so that anybody who builds from them finds duplicates. */
async function* batchesOf<T>(
  source: AsyncIterable<T> | Iterable<T>,
  packer: RowPacker,
  add: (each: T) => void,
  finish: () => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    for await (const each of source) {
      add(each);
      if (packer.pending >= BATCH) yield packer.take();
    }
    finish();
  } catch (error) {
    if (packer.pending > 0) yield packer.take();
    throw error;
  }
  if (packer.pending > 0) yield packer.take();
}

/**
 * Packs the rows of a CSV list, as its bytes arrive.
 *
 * @throws ListError with the problems of all rows; and the errors of the source
 */
export const packCsv = (
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  rules: WhitelistCsvRules,
): AsyncGenerator<Uint8Array<ArrayBuffer>> => {
  const packer = new RowPacker(rules, { isColumn: true });
  const reader = new WhitelistCsvReader(packer, rules);
  return batchesOf(
    pieces,
    packer,
    (piece) => reader.push(piece),
    () => {
      reader.finish();
      packer.problems.assertNone(rules.unit);
    },
  );
};

/**
 * Packs the rows of recipients from another source, in batches. Each amount is read by itself. Problems name the row, counted from
 * 1.
 *
 * @param toRecipient makes a recipient of an item; may throw a ListError
 * @throws ListError with the problems of all rows; and the errors of the source
 */
export const packRecipients = <T>(
  batches: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
  rules: WhitelistRules,
  toRecipient: (each: T, row: number) => Recipient,
): AsyncGenerator<Uint8Array<ArrayBuffer>> => {
  const packer = new RowPacker(rules, { isColumn: false });
  let row = 0;
  const add = (batch: readonly T[]): void => {
    for (const each of batch) {
      row += 1;
      const { address, amount } = toRecipient(each, row);
      packer.add(address.trim(), amount.trim(), row);
    }
  };
  return batchesOf(batches, packer, add, () => {
    packer.finish();
    packer.problems.assertNone(rules.unit);
  });
};

/** Builds the list of the rows that were added. @throws ListError with all problems: those of rows, and duplicates */
const buildList = (packer: RowPacker, builder: WhitelistBuilder, unit: AmountUnit): Whitelist => {
  builder.add(packer.take());
  const { problems } = packer;
  if (problems.count > 0) problems.addAll(builder.problems);
  problems.assertNone(unit);
  return builder.finish();
};

/** Reads a list of recipients and builds it as its bytes come, in pieces of any size. */
export class WhitelistFile {
  readonly #packer: RowPacker;
  readonly #reader: WhitelistCsvReader;
  readonly #builder = new WhitelistBuilder();

  constructor(private readonly rules: WhitelistCsvRules) {
    this.#packer = new RowPacker(rules, { isColumn: true });
    this.#reader = new WhitelistCsvReader(this.#packer, rules);
  }

  /** How the text so far is encoded. */
  get encoding(): ListEncoding {
    return this.#reader.encoding;
  }

  /** The decimal mark of the amounts so far; undefined where they do not show it. */
  get decimalMark(): DecimalMark | undefined {
    return this.#packer.decimalMark;
  }

  /** Number of rows that were accepted so far, and their sum in base units. */
  get accepted(): { readonly count: number; readonly total: bigint } {
    return this.#packer.accepted;
  }

  /** @throws ListError for a list that cannot be read */
  push(bytes: Uint8Array): void {
    this.#reader.push(bytes);
    this.#builder.add(this.#packer.take());
  }

  /** @throws ListError with all problems: those of rows, and duplicates */
  finish(): Whitelist {
    this.#reader.finish();
    return buildList(this.#packer, this.#builder, this.rules.unit);
  }
}

/**
 * Reads a list of recipients from the bytes of its CSV, in pieces of any size.
 *
 * @throws ListError with all problems
 */
export const readWhitelistCsv = (pieces: Iterable<Uint8Array>, rules: WhitelistCsvRules): Whitelist => {
  const list = new WhitelistFile(rules);
  for (const piece of pieces) list.push(piece);
  return list.finish();
};

/**
 * Reads a list of recipients that is given as a whole. Each amount is read by itself. Problems name the row, counted from 1.
 *
 * @throws ListError with all problems
 */
export const readRecipients = (recipients: Iterable<Recipient>, rules: WhitelistRules): Whitelist => {
  const packer = new RowPacker(rules, { isColumn: false });
  const builder = new WhitelistBuilder();
  let row = 0;
  for (const { address, amount } of recipients) packer.add(address.trim(), amount.trim(), (row += 1));
  packer.finish();
  return buildList(packer, builder, rules.unit);
};
