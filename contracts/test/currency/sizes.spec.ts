import { binsAreEqual, createVirtualMachineBch2026, hash160, type Output } from '@bitauth/libauth';
import { ZERO_UTC } from '../calendar/covenant.js';
import { at } from '../support/bytes.js';
import { coinNamed, payTo, purse } from '../support/coins.js';
import { accept, dustOf } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { seal, type Draft } from '../support/transaction.js';
import { callOf as linkedCallOf } from '../support/unlocking.js';
import { draftOf } from '../treasury/transactions.js';
import {
  clockInput,
  clockOutput,
  type Covenant,
  createCovenant,
  createTill,
  draftPay,
  firstOf,
  type Form,
  FORMS,
  hiddenInput,
  OLD,
  resumedOf,
  START,
  STATE,
  stepOf,
  type State,
  stateOutput,
  TERMS,
  type Terms,
  tillInput,
} from './currency.js';
import { currencySpends, sceneOf } from './spends.js';

const machine = createVirtualMachineBch2026(true);
const TIP = { height: 966_000, mtp: 4_294_967_295 };
const p2sh32 = (byte: number): Uint8Array => Uint8Array.of(0xaa, 0x20, ...new Uint8Array(32).fill(byte), 0x87);

/** Terms and a state whose numbers take few bytes, or many. */
interface Extreme {
  readonly terms: Terms;
  readonly state: State;
  readonly value: bigint;
  readonly payee: Uint8Array;
}
const SHORT: Extreme = {
  terms: { ...TERMS, interval: 86_400n, grace: 3_600n, notice: 12n, lowest: 100n, highest: 30_000n, least: 5_000n },
  state: { ...STATE, next: START, left: 12n, open: 12n, debt: 0n },
  value: 900_000_000n,
  payee: recipient.lockingBytecode,
};
const LONG: Extreme = {
  terms: {
    ...TERMS,
    interval: 2_200_000_000n,
    grace: 2_200_000_000n,
    notice: 65_535n,
    lowest: 1_000_000_000n,
    highest: 2_147_483_647n,
    fee: 99_998n,
    bound: 99_999n,
    floor: 169_999n,
    reserve: 8_388_608n,
    least: 400_000_000n,
    sender: p2sh32(1),
  },
  state: { ...STATE, index: 32_767n, amount: (1n << 47n) - 1n, recipient: hash160(p2sh32(2)), next: 2_094_967_290n },
  value: 200_000_000_000_000n,
  payee: p2sh32(2),
};

const sizeOf = (draft: Draft): number => accept(draft, TIP).size;

const sizesOf = ({ terms, state, value, payee }: Extreme) => {
  const covenant = createCovenant(terms);
  /** The same terms with a sender whose coin the test can spend. */
  const keyed = createCovenant({ ...terms, sender: sender.lockingBytecode });
  const coin = (some: Partial<State> = {}, of: Covenant = covenant) =>
    coinNamed(`${some.status} ${some.open} ${some.index}`, stateOutput(of, { ...state, ...some }, value), {
      mined: OLD,
    });
  const clock = coinNamed('clock', clockOutput(state.index, terms.bound), { vout: 2, mined: OLD });
  const waiting = clockInput(clock, Number(terms.notice));
  const paid = draftPay(covenant, coin(), { payee });
  const beside = {
    ...paid,
    inputs: [...paid.inputs, purse(outsider, 900_000n)],
    outputs: [...paid.outputs, payTo(outsider, 899_000n)],
  };
  const cancel = (count: number): Draft => {
    const outputs: Output[] = [payTo(sender, 600_000n)];
    const inputs = [purse(sender, 9_000_000n)];
    for (let i = 0; i < count; i += 1) {
      const index = count === 1 ? state.index : BigInt(i + 1);
      if (i > 0) outputs.push(payTo(sender, 1_000n));
      outputs.push(stateOutput(keyed, { ...state, index, status: 2n }, value, 0n), clockOutput(index, terms.bound));
      inputs.push(hiddenInput(keyed, coin({ index }, keyed), 'stop'));
    }
    return draftOf(inputs, outputs);
  };
  const till = createTill(terms, state.index);
  const deposit = coinNamed('deposit', { lockingBytecode: till.lock, valueSatoshis: 500_000_000n }, { mined: OLD });
  const added = stateOutput(covenant, state, value + 500_000_000n - terms.bound);
  const settled = stateOutput(covenant, { ...state, open: 1n }, value);
  const back = { lockingBytecode: terms.sender, valueSatoshis: value };
  return {
    script: covenant.contract.script.length,
    payment: sizeOf(paid),
    'payment beside a coin': sizeOf(beside),
    cancel: sizeOf(cancel(1)),
    'cancel, each of ten': Math.round(sizeOf(cancel(10)) / 10),
    settle: sizeOf(draftOf([hiddenInput(covenant, coin({ status: 1n }), 'settle'), waiting], [settled])),
    refund: sizeOf(draftOf([hiddenInput(covenant, coin({ status: 2n }), 'refund'), waiting], [back])),
    close: sizeOf(
      draftOf(
        [hiddenInput(covenant, coin({ left: 0n, open: 0n, debt: 0n }), 'close')],
        [{ ...back, valueSatoshis: value - terms.bound }],
      ),
    ),
    'top-up from the till': sizeOf(
      draftOf([hiddenInput(covenant, coin(), 'topUp'), tillInput(till, deposit, 'add')], [added]),
    ),
  };
};

