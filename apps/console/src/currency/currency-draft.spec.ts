import { WeirError } from '@weir/client';
import { setLanguage } from '../language/text.js';
import { EMPTY_ROW } from '../table/row-draft.js';
import { countPaydays, currencyErrors, newCurrencyDraft, payeesOf, readCurrencyDraft } from './currency-draft.js';

const DAY = 86_400;
/** A full minute, as inputs write times. */
const NOW = 1_800_000_000;
const ORACLE = {
  currency: 'USD',
  decimals: 2,
  public_key: `02${'ab'.repeat(32)}`,
  price_base: 45_000n,
  time: NOW,
};
const ada = { recipient: 'bchtest:ada', amount: '1500', label: 'Ada' };
const bob = { recipient: 'bchtest:bob', amount: '75.5', label: ' ' };
const draft = { ...newCurrencyDraft(NOW), rows: [ada, bob, EMPTY_ROW] };

const read = (changes: Partial<typeof draft> = {}) => readCurrencyDraft({ ...draft, ...changes }, ORACLE, undefined);
const problemsOf = (changes: Partial<typeof draft>) => {
  const result = read(changes);
  return 'problems' in result ? result.problems : undefined;
};

describe('the draft of payments in a currency', () => {
  afterEach(() => setLanguage('en', () => undefined));

  it('names all that depends on a price, and pays all recipients by one funding', () => {
    expect(read()).toEqual({
      terms: [
        {
          currency: 'USD',
          oracle: ORACLE.public_key,
          decimals: 2,
          interval: 'MONTHLY',
          startDate: NOW,
          priceBounds: { lowest: '112.5', highest: '1800' },
          pausable: true,
          recipient: 'bchtest:ada',
          recipientName: 'Ada',
          amountPerPeriod: '1500',
          openingAmount: '51.99999994',
          others: [{ recipient: 'bchtest:bob', amountPerPeriod: '75.5', openingAmount: '2.61733321' }],
        },
      ],
      bounds: { lowest: 11_250n, highest: 180_000n },
      deposit: 5_461_733_315n,
    });
    const alone = read({ rows: [ada, EMPTY_ROW] });
    expect('terms' in alone && 'others' in alone.terms[0]).toBe(false);
  });

  it('pays more recipients than one funding can by another one, and leaves out none', () => {
    const rows = Array.from({ length: 201 }, (_, index) => ({ ...ada, recipient: `bchtest:${index}` }));
    const result = read({ rows: [...rows, EMPTY_ROW] });
    const terms = 'terms' in result ? result.terms : [];
    expect(terms.map((each) => payeesOf([each]))).toEqual([100, 100, 1]);
    expect(
      terms.flatMap(({ recipient, others = [] }) => [recipient, ...others.map((other) => other.recipient)]),
    ).toEqual(rows.map(({ recipient }) => recipient));
  });

  it('reads amounts as the page’s language writes them, and asks where one has two meanings', () => {
    expect(problemsOf({ rows: [{ ...ada, amount: '1,500' }] })?.rows[0]?.amount).toBe(
      '1,500 could be 1,500 or 1.5 USD: choose which',
    );
    expect(problemsOf({ rows: [{ ...ada, amount: '$1500' }] })?.rows[0]?.amount).toContain('without “$”');
    expect(problemsOf({ rows: [{ ...ada, amount: '1.555' }] })?.rows[0]?.amount).toBeDefined();
    expect(problemsOf({ rows: [{ ...ada, amount: '0' }] })?.rows[0]?.amount).toBe('Enter more than 0');
    setLanguage('de', () => undefined);
    expect(read({ rows: [{ ...ada, amount: '1500,5' }] })).toMatchObject({ terms: [{ amountPerPeriod: '1500.5' }] });
  });

  it('refuses an amount that comes to less than an output at the highest price that counts', () => {
    expect(problemsOf({ rows: [{ ...ada, amount: '0.01' }] })?.rows[0]?.amount).toContain('0.00000576 BCH');
    expect(read({ rows: [{ ...ada, amount: '0.02' }] })).toHaveProperty('terms');
  });

  it('takes typed bounds around today’s price, and no others', () => {
    expect(read({ lowest: '300', highest: '600.5' })).toMatchObject({
      terms: [{ priceBounds: { lowest: '300', highest: '600.5' } }],
    });
    expect(problemsOf({ lowest: '450.01' })?.head).toEqual({
      lowest: 'It must not be above today’s price of 450.00 USD',
    });
    expect(problemsOf({ highest: '449.99' })?.head).toEqual({
      highest: 'It must not be below today’s price of 450.00 USD',
    });
    expect(problemsOf({ lowest: '0' })?.head.lowest).toBe('Enter more than 0');
    expect(problemsOf({ highest: '99999999' })?.head.highest).toContain('21,474,836.47 USD');
  });

  it('pays in for no more paydays than there are until the end', () => {
    const interval = 'DAILY';
    expect(countPaydays({ startDate: NOW, endDate: NOW + 2 * DAY - 1, interval })).toBe(2);
    expect(countPaydays({ startDate: NOW, endDate: null, interval })).toBe(32_767);
    const one = [{ ...ada, amount: '450' }];
    expect(read({ rows: one, interval, paidIn: '3' })).toMatchObject({ deposit: 390_000_000n });
    expect(read({ rows: one, interval, paidIn: '3', end: draft.start })).toMatchObject({ deposit: 130_000_000n });
  });

  it('needs a recipient, and a time that exists', () => {
    expect(problemsOf({ rows: [EMPTY_ROW] })?.head.list).toBe('Name at least one recipient');
    expect(problemsOf({ start: '' })?.head.start).toBe('Choose the first payday');
    expect(problemsOf({ rows: [{ ...EMPTY_ROW, amount: '1' }] })?.rows[0]?.recipient).toBe('Enter the recipient');
  });

  it('shows what the service refuses at its field, and at its row where one funding pays all', () => {
    const refused = (field: string) =>
      new WeirError('INVALID_REQUEST', 'amountPerPeriod is too much', { details: { field } });
    const none = { head: {}, rows: [{}, {}, {}] };
    expect(currencyErrors(refused('startDate'), draft.rows).head).toHaveProperty('start');
    expect(currencyErrors(refused('others.0.openingAmount'), draft.rows).head).toHaveProperty('paidIn');
    expect(currencyErrors(refused('amountPerPeriod'), draft.rows).rows[0]).toHaveProperty('amount');
    const [blank, first, second] = currencyErrors(refused('others.0.recipient'), [EMPTY_ROW, ada, bob]).rows;
    expect([blank, first]).toEqual([{}, {}]);
    expect(second).toHaveProperty('recipient');
    expect(currencyErrors(refused('others.7.recipient'), draft.rows)).toEqual(none);
    expect(currencyErrors(new Error('failed'), draft.rows)).toEqual(none);
    const many = Array.from({ length: 101 }, () => ada);
    expect(currencyErrors(refused('recipient'), many).rows).toEqual(many.map(() => ({})));
  });
});
