import fc from 'fast-check';
import { RUNS } from '../../test/runs.js';
import { AmountColumn, type AmountResult, readAmount, readColumnAmount } from './read-amount.js';

const bch = (text: string, locale = 'en'): AmountResult => readAmount(text, { decimals: 8, locale });
const short = (result: AmountResult): string => {
  if (result.status === 'ok') return result.units.toString();
  if (result.status === 'ambiguous') return result.choices.map(({ plain }) => plain).join(' or ');
  return result.part === '' ? result.code : `${result.code} ${result.part}`;
};
const LOCALES = ['en', 'de', 'es', 'zh', 'ar', 'fr', 'de-CH', 'ar-EG'];

describe('an amount of BCH in any language', () => {
  it.each([
    ['0,125', '12500000'],
    ['0.125', '12500000'],
    ['.5', '50000000'],
    [',5', '50000000'],
    ['.500', '50000000'],
    ['007', '700000000'],
    ['0', '0'],
    ['  0.5\u00A0', '50000000'],
    ['1,5', '150000000'],
    ['1.5', '150000000'],
    ['1234.567', '123456700000'],
    ['1234,567', '123456700000'],
    ['1,234.5', '123450000000'],
    ['1.234,5', '123450000000'],
    ['1,234,567.89', '123456789000000'],
    ['1.234.567,89', '123456789000000'],
    ['1,234,567', '123456700000000'],
    ['1.234.567', '123456700000000'],
    ["1'234.50", '123450000000'],
    ['1’234,50', '123450000000'],
    ['1 234,5', '123450000000'],
    ['1\u00A0234,5', '123450000000'],
    ['1\u202F234', '123400000000'],
    ['1\u2009234\u2009567.5', '123456750000000'],
    ['0.123456780', '12345678'],
    ['0.12345678000000000000', '12345678'],
    ['0.123456781', 'TOO_PRECISE 123456781'],
    ['0.000000001', 'TOO_PRECISE 000000001'],
    ['9'.repeat(31), 'TOO_LARGE'],
    ['', 'EMPTY'],
    ['   ', 'EMPTY'],
    ['-1', 'SIGN -'],
    ['+1', 'SIGN +'],
    ['0.50-', 'SIGN -'],
    ['\u22121.5', 'SIGN \u2212'],
    ['1\u20135', 'SIGN \u2013'],
    ['(0.50)', 'BRACKETS ('],
    ['[1]', 'BRACKETS ['],
    ['5%', 'PERCENT %'],
    ['1e3', 'EXPONENT 1e3'],
    ['1.5E8', 'EXPONENT 1.5E8'],
    ['$5', 'CURRENCY $'],
    ['5 €', 'CURRENCY €'],
    ['\u20BF1', 'CURRENCY \u20BF'],
    ['500 sats', 'UNIT sats'],
    ['3 mBCH', 'UNIT mBCH'],
    ['20 USD', 'UNIT USD'],
    ['0.5 BCH', 'UNIT BCH'],
    ['0x10', 'UNIT x10'],
    ['NaN', 'UNIT NaN'],
    ['1k', 'UNIT k'],
    ['٣', 'OTHER_DIGITS ٣'],
    ['１.５', 'OTHER_DIGITS １'],
    ['1\u200B5', 'INVISIBLE U+200B'],
    ['\uFEFF15', 'INVISIBLE U+FEFF'],
    ['1\u00AD5', 'INVISIBLE U+00AD'],
    ['1\n5', 'INVISIBLE U+000A'],
    ['1/2', 'SYMBOL /'],
    ['½', 'SYMBOL ½'],
    ['1_000', 'SYMBOL _'],
    ['1:5', 'SYMBOL :'],
    ['~1', 'SYMBOL ~'],
    ['"1"', 'SYMBOL "'],
    ['5.', 'INCOMPLETE'],
    ['5,', 'INCOMPLETE'],
    ['.', 'INCOMPLETE'],
    ['1.5.2', 'MARKS'],
    ['1.234.5', 'MARKS'],
    ['0,125,000', 'MARKS'],
    ['01,234.5', 'MARKS'],
    ['1,2345.6', 'MARKS'],
    ['12,34,567.8', 'MARKS'],
    ['1234,567.8', 'MARKS'],
    ['1,234 567', 'MARKS'],
    ["1'234 567", 'MARKS'],
    ['1  234', 'MARKS'],
    ['1 5', 'MARKS'],
    ['1 2345', 'MARKS'],
    ['1..5', 'MARKS'],
    ['1. 5', 'MARKS'],
    ['01.12.2026', 'MARKS'],
  ])('%j: %s', (text, expected) => {
    for (const locale of LOCALES) expect([locale, short(bch(text, locale))]).toEqual([locale, expected]);
  });

  it.each([
    ['1,500', 'en', '1500 or 1.5'],
    ['1,500', 'de', '150000000'],
    ['1.500', 'de', '1500 or 1.5'],
    ['1.500', 'en', '150000000'],
    ['1.500', 'fr', '1500 or 1.5'],
    ['1,500', 'zh', '1500 or 1.5'],
    ['123,456', 'en', '123456 or 123.456'],
    ['1,000', 'ar', '1000 or 1'],
  ])('%j on a page in %s: %s', (text, locale, expected) => expect(short(bch(text, locale))).toBe(expected));

  it('is named without its outer blanks in refusals, and as typed in questions', () => {
    expect(bch(' 1k ')).toEqual({ status: 'refused', code: 'UNIT', text: '1k', part: 'k' });
    expect(bch(' 1,500 ')).toEqual({
      status: 'ambiguous',
      text: '1,500',
      choices: [
        { mark: '.', plain: '1500' },
        { mark: ',', plain: '1.5' },
      ],
    });
  });
});

