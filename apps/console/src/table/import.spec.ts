import { LIST_CASES, listFile } from '@weir/testing/lists';
import { plainTime, questionsOf, readImport, rowsOf } from './columns.js';
import { listProblemText } from './problem-text.js';

const [ada, bea] = ['bchtest:qzadaadaadaadaadaadaadaadaadaadaadaada', 'bchtest:qzbeabeabeabeabeabeabeabeabeabeabeabea'];
const BCH = { inBch: true, decimals: 8 };
const imported = (text: string | Uint8Array, unit = BCH) => rowsOf(readImport(text, unit.inBch), unit);

describe('a table of a spreadsheet', () => {
  it.each([
    ['of usual names', `Employee,Wallet address,Salary\nAda,${ada},"1,500.50"\nBea,${bea},20`],
    ['of Excel in German', `\uFEFFMitarbeiter;Adresse;Gehalt\r\nAda;${ada};1.500,50\r\nBea;${bea};20,00\r\n`],
    ['between tabs', `Name\tAddress\tAmount BCH\nAda\t${ada}\t1500.5\n\n\nBea\t${bea}\t20`],
    ['without names', `Ada,${ada},1500.50\nBea,${bea},20`],
    ['in another order', `amount;label;address\n"1.500,50";Ada;${ada}\n20;Bea;${bea}`],
    ['of which a column is not used', `Nr,Recipient,Total,Team\nx,${ada},1500.5,Ada\ny,${bea},20,Bea`],
  ])('%s is read', (_, text) => {
    const { rows, count } = imported(text);
    expect(count).toBe(0);
    expect(rows).toMatchObject([
      { recipient: ada, label: 'Ada', amount: '1500.5' },
      { recipient: bea, label: 'Bea', amount: '20' },
    ]);
  });

  it('has times, which days are in UTC; times and addresses that are not valid are left for their fields', () => {
    expect(
      imported(`address,amount,start,end,cliff,step\n${ada},1,2027-01-31,31.12.2027,1800000000,86400`).rows,
    ).toEqual([
      {
        recipient: ada,
        amount: '1',
        label: '',
        start: '2027-01-31',
        end: '2027-12-31',
        cliff: '2027-01-15T08:00:00Z',
        step: '86400',
      },
    ]);
    // The first second of a day stays one: a day alone is all of it where paydays end.
    for (const text of ['2027-01-31T00:00Z', '31.01.2027 00:00', String(Date.UTC(2027, 0, 31) / 1_000)])
      expect(plainTime(text)).toBe('2027-01-31T00:00:00Z');
    for (const text of ['soon', '2030-02-31', '31.02.2030', '2027-01-31T24:00Z']) expect(plainTime(text)).toBe(text);
    expect(imported(`address,amount\n${ada},2\nnobody,1`).rows).toMatchObject([
      {},
      { recipient: 'nobody', amount: '1' },
    ]);
  });

  it('is refused for all lines whose amounts have not one plain meaning', () => {
    const { problems } = imported(`address,amount\n${ada},(0.50)\n${bea},1.5.2\n${bea},\u22121`);
    expect(problems.map((problem) => [problem.line, listProblemText(problem, 'BCH')])).toEqual([
      [2, '“(0.50)” is not an amount in BCH: write a positive number without sign and brackets'],
      [3, '“1.5.2” is not an amount in BCH'],
      [4, '“\u22121” is not an amount in BCH: write a positive number without sign and brackets'],
    ]);
  });

  it('asks for the decimal mark where amounts have two meanings', () => {
    const list = readImport(`address,amount\n${ada},"1,500"`, true);
    const [question] = rowsOf(list, BCH).problems;
    expect(question && listProblemText(question, 'BCH')).toMatch(/^“1,500” may be 1,500 or 1.5 BCH/);
    expect(rowsOf({ ...list, mark: ',' }, BCH).rows).toMatchObject([{ amount: '1.5' }]);
    expect(rowsOf({ ...list, mark: '.' }, BCH).rows).toMatchObject([{ amount: '1500' }]);
  });

  it('has amounts of tokens in whole tokens', () => {
    expect(imported(`address,amount\n${ada},"3,50"`, { inBch: false, decimals: 2 }).rows).toMatchObject([
      { amount: '3.5' },
    ]);
    expect(imported(`address,amount\n${ada},3.5055`, { inBch: false, decimals: 2 }).problems).toMatchObject([
      { code: 'BAD_AMOUNT', reason: 'TOO_PRECISE' },
    ]);
  });

  it('says where a quote is not closed', () =>
    expect(() => readImport('a,b\n"x,1\n', true)).toThrow(/quote is not closed/));

  it.each(LIST_CASES)(
    '$file gets the verdict of the service',
    ({ file, rows: expected, asked, badLines, encoding }) => {
      const list = readImport(listFile(file), true);
      expect(list.table.encoding).toBe(encoding ?? 'utf-8');
      expect(questionsOf(list, true)).toMatchObject(
        (asked ?? []).map(({ role, candidates }) => ({ code: 'COLUMNS', role, candidates })),
      );
      if (asked !== undefined) return;
      const { rows, problems } = rowsOf(list, BCH);
      expect(problems.map(({ line }) => line)).toEqual(badLines ?? []);
      if (badLines === undefined)
        expect(rows.map(({ label, amount }) => [label, Number(amount)])).toEqual(
          expected?.map(({ label = '', units }) => [label, Number(units) / 1e8]),
        );
    },
  );
});
