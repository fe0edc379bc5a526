import { amountOfNext, duePeriods, nextDueAfter } from '@weir/payments';
import { FIRST_TIME } from '../vesting/terms.js';
import { leastReserve, type Mode } from './mode.js';
import type { Status } from './state.js';
import type { Terms } from './terms.js';

/** A payment as the rules in words have it. */
export interface ExpectedPayment {
  readonly periods: bigint;
  readonly due: bigint;
  /** Unpaid periods after it. */
  readonly after: bigint;
}

/** What a pause or cancel, or a claim of the recipient's, left for keyless pushes: periods, and satoshis for fees. */
interface Promise {
  readonly unpaid: bigint;
  readonly reserve: bigint;
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/**
 * A recurring payment in plain numbers: written from the rules of docs/covenants.md, not from the scripts. Amounts in
 * satoshis or base units of the token, times in Unix seconds.
 */
export class RecurringModel {
  status: Status | 'CLOSED' = 'ACTIVE';
  paid = 0n;
  nextDue: bigint;
  latest = FIRST_TIME;
  clockValue = 0n;
  /** What the recipient has been paid, in units of the asset. */
  paidAmount = 0n;
  payments = 0n;
  promise: Promise | undefined;
  /** Whether the pause or cancel left a fee for each period, which claims of the recipient's cannot use up either. */
  fullyReserved = false;
  /** Base units in all that the plan pays. */
  readonly total: bigint;

  /** @param value Satoshis in the state output. */
  constructor(
    readonly mode: Mode,
    readonly terms: Terms,
    public value: bigint,
  ) {
    this.nextDue = terms.firstDue;
    this.total = amountOfNext(terms, 0n, terms.periods);
  }

  get unpaid(): bigint {
    return this.terms.periods - this.paid;
  }

  get noticed(): boolean {
    return this.status === 'CANCELLED' || this.status === 'PAUSING';
  }

  /** Satoshis that are not the sender's any more once they fall due. */
  principal(paid = this.paid): bigint {
    return this.mode.paysTokens ? 0n : amountOfNext(this.terms, paid, this.terms.periods - paid);
  }

  /** Satoshis for fees. */
  get reserve(): bigint {
    return this.value - this.principal() - this.mode.floor;
  }

  private dueAt(locktime: bigint): ExpectedPayment {
    const { terms, paid, nextDue } = this;
    const periods = duePeriods({ ...terms, paid, nextDue }, locktime);
    return { periods, due: amountOfNext(terms, paid, periods), after: this.unpaid - periods };
  }

  /** What a payment at a locktime would be, or undefined where none may be made however it is paid for. */
  payable(locktime: bigint, signed: boolean): ExpectedPayment | undefined {
    if (this.status === 'CLOSED' || this.status === 'PAUSED' || locktime < this.latest) return undefined;
    const payment = this.dueAt(locktime);
    if (payment.periods === 0n) return undefined;
    if (!signed && this.noticed && payment.after > 0n && payment.periods * 4_096n < this.terms.periods)
      return undefined;
    return payment;
  }

  private bound({ periods, after }: ExpectedPayment, signed: boolean): bigint {
    const { mode, noticed, unpaid } = this;
    if (signed) return mode.fee;
    if (!noticed) return 0n;
    // Of n fees that the reserve holds, a push gets one for an nth of the unpaid periods.
    return after === 0n || periods * this.reserve >= unpaid * mode.fee ? mode.fee : 0n;
  }

  private satoshis({ due }: ExpectedPayment): bigint {
    return this.mode.paysTokens ? 0n : due;
  }

  contractPays(payment: ExpectedPayment, signed: boolean, size: bigint): boolean {
    const cost = size + this.mode.payout;
    if (cost > this.bound(payment, signed)) return false;
    const left = this.principal(this.paid + payment.periods);
    return payment.after === 0n || this.value - this.satoshis(payment) - cost >= left + this.mode.floor;
  }

  /** @param fee Taken from the contract; 0n when the payer's own money pays, which then fills the state up. */
  pay(locktime: bigint, payment: ExpectedPayment, signed: boolean, fee: bigint): void {
    const taken = fee > 0n ? fee + this.mode.payout : 0n;
    this.advance(payment, locktime);
    this.payments += 1n;
    this.value = max(this.value - this.satoshis(payment) - taken, this.principal() + this.mode.floor);
    if (payment.after === 0n) this.close();
    else if (signed && fee > 0n && this.promise !== undefined)
      this.promise = { unpaid: this.unpaid, reserve: this.reserve };
  }

  private advance({ periods, due }: ExpectedPayment, locktime: bigint): void {
    this.nextDue = nextDueAfter({ ...this.terms, nextDue: this.nextDue }, periods);
    this.paid += periods;
    this.paidAmount += due;
    this.latest = locktime;
  }

  /** What a pause or cancel at a locktime pays, or undefined where it is not allowed. */
  stopPays(to: 'CANCELLED' | 'PAUSING', locktime: bigint): ExpectedPayment | undefined {
    const { terms, status } = this;
    const from =
      to === 'PAUSING'
        ? terms.pausable && status === 'ACTIVE'
        : terms.cancelable && (status === 'ACTIVE' || status === 'PAUSING');
    if (!from || locktime < this.latest) return undefined;
    const payment = this.dueAt(locktime);
    return payment.after > 0n ? payment : undefined;
  }

  contractStops(payment: ExpectedPayment, size: bigint, clockValue: bigint): boolean {
    const cost = size + clockValue - this.clockValue;
    const payout = payment.due > 0n ? this.mode.payout : 0n;
    const left = this.principal(this.paid + payment.periods) + leastReserve(this.mode, payment.after);
    return size + clockValue <= this.mode.stopFee && this.value - this.satoshis(payment) - cost - payout >= left;
  }

  stop(to: 'CANCELLED' | 'PAUSING', locktime: bigint, payment: ExpectedPayment, clockValue: bigint, fee: bigint): void {
    const payout = payment.due > 0n ? this.mode.payout : 0n;
    const taken = fee > 0n ? fee + clockValue - this.clockValue + payout : 0n;
    this.advance(payment, locktime);
    this.payments += payment.due > 0n ? 1n : 0n;
    this.value = max(
      this.value - this.satoshis(payment) - taken,
      this.principal() + leastReserve(this.mode, this.unpaid),
    );
    this.clockValue = clockValue;
    this.status = to;
    this.promise = { unpaid: this.unpaid, reserve: this.reserve };
    this.fullyReserved = this.reserve >= this.unpaid * this.mode.fee;
  }

  settle(fee: bigint): void {
    this.value += this.clockValue - fee;
    this.clockValue = 0n;
    this.promise = undefined;
    this.status = 'PAUSED';
  }

  resume(locktime: bigint, later: bigint): void {
    this.value = max(this.value, this.principal() + leastReserve(this.mode, this.unpaid));
    this.nextDue = max(locktime + this.terms.interval, this.terms.firstDue) + later;
    this.latest = locktime;
    this.status = 'ACTIVE';
  }

  close(): void {
    this.status = 'CLOSED';
    this.value = 0n;
    this.clockValue = 0n;
  }
}
