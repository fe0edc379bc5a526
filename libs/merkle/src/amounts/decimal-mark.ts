import type { DecimalMark } from './number-text.js';

const KNOWN = new Map<string | undefined, DecimalMark>();

/**
 * Returns the decimal mark of a language; a point where it has neither point nor comma (Arabic digits).
 *
 * @param locale language tag; undefined for the language of the browser
 */
export const decimalMarkOf = (locale: string | undefined): DecimalMark => {
  const known = KNOWN.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const mark = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  KNOWN.set(locale, mark);
  return mark;
};
