import { cashAddresses, IN_BASE_UNITS, IN_BCH, ListError, readWhitelistCsv } from '@weir/merkle';
import { LIST_CASES, listFile } from '@weir/testing/lists';
import { createWallet } from '@weir/wallet';
import { listProblemText } from '../../table/problem-text.js';
import { type ListAnswers, ListCheck, type ListReport, type ListRules, UploadWriter } from './list-check.js';

const rules: ListRules = { prefix: 'bchtest', inBch: true, decimals: 8, minAmount: 546n, maxRows: 1_000 };
const tokens = (decimals: number): ListRules => ({ ...rules, inBch: false, decimals, minAmount: 1n });
const walletOf = (name: string) => createWallet({ privateKey: name });
const [one, two] = [walletOf('one'), walletOf('two')];
const [A, B] = [one.address, two.address];

const bytesOf = (text: string) => new TextEncoder().encode(text);
interface Checked {
  readonly report: ListReport;
  /** What is sent; undefined where the list has problems. */
  readonly upload: string | undefined;
}
const check = (given: string | Uint8Array, by: ListRules = rules, answers: ListAnswers = {}): Checked => {
  const bytes = typeof given === 'string' ? bytesOf(given) : given;
  const list = new ListCheck(by, answers);
  try {
    list.add(bytes);
    const report = list.finish();
    const writer = new UploadWriter(by, list.answers);
    writer.add(bytes);
    return { report, upload: writer.finish().join('') };
  } catch (error) {
    if (error instanceof ListError) return { report: list.refused(error), upload: undefined };
    throw error;
  }
};
/** What the service stores of an upload. */
const storedOf = (upload: string | undefined, inBch: boolean) => {
  const unit = inBch ? IN_BCH : IN_BASE_UNITS;
  const { count, total } = readWhitelistCsv([bytesOf(upload ?? '')], { readAddress: cashAddresses('bchtest'), unit });
  return { rows: count, total };
};

describe('a list of recipients', () => {
  it('in BCH is sent as the service reads it', () => {
    const { report, upload } = check(`Wallet;Betrag\n${A};1.125,5\n${B};0,25`);
    expect(report).toMatchObject({ rows: 2, total: 112_575_000_000n, wrong: 0 });
    expect(upload).toBe(`address,amount\n${A},1125.50000000\n${B},0.25000000\n`);
    expect(storedOf(upload, true)).toEqual({ rows: 2, total: 112_575_000_000n });
  });

  it.each([
    [2, 'Name,Address,Amount', '3.5', '350'],
    [2, 'Name,Address,Amount', '350', '35000'],
    [0, 'Name,Address,Amount', '350', '350'],
    [8, 'Name,Address,Amount', '0.00000001', '1'],
  ])('of a token with %i decimals is in whole tokens, and sent in base units', (decimals, header, amount, base) => {
    const { report, upload } = check(`${header}\nAda,${A},${amount}\n`, tokens(decimals));
    expect(report).toMatchObject({ rows: 1, total: BigInt(base), wrong: 0 });
    expect(upload).toBe(`address,amount\n${A},${base}\n`);
    expect(storedOf(upload, false)).toEqual({ rows: 1, total: BigInt(base) });
  });

  it('names its columns and those that are not used, with its first rows', () => {
    const { report } = check(`id,receiver,amount\n1,${A},5\n2,${B},7`);
    expect(report.columns).toEqual({
      header: ['id', 'receiver', 'amount'],
      width: 3,
      address: 1,
      amount: 2,
      sample: [
        ['1', A, '5'],
        ['2', B, '7'],
      ],
    });
  });

  it('is read by the columns that somebody chose', () => {
    const list = `Name,Address,Gross pay,Net pay\nAda,${A},2,1.5\n`;
    expect(check(list).report).toMatchObject({ wrong: 1, problems: [{ code: 'COLUMNS', role: 'amount' }] });
    const { report, upload } = check(list, rules, { columns: { address: 1, amount: 3 } });
    expect(report.wrong).toBe(0);
    expect(upload).toBe(`address,amount\n${A},1.50000000\n`);
  });

  it('is read by the decimal mark that somebody chose', () => {
    const list = `${A},"1,500"\n`;
    expect(check(list).report).toMatchObject({ wrong: 1, problems: [{ code: 'AMBIGUOUS_AMOUNTS' }] });
    expect(check(list, rules, { decimalMark: '.' }).upload).toBe(`address,amount\n${A},1500.00000000\n`);
    expect(check(list, rules, { decimalMark: ',' }).upload).toBe(`address,amount\n${A},1.50000000\n`);
  });

  it('says what is wrong with each line', () => {
    const list = `address,amount\n${A},1\nnobody,1\n${B},0.000001\n${one.tokenAddress},1\n${B},500 sats\n`;
    const { report } = check(list);
    expect(report.problems.map((problem) => [problem.line, listProblemText(problem, 'BCH')])).toEqual([
      [3, 'nobody: This is not a cash address'],
      [4, '0.000001 BCH is less than 0.00000546 BCH, the minimum payment'],
      [5, 'The same address is on line 2 already'],
      [6, '“500 sats” is not an amount in BCH: write the number alone'],
    ]);
  });

  it.each(LIST_CASES)('$file gets the verdict of the service', ({ file, rows, asked, badLines, encoding }) => {
    const list = listFile(file);
    const { report, upload } = check(list);
    if (asked !== undefined)
      expect(report.problems).toMatchObject(
        asked.map(({ role, candidates }) => ({ code: 'COLUMNS', role, candidates })),
      );
    else if (badLines !== undefined)
      expect(report.problems).toMatchObject(badLines.map((line) => ({ code: 'BAD_AMOUNT', line })));
    else {
      const total = rows?.reduce((sum, { units }) => sum + units, 0n);
      expect(report).toMatchObject({ wrong: 0, rows: rows?.length, total, encoding: encoding ?? 'utf-8' });
      expect(storedOf(upload, true)).toEqual({ rows: rows?.length, total });
    }
  });

  it('of holders lists all amounts that do not fit, once its columns are chosen', () => {
    const list = listFile('list-holders-export.csv');
    const { report } = check(list, tokens(8), { columns: { address: 0, amount: 1 } });
    expect(report.problems).toMatchObject([
      { code: 'BAD_AMOUNT', line: 2, reason: 'TOO_PRECISE' },
      { code: 'AMOUNT_OUT_OF_RANGE', line: 4, units: 0n },
    ]);
  });
});
