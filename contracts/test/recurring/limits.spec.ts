import { MAX_AMOUNT } from '@weir/payments';
import { CLOCK } from '../support/clock.js';
import { payTo, purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { sender } from '../support/parties.js';
import { coinOf, SEQUENCE_PLAIN } from '../support/transaction.js';
import { deploymentOf } from './coins.js';
import { draftPayment } from './drafts.js';
import { BCH, TOKENS } from './mode.js';
import { MODES } from './modes.js';
import { Scenario } from './scenario.js';
import { yearOf, type Terms } from './terms.js';

const year = { ...yearOf(1_000_000n), lastAmount: 1_000_007n };
const TOTAL = 11n * 1_000_000n + 1_000_007n;

describe.each(MODES)('twelve periods, %s', (_, mode) => {
  it('are claimed one by one, fees from the reserve, to the last unit', () => {
    const scenario = new Scenario(mode, year, { reserve: 11n * mode.fee });
    for (let period = 1n; period <= 12n; period += 1n) {
      const time = scenario.timeOf(period);
      scenario.until(time);
      expect(scenario.accepts(scenario.claimAt(time - 1n))).toBe(false);
      scenario.send(() => scenario.claimAt(time));
    }
    expect(scenario.scenario.closed).toBe(true);
    expect(scenario.paid).toBe(TOTAL);
  });

  it('are claimed all at once, three years late, from the floor alone', () => {
    const scenario = new Scenario(mode, year, { reserve: 0n });
    scenario.until(scenario.timeOf(12n) + 94_608_000n).send(() => scenario.claimAt(scenario.timeOf(12n) + 94_608_000n));
    expect(scenario.scenario.closed).toBe(true);
    expect(scenario.paid).toBe(TOTAL);
  });

  it('are claimed to the last with the reserve used up: the recipient pays, and the floor the last', () => {
    const scenario = new Scenario(mode, year, { reserve: 0n });
    for (let period = 1n; period <= 11n; period += 1n) {
      scenario.until(scenario.timeOf(period));
      expect(scenario.accepts(scenario.claimAt(scenario.timeOf(period)))).toBe(false);
      scenario.send(() => scenario.claimAt(scenario.timeOf(period), true));
    }
    scenario.until(scenario.timeOf(12n)).send(() => scenario.claimAt(scenario.timeOf(12n)));
    expect(scenario.paid).toBe(TOTAL);
  });

  it('are pushed by anybody with own money while active', () => {
    const scenario = new Scenario(mode, year, { reserve: 14n * mode.fee });
    scenario.until(scenario.timeOf(12n));
    expect(scenario.accepts(scenario.pushAt(scenario.timeOf(5n)))).toBe(false);
    scenario.send(
      () => scenario.pushAt(scenario.timeOf(5n), true),
      () => scenario.pushAt(scenario.timeOf(12n), true),
    );
    expect(scenario.paid).toBe(TOTAL);
  });

  it('are not stopped any more once all of them are due', () => {
    const scenario = new Scenario(mode, year, { reserve: 14n * mode.fee }).until(year.firstDue + 11n * year.interval);
    expect(scenario.accepts(scenario.stopAt('CANCELLED', scenario.timeOf(12n)))).toBe(false);
    expect(scenario.accepts(scenario.stopAt('PAUSING', scenario.timeOf(12n)))).toBe(false);
    expect(scenario.accepts(scenario.stopAt('PAUSING', scenario.timeOf(12n) - 1n))).toBe(true);
  });

  it('are nothing before the first is due, not even where a forged state says so', () => {
    const scenario = new Scenario(mode, year, { reserve: 0n, state: { nextDue: year.firstDue - 5n * year.interval } });
    scenario.until(year.firstDue);
    expect(scenario.accepts(scenario.claimAt(year.firstDue - 1n, true))).toBe(false);
    expect(scenario.accepts(scenario.claimAt(year.firstDue, true))).toBe(true);
  });
});

const MAX_SATOSHIS = 2_100_000_000_000_000n;
const payAll = (mode: typeof BCH, terms: Terms): bigint => {
  const scenario = new Scenario(mode, terms, { reserve: 0n });
  return scenario.until(scenario.timeOf(terms.periods)).send(() => scenario.claimAt(scenario.timeOf(terms.periods)))
    .paid;
};

describe('amounts', () => {
  it.each([
    ['twelve times dust', BCH, 546n, 546n, 12n],
    ['all of BCH', BCH, (MAX_SATOSHIS - 100_000n) / 12n, (MAX_SATOSHIS - 100_000n) / 12n, 12n],
    ['a single period', BCH, 546n, 1_000n, 1n],
    ['twelve times one unit', TOKENS, 1n, 1n, 12n],
    ['all tokens there can be', TOKENS, MAX_AMOUNT / 12n, MAX_AMOUNT - 11n * (MAX_AMOUNT / 12n), 12n],
    ['all tokens in one period', TOKENS, 1n, MAX_AMOUNT, 1n],
  ])('%s', (label, mode, amountPerPeriod, lastAmount, periods) => {
    const terms = { ...year, amountPerPeriod, lastAmount, periods, label };
    expect(payAll(mode, terms)).toBe((periods - 1n) * amountPerPeriod + lastAmount);
  });
});

describe.each(MODES)('many periods, %s', (_, mode) => {
  const hourly: Terms = { ...year, periods: 8_192n, interval: 3_600n, label: 'hourly' };

  it('are pushed no fewer than a 4,096th of them at a time while a notice runs, with whose money ever', () => {
    const scenario = new Scenario(mode, hourly, { reserve: 0n }).until(year.firstDue + 10_000_000n);
    expect(scenario.accepts(scenario.pushAt(scenario.timeOf(1n), true))).toBe(true);
    scenario.send(() => scenario.stopAt('CANCELLED', year.firstDue - 1n));
    expect(scenario.accepts(scenario.pushAt(scenario.timeOf(1n), true))).toBe(false);
    expect(scenario.accepts(scenario.pushAt(scenario.timeOf(2n), true))).toBe(true);
    expect(scenario.accepts(scenario.claimAt(scenario.timeOf(1n)))).toBe(true);
  });

  it('cost sixteen fees at most: a push gets one for a sixteenth of what is left, whoever pushed before', () => {
    const scenario = new Scenario(mode, hourly, { reserve: 0n }).until(year.firstDue + 8_192n * 3_600n);
    scenario.send(() => scenario.stopAt('CANCELLED', year.firstDue - 1n));
    expect(scenario.accepts(scenario.pushAt(scenario.timeOf(511n)))).toBe(false);
    for (let share = 1n; share <= 16n; share += 1n) scenario.send(() => scenario.pushAt(scenario.timeOf(512n * share)));
    expect(scenario.scenario.closed).toBe(true);
  });
});

describe.each(MODES)('the clock, %s', (_, mode) => {
  const tip = { height: 900_000, mtp: Number(year.firstDue + 12n * year.interval) };
  const noticed = (status: 'CANCELLED' | 'PAUSING') =>
    deploymentOf(mode, year, { status, paid: 2n, nextDue: year.firstDue, latest: year.firstDue }, { reserve: 60_000n });

  it.each(['CANCELLED', 'PAUSING'] as const)('of a payment %s is not spent by a push that continues', (status) => {
    const deployment = noticed(status);
    const { clock } = deployment;
    if (clock === undefined) throw new Error('A notice has a clock');
    const honest = draftPayment({ ...deployment, locktime: Number(year.firstDue) });
    const beside = { coin: clock, sequence: SEQUENCE_PLAIN, unlocking: CLOCK.unlocking };
    expect(judge(honest, tip).accepted).toBe(true);
    expect(judge({ ...honest, inputs: [...honest.inputs, beside] }, tip)).toMatchObject({ by: 'script' });
  });

  it('of a pause is one, and settles with its unit', () => {
    const scenario = new Scenario(mode, year, { reserve: 60_000n }).until(year.firstDue);
    scenario.send(() => scenario.stopAt('PAUSING', year.firstDue)).waitNotice();
    const honest = scenario.settling();
    const kept = honest.outputs.map((output, index) =>
      index > 0 || output.token === undefined ? output : { ...output, token: { ...output.token, amount: 0n } },
    );
    expect(scenario.accepts(honest)).toBe(true);
    expect(scenario.accepts({ ...honest, outputs: kept })).toBe(false);
    const settled = accept(honest, scenario.scenario.tip);
    expect(coinOf(settled, 0).output.token?.amount).toBe(1n);
  });

  it('is replaced by a cancel while pausing, not doubled', () => {
    const scenario = new Scenario(mode, year, { reserve: 60_000n }).until(year.firstDue);
    scenario.send(() => scenario.stopAt('PAUSING', year.firstDue));
    const honest = scenario.stopAt('CANCELLED', year.firstDue);
    expect(scenario.accepts(honest)).toBe(true);
    const clockIndex = mode.paysTokens ? 2 : 1;
    expect(scenario.accepts({ ...honest, inputs: honest.inputs.filter((_input, index) => index !== clockIndex) })).toBe(
      false,
    );
  });
});

describe.each(MODES)('a state, %s', (_, mode) => {
  it.each(['ACTIVE', 'CANCELLED', 'PAUSING', 'PAUSED'] as const)('that is %s is not swept', (status) => {
    const { payment, state } = deploymentOf(
      mode,
      year,
      { status, paid: 2n, nextDue: year.firstDue, latest: year.firstDue },
      { reserve: 0n },
    );
    const sweep = {
      coin: state,
      sequence: SEQUENCE_PLAIN,
      unlocking: payment.call('sweep', [sender.publicKey, { signer: sender }]),
    };
    const own = purse(sender, 90_000n);
    const tip = { height: 900_000, mtp: Number(year.firstDue) };
    for (const inputs of [
      [sweep, own],
      [own, sweep],
    ]) {
      const draft = { version: 2, locktime: 0, inputs, outputs: [payTo(sender, 80_000n)] };
      expect(judge(draft, tip)).toMatchObject({ by: 'script' });
    }
  });
});
