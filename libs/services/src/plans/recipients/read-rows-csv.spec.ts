import { ServiceError } from '../../shared/service-error.js';
import { readRowsCsv } from './read-rows-csv.js';

const A = 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07';
const read = (text: string, most = 100) => readRowsCsv(text, most);
const rows = (text: string) => read(text).map(({ row }) => row);
const refusal = (text: string, most = 100): ServiceError => {
  try {
    read(text, most);
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
    expect(rows(`${A},1,,,,2592000,`)).toEqual([{ recipient: A, amount: '1', step: 2_592_000 }]);
  });

  it('skips empty lines and a byte order mark, takes both line ends, quotes and any script, and counts lines as editors do', () => {
    const text = `\uFEFFaddress,amount,label\r\n\r\n${A},1,"Zoë, ""Z"" 李 🌊"\r\n,,\r\n${A},2`;
    expect(read(text)).toEqual([
      { line: 3, row: { recipient: A, amount: '1', label: 'Zoë, "Z" 李 🌊' } },
      { line: 5, row: { recipient: A, amount: '2', label: undefined } },
    ]);
  });

  it('tells for each row which column is no good', () => {
    const faults = rows(`${A},1,tomorrow\n,1\n${A}\n${A},1,,,,fortnightly\n${A},1,2,3,4,5,6,7\n${A},1,2027-13-01`);
    expect(faults).toEqual([
      expect.objectContaining({ field: 'start', code: 'INVALID_TIME' }),
      expect.objectContaining({ field: 'address', code: 'MISSING' }),
      expect.objectContaining({ field: 'amount', code: 'MISSING' }),
      expect.objectContaining({ field: 'step', code: 'INVALID_TIME' }),
      expect.objectContaining({ field: null, code: 'WRONG_COLUMNS' }),
      expect.objectContaining({ field: 'start', code: 'INVALID_TIME' }),
    ]);
  });

  it.each([
    ['address,amount,salary\n', 'the header has "salary"'],
    ['address,amount,amount\n', 'names a column twice'],
    ['address,label\n', 'lacks amount'],
    [`${A},"1\n`, 'a quote is not closed'],
    [`${A},1,,,,,"two\nlines"\n`, 'spans several lines'],
  ])('refuses %j', (text, reason) => {
    const error = refusal(text);
    expect([error.code, error.message]).toEqual(['INVALID_RECIPIENTS', expect.stringContaining(reason)]);
  });

  it('reads no more rows than it may, and no endless empty lines', () => {
    expect(refusal(`${A},1\n`.repeat(5), 4).code).toBe('PLAN_TOO_LARGE');
    expect(read(`address,amount\n${`${A},1\n`.repeat(4)}`, 4)).toHaveLength(4);
    expect(refusal('\n'.repeat(50), 4).code).toBe('INVALID_RECIPIENTS');
  });
});
