import { linkedFormIn } from './linked-fields.js';

describe('linkedFormIn', () => {
  it('keeps each value as its text in the link', () => {
    expect(linkedFormIn('?recipient=bchtest:qq&amount=1.5&token=AB&description=Rent%20May&vault=x')).toEqual({
      fields: {
        recipient: 'bchtest:qq',
        amount: '1.5',
        asset: 'FUNGIBLE_TOKEN',
        category: 'ab',
        description: 'Rent May',
      },
      unclear: undefined,
    });
    expect(linkedFormIn('?amount=9007199254740993')?.fields).toEqual({ amount: '9007199254740993' });
    expect(linkedFormIn('?amount=0%2C125')?.fields).toEqual({ amount: '0,125' });
  });

  it.each([
    ['1.500', ['1500', '1.5']],
    ['1,500', ['1500', '1.5']],
    ['12.345', ['12345', '12.345']],
  ])('leaves %s to the reader, with both meanings', (amount, choices) => {
    const { fields, unclear } = linkedFormIn(`?amount=${encodeURIComponent(amount)}`) ?? {
      fields: {},
      unclear: undefined,
    };
    expect(fields).toEqual({});
    expect(unclear?.text).toBe(amount);
    expect(unclear?.choices.toSorted()).toEqual(choices.toSorted());
  });

  it.each(['', '?', '?vault=x', '?amount=', '?amount=%20', `?description=${'x'.repeat(301)}`])(
    'returns nothing for %j',
    (search) => expect(linkedFormIn(search)).toBeUndefined(),
  );
});
