import fc from 'fast-check';
import {
  createPlanContracts,
  defaultPlanFees,
  type PlanCoin,
  type PlanContract,
  planPayout,
  planResume,
  type PlanState,
  planStop,
  type RecurringSlot,
  settledSlot,
} from '@weir/covenants';
import { INTERVAL_SECONDS, lastDue, paymentPlan } from '@weir/payments';
import { endOfPeriods, periodTerms } from './renewal-terms.js';

const INTERVALS = Object.values(INTERVAL_SECONDS).map(Number);
const AMOUNT = 1_000n;

/** The contracts of salaries of each interval, which can be paused. */
const CONTRACTS = createPlanContracts(
  {
    product: 'RECURRING_BCH',
    sender: Uint8Array.from([0x76, 0xa9, 20, ...Array.from({ length: 20 }, () => 7), 0x88, 0xac]),
    nonce: new Uint8Array(16),
    ...defaultPlanFees('RECURRING_BCH'),
    cancelFills: 17n,
    delay: 1_008,
    groups: INTERVALS.map((interval) => ({
      kind: 'RECURRING',
      interval: BigInt(interval),
      noticeBlocks: 6,
      pausable: true,
      cancelable: true,
    })),
  },
  'devnet',
);

/** What is tried of a payment, each so many seconds after the one before; what the contract does not allow then is left out. */
const calendar = fc.record({
  start: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
  contract: fc.constantFrom(...CONTRACTS),
  periods: fc.integer({ min: 1, max: 12 }),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom('pay', 'pause', 'settle', 'resume'),
      after: fc.integer({ min: 0, max: 90 * 86_400 }),
    }),
    { maxLength: 12 },
  ),
  renewals: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
});

/** A payment, followed by the functions of its contract, with the columns that its record has. */
class Payment {
  readonly #contract: PlanContract;
  readonly #periods: number;
  #coin: PlanCoin;
  /** When each period that is paid fell due; undefined of one that a resume paid, before its date or after it. */
  readonly dates: (number | undefined)[] = [];
  #nextDue: number;
  /** How many periods the last payment paid. */
  lastPaid = 0;
  isOver = false;

