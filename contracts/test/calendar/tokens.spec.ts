import type { Output } from '@bitauth/libauth';
import { ALLOCATIONS } from '../../scripts/calendar-source.js';
import type { Allocation } from '../../src/index.js';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept, isValid } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { type Draft, type DraftInput, seal } from '../support/transaction.js';
import {
  type Address,
  clockInput,
  clockOutput,
  companionInput,
  companionOutput,
  createAddress,
  dueByDate,
  hashesOf,
  SHARES,
  shownOf,
  stateCoin,
  stateOutput,
  STATE,
  type State,
  TERMS,
  type Tranche,
} from './covenant.js';

const TIP = { height: 900_000, mtp: 4_200_000_000 };
const FEES = { fee: 1_860n, floor: 2_150n };
const RESERVE = FEES.floor + 48n * FEES.fee;
const AUTHORITY = 1_000_000n;
const BASE: State = { ...STATE, reserve: RESERVE, amount: 1_000n };

const to = (lockingBytecode: Uint8Array, valueSatoshis: bigint): Output => ({ lockingBytecode, valueSatoshis });
const shares = (lockingBytecode: Uint8Array, amount: bigint, valueSatoshis = 1_000n): Output => ({
  lockingBytecode,
  valueSatoshis,
  token: { category: SHARES, amount },
});

/** A payment: state, companion, payout. */
const payment = (
  address: Address,
  state: State,
  next: State,
  {
    principal,
    paid,
    argument,
    locktime,
    fee = FEES.fee,
  }: { principal: bigint; paid: bigint; argument: bigint | Uint8Array; locktime: bigint; fee?: bigint },
): Draft => ({
  version: 2,
  locktime: Number(locktime),
  inputs: [address.input(stateCoin(address, state, 0n), 'pay', argument), companionInput(principal)],
  outputs: [
    stateOutput(address, { ...next, reserve: state.reserve - fee }, 0n, state.index),
    companionOutput(principal - paid),
    shares(recipient.lockingBytecode, paid),
  ],
});

const salary = createAddress('calendar-recurring-token', FEES);
const grant = createAddress('calendar-vesting-token', FEES);
const tranches = createAddress('tranches-token', FEES);
const LIST: readonly Tranche[] = Array.from({ length: 20 }, (_, i) => ({
  at: 1_800_000_000n + BigInt(i) * 2_592_000n,
  left: 2_000n - BigInt(i + 1) * 100n,
}));
const HASHES = hashesOf(LIST);

const dueAt = (number: bigint): bigint => dueByDate(STATE.month + number - 1n, 31n, TERMS.zero);
const paySalary = (periods: bigint, locktime = dueAt(periods), fee = FEES.fee): Draft =>
  payment(
    salary,
    BASE,
    { ...BASE, unpaid: BASE.unpaid - periods, month: BASE.month + periods },
    { principal: 12_000n, paid: periods * 1_000n, argument: periods, locktime, fee },
  );
const payGrant = (done: bigint, locktime = dueAt(done), fee = FEES.fee): Draft => {
  const vested = (1_000_007n * done) / 48n;
  const next = { ...BASE, released: vested };
  return payment(grant, BASE, next, { principal: 1_000_007n, paid: vested, argument: done, locktime, fee });
};
const payTranches = (
  count: number,
  locktime = at(LIST, count - 1).at,
  fee = FEES.fee + 32n + 11n * BigInt(count),
): Draft =>
  payment(
    tranches,
    { ...BASE, list: at(HASHES, 0) },
    { ...BASE, list: at(HASHES, count) },
    { principal: 2_000n, paid: 100n * BigInt(count), argument: shownOf(LIST, 0, count), locktime, fee },
  );

const PAYMENTS = [
  ['a salary', () => paySalary(2n), dueAt(2n), (locktime: bigint) => paySalary(2n, locktime)],
  ['a grant', () => payGrant(13n), dueAt(13n), (locktime: bigint) => payGrant(13n, locktime)],
  ['tranches', () => payTranches(2), at(LIST, 1).at, (locktime: bigint) => payTranches(2, locktime)],
] as const;

