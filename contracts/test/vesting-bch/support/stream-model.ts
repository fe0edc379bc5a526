import { VestingModel, type ExpectedPayment } from '../../vesting/model.js';
import type { Terms } from '../../vesting/terms.js';
import { DUST, FEE, FLOOR, SHARE_PAID } from './constants.js';

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The rules of a stream in BCH. */
export class StreamModel extends VestingModel {
  paidToRecipient = 0n;
  /** By the refund or the close. */
  paidToSender = 0n;
  /** Fees taken from the contract, less what payers added to it. */
  fees = 0n;

  constructor(terms: Terms, reserve: bigint) {
    super(terms, terms.total + FLOOR + reserve);
  }

  protected mayLeave({ due, left }: ExpectedPayment): boolean {
    return due >= DUST && (left === 0n || left >= DUST);
  }

  get closable(): boolean {
    return this.terms.total - this.released >= DUST;
  }

  /** What the state must keep after a payment. */
  private least({ due, left }: ExpectedPayment): bigint {
    return FLOOR + (this.status === 'CANCELLED' && due >= SHARE_PAID ? 0n : left);
  }

  private feeBound({ due, left }: ExpectedPayment, signed: boolean): bigint {
    const worthIt = left === 0n || due >= max(1_000n, this.terms.total / 256n);
    return worthIt && (signed || this.status === 'CANCELLED') ? FEE : 0n;
  }

  contractPays(payment: ExpectedPayment, signed: boolean, size: bigint): boolean {
    if (size > this.feeBound(payment, signed)) return false;
    return payment.left === 0n || this.value - payment.due - size >= this.least(payment);
  }

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

  contractCancels(size: bigint, _paid: bigint, clockValue: bigint): boolean {
    return this.value - (this.terms.total - this.released) - FLOOR >= size + clockValue;
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