  constructor(contract: PlanContract, start: number, periods: number) {
    this.#contract = contract;
    this.#periods = periods;
    this.#nextDue = start;
    this.#coin = {
      outpoint: { txid: '00'.repeat(32), vout: 1 },
      category: '11'.repeat(32),
      units: 1n,
      state: {
        kind: 'RECURRING',
        index: 1,
        status: 'ACTIVE',
        open: 'ALL',
        unpaid: periods,
        next: BigInt(start),
        amount: AMOUNT,
        recipient: new Uint8Array(20),
      },
      principal: AMOUNT * BigInt(periods),
      reserve: 1_000_000n,
      companion: undefined,
    };
  }

  get slot(): RecurringSlot {
    const { state } = this.#coin;
    if (state.kind !== 'RECURRING') throw new Error('A salary stays one');
    return state;
  }

  get interval(): number {
    const { group } = this.#contract;
    return group.kind === 'RECURRING' ? Number(group.interval) : 0;
  }

  get columns() {
    const { status, unpaid } = this.slot;
    const live = status === 'ACTIVE' ? 'ACTIVE' : 'PAUSED';
    const { interval: intervalSeconds } = this;
    return {
      status: this.isOver ? 'COMPLETED' : live,
      recurring: { firstDue: 0, periods: this.#periods, amountPerPeriod: AMOUNT, pausable: true },
      progress: { paid: this.#periods - (this.isOver ? 0 : unpaid), nextDue: this.#nextDue },
      intervalSeconds,
      calendar: null,
    } as const;
  }

  /** Notes what a step paid, and the state that it left, as the record of a step does. */
  #advance(left: bigint, state: PlanState, units: bigint, isResume = false): void {
    const { slot, interval } = this;
    if (state.kind !== 'RECURRING') throw new Error('A salary stays one');
    const count = slot.unpaid - state.unpaid;
    for (let at = 0; at < count; at += 1) this.dates.push(isResume ? undefined : Number(slot.next) + at * interval);
    if (count > 0) this.lastPaid = count;
    expect(this.#coin.principal - left).toBe(AMOUNT * BigInt(count));
    this.isOver = left === 0n;
    this.#nextDue = Number(this.isOver ? slot.next : state.next);
    this.#coin = { ...this.#coin, state, principal: left, units };
  }

  pay(time: number): void {
    const payout = this.isOver ? undefined : planPayout(this.#contract, this.#coin, BigInt(time));
    if (payout !== undefined) this.#advance(payout.left, payout.state, this.#coin.units);
  }

  pause(time: number): void {
    const stop = this.isOver ? undefined : planStop(this.#contract, this.#coin, 'pause', BigInt(time));
    if (stop !== undefined) this.#advance(stop.left, stop.state, 0n);
  }

  settle(): void {
    if (this.isOver || this.slot.status !== 'PAUSING') return;
    this.#advance(this.#coin.principal, settledSlot(this.slot), 1n);
  }

  resume(time: number): boolean {
    const resume = this.isOver ? undefined : planResume(this.#contract, this.#coin, BigInt(time));
    if (resume !== undefined) this.#advance(resume.left, resume.state, 1n, true);
    return resume !== undefined;
  }
}

/** The dates on which the periods of terms fall due, as a creation plans them. */
const datesOf = (start: number, periods: number, interval: number): number[] => {
  const { end } = periodTerms(start, periods, { intervalSeconds: interval, calendar: null });
  const derived = paymentPlan({
    amountPerPeriod: AMOUNT,
    interval: BigInt(interval),
    start: BigInt(start),
    end: end === undefined ? undefined : BigInt(end),
  });
  if (!('plan' in derived)) throw new Error(derived.problem);
  expect(lastDue(derived.plan)).toBe(BigInt(start + (periods - 1) * interval));
  return Array.from({ length: Number(derived.plan.periods) }, (_, at) => start + at * interval);
};

/** Returns where the periods of a payment end, as a renewal reads it; undefined while it is paused. */
const endOf = (payment: Payment): number | undefined => {
  const end = endOfPeriods(payment.columns, payment.lastPaid);
  if (typeof end === 'number') return end;
  expect(end.code).toBe('PAUSED');
  return undefined;
};

it('renewals of 1,000 random calendars lose no period and pay none twice', () => {
  let [paused, over] = [0, 0];
  fc.assert(
    fc.property(calendar, ({ start, contract, periods, steps, renewals }) => {
      const payment = new Payment(contract, start, periods);
      const { interval } = payment;
      let time = start - interval;
      /** What a renewal would begin at, since the last pause. */
      let firstEnd: number | undefined;
      for (const { kind, after } of steps) {
        time += after;
        if (payment[kind](time) === true) firstEnd = undefined;
        const end = endOf(payment);
        if (end === undefined) paused += 1;
        else firstEnd ??= end;
        // Claims and pauses that are settled move no end.
        if (end !== undefined) expect(end).toBe(firstEnd);
      }
      const from = endOf(payment);
      if (payment.isOver) over += 1;
      // What is left is paid on its dates.
      time = Math.max(time, Number(payment.slot.next)) + periods * interval;
      if (!payment.isOver && payment.slot.status === 'PAUSING') payment.settle();
      payment.pay(time);
      if (!payment.isOver) {
        expect(payment.resume(time)).toBe(true);
        payment.pay(time + periods * interval);
      }
      expect(payment.isOver).toBe(true);
      const { dates } = payment;
      expect(dates).toHaveLength(periods);
      let end = endOf(payment) ?? 0;
      if (from !== undefined) expect(end).toBe(from);
      expect(end).toBe((dates.at(-1) ?? 0) + interval);
      const regular = dates.filter((date) => date !== undefined);
      const between = regular.slice(1).map((date, at) => date - (regular[at] ?? 0));
      expect(Math.min(interval, ...between)).toBe(interval);
      for (const count of renewals) {
        const own = datesOf(end, count, interval);
        expect(own).toHaveLength(count);
        expect(own[0]).toBe(end);
        const next = endOf(new Payment(contract, end, count));
        expect(next).toBe((own.at(-1) ?? 0) + interval);
        end = next ?? 0;
      }
    }),
    { numRuns: 1_000 },
  );
  // The random ones were all of these.
  expect(Math.min(paused, over)).toBeGreaterThan(50);
});

it.each([
  ['PENDING', 'NOT_FUNDED'],
  ['PAUSED', 'PAUSED'],
  ['CANCELLED', 'CANCELLED'],
] as const)('what is %s is not renewed', (status, code) => {
  const row = { status, recurring: null, progress: null, intervalSeconds: null, calendar: null };
  expect(endOfPeriods(row, 0)).toMatchObject({ code });
});
