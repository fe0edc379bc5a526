import { binToHex, hash160, type Output } from '@bitauth/libauth';
import { lastTimeOfAtMost } from '@weir/vesting';
import { purse } from '../support/coins.js';
import { accept, refuses } from '../support/judge.js';
import { createParty, outsider, type Party, sender } from '../support/parties.js';
import type { ChainPoint, Draft, Sealed } from '../support/transaction.js';
import { type Address, isRecurring, slotsOf } from './covenant.js';
import { draftPay, draftRefund, draftSettle } from './drafts.js';
import { consentOf, draftAnnounce, draftFinish, draftOwnFinish } from './move-drafts.js';
import { isPayable, leastOf, paidByStop, paymentOf } from './payment.js';
import { ownHash, STATUS, type State } from './state.js';
import { draftActs, placesOf, type Act, type Leg } from './stop-drafts.js';
import {
  isNoticed,
  placeStream,
  principalOf,
  readStream,
  START,
  streamAfter,
  unitsOf,
  type Placing,
  type Stream,
} from './stream.js';

/** A stream beside what plain numbers say of it. */
export interface Followed {
  readonly index: bigint;
  readonly funded: bigint;
  /** Undefined once it ended. */
  stream: Stream | undefined;
  state: State;
  principal: bigint;
  paid: bigint;
  refunded: bigint;
  noticed: boolean;
  /** Who is paid. */
  owner: Party;
  /** Who will be paid once a move is over, and when it was announced or last held up. */
  move: { readonly to: Party; readonly height: number } | undefined;
  /** When its clock was made. */
  clockHeight: number;
  /** What a cancel or a pause left: principal or periods, and satoshis above the floor. */
  promise: { readonly left: bigint; readonly above: bigint } | undefined;
}

const money = () => purse(outsider, 500_000n, 'money of nobody in the plan');
const moneyOf = (owner: Party) => purse(owner, 500_000n, 'money of the recipient');
const authority = () => purse(sender, 60_000_000n, 'authority');

const amountTo = (outputs: readonly Output[], lockingBytecode: Uint8Array, tokens: boolean): bigint =>
  outputs
    .filter((output) => binToHex(output.lockingBytecode) === binToHex(lockingBytecode))
    .reduce((sum, { valueSatoshis, token }) => sum + (tokens ? (token?.amount ?? 0n) : valueSatoshis), 0n);

/** A whole plan, step by step: every transaction is one that the network takes, every refusal one that the numbers say. */
export class PlanScenario {
  readonly followed: readonly Followed[];
  tip: ChainPoint = { height: 850_000, mtp: Number(START) };
  steps = 0;
  readonly accepted = new Map<string, number>();

  constructor(placings: readonly { readonly address: Address; readonly placing: Placing }[]) {
    this.followed = placings.map(({ address, placing }, at): Followed => {
      const index = BigInt(at + 1);
      const owner = createParty(`recipient ${index} of a plan`);
      const stream = placeStream(address, { ...placing, index, to: owner.lockingBytecode });
      const principal = principalOf(stream);
      return {
        index,
        funded: principal,
        stream,
        state: readStream(stream),
        principal,
        paid: 0n,
        refunded: 0n,
        noticed: false,
        owner,
        move: undefined,
        clockHeight: 0,
        promise: undefined,
      };
    });
  }

  wait(blocks: number, seconds: number): void {
    this.tip = { height: this.tip.height + blocks, mtp: Math.min(this.tip.mtp + seconds, 0xffffffff) };
  }

  private send(kind: string, draft: Draft): Sealed {
    const sealed = accept(draft, this.tip);
    this.steps += 1;
    this.accepted.set(kind, (this.accepted.get(kind) ?? 0) + 1);
    this.wait(1, 600);
    return sealed;
  }

  /** Sees the network refuse what the numbers do not allow. */
  private refuse(make: () => Draft): void {
    let draft: Draft;
    try {
      draft = make();
    } catch {
      return;
    }
    expect(refuses(draft, this.tip)).toBe(true);
    this.steps += 1;
  }

  private minable(time: bigint): boolean {
    return time >= 500_000_000n && time < BigInt(this.tip.mtp);
  }

  private isOld({ stream, clockHeight }: Followed): boolean {
    return stream !== undefined && this.tip.height + 1 - clockHeight >= Number(stream.address.terms.notice);
  }

  /** Takes over what a transaction made of a stream, and compares it with the numbers. */
  private follow(one: Followed, stream: Stream | undefined): void {
    one.stream = stream;
    expect(one.paid + one.refunded + one.principal).toBe(one.funded);
    if (stream === undefined) {
      expect(one.principal).toBe(0n);
      return;
    }
    expect({ ...readStream(stream), reserve: 0n }).toEqual({ ...one.state, reserve: 0n });
    expect(principalOf(stream)).toBe(one.principal);
    expect(unitsOf(stream)).toBe(one.noticed ? 0n : one.index);
    const { reserve } = readStream(stream);
    const { floor } = stream.address.terms;
    expect(reserve >= floor).toBe(true);
    one.state = { ...one.state, reserve };
    // After any pushes since, a push of the promised part of the rest still gets its fee.
    if (one.promise !== undefined && one.noticed) {
      const left = isRecurring(stream.address.kind) ? one.state.unpaid : one.principal;
      expect(left * one.promise.above <= one.promise.left * (reserve - floor)).toBe(true);
    }
  }