/** The shortest and the longest terms of a form. */
const extremesOf = (form: Form): readonly Extreme[] => {
  if (form === 'currency-payment') return [SHORT, LONG];
  const isTwice = form === 'currency-calendar-twice';
  return [
    { ...SHORT, terms: { ...SHORT.terms, form, months: 1n, day: 1n }, state: { ...SHORT.state, next: 334n } },
    {
      ...LONG,
      terms: {
        ...LONG.terms,
        form,
        months: isTwice ? 1n : 12n,
        day: 31n,
        gap: 30n,
        zero: ZERO_UTC + 86_399n + 43_200n,
      },
      state: { ...LONG.state, next: 1_210n },
    },
  ];
};

describe('the sizes of payments in a currency', () => {
  it('are what the documentation states, with the shortest and the longest parameters', () => {
    expect([sizesOf(SHORT), sizesOf(LONG)]).toEqual([
      {
        script: 332,
        payment: 711,
        'payment beside a coin': 886,
        cancel: 1_564,
        'cancel, each of ten': 1_428,
        settle: 1_385,
        refund: 1_294,
        close: 1_220,
        'top-up from the till': 1_478,
      },
      {
        script: 346,
        payment: 737,
        'payment beside a coin': 912,
        cancel: 1_590,
        'cancel, each of ten': 1_452,
        settle: 1_421,
        refund: 1_338,
        close: 1_264,
        'top-up from the till': 1_528,
      },
    ]);
  });

  it.each([
    ['currency-calendar', [762, 787], [1_693, 1_717], [1_607, 1_655], [1_514, 1_548]],
    ['currency-calendar-twice', [777, 803], [1_728, 1_754], [1_642, 1_692], [1_549, 1_585]],
  ] as const)('are those of the documentation for %s', (form, payment, cancel, added, settle) => {
    const sizes = extremesOf(form).map(sizesOf);
    expect(sizes.map((each) => each.payment)).toEqual(payment);
    expect(sizes.map((each) => each.cancel)).toEqual(cancel);
    expect(sizes.map((each) => each['top-up from the till'])).toEqual(added);
    expect(sizes.map((each) => each.settle)).toEqual(settle);
  });

  it('are paid for by the fees that the tests propose, at one satoshi a byte', () => {
    for (const extreme of FORMS.flatMap(extremesOf)) {
      const { payment, settle, 'top-up from the till': added } = sizesOf(extreme);
      expect([TERMS.fee >= BigInt(payment), TERMS.bound >= BigInt(Math.max(settle, added))]).toEqual([true, true]);
    }
    expect(dustOf(stateOutput(createCovenant(), SHORT.state, 1n)) < TERMS.floor).toBe(true);
  });
});

