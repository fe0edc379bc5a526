import { encodeTransactionBch, type Output } from '@bitauth/libauth';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept, isValid } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { type Draft, type DraftInput, seal, SEQUENCE_PLAIN, sizeOf } from '../support/transaction.js';
import {
  type Address,
  clockInput,
  clockOutput,
  createAddress,
  dueByDate,
  hashesOf,
  shownOf,
  stateCoin,
  stateOutput,
  STATE,
  type State,
  type Tranche,
} from './covenant.js';

const TIP = { height: 900_000, mtp: 4_200_000_000 };
const PRINCIPAL = 120_000_000n;
const FEE = 620n;

const to = (lockingBytecode: Uint8Array, valueSatoshis: bigint): Output => ({ lockingBytecode, valueSatoshis });
const draft = (locktime: bigint, inputs: readonly DraftInput[], outputs: readonly Output[]): Draft => ({
  version: 2,
  locktime: Number(locktime),
  inputs,
  outputs,
});

const salary = createAddress('calendar-recurring-bch');
const grant = createAddress('calendar-vesting-bch');
const tranches = createAddress('tranches-bch');

/** A payment of some periods of a salary. */
const paySalary = (
  periods: bigint,
  locktime: bigint,
  some: Partial<State> = {},
  address = salary,
  fee = FEE,
): Draft => {
  const state = { ...STATE, ...some };
  const units = state.status === 2n || state.status > 4n || state.status === 1n ? 0n : state.index;
  const paid = periods * state.amount;
  const halted = state.status > 2n ? 1n : 0n;
  const next = {
    ...state,
    status: state.status + halted,
    reserve: state.reserve - fee,
    unpaid: state.unpaid - periods,
    month: state.month + periods * address.terms.months,
  };
  const principal = state.unpaid * state.amount;
  return draft(
    locktime,
    [address.input(stateCoin(address, state, principal, units), 'pay', periods)],
    [stateOutput(address, next, principal - paid, units), to(recipient.lockingBytecode, paid)],
  );
};
const dueOfSalary = (periods: bigint, { terms }: Address = salary, month = STATE.month): bigint =>
  dueByDate(month + (periods - 1n) * terms.months, terms.day, terms.zero);

/** A payment of a grant until an installment. */
const payGrant = (done: bigint, locktime: bigint, some: Partial<State> = {}, address = grant, fee = FEE): Draft => {
  const state = { ...STATE, ...some };
  const total = state.released + PRINCIPAL;
  const vested = (total * done) / state.installments;
  const paid = vested - state.released;
  const next = { ...state, reserve: state.reserve - fee, released: vested };
  return draft(
    locktime,
    [address.input(stateCoin(address, state, PRINCIPAL), 'pay', done)],
    [stateOutput(address, next, PRINCIPAL - paid, state.index), to(recipient.lockingBytecode, paid)],
  );
};
const dueOfGrant = (done: bigint, { terms }: Address = grant): bigint =>
  dueByDate(STATE.month + (done - 1n) * terms.months, STATE.day, terms.zero);

const LIST: readonly Tranche[] = Array.from({ length: 100 }, (_, i) => ({
  at: 1_800_000_000n + BigInt(i) * 2_592_000n,
  left: PRINCIPAL - BigInt(i + 1) * 1_200_000n,
}));
const HASHES = hashesOf(LIST);
/** A payment of tranches of a list. */
const payTranches = (from: number, count: number, locktime: bigint, fee = FEE + 32n + 11n * BigInt(count)): Draft => {
  const before = from === 0 ? PRINCIPAL : at(LIST, from - 1).left;
  const { left } = at(LIST, from + count - 1);
  const state = { ...STATE, reserve: 980n + 100n * (FEE + 43n), list: at(HASHES, from) };
  const next = { ...state, reserve: state.reserve - fee, list: at(HASHES, from + count) };
  return draft(
    locktime,
    [tranches.input(stateCoin(tranches, state, before), 'pay', shownOf(LIST, from, count))],
    [stateOutput(tranches, next, left, state.index), to(recipient.lockingBytecode, before - left)],
  );
};

