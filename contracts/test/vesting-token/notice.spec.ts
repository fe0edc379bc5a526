import { vestedAmount } from '@weir/vesting';
import { changeValue } from '../attacks/mutations.js';
import { CLOCK } from '../support/clock.js';
import { payTo, purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { seal, SEQUENCE_PLAIN, type Draft } from '../support/transaction.js';
import { FIRST_TIME, START, type Terms } from '../vesting/terms.js';
import { deploymentOf } from './support/coins.js';
import { CANCEL_FEE, CANCEL_FLOOR, FEE, FLOOR, PAYOUT } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { createStream, linear, stepped } from './support/stream.js';
import { TokenScenario } from './support/token-scenario.js';

const { total, end } = linear;
/** When nine tenths have vested. */
const LATE = START + ((end - START) * 9n) / 10n;
const timeOf = (vested: bigint): bigint => START + (vested * (end - START) + total - 1n) / total;
const ownSender = purse(sender, 100_000n);

/** A stream at `LATE`, of which a tenth has been claimed. */
const lateStream = (terms: Terms = linear, reserve = 0n): TokenScenario => {
  const early = START + (terms.end - START) / 10n;
  const scenario = new TokenScenario(
    createStream(terms),
    { reserve },
    { cancelled: false, released: vestedAmount(terms, early), latest: early },
  );
  scenario.wait(0, Number(LATE) + 1);
  return scenario;
};

const cancel = (scenario: TokenScenario, locktime: bigint): void => {
  scenario.send(draftCancel({ ...scenario.deployment, signer: sender, locktime: Number(locktime), purse: ownSender }));
};
/** A push that leaves as much of the reserve to the miner as it may. */
const greedyPush = (scenario: TokenScenario, locktime: bigint): Draft => {
  const draft = draftPayment({ ...scenario.deployment, locktime: Number(locktime) });
  return changeValue(draft, 0, -(FEE - PAYOUT - BigInt(seal(draft).size)));
};
const push = (scenario: TokenScenario, locktime: bigint): void => {
  scenario.send(draftPayment({ ...scenario.deployment, locktime: Number(locktime) }));
};
const refund = (scenario: TokenScenario): void => {
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
    expect(scenario.paidTokens.recipient).toBe(0n);
  });

  it('gains the sender nothing once anybody pushes at the true time', () => {
    const scenario = lateStream();
    cancel(scenario, scenario.state.latest);
    push(scenario, LATE);
    refund(scenario);
    expect(scenario.paidTokens).toEqual(honest.paidTokens);
  });

  it('gains nothing before the first claim or the cliff either', () => {
    const scenario = new TokenScenario(createStream(stepped), { reserve: 0n });
    scenario.wait(0, Number(LATE) + 1);
    cancel(scenario, START - 1_000n);
    expect(scenario.state.released).toBe(0n);
    push(scenario, LATE);
    expect(scenario.paidTokens.recipient).toBe(vestedAmount(stepped, LATE));
  });

  it('after the end still pays everything by a push', () => {
    const scenario = lateStream();
    scenario.wait(0, Number(end) + 10);
    const before = scenario.state.released;
    cancel(scenario, scenario.state.latest);
    push(scenario, end);
    expect(scenario.closed).toBe(true);
    expect(scenario.paidTokens).toEqual({ recipient: total - before, sender: 0n });
  });
});

