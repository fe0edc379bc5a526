import { addressAmong, contactsIn, mergeContacts, nameAmong } from './contacts.js';

const ada = { name: 'Ada', address: 'bchtest:qada' };
const adam = { name: 'Adam', address: 'bchtest:qadam' };
const bea = { name: 'Bea', address: 'bchtest:qbea' };

describe('contacts', () => {
  it('are read as they were stored, and what is none is left out', () => {
    expect(contactsIn(JSON.stringify([ada, { name: 'x' }, 1, { ...bea, more: true }]))).toEqual([ada, bea]);
    for (const text of [null, '', '{', '{}', 'null']) expect(contactsIn(text)).toEqual([]);
  });

  it('are merged by address, the later name wins, in the order of names', () => {
    expect(mergeContacts([bea, ada], [{ name: 'Zoe', address: 'QADA' }, adam])).toEqual([
      adam,
      bea,
      { name: 'Zoe', address: 'QADA' },
    ]);
  });

  it('are found by address, with or without prefix, and by a name that is whole', () => {
    const all = [ada, adam, bea];
    expect(nameAmong(all, 'qbea')).toBe('Bea');
    expect(nameAmong(all, 'bchtest:qnone')).toBeUndefined();
    expect([' bea ', 'Ada', 'Adam', 'Be', ''].map((typed) => addressAmong(all, typed))).toEqual([
      bea.address,
      undefined,
      adam.address,
      undefined,
      undefined,
    ]);
  });
});