describe('an amount of a token', () => {
  it.each([
    ['9223372036854775807', 0, '9223372036854775807'],
    ['1.0', 0, '1'],
    ['1.5', 0, 'TOO_PRECISE 5'],
    ['3.5', 2, '350'],
    ['3,50', 2, '350'],
    ['3.555', 2, 'TOO_PRECISE 555'],
    ['0.000000000000000001', 18, '1'],
  ])('%j with %i decimals: %s', (text, decimals, expected) =>
    expect(short(readAmount(text, { decimals, locale: 'en' }))).toBe(expected),
  );
});

const markOf = (texts: readonly string[]): string => {
  const column = new AmountColumn(8);
  for (const [i, text] of texts.entries()) column.add(text, i + 1);
  const result = column.mark;
  if (result.status === 'ok') return result.mark;
  if (result.status === 'contradiction') return `lines ${result.point.line} and ${result.comma.line}`;
  return `line ${result.line}: ${result.choices.map(({ plain }) => plain).join(' or ')}`;
};

describe('the decimal mark of a column', () => {
  it.each([
    [[], '.'],
    [['10', '20'], '.'],
    [['1 500', '20'], '.'],
    [['1,5'], ','],
    [['0,125', '0,250'], ','],
    [['.5', '.47', '1.25'], '.'],
    [['0.125', '1,500'], '.'],
    [['1.500', '2,5'], ','],
    [['1,500', '2.5'], '.'],
    [['1.500.000'], ','],
    [['1,500,000'], '.'],
    [['1.500,25'], ','],
    [['7,775,903.683026136819491537', '1,000', '0'], '.'],
    [['1,500'], 'line 1: 1500 or 1.5'],
    [['2', '1.500', '250', '12.250'], 'line 2: 1500 or 1.5'],
    [['1.500', '2,500'], 'line 1: 1500 or 1.5'],
    [['2', '1.5', '3', '0,5'], 'lines 2 and 4'],
    [['1,234.5', '1.234,5'], 'lines 1 and 2'],
    [['500 sats', '-1,5', '0.5'], '.'],
  ])('of %j: %s', (texts, expected) => expect(markOf(texts)).toBe(expected));

  it('decides how its values read', () => {
    expect(short(readColumnAmount('1,500', 8, '.'))).toBe('150000000000');
    expect(short(readColumnAmount('1,500', 8, ','))).toBe('150000000');
    expect(short(readColumnAmount('1,5', 8, '.'))).toBe('OTHER_MARK');
    expect(short(readColumnAmount('0.125', 8, ','))).toBe('OTHER_MARK');
    expect(short(readColumnAmount('500 sats', 8, '.'))).toBe('UNIT sats');
  });
});