describe('payments of tokens', () => {
  it('are as long as they may be', () => {
    const sizes = {
      salary: seal(paySalary(1n)).size,
      grant: seal(payGrant(12n)).size,
      tranche: seal(payTranches(1)).size,
      scripts: [salary, grant, tranches].map(({ script }) => script.length),
    };
    expect(sizes.salary).toBeLessThanOrEqual(720);
    expect(sizes.grant).toBeLessThanOrEqual(785);
    expect(sizes).toMatchSnapshot();
  });

  it.each(PAYMENTS)('of %s are possible from the second on in which the last part falls due', (_, build, due, at2) => {
    accept(build(), TIP);
    expect(isValid(seal(at2(due - 1n)))).toBe(false);
  });

  it.each(PAYMENTS)('of %s are refused with any other output, token, commitment or companion', (_, build) => {
    const honest = build();
    const [state, companion, payout] = [at(honest.outputs, 0), at(honest.outputs, 1), at(honest.outputs, 2)];
    const { token } = state;
    if (token?.nft === undefined) throw new Error('No state');
    const { nft } = token;
    const withToken = (output: Output, amount: bigint): Output => ({ ...output, token: { category: SHARES, amount } });
    const paid = payout.token?.amount ?? 0n;
    const left = companion.token?.amount ?? 0n;
    const outputs: (readonly Output[])[] = [
      [state, companion],
      [state, payout, companion],
      [state, withToken(companion, left - 1n), payout],
      [state, withToken(companion, left - 1n), withToken(payout, paid + 1n)],
      [state, withToken(companion, left + 1n), withToken(payout, paid - 1n)],
      [state, companion, { ...payout, lockingBytecode: outsider.lockingBytecode }],
      [state, companion, { ...payout, valueSatoshis: 999n }],
      [state, { ...companion, valueSatoshis: 999n }, payout],
      [state, { ...companion, lockingBytecode: sender.lockingBytecode }, payout],
      [state, to(companion.lockingBytecode, 1_000n), payout],
      [{ ...state, valueSatoshis: state.valueSatoshis - 1n }, companion, payout],
      [{ ...state, lockingBytecode: sender.lockingBytecode }, companion, payout],
      [{ ...state, token: { ...token, amount: token.amount - 1n } }, companion, payout],
      ...Array.from(nft.commitment, (_byte, place) => {
        const commitment = nft.commitment.map((byte, i) => (i === place ? byte ^ 1 : byte));
        return [{ ...state, token: { ...token, nft: { ...nft, commitment } } }, companion, payout];
      }),
    ];
    for (const some of outputs) expect(isValid(seal({ ...honest, outputs: some }))).toBe(false);
    // Another companion of the same token, not the one beside the state.
    const [first] = honest.inputs;
    const other = companionInput(left + paid, 9);
    expect(isValid(seal({ ...honest, inputs: [first, other].flatMap((each) => each ?? []) }))).toBe(false);
  });

  it('of grants are the definition of each allocation type, for few and for many shares', () => {
    const definitions: Readonly<Record<Allocation, (total: bigint, done: bigint, count: bigint) => bigint>> = {
      CUMULATIVE_ROUND_DOWN: (total, done, count) => (total * done) / count,
      CUMULATIVE_ROUNDING: (total, done, count) => BigInt(Math.round(Number(total * done) / Number(count))),
      FRONT_LOADED: (total, done, count) => (total / count) * done + (done < total % count ? done : total % count),
      BACK_LOADED: (total, done, count) => {
        const first = count - (total % count);
        return (total / count) * done + (done > first ? done - first : 0n);
      },
      FRONT_LOADED_TO_SINGLE_TRANCHE: (total, done, count) => (total / count) * done + (total % count),
      BACK_LOADED_TO_SINGLE_TRANCHE: (total, done, count) => (total / count) * done,
    };
    let tried = 0;
    for (const allocation of ALLOCATIONS) {
      const address = createAddress('calendar-vesting-token', { ...FEES, cliff: 1n }, { allocation });
      for (const total of [95n, 480n, 1_007n, 1_000_003n])
        for (const done of [1n, 2n, 23n, 24n, 46n, 47n]) {
          const vested = definitions[allocation](total, done, 48n);
          const pay = (amount: bigint): Draft =>
            payment(
              address,
              BASE,
              { ...BASE, released: amount },
              { principal: total, paid: amount, argument: done, locktime: dueAt(done) },
            );
          if (vested === 0n) continue;
          tried += 1;
          expect(isValid(seal(pay(vested)))).toBe(true);
          expect(isValid(seal(pay(vested + 1n)))).toBe(false);
          if (vested > 1n) expect(isValid(seal(pay(vested - 1n)))).toBe(false);
        }
    }
    expect(tried).toBeGreaterThan(130);
  });

  it('take one fee from the reserve', () => {
    expect(isValid(seal(paySalary(2n, dueAt(2n), FEES.fee + 1n)))).toBe(false);
    expect(isValid(seal(payGrant(13n, dueAt(13n), FEES.fee + 1n)))).toBe(false);
    expect(isValid(seal(payTranches(2, at(LIST, 1).at, FEES.fee + 55n)))).toBe(false);
  });
});

