import { type ActivityLine, decimalText, plainLine, presentAmount } from '@weir/api-contract';
import { BCH_DECIMALS } from '@weir/kinds';
import type { ExportLine, TokenName } from '@weir/services';

/** A number, which no spreadsheet takes for a formula, with any sign. */
const NUMBER = /^-?\d+(\.\d+)?$/u;
/** The signs that start a formula, in the forms that spreadsheets of some languages read as the same. */
const SIGN = '[=＝﹦⁼₌+＋﹢⁺₊\\-－﹣⁻₋−@＠﹫|｜]';
/** Where a cell begins: at the start, and where `;` or a tab is read as the separator. Blanks before a sign are skipped. */
const FORMULA = new RegExp(`([;\\t]|^)(?=[\\s\\p{C}]*${SIGN})`, 'gu');
/** Characters that some spreadsheets drop from the start of a cell. */
const DROPPED = /^[\t\r\n]/u;
const NEEDS_QUOTES = /[",;\t\r\n]/u;

/** Puts an apostrophe before text that could be read as a formula (OWASP, CSV injection). */
const withoutFormulas = (text: string): string => {
  if (NUMBER.test(text)) return text;
  const safe = text.replaceAll(FORMULA, "$1'");
  return DROPPED.test(safe) ? `'${safe}` : safe;
};

const cellOf = (value: string | number | null): string => {
  if (value === null) return '';
  // One record is one line for every reader, with texts of any author. A tab stays: spreadsheets show it.
  const safe = withoutFormulas(String(value).split('\t').map(plainLine).join('\t'));
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Formats a CSV record (RFC 4180) that is safe to open in a spreadsheet, with texts of any author. */
export const csvRecord = (values: readonly (string | number | null)[]): string => `${values.map(cellOf).join(',')}\r\n`;

const COLUMNS = [
  'time',
  'timestamp',
  'tx_hash',
  'direction',
  'kind',
  'product',
  'record_id',
  'display_id',
  'counterparty',
  'asset',
  'amount',
  'amount_base',
  'running_total',
  'running_total_base',
  'memo',
  'symbol',
  'amount_decimal',
  'running_total_decimal',
  'plan_id',
  'plan_display_id',
  'address',
  'recipient_name',
  'payday',
  'periods',
  'payday_time',
  'currency',
  'currency_amount',
  'price',
  'price_time',
  'price_number',
  'period_amount_base',
] as const;

/** Returns the name of a token; null where it is unknown. */
export type NameOf = (category: string) => Pick<TokenName, 'symbol' | 'decimals'> | null;

const timeOf = (at: number): string => new Date(at * 1_000).toISOString().replace('.000Z', 'Z');

const decimals = (base: bigint, tokenCategory: string | null): string =>
  decimalText(base.toString(), tokenCategory === null ? BCH_DECIMALS : 0);

/** Returns the columns that a token's name adds to a line. */
const named = ({ tokenCategory, amount, runningTotal }: ExportLine, nameOf: NameOf) => {
  const { symbol, decimals } =
    tokenCategory === null
      ? { symbol: 'BCH', decimals: BCH_DECIMALS }
      : (nameOf(tokenCategory) ?? { symbol: null, decimals: null });
  const text = (base: bigint): string | null => (decimals === null ? null : decimalText(base.toString(), decimals));
  return { symbol, amountDecimal: text(amount), runningTotalDecimal: text(runningTotal) };
};

/** Presents a line of an export in JSON. */
export const presentLine = (line: ExportLine, nameOf: NameOf): ActivityLine => {
  const tokenType = line.tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN';
  return {
    time: timeOf(line.at),
    timestamp: line.at,
    txHash: line.txHash,
    direction: line.direction,
    kind: line.kind as ActivityLine['kind'],
    product: line.product,
    recordId: line.recordId,
    displayId: line.displayId,
    counterparty: line.counterparty,
    asset: line.tokenCategory ?? 'BCH',
    amount: presentAmount(line.amount, tokenType),
    amountBase: line.amount.toString(),
    runningTotal: presentAmount(line.runningTotal, tokenType),
    runningTotalBase: line.runningTotal.toString(),
    memo: line.memo,
    ...named(line, nameOf),
    planId: line.planId,
    planDisplayId: line.planDisplayId,
    address: line.address,
    recipientName: line.recipientName,
    payday: line.payday,
    periods: line.periods,
    paydayTime: line.payday === null ? null : timeOf(line.payday),
    currency: line.currency,
    currencyAmount: line.currencyAmount,
    price: line.price,
    priceTime: line.priceTime,
    priceNumber: line.priceNumber,
    periodAmountBase: line.periodAmount?.toString() ?? null,
  };
};

/** The columns are the fields of a line in JSON, in their order, with amounts as decimal text. */
const csvLine = (line: ExportLine, nameOf: NameOf): string => {
  const amount = decimals(line.amount, line.tokenCategory);
  const runningTotal = decimals(line.runningTotal, line.tokenCategory);
  return csvRecord(Object.values({ ...presentLine(line, nameOf), amount, runningTotal }));
};

/** A batch of lines with the names of their tokens. */
export interface NamedLines {
  readonly some: readonly ExportLine[];
  readonly nameOf: NameOf;
}

/** Yields an export as CSV, batch by batch. */
export async function* asCsv(lines: AsyncIterable<NamedLines>): AsyncGenerator<string> {
  yield csvRecord(COLUMNS);
  for await (const { some, nameOf } of lines) yield some.map((line) => csvLine(line, nameOf)).join('');
}

/** Yields an export as one JSON document, batch by batch. */
export async function* asJson(address: string, lines: AsyncIterable<NamedLines>): AsyncGenerator<string> {
  yield `{"success":true,"address":${JSON.stringify(address)},"lines":[`;
  let count = 0;
  for await (const { some, nameOf } of lines) {
    yield `${count === 0 ? '' : ','}${some.map((line) => JSON.stringify(presentLine(line, nameOf))).join(',')}`;
    count += some.length;
  }
  yield `],"count":${count}}`;
}