/** A number as some language or program writes it. */
const written = fc
  .record({
    units: fc.bigInt({ min: 0n, max: 10n ** 17n }),
    decimal: fc.constantFrom('.', ','),
    group: fc.constantFrom('', "'", '’', ' ', '\u00A0', '\u202F', '\u2009', 'other'),
    decimals: fc.integer({ min: 0, max: 11 }),
  })
  .map(({ units, decimal, group, decimals }) => {
    const kept = decimals < 8 ? units - (units % 10n ** BigInt(8 - decimals)) : units;
    const digits = kept.toString().padStart(9, '0');
    const mark = group === 'other' ? (decimal === '.' ? ',' : '.') : group;
    const whole = digits.slice(0, -8).replace(/\B(?=(?:\d{3})+$)/g, mark);
    const fraction = digits.slice(-8).padEnd(11, '0').slice(0, decimals);
    return { units: kept, decimal, text: fraction === '' ? whole : `${whole}${decimal}${fraction}` } as const;
  });

describe('any number that some language writes', () => {
  it('reads as itself or as two numbers in a field, unless the decimal mark of the page makes it another', () =>
    fc.assert(
      fc.property(written, fc.constantFrom(...LOCALES), ({ text, units }, locale) => {
        const result = bch(text, locale);
        if (result.status === 'ambiguous') {
          const meant = result.choices.map(({ plain }) => short(bch(`${plain}${plain.includes('.') ? '' : '.'}0000`)));
          expect(meant).toContain(units.toString());
        } else if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) expect(short(result)).toBe(units.toString());
      }),
      RUNS(500),
    ));

  it('reads as itself in a column, or the column is ambiguous', () =>
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 5 }), fc.constantFrom('.', ','), (all, decimal) => {
        const column = all.filter((each) => each.decimal === decimal);
        const read = new AmountColumn(8);
        const first = column.map(({ text }, i) => read.add(text, i + 1));
        const { mark } = read;
        expect(mark.status).not.toBe('contradiction');
        for (const [i, { text, units }] of column.entries()) {
          if (first[i]?.status !== 'ambiguous') expect([text, first[i]]).toEqual([text, { status: 'ok', units }]);
          if (mark.status === 'ok') expect([text, read.read(text, mark.mark)]).toEqual([text, { status: 'ok', units }]);
        }
      }),
      RUNS(500),
    ));
});

describe('any text beside a number', () => {
  /** Marks, blanks and digits make other numbers; all else makes none. */
  const garbage = fc
    .oneof(
      fc.string({ minLength: 1, maxLength: 4 }),
      fc.constantFrom('-', '−', '(', ')', '%', 'e3', 'sats', ' BCH', '\u200B', '٣', '+', '$', 'k', '１'),
    )
    .filter((text) => /[^\d.,'’ \u00A0\u2007\u2009\u202F\t]/u.test(text));

  it('before or behind it leaves no amount', () =>
    fc.assert(
      fc.property(written, garbage, fc.boolean(), ({ text }, extra, isBefore) => {
        const dirty = isBefore ? `${extra}${text}` : `${text}${extra}`;
        for (const locale of ['en', 'de']) expect([dirty, bch(dirty, locale).status]).toEqual([dirty, 'refused']);
        for (const mark of ['.', ','] as const) expect(readColumnAmount(dirty, 8, mark).status).toBe('refused');
      }),
      RUNS(500),
    ));
});

describe('the short path of plain numbers', () => {
  it('gives what the general reader gives', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,6}(\.\d{1,10})?$/), fc.integer({ min: 0, max: 9 }), (text, decimals) => {
        // A blank around it is not a part of the number, and takes the general path.
        const [one, other] = [new AmountColumn(decimals), new AmountColumn(decimals)];
        expect(one.add(text, 1)).toEqual(other.add(` ${text}`, 1));
        expect(one.mark).toEqual(other.mark);
      }),
      RUNS(500),
    ));
});
