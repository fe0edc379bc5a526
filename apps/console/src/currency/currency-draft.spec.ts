import { WeirError } from '@weir/client';
import { toLocalInput } from '../format/time.js';
import { setLanguage } from '../language/text.js';
import { calendarOf } from '../payments/calendar-choice.js';
import { EMPTY_ROW } from '../table/row-draft.js';
import { currencyErrors, newCurrencyDraft, payeesOf, readCurrencyDraft } from './currency-draft.js';

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
          calendar: calendarOf('SAME_DAY', NOW),
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

  it('asks for days of the month or for an interval, never for both', () => {
    const [byDay, byInterval] = [read({ interval: 'TWICE' }), read({ interval: 'WEEKLY' })];
    expect(byDay).toMatchObject({ terms: [{ calendar: calendarOf('TWICE', NOW), startDate: NOW }] });
    expect('terms' in byDay && 'interval' in byDay.terms[0]).toBe(false);
    expect(byInterval).toMatchObject({ terms: [{ interval: 'WEEKLY' }] });
    expect('terms' in byInterval && 'calendar' in byInterval.terms[0]).toBe(false);
  });

  it('pays in for no more paydays than there are until the end', () => {
    const rows = [{ ...ada, amount: '450' }];
    const until = (interval: typeof draft.interval, days: number, paidIn: typeof draft.paidIn) =>
      read({ rows, interval, paidIn, end: toLocalInput(NOW + days * DAY) });
    expect(until('DAILY', 9, '3')).toMatchObject({ deposit: 390_000_000n });
    expect(until('DAILY', 1, '3')).toMatchObject({ deposit: 260_000_000n });
    expect(until('DAILY', 0, '3')).toMatchObject({ deposit: 130_000_000n });
    expect(until('SAME_DAY', 800, '24')).toMatchObject({ deposit: 24n * 130_000_000n });
    expect(until('SAME_DAY', 63, '24')).toMatchObject({ deposit: 390_000_000n });
    // Of the 25th, which comes ten days after the start.
    expect(until('DAY_25', 9, '1')).toHaveProperty('problems.head', { end: 'It must not end before the first payday' });
    expect(until('DAY_25', 11, '24')).toMatchObject({ deposit: 130_000_000n });
    expect(until('WEEKLY', -1, '1')).toHaveProperty('problems.head', {
      end: 'It must not end before the first payday',
    });
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
    expect(currencyErrors(refused('calendar'), draft.rows).head).toHaveProperty('interval');
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
