import { MODES } from './modes.js';
import { Scenario } from './scenario.js';
import { yearOf } from './terms.js';

const AMOUNT = 1_000_000n;
const year = yearOf(AMOUNT);

describe.each(MODES)('a date in the past, %s', (_, mode) => {
  /** A payment of which six of twelve periods have fallen due and none was paid. */
  const sixDue = (reserve = 14n * mode.fee) => {
    const scenario = new Scenario(mode, year, { reserve });
    return scenario.until(scenario.timeOf(6n) + 1_000n);
  };
  const long = year.firstDue - 1_000n;

  it('is accepted for a pause and a cancel: a script cannot know how late it is', () => {
    const scenario = sixDue();
    expect(scenario.accepts(scenario.stopAt('PAUSING', long))).toBe(true);
    expect(scenario.accepts(scenario.stopAt('CANCELLED', long))).toBe(true);
  });

  it('of a cancel gains nothing once anybody pushes', () => {
    const scenario = sixDue();
    scenario.send(() => scenario.stopAt('CANCELLED', long));
    expect(scenario.paid).toBe(0n);
    scenario
      .send(() => scenario.pushAt(scenario.timeOf(6n)))
      .waitNotice()
      .send(() => scenario.refunding());
    expect(scenario.paid).toBe(6n * AMOUNT);
  });

  it('of a pause, then resumed, skips no period that was due', () => {
    const scenario = sixDue();
    scenario
      .send(
        () => scenario.stopAt('PAUSING', long),
        () => scenario.pushAt(scenario.timeOf(6n)),
      )
      .waitNotice()
      .send(
        () => scenario.settling(),
        () => scenario.resumeAt(scenario.timeOf(6n)),
      );
    expect(scenario.paid).toBe(6n * AMOUNT);
    expect(scenario.scenario.state).toMatchObject({ status: 'ACTIVE', paid: 6n });
    // The resume cannot be dated before the push either.
    scenario
      .send(() => scenario.stopAt('PAUSING', scenario.timeOf(6n)))
      .waitNotice()
      .send(() => scenario.settling());
    expect(scenario.accepts(scenario.resumeAt(scenario.timeOf(6n) - 1n))).toBe(false);
  });

  it('of a pause, then cancelled, returns only what was not due', () => {
    const scenario = sixDue();
    scenario
      .send(
        () => scenario.stopAt('PAUSING', long),
        () => scenario.pushAt(scenario.timeOf(6n)),
      )
      .waitNotice()
      .send(
        () => scenario.settling(),
        () => scenario.refunding(),
      );
    expect(scenario.paid).toBe(6n * AMOUNT);
    const { tokens, satoshis } = scenario.scenario.toSender;
    expect(mode.paysTokens ? tokens === 6n * AMOUNT : satoshis >= 6n * AMOUNT).toBe(true);
  });

  it('of a cancel while pausing starts a notice anew, in which everything is pushed', () => {
    const scenario = sixDue();
    scenario.send(() => scenario.stopAt('PAUSING', long)).waitNotice();
    expect(scenario.accepts(scenario.settling())).toBe(true);
    scenario.send(() => scenario.stopAt('CANCELLED', long));
    scenario.scenario.wait(year.notice - 2);
    expect(scenario.accepts(scenario.refunding())).toBe(false);
    scenario
      .send(() => scenario.pushAt(scenario.timeOf(6n)))
      .waitNotice()
      .send(() => scenario.refunding());
    expect(scenario.paid).toBe(6n * AMOUNT);
  });

  it('is pushed against one period at a time without anybody’s money, even with an empty reserve before', () => {
    const scenario = sixDue(0n);
    scenario.send(() => scenario.stopAt('CANCELLED', long));
    for (let period = 1n; period <= 6n; period += 1n) scenario.send(() => scenario.pushAt(scenario.timeOf(period)));
    expect(scenario.paid).toBe(6n * AMOUNT);
  });

  it('by less than a sixteenth of many periods needs a pusher with a coin, whatever reserve pauses have used up', () => {
    const weekly = { ...year, periods: 104n, interval: 604_800n, label: 'weekly' };
    const scenario = new Scenario(mode, weekly, { reserve: 64n * mode.fee });
    const due = (weeks: bigint) => scenario.pushAt(scenario.timeOf(weeks));
    scenario.until(scenario.timeOf(7n)).send(() => scenario.stopAt('CANCELLED', long));
    expect([1n, 2n].map((weeks) => scenario.accepts(due(weeks)))).toEqual([false, true]);

    const poor = new Scenario(mode, { ...weekly, label: 'weekly, poor' }, { reserve: 0n });
    poor.until(poor.timeOf(7n)).send(() => poor.stopAt('CANCELLED', long));
    expect([6n, 7n].map((weeks) => poor.accepts(poor.pushAt(poor.timeOf(weeks))))).toEqual([false, true]);
    expect(poor.accepts(poor.pushAt(poor.timeOf(6n), true))).toBe(true);
  });

  it('three years late, everything is pushed at once and ends the payment', () => {
    const scenario = new Scenario(mode, year, { reserve: 0n });
    scenario.until(scenario.timeOf(12n) + 94_608_000n);
    scenario.send(
      () => scenario.stopAt('CANCELLED', long),
      () => scenario.pushAt(scenario.timeOf(12n)),
    );
    expect(scenario.scenario.closed).toBe(true);
    expect(scenario.paid).toBe(12n * AMOUNT);
  });
});

