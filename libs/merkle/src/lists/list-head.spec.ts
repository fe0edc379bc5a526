import { readTable } from './read-table.js';

const ADDRESSES = [
  'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy',
  'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
] as const;

describe('the separator of a list', () => {
  it.each([';', ',', '\t', '|'])('is %j though quoted cells hold line ends and decimal commas', (separator) => {
    const rows = [
      ['address', 'amount', 'label'],
      [ADDRESSES[0], '"0,00000001"', `"'\n'"`],
      [ADDRESSES[1], '"0,5"', '"a;b,c|d"'],
    ];
    const { head } = readTable(rows.map((row) => row.join(separator)).join('\r\n'));
    expect(head).toMatchObject({ delimiter: separator, header: ['address', 'amount', 'label'] });
  });
});
