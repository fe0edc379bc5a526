import { canChange, changeOf, followUpOf, longestNotice, type SalaryNow } from './change-salary.js';

const HOUR = 3_600;
const DAY = 86_400;
const MONTH = 30 * DAY;
const NOTICE = 36;
const FIRST = 1_800_000_000;

const salary: SalaryNow = {
  status: 'ACTIVE',
  amountPerPeriod: 100n,
  pace: { intervalSeconds: MONTH },
  periods: 12,
  paid: 2,
  nextDue: FIRST + 2 * MONTH,
};

describe('changeOf', () => {
  it('has the new salary pay from the next payday on, and returns what the old one does not pay', () => {
    expect(changeOf(salary, FIRST + MONTH + DAY, NOTICE)).toEqual({
      paidUntil: FIRST + MONTH,
      firstNew: FIRST + 2 * MONTH,
      returns: 1_000n,
      left: 10,
      sendBy: FIRST + 2 * MONTH - longestNotice(NOTICE) - HOUR,
    });
  });

  it('counts paydays as paid that are due: the cancel pays them', () => {
    expect(changeOf(salary, FIRST + 3 * MONTH + DAY, NOTICE)).toMatchObject({
      paidUntil: FIRST + 3 * MONTH,
      firstNew: FIRST + 4 * MONTH,
      returns: 800n,
      left: 8,
    });
    // Due in this second.
    expect(changeOf(salary, FIRST + 2 * MONTH, NOTICE)).toMatchObject({ paidUntil: FIRST + 2 * MONTH, left: 9 });
  });

  it('says that nothing was paid before the first payday', () => {
    const fresh = { ...salary, paid: 0, nextDue: FIRST };
    expect(changeOf(fresh, FIRST - 2 * DAY, NOTICE)).toMatchObject({ paidUntil: null, firstNew: FIRST, left: 12 });
  });

  it('keeps days of the month, however long the months are', () => {
    const at = (month: number, day: number): number => Date.UTC(2027, month - 1, day, 8) / 1_000;
    const calendar = { months: 1, day: 31, secondDay: null, time: '09:00', utcOffset: '+01:00' };
    const dated = { ...salary, pace: { calendar }, paid: 0, nextDue: at(1, 31) };
    expect(changeOf(dated, at(1, 20), NOTICE)).toMatchObject({ paidUntil: null, firstNew: at(1, 31), left: 12 });
    expect(changeOf(dated, at(2, 10), NOTICE)).toMatchObject({ paidUntil: at(1, 31), firstNew: at(2, 28), left: 11 });
    expect(changeOf({ ...dated, paid: 1, nextDue: at(2, 28) }, at(4, 10), NOTICE)).toMatchObject({
      paidUntil: at(3, 31),
      firstNew: at(4, 30),
      returns: 900n,
    });
    const twice = { ...dated, pace: { calendar: { ...calendar, day: 15, secondDay: 31 } }, nextDue: at(1, 15) };
    expect(changeOf(twice, at(2, 1), NOTICE)).toMatchObject({ paidUntil: at(1, 31), firstNew: at(2, 15), left: 10 });
    expect(changeOf(dated, at(2, 28), NOTICE)).toMatchObject({ paidUntil: at(2, 28), firstNew: at(3, 31) });
  });

  it('refuses where a payday may fall into the notice', () => {
    const next = FIRST + 2 * MONTH;
    // An hour to sign, and one until the cancel is in a block.
    const last = next - longestNotice(NOTICE) - 2 * HOUR;
    expect(changeOf(salary, next - 1, NOTICE)).toEqual({ problem: 'SOON', at: next });
    expect(changeOf(salary, last + 1, NOTICE)).toEqual({ problem: 'SOON', at: next });
    expect(changeOf(salary, last, NOTICE)).toMatchObject({ firstNew: next, sendBy: last + HOUR });
  });

  it('refuses what is paused, cancelled or has no payday left', () => {
    expect(changeOf({ ...salary, status: 'PAUSED', nextDue: null }, FIRST, NOTICE)).toEqual({ problem: 'NOT_ACTIVE' });
    expect(changeOf({ ...salary, status: 'CANCELLED' }, FIRST, NOTICE)).toEqual({ problem: 'NOT_ACTIVE' });
    expect(changeOf(salary, FIRST + 11 * MONTH, NOTICE)).toEqual({ problem: 'ENDED' });
    expect(changeOf(salary, FIRST + 40 * MONTH, NOTICE)).toEqual({ problem: 'ENDED' });
  });

  it('loses no payday and pays none twice at any time of the change', () => {
    for (let asOf = FIRST - MONTH; asOf < FIRST + 13 * MONTH; asOf += DAY / 3) {
      const paid = Math.max(0, Math.min(12, Math.floor((asOf - FIRST) / MONTH) - 1));
      const change = changeOf({ ...salary, paid, nextDue: FIRST + paid * MONTH }, asOf, NOTICE);
      if (!canChange(change)) continue;
      const old = 12 - change.left;
      // The old one pays its first paydays, each on its date; the new one goes on one interval after the last of them.
      expect(change.firstNew).toBe(FIRST + old * MONTH);
      expect(change.paidUntil).toBe(old === 0 ? null : FIRST + (old - 1) * MONTH);
      expect(change.returns).toBe(100n * BigInt(change.left));
      expect(change.firstNew).toBeGreaterThan(asOf);
    }
  });
});

