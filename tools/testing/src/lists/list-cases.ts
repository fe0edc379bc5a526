import { readFileSync } from 'node:fs';

/** A file of `files`, and what every reader makes of it, in BCH. */
export interface ListCase {
  readonly file: string;
  /** What is paid, in order; undefined where nothing is until questions are answered. */
  readonly rows?: readonly { readonly label?: string; readonly units: bigint }[];
  /** Roles without exactly one column, and the columns that may hold them. */
  readonly asked?: readonly { readonly role: 'address' | 'amount'; readonly candidates: readonly string[] }[];
  /** Lines whose amounts are refused. */
  readonly badLines?: readonly number[];
  readonly encoding?: string;
}

const [HALF, QUARTER] = [{ units: 50_000_000n }, { units: 25_000_000n }];
const adaAndBea = (ada: bigint, bea: bigint) => [
  { label: 'Ada', units: ada },
  { label: 'Bea', units: bea },
];
const SALARIES = adaAndBea(150_000_000n, 200_000_000n);
const EIGHTHS = adaAndBea(12_500_000n, 25_000_000n);

/** Small files of people who pay others, each of which was read wrongly once. */
export const LIST_CASES: readonly ListCase[] = [
  { file: 'list-amount-first.csv', rows: [HALF] },
  { file: 'list-blank-before-quote.csv', rows: [HALF, QUARTER] },
  { file: 'list-header-german.csv', rows: [HALF] },
  { file: 'list-header-recipient.csv', rows: [HALF] },
  { file: 'list-header-wallet.csv', rows: [HALF] },
  { file: 'list-holders-export.csv', asked: [{ role: 'address', candidates: [] }] },
  { file: 'list-lines-of-commas.csv', rows: [HALF] },
  { file: 'list-more-columns.csv', rows: [{ units: 10_000n }, { units: 20_000n }] },
  { file: 'list-semicolon-decimal-comma.csv', rows: [HALF, QUARTER] },
  { file: 'list-zero-as-ninth-decimal.csv', rows: [{ units: 12_345_678n }] },
  {
    file: 'plan-bank-template.csv',
    rows: [
      { label: 'Ada Test', units: 150_000_000n },
      { label: 'Bea Test', units: 200_000_000n },
    ],
  },
  { file: 'plan-decimal-comma-in-quotes.csv', rows: EIGHTHS },
  { file: 'plan-gross-net.csv', asked: [{ role: 'amount', candidates: ['Gross pay', 'Net pay'] }] },
  {
    file: 'plan-leading-point.csv',
    rows: [...adaAndBea(50_000_000n, 47_000_000n), { label: 'Cyd', units: 125_000_000n }],
  },
  { file: 'plan-pay-date.csv', rows: SALARIES },
  { file: 'plan-payee.csv', rows: SALARIES },
  { file: 'plan-semicolon-decimal-point.csv', rows: EIGHTHS },
  { file: 'plan-sep-line.csv', rows: SALARIES },
  { file: 'plan-title-lines.csv', rows: SALARIES },
  { file: 'plan-units-after-number.csv', badLines: [2, 3, 4] },
  {
    file: 'plan-windows-1252.csv',
    rows: [
      { label: 'Jörg Müller', units: 150_000_000n },
      { label: 'Zoë', units: 200_000_000n },
    ],
    encoding: 'windows-1252',
  },
];

/** Reads a file of the cases. */
export const listFile = (file: string): Uint8Array => readFileSync(new URL(`./files/${file}`, import.meta.url));