describe('last payments of tokens', () => {
  const last = (
    address: Address,
    some: Partial<State>,
    principal: bigint,
    locktime: bigint,
    argument?: Uint8Array,
  ): Draft => {
    const state = { ...BASE, ...some };
    return {
      version: 2,
      locktime: Number(locktime),
      inputs: [address.input(stateCoin(address, state, 0n), 'end', argument), companionInput(principal)],
      outputs: [
        shares(recipient.lockingBytecode, principal),
        to(sender.lockingBytecode, RESERVE + 1_000n - FEES.floor),
      ],
    };
  };
  it.each<[string, (locktime: bigint) => Draft, bigint]>([
    ['a salary', (locktime) => last(salary, { unpaid: 3n }, 3_000n, locktime), dueAt(3n)],
    ['a grant', (locktime) => last(grant, {}, 1_000_007n, locktime), dueAt(48n)],
    [
      'tranches',
      (locktime) => last(tranches, { list: at(HASHES, 18) }, 200n, locktime, shownOf(LIST, 18, 2)),
      at(LIST, 19).at,
    ],
  ])('of %s are possible from the second on in which the last part falls due', (_, build, due) => {
    accept(build(due), TIP);
    expect(isValid(seal(build(due - 1n)))).toBe(false);
    const honest = build(due);
    const [payout, back] = [at(honest.outputs, 0), at(honest.outputs, 1)];
    const amount = payout.token?.amount ?? 0n;
    for (const outputs of [
      [{ ...payout, token: { category: SHARES, amount: amount - 1n } }, back],
      [{ ...payout, lockingBytecode: outsider.lockingBytecode }, back],
      [payout, { ...back, valueSatoshis: back.valueSatoshis - 1n }],
      [payout, { ...back, lockingBytecode: outsider.lockingBytecode }],
      [payout],
    ])
      expect(isValid(seal({ ...honest, outputs }))).toBe(false);
  });
});

