import fc from 'fast-check';
import { contactsCsv, readNames } from '../contacts/contact-files.js';
import { setLanguage } from '../language/text.js';
import { addressAmong, contactsIn, mergeContacts, nameAmong } from './contacts.js';

const address = (name: string): string => `bchtest:q${name.padEnd(33, 'x')}${'q'.repeat(8)}`;
const ada = { name: 'Ada', address: address('ada') };
const adam = { name: 'Adam', address: address('adam') };
const bea = { name: 'Bea', address: address('bea') };
/** Another form of Ada's: token-aware, without a prefix, in capitals. */
const adaAware = ada.address.replace('bchtest:q', 'z').toUpperCase();

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const bigEndian = (text: string): Uint8Array => Uint8Array.from(Buffer.from(utf16(text)).swap16());

describe('contacts', () => {
  it('are read as they were stored, and what is none is left out', () => {
    expect(contactsIn(JSON.stringify([ada, { name: 'x' }, 1, { ...bea, more: true }]))).toEqual([ada, bea]);
    for (const text of [null, '', '{', '{}', 'null']) expect(contactsIn(text)).toEqual([]);
  });

  it('are merged by address, the later name wins, in the order of names', () => {
    expect(mergeContacts([bea, ada], [{ name: 'Zoe', address: adaAware }, adam])).toEqual([
      adam,
      bea,
      { name: 'Zoe', address: adaAware },
    ]);
  });

  it('are found by address, with or without prefix, and by a name that is whole', () => {
    const all = [ada, adam, bea];
    expect(nameAmong(all, bea.address.replace('bchtest:', ''))).toBe('Bea');
    expect(nameAmong(all, address('none'))).toBeUndefined();
    expect([' bea ', 'Ada', 'Adam', 'Be', ''].map((typed) => addressAmong(all, typed))).toEqual([
      bea.address,
      undefined,
      adam.address,
      undefined,
      undefined,
    ]);
  });

  it('of an exported table are read again, in any language', async () => {
    const addresses = [
      'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    ] as const;
    const letters = fc.constantFrom("'", '=', '+', '-', '@', '"', ',', ';', '\n', ' ', 'ö', '李', '1', '.', '|');
    const name = fc
      .oneof(
        fc.string({ minLength: 1 }),
        fc.array(letters, { minLength: 1, maxLength: 8 }).map((all) => all.join('')),
      )
      .map((text) => text.trim())
      .filter((text) => text !== '');
    const languages = fc.constantFrom('en', 'de', 'es', 'zh', 'ar');
    await fc.assert(
      fc.asyncProperty(fc.tuple(name, name), languages, async (names, language) => {
        setLanguage(language, () => undefined);
        const contacts = addresses.map((address, index) => ({ name: names[index] ?? '', address }));
        const read = await readNames(utf8(contactsCsv(contacts)), 'bitcoincash');
        expect(read).toMatchObject({ contacts, refused: [], problem: undefined });
      }),
      { seed: 47, numRuns: 300 },
    );
    setLanguage('en', () => undefined);
  });

  it('of a file are taken over where their addresses are sound, and the others are named with the reason', async () => {
    const sound = 'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy';
    const wrong = sound.replace(/.$/, 'z');
    const exported = JSON.stringify([
      { name: 'Ada', address: sound },
      { name: 'Bea', address: wrong },
      { name: 'Cy', address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    ]);
    const table = `Name,Address\nAda,${sound}\nBea,${wrong}\nCy,1BoatSLRHtKNngkdXEeobR76b53LETtpyT\n`;
    for (const bytes of [utf8(exported), utf8(`\uFEFF${exported}`), utf8(table), utf16(exported), utf16(table)])
      expect(await readNames(bytes, 'bitcoincash')).toMatchObject({
        contacts: [{ name: 'Ada', address: sound }],
        refused: [
          { name: 'Bea', fault: { problem: 'CHECKSUM' } },
          { name: 'Cy', fault: { problem: 'LEGACY' } },
        ],
      });
  });

  it('of a file keep the letters of their names, however a spreadsheet program saved it', async () => {
    const joerg = 'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy';
    const table = `Name,Address\nJörg Müller,${joerg}\n`;
    const exported = JSON.stringify([{ name: 'Jörg Müller', address: joerg }]);
    for (const text of [table, exported])
      for (const bytes of [utf8(text), utf16(text), bigEndian(text), Uint8Array.from(Buffer.from(text, 'latin1'))])
        expect((await readNames(bytes, 'bitcoincash')).contacts).toEqual([{ name: 'Jörg Müller', address: joerg }]);
  });

  it('of a file that is not text are refused with the reason', async () => {
    expect((await readNames(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'bitcoincash')).problem?.code).toBe('NOT_TEXT');
    expect((await readNames(utf8('Name,Address\n"Ada,x\n'), 'bitcoincash')).problem?.code).toBe('MALFORMED_QUOTES');
  });
});