describe('what a cancel leaves for pushes', () => {
  it('is eight fees above the floor, filled up by the sender', () => {
    const scenario = lateStream();
    const honest = draftCancel({ ...scenario.deployment, signer: sender, locktime: Number(LATE), purse: ownSender });
    expect(honest.outputs[0]?.valueSatoshis).toBe(CANCEL_FLOOR);
    expect(judge(honest, scenario.tip).accepted).toBe(true);
    expect(judge(changeValue(changeValue(honest, 0, -1n), honest.outputs.length - 1, 1n), scenario.tip)).toMatchObject({
      by: 'script',
    });
    expect(
      judge(draftCancel({ ...scenario.deployment, signer: sender, locktime: Number(LATE) }), scenario.tip),
    ).toMatchObject({
      by: 'script',
    });
  });

  it('is the whole reserve where there was more: a cancel takes its own cost and no more', () => {
    const scenario = lateStream(linear, 60_000n);
    const honest = draftCancel({ ...scenario.deployment, signer: sender, locktime: Number(LATE) });
    const spare = CANCEL_FEE - 681n - BigInt(seal(honest).size);
    expect(judge(changeValue(honest, 0, -spare), scenario.tip).accepted).toBe(true);
    expect(judge(changeValue(honest, 0, -spare - 1n), scenario.tip)).toMatchObject({ by: 'script' });
  });

  it('is not moved to the clock', () => {
    const scenario = lateStream(linear, 60_000n);
    const honest = draftCancel({ ...scenario.deployment, signer: sender, locktime: Number(LATE) });
    expect(judge(changeValue(changeValue(honest, 0, -10_000n), 2, 10_000n), scenario.tip)).toMatchObject({
      by: 'script',
    });
  });
});

describe('an accomplice who burns the reserve by pushes of their own', () => {
  it.each([0n, 37_777n])('cannot end it before everything is paid, with %d satoshis more in reserve', (more) => {
    const scenario = lateStream(linear, more);
    cancel(scenario, scenario.state.latest);
    const left = total - scenario.state.released;
    const fees = scenario.deployment.state.output.valueSatoshis - FLOOR;
    scenario.wait(0, Number(end) + 1);
    const share = (left * FEE + fees - 1n) / fees;
    let pushes = 0n;
    while (!scenario.closed) {
      // The least that the reserve pays for, never more than the share of the beginning.
      const least = [share, share + 1_000_000n]
        .map((due) => timeOf(scenario.state.released + due))
        .find((time) => {
          const draft =
            time >= end ? draftPayment({ ...scenario.deployment, locktime: Number(end) }) : greedyPush(scenario, time);
          return judge(draft, scenario.tip).accepted;
        });
      if (least === undefined) throw new Error('The reserve is used up before everything is paid');
      scenario.send(
        least >= end ? draftPayment({ ...scenario.deployment, locktime: Number(end) }) : greedyPush(scenario, least),
      );
      pushes += 1n;
    }
    expect(pushes).toBe((fees + FEE - 1n) / FEE);
    expect(scenario.paidTokens).toEqual({ recipient: left, sender: 0n });
  });

  it('is not paid for less than their share: an eighth of what the least reserve is for', () => {
    const scenario = lateStream();
    cancel(scenario, scenario.state.latest);
    const left = total - scenario.state.released;
    const eighth = timeOf(scenario.state.released + left / 8n);
    expect(judge(draftPayment({ ...scenario.deployment, locktime: Number(eighth) }), scenario.tip).accepted).toBe(true);
    expect(judge(draftPayment({ ...scenario.deployment, locktime: Number(eighth) - 1 }), scenario.tip)).toMatchObject({
      by: 'script',
    });
  });

  it('pays for smaller ones themselves', () => {
    const scenario = lateStream();
    cancel(scenario, scenario.state.latest);
    const tenth = timeOf(scenario.state.released + (total - scenario.state.released) / 10n);
    const draft = draftPayment({ ...scenario.deployment, locktime: Number(tenth) });
    expect(judge(draft, scenario.tip)).toMatchObject({ by: 'script' });
    const withMoney = draftPayment({
      ...scenario.deployment,
      locktime: Number(tenth),
      purse: purse(outsider, 20_000n),
    });
    expect(judge(withMoney, scenario.tip).accepted).toBe(true);
  });

  it('leaves the recipient their claims from the reserve, of a 256th of the total', () => {
    const scenario = lateStream();
    cancel(scenario, scenario.state.latest);
    const little = Number(timeOf(scenario.state.released + total / 256n));
    expect(judge(draftPayment({ ...scenario.deployment, locktime: little }), scenario.tip)).toMatchObject({
      by: 'script',
    });
    expect(
      judge(draftPayment({ ...scenario.deployment, locktime: little, signer: recipient }), scenario.tip).accepted,
    ).toBe(true);
    expect(
      judge(draftPayment({ ...scenario.deployment, locktime: little - 1, signer: recipient }), scenario.tip),
    ).toMatchObject({ by: 'script' });
  });
});

