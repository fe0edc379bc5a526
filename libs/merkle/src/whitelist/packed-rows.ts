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

/**
 * Packs whatever a source yields. Rows before a refused one are passed on first, so that whoever builds from them
 * finds what is wrong there before.
 */
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
 * @throws WhitelistError naming the first line that is refused; and whatever the source throws
 */
export const packCsv = (
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { maxBytes, ...rules }: WhitelistCsvRules,
): AsyncGenerator<Uint8Array<ArrayBuffer>> => {
  const packer = new RowPacker(rules);
  const reader = new WhitelistCsvReader(packer, maxBytes);
  return batchesOf(
    pieces,
    packer,
    (piece) => reader.push(piece),
    () => reader.finish(),
  );
};

/**
 * Packs the rows of recipients from another source, in batches. Errors name the row, counted from 1.
 *
 * @param toRecipient makes a recipient of an item; may throw a WhitelistError
 * @throws WhitelistError naming the first row that is refused; and whatever the source throws
 */
export const packRecipients = <T>(
  batches: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
  rules: WhitelistRules,
  toRecipient: (each: T, row: number) => Recipient,
): AsyncGenerator<Uint8Array<ArrayBuffer>> => {
  const packer = new RowPacker(rules);
  let row = 0;
  const add = (batch: readonly T[]): void => {
    for (const each of batch) {
      row += 1;
      const { address, amount } = toRecipient(each, row);
      packer.add(address.trim(), amount.trim(), row);
    }
  };
  return batchesOf(batches, packer, add, () => undefined);
};

/** Adds rows to a list even where one is refused: problems of the rows before it come first. */
const buildOf = (packer: RowPacker, builder: WhitelistBuilder, add: () => void): void => {
  try {
    add();
  } finally {
    builder.add(packer.take());
  }
};

/**
 * Reads a list of recipients from the bytes of its CSV, in pieces of any size.
 *
 * @throws WhitelistError naming the first line that is refused
 */
export const readWhitelistCsv = (
  pieces: Iterable<Uint8Array>,
  { maxBytes, ...rules }: WhitelistCsvRules,
): Whitelist => {
  const [packer, builder] = [new RowPacker(rules), new WhitelistBuilder()];
  const reader = new WhitelistCsvReader(packer, maxBytes);
  for (const piece of pieces) buildOf(packer, builder, () => reader.push(piece));
  buildOf(packer, builder, () => reader.finish());
  return builder.finish();
};

/**
 * Reads a list of recipients that is given as a whole. Errors name the row, counted from 1.
 *
 * @throws WhitelistError naming the first row that is refused
 */
export const readRecipients = (recipients: Iterable<Recipient>, rules: WhitelistRules): Whitelist => {
  const [packer, builder] = [new RowPacker(rules), new WhitelistBuilder()];
  buildOf(packer, builder, () => {
    let row = 0;
    for (const { address, amount } of recipients) packer.add(address.trim(), amount.trim(), (row += 1));
  });
  return builder.finish();
};