  pay(one: Followed, time: bigint, own: boolean): void {
    const { stream } = one;
    if (stream === undefined) return;
    const payment = paymentOf(stream, time);
    const byRecipient = one.move !== undefined && own;
    const payer = byRecipient ? moneyOf(one.owner) : money();
    const make = () => draftPay(stream, time, own ? { purse: payer } : {});
    const isHeldUp = one.move !== undefined && !payment.ends && !own;
    if (!this.minable(time) || !isPayable(stream, payment, false) || (!own && !payment.worth) || isHeldUp) {
      this.refuse(make);
      return;
    }
    // While a move is pending nobody but the recipient makes payments.
    if (byRecipient && !payment.ends) this.refuse(() => draftPay(stream, time, { purse: money() }));
    const sealed = this.send(one.noticed ? 'push' : byRecipient ? 'collect' : 'pay', make());
    const { outputs } = sealed.transaction;
    // The last one is the recipient's own change.
    const got = amountTo(byRecipient ? outputs.slice(0, -1) : outputs, stream.to, stream.companion !== undefined);
    expect(got).toBe(payment.due);
    one.paid += got;
    one.principal -= got;
    one.state = payment.next;
    if (one.move !== undefined) one.move = payment.ends ? undefined : { ...one.move, height: this.tip.height };
    this.follow(one, payment.ends ? undefined : streamAfter(stream, sealed, 0, { mined: this.tip }));
  }

  /** The recipient announces where they move to, or somebody does who is not the recipient. */
  announce(one: Followed, to: Party, by: Party): void {
    const { stream } = one;
    if (stream === undefined) return;
    const make = () => draftAnnounce([stream], to.lockingBytecode, consentOf(by));
    if (by !== one.owner || one.noticed) {
      this.refuse(make);
      return;
    }
    const sealed = this.send(to === one.owner ? 'undo' : 'announce', make());
    one.move = { to, height: this.tip.height };
    const recipient = Uint8Array.of(...hash160(one.owner.lockingBytecode), ...hash160(to.lockingBytecode));
    one.state = { ...one.state, recipient };
    this.follow(one, streamAfter(stream, sealed, 1, { mined: this.tip }));
  }

  /** Anybody ends a pending move, once its delay is over; that back to the old address at once. */
  move(one: Followed): void {
    const { stream, move } = one;
    if (stream === undefined) return;
    const delay = Number(stream.address.terms.delay);
    const isBack = move?.to === one.owner;
    // By itself or behind a coin, in turn.
    const own = one.index % 2n === 0n;
    const sequence = isBack ? 0 : delay;
    const make = () => (own ? draftOwnFinish(stream, sequence) : draftFinish([stream], sequence));
    const isOver = move !== undefined && (isBack || this.tip.height + 1 - move.height >= delay);
    if (!isOver) {
      this.refuse(make);
      return;
    }
    const sealed = this.send('move', make());
    one.owner = move.to;
    one.move = undefined;
    one.state = { ...one.state, recipient: hash160(move.to.lockingBytecode) };
    const after = streamAfter(stream, sealed, own ? 0 : 1, { mined: this.tip });
    this.follow(one, { ...after, to: move.to.lockingBytecode });
  }

  /**
   * Returns what has vested of a vesting stream by now and no payment reaches, not even one of the recipient's own; sees
   * the network accept the payment that reaches the rest. Less than two payments where the cliff is sound.
   */
  unreachable({ stream, move, owner }: Followed): bigint {
    if (stream === undefined || isRecurring(stream.address.kind)) return 0n;
    const now = BigInt(this.tip.mtp) - 1n;
    const { terms, kind } = stream.address;
    const least = leastOf(kind);
    const state = readStream(stream);
    const total = state.released + principalOf(stream);
    const cliff = terms.cliff === 0n ? 0n : state.start + terms.cliff;
    // Where all that is due would leave too little, the last moment that leaves enough.
    const earlier = lastTimeOfAtMost(
      { total, start: state.start, end: state.end, cliff, step: terms.step },
      total - least,
    );
    const times = [now, ...(earlier !== undefined && earlier < now ? [earlier] : [])];
    const payable = times
      .map((time) => ({ time, payment: paymentOf(stream, time) }))
      .find(({ payment }) => isPayable(stream, payment, true));
    const locked = paymentOf(stream, now).due - (payable?.payment.due ?? 0n);
    if (payable !== undefined && isPayable(stream, payable.payment, false))
      expect(
        refuses(draftPay(stream, payable.time, { purse: move === undefined ? money() : moneyOf(owner) }), this.tip),
      ).toBe(false);
    return locked > 0n ? locked : 0n;
  }

