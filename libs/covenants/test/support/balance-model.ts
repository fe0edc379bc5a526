import { vestedAmount, type VestingSchedule } from '@weir/vesting';

/** The covenant's numbers, as docs/covenants.md states them; satoshis. */
const DUST = 546n;
const FEE = 1_350n;
const FLOOR = 1_400n;
const SHARE_PAID = 43_200n;
const CLOCK = 800n;

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** A payment by the rules. */
export interface ExpectedPayment {
  readonly vested: bigint;
  readonly due: bigint;
  readonly left: bigint;
}

/** What a step does to everybody's money; satoshis. */
export interface ExpectedStep {
  readonly toRecipient: bigint;
  readonly toSender: bigint;
  /** Out of the contract, for miners. */
  readonly contractFee: bigint;
  /** What the payer adds to the state. */
  readonly topUp: bigint;
}

/** A stream in plain numbers, from the rules in words: what the builders' transactions must amount to. */
export class BalanceModel {
  status: 'ACTIVE' | 'CANCELLED' | 'ENDED' = 'ACTIVE';
  released = 0n;
  latest = 500_000_000n;
  clock = 0n;
  toRecipient = 0n;
  toSender = 0n;
  contractFees = 0n;
  added = 0n;

  /** @param held satoshis in the state */
  constructor(
    readonly schedule: VestingSchedule,
    readonly notice: number,
    public held: bigint,
  ) {
    this.funded = held;
  }

  readonly funded: bigint;

  private get cancelled(): boolean {
    return this.status === 'CANCELLED';
  }

  /** The payment at a locktime, or undefined where there is none whoever pays its fee. */
  payable(locktime: bigint): ExpectedPayment | undefined {
    if (this.status === 'ENDED' || locktime < this.latest) return undefined;
    const vested = vestedAmount(this.schedule, locktime);
    const payment = { vested, due: vested - this.released, left: this.schedule.total - vested };
    return payment.due < DUST || (payment.left > 0n && payment.left < DUST) ? undefined : payment;
  }

  /** Whether nobody's signature suffices for a payment. */
  mayPush({ due, left }: ExpectedPayment): boolean {
    return !this.cancelled || left === 0n || due >= this.schedule.total / 4_096n;
  }

  /** Whether the contract pays a fee of `size` satoshis for a payment. */
  paysFee({ due, left }: ExpectedPayment, signed: boolean, size: bigint): boolean {
    if (!signed && !this.cancelled) return false;
    if (left === 0n) return true;
    if (due < max(1_000n, this.schedule.total / 256n)) return false;
    return this.held - due - size >= this.least(due, left);
  }

  private least(due: bigint, left: bigint): bigint {
    return FLOOR + (this.cancelled && due >= SHARE_PAID ? 0n : left);
  }

  /** @param fee what the contract pays of it, satoshis */
  pay(locktime: bigint, payment: ExpectedPayment, signed: boolean, fee: bigint): ExpectedStep {
    const { vested, due, left } = payment;
    if (left === 0n) return this.close(due, signed, fee);
    const kept = max(this.held - due - fee, this.least(due, left));
    const topUp = kept - (this.held - due - fee);
    this.held = kept;
    this.released = vested;
    this.latest = locktime;
    return this.book({ toRecipient: due, toSender: 0n, contractFee: fee, topUp });
  }

  private close(due: bigint, signed: boolean, size: bigint): ExpectedStep {
    const money = this.held + this.clock;
    const free = signed || this.cancelled ? FEE : 0n;
    const debt = max(0n, due + free - money);
    const rest = money - due - size;
    const toSender = debt > 0n || rest < DUST ? 0n : rest;
    this.end();
    this.released = this.schedule.total;
    return this.book({ toRecipient: due - debt, toSender, contractFee: money - (due - debt) - toSender, topUp: 0n });
  }

  mayCancel(locktime: bigint): boolean {
    return (
      this.notice > 0 &&
      this.status === 'ACTIVE' &&
      locktime >= this.latest &&
      vestedAmount(this.schedule, locktime) < this.schedule.total
    );
  }

  /** @param size of the transaction without anybody's coins, which the contract pays if it can */
  cancel(locktime: bigint, size: bigint): ExpectedStep {
    const due = vestedAmount(this.schedule, locktime) - this.released;
    const paid = due >= DUST ? due : 0n;
    const floor = this.schedule.total - this.released - paid + FLOOR;
    const free = this.held - paid - CLOCK;
    const contractFee = free - size >= floor ? size : 0n;
    const kept = max(free - contractFee, floor);
    const topUp = kept - (free - contractFee);
    this.held = kept;
    this.clock = CLOCK;
    this.status = 'CANCELLED';
    this.released += paid;
    this.latest = locktime;
    return this.book({ toRecipient: paid, toSender: 0n, contractFee, topUp });
  }

  refund(size: bigint): ExpectedStep {
    const toSender = this.held + this.clock - size;
    this.end();
    return this.book({ toRecipient: 0n, toSender, contractFee: size, topUp: 0n });
  }

  private end(): void {
    this.status = 'ENDED';
    this.held = 0n;
    this.clock = 0n;
  }

  private book(step: ExpectedStep): ExpectedStep {
    this.toRecipient += step.toRecipient;
    this.toSender += step.toSender;
    this.contractFees += step.contractFee;
    this.added += step.topUp;
    return step;
  }
}
