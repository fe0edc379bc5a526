import { vestedAmount } from '@weir/vesting';
import { append, changeArguments, changeValue } from '../attacks/mutations.js';
import { CLOCK } from '../support/clock.js';
import { payTo, purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { SEQUENCE_PLAIN } from '../support/transaction.js';
import { clockCoin } from '../vesting/state.js';
import { DAY, START, type Terms } from '../vesting/terms.js';
import { stateCoin } from './support/coins.js';
import { FEE, FLOOR, SHARE_PAID } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { StreamScenario } from './support/stream-scenario.js';
import { createStream, linear, stepped } from './support/stream.js';

const { total, end } = linear;
/** When nine tenths have vested. */
const LATE = START + ((end - START) * 9n) / 10n;
const RESERVE = 16n * FEE;

/** A stream at `LATE`, of which a tenth has been claimed. */
const lateStream = (terms: Terms = linear, reserve = RESERVE): StreamScenario => {
  const early = START + (terms.end - START) / 10n;
  const scenario = new StreamScenario(createStream(terms), reserve, {
    cancelled: false,
    released: vestedAmount(terms, early),
    latest: early,
  });
  scenario.wait(0, Number(LATE) + 1);
  return scenario;
};

const cancel = (scenario: StreamScenario, locktime: bigint, clockValue = 681n): void => {
  scenario.send(draftCancel({ ...scenario.deployment, signer: sender, locktime: Number(locktime), clockValue }));
};
const push = (scenario: StreamScenario, locktime: bigint): void => {
  scenario.send(draftPayment({ ...scenario.deployment, locktime: Number(locktime) }));
};
const refund = (scenario: StreamScenario): void => {
  scenario.wait(linear.notice - 1);
  scenario.send(draftRefund(scenario.deployment));
};

describe('a cancel dated back', () => {
  const honest = lateStream();
  cancel(honest, LATE);
  refund(honest);

  it('is accepted: a script cannot know how late it is', () => {
    const scenario = lateStream();
    const { latest } = scenario.state;
    cancel(scenario, latest);
    expect(scenario.state).toMatchObject({ cancelled: true, latest });
    expect(scenario.paid.recipient).toBe(0n);
  });

  it('gains the sender nothing once anybody pushes at the true time', () => {
    const scenario = lateStream();
    cancel(scenario, scenario.state.latest);
    push(scenario, LATE);
    refund(scenario);
    expect(scenario.paid.recipient).toBe(honest.paid.recipient);
    expect(scenario.paid.sender < honest.paid.sender).toBe(true);
  });

  it('gains nothing before the first claim or the cliff either', () => {
    const scenario = new StreamScenario(createStream(stepped), RESERVE);
    scenario.wait(0, Number(LATE) + 1);
    cancel(scenario, START - 1_000n);
    expect(scenario.state.released).toBe(0n);
    push(scenario, LATE);
    expect(scenario.paid.recipient).toBe(vestedAmount(stepped, LATE));
  });

  it('after the end still pays everything by a push', () => {
    const scenario = lateStream();
    scenario.wait(0, Number(end) + 10);
    const before = scenario.state.released;
    cancel(scenario, scenario.state.latest);
    push(scenario, end);
    expect(scenario.closed).toBe(true);
    expect(scenario.paid.recipient).toBe(total - before);
  });
});

describe('a reserve burned before the watcher comes', () => {
  /** Cancelled at the earliest time the state allows, with the reserve moved to the clock and the state at its floor. */
  const emptied = (): StreamScenario => {
    const scenario = lateStream();
    const at = scenario.state.latest;
    const { deployment } = scenario;
    const size = 1_200n;
    cancel(scenario, at, deployment.state.output.valueSatoshis - (total - scenario.state.released) - FLOOR - size);
    return scenario;
  };

  it('leaves the true push possible for somebody without money: the share of the sender pays', () => {
    const scenario = emptied();
    const { released } = scenario.state;
    expect(scenario.deployment.state.output.valueSatoshis - (total - released) < FLOOR + FEE).toBe(true);
    push(scenario, LATE);
    expect(scenario.paid.recipient).toBe(vestedAmount(linear, LATE) - released);
    expect(scenario.deployment.state.output.valueSatoshis < total - scenario.state.released + FLOOR).toBe(true);
    refund(scenario);
    expect(scenario.paid.sender > 0n).toBe(true);
  });

  it('leaves it possible after an accomplice made every paid push there is', () => {
    const scenario = emptied();
    const least = total / 256n + 1n;
    let time = scenario.state.latest;
    for (let pushes = 0; pushes < 40; pushes += 1) {
      time += (least * (end - START)) / total + 1n;
      push(scenario, time);
    }
    push(scenario, LATE);
    expect(scenario.state.released).toBe(vestedAmount(linear, LATE));
  });
});

describe('endless pushes', () => {
  it('do not age the clock anew: the refund waits from the cancel on', () => {
    const scenario = lateStream();
    cancel(scenario, LATE);
    const cancelled = scenario.tip.height;
    for (const part of [1n, 2n, 3n]) {
      scenario.wait(10, Number(LATE) + Number(part) * 1_000_000);
      push(scenario, LATE + part * 900_000n);
    }
    scenario.wait(cancelled + linear.notice - 1 - scenario.tip.height);
    expect(judge(draftRefund(scenario.deployment), scenario.tip).accepted).toBe(true);
    expect(judge(draftRefund(scenario.deployment), { ...scenario.tip, height: scenario.tip.height - 1 })).toMatchObject(
      {
        by: 'lock',
      },
    );
  });

  it('cannot take the state away from under a watcher for ever: a keyless one pays a 4,096th at least', () => {
    const scenario = lateStream();
    cancel(scenario, scenario.state.latest);
    const least = total / 4_096n;
    const seconds = (least * (end - START)) / total;
    const own = purse(outsider, 50_000n);
    const at = (offset: bigint) =>
      draftPayment({ ...scenario.deployment, locktime: Number(scenario.state.latest + offset), purse: own });
    expect(judge(at(seconds - 1n), scenario.tip)).toMatchObject({ accepted: false, by: 'script' });
    expect(judge(at(seconds + 1n), scenario.tip)).toMatchObject({ accepted: true });
  });

  it('leave the recipient free to claim any payable amount', () => {
    const scenario = lateStream();
    cancel(scenario, scenario.state.latest);
    const draft = draftPayment({
      ...scenario.deployment,
      locktime: Number(scenario.state.latest) + 60,
      signer: recipient,
      purse: purse(recipient, 9_000n),
    });
    expect(judge(draft, scenario.tip)).toMatchObject({ accepted: true });
  });
});

describe('the clock', () => {
  const stream = createStream(linear);
  const tip = { height: 900_000, mtp: Number(LATE) + 1 };
  const cancelled = { cancelled: true, released: 100_000_000n, latest: START };
  const state = stateCoin(stream, cancelled, RESERVE);
  const clock = clockCoin(stream, 681n);
  const honest = draftPayment({ stream, state, clock, locktime: Number(LATE) });
  const beside = { coin: clock, sequence: SEQUENCE_PLAIN, unlocking: CLOCK.unlocking };

  it('is not spent by a push that continues', () => {
    expect(judge(honest, tip)).toMatchObject({ accepted: true });
    expect(judge({ ...honest, inputs: [...honest.inputs, beside] }, tip)).toMatchObject({
      accepted: false,
      by: 'script',
    });
  });

  it('does not return to the state while the notice runs', () => {
    const [next, ...others] = honest.outputs;
    if (next?.token === undefined) throw new Error('A push continues the state');
    const outputs = [{ ...next, token: { ...next.token, amount: 1n } }, ...others];
    expect(judge({ ...honest, outputs, inputs: [...honest.inputs, beside] }, tip)).toMatchObject({
      accepted: false,
      by: 'script',
    });
  });

  it('is not spent without its state', () => {
    const own = purse(outsider, 10_000n);
    const thief = payTo(outsider, 9_000n);
    const token = { category: stream.category, amount: 1n };
    for (const inputs of [
      [beside, own],
      [own, beside],
    ]) {
      const draft = { version: 2, locktime: 0, inputs, outputs: [{ ...thief, token }] };
      expect(judge(draft, tip)).toMatchObject({ accepted: false, by: 'script' });
    }
  });

  it("is not spent with another deployment's state", () => {
    const twin = createStream({ ...linear, label: 'another' });
    const other = draftPayment({ stream: twin, state: stateCoin(twin, cancelled, RESERVE), locktime: Number(LATE) });
    expect(judge({ ...other, inputs: [...other.inputs, beside] }, tip)).toMatchObject({
      accepted: false,
      by: 'script',
    });
  });
});

describe('states and paths that do not meet', () => {
  const stream = createStream(linear);
  const tip = { height: 900_000, mtp: Number(LATE) + 1 };
  const active = stateCoin(stream, { cancelled: false, released: 100_000_000n, latest: START }, RESERVE);
  const cancelled = stateCoin(stream, { cancelled: true, released: 100_000_000n, latest: START }, RESERVE);
  const clock = clockCoin(stream, 681n);

  it('a cancelled stream is not cancelled again', () => {
    expect(judge(draftCancel({ stream, state: active, signer: sender, locktime: Number(LATE) }), tip).accepted).toBe(
      true,
    );
    expect(judge(draftCancel({ stream, state: cancelled, signer: sender, locktime: Number(LATE) }), tip)).toMatchObject(
      { by: 'script' },
    );
  });

  it('an active stream is not refunded, not even beside a clock of its own category', () => {
    expect(judge(draftRefund({ stream, state: cancelled, clock }), tip).accepted).toBe(true);
    expect(judge(draftRefund({ stream, state: active, clock }), tip)).toMatchObject({ by: 'script' });
  });

  it('a stream without notice is never cancelled', () => {
    const fixed = createStream({ ...linear, notice: 0, label: 'fixed' });
    const state = stateCoin(fixed, { cancelled: false, released: 100_000_000n, latest: START }, RESERVE);
    expect(judge(draftCancel({ stream: fixed, state, signer: sender, locktime: Number(LATE) }), tip)).toMatchObject({
      by: 'script',
    });
  });

  it.each([
    ['linear', linear, end],
    ['linear', linear, end + 1n],
    ['stepped', stepped, end],
    ['stepped', stepped, end + 1n],
  ])('a %s stream is not cancelled once all of it has vested', (_, terms, time) => {
    const vesting = createStream(terms);
    const state = stateCoin(vesting, { cancelled: false, released: 100_000_000n, latest: START }, RESERVE);
    const at = (locktime: bigint) =>
      judge(draftCancel({ stream: vesting, state, signer: sender, locktime: Number(locktime) }), {
        ...tip,
        mtp: Number(end) + 2,
      });
    expect(at(LATE).accepted).toBe(true);
    // A builder that takes the short last step for unfinished, as a script would that forgot the end.
    const unfinished = { ...vesting, terms: { ...terms, end: end + 10n * DAY } };
    const draft = draftCancel({ stream: unfinished, state, signer: sender, locktime: Number(time) });
    expect(at(time)).toMatchObject({ by: 'script' });
    expect(judge(draft, { ...tip, mtp: Number(end) + 2 })).toMatchObject({ by: 'script' });
  });

  it('an active close does not need a clock, one under notice does', () => {
    const atEnd = { ...tip, mtp: Number(end) + 1 };
    expect(
      judge(draftPayment({ stream, state: active, signer: recipient, locktime: Number(end) }), atEnd).accepted,
    ).toBe(true);
    expect(
      judge(draftPayment({ stream, state: cancelled, signer: recipient, locktime: Number(end) }), atEnd),
    ).toMatchObject({ by: 'script' });
  });

  it.each([
    ['a state', active],
    ['a state under notice', cancelled],
  ])('the sender does not sweep %s', (_, coin) => {
    const sweep = {
      coin,
      sequence: SEQUENCE_PLAIN,
      unlocking: stream.call('sweep', [sender.publicKey, { signer: sender }]),
    };
    const draft = {
      version: 2,
      locktime: 0,
      inputs: [sweep],
      outputs: [payTo(sender, coin.output.valueSatoshis - 2_000n)],
    };
    expect(judge(draft, tip)).toMatchObject({ accepted: false, by: 'script' });
    const asDecoy = { ...draft, inputs: [purse(sender, 10_000n), sweep] };
    expect(judge(asDecoy, tip)).toMatchObject({ accepted: false, by: 'script' });
  });

  it('the clock is no stray: it lies at another address', () => {
    const sweep = {
      coin: clock,
      sequence: SEQUENCE_PLAIN,
      unlocking: stream.call('sweep', [sender.publicKey, { signer: sender }]),
    };
    expect(
      judge(
        { version: 2, locktime: 0, inputs: [sweep, purse(sender, 10_000n)], outputs: [payTo(sender, 8_000n)] },
        tip,
      ),
    ).toMatchObject({
      by: 'script',
    });
  });
});

describe('who pays a push under notice', () => {
  const stream = createStream(linear);
  const tip = { height: 900_000, mtp: Number(LATE) + 1 };
  const released = 100_000_000n;
  const rate = (end - START) / total;
  const pushAt = (due: bigint, reserve: bigint) => {
    const locktime = START + ((released + due) * (end - START) + total - 1n) / total;
    const state = stateCoin(stream, { cancelled: true, released, latest: START }, reserve);
    return draftPayment({ stream, state, clock: clockCoin(stream, 681n), locktime: Number(locktime + rate) });
  };

  it('the reserve, from a 256th of the total on', () => {
    expect(judge(pushAt(total / 256n, RESERVE), tip).accepted).toBe(true);
    expect(judge(pushAt(total / 256n - 30n, RESERVE), tip)).toMatchObject({ by: 'script' });
  });

  it("the sender's share, when the reserve is used up", () => {
    expect(total / 256n > SHARE_PAID).toBe(true);
    expect(judge(pushAt(total / 256n, 0n), tip).accepted).toBe(true);
    expect(judge(pushAt(total / 256n - 30n, 0n), tip)).toMatchObject({ by: 'script' });
  });

  it('that share, from 43,200 satoshis on', () => {
    // Little enough that a 256th of it is less, and one satoshi at most vests a second.
    const terms = { ...linear, total: 5_000_000n, label: 'a twentieth' };
    const little = createStream(terms);
    const paid = (due: bigint) => {
      const locktime = START + ((1_000_000n + due) * (end - START) + terms.total - 1n) / terms.total;
      const state = stateCoin(little, { cancelled: true, released: 1_000_000n, latest: START }, 0n);
      return judge(draftPayment({ stream: little, state, locktime: Number(locktime) }), tip);
    };
    expect(paid(SHARE_PAID).accepted).toBe(true);
    expect(paid(SHARE_PAID - 1n)).toMatchObject({ by: 'script' });
  });

  it('the reserve for what closes the stream, however little that is', () => {
    const state = stateCoin(stream, { cancelled: true, released: total - 600n, latest: START }, 0n);
    const close = draftPayment({ stream, state, clock: clockCoin(stream, 681n), locktime: Number(end) });
    expect(judge(close, { ...tip, mtp: Number(end) + 1 }).accepted).toBe(true);
  });

  it('nobody may take a satoshi more than the bound, nor add an output of it', () => {
    const draft = pushAt(total / 256n, 0n);
    const slack = FEE - 1_000n;
    expect(judge(append(changeValue(draft, 0, -slack - 546n), payTo(outsider, 546n)), tip)).toMatchObject({
      by: 'script',
    });
    expect(
      judge(
        changeArguments(draft, () => [outsider.publicKey, { signer: outsider }]),
        tip,
      ),
    ).toMatchObject({ by: 'script' });
  });
});