describe('payments by the calendar', () => {
  it('are as long as they may be', () => {
    const sizes = {
      salary: seal(paySalary(1n, dueOfSalary(1n))).size,
      grant: seal(payGrant(12n, dueOfGrant(12n))).size,
      tranche: seal(payTranches(0, 1, at(LIST, 0).at)).size,
      scripts: [salary, grant, tranches].map(({ script }) => script.length),
    };
    expect(sizes.salary).toBeLessThanOrEqual(500);
    expect(sizes.grant).toBeLessThanOrEqual(600);
    expect(sizes.tranche).toBeLessThanOrEqual(550);
    expect(sizes).toMatchSnapshot();
  });

  it('of salaries are possible from the second on in which their last period falls due', () => {
    for (const [months, day] of [
      [1n, 31n],
      [1n, 25n],
      [3n, 30n],
      [6n, 1n],
      [12n, 29n],
    ] as const) {
      const address = createAddress('calendar-recurring-bch', { months, day });
      for (const month of [0n, 11n, 335n, 347n, 1_070n])
        for (const periods of [1n, 2n, 11n]) {
          const due = dueOfSalary(periods, address, month);
          accept(paySalary(periods, due, { month }, address), TIP);
          expect(isValid(seal(paySalary(periods, due - 1n, { month }, address)))).toBe(false);
        }
    }
  });

  it('of grants are possible from the second on in which their last installment vests, from the cliff on', () => {
    for (const done of [12n, 13n, 14n, 47n]) {
      accept(payGrant(done, dueOfGrant(done)), TIP);
      expect(isValid(seal(payGrant(done, dueOfGrant(done) - 1n)))).toBe(false);
    }
    for (const done of [0n, 1n, 11n, 48n, 49n, -1n]) expect(isValid(seal(payGrant(done, dueOfGrant(60n))))).toBe(false);
    accept(payGrant(13n, dueOfGrant(13n), { released: 30_000_000n }), TIP);
  });

  it('of tranches are possible from the second on in which the last one shown falls due', () => {
    for (const [from, count] of [
      [0, 1],
      [0, 2],
      [3, 1],
      [50, 49],
      [98, 1],
    ] as const) {
      const due = at(LIST, from + count - 1).at;
      accept(payTranches(from, count, due), TIP);
      expect(isValid(seal(payTranches(from, count, due - 1n)))).toBe(false);
    }
  });

  it('are refused at a block height, with a final sequence number, and as another input than the first', () => {
    for (const honest of [
      paySalary(1n, dueOfSalary(1n)),
      payGrant(12n, dueOfGrant(12n)),
      payTranches(0, 1, at(LIST, 0).at),
    ]) {
      expect(isValid(seal(honest))).toBe(true);
      expect(isValid(seal({ ...honest, locktime: 499_999_999 }))).toBe(false);
      expect(
        isValid(seal({ ...honest, inputs: honest.inputs.map((each) => ({ ...each, sequence: 0xffffffff })) })),
      ).toBe(false);
      const behind = [purse(outsider, 100_000n), ...honest.inputs];
      expect(isValid(seal({ ...honest, inputs: behind }))).toBe(false);
    }
  });

  it('take one fee from the reserve, and leave the floor', () => {
    for (const pay of [
      (fee: bigint, reserve: bigint) => paySalary(1n, dueOfSalary(1n), { reserve }, salary, fee),
      (fee: bigint, reserve: bigint) => payGrant(12n, dueOfGrant(12n), { reserve }, grant, fee),
    ]) {
      expect(isValid(seal(pay(620n, 30_000n)))).toBe(true);
      expect(isValid(seal(pay(621n, 30_000n)))).toBe(false);
      expect(isValid(seal(pay(620n, 1_600n)))).toBe(true);
      expect(isValid(seal(pay(620n, 1_599n)))).toBe(false);
      expect(isValid(seal(pay(0n, 980n)))).toBe(true);
    }
    // Tranches take a satoshi more for each byte shown.
    expect(isValid(seal(payTranches(0, 1, at(LIST, 0).at, 663n)))).toBe(true);
    expect(isValid(seal(payTranches(0, 1, at(LIST, 0).at, 664n)))).toBe(false);
    expect(isValid(seal(payTranches(0, 9, at(LIST, 8).at, 751n)))).toBe(true);
    expect(isValid(seal(payTranches(0, 9, at(LIST, 8).at, 752n)))).toBe(false);
  });

  it('are refused with any other output, value, commitment, category or argument', () => {
    const spends = [paySalary(2n, dueOfSalary(2n)), payGrant(13n, dueOfGrant(13n)), payTranches(2, 2, at(LIST, 3).at)];
    let tried = 0;
    for (const honest of spends) {
      const [state, payout] = [at(honest.outputs, 0), at(honest.outputs, 1)];
      const { token } = state;
      if (token?.nft === undefined) throw new Error('No state');
      const { nft } = token;
      const withState = (output: Output): Draft => ({ ...honest, outputs: [output, payout] });
      const withCommitment = (commitment: Uint8Array): Draft =>
        withState({ ...state, token: { ...token, nft: { ...nft, commitment } } });
      const drafts: Draft[] = [
        { ...honest, outputs: [state] },
        { ...honest, outputs: [payout, state] },
        { ...honest, outputs: [state, to(outsider.lockingBytecode, payout.valueSatoshis)] },
        { ...honest, outputs: [state, { ...payout, valueSatoshis: payout.valueSatoshis + 1n }] },
        { ...honest, outputs: [state, { ...payout, valueSatoshis: payout.valueSatoshis - 1n }] },
        withState({ ...state, valueSatoshis: state.valueSatoshis - 1n }),
        withState({ ...state, lockingBytecode: sender.lockingBytecode }),
        withState({ ...state, token: { ...token, amount: token.amount - 1n } }),
        withState({ ...state, token: { ...token, nft: { ...nft, capability: 'none' } } }),
        withState(to(state.lockingBytecode, state.valueSatoshis)),
        withCommitment(nft.commitment.slice(1)),
        withCommitment(Uint8Array.of(...nft.commitment, 0)),
        ...Array.from(nft.commitment, (_, place) =>
          withCommitment(nft.commitment.map((byte, i) => (i === place ? byte ^ 1 : byte))),
        ),
      ];
      for (const other of drafts) {
        tried += 1;
        expect(isValid(seal(other))).toBe(false);
      }
    }
    expect(tried).toBe(3 * 12 + 37 + 37 + 57);
    for (const periods of [-1n, 0n, 12n, 13n, 40_000n])
      expect(isValid(seal(paySalary(periods, dueOfSalary(100n))))).toBe(false);
  });

  it('of a paused salary are the period that runs, at its date, and nothing else', () => {
    const due = dueOfSalary(1n);
    accept(paySalary(1n, due, { status: 3n }), TIP);
    expect(isValid(seal(paySalary(1n, due - 1n, { status: 3n })))).toBe(false);
    expect(isValid(seal(paySalary(2n, dueOfSalary(2n), { status: 3n })))).toBe(false);
    for (const status of [4n, 6n]) expect(isValid(seal(paySalary(1n, due, { status })))).toBe(false);
    for (const status of [1n, 2n, 5n]) expect(isValid(seal(paySalary(1n, due, { status })))).toBe(true);
  });
});

