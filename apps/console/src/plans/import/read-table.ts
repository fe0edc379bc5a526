import { t } from '../../language/text.js';
/** A table as spreadsheets save it. */
export interface Table {
  /** Texts of its first line where that names columns; else none. */
  readonly header: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  /** What stands between its fields. */
  readonly delimiter: string;
  /** What is wrong with it as a whole. */
  readonly problem?: string;
}

const BYTE_ORDER_MARK = '\uFEFF';
const ADDRESS = /^(?:[a-z]+:)?[qprz][0-9a-z]{30,}$/i;
/** Signs of a number, and of units and currencies beside it. */
const NUMBER = /^[^\d]{0,4}\d[\d.,'’\s]*[^\d]{0,5}$/;

export const isAddressLike = (text: string): boolean => ADDRESS.test(text.trim());
export const isNumberLike = (text: string): boolean => NUMBER.test(text.trim()) && !text.includes(':');

/** Returns the decimal separator that a column's numbers have. @param delimiter of the table, which decides where they do not tell */
export const decimalOf = (texts: readonly string[], delimiter: string): '.' | ',' => {
  for (const text of texts) {
    const signs = text.match(/[.,]/g) ?? [];
    const [first, last] = [signs[0], signs.at(-1)];
    if (last === undefined) continue;
    const decimals = /\d+/.exec(text.slice(text.lastIndexOf(last) + 1))?.[0].length ?? 0;
    // The last of two kinds is the decimal one; one kind more than once separates thousands, as does one before three digits.
    if (first !== last) return last === ',' ? ',' : '.';
    if (signs.length > 1) return last === ',' ? '.' : ',';
    if (decimals !== 3) return last === ',' ? ',' : '.';
  }
  return delimiter === ';' ? ',' : '.';
};

/** Returns a number of a table in the form of the page's fields: "1.234,50 €" as "1234.50". */
export const plainNumber = (text: string, decimal: '.' | ','): string => {
  const digits = text.trim().replace(/^[^\d-]+|[^\d]+$/g, '');
  const grouped = decimal === ',' ? /[.'’\s\u00A0\u202F]/g : /[,'’\s\u00A0\u202F]/g;
  return digits.replace(grouped, '').replace(',', '.');
};

/** Reads a table whose fields stand between commas, semicolons or tabs. Its parser is loaded when it is needed. */
export const readTable = async (text: string): Promise<Table> => {
  const { default: Papa } = await import('papaparse');
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const { data, meta, errors } = Papa.parse<string[]>(plain, {
    delimitersToGuess: [',', ';', '\t'],
    skipEmptyLines: 'greedy',
  });
  const problem = errors.find(({ type }) => type === 'Quotes');
  const [first, ...rest] = data;
  const isHeader = first !== undefined && !first.some((field) => isAddressLike(field) || isNumberLike(field));
  return {
    header: isHeader ? first : undefined,
    rows: isHeader ? rest : data,
    delimiter: meta.delimiter,
    ...(problem !== undefined && {
      problem: t('A quote is not closed on line {row}', { row: (problem.row ?? 0) + 1 }),
    }),
  };
};