  private allows({ stream, act }: Leg, time: bigint): boolean {
    const { kind, terms } = stream.address;
    if (isNoticed(stream)) return false;
    const payment = paymentOf(stream, time);
    const { status, unpaid } = readStream(stream);
    if (!isRecurring(kind)) return act === 'cancel' && terms.notice > 0n && payment.due < principalOf(stream);
    if (act === 'resume') return status >= STATUS.pausedRunning && unpaid - (status % 2n) > 0n;
    if (payment.ends) return false;
    return act === 'pause' ? terms.pausable && status === STATUS.active : terms.cancelable;
  }

  /** What the sender may do to a stream. */
  possibleActs({ stream }: Followed, time: bigint): Act[] {
    return stream === undefined
      ? []
      : (['pause', 'cancel', 'resume'] as const).filter((act) => this.allows({ stream, act }, time));
  }

  /** The sender cancels, pauses, resumes some streams at once. */
  act(chosen: readonly { readonly one: Followed; readonly act: Act }[], time: bigint): void {
    const alive = chosen.flatMap(({ one, act }) =>
      one.stream === undefined ? [] : [{ one, stream: one.stream, act }],
    );
    if (alive.length === 0) return;
    const make = () => draftActs(alive, time, { authority: authority() });
    if (!this.minable(time) || !alive.every((leg) => this.allows(leg, time))) {
      this.refuse(make);
      return;
    }
    const acts = new Set(alive.map(({ act }) => act));
    const sealed = this.send(acts.size > 1 ? 'mixed' : [...acts].join(), make());
    const places = placesOf(alive);
    alive.forEach(({ one, stream, act }, at) => {
      const { kind, terms } = stream.address;
      const slots = slotsOf(kind, places[at] ?? 0);
      if (act === 'resume') {
        const periods = one.state.status % 2n;
        const due = periods * one.state.amount;
        one.paid += due;
        one.principal -= due;
        one.move = undefined;
        one.state = {
          ...one.state,
          recipient: ownHash(one.state),
          status: STATUS.active,
          unpaid: one.state.unpaid - periods,
          next: time + terms.interval,
        };
        this.follow(one, streamAfter(stream, sealed, slots.state, { mined: this.tip }));
        return;
      }
      const { due, next } = paidByStop(stream, time);
      one.paid += due;
      one.principal -= due;
      const status = isRecurring(kind) ? next.status + (act === 'pause' ? 1n : 2n) : next.status;
      one.state = { ...next, status, recipient: ownHash(next) };
      one.move = undefined;
      one.noticed = true;
      one.clockHeight = this.tip.height;
      one.promise = undefined;
      this.follow(one, streamAfter(stream, sealed, slots.state, { clock: slots.clock, mined: this.tip }));
      one.promise = {
        left: isRecurring(kind) ? one.state.unpaid : one.principal,
        above: one.state.reserve - terms.floor,
      };
    });
    for (const { one, stream } of alive) this.checkReceived(one, stream, sealed);
  }

  private checkReceived(one: Followed, before: Stream, sealed: Sealed): void {
    const got = amountTo(sealed.transaction.outputs, before.to, before.companion !== undefined);
    expect(got).toBe(principalOf(before) - one.principal);
  }

  settle(one: Followed): void {
    const { stream } = one;
    if (stream === undefined || !one.noticed || !isRecurring(stream.address.kind)) return;
    const make = () => draftSettle(stream);
    if (one.state.status !== STATUS.pausing || !this.isOld(one)) {
      this.refuse(make);
      return;
    }
    const sealed = this.send('settle', make());
    one.state = { ...one.state, status: STATUS.pausedRunning };
    one.noticed = false;
    one.promise = undefined;
    this.follow(one, streamAfter(stream, sealed, 0, { mined: this.tip }));
  }

  refund(one: Followed): void {
    const { stream } = one;
    if (stream === undefined || !one.noticed) return;
    const make = () => draftRefund(stream);
    if (one.state.status === STATUS.pausing || !this.isOld(one)) {
      this.refuse(make);
      return;
    }
    const sealed = this.send('refund', make());
    const tokens = stream.companion !== undefined;
    const got = amountTo(sealed.transaction.outputs, stream.address.terms.sender, tokens);
    expect(got >= one.principal).toBe(true);
    one.refunded = one.principal;
    one.principal = 0n;
    this.follow(one, undefined);
  }

  /** From every state, a stream still ends with each party's money at that party. */
  finish(one: Followed): void {
    const { stream } = one;
    if (stream === undefined) return;
    const notice = Number(stream.address.terms.notice);
    if (one.noticed) {
      this.wait(notice, 0);
      if (one.state.status !== STATUS.pausing) {
        this.refund(one);
        return;
      }
      this.settle(one);
    }
    if (one.state.status >= STATUS.pausedRunning && one.state.unpaid > one.state.status % 2n)
      this.act([{ one, act: 'resume' }], BigInt(this.tip.mtp) - 1n);
    const { next, unpaid, end } = one.state;
    const last = isRecurring(stream.address.kind) ? next + unpaid * stream.address.terms.interval : end;
    const time = last > START ? last : START;
    this.wait(1, Math.max(0, Number(time) + 1 - this.tip.mtp));
    this.pay(one, time, true);
    expect(one.stream).toBeUndefined();
    expect(one.paid).toBe(one.funded);
  }
}
