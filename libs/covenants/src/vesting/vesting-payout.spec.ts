import fc from 'fast-check';
import { vestedAmount, type VestingSchedule } from '@weir/vesting';
import { nextPayoutTime, vestingPayout } from './vesting-payout.js';
import { INITIAL_VESTING_STATE, type VestingState } from './vesting-state.js';

const start = 1_700_000_000n;
const schedule: VestingSchedule = { total: 100_000n, start, end: start + 100_000n, cliff: 0n, step: 0n };
const released = (amount: bigint): VestingState => ({ ...INITIAL_VESTING_STATE, released: amount });

describe('vestingPayout', () => {
  it('pays what is due', () => {
    expect(vestingPayout(schedule, released(1_000n), start + 5_000n)).toEqual({
      locktime: start + 5_000n,
      vested: 5_000n,
      due: 4_000n,
      left: 95_000n,
    });
  });

  it('waits until dust is reached', () => {
    expect(vestingPayout(schedule, released(1_000n), start + 1_545n)).toBeUndefined();
    expect(vestingPayout(schedule, released(1_000n), start + 1_546n)?.due).toBe(546n);
    expect(nextPayoutTime(schedule, released(1_000n))).toBe(start + 1_546n);
  });

  it('dates back rather than leave dust behind', () => {
    expect(vestingPayout(schedule, released(1_000n), start + 99_900n)).toEqual({
      locktime: start + 99_454n,
      vested: 99_454n,
      due: 98_454n,
      left: 546n,
    });
    expect(vestingPayout(schedule, released(1_000n), start + 100_000n)?.left).toBe(0n);
  });

  it('waits for the end where dating back would pay dust', () => {
    const state = released(99_000n);
    expect(vestingPayout(schedule, state, start + 99_600n)).toBeUndefined();
    expect(nextPayoutTime(schedule, state)).toBe(schedule.end);
    expect(vestingPayout(schedule, state, schedule.end)).toMatchObject({ due: 1_000n, left: 0n });
  });

  it('never goes back behind the latest time', () => {
    const state = { ...released(1_000n), latest: start + 99_500n };
    expect(vestingPayout(schedule, state, start + 99_499n)).toBeUndefined();
    expect(vestingPayout(schedule, state, start + 99_900n)).toBeUndefined();
  });

  it('has nothing more to pay when all is released', () => {
    expect(nextPayoutTime(schedule, released(100_000n))).toBeUndefined();
  });

  it('always pays within the rules, and everything at the end', () => {
    const cases = fc.tuple(
      fc.bigInt(546n, 10n ** 15n),
      fc.bigInt(1n, 10n ** 8n),
      fc.bigInt(0n, 10n ** 6n),
      fc.bigInt(0n, 10n ** 6n),
    );
    fc.assert(
      fc.property(cases, ([total, span, share, at]) => {
        const any = { total, start, end: start + span, cliff: 0n, step: 0n };
        const before = vestedAmount(any, start + (span * share) / 1_000_000n);
        const state = released(total - before >= 546n ? before : 0n);
        const payout = vestingPayout(any, state, start + (span * at) / 1_000_000n);
        if (payout !== undefined) {
          expect(payout.due >= 546n && (payout.left === 0n || payout.left >= 546n)).toBe(true);
          expect(payout.due).toBe(vestedAmount(any, payout.locktime) - state.released);
        }
        expect(vestingPayout(any, state, any.end)).toMatchObject({ due: total - state.released, left: 0n });
      }),
      { numRuns: 1_000 },
    );
  });
});