describe('stops of token streams', () => {
  const authority = (): DraftInput => purse(sender, AUTHORITY, 'authority');
  interface Stop {
    readonly argument?: bigint | undefined;
    readonly paid?: bigint;
    readonly next?: Partial<State>;
    readonly first?: DraftInput;
    readonly clock?: Output;
    readonly companion?: Output;
    readonly locktime?: bigint;
    readonly less?: bigint;
  }
  /** A stop or cancel: outputs 1 (state), 2 (companion), 3 (clock) and 4 (recipient). */
  const stop = (address: Address, path: string, principal: bigint, some: Stop): Draft => {
    const { argument, paid = 0n, locktime = 1_700_000_000n, less = 0n } = some;
    return {
      version: 2,
      locktime: Number(locktime),
      inputs: [
        some.first ?? authority(),
        address.input(stateCoin(address, BASE, 0n), path, argument),
        companionInput(principal),
      ],
      outputs: [
        to(sender.lockingBytecode, AUTHORITY - 10_000n),
        stateOutput(address, { ...BASE, ...some.next, reserve: RESERVE - less }, 0n, 0n),
        some.companion ?? companionOutput(principal - paid),
        some.clock ?? clockOutput(BASE.index, FEES.floor - 1_000n),
        ...(paid > 0n ? [shares(recipient.lockingBytecode, paid)] : []),
      ],
    };
  };
  const CASES: readonly (readonly [string, (some?: Stop) => Draft])[] = [
    ['a salary', (some = {}) => stop(salary, 'stop', 12_000n, { argument: 0n, next: { status: 1n }, ...some })],
    ['a grant', (some = {}) => stop(grant, 'cancel', 1_000_007n, { argument: 0n, ...some })],
    ['tranches', (some = {}) => stop(tranches, 'cancel', 2_000n, some)],
  ];

  it.each(CASES)('of %s are the sender’s, and keep everything', (_, build) => {
    accept(build(), TIP);
    const less: Stop[] = [
      { first: purse(outsider, AUTHORITY, 'money of nobody') },
      { less: 1n },
      { clock: clockOutput(BASE.index - 1n, FEES.floor - 1_000n) },
      { clock: { ...clockOutput(BASE.index, FEES.floor - 1_000n), lockingBytecode: sender.lockingBytecode } },
      { companion: companionOutput(1n) },
      { companion: { ...companionOutput(1n), lockingBytecode: sender.lockingBytecode } },
      { next: { recipient: sender.hash, status: 1n } },
    ];
    for (const some of less) expect(isValid(seal(build(some)))).toBe(false);
  });

  it('of salaries and grants pay what is due', () => {
    const paused: Stop = {
      argument: 2n,
      paid: 2_000n,
      next: { status: 1n, unpaid: 10n, month: BASE.month + 2n },
      locktime: dueAt(2n),
    };
    accept(stop(salary, 'stop', 12_000n, paused), TIP);
    expect(isValid(seal(stop(salary, 'stop', 12_000n, { ...paused, locktime: dueAt(2n) - 1n })))).toBe(false);
    const vested = (1_000_007n * 13n) / 48n;
    const cancelled: Stop = { argument: 13n, paid: vested, next: { released: vested }, locktime: dueAt(13n) };
    accept(stop(grant, 'cancel', 1_000_007n, cancelled), TIP);
    expect(isValid(seal(stop(grant, 'cancel', 1_000_007n, { ...cancelled, locktime: dueAt(13n) - 1n })))).toBe(false);
  });

  it.each([
    ['a salary', salary],
    ['a grant', grant],
    ['tranches', tranches],
  ] as const)('of %s are refunded once the clock is old enough', (_, address) => {
    const build = (sequence: number, back: bigint, amount = 500n): Draft => ({
      version: 2,
      locktime: 0,
      inputs: [
        address.input(stateCoin(address, { ...BASE, status: 2n }, 0n, 0n), 'refund'),
        companionInput(500n),
        clockInput(BASE.index, 1_150n, sequence, 5),
      ],
      outputs: [shares(sender.lockingBytecode, amount, back)],
    });
    const back = RESERVE + 1_000n + 1_150n - FEES.floor + 1_000n;
    accept(build(36, back), TIP);
    expect(isValid(seal(build(35, back)))).toBe(false);
    expect(isValid(seal(build(36, back - 1n)))).toBe(false);
    expect(isValid(seal(build(36, back, 499n)))).toBe(false);
  });

  it('of salaries are settled, and resumed on the next payday', () => {
    const settle = (sequence: number, value = RESERVE): Draft => ({
      version: 2,
      locktime: 0,
      inputs: [
        salary.input(stateCoin(salary, { ...BASE, status: 1n }, 0n, 0n), 'settle'),
        companionInput(12_000n),
        clockInput(BASE.index, 1_150n, sequence, 5),
      ],
      outputs: [stateOutput(salary, { ...BASE, status: 3n, reserve: value }, 0n, BASE.index), companionOutput(12_000n)],
    });
    accept(settle(36), TIP);
    expect(isValid(seal(settle(35)))).toBe(false);
    expect(isValid(seal(settle(36, RESERVE - 1n)))).toBe(false);
    const resume = (passed: bigint, locktime: bigint, month: bigint): Draft => ({
      version: 2,
      locktime: Number(locktime),
      inputs: [
        authority(),
        salary.input(stateCoin(salary, { ...BASE, status: 4n }, 0n), 'resume', passed),
        companionInput(12_000n),
      ],
      outputs: [
        to(sender.lockingBytecode, AUTHORITY - 10_000n),
        stateOutput(salary, { ...BASE, status: 0n, month }, 0n, BASE.index),
        companionOutput(12_000n),
      ],
    });
    accept(resume(3n, dueAt(3n), BASE.month + 3n), TIP);
    expect(isValid(seal(resume(3n, dueAt(3n) - 1n, BASE.month + 3n)))).toBe(false);
    expect(isValid(seal(resume(3n, dueAt(3n), BASE.month + 2n)))).toBe(false);
  });
});
