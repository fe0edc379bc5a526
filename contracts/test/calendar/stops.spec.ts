import type { Output } from '@bitauth/libauth';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept, isValid } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { type Draft, type DraftInput, seal, SEQUENCE_PLAIN } from '../support/transaction.js';
import {
  clockInput,
  clockOutput,
  createAddress,
  dueByDate,
  stateCoin,
  stateOutput,
  STATE,
  type State,
  TERMS,
  type Terms,
} from './covenant.js';

const TIP = { height: 900_000, mtp: 4_200_000_000 };
const PRINCIPAL = 120_000_000n;
const AUTHORITY = 1_000_000n;
const COST = 3_000n;

const to = (lockingBytecode: Uint8Array, valueSatoshis: bigint): Output => ({ lockingBytecode, valueSatoshis });
const authority = (): DraftInput => purse(sender, AUTHORITY, 'authority');

/** What a stop does, and how it may be wrong. */
interface Stop {
  readonly periods?: bigint;
  readonly becomes?: bigint;
  readonly status?: bigint;
  readonly locktime?: bigint;
  readonly terms?: Partial<Terms>;
  /** Changes of the next state. */
  readonly next?: Partial<State>;
  readonly clock?: Output;
  readonly payout?: Output;
  readonly first?: DraftInput;
  readonly units?: bigint;
  readonly extra?: bigint;
}

const dueAt = (periods: bigint, month = STATE.month): bigint => dueByDate(month + periods - 1n, TERMS.day, TERMS.zero);

/** A stop of a salary: outputs 1 (state), 2 (clock) and 3 (recipient). */
const stopSalary = (some: Stop = {}): Draft => {
  const { periods = 0n, status = 0n, becomes = 1n, terms, extra = 0n, units = STATE.index } = some;
  const address = createAddress('calendar-recurring-bch', terms);
  const state = { ...STATE, status };
  const principal = state.unpaid * state.amount;
  const paid = periods * state.amount;
  const next = {
    ...state,
    status: becomes,
    reserve: state.reserve + extra,
    unpaid: state.unpaid - periods,
    month: state.month + periods,
    ...some.next,
  };
  const payout = some.payout ?? (paid > 0n ? to(recipient.lockingBytecode, paid) : undefined);
  return {
    version: 2,
    locktime: Number(some.locktime ?? (periods > 0n ? dueAt(periods) : 1_700_000_000n)),
    inputs: [some.first ?? authority(), address.input(stateCoin(address, state, principal, units), 'stop', periods)],
    outputs: [
      to(sender.lockingBytecode, AUTHORITY - COST),
      stateOutput(address, next, principal - paid, 0n),
      some.clock ?? clockOutput(STATE.index, TERMS.floor),
      ...(payout === undefined ? [] : [payout]),
    ],
  };
};
const isStop = (some: Stop): boolean => isValid(seal(stopSalary(some)));

describe('a stop of a salary', () => {
  it.each<[string, Stop]>([
    ['pauses', {}],
    ['pauses and pays what is due', { periods: 3n }],
    ['cancels', { becomes: 2n }],
    ['cancels and pays what is due', { becomes: 2n, periods: 11n }],
    ['cancels a pause with a running period', { status: 3n, becomes: 5n }],
    ['cancels a pause with a running period that is due', { status: 3n, becomes: 6n, periods: 1n }],
    ['cancels a pause', { status: 4n, becomes: 6n }],
  ])('%s', (_, some) => {
    accept(stopSalary(some), TIP);
  });

  it.each<[string, Stop]>([
    ['by nobody', { first: purse(outsider, AUTHORITY, 'money of nobody') }],
    ['of a stream without units', { units: 0n }],
    ['that is not pausable', { terms: { pausable: false } }],
    ['that is not cancelable', { becomes: 2n, terms: { cancelable: false } }],
    ['a second before what it pays is due', { periods: 3n, locktime: dueAt(3n) - 1n }],
    ['of all periods', { periods: 12n, locktime: dueAt(12n) }],
    ['of a negative number of periods', { periods: -1n }],
    ['with another status', { becomes: 3n }],
    ['with status 0', { becomes: 0n }],
    ['that pauses a pause', { status: 3n, becomes: 1n }],
    ['that cancels a pause as if nothing ran', { status: 3n, becomes: 6n }],
    ['of two periods of a pause', { status: 3n, becomes: 7n, periods: 2n, locktime: dueAt(2n) }],
    ['of a period of a pause with none', { status: 4n, becomes: 7n, periods: 1n }],
    ['with another month', { next: { month: STATE.month + 1n } }],
    ['with fewer periods', { next: { unpaid: STATE.unpaid - 1n } }],
    ['with a smaller amount', { next: { amount: STATE.amount - 1n } }],
    ['with another recipient', { next: { recipient: sender.hash } }],
    ['with another index', { next: { index: 8n } }],
    ['with less reserve', { extra: -1n }],
    ['with a clock of other units', { clock: clockOutput(STATE.index - 1n, TERMS.floor) }],
    ['with a clock of another value', { clock: clockOutput(STATE.index, TERMS.floor - 1n) }],
    [
      'with a clock at another script',
      { clock: { ...clockOutput(STATE.index, TERMS.floor), lockingBytecode: sender.lockingBytecode } },
    ],
    ['that pays somebody else', { periods: 1n, payout: to(outsider.lockingBytecode, STATE.amount) }],
    ['that pays a satoshi less', { periods: 1n, payout: to(recipient.lockingBytecode, STATE.amount - 1n) }],
  ])('%s is refused', (_, some) => {
    expect(isStop(some)).toBe(false);
  });

  it('may add to the reserve', () => expect(isStop({ extra: 5n })).toBe(true));
});

