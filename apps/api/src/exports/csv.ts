/** A number, which no spreadsheet takes for a formula, whatever its sign. */
const NUMBER = /^-?\d+(\.\d+)?$/u;
/** Characters that start a formula in spreadsheets (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]/u;

const cellOf = (value: string | number | null): string => {
  if (value === null) return '';
  const text = String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats a CSV record (RFC 4180) that is safe to open in a spreadsheet, whoever wrote its texts. */
export const csvRecord = (values: readonly (string | number | null)[]): string => `${values.map(cellOf).join(',')}\r\n`;
