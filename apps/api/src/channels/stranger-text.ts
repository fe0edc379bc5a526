import { plainLine } from '@weir/api-contract';

/** Most characters of a stranger's text that a mail shows. */
const MOST = 80;
/** Apostrophes, and letters that look like them: without them no word falls apart. */
const APOSTROPHES = /['\u2018\u2019\u02b0-\u02cf\u02d2-\u02ff\ua78b\ua78c\u07f4\u07f5]/gu;
/** Letters that look like dots and colons. */
const DOT_LETTERS = /[\ua4f8-\ua4ff\ua788-\ua78a\u02d0\u02d1]/gu;
/** What remains, with spaces: letters with their marks, digits, emojis, currencies, and signs that no address has. */
const OTHERS = /[^\p{L}\p{M}\p{N}\p{Sc}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}(),!?%&#-]/gu;
/** Marks that pile up over other lines. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

/**
 * Makes a stranger's text harmless in a mail: one short line of words. It has no dots, slashes, colons, quotes or @ in any form, so that
 * mail programs find no address in it, and so that it ends no quotation. A decimal point becomes a comma.
 */
export const strangerText = (text: string): string => {
  const line = plainLine(text)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    // The compatible forms first: some of them contain dots and slashes.
    .normalize('NFKC')
    .replaceAll(/(?<=\p{N})\.(?=\p{N})/gu, ',')
    .replaceAll(APOSTROPHES, '')
    .replaceAll(DOT_LETTERS, ' ')
    .replaceAll(OTHERS, ' ')
    .replaceAll(PILED_MARKS, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= MOST ? line : `${characters.slice(0, MOST - 1).join('')}…`;
};