const cancelled = {
  status: 'CANCELLED',
  unpaidFrom: FIRST + MONTH,
  refund: { status: 'pending', availableAtHeight: 1_036 },
  noticeBlocks: NOTICE,
};
const settled = { status: 'confirmed', availableAtHeight: 1_036 };

describe('followUpOf', () => {
  it('waits while the notice may still pay the next payday, and no longer', () => {
    const payday = FIRST + MONTH;
    const at = (asOf: number, height: number | undefined) => followUpOf(cancelled, asOf, height);
    expect(at(payday - longestNotice(36) - 1, 1_000)).toEqual({ firstNew: payday });
    expect(at(payday - longestNotice(36), 1_000)).toEqual({ problem: 'WAITS', at: payday });
    expect(at(payday - longestNotice(6) - 1, 1_030)).toEqual({ firstNew: payday });
    expect(at(payday - longestNotice(6) - 1, undefined)).toEqual({ problem: 'WAITS', at: payday });
    // Due, and not paid so far: the end of the notice decides.
    expect(at(payday + DAY, 1_036)).toEqual({ problem: 'WAITS', at: payday });
    expect(followUpOf({ ...cancelled, refund: settled }, payday + DAY, 1_037)).toEqual({ firstNew: payday });
  });

  it('counts a cancel that is in no block yet as one whose notice has not begun', () => {
    const fresh = { ...cancelled, refund: { status: 'pending', availableAtHeight: null } };
    expect(followUpOf(fresh, FIRST + MONTH - longestNotice(NOTICE), 1_000)).toMatchObject({ problem: 'WAITS' });
    expect(followUpOf(fresh, FIRST + MONTH - longestNotice(NOTICE) - 1, 1_000)).toEqual({ firstNew: FIRST + MONTH });
  });

  it('refuses what was not cancelled, and what was paused', () => {
    expect(followUpOf({ ...cancelled, status: 'ACTIVE', unpaidFrom: null }, FIRST, 1_000)).toEqual({
      problem: 'NOT_CANCELLED',
    });
    const paused = { ...cancelled, refund: { status: 'confirmed', availableAtHeight: null } };
    expect(followUpOf(paused, FIRST, 1_000)).toEqual({ problem: 'WAS_PAUSED' });
  });
});

/** Paydays of a salary that is cancelled, as its contract pays them. */
interface Life {
  /** Paydays that were claimed before the cancel was built. */
  readonly claimed: number;
  /** Seconds from the first payday to when the cancel is built, and from then until it is in a block. */
  readonly builtAfter: number;
  readonly delay: number;
  /** How long the notice lasts, seconds. */
  readonly notice: number;
  readonly interval: number;
}

const PERIODS = 12;

