import { vestedAmount } from '@weir/vesting';
import { FIRST_TIME, type Terms } from './terms.js';

/** A payment as the rules in words have it. */
export interface ExpectedPayment {
  readonly vested: bigint;
  readonly due: bigint;
  readonly left: bigint;
}

/**
 * A stream in plain numbers: written from the rules of docs/covenants.md, not from the scripts. Amounts in satoshis or
 * base units of the token, times in Unix seconds.
 */
export abstract class VestingModel {
  status: 'ACTIVE' | 'CANCELLED' | 'CLOSED' = 'ACTIVE';
  released = 0n;
  latest = FIRST_TIME;
  clockValue = 0n;

  /** @param value Satoshis in the state output. */
  constructor(
    readonly terms: Terms,
    public value: bigint,
  ) {}

  /** What a payment at a locktime would be, or undefined where none may be made however it is paid for. */
  payable(locktime: bigint, signed: boolean): ExpectedPayment | undefined {
    const { total } = this.terms;
    if (this.status === 'CLOSED' || locktime < this.latest) return undefined;
    const vested = vestedAmount(this.terms, locktime);
    const payment = { vested, due: vested - this.released, left: total - vested };
    if (!this.mayLeave(payment)) return undefined;
    if (!signed && this.status === 'CANCELLED' && payment.left > 0n && payment.due < total / 4_096n) return undefined;
    return payment;
  }

  /** The amount a cancel at a locktime pays the recipient, or undefined where it is not allowed. */
  cancelPays(locktime: bigint): bigint | undefined {
    const vested = vestedAmount(this.terms, locktime);
    if (this.status !== 'ACTIVE' || locktime < this.latest || vested >= this.terms.total) return undefined;
    return this.mayLeave({ vested, due: vested - this.released, left: this.terms.total }) ? vested - this.released : 0n;
  }

  /** Whether amounts of this size may be paid and left behind. */
  protected abstract mayLeave(payment: ExpectedPayment): boolean;
  /** Whether everything left could be paid at the end. */
  abstract get closable(): boolean;
  /** Whether the contract itself can pay a fee of `size` for a payment. */
  abstract contractPays(payment: ExpectedPayment, signed: boolean, size: bigint): boolean;
  /** @param fee Taken from the contract; 0n when the payer's own money pays, which then fills the state up. */
  abstract pay(locktime: bigint, payment: ExpectedPayment, signed: boolean, fee: bigint): void;
  /** Whether the contract itself can pay a cancel of `size`. */
  abstract contractCancels(size: bigint, paid: bigint, clockValue: bigint): boolean;
  abstract cancel(locktime: bigint, paid: bigint, clockValue: bigint, fee: bigint): void;
  abstract refund(fee: bigint): void;
}
