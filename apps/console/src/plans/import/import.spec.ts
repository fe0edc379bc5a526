import { guessRoles, plainTime, rowsOf } from './columns.js';
import { decimalOf, plainNumber, readTable } from './read-table.js';

const [ada, bea] = ['bchtest:qzadaadaadaadaadaadaadaadaadaadaadaada', 'bchtest:qzbeabeabeabeabeabeabeabeabeabeabeabea'];
const rows = async (text: string) => {
  const table = await readTable(text);
  return rowsOf(table, guessRoles(table));
};

describe('a table of a spreadsheet', () => {
  it.each([
    ['of any names', `Employee,Wallet address,Salary\nAda,${ada},"1,500.50"\nBea,${bea},20`],
    ['of Excel in German', `\uFEFFMitarbeiter;Adresse;Gehalt\r\nAda;${ada};1.500,50\r\nBea;${bea};20,00\r\n`],
    ['between tabs', `Name\tAddress\tAmount BCH\nAda\t${ada}\t1500.5 BCH\n\n\nBea\t${bea}\t20`],
    ['without names', `Ada,${ada},1500.50\nBea,${bea},20`],
    ['in another order', `amount;label;address\n"1.500,50 €";Ada;${ada}\n20;Bea;${bea}`],
    ['of which a column is not used', `Nr,Recipient,Total,Team\nx,${ada},1500.5,Ada\ny,${bea},20,Bea`],
  ])('%s is read', async (_, text) => {
    const [first, second, ...more] = await rows(text);
    expect([Number(first?.amount), Number(second?.amount), more]).toEqual([1500.5, 20, []]);
    expect([first, second]).toMatchObject([
      { recipient: ada, label: 'Ada' },
      { recipient: bea, label: 'Bea' },
    ]);
  });

  it('has times, which days are in UTC, and what is none stays to be mended', async () => {
    expect(await rows(`address,amount,start,end,cliff,step\n${ada},1,2027-01-31,31.12.2027,1800000000,86400`)).toEqual([
      {
        ...{ recipient: ada, amount: '1', label: '' },
        ...{ start: '2027-01-31', end: '2027-12-31', cliff: '2027-01-15T08:00:00Z', step: '86400' },
      },
    ]);
    for (const text of ['soon', '2030-02-31', '31.02.2030', '2027-01-31T24:00Z']) expect(plainTime(text)).toBe(text);
    expect(await rows(`address,amount\n${ada},some\nnobody,1`)).toMatchObject([
      { amount: 'some' },
      { recipient: 'nobody' },
    ]);
  });

  it('says where a quote is not closed', async () =>
    expect((await readTable(`a,b\n"x,1\n`)).problem).toMatch(/quote is not closed/));
});

describe('numbers of a column', () => {
  it.each([
    [['1,5'], ',', ','],
    [['1.500', '2,5'], ';', ','],
    [['1,500', '2.5'], ',', '.'],
    [['1.500.000'], ',', ','],
    [['1,500,000'], ';', '.'],
    [['1.500,25'], ',', ','],
    [['1,500'], ',', '.'],
    [['1,500'], ';', ','],
    [['10', '20'], ',', '.'],
  ] as const)('%j between “%s” have the decimal separator “%s”', (texts, delimiter, decimal) =>
    expect(decimalOf(texts, delimiter)).toBe(decimal),
  );

  it.each([
    ['1.234,50 €', ',', '1234.50'],
    ['$1,234.50', '.', '1234.50'],
    ['1 234,5', ',', '1234.5'],
    ["1'234.5", '.', '1234.5'],
    ['0.05 BCH', '.', '0.05'],
  ] as const)('%j with “%s” is %s', (text, decimal, plain) => expect(plainNumber(text, decimal)).toBe(plain));
});
