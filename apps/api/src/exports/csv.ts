/** A number, which no spreadsheet takes for a formula, whatever its sign. */
const NUMBER = /^-?\d+(\.\d+)?$/u;
/** The signs that start a formula, in the forms that spreadsheets of some languages read as the same. */
const SIGN = '[=＝﹦⁼₌+＋﹢⁺₊\\-－﹣⁻₋−@＠﹫|｜]';
/** Where a cell begins: at the start, and where `;` or a tab is read as the separator. Blanks before a sign are skipped. */
const FORMULA = new RegExp(`([;\\t]|^)(?=[\\s\\p{C}]*${SIGN})`, 'gu');
/** What some spreadsheets drop from the start of a cell, whatever follows. */
const DROPPED = /^[\t\r\n]/u;
const NEEDS_QUOTES = /[",;\t\r\n]/u;

/** Puts an apostrophe before whatever could be read as a formula (OWASP, CSV injection). */
const withoutFormulas = (text: string): string => {
  if (NUMBER.test(text)) return text;
  const safe = text.replaceAll(FORMULA, "$1'");
  return DROPPED.test(safe) ? `'${safe}` : safe;
};

const cellOf = (value: string | number | null): string => {
  if (value === null) return '';
  const safe = withoutFormulas(String(value));
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats a CSV record (RFC 4180) that is safe to open in a spreadsheet, whoever wrote its texts. */
export const csvRecord = (values: readonly (string | number | null)[]): string => `${values.map(cellOf).join(',')}\r\n`;
