import { endOfQuiet, isTimeZone, nextMail } from './quiet-hours.js';

const at = (text: string): number => Date.parse(text) / 1_000;

describe('quiet hours', () => {
  const NIGHT = { from: 22, until: 7 };

  it.each([
    ['2026-01-10T21:59:59Z', undefined],
    ['2026-01-10T22:00:00Z', '2026-01-11T07:00:00Z'],
    ['2026-01-11T06:59:30Z', '2026-01-11T07:00:00Z'],
    ['2026-01-11T07:00:00Z', undefined],
  ])('from 22 until 7 end at %s', (now, end) => {
    expect(endOfQuiet(NIGHT, 'UTC', at(now))).toBe(end === undefined ? undefined : at(end));
  });

  it('are those of the clocks where the subscriber is, half hours and summer time included', () => {
    expect(endOfQuiet(NIGHT, 'Asia/Kolkata', at('2026-01-10T16:29:00Z'))).toBeUndefined();
    expect(endOfQuiet(NIGHT, 'Asia/Kolkata', at('2026-01-10T16:30:00Z'))).toBe(at('2026-01-11T01:30:00Z'));
    expect(endOfQuiet(NIGHT, 'Europe/Vienna', at('2026-07-10T20:30:00Z'))).toBe(at('2026-07-11T05:00:00Z'));
  });

  it('may be within a day, or none', () => {
    expect(endOfQuiet({ from: 9, until: 17 }, 'UTC', at('2026-01-10T12:00:00Z'))).toBe(at('2026-01-10T17:00:00Z'));
    expect(endOfQuiet({ from: 9, until: 17 }, 'UTC', at('2026-01-10T18:00:00Z'))).toBeUndefined();
    expect(endOfQuiet({ from: 5, until: 5 }, 'UTC', at('2026-01-10T05:00:00Z'))).toBeUndefined();
    expect(endOfQuiet(null, 'UTC', at('2026-01-10T05:00:00Z'))).toBeUndefined();
  });

  it('know time zones by their names', () => {
    expect(['Europe/Vienna', 'UTC', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});

describe('mails to one subscriber', () => {
  it('are ten at once in a day, and then one an hour', () => {
    const now = at('2026-01-10T12:00:00Z');
    let state = { dayBeganAt: 0, mailsOfDay: 0, lastMailAt: 0 };
    const subscription = {
      partyHash: '',
      address: '',
      channel: 'email',
      mailbox: '',
      status: 'active',
      confirmBy: 0,
      afterEvent: 0,
      checkedThrough: 0,
      looksAsked: 0,
      kinds: [],
      timeZone: 'UTC',
      quiet: null,
    } as const;
    let sent = 0;
    for (let time = now; time < now + 86_400; time += 60) {
      const next = nextMail({ ...subscription, ...state }, time);
      if (next.waitsUntil !== undefined) {
        expect(next.waitsUntil).toBeGreaterThan(time);
        continue;
      }
      sent += 1;
      state = { dayBeganAt: next.dayBeganAt, mailsOfDay: next.mailsOfDay, lastMailAt: time };
    }
    expect(sent).toBe(10 + 23);
    expect(nextMail({ ...subscription, ...state }, now + 86_400)).toMatchObject({ mailsOfDay: 1 });
  });
});
