/** A value that no spreadsheet takes for anything but a number, whatever its sign. */
const NUMBER = /^-?\d+(\.\d+)?$/u;
/** What spreadsheets take for the beginning of a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]/u;

const cellOf = (value: string | number | null): string => {
  if (value === null) return '';
  const text = String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A record of RFC 4180, which a spreadsheet may open whoever wrote its texts. */
export const csvRecord = (values: readonly (string | number | null)[]): string => `${values.map(cellOf).join(',')}\r\n`;
