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
});