describe('the reserve used up', () => {
  it('leaves pushes to whoever pays them, and the close to everybody', () => {
    const state = { cancelled: true, released: total / 10n, latest: START };
    const deployment = deploymentOf(createStream(linear), state, { reserve: 0n });
    const tip = { height: 900_000, mtp: Number(end) + 1 };
    expect(judge(draftPayment({ ...deployment, locktime: Number(LATE) }), tip)).toMatchObject({ by: 'script' });
    expect(
      judge(draftPayment({ ...deployment, locktime: Number(LATE), purse: purse(outsider, 9_000n) }), tip).accepted,
    ).toBe(true);
    expect(judge(draftPayment({ ...deployment, locktime: Number(end) }), tip).accepted).toBe(true);
  });
});

describe('endless pushes', () => {
  it('do not age the clock anew: the refund waits from the cancel on', () => {
    const scenario = lateStream();
    cancel(scenario, LATE);
    const cancelled = scenario.tip.height;
    for (const part of [1n, 2n, 3n]) {
      scenario.wait(10, Number(LATE) + Number(part) * 2_000_000);
      push(scenario, LATE + part * 1_900_000n);
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
    const own = purse(outsider, 50_000n);
    const at = (due: bigint, signer?: typeof recipient) =>
      judge(
        draftPayment({
          ...scenario.deployment,
          locktime: Number(timeOf(scenario.state.released + due)),
          purse: own,
          ...(signer === undefined ? {} : { signer }),
        }),
        scenario.tip,
      );
    expect(at(total / 4_096n - 200_000n)).toMatchObject({ accepted: false, by: 'script' });
    expect(at(total / 4_096n)).toMatchObject({ accepted: true });
    expect(at(1n, recipient)).toMatchObject({ accepted: true });
  });
});

describe('the least that a keyless push pays', () => {
  const small: Terms = { ...linear, total: 8_192n, label: 'small' };
  const pushOf = (due: bigint, cancelled: boolean, released = 0n) => {
    const deployment = deploymentOf(createStream(small), { cancelled, released, latest: FIRST_TIME }, { reserve: 0n });
    const time = START + ((released + due) * (end - START) + small.total - 1n) / small.total;
    return judge(draftPayment({ ...deployment, locktime: Number(time), purse: purse(outsider, 9_000n) }), {
      height: 900_000,
      mtp: Number(end) + 1,
    });
  };

  it('is a 4,096th while a notice runs', () => {
    expect(pushOf(2n, true).accepted).toBe(true);
    expect(pushOf(1n, true)).toMatchObject({ by: 'script' });
  });

  it('is everything, where that is less', () => {
    expect(pushOf(1n, true, small.total - 1n).accepted).toBe(true);
  });

  it('is a unit while the stream is active', () => {
    expect(pushOf(1n, false).accepted).toBe(true);
  });
});

describe('the clock', () => {
  const stream = createStream(linear);
  const tip = { height: 900_000, mtp: Number(LATE) + 1 };
  const deployment = deploymentOf(
    stream,
    { cancelled: true, released: total / 10n, latest: START },
    { reserve: 40_000n },
  );
  const { clock } = deployment;
  if (clock === undefined) throw new Error('A cancelled stream has a clock');
  const honest = draftPayment({ ...deployment, locktime: Number(LATE) });
  const beside = { coin: clock, sequence: SEQUENCE_PLAIN, unlocking: CLOCK.unlocking };

  it('is not spent by a push that continues, and does not return to the state while the notice runs', () => {
    expect(judge(honest, tip)).toMatchObject({ accepted: true });
    expect(judge({ ...honest, inputs: [...honest.inputs, beside] }, tip)).toMatchObject({
      accepted: false,
      by: 'script',
    });
    const [next, ...others] = honest.outputs;
    if (next?.token === undefined) throw new Error('A push continues the state');
    const outputs = [{ ...next, token: { ...next.token, amount: 1n } }, ...others];
    expect(judge({ ...honest, outputs, inputs: [...honest.inputs, beside] }, tip)).toMatchObject({
      accepted: false,
      by: 'script',
    });
  });
});

describe('states and paths that do not meet', () => {
  const stream = createStream(linear);
  const tip = { height: 900_000, mtp: Number(LATE) + 1 };
  const counters = { released: total / 10n, latest: START };
  const active = deploymentOf(stream, { cancelled: false, ...counters }, { reserve: 60_000n });
  const cancelled = deploymentOf(stream, { cancelled: true, ...counters }, { reserve: 60_000n });
  const clocked = { ...active, ...(cancelled.clock === undefined ? {} : { clock: cancelled.clock }) };

  it('a cancelled stream is not cancelled again', () => {
    expect(judge(draftCancel({ ...active, signer: sender, locktime: Number(LATE) }), tip).accepted).toBe(true);
    expect(judge(draftCancel({ ...cancelled, signer: sender, locktime: Number(LATE) }), tip)).toMatchObject({
      by: 'script',
    });
  });

  it('an active stream is not refunded, not even beside a clock of its own category', () => {
    expect(judge(draftRefund(cancelled), tip).accepted).toBe(true);
    expect(judge(draftRefund(clocked), tip)).toMatchObject({ by: 'script' });
  });

  it('a stream without notice is never cancelled', () => {
    const fixed = createStream({ ...linear, notice: 0, label: 'fixed' });
    const deployment = deploymentOf(
      fixed,
      { cancelled: false, released: 0n, latest: FIRST_TIME },
      { reserve: 60_000n },
    );
    expect(judge(draftCancel({ ...deployment, signer: sender, locktime: Number(LATE) }), tip)).toMatchObject({
      by: 'script',
    });
  });

  it('a stream is not cancelled once all of it has vested, even with tokens beyond the total', () => {
    const active = deploymentOf(stream, { cancelled: false, ...counters }, { reserve: 60_000n, surplus: 9n });
    const atEnd = { ...tip, mtp: Number(end) + 1 };
    expect(judge(draftCancel({ ...active, signer: sender, locktime: Number(end) - 1 }), atEnd).accepted).toBe(true);
    expect(judge(draftCancel({ ...active, signer: sender, locktime: Number(end) }), atEnd)).toMatchObject({
      by: 'script',
    });
  });

  it('an active close does not need a clock, one under notice does', () => {
    const atEnd = { ...tip, mtp: Number(end) + 1 };
    const { clock, ...unclocked } = cancelled;
    expect(clock).toBeDefined();
    expect(judge(draftPayment({ ...active, signer: recipient, locktime: Number(end) }), atEnd).accepted).toBe(true);
    expect(judge(draftPayment({ ...unclocked, signer: recipient, locktime: Number(end) }), atEnd)).toMatchObject({
      by: 'script',
    });
  });

  it.each([
    ['a state', active.state],
    ['a state under notice', cancelled.state],
  ])('the sender does not sweep %s, alone, behind a decoy or with its tokens', (_, coin) => {
    const sweep = {
      coin,
      sequence: SEQUENCE_PLAIN,
      unlocking: stream.call('sweep', [sender.publicKey, { signer: sender }]),
    };
    for (const inputs of [
      [sweep, ownSender],
      [ownSender, sweep],
      [sweep, ...honestPair().slice(1), ownSender],
    ]) {
      expect(judge({ version: 2, locktime: 0, inputs, outputs: [payTo(sender, 90_000n)] }, tip)).toMatchObject({
        by: 'script',
      });
    }
  });

  /** The inputs of an honest claim of the same pair. */
  const honestPair = () => draftPayment({ ...active, signer: recipient, locktime: Number(LATE) }).inputs;
});
