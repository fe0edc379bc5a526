import { newDraft, readDraft, type StreamDraft, withGrantPace } from './stream-draft.js';

const NOW = 1_800_000_000 - (1_800_000_000 % 60);
const DAY = 86_400;
const draft = (changes: Partial<StreamDraft> = {}): StreamDraft => ({
  ...newDraft(NOW),
  recipient: ' bchtest:qq47 ',
  amount: '1.5',
  ...changes,
});

describe('a draft of a stream', () => {
  it('lasts a year from now by default', () =>
    expect(readDraft(draft())).toEqual({
      terms: {
        recipient: 'bchtest:qq47',
        totalAmount: '1.5',
        streamType: 'LINEAR',
        startTime: NOW,
        endTime: NOW + 365 * DAY,
        cliffTimestamp: null,
        cancelable: true,
      },
    }));

  it('of steps has an interval, and one of tokens a category', () =>
    expect(
      readDraft(
        draft({ pace: 'days', intervalDays: '7', asset: 'FUNGIBLE_TOKEN', category: 'AB'.repeat(32), amount: '900' }),
      ),
    ).toMatchObject({
      terms: {
        intervalSeconds: 7 * DAY,
        tokenType: 'FUNGIBLE_TOKEN',
        tokenCategory: 'ab'.repeat(32),
        totalAmount: '900',
      },
    }));

  it.each([
    [{ recipient: '' }, 'recipient'],
    [{ amount: '' }, 'amount'],
    [{ amount: '1,500' }, 'amount'],
    [{ pace: 'days', intervalDays: '1,500' }, 'intervalDays'],
    [{ amount: '0.123456789' }, 'amount'],
    [{ amount: '21000001' }, 'amount'],
    [{ amount: '9223372036854775808', asset: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) }, 'amount'],
    [{ amount: '1.5', asset: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) }, 'amount'],
    [{ asset: 'FUNGIBLE_TOKEN', category: 'abc', amount: '1' }, 'category'],
    [{ length: 'dates', end: '2001-01-01T00:00' }, 'end'],
    [{ start: '' }, 'start'],
    [{ pace: 'days', intervalDays: '0' }, 'intervalDays'],
  ] as const)('%j is reported at its field', (changes, field) => {
    const read = readDraft(draft(changes));
    expect('problems' in read ? Object.keys(read.problems) : []).toEqual([field]);
  });
});

const TOKENS = { asset: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) } as const;
const problemsOf = (changes: Partial<StreamDraft>) => {
  const read = readDraft(draft(changes));
  return 'problems' in read ? read.problems : {};
};

describe('a draft of a grant by the calendar', () => {
  const grant = { length: 'grant', pace: 'calendar', start: '2027-01-15T09:00' } as const;

  it('is asked for by installments, without an end and a cliff as moments', () => {
    const read = readDraft(draft(grant));
    expect(read).toMatchObject({
      terms: {
        streamType: 'STEP',
        totalAmount: '1.5',
        calendar: { months: 1, day: 15, time: '09:00' },
        installments: 48,
        cliffInstallment: 12,
      },
    });
    for (const field of ['endTime', 'cliffTimestamp', 'intervalSeconds', 'allocation', 'releasedAmount'])
      expect('terms' in read && field in read.terms).toBe(false);
  });

  it('of tokens names its division, and what was paid elsewhere in base units', () =>
    expect(
      readDraft(draft({ ...grant, ...TOKENS, amount: '36', released: '12', allocation: 'FRONT_LOADED' }), {
        decimals: 0,
      }),
    ).toMatchObject({ terms: { allocation: 'FRONT_LOADED', totalAmount: '36', releasedAmount: '12' } }));

  it('that began elsewhere has paid what some installment had vested, and names the nearest such amounts', () => {
    expect(readDraft(draft({ ...grant, ...TOKENS, amount: '36', released: '12' }))).toHaveProperty('terms');
    expect(problemsOf({ ...grant, amount: '0.00036', released: '0.00011' }).released).toContain(
      '0 BCH and 0.0001175 BCH',
    );
    expect(problemsOf({ ...grant, released: '1,500' }).released).toContain('could be');
  });

  it('leaves enough to be paid after its cliff', () =>
    expect(Object.keys(problemsOf({ ...grant, amount: '0.00000700' }))).toEqual(['length']));

  it('is the pace of four years, unless somebody says otherwise', () => {
    const before = draft();
    expect(withGrantPace(before, { ...before, length: 'grant' }).pace).toBe('calendar');
    expect(withGrantPace({ ...before, length: 'grant' }, { ...before, length: 'grant', pace: 'second' }).pace).toBe(
      'second',
    );
  });
});

describe('a draft of dates and amounts', () => {
  const tranches = [
    { time: '2027-01-31', amount: '0.4' },
    { time: '31.05.2027', amount: '0.6' },
    { time: '', amount: '' },
  ];

  it('is asked for by them, and their sum is the total', () =>
    expect(readDraft(draft({ length: 'tranches', amount: '', tranches }))).toMatchObject({
      terms: {
        totalAmount: '1',
        streamType: 'STEP',
        tranches: [
          { time: Date.UTC(2027, 0, 31) / 1_000, amount: '0.4' },
          { time: Date.UTC(2027, 4, 31) / 1_000, amount: '0.6' },
        ],
      },
    }));

  it('is refused as a whole while a row is wrong, and without rows', () => {
    expect(problemsOf({ length: 'tranches', tranches: [{ time: '', amount: '' }] })).toHaveProperty('tranches');
    expect(problemsOf({ length: 'tranches', tranches: [{ time: '2027-01-31', amount: '' }] })).toHaveProperty(
      'tranches',
    );
  });
});
