import { setLanguage } from '../language/text.js';
import { asTyped } from './amount.js';
import { csvText } from './csv.js';

describe('csvText', () => {
  it('begins with a byte order mark, and quotes what has marks of its own', () =>
    expect(
      csvText([
        ['name', 'amount'],
        ['Jörg "J", = 1', '0.5'],
        ['=1', ''],
        ['two\nlines', 'a;b'],
      ]),
    ).toBe('\uFEFFname,amount\r\n"Jörg ""J"", = 1",0.5\r\n\'=1,\r\n"two\nlines","a;b"\r\n'));

  it('separates cells by semicolons for readers whose decimal mark is a comma', () => {
    setLanguage('de', () => undefined);
    try {
      expect(csvText([[asTyped('1.5'), 'a,b', 'a;b']])).toBe('\uFEFF"1,5";"a,b";"a;b"\r\n');
    } finally {
      setLanguage('en', () => undefined);
    }
  });
});