/** Payments that one signature moves at most (`MAX_MOVED_CURRENCY_PAYMENTS`). */
const MOST_MOVED = 60;

/** A locktime at which a payday of payments by the calendar is over. */
const RESUMED_AT = START + 400n * 86_400n;

/** Moves as many payments as one signature does, each with the longest parameters. */
const moveMost = (kind: 'cancel' | 'pause' | 'resume', form: Form): Draft => {
  const [, longest = LONG] = extremesOf(form);
  const { state } = longest;
  const terms = { ...longest.terms, pausable: true, sender: sender.lockingBytecode };
  const value = 30_000_000_000_000n;
  const covenant = createCovenant(terms);
  const isDated = form !== 'currency-payment';
  const locktime = isDated ? RESUMED_AT : BigInt(TIP.mtp - 1);
  const outputs: Output[] = [payTo(sender, 600_000n)];
  const inputs = [purse(sender, 90_000_000n)];
  for (let i = 1; i <= MOST_MOVED; i += 1) {
    const index = 32_767n - BigInt(i);
    const next = isDated && kind === 'resume' ? firstOf(terms) : state.next;
    const now = { ...state, index, next, ...(kind === 'resume' && { open: 0n }) };
    const coin = coinNamed(`payment ${i}`, stateOutput(covenant, now, value), { mined: OLD });
    if (i > 1) outputs.push(payTo(sender, 1_000n));
    if (kind === 'resume') {
      const later = resumedOf(terms, next, locktime);
      inputs.push(hiddenInput(covenant, coin, 'resume', { passed: (later - next) / stepOf(terms) }));
      outputs.push(stateOutput(covenant, { ...now, open: now.left, next: later }, value));
      if (i < MOST_MOVED) outputs.push(payTo(sender, 1_000n));
    } else {
      inputs.push(hiddenInput(covenant, coin, 'stop'));
      outputs.push(
        stateOutput(covenant, { ...now, status: kind === 'pause' ? 1n : 2n }, value, 0n),
        clockOutput(index, terms.bound),
      );
    }
  }
  return { ...draftOf(inputs, outputs), locktime: kind === 'resume' ? Number(locktime) : 0 };
};

/** Bytes of hidden code that an input defines: nodes charge OP_DEFINE for them, libauth does not. */
const definedBy = ({ inputs }: Draft, place: number): number => {
  const { unlocking } = at(inputs, place);
  if (unlocking.kind !== 'call') return 0;
  const { covered } = linkedCallOf(unlocking);
  return binsAreEqual(covered, unlocking.script) ? 0 : covered.length;
};

it.each(FORMS.flatMap((form) => currencySpends(sceneOf(form)).map((spend) => [form, spend.name, spend] as const)))(
  '%s leaves half of the budget of operations and hashes unused: %s',
  (_, __, { draft }) => {
    const { transaction, sourceOutputs } = seal(draft);
    for (const inputIndex of draft.inputs.keys()) {
      const { metrics, error } = machine.evaluate({ inputIndex, sourceOutputs, transaction });
      expect(error).toBeUndefined();
      const operations = metrics.operationCost + definedBy(draft, inputIndex);
      expect(operations * 2).toBeLessThan(metrics.maximumOperationCost);
      expect(metrics.hashDigestIterations * 2).toBeLessThanOrEqual(metrics.maximumHashDigestIterations);
    }
  },
);

it.each(FORMS.flatMap((form) => (['cancel', 'pause', 'resume'] as const).map((kind) => [kind, form] as const)))(
  'leaves room in a transaction of the most payments with the longest parameters: %s of %s',
  (kind, form) => {
    const draft = moveMost(kind, form);
    const { size } = accept(draft, TIP);
    expect(size).toBeLessThan(100_000);
    const { transaction, sourceOutputs } = seal(draft);
    for (const inputIndex of draft.inputs.keys()) {
      const { metrics, error } = machine.evaluate({ inputIndex, sourceOutputs, transaction });
      expect(error).toBeUndefined();
      expect((metrics.operationCost + definedBy(draft, inputIndex)) * 2).toBeLessThan(metrics.maximumOperationCost);
    }
  },
);
