import fc from 'fast-check';
import { isCliffSound, nearestSoundCliff, type VestingSchedule } from '@weir/vesting';
import { RUNS } from '../support/bytes.js';
import { refuses } from '../support/judge.js';
import { createAddress } from './covenant.js';
import { draftPay } from './drafts.js';
import { DUST } from './payment.js';
import { PlanScenario, type Followed } from './plan-scenario.js';
import { DAY, START } from './stream.js';

const NOTICE = 12n;
const SCENARIOS = RUNS(40);

/** @param cliff seconds from the start */
interface Terms {
  readonly total: bigint;
  readonly duration: bigint;
  readonly cliff: bigint;
  readonly step: bigint;
}

const scheduleOf = ({ total, duration, cliff, step }: Terms): VestingSchedule => ({
  ...{ total, start: START, end: START + duration, step },
  cliff: cliff === 0n ? 0n : START + cliff,
});

/** A plan of one stream, its reserve large enough for any payment. */
const scenarioOf = ({ total, duration, cliff, step }: Terms): { scenario: PlanScenario; one: Followed } => {
  const address = createAddress('vesting-bch', { cliff, step, notice: NOTICE });
  const state = { start: START, end: START + duration, reserve: 60n * address.terms.bound };
  const scenario = new PlanScenario([{ address, placing: { principal: total, state } }]);
  const [one] = scenario.followed;
  if (one === undefined) throw new Error('No stream');
  return { scenario, one };
};

const reach = (scenario: PlanScenario, time: bigint): void =>
  scenario.wait(1, Math.max(0, Number(time) + 1 - scenario.tip.mtp));

/** The terms of a funding that each lock nearly all of a stream up, until a cancel dated back takes it. */
const TRAPS: readonly (readonly [string, Terms])[] = [
  ['7,000,000 over four years', { total: 7_000_000n, duration: 1_461n * DAY, cliff: 1_461n * DAY - 10_000n, step: 1n }],
  ['700,000 over a year', { total: 700_000n, duration: 365n * DAY, cliff: 365n * DAY - 25_000n, step: 1n }],
  ['11,000 over 30 days', { total: 11_000n, duration: 30n * DAY, cliff: (30n * DAY * 95n) / 100n, step: 1n }],
  ['6,900 in twelve steps', { total: 6_900n, duration: 360n * DAY, cliff: 330n * DAY, step: 30n * DAY }],
];

describe.each(TRAPS)('a cliff near the end that is not sound: %s', (_, terms) => {
  it('lets no payment be before the end, and a cancel dated back take all', () => {
    expect(isCliffSound(scheduleOf(terms), DUST)).toBe(false);
    const { scenario, one } = scenarioOf(terms);
    const { end } = scheduleOf(terms);
    reach(scenario, end - 3_600n);
    const { stream } = one;
    if (stream === undefined) throw new Error('No stream');
    for (const time of [START + terms.cliff - 1n, START + terms.cliff, end - 3_600n])
      expect(refuses(draftPay(stream, time), scenario.tip)).toBe(true);
    expect(scenario.unreachable(one) > terms.total - DUST).toBe(true);
    scenario.act([{ one, act: 'cancel' }], START + terms.cliff - 1n);
    scenario.wait(Number(NOTICE), 0);
    scenario.refund(one);
    expect(one).toMatchObject({ stream: undefined, paid: 0n, refunded: terms.total });
  });

  it('is paid up to dust with the nearest sound cliff', () => {
    const schedule = scheduleOf(terms);
    const { scenario, one } = scenarioOf({ ...terms, cliff: nearestSoundCliff(schedule, DUST) - START });
    reach(scenario, schedule.end - 3_600n);
    expect(scenario.unreachable(one) <= 2n * DUST - 2n).toBe(true);
  });
});

/** Sound terms, most of them with a cliff within a few payments' time of either end. */
const anyTerms = fc
  .record({
    total: fc.oneof(fc.bigInt(576n, 1_151n), fc.bigInt(1_152n, 12_000n), fc.bigInt(12_000n, 50_000_000n)),
    duration: fc.constantFrom(1_000n, 30n * DAY, 1_461n * DAY),
    parts: fc.constantFrom(0n, 2n, 7n, 12n, 48n),
    payments: fc.bigInt(0n, 4_000n),
    side: fc.constantFrom('start', 'end', 'nearest to the end'),
  })
  .map(({ total, duration, parts, payments, side }): Terms => {
    // Thousandths of a payment's time from either end.
    const away = (payments * DUST * duration) / (total * 1_000n);
    const from = side === 'start' ? away : side === 'end' ? duration - away : duration - 1n;
    const step = parts === 0n ? 1n : duration / parts;
    const terms = { total, duration, step, cliff: from < 0n ? 0n : from > duration ? duration : from };
    const schedule = scheduleOf(terms);
    const cliff = nearestSoundCliff(schedule, DUST);
    return { ...terms, cliff: cliff === 0n ? 0n : cliff - START };
  });

const anyStep = fc.record({
  kind: fc.constantFrom('pay', 'pay', 'cancel', 'wait'),
  /** Thousandths: of the time that has passed, or of what is still to come. */
  share: fc.oneof(fc.constant(1_000n), fc.bigInt(0n, 1_000n)),
});

describe('random streams with sound cliffs near both ends', () => {
  it('keep less than two payments from the recipient at any time, whoever pays and cancels when', () => {
    const seen = { first: 0, last: 0, end: 0, cancelled: 0, most: 0n };
    fc.assert(
      fc.property(anyTerms, fc.array(anyStep, { minLength: 4, maxLength: 10 }), (terms, steps) => {
        const { scenario, one } = scenarioOf(terms);
        const { end } = scheduleOf(terms);
        if (terms.cliff > 0n && terms.cliff < terms.duration / 2n) seen.first += 1;
        if (terms.cliff > terms.duration / 2n && terms.cliff < terms.duration) seen.last += 1;
        if (terms.cliff === terms.duration) seen.end += 1;
        for (const { kind, share } of [...steps, { kind: 'wait', share: 999n }] as const) {
          const now = BigInt(scenario.tip.mtp) - 1n;
          const time = START + ((now - START) * share) / 1_000n;
          if (kind === 'pay') scenario.pay(one, time, true);
          else if (kind === 'cancel') scenario.act([{ one, act: 'cancel' }], time);
          else if (end > now) reach(scenario, now + ((end - 1n - now) * share) / 1_000n);
          const kept = scenario.unreachable(one);
          if (kept > seen.most) seen.most = kept;
          expect(kept <= 2n * DUST - 2n).toBe(true);
        }
        if (one.noticed) seen.cancelled += 1;
        scenario.finish(one);
      }),
      { numRuns: SCENARIOS },
    );
    // The search reaches what it is meant to search.
    for (const count of [seen.first, seen.last, seen.end, seen.cancelled])
      expect(count).toBeGreaterThanOrEqual(SCENARIOS / 20);
    expect(seen.most > DUST).toBe(true);
  });
});