/** Returns what the old salary pays by a time: the cancel what was due when it was built, its notice what falls due until its end. */
const paidBy = ({ claimed, builtAfter, delay, notice, interval }: Life, at: number): number => {
  const due = (time: number) => Math.max(0, Math.min(PERIODS, Math.floor(time / interval) + 1));
  const sentAfter = builtAfter + delay;
  if (at - FIRST < sentAfter) return claimed;
  return Math.max(claimed, due(builtAfter), due(Math.min(at - FIRST, sentAfter + notice)));
};

/** Returns the lives of salaries of several intervals: cancelled at any time, signed late, with short and long notices. */
const lives = (): Life[] =>
  [DAY, 7 * DAY, MONTH].flatMap((interval) =>
    Array.from({ length: 97 }, (_, n) => n * 0.127 - 1).flatMap((turn) =>
      [0, 0.5, 7, 30, 200].flatMap((hours) =>
        [0.2, 1, 1.9].flatMap((pace) => {
          const builtAfter = Math.round(turn * interval);
          const due = Math.max(0, Math.min(PERIODS, Math.floor(builtAfter / interval) + 1));
          return [0, due].map((claimed) => ({
            claimed,
            builtAfter,
            delay: hours * HOUR,
            notice: Math.round(NOTICE * 600 * pace),
            interval,
          }));
        }),
      ),
    ),
  );

describe('a changed salary', () => {
  it('pays each payday once, no matter when its cancel is built and signed', () => {
    let continued = 0;
    const wrong: unknown[] = [];
    for (const life of lives()) {
      const sentAt = FIRST + life.builtAfter + life.delay;
      const ended = sentAt + life.notice;
      const paidInAll = paidBy(life, ended);
      // Paid in full during the notice: it is not cancelled then, and is renewed.
      if (paidInAll === PERIODS) continue;
      for (const asked of [sentAt, sentAt + life.notice / 3, ended - 1, ended + HOUR, ended + 40 * DAY]) {
        const isOver = asked > ended;
        const left = Math.ceil((NOTICE * (ended - asked)) / life.notice);
        const follow = followUpOf(
          {
            status: 'CANCELLED',
            unpaidFrom: FIRST + paidBy(life, asked) * life.interval,
            refund: { status: isOver ? 'sent' : 'pending', availableAtHeight: 1_000 },
            noticeBlocks: NOTICE,
          },
          asked,
          isOver ? 1_000 : 1_000 - left,
        );
        if (!('firstNew' in follow)) {
          if (isOver) wrong.push({ life, asked, follow });
          continue;
        }
        continued += 1;
        // The first that the new one pays is the one after the last that the old one ever pays.
        if (follow.firstNew !== FIRST + paidInAll * life.interval) wrong.push({ life, asked, follow });
      }
    }
    expect(wrong).toEqual([]);
    expect(continued).toBeGreaterThan(5_000);
  });

  it('is followed at once where its cancel was sent in time', () => {
    let sent = 0;
    const wrong: unknown[] = [];
    for (const life of lives()) {
      const builtAt = FIRST + life.builtAfter;
      const change = changeOf(
        {
          status: 'ACTIVE',
          amountPerPeriod: 100n,
          pace: { intervalSeconds: life.interval },
          periods: PERIODS,
          paid: life.claimed,
          nextDue: FIRST + life.claimed * life.interval,
        },
        builtAt,
        NOTICE,
      );
      const sentAt = builtAt + life.delay;
      if (!canChange(change) || sentAt > change.sendBy) continue;
      sent += 1;
      const unpaidFrom = FIRST + paidBy(life, sentAt) * life.interval;
      const refund = { status: 'pending', availableAtHeight: null };
      const follow = followUpOf({ status: 'CANCELLED', unpaidFrom, refund, noticeBlocks: NOTICE }, sentAt, 1_000);
      const next = FIRST + paidBy(life, sentAt + life.notice) * life.interval;
      if (!('firstNew' in follow) || follow.firstNew !== next || change.firstNew !== next) wrong.push({ life, follow });
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(500);
  });
});
