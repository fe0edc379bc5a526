import { encodeCashAddress } from '@bitauth/libauth';
import fc from 'fast-check';
import { RUNS } from '../../test/runs.js';
import { cashAddresses } from '../whitelist/address-reader.js';
import { readWhitelistCsv } from '../whitelist/packed-rows.js';
import { ListError } from './list-error.js';
import { IN_BCH } from './list-problem.js';

const addressOf = (i: number): string =>
  encodeCashAddress({ payload: new Uint8Array(20).fill(i + 1), prefix: 'bchtest', type: 'p2pkh' }).address;

/** How some program in some language writes a list. */
const anyStyle = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  decimal: fc.constantFrom('.', ','),
  group: fc.constantFrom('', "'", '’', ' ', '\u00A0', '\u202F', 'other'),
  decimals: fc.integer({ min: 0, max: 10 }),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r', '\r\r\n'),
  encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be', 'latin1'),
  quotes: fc.constantFrom('where needed', 'always', 'after blanks'),
  header: fc.constantFrom(
    undefined,
    ['address', 'amount'],
    ['Wallet', 'Betrag'],
    [' "Recipient"', 'Amount (BCH)'],
    ['地址', '金额'],
    ['Dirección', 'Importe'],
    ['unknown', 'words'],
  ),
  title: fc.boolean(),
  blankLines: fc.boolean(),
  before: fc.constantFrom([], ['Payment no'], ['Pay date'], ['Name', 'sender'], ['Reference', 'Payee']),
  amountFirst: fc.boolean(),
});
type Style = typeof anyStyle extends fc.Arbitrary<infer T> ? T : never;
/** Latin-1 has neither Chinese nor these marks. */
const styles = anyStyle.filter(
  ({ encoding, header, group }) => encoding !== 'latin1' || (header?.[0] !== '地址' && !/[’\u202F]/.test(group)),
);

const written = (units: bigint, { decimal, group, decimals }: Style): string => {
  const digits = units.toString().padStart(9, '0');
  const mark = group === 'other' ? (decimal === '.' ? ',' : '.') : group;
  const whole = digits.slice(0, -8).replace(/\B(?=(?:\d{3})+$)/g, mark);
  const fraction = digits.slice(-8).padEnd(10, '0').slice(0, decimals);
  return fraction === '' ? whole : `${whole}${decimal}${fraction}`;
};

const VALUES: Readonly<Record<string, (row: number) => string>> = {
  'Payment no': (row) => String(1_000 + row),
  'Pay date': (row) => `${String(row + 1).padStart(2, '0')}.12.2026`,
  Name: () => 'Zoë; "Z", M',
  sender: () => addressOf(200),
  Reference: (row) => `Salary Dec 2026 / ${row}`,
  Payee: () => 'Jörg',
};

const fieldOf = (text: string, { delimiter, quotes }: Style): string => {
  const isNeeded = text.includes(delimiter) || text.includes('"');
  const quoted = `"${text.replaceAll('"', '""')}"`;
  if (quotes === 'after blanks') return delimiter === '\t' ? quoted : ` ${quoted}`;
  return quotes === 'always' || isNeeded ? quoted : text;
};

const bytesOf = (text: string, encoding: Style['encoding']): Uint8Array => {
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  if (encoding === 'utf-8 with mark') return Buffer.from(`\uFEFF${text}`);
  return Buffer.from(text, encoding === 'latin1' ? 'latin1' : 'utf8');
};

const listOf = (amounts: readonly bigint[], style: Style): Uint8Array => {
  const { header, before, amountFirst, title, blankLines, lineEnd, delimiter } = style;
  const lineOf = (others: readonly string[], address: string, amount: string): string =>
    [...others, ...(amountFirst ? [amount, address] : [address, amount])]
      .map((text) => fieldOf(text, style))
      .join(delimiter);
  const rows = amounts.map((units, row) =>
    lineOf(
      before.map((name) => VALUES[name]?.(row) ?? ''),
      addressOf(row),
      written(units, style),
    ),
  );
  const names = header === undefined ? [] : [lineOf(before, header[0], header[1])];
  const titles = title && header !== undefined ? ['Payroll of December', delimiter] : [];
  return bytesOf(
    [...titles, ...names, ...rows].flatMap((line) => (blankLines ? [line, ''] : [line])).join(lineEnd),
    style.encoding,
  );
};

/** What a list pays to whom; undefined where it is refused or asked about. */
const paidBy = (list: Uint8Array): readonly string[] | undefined => {
  const paid: string[] = [];
  try {
    const rules = { readAddress: cashAddresses('bchtest'), unit: IN_BCH };
    const { count, rows } = readWhitelistCsv([list], rules);
    const view = new DataView(rows.buffer, rows.byteOffset);
    for (let row = 0; row < count; row += 1)
      paid.push(`${view.getUint8(row * 28)}: ${view.getBigUint64(row * 28 + 20, true)}`);
    return paid;
  } catch (error) {
    if (error instanceof ListError) return undefined;
    throw error;
  }
};

describe('a list in the style of any program and language', () => {
  it('pays what it says, or is refused or asked about', () => {
    let read = 0;
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 6 }),
        styles,
        (amounts, style) => {
          // What the style writes of an amount: fewer decimals than BCH has, maybe.
          const unit = 10n ** BigInt(Math.max(8 - style.decimals, 0));
          const kept = amounts.map((units) => ((units / unit) * unit === 0n ? unit : (units / unit) * unit));
          const paid = paidBy(listOf(kept, style));
          if (paid === undefined) return;
          read += 1;
          expect(paid).toEqual(kept.map((units, row) => `${row + 1}: ${units}`));
        },
      ),
      RUNS(500),
    );
    // The property would hold of a reader that refuses everything.
    expect(read).toBeGreaterThan(200);
  });

  it('is read where its header has known names and its amounts one meaning', () =>
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 6 }),
        styles.filter(({ header, decimals }) => header !== undefined && header[0] !== 'unknown' && decimals >= 8),
        (amounts, style) =>
          expect(paidBy(listOf(amounts, style))).toEqual(amounts.map((units, row) => `${row + 1}: ${units}`)),
      ),
      RUNS(300),
    ));
});