describe('last payments', () => {
  const spends: readonly (readonly [string, (locktime: bigint, argument?: Uint8Array) => Draft, bigint])[] = [
    [
      'of a salary',
      (locktime) => {
        const state = { ...STATE, unpaid: 3n };
        const principal = 3n * state.amount + 5n;
        return draft(
          locktime,
          [salary.input(stateCoin(salary, state, principal), 'end')],
          [to(recipient.lockingBytecode, principal), to(sender.lockingBytecode, state.reserve - 980n)],
        );
      },
      dueOfSalary(3n),
    ],
    [
      'of a grant',
      (locktime) =>
        draft(
          locktime,
          [grant.input(stateCoin(grant, STATE, PRINCIPAL), 'end')],
          [to(recipient.lockingBytecode, PRINCIPAL), to(sender.lockingBytecode, STATE.reserve - 980n)],
        ),
      dueOfGrant(48n),
    ],
    [
      'of tranches',
      (locktime, shown = shownOf(LIST, 98, 2)) => {
        const state = { ...STATE, list: at(HASHES, 98) };
        const { left } = at(LIST, 97);
        return draft(
          locktime,
          [tranches.input(stateCoin(tranches, state, left), 'end', shown)],
          [to(recipient.lockingBytecode, left), to(sender.lockingBytecode, state.reserve - 980n)],
        );
      },
      at(LIST, 99).at,
    ],
  ];

  it.each(spends)('%s are possible from the second on in which the last part falls due', (_, build, due) => {
    accept(build(due), TIP);
    expect(isValid(seal(build(due - 1n)))).toBe(false);
    const honest = build(due);
    const [payout, back] = [at(honest.outputs, 0), at(honest.outputs, 1)];
    for (const outputs of [
      [{ ...payout, valueSatoshis: payout.valueSatoshis - 1n }, back],
      [payout, { ...back, valueSatoshis: back.valueSatoshis - 1n }],
      [to(outsider.lockingBytecode, payout.valueSatoshis), back],
      [payout, to(outsider.lockingBytecode, back.valueSatoshis)],
      [payout],
      [payout, back, clockOutput(7n, 546n)],
      [payout, back, to(outsider.lockingBytecode, 546n), to(outsider.lockingBytecode, 546n)],
    ])
      expect(isValid(seal({ ...honest, outputs }))).toBe(false);
  });

  it('of tranches show the last ones, and all of them', () => {
    const build = at(spends, 2)[1];
    const due = at(LIST, 99).at;
    expect(isValid(seal(build(due, shownOf(LIST, 98, 1))))).toBe(false);
    expect(isValid(seal(build(due, shownOf(LIST, 99, 1))))).toBe(false);
    expect(isValid(seal(build(due, shownOf(LIST, 98, 2).slice(1))))).toBe(false);
    expect(isValid(seal(build(due, new Uint8Array(32))))).toBe(false);
    expect(isValid(seal(build(due, new Uint8Array())))).toBe(false);
  });
});