/** The end of a pause's notice. */
const settle = (some: {
  readonly status?: bigint;
  readonly sequence?: number;
  readonly taken?: bigint;
  readonly next?: Partial<State>;
}): Draft => {
  const { status = 1n, sequence = 36, taken = TERMS.floor } = some;
  const address = createAddress('calendar-recurring-bch');
  const state = { ...STATE, status };
  const next = { ...state, status: 3n, reserve: state.reserve + TERMS.floor - taken, ...some.next };
  return {
    version: 2,
    locktime: 0,
    inputs: [
      address.input(stateCoin(address, state, PRINCIPAL, 0n), 'settle'),
      clockInput(STATE.index, TERMS.floor, sequence),
    ],
    outputs: [stateOutput(address, next, PRINCIPAL, STATE.index)],
  };
};

describe('the settling of a pause', () => {
  it('is possible once the clock is old enough', () => {
    accept(settle({}), TIP);
    expect(isValid(seal(settle({ sequence: 35 })))).toBe(false);
    expect(isValid(seal(settle({ sequence: SEQUENCE_PLAIN })))).toBe(false);
  });

  it.each<[string, Parameters<typeof settle>[0]]>([
    ['of a cancelled salary', { status: 2n }],
    ['of a paused one', { status: 3n }],
    ['that takes more than the clock holds', { taken: TERMS.floor + 1n }],
    ['to another status', { next: { status: 4n } }],
    ['to another month', { next: { month: STATE.month + 1n } }],
    ['to fewer periods', { next: { unpaid: 11n } }],
  ])('%s is refused', (_, some) => {
    expect(isValid(seal(settle(some)))).toBe(false);
  });
});

interface Resume {
  readonly passed?: bigint;
  readonly status?: bigint;
  readonly locktime?: bigint;
  readonly next?: Partial<State>;
  readonly first?: DraftInput;
  readonly unpaid?: bigint;
  readonly payout?: Output;
}
/** A resume: outputs 1 (state) and 3 (recipient), with anything as output 2. */
const resume = (some: Resume = {}): Draft => {
  const { passed = 0n, status = 4n, unpaid = 12n } = some;
  const address = createAddress('calendar-recurring-bch');
  const state = { ...STATE, status, unpaid };
  const periods = passed > 0n ? status % 2n : 0n;
  const paid = periods * state.amount;
  const principal = unpaid * state.amount;
  const next = { ...state, status: 0n, unpaid: unpaid - periods, month: state.month + passed, ...some.next };
  return {
    version: 2,
    locktime: Number(some.locktime ?? (passed > 0n ? dueAt(passed) : 1_700_000_000n)),
    inputs: [some.first ?? authority(), address.input(stateCoin(address, state, principal), 'resume', passed)],
    outputs: [
      to(sender.lockingBytecode, AUTHORITY - COST),
      stateOutput(address, next, principal - paid, STATE.index),
      to(sender.lockingBytecode, 600n),
      ...(paid > 0n ? [some.payout ?? to(recipient.lockingBytecode, paid)] : []),
    ],
  };
};

describe('a resume of a salary', () => {
  it.each<[string, Resume]>([
    ['before its next payday keeps it', {}],
    ['skips the paydays that have passed', { passed: 3n }],
    ['pays the running period once its date has passed', { status: 3n, passed: 1n }],
    ['pays it, and skips the others', { status: 3n, passed: 4n }],
    ['leaves the running period due at its date', { status: 3n }],
  ])('%s', (_, some) => {
    accept(resume(some), TIP);
  });

  it.each<[string, Resume]>([
    ['by nobody', { first: purse(outsider, AUTHORITY, 'money of nobody') }],
    ['of an active salary', { status: 0n }],
    ['while a pause is noticed', { status: 1n }],
    ['of a cancelled salary', { status: 5n }],
    ['that skips a payday before it has come', { passed: 3n, locktime: dueAt(3n) - 1n }],
    ['that goes back', { passed: -1n }],
    ['to another month', { passed: 3n, next: { month: STATE.month + 4n } }],
    ['to an earlier month', { passed: 3n, next: { month: STATE.month + 2n } }],
    ['with fewer periods', { next: { unpaid: 11n } }],
    ['with only the running period left', { status: 3n, passed: 1n, unpaid: 1n }],
    ['to another status', { next: { status: 4n } }],
    [
      'that pays the running period to somebody else',
      { status: 3n, passed: 1n, payout: to(outsider.lockingBytecode, STATE.amount) },
    ],
  ])('%s is refused', (_, some) => {
    expect(isValid(seal(resume(some)))).toBe(false);
  });
});

