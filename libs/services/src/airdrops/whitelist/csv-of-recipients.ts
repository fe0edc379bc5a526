import { WhitelistError } from '@weir/merkle';
import type { RecipientInput } from '../airdrops.types.js';

/** About what is read at once. */
const PIECE_LENGTH = 16_384;

/**
 * Numbers as text; BCH in its 8 decimals where that is what the number says, so that 0.1 * 3 is an amount. Whole numbers
 * beyond 2^53 - 1 are refused: they may have lost units before they came here.
 */
const textOf = (amount: number | string, decimals: number, row: number): string => {
  if (typeof amount === 'string') return amount.trim();
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

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Makes a list's CSV of recipients, a line each, so that errors name the recipient, counted from 1. Never holds more than
 * they come in.
 *
 * @param batches recipients as they come
 * @param decimals 8 for amounts of BCH, 0 for base units of a token
 * @throws WhitelistError BAD_AMOUNT
 */
export async function* csvOfRecipients(
  batches: AsyncIterable<readonly RecipientInput[]> | Iterable<readonly RecipientInput[]>,
  decimals: number,
): AsyncGenerator<Uint8Array> {
  let row = 0;
  for await (const batch of batches) {
    let text = '';
    for (const { address, amount } of batch) {
      row += 1;
      text += `${quoted(address.trim())},${quoted(textOf(amount, decimals, row))}\n`;
      if (text.length < PIECE_LENGTH) continue;
      yield Buffer.from(text);
      text = '';
    }
    if (text !== '') yield Buffer.from(text);
  }
}
