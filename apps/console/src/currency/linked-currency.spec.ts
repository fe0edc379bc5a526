import { linkedCurrencyIn } from './linked-currency.js';

const ORACLES = [
  { currency: 'EUR', public_key: '02aa' },
  { currency: 'USD', public_key: '02bb' },
  { currency: 'USD', public_key: '02cc' },
];

describe('linkedCurrencyIn', () => {
  it('fills in a row for each recipient, the interval, and the first oracle of the currency', () =>
    expect(
      linkedCurrencyIn(
        '?currency=usd&interval=monthly&recipient=bchtest:qa&amount=1500&name=Ada&recipient=bchtest:qb&amount=20.5&name=',
        ORACLES,
      ),
    ).toEqual({
      fields: {
        oracle: '02bb',
        interval: 'MONTHLY',
        rows: [
          { recipient: 'bchtest:qa', amount: '1500', label: 'Ada' },
          { recipient: 'bchtest:qb', amount: '20.5', label: '' },
        ],
      },
      unclear: [],
      isUneven: false,
    }));

  it('leaves an amount of two meanings empty, and amounts that may belong to others', () => {
    const twofold = linkedCurrencyIn('?recipient=bchtest:qa&amount=1.500', ORACLES);
    expect([twofold?.fields.rows?.[0]?.amount, twofold?.unclear.map(({ text }) => text)]).toEqual(['', ['1.500']]);
    expect(linkedCurrencyIn('?amount=2', ORACLES)).toEqual({ fields: {}, unclear: [], isUneven: true });
  });

  it('takes days of the month', () =>
    expect(linkedCurrencyIn('?interval=last_day', ORACLES)?.fields).toEqual({ interval: 'LAST_DAY' }));

  it.each(['', '?vault=x', '?currency=XAU', '?interval=FORTNIGHT', '?oracle=02cc&lowest=1'])(
    'returns nothing for %j',
    (search) => expect(linkedCurrencyIn(search, ORACLES)).toBeUndefined(),
  );
});
