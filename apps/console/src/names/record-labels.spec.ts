import { labelsIn, mergeLabels, named } from './record-labels.js';

const path = '/streams/0d7f1b6e-0c1b-4a39-9d5e-3f7a2c1b4d5e';
const rent = { name: 'Rent of Ada', path, number: '#WEIR-BCH-000001' };

describe('labels of records', () => {
  it('are read beside contacts, and what leads elsewhere is left out', () => {
    const others = [
      { name: 'Ada', address: 'bchtest:qada' },
      { ...rent, path: 'https://elsewhere.example' },
      { ...rent, path: '//elsewhere.example' },
      { ...rent, path: '/streams/../contacts' },
      { ...rent, number: 1 },
      null,
    ];
    expect(labelsIn(JSON.stringify([...others, rent]))).toEqual([rent]);
    for (const text of [null, '', '{', '{}', 'null']) expect(labelsIn(text)).toEqual([]);
  });

  it('are merged by record, in the order of names; an empty name removes one', () => {
    const other = { ...rent, name: 'Advance', path: '/plans/a1' };
    expect(mergeLabels([rent], [other, { ...rent, name: 'Flat' }])).toEqual([other, { ...rent, name: 'Flat' }]);
    expect(mergeLabels([rent, other], [{ ...rent, name: ' ' }])).toEqual([other]);
  });

  it('are found by a part of their names, in any case', () => {
    expect(named([rent], ' ADA ')).toEqual([rent]);
    expect(named([rent], 'Bea')).toEqual([]);
    expect(named([rent], ' ')).toEqual([]);
  });
});
