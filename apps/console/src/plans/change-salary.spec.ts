import { canChange, changeOf, longestNotice, type SalaryNow } from './change-salary.js';

const DAY = 86_400;
const MONTH = 30 * DAY;
const NOTICE = 36;
const FIRST = 1_800_000_000;

const salary: SalaryNow = {
  status: 'ACTIVE',
  amountPerPeriod: 100n,
  intervalSeconds: MONTH,
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
    });
  });

  it('counts paydays as paid that are due: the cancel pays them', () => {
    expect(changeOf(salary, FIRST + 3 * MONTH + DAY, NOTICE)).toEqual({
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

  it('refuses where a payday may fall into the notice', () => {
    const next = FIRST + 2 * MONTH;
    expect(changeOf(salary, next - 1, NOTICE)).toEqual({ problem: 'SOON', at: next });
    expect(changeOf(salary, next - longestNotice(NOTICE) + 1, NOTICE)).toEqual({ problem: 'SOON', at: next });
    expect(canChange(changeOf(salary, next - longestNotice(NOTICE), NOTICE))).toBe(true);
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
