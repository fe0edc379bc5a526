import { VestingModel, type ExpectedPayment } from '../../vesting/model.js';
import type { Terms } from '../../vesting/terms.js';
import { CANCEL_FEE, CANCEL_FLOOR, FEE, FLOOR, PAYOUT } from './constants.js';

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** What a cancel, or a claim of the recipient's, left for keyless pushes: tokens, and satoshis above the floor. */
interface Promise {
  readonly left: bigint;
  readonly reserve: bigint;
}

/** The rules of a stream of tokens. */
export class TokenModel extends VestingModel {
  /** Tokens held beside the state. */
  tokens: bigint;
  tokensToSender = 0n;
  promise: Promise | undefined;

  constructor(
    terms: Terms,
    reserve: bigint,
    surplus: bigint,
    /** Satoshis of the companion. */
    public companionValue: bigint,
  ) {
    super(terms, FLOOR + reserve);
    this.tokens = terms.total + surplus;
  }

  protected mayLeave({ due }: ExpectedPayment): boolean {
    return due > 0n;
  }

  get closable(): boolean {
    return true;
  }

  private feeBound({ due, left }: ExpectedPayment, signed: boolean): bigint {
    if (!signed && this.status === 'ACTIVE') return 0n;
    if (left === 0n) return FEE;
    const worthIt = due >= this.terms.total / 256n;
    // Of n fees that the reserve holds, a push gets one for an nth of what is left.
    const pushWorthIt = due * (this.value - FLOOR) >= (due + left) * FEE;
    return worthIt && (signed || pushWorthIt) ? FEE : 0n;
  }

  contractPays(payment: ExpectedPayment, signed: boolean, size: bigint): boolean {
    if (size + PAYOUT > this.feeBound(payment, signed)) return false;
    return payment.left === 0n || this.value - size - PAYOUT >= FLOOR;
  }

  pay(locktime: bigint, { vested, due, left }: ExpectedPayment, signed: boolean, fee: bigint): void {
    this.tokens -= due;
    this.released = vested;
    this.latest = locktime;
    this.value = fee > 0n ? this.value - fee - PAYOUT : max(this.value, FLOOR);
    if (left === 0n) this.close();
    else if (signed && fee > 0n && this.promise !== undefined) this.promise = this.promised();
  }

  contractCancels(size: bigint, paid: bigint, clockValue: bigint): boolean {
    const payout = paid > 0n ? PAYOUT : 0n;
    return size + clockValue <= CANCEL_FEE && this.value - size - clockValue - payout >= CANCEL_FLOOR;
  }

  cancel(locktime: bigint, paid: bigint, clockValue: bigint, fee: bigint): void {
    this.status = 'CANCELLED';
    this.released += paid;
    this.tokens -= paid;
    this.latest = locktime;
    this.value = fee > 0n ? this.value - fee - clockValue - (paid > 0n ? PAYOUT : 0n) : max(this.value, CANCEL_FLOOR);
    this.clockValue = clockValue;
    this.promise = this.promised();
  }

  refund(): void {
    this.close();
  }

  private promised(): Promise {
    return { left: this.terms.total - this.released, reserve: this.value - FLOOR };
  }

  private close(): void {
    this.status = 'CLOSED';
    this.tokensToSender = this.tokens;
    this.tokens = 0n;
    this.value = 0n;
    this.clockValue = 0n;
    this.companionValue = 0n;
  }
}
