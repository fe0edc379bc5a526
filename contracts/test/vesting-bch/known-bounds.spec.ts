import { vestedAmount } from '@weir/vesting';
import { append, changeValue } from '../attacks/mutations.js';
import { payTo, purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { seal } from '../support/transaction.js';
import { clockCoin } from '../vesting/state.js';
import { START } from '../vesting/terms.js';
import { stateCoin } from './support/coins.js';
import { DUST, FEE, FLOOR, SHARE_PAID } from './support/constants.js';
import { draftCancel, draftPayment } from './support/drafts.js';
import { StreamScenario } from './support/stream-scenario.js';
import { createStream, linear } from './support/stream.js';

/** What a determined attacker can still do, and how much it is worth to them: docs/covenants.md, "Known bounds". */

const { end, total } = linear;
const timeOf = (terms: typeof linear, vested: bigint): bigint =>
  START + (vested * (terms.end - START) + terms.total - 1n) / terms.total;

describe('fees burned out of a stream that was all vested before its cancel', () => {
  // The total at which the two bounds of a paid push, 43,200 satoshis and a 256th, are the same: the worst case.
  const terms = { ...linear, total: SHARE_PAID * 256n, label: 'worst case' };

  it('cost the recipient at most 248 fees, 334,800 satoshis, and nobody gains them but miners', () => {
    const scenario = new StreamScenario(createStream(terms), 0n);
    scenario.wait(0, Number(terms.end) + 1);
    // Dated back to the start by the sender, who pays for it themselves: nothing is released, the state is at its floor.
    scenario.send(
      draftCancel({ ...scenario.deployment, locktime: Number(START), signer: sender, purse: purse(sender, 9_000n) }),
    );
    for (let part = 1n; part <= 248n; part += 1n) {
      const draft = draftPayment({ ...scenario.deployment, locktime: Number(timeOf(terms, part * SHARE_PAID)) });
      const most = FEE - BigInt(seal(draft).size);
      scenario.send(changeValue(draft, 0, -most));
    }
    // What is left equals the debt: the state is at its floor, and no further push can take a fee.
    const another = draftPayment({ ...scenario.deployment, locktime: Number(timeOf(terms, 249n * SHARE_PAID)) });
    expect(judge(changeValue(another, 0, BigInt(seal(another).size) - FEE), scenario.tip)).toMatchObject({
      by: 'script',
    });
    scenario.send(draftPayment({ ...scenario.deployment, locktime: Number(terms.end) }));
    const lost = terms.total - scenario.paid.recipient;
    expect(lost > 247n * FEE && lost <= 248n * FEE).toBe(true);
    expect(lost * 100n < terms.total * 4n).toBe(true);
    expect(scenario.paid.sender < 0n).toBe(true);
  });

  it('are not burned where somebody pushes everything at once', () => {
    const scenario = new StreamScenario(createStream(terms), 0n);
    scenario.wait(0, Number(terms.end) + 1);
    scenario.send(
      draftCancel({ ...scenario.deployment, locktime: Number(START), signer: sender, purse: purse(sender, 9_000n) }),
    );
    scenario.send(draftPayment({ ...scenario.deployment, locktime: Number(terms.end) }));
    expect(scenario.paid.recipient).toBe(terms.total);
  });
});

describe('after a push paid from the share of the sender', () => {
  const stream = createStream(linear);
  const released = 100_000_000n;
  const tip = { height: 900_000, mtp: Number(end) };
  /** One fee short of what the principal and the floor ask for. */
  const state = stateCoin(stream, { cancelled: true, released, latest: START }, -FEE);

  it('a smaller payment must make up for that fee as well', () => {
    const small = draftPayment({
      stream,
      state,
      locktime: Number(timeOf(linear, released + 20_000n)),
      signer: recipient,
      purse: purse(recipient, 9_000n),
    });
    expect(judge(small, tip).accepted).toBe(true);
    expect(judge(changeValue(changeValue(small, 0, -1n), 2, 1n), tip)).toMatchObject({ by: 'script' });
  });

  it('a larger one need not', () => {
    const large = draftPayment({ stream, state, locktime: Number(timeOf(linear, released + total / 200n)) });
    expect(judge(large, tip).accepted).toBe(true);
  });
});

describe('a watcher without money, the reserve used up', () => {
  const stream = createStream(linear);
  const tip = { height: 900_000, mtp: Number(end) };
  const released = 100_000_000n;
  const at = (due: bigint) => {
    const locktime = timeOf(linear, released + due);
    return {
      stream,
      state: stateCoin(stream, { cancelled: true, released, latest: START }, 0n),
      locktime: Number(locktime),
    };
  };

  it('pushes nothing below a 256th of the total', () => {
    expect(vestedAmount(linear, BigInt(at(total / 256n - 100n).locktime)) - released < total / 256n).toBe(true);
    expect(judge(draftPayment(at(total / 256n - 100n)), tip)).toMatchObject({ by: 'script' });
    expect(judge(draftPayment(at(total / 256n)), tip).accepted).toBe(true);
  });

  it('with a purse pushes down to a 4,096th', () => {
    expect(judge(draftPayment({ ...at(total / 256n - 100n), purse: purse(outsider, 9_000n) }), tip).accepted).toBe(
      true,
    );
    expect(judge(draftPayment({ ...at(total / 4_096n), purse: purse(outsider, 9_000n) }), tip).accepted).toBe(true);
  });
});

describe('what a stranger may keep of a fee', () => {
  const stream = createStream(linear);
  const released = total - 2_000_000n;
  const tip = { height: 900_000, mtp: Number(end) + 1 };

  it('less than two dust outputs, once, where the close of a stream in debt leaves the sender no output', () => {
    // 545 satoshis remain after the bound of the fee: too little for the sender's output.
    const clock = clockCoin(stream, 681n);
    const state = stateCoin(stream, { cancelled: true, released, latest: START }, 545n + FEE - FLOOR - 681n);
    const close = draftPayment({ stream, state, clock, locktime: Number(end) });
    const { size, fee } = seal(close);
    const spare = fee - BigInt(size) - 34n;
    expect(spare >= DUST && spare < 2n * DUST).toBe(true);
    expect(judge(append(close, payTo(outsider, spare)), tip).accepted).toBe(true);
  });

  it('from 546 on, that remainder is the sender’s', () => {
    const clock = clockCoin(stream, 681n);
    const reserve = 546n + FEE - FLOOR - 681n;
    const close = draftPayment({
      stream,
      state: stateCoin(stream, { cancelled: true, released, latest: START }, reserve),
      clock,
      locktime: Number(end),
    });
    expect(judge(close, tip).accepted).toBe(true);
    expect(judge({ ...close, outputs: close.outputs.slice(0, 1) }, tip)).toMatchObject({ by: 'script' });
  });

  it('nothing where they bring no coin of their own; with one, what the bound leaves above the size', () => {
    const state = stateCoin(stream, { cancelled: true, released: 100_000_000n, latest: START }, 20_000n);
    const push = draftPayment({ stream, state, locktime: Number(START) + 60_000_000 });
    const { size } = seal(push);
    expect(
      judge(append(changeValue(push, 0, BigInt(size) - FEE), payTo(outsider, FEE - BigInt(size) - 34n)), tip),
    ).toMatchObject({ by: 'policy' });
    const own = purse(outsider, 10_000n);
    const bare = { ...changeValue(push, 0, BigInt(size) - FEE), inputs: [...push.inputs, own] };
    const kept = 10_000n + FEE - BigInt(seal(append(bare, payTo(outsider, 0n))).size);
    expect(judge(append(bare, payTo(outsider, kept)), tip).accepted).toBe(true);
    expect(kept > 10_000n && kept < 10_000n + 250n).toBe(true);
  });
});

describe('a state that moves under a signed cancel', () => {
  it('voids it: the sender signs again on the new state', () => {
    const scenario = new StreamScenario(createStream(linear), 20_000n);
    scenario.wait(0, Number(START) + 40_000_000);
    const before = draftCancel({ ...scenario.deployment, locktime: scenario.tip.mtp - 1, signer: sender });
    scenario.send(
      draftPayment({
        ...scenario.deployment,
        locktime: Number(START) + 48,
        signer: recipient,
        purse: purse(recipient, 9_000n),
      }),
    );
    // The spent coin is gone; on the new one the old signature covers nothing.
    const moved = { ...before, inputs: before.inputs.map((input) => ({ ...input, coin: scenario.deployment.state })) };
    const stale = seal(before).transaction.inputs[0]?.unlockingBytecode ?? new Uint8Array();
    const replayed = {
      ...moved,
      inputs: moved.inputs.map((input) => ({ ...input, unlocking: { kind: 'raw', bytecode: stale } as const })),
    };
    expect(judge(replayed, scenario.tip)).toMatchObject({ by: 'script' });
    expect(
      judge(draftCancel({ ...scenario.deployment, locktime: scenario.tip.mtp - 1, signer: sender }), scenario.tip)
        .accepted,
    ).toBe(true);
  });
});
