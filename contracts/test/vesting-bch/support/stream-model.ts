import { vestedAmount } from '@weir/vesting';
import { FIRST_TIME } from '../../vesting/terms.js';
import type { Terms } from '../../vesting/terms.js';
import { DUST, FEE, FLOOR, SHARE_PAID } from './constants.js';

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** A payment as the rules in words have it; undefined amounts mean that it is not allowed. */
export interface ExpectedPayment {
  readonly vested: bigint;
  readonly due: bigint;
  readonly left: bigint;
}

/**
 * The stream in plain numbers: written from the rules of docs/covenants.md, not from the script. Amounts in satoshis,
 * times in Unix seconds.
 */
export class StreamModel {
  status: 'ACTIVE' | 'CANCELLED' | 'CLOSED' = 'ACTIVE';
  released = 0n;
  latest = FIRST_TIME;
  /** In the state output. */
  value: bigint;
  clockValue = 0n;
  paidToRecipient = 0n;
  /** By the refund or the close. */
  paidToSender = 0n;
  /** Fees taken from the contract, less what payers added to it. */
  fees = 0n;

  constructor(
    readonly terms: Terms,
    reserve: bigint,
  ) {
    this.value = terms.total + FLOOR + reserve;
  }

  /** What a payment at a locktime would be, or undefined where none may be made however it is paid for. */
  payable(locktime: bigint, signed: boolean): ExpectedPayment | undefined {
    const { total } = this.terms;
    if (this.status === 'CLOSED' || locktime < this.latest) return undefined;
    const vested = vestedAmount(this.terms, locktime);
    const due = vested - this.released;
    const left = total - vested;
    if (due < DUST || (left > 0n && left < DUST)) return undefined;
    if (!signed && this.status === 'CANCELLED' && left > 0n && due < total / 4_096n) return undefined;
    return { vested, due, left };
  }

  /** What the state must keep after a payment. */
  private least({ due, left }: ExpectedPayment): bigint {
    return FLOOR + (this.status === 'CANCELLED' && due >= SHARE_PAID ? 0n : left);
  }

  private feeBound({ due, left }: ExpectedPayment, signed: boolean): bigint {
    const worthIt = left === 0n || due >= max(1_000n, this.terms.total / 256n);
    return worthIt && (signed || this.status === 'CANCELLED') ? FEE : 0n;
  }

  /** Whether the contract itself can pay a fee of `size` for it. */
  contractPays(payment: ExpectedPayment, signed: boolean, size: bigint): boolean {
    if (size > this.feeBound(payment, signed)) return false;
    return payment.left === 0n || this.value - payment.due - size >= this.least(payment);
  }

  /** @param fee Taken from the contract; 0n when the payer's own money pays, which then fills the state up. */
  pay(locktime: bigint, payment: ExpectedPayment, signed: boolean, fee: bigint): void {
    const { vested, due, left } = payment;
    if (left > 0n) {
      const kept = fee > 0n ? this.value - due - fee : max(this.value - due, this.least(payment));
      this.fees += this.value - due - kept;
      this.value = kept;
      this.paidToRecipient += due;
    } else {
      const money = this.value + this.clockValue;
      const rest = money - due - this.feeBound(payment, signed);
      const payout = rest < 0n ? due + rest : due;
      const toSender = rest >= DUST ? money - payout - fee : 0n;
      this.paidToRecipient += payout;
      this.paidToSender += toSender;
      this.fees += money - payout - toSender;
      this.close();
    }
    this.released = vested;
    this.latest = locktime;
  }

  /** The amount a cancel at a locktime pays the recipient, or undefined where it is not allowed. */
  cancelPays(locktime: bigint): bigint | undefined {
    const vested = vestedAmount(this.terms, locktime);
    if (this.status !== 'ACTIVE' || locktime < this.latest || vested >= this.terms.total) return undefined;
    return vested - this.released >= DUST ? vested - this.released : 0n;
  }

  cancel(locktime: bigint, paid: bigint, clockValue: bigint, fee: bigint): void {
    const fromState = fee > 0n ? clockValue : 0n;
    this.status = 'CANCELLED';
    this.released += paid;
    this.latest = locktime;
    this.value -= paid + fee + fromState;
    this.clockValue = clockValue;
    this.paidToRecipient += paid;
    this.fees += fee - (clockValue - fromState);
  }

  refund(fee: bigint): void {
    this.paidToSender += this.value + this.clockValue - fee;
    this.fees += fee;
    this.close();
  }

  private close(): void {
    this.status = 'CLOSED';
    this.value = 0n;
    this.clockValue = 0n;
  }
}