describe.each(MODES)('a pause, %s', (_, mode) => {
  const paused = () => {
    const scenario = new Scenario(mode, year, { reserve: 14n * mode.fee });
    scenario.until(scenario.timeOf(3n) + 500n).send(() => scenario.stopAt('PAUSING', scenario.timeOf(3n) + 100n));
    return scenario;
  };

  it('pays what is due at once and neither accrues nor loses', () => {
    const scenario = paused();
    expect(scenario.paid).toBe(3n * AMOUNT);
    scenario.waitNotice().send(() => scenario.settling());
    const resumedAt = scenario.timeOf(9n);
    scenario.until(resumedAt);
    expect(scenario.accepts(scenario.claimAt(resumedAt))).toBe(false);
    expect(scenario.accepts(scenario.pushAt(resumedAt, true))).toBe(false);
    scenario.send(() => scenario.resumeAt(resumedAt, 0n));
    scenario.until(resumedAt + year.interval);
    expect(scenario.accepts(scenario.claimAt(resumedAt + year.interval - 1n))).toBe(false);
    scenario.send(() => scenario.claimAt(resumedAt + year.interval));
    expect(scenario.paid).toBe(4n * AMOUNT);
    scenario.until(resumedAt + 9n * year.interval).send(() => scenario.claimAt(resumedAt + 9n * year.interval));
    expect(scenario.paid).toBe(12n * AMOUNT);
  });

  it('goes on paying what falls due while its notice runs', () => {
    const scenario = paused();
    scenario.until(scenario.timeOf(4n)).send(() => scenario.pushAt(scenario.timeOf(4n)));
    expect(scenario.paid).toBe(4n * AMOUNT);
    expect(scenario.scenario.state.status).toBe('PAUSING');
  });

  it('is settled by anybody, not a block before its notice ends, however often was pushed', () => {
    const scenario = paused();
    scenario.scenario.wait(year.notice - 3);
    scenario.until(scenario.timeOf(4n)).send(() => scenario.pushAt(scenario.timeOf(4n)));
    const early = { ...scenario.scenario.tip, height: scenario.scenario.tip.height - 2 };
    expect(scenario.accepts(scenario.settling())).toBe(true);
    scenario.scenario.tip = early;
    expect(scenario.accepts(scenario.settling())).toBe(false);
  });

  it('is neither resumed nor refunded before it is settled, nor paused or settled twice', () => {
    const scenario = paused();
    const time = scenario.timeOf(3n) + 200n;
    expect(scenario.accepts(scenario.resumeAt(time))).toBe(false);
    expect(scenario.accepts(scenario.stopAt('PAUSING', time))).toBe(false);
    scenario.waitNotice();
    expect(scenario.accepts(scenario.refunding())).toBe(false);
    scenario.send(() => scenario.settling());
    expect(scenario.accepts(scenario.stopAt('PAUSING', time))).toBe(false);
    expect(scenario.accepts(scenario.stopAt('CANCELLED', time))).toBe(false);
  });

  it('is resumed with a next due date an interval to an interval and two hours away', () => {
    const scenario = paused();
    scenario.waitNotice().send(() => scenario.settling());
    const time = scenario.timeOf(3n) + 300n;
    const accepted = [-1n, 0n, 1n, 7_200n, 7_201n].map((later) => scenario.accepts(scenario.resumeAt(time, later)));
    expect(accepted).toEqual([false, true, true, true, false]);
  });

  it('before the first due date brings no period forward: what a state calls due can be claimed and pushed', () => {
    const scenario = new Scenario(mode, year, { reserve: 14n * mode.fee });
    const early = year.firstDue - 3n * year.interval;
    scenario
      .until(early)
      .send(() => scenario.stopAt('PAUSING', early))
      .waitNotice()
      .send(() => scenario.settling());
    const first = year.firstDue - (early + year.interval);
    const accepted = [-first, -1n, 0n, 7_200n, 7_201n].map((later) =>
      scenario.accepts(scenario.resumeAt(early, later)),
    );
    expect(accepted).toEqual([false, false, true, true, false]);

    scenario.send(() => scenario.resumeAt(early, 0n)).until(year.firstDue);
    expect(scenario.scenario.state.nextDue).toBe(year.firstDue);
    scenario.send(
      () => scenario.stopAt('CANCELLED', early),
      () => scenario.pushAt(year.firstDue),
    );
    expect(scenario.paid).toBe(AMOUNT);
  });
});

describe.each(MODES)('what the parameters forbid, %s', (_, mode) => {
  const withFlags = (cancelable: boolean, pausable: boolean) => {
    const scenario = new Scenario(
      mode,
      { ...year, cancelable, pausable, label: `flags ${cancelable} ${pausable}` },
      { reserve: 14n * mode.fee },
    );
    return scenario.until(scenario.timeOf(1n));
  };

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('cancelable %s, pausable %s', (cancelable, pausable) => {
    const scenario = withFlags(cancelable, pausable);
    expect(scenario.accepts(scenario.stopAt('CANCELLED', scenario.timeOf(1n)))).toBe(cancelable);
    expect(scenario.accepts(scenario.stopAt('PAUSING', scenario.timeOf(1n)))).toBe(pausable);
  });

  it('a payment that is not cancelable is not cancelled by way of a pause either', () => {
    const scenario = withFlags(false, true);
    scenario.send(() => scenario.stopAt('PAUSING', scenario.timeOf(1n)));
    expect(scenario.accepts(scenario.stopAt('CANCELLED', scenario.timeOf(1n)))).toBe(false);
    scenario.waitNotice().send(() => scenario.settling());
    expect(scenario.accepts(scenario.refunding())).toBe(false);
    expect(scenario.accepts(scenario.resumeAt(scenario.timeOf(1n)))).toBe(true);
  });
});