interface Cancel {
  readonly kind?: 'calendar-vesting-bch' | 'tranches-bch';
  readonly done?: bigint;
  readonly released?: bigint;
  readonly locktime?: bigint;
  readonly terms?: Partial<Terms>;
  readonly next?: Partial<State>;
  readonly first?: DraftInput;
  readonly units?: bigint;
  readonly extra?: bigint;
  readonly clock?: Output;
  readonly payout?: Output;
}
/** A cancel of a grant or of tranches. */
const cancel = (some: Cancel = {}): Draft => {
  const { kind = 'calendar-vesting-bch', done = 0n, released = 0n, extra = 0n, units = STATE.index } = some;
  const address = createAddress(kind, some.terms);
  const state = { ...STATE, released };
  const vested = ((released + PRINCIPAL) * done) / state.installments;
  const paid = vested - released >= 576n ? vested - released : 0n;
  const next = { ...state, released: released + paid, reserve: state.reserve + extra, ...some.next };
  const isGrant = kind === 'calendar-vesting-bch';
  const due = dueByDate(STATE.month + done - 1n, STATE.day, TERMS.zero);
  return {
    version: 2,
    locktime: Number(some.locktime ?? (done > 0n ? due : 1_700_000_000n)),
    inputs: [
      some.first ?? authority(),
      address.input(stateCoin(address, state, PRINCIPAL, units), 'cancel', isGrant ? done : undefined),
    ],
    outputs: [
      to(sender.lockingBytecode, AUTHORITY - COST),
      stateOutput(address, next, PRINCIPAL - paid, 0n),
      some.clock ?? clockOutput(STATE.index, 700n),
      ...(paid > 0n ? [some.payout ?? to(recipient.lockingBytecode, paid)] : []),
    ],
  };
};

describe('a cancel', () => {
  it.each<[string, Cancel]>([
    ['of a grant before its cliff', {}],
    ['of a grant that pays what has vested', { done: 13n }],
    ['of a grant dated before its last payment takes nothing back', { done: 12n, released: 40_000_000n }],
    ['of tranches', { kind: 'tranches-bch' }],
    ['that adds to the reserve', { extra: 100n }],
  ])('%s', (_, some) => {
    accept(cancel(some), TIP);
  });

  it.each<[string, Cancel]>([
    ['by nobody', { first: purse(outsider, AUTHORITY, 'money of nobody') }],
    ['of tranches by nobody', { kind: 'tranches-bch', first: purse(outsider, AUTHORITY, 'money of nobody') }],
    ['of a cancelled grant', { units: 0n }],
    ['of cancelled tranches', { kind: 'tranches-bch', units: 0n }],
    ['without notice', { terms: { notice: 0n } }],
    ['of tranches without notice', { kind: 'tranches-bch', terms: { notice: 0n } }],
    [
      'that pays installments before they vest',
      { done: 13n, locktime: dueByDate(STATE.month + 12n, STATE.day, TERMS.zero) - 1n },
    ],
    ['that pays before the cliff', { done: 11n }],
    ['of a grant that has vested', { done: 48n }],
    ['with more released', { next: { released: 1n } }],
    ['with another list', { kind: 'tranches-bch', next: { list: new Uint8Array(32).fill(1) } }],
    ['with fewer installments', { next: { installments: 47n } }],
    ['with another recipient', { next: { recipient: sender.hash } }],
    ['of tranches with another recipient', { kind: 'tranches-bch', next: { recipient: sender.hash } }],
    ['with less reserve', { extra: -1n }],
    ['of tranches with less reserve', { kind: 'tranches-bch', extra: -1n }],
    ['with a clock of other units', { clock: clockOutput(6n, 700n) }],
    [
      'with a clock at another script',
      { clock: { ...clockOutput(7n, 700n), lockingBytecode: sender.lockingBytecode } },
    ],
    ['that pays somebody else', { done: 13n, payout: to(outsider.lockingBytecode, 32_500_000n) }],
  ])('%s is refused', (_, some) => {
    expect(isValid(seal(cancel(some)))).toBe(false);
  });
});

describe('a sweep', () => {
  it.each(['calendar-recurring-bch', 'calendar-vesting-bch', 'tranches-bch'] as const)(
    'of %s gathers stray coins, and no stream',
    (kind) => {
      const address = createAddress(kind);
      const stream = stateCoin(address, STATE, PRINCIPAL);
      const stray = { ...stream, output: to(address.lockingBytecode, 50_000n) };
      const sweep = (coin: typeof stream, first = authority()): Draft => ({
        version: 2,
        locktime: 1_700_000_000,
        inputs: [first, address.input(coin, 'sweep')],
        outputs: [to(sender.lockingBytecode, AUTHORITY + 40_000n)],
      });
      accept(sweep(stray), TIP);
      expect(isValid(seal(sweep(stream)))).toBe(false);
      expect(isValid(seal(sweep(stray, purse(outsider, AUTHORITY, 'money of nobody'))))).toBe(false);
      expect(at(sweep(stray).inputs, 1).coin).toBe(stray);
    },
  );
});
