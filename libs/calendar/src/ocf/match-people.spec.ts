import { ADA, ADDRESS, filesOf, OTHER_ADDRESS } from '../../test/ocf-files.js';
import { type MatchedPeople, matchPeople, readOcfPackage, sentenceText } from './index.js';

const BOB = {
  ...ADA,
  id: 'bob',
  name: { legal_name: 'Bob Ltd' },
  issuer_assigned_id: undefined,
  contact_info: undefined,
};
const people = [ADA, BOB].map((person) => JSON.parse(JSON.stringify(person)) as unknown);
const result = readOcfPackage(filesOf({ stakeholders: people }));
if (!result.ok) throw new Error(sentenceText(result.problem));
const found = result.value;
const match = (given: Parameters<typeof matchPeople>[1]): MatchedPeople => matchPeople(found, given, 'bitcoincash');
const addressesIn = (given: Parameters<typeof matchPeople>[1]) => Object.fromEntries(match(given).addresses);

describe('matchPeople', () => {
  it('finds contacts by the name of a stakeholder, in any case', () => {
    const matched = match({
      contacts: [
        { name: ' ada  LOVELACE', address: ADDRESS },
        { name: 'Carol', address: 'x' },
      ],
    });
    expect(Object.fromEntries(matched.addresses)).toEqual({ ada: ADDRESS });
    expect(matched.missing.map(({ id }) => id)).toEqual(['bob']);
    expect(matched.problems).toEqual([]);
  });

  it.each([
    ['id', 'ada'],
    ['name', 'Ada Lovelace'],
    ['employee', 'E-7'],
    ['e-mail', 'ADA@example.org'],
  ])('finds rows of a list by the %s', (column, text) => {
    expect(addressesIn({ list: `${column},address\n${text},${ADDRESS}\nnobody,${OTHER_ADDRESS}\n` })).toEqual({
      ada: ADDRESS,
    });
  });

  it('reads lists of other separators and column names, as all lists', () => {
    expect(
      addressesIn({ list: new TextEncoder().encode(`\ufeffWallet address;Who\r\n${OTHER_ADDRESS};Bob Ltd\r\n`) }),
    ).toEqual({
      bob: OTHER_ADDRESS,
    });
  });

  it.each([
    [
      'names two stakeholders',
      `name,manager,address\nAda Lovelace,Bob Ltd,${ADDRESS}\n`,
      'Line 2 names several stakeholders',
    ],
    [
      'gives a second address',
      `name,address\nada,${ADDRESS}\nada,${OTHER_ADDRESS}\n`,
      'Line 3 gives stakeholder "ada" a second address',
    ],
    [
      'has a wrong address',
      `name,address\nada,${ADDRESS.slice(0, -1)}q\n`,
      'Line 2: the address of stakeholder "ada" is refused. It has a wrong checksum: check it for typing errors, or copy it again.',
    ],
    [
      'has an address of another network',
      'name,address\nada,bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap\n',
      'of another network',
    ],
    [
      'has no column of addresses',
      'shoe size,team\n40,5\n',
      'Name one column of the list "address". Columns found: "column 1", "column 2".',
    ],
    ['names nobody of the package', `name,address\nCarol,${ADDRESS}\n`, 'No line of the list names a stakeholder'],
    ['is empty', '', 'No columns are found.'],
    ['is not text', '\0\0\0', 'The list of people cannot be read: the file is not text: it has NUL characters'],
    ['has a quote that is not closed', 'name,address\n"Ada', 'Line 2 of the list of people cannot be read: a quote'],
  ])('gives no address where a list %s', (_, list, sentence) => {
    const matched = match({ list });
    expect(matched.problems.map(sentenceText)).toEqual([expect.stringContaining(sentence)]);
    expect(matched.addresses.size).toBe(0);
    expect(matched.missing).toHaveLength(2);
  });

  it('takes the same address from contacts and a list, and none where they differ', () => {
    const contacts = [{ name: 'Ada Lovelace', address: ADDRESS }];
    expect(match({ contacts, list: `name,address\nada,${ADDRESS}\n` }).problems).toEqual([]);
    expect(match({ contacts, list: `name,address\nada,${OTHER_ADDRESS}\n` }).addresses.size).toBe(0);
  });
});
