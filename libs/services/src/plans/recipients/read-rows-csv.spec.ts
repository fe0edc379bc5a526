import { LIST_CASES, listFile } from '@weir/testing/lists';
import { ServiceError } from '../../shared/service-error.js';
import { readRowsCsv } from './read-rows-csv.js';

const A = 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07';
const B = 'bchtest:qzye03jxam7jxx2a3knknzut65f23f3xqcegcnwm56';
const read = (list: Uint8Array | string, most = 100, inBch = true, offset?: number) =>
  readRowsCsv(list, most, { inBch, offset }).rows;
const rows = (text: string) => read(text).map(({ row }) => row);
const refusal = (list: Uint8Array | string, most = 100, inBch = true): ServiceError => {
  try {
    read(list, most, inBch);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('It was read');
};

describe('a CSV of recipients', () => {
  it('reads its columns in their order, or in that of a header', () => {
    const row = { recipient: A, amount: '1.5', start: 1_800_000_000, end: 1_900_000_000, label: 'Ada' };
    expect(rows(`${A},1.5,1800000000,1900000000,,,Ada\n`)).toEqual([row]);
    expect(rows(`Label, Recipient ,AMOUNT,end,start\nAda,${A},1.5,1900000000,1800000000`)).toEqual([row]);
  });

  it('takes dates of UTC for times, and words for intervals', () => {
    expect(rows(`${A},1,2027-01-31,2027-12-31T08:30Z,0,monthly,`)).toEqual([
      { recipient: A, amount: '1', start: 1_801_353_600, end: 1_830_241_800, cliff: 0, interval: 'MONTHLY' },
    ]);
    expect(rows(`address,amount,start,cliff\n${A},1,31.01.2027,0`)).toEqual([
      { recipient: A, amount: '1', start: 1_801_353_600, cliff: 0 },
    ]);
    expect(rows(`${A},1,,,,2592000,`)).toEqual([{ recipient: A, amount: '1', step: 2_592_000 }]);
  });

  it('takes a day of a salary for all of that day, where its paydays are', () => {
    const list = `address,amount,start,end\n${A},1,2027-01-25,25.12.2027\n${B},1,2027-01-25T00:00Z,1829692800`;
    const [first, exact] = read(list, 10, true, -5 * 3_600);
    expect(first?.row).toMatchObject({
      start: Date.UTC(2027, 0, 25, 5) / 1_000,
      end: Date.UTC(2027, 11, 26, 4, 59, 59) / 1_000,
    });
    expect(exact?.row).toMatchObject({ start: Date.UTC(2027, 0, 25) / 1_000, end: 1_829_692_800 });
  });

  it('skips empty lines and a byte order mark, takes both line ends, quotes and any script, and counts lines as editors do', () => {
    const text = `\uFEFFaddress,amount,label\r\n\r\n${A},1,"Zoë, ""Z"" 李 🌊"\r\n,,\r\n${A},2`;
    expect(read(text)).toEqual([
      { line: 3, row: { recipient: A, amount: '1', label: 'Zoë, "Z" 李 🌊' } },
      { line: 5, row: { recipient: A, amount: '2', label: undefined } },
    ]);
  });

  it('names for each row the column that is not valid', () => {
    const header = 'address,amount,start,end,cliff,step,label\n';
    const faults = rows(
      `${header}${A},1,tomorrow\n,1\n${A}\n${A},1,,,,fortnightly\n${A},1,2,3,4,5,6,7\n${A},1,2027-13-01\n${A},1,2030-02-31\n${A},-1`,
    );
    expect(faults).toEqual([
      expect.objectContaining({ field: 'start', code: 'INVALID_TIME' }),
      expect.objectContaining({ field: 'address', code: 'MISSING' }),
      expect.objectContaining({ field: 'amount', code: 'MISSING' }),
      expect.objectContaining({ field: 'step', code: 'INVALID_TIME' }),
      expect.objectContaining({ field: null, code: 'WRONG_COLUMNS' }),
      expect.objectContaining({ field: 'start', code: 'INVALID_TIME' }),
      expect.objectContaining({ field: 'start', code: 'INVALID_TIME' }),
      expect.objectContaining({
        field: 'amount',
        code: 'INVALID_AMOUNT',
        reason: expect.stringContaining('"-1" is not an amount in BCH: it has a sign (-)') as string,
      }),
    ]);
  });

  it.each([
    [`address,amount,amount\n${A},1,2`, 'COLUMNS', '2 columns may hold the amounts: "amount", "amount"'],
    [`address,label\n${A},Ada`, 'COLUMNS', 'no column is known to hold the amounts'],
    [`${A},3,1.5`, 'COLUMNS', '2 columns may hold the amounts: "column 2", "column 3"'],
    [`from,amount\n${A},1`, 'COLUMNS', 'no column is known to hold the addresses'],
    [`${A},"1\n`, 'MALFORMED_QUOTES', 'a quote is not closed'],
    [`${A},"1,500"\n`, 'AMBIGUOUS_AMOUNTS', '"1,500" is 1500 or 1.5 BCH'],
    [`${A},"1,5"\n${B},2.5`, 'MIXED_MARKS', '"2.5" (line 2)'],
  ])('refuses %j', (text, problem, reason) => {
    const error = refusal(text);
    expect([error.code, error.message]).toEqual(['INVALID_RECIPIENTS', expect.stringContaining(reason)]);
    expect(error.details).toMatchObject({ errors: [{ row: null, code: problem }] });
  });

  it('reads amounts of tokens in base units', () => {
    expect(read(`${A},350`, 10, false)).toMatchObject([{ row: { amount: '350' } }]);
    expect(read(`${A},3.5`, 10, false)).toMatchObject([
      {
        row: {
          code: 'INVALID_AMOUNT',
          reason: expect.stringContaining('amounts in base units have no decimals') as string,
        },
      },
    ]);
  });

  it('names the columns that it does not read', () =>
    expect(
      readRowsCsv(`id,address,note,amount\n1,${A},x,2`, 10, { inBch: true, offset: undefined }).ignoredColumns,
    ).toEqual(['id', 'note']));

  it('reads no more rows than it may', () => {
    expect(refusal(`${A},1\n`.repeat(5), 4).code).toBe('PLAN_TOO_LARGE');
    expect(read(`address,amount\n${`${A},1\n`.repeat(4)}`, 4)).toHaveLength(4);
  });

  it.each(LIST_CASES)('reads $file as every other reader does', ({ file, rows: expected, asked, badLines }) => {
    const list = listFile(file);
    if (asked !== undefined) {
      const errors = asked.map(() => ({ code: 'COLUMNS' }));
      expect(refusal(list).details).toMatchObject({ errorCount: asked.length, errors });
      return;
    }
    const found = read(list).map(({ line, row }) => ('code' in row ? line : [row.label ?? '', row.amount]));
    const amountOf = (units: bigint) => String(Number(units) / 1e8);
    expect(found).toEqual(badLines ?? expected?.map(({ label = '', units }) => [label, amountOf(units)]));
  });
});
