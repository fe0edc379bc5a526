import { vestedAmount } from '@weir/vesting';
import fc from 'fast-check';
import { changeValue } from '../attacks/mutations.js';
import { coinNamed, purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import type { Party } from '../support/parties.js';
import { seal } from '../support/transaction.js';
import type { Coin, Draft, DraftInput } from '../support/transaction.js';
import { RUNS } from '../vesting/arbitraries.js';
import type { Terms } from '../vesting/terms.js';
import { terms as anyTerms } from './support/arbitraries.js';
import { DUST, FEE, FLOOR } from './support/constants.js';
import { draftSweep } from '../vesting/drafting.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { StreamLife } from './support/life.js';
import { StreamModel } from './support/stream-model.js';
import { createStream } from './support/stream.js';

/** Mostly the present; also any time between, before the latest locktime, and ahead of the chain. */
const anyShare = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1_000) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 1_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -60, max: 1_060 }) },
);

/** One thing somebody tries. Shares are thousandths of the time between the latest locktime and the chain's. */
const anyStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), share: fc.integer({ min: 0, max: 250 }), blocks: fc.integer({ min: 0, max: 80 }) }),
  },
  { weight: 12, arbitrary: fc.record({ kind: fc.constantFrom('claim' as const, 'push' as const), share: anyShare, own: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), share: anyShare, own: fc.boolean(), clockValue: fc.bigInt(681n, 3_000n) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'stray' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'sweep' as const }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer Kind> ? Kind : never;

const money = (owner: Party): DraftInput => purse(owner, 500_000n);

/** A random life, step by step beside its model. */
class Trial {
  readonly life: StreamLife;
  readonly model: StreamModel;
  readonly strays: Coin[] = [];
  swept = 0;
  done = 0;

  constructor(
    readonly terms: Terms,
    reserve: bigint,
  ) {
    this.life = new StreamLife(createStream(terms), reserve);
    this.model = new StreamModel(terms, reserve);
    this.life.wait(0, Number(terms.start) - 1);
  }

  private locktime(share: number): number {
    const { start } = this.terms;
    const from = this.model.latest > start ? this.model.latest : start;
    return Number(from + ((BigInt(this.life.tip.mtp) - 1n - from) * BigInt(share)) / 1_000n);
  }

  /** Sends a draft that the model allows, or sees the network refuse one that it does not. */
  private attempt(draft: Draft, allowed: boolean, record: (size: bigint) => void): void {
    if (!allowed) {
      expect(judge(draft, this.life.tip).accepted).toBe(false);
      return;
    }
    const { size } = this.life.send(draft);
    record(BigInt(size));
    this.done += 1;
  }

  private pay(kind: 'claim' | 'push', share: number, own: boolean): void {
    const locktime = this.locktime(share);
    const signed = kind === 'claim';
    const draft = draftPayment({
      ...this.life.deployment,
      locktime,
      ...(signed ? { signer: recipient } : {}),
      ...(own ? { purse: money(signed ? recipient : outsider) } : {}),
    });
    const payment = this.model.payable(BigInt(locktime), signed);
    const size = BigInt(seal(draft).size);
    const minable = locktime < this.life.tip.mtp;
    const allowed = payment !== undefined && minable && (own || this.model.contractPays(payment, signed, size));
    this.attempt(draft, allowed, (fee) => {
      if (payment !== undefined) this.model.pay(BigInt(locktime), payment, signed, own ? 0n : fee);
    });
  }

  private cancel(share: number, own: boolean, clockValue: bigint): void {
    const locktime = this.locktime(share);
    const draft = draftCancel({ ...this.life.deployment, locktime, signer: sender, clockValue, ...(own ? { purse: money(sender) } : {}) });
    const paid = this.model.cancelPays(BigInt(locktime));
    const spare = this.model.value - (this.terms.total - this.model.released) - FLOOR;
    const affordable = own || spare >= BigInt(seal(draft).size) + clockValue;
    this.attempt(draft, paid !== undefined && locktime < this.life.tip.mtp && affordable, (fee) => {
      this.model.cancel(BigInt(locktime), paid ?? 0n, clockValue, own ? 0n : fee);
    });
  }

  private refund(): void {
    const { clock } = this.life.deployment;
    if (clock === undefined) return;
    const old = this.life.tip.height + 1 - (clock.mined?.height ?? 0) >= this.terms.notice;
    this.attempt(draftRefund(this.life.deployment), old, (fee) => this.model.refund(fee));
  }

  private sweep(): void {
    if (this.strays.length === 0) return;
    const draft = draftSweep({ stream: this.life.stream, coins: this.strays, purse: money(sender) });
    expect(judge(draft, this.life.tip).accepted).toBe(true);
    this.swept += this.strays.splice(0).length;
  }

  step(step: Step): void {
    if (step.kind === 'stray')
      this.strays.push(coinNamed(`stray ${this.strays.length}`, { lockingBytecode: this.life.stream.lockingBytecode, valueSatoshis: 10_000n }));
    else if (step.kind === 'sweep') this.sweep();
    else if (step.kind === 'wait') this.wait(step.blocks, step.share);
    else if (this.model.status === 'CLOSED') expect(this.life.closed).toBe(true);
    else if (step.kind === 'refund') this.refund();
    else if (step.kind === 'cancel') this.cancel(step.share, step.own, step.clockValue);
    else this.pay(step.kind, step.share, step.own);
  }

  private wait(blocks: number, share: number): void {
    const { start, end } = this.terms;
    const later = this.life.tip.mtp + Number(((end - start) * BigInt(share)) / 1_000n) + 1;
    this.life.wait(blocks, Math.min(later, 0xffffffff));
  }

  /** The invariants of docs/covenants.md, after every step. */
  check(): void {
    const { model, life, terms } = this;
    expect(life.value).toBe(model.value + model.clockValue);
    expect(model.paidToRecipient + model.paidToSender + model.fees + model.value + model.clockValue).toBe(life.funded);
    if (model.status === 'CLOSED') return;
    expect(life.state).toEqual({ cancelled: model.status === 'CANCELLED', released: model.released, latest: model.latest });
    expect(model.released >= 0n && model.released <= vestedAmount(terms, model.latest) && model.released <= terms.total).toBe(true);
    expect(model.paidToRecipient).toBe(model.released);
    expect(model.status === 'CANCELLED' || model.value >= terms.total - model.released + FLOOR).toBe(true);
    expect(model.value >= FLOOR).toBe(true);
  }

  /** From here everybody still gets what is theirs. */
  checkProgress(): void {
    this.sweep();
    if (this.model.status === 'CLOSED') return;
    const { life, model, terms } = this;
    const locktime = life.tip.mtp - 1;
    const due = model.payable(BigInt(locktime), true);
    const claim = () => judge(draftPayment({ ...life.deployment, locktime, signer: recipient, purse: money(recipient) }), life.tip).accepted;
    if (due !== undefined) expect(claim()).toBe(true);

    const end = Number(terms.end > model.latest ? terms.end : model.latest);
    const rest = terms.total - model.released;
    const close = draftPayment({ ...life.deployment, locktime: end, signer: recipient });
    expect(judge(close, { ...life.tip, mtp: 0xffffffff + 1 }).accepted).toBe(rest >= DUST);

    if (model.status === 'ACTIVE') {
      expect(rest >= DUST).toBe(true);
      if (model.cancelPays(BigInt(locktime)) !== undefined && BigInt(locktime) >= model.latest) {
        const cancel = draftCancel({ ...life.deployment, locktime, signer: sender, purse: money(sender) });
        expect(judge(cancel, life.tip).accepted).toBe(true);
      }
    } else {
      const later = { ...life.tip, height: life.tip.height + terms.notice };
      const refund = draftRefund(life.deployment);
      expect(judge(refund, later).accepted).toBe(true);
      expect(judge(changeValue(refund, 0, -FEE), later).accepted).toBe(false);
    }
  }
}

describe('random lives beside a model in plain numbers', () => {
  it('agree after every step, keep the invariants, and never strand anybody', () => {
    const seen = { steps: 0, cancelled: 0, closed: 0, swept: 0 };
    fc.assert(
      fc.property(anyTerms, fc.bigInt(0n, 30_000n), fc.array(anyStep, { minLength: 10, maxLength: 30 }), (any, reserve, steps) => {
        const trial = new Trial({ ...any, notice: 6 + (any.notice % 200) }, reserve);
        for (const step of steps) {
          trial.step(step);
          trial.check();
        }
        trial.checkProgress();
        seen.steps += trial.done;
        seen.swept += trial.swept;
        seen.cancelled += trial.model.status === 'CANCELLED' ? 1 : 0;
        seen.closed += trial.model.status === 'CLOSED' ? 1 : 0;
      }),
      { numRuns: RUNS(200) },
    );
    // The search reaches what it is meant to search.
    expect(seen.steps).toBeGreaterThan(RUNS(200));
    expect(Math.min(seen.cancelled, seen.closed, seen.swept)).toBeGreaterThan(RUNS(200) / 20);
  });
});
