import { cashAddresses, decimalAmounts, packCsv, packRecipients, WhitelistError, type Recipient } from '@weir/merkle';
import type { RecipientInput, WhitelistInput } from '../airdrops.types.js';

/** The rules by which a list is read. */
export interface ListRules {
  /** Of the network's addresses, without colon. */
  readonly prefix: string;
  /** 8 for amounts of BCH, 0 for base units of a token. */
  readonly decimals: number;
  /** Smallest amount of a row, base units. */
  readonly minAmount: bigint;
  /** Largest sum of the rows, base units. */
  readonly pool: bigint;
}

/**
 * Numbers as text; BCH in its 8 decimals where that is what the number says, so that 0.1 * 3 is an amount. Whole numbers
 * beyond 2^53 - 1 are refused: they may have lost units before they came here.
 */
const textOf = (amount: number | string, decimals: number, row: number): string => {
  if (typeof amount === 'string') return amount;
  if (Number.isInteger(amount) && !Number.isSafeInteger(amount)) {
    throw new WhitelistError(
      'BAD_AMOUNT',
      row,
      `the amount ${amount} is beyond what a JSON number holds exactly: send it as a string of digits`,
    );
  }
  const scaled = amount * 10 ** decimals;
  return decimals > 0 && Number.isFinite(scaled) && Math.abs(scaled - Math.round(scaled)) <= 0.001
    ? amount.toFixed(decimals)
    : String(amount);
};

/**
 * Packs the rows of a list as they arrive, in whichever form; never holds more than one piece of it.
 *
 * @throws WhitelistError naming the first refused line (of recipients: row), counted from 1; whatever the list's source throws
 */
export const packList = (
  list: WhitelistInput,
  { prefix, decimals, minAmount, pool }: ListRules,
): AsyncGenerator<Uint8Array<ArrayBuffer>> => {
  const rules = { readAddress: cashAddresses(prefix), readAmount: decimalAmounts(decimals), minAmount, pool };
  if (list.kind === 'csv') return packCsv(list.pieces, rules);
  const toRecipient = ({ address, amount }: RecipientInput, row: number): Recipient => ({
    address,
    amount: textOf(amount, decimals, row),
  });
  return packRecipients(list.batches, rules, toRecipient);
};
