const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const MAX_WORDS = 8;
const MAX_LENGTH = 40;

/**
 * Reads words that people type as a question to the index of words: all of them must be there, each as the beginning of a word.
 *
 * @returns what Postgres reads as a `tsquery`; undefined where there is no word, or only one letter
 */
export const textQueryOf = (text: string): string | undefined => {
  const words = text.toLowerCase().match(WORD) ?? [];
  if (words.join('').length < 2) return undefined;
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `'${word.slice(0, MAX_LENGTH)}':*`)
    .join(' & ');
};
