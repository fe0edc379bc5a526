import { LIST_CASES, listFile } from '@weir/testing/lists';
import { readPlanList } from './plan-list.js';

const textOf = (file: string, encoding = 'utf-8'): string => new TextDecoder(encoding).decode(listFile(file));

describe('readPlanList', () => {
  it.each(LIST_CASES)('reads $file as the service does', ({ file, rows, encoding }) => {
    const read = () => readPlanList(textOf(file, encoding), { inBch: true, paydaysOffset: undefined });
    if (rows === undefined) expect(read).toThrow('cannot be read');
    else expect(read().map(({ amount }) => amount)).toEqual(rows.map(({ units }) => units));
  });

  it('reads times, steps and base units, by other names than the first and other separators', () => {
    const text =
      'Wallet;Betrag;start;end;step\nbchtest:one;1500;31.01.2027;2028-01-31T08:00Z;monthly\nbchtest:two;2;;;60\n';
    expect(readPlanList(text, { inBch: false, paydaysOffset: undefined })).toEqual([
      {
        recipient: 'bchtest:one',
        amount: 1_500n,
        start: Date.UTC(2027, 0, 31) / 1_000,
        end: Date.UTC(2028, 0, 31, 8) / 1_000,
        cliff: undefined,
        interval: 'MONTHLY',
      },
      { recipient: 'bchtest:two', amount: 2n, start: undefined, end: undefined, cliff: undefined, step: 60 },
    ]);
  });

  it('takes a day of a salary for all of that day, where its paydays are', () => {
    const text = 'address,amount,start,end\nbchtest:one,1,2027-01-25,2027-12-25\n';
    const east = { inBch: true, paydaysOffset: 9 * 3_600 };
    expect(readPlanList(text, east)).toMatchObject([
      { start: Date.UTC(2027, 0, 24, 15) / 1_000, end: Date.UTC(2027, 11, 25, 14, 59, 59) / 1_000 },
    ]);
  });
});
