import { RowPacker, type WhitelistRules } from './row-packer.js';
import { WhitelistBuilder, type Whitelist } from './whitelist-builder.js';
import { WhitelistCsvReader, type WhitelistCsvRules } from './whitelist-csv.js';

/** A recipient as it was given. */
export interface Recipient {
  readonly address: string;
  /** Decimal digits. */
  readonly amount: string;
}

/** Rows that are given on at once. */
const BATCH = 512;

/**
 * Packs whatever a source adds. Rows before the one that is refused are given first, so that whoever builds of them finds what
 * is wrong there before.
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
 * The packed rows of a list in CSV, as its bytes come.
 *
 * @throws WhitelistError naming the first line that is refused; whatever the pieces throw
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
 * The packed rows of recipients that come otherwise, in batches: errors name the row, counted from 1.
 *
 * @param toRecipient makes a recipient of what comes; may throw a WhitelistError
 * @throws WhitelistError; whatever the batches throw
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

/** What is wrong with rows before the one that is refused comes first. */
const buildOf = (packer: RowPacker, builder: WhitelistBuilder, add: () => void): void => {
  try {
    add();
  } finally {
    builder.add(packer.take());
  }
};

/**
 * Reads a list of recipients from the bytes of its CSV in any pieces.
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
 * The list of recipients that are there as a whole: errors name the row, counted from 1.
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
