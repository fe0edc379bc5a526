import { invisibleIn, isRefusal, readingsOf, withoutOuterBlanks } from '../amounts/number-text.js';

const ADDRESS =
  /^(?:(?:bitcoincash|bchtest|bchreg|simpleledger|bc|tb):[^\s",;|]+|[qprz][0-9a-z]{30,}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})$/i;
const HIDDEN = /[\p{Cf}\s]/gu;
/** Days and times as people write them, and Unix seconds of this century. */
const TIME =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ][\d:.]+Z?)?|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|[5-9]\d{8}|[1-4]\d{9})$/;
const LONGEST_NUMBER = 48;
const WORDS = /\p{L}{6,}|\p{L}+ \p{L}+/u;

/**
 * Whether a cell is an address, right or wrong. A cell with quotes or separators is not: it is a row that was cut at the wrong
 * separator. Invisible characters do not matter here: its
 * row is refused for them.
 */
export const isAddressLike = (cell: string): boolean => ADDRESS.test(cell.replace(HIDDEN, ''));

/** Whether a cell is a day or a time. */
export const isTimeLike = (cell: string): boolean => TIME.test(withoutOuterBlanks(cell));

/** Whether a cell is an amount, right or wrong: `1.5`, `-3`, `500 sats`. */
export const isAmountLike = (cell: string): boolean => {
  const plain = withoutOuterBlanks(cell);
  if (plain.length > LONGEST_NUMBER || !/\p{Nd}/u.test(plain)) return false;
  if (!isRefusal(readingsOf(plain))) return true;
  return !isAddressLike(plain) && !isTimeLike(plain) && !WORDS.test(plain) && invisibleIn(plain) === undefined;
};
