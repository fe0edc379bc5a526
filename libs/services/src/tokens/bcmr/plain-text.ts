/** Control characters, whatever changes the direction of text or cannot be seen, and what is no character. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u2800\u034f]/gu;
/** Marks that are put above and below a letter: more than two pile up over the text around it. */
const PILES = /(\p{M}{2})\p{M}+/gu;
/** How much longer than the result the text may be before it is cut: composing may shorten it, and at most triples it. */
const HEADROOM = 4;

/**
 * Converts untrusted text to plain text on one line: normalised, without hidden characters or ones that reverse text,
 * of limited length; null where nothing is left.
 */
export const plainText = (text: string | undefined, maxCharacters: number): string | null => {
  if (text === undefined) return null;
  const cleaned = text
    .slice(0, maxCharacters * HEADROOM)
    .replace(/[^\S\ufeff]+/gu, ' ')
    .replace(HIDDEN, '')
    .replace(/ +/gu, ' ')
    .normalize('NFC')
    .replace(PILES, '$1')
    .trim();
  const cut = Array.from(cleaned).slice(0, maxCharacters).join('').trim();
  return cut === '' ? null : cut;
};
