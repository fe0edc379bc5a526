import { readScriptPair } from '@weir/payments';
import { ZERO_UTC } from '../calendar/covenant.js';
import { isValid, judge, judgeAttack } from '../support/judge.js';
import { type Draft, seal } from '../support/transaction.js';
import {
  decodeState,
  dueOf,
  firstOf,
  FORMS,
  ODDITIES,
  oddQuote,
  quoteAt,
  START,
  stateCoin,
  type Terms,
} from './currency.js';
import { type Scene, sceneOf } from './spends.js';

const HOUR = 3_600n;
const secondsOf = (iso: string): bigint => BigInt(Date.parse(iso) / 1_000);

/** Midnight UTC on the 31st, and what differs from it. */
const onceScene = (some: Partial<Terms> = {}): Scene =>
  sceneOf('currency-calendar', { day: 31n, zero: ZERO_UTC, ...some });
/** The 15th and the last day of each month. */
const twiceScene = (): Scene => sceneOf('currency-calendar-twice', { zero: ZERO_UTC });

const paying = ({ pay }: Scene, next: bigint, date: bigint, late = 0n): Draft =>
  pay({ next }, { quote: quoteAt(date), locktime: date + late });
const tipAt = (date: bigint) => ({ height: 900_000, mtp: Number(date) + 1 });

describe('a payment in a currency by the calendar', () => {
  it.each([
    ['the 31st of January', onceScene(), 334n, '2027-01-31T00:00:00Z'],
    ['the 31st in a February', onceScene(), 335n, '2027-02-28T00:00:00Z'],
    ['the 31st in a long February', onceScene(), 347n, '2028-02-29T00:00:00Z'],
    ['the 30th in a February', onceScene({ day: 30n }), 335n, '2027-02-28T00:00:00Z'],
    ['the 29th in a long February', onceScene({ day: 29n }), 1_163n, '2096-02-29T00:00:00Z'],
    ['the 31st in April', onceScene(), 337n, '2027-04-30T00:00:00Z'],
    [
      'a March 1st that begins on February 29th',
      onceScene({ day: 1n, zero: ZERO_UTC - 14n * HOUR }),
      348n,
      '2028-02-29T10:00:00Z',
    ],
    [
      'a December 31st that ends in January',
      onceScene({ zero: ZERO_UTC + 24n * HOUR - 1n + 12n * HOUR }),
      1_209n,
      '2100-01-01T11:59:59Z',
    ],
    ['the last payday of all', onceScene(), 1_210n, '2100-01-31T00:00:00Z'],
    ['the first of two paydays', twiceScene(), 670n, '2027-02-15T00:00:00Z'],
    ['the second of two paydays', twiceScene(), 671n, '2027-02-28T00:00:00Z'],
    ['the last of two paydays of all', twiceScene(), 2_421n, '2100-01-31T00:00:00Z'],
  ] as const)('falls due on %s', (_, scene, next, iso) => {
    const date = secondsOf(iso);
    const tip = tipAt(date);
    expect(judge(paying(scene, next, date), tip)).toMatchObject({ accepted: true });
    for (const early of [
      paying(scene, next, date, -1n),
      paying(scene, next, date - 1n),
      paying(scene, next, date + 60n),
    ])
      expect(judgeAttack(seal(early), tip)).toMatchObject({ accepted: false, by: 'script' });
  });

  it.each([
    [1n, ['2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']],
    [3n, ['2027-11-30', '2028-02-29', '2028-05-31', '2028-08-31', '2028-11-30', '2029-02-28']],
    [6n, ['2027-11-30', '2028-05-31', '2028-11-30', '2029-05-31', '2029-11-30', '2030-05-31']],
    [12n, ['2027-11-30', '2028-11-30', '2029-11-30', '2030-11-30', '2031-11-30', '2032-11-30']],
  ])('goes on every %i months, on the last day', (months, days) => {
    const scene = onceScene({ months });
    let next = 344n;
    for (const day of days) {
      const date = secondsOf(`${day}T00:00:00Z`);
      const draft = paying(scene, next, date);
      expect(judge(draft, tipAt(date))).toMatchObject({ accepted: true });
      const [output] = draft.outputs;
      if (output === undefined) throw new Error('Expected an output');
      ({ next } = decodeState(output));
    }
  });

  it('keeps its payday after a pause', () => {
    const scene = onceScene();
    const { covenant, resume } = scene;
    const locktime = secondsOf('2028-03-30T12:00:00Z');
    const draft = resume({ next: 344n, left: 9n, open: 0n }, locktime);
    expect(judge(draft, tipAt(locktime))).toMatchObject({ accepted: true });
    const output = draft.outputs.find(({ lockingBytecode }) => lockingBytecode === covenant.lock);
    if (output === undefined) throw new Error('Expected an output');
    const { next } = decodeState(output);
    const date = secondsOf('2028-03-31T00:00:00Z');
    expect(judge(paying(scene, next, date), tipAt(date))).toMatchObject({ accepted: true });
  });
});

describe('a resume that is dated back', () => {
  const [YEAR, LATER] = [365n * 86_400n, 100n * 86_400n];

  it.each(FORMS)('of %s leaves a date in the past, whose price or that of any day since its sender can pay', (form) => {
    const { terms, resume, pay } = sceneOf(form);
    const [paused, date] = [{ left: 9n, open: 0n }, dueOf(terms, firstOf(terms))];
    const tip = tipAt(date + YEAR);
    const back = resume(paused, date - (form === 'currency-payment' ? terms.interval : 1n));
    expect(judge(back, tip)).toMatchObject({ accepted: true });
    const [, output] = back.outputs;
    if (output === undefined) throw new Error('Expected an output');
    const { open, next } = decodeState(output);
    expect([open, dueOf(terms, next)]).toEqual([9n, date]);
    for (const late of [0n, LATER, YEAR - 86_400n])
      expect(judge(pay({ left: 9n, open: 9n }, { quote: quoteAt(date + late), locktime: date }), tip)).toMatchObject({
        accepted: true,
      });
    const second = pay({ left: 9n, open: 9n }, { quote: quoteAt(date + LATER + 100n), locktime: date });
    expect(judgeAttack(seal(second), tip)).toMatchObject({ accepted: false, by: 'script' });
  });

  it.each(FORMS)('of %s is never possible where terms have no pause', (form) => {
    const { covenant, stop } = sceneOf(form, { pausable: false });
    const pause = stop([stateCoin(covenant)], 1n);
    expect(judgeAttack(seal(pause), tipAt(START + YEAR))).toMatchObject({ accepted: false, by: 'script' });
  });
});

describe('messages that a correct oracle does not sign', () => {
  it.each(ODDITIES.flatMap((oddity) => FORMS.map((form) => [oddity, form] as const)))(
    'with %s are read by the script of %s as by @weir/payments',
    (oddity, form) => {
      const { terms, pay } = sceneOf(form);
      const date = dueOf(terms, firstOf(terms));
      const quote = oddQuote(quoteAt(date), oddity);
      const isRead = oddity !== 'a longer message';
      expect(isValid(seal(pay({}, { quote })))).toBe(isRead);
      expect(readScriptPair(quote.message.bytes, quote.previous.bytes) !== undefined).toBe(isRead);
    },
  );
});