describe('a cancelled stream', () => {
  it.each([salary, grant, tranches])('of $kind is refunded once its clock is old enough, to its sender', (address) => {
    const state = { ...STATE, status: 2n };
    const principal = 50_000_000n;
    const build = (sequence: number, units: bigint, back: Output): Draft => ({
      ...draft(
        0n,
        [address.input(stateCoin(address, state, principal, 0n), 'refund'), clockInput(units, 980n, sequence)],
        [back],
      ),
    });
    const back = to(sender.lockingBytecode, state.reserve + principal + 980n - 980n);
    accept(build(36, 7n, back), TIP);
    expect(isValid(seal(build(35, 7n, back)))).toBe(false);
    expect(isValid(seal(build(SEQUENCE_PLAIN, 7n, back)))).toBe(false);
    expect(isValid(seal(build(36, 6n, back)))).toBe(false);
    expect(isValid(seal(build(36, 7n, { ...back, valueSatoshis: back.valueSatoshis - 1n })))).toBe(false);
    expect(isValid(seal(build(36, 7n, to(outsider.lockingBytecode, back.valueSatoshis))))).toBe(false);
    const active = draft(
      0n,
      [address.input(stateCoin(address, state, principal), 'refund'), clockInput(7n, 980n, 36)],
      [back],
    );
    expect(isValid(seal(active))).toBe(false);
  });
});

it('encodes what it signs', () => {
  const honest = paySalary(1n, dueOfSalary(1n));
  expect(BigInt(encodeTransactionBch(seal(honest).transaction).length)).toBe(sizeOf(honest));
});
