import { vestedAmount } from '@weir/vesting';
import { changeValue } from '../attacks/mutations.js';
import { coinNamed, purse } from '../support/coins.js';
import { judge, refuses } from '../support/judge.js';
import { outsider, recipient, sender, type Party } from '../support/parties.js';
import { seal, type Coin, type Draft, type DraftInput } from '../support/transaction.js';
import type { Deployment, Transition } from './deployment.js';
import { draftSweep } from './drafting.js';
import type { VestingModel } from './model.js';
import type { Step } from './steps.js';
import type { Terms } from './terms.js';
import type { VestingScenario } from './vesting-scenario.js';

/** A covenant's builders, and the most that its refund may take. */
export interface Mode {
  readonly payment: (transition: Transition) => Draft;
  readonly cancel: (transition: Transition & { readonly clockValue?: bigint }) => Draft;
  readonly refund: (deployment: Deployment) => Draft;
  readonly refundFee: bigint;
}

const money = (owner: Party): DraftInput => purse(owner, 500_000n);

/** A random scenario, step by step beside its model. */
export class Trial<Model extends VestingModel> {
  readonly strays: Coin[] = [];
  readonly terms: Terms;
  swept = 0;
  done = 0;

  constructor(
    readonly mode: Mode,
    readonly scenario: VestingScenario,
    readonly model: Model,
  ) {
    this.terms = model.terms;
    this.scenario.wait(0, Number(this.terms.start) - 1);
  }

  private locktime(share: number): number {
    const { start } = this.terms;
    const from = this.model.latest > start ? this.model.latest : start;
    return Number(from + ((BigInt(this.scenario.tip.mtp) - 1n - from) * BigInt(share)) / 1_000n);
  }

  /** Sends a draft that the model allows, or sees the network refuse one that it does not. */
  private attempt(draft: Draft, allowed: boolean, record: (size: bigint) => void): void {
    if (!allowed) {
      expect(refuses(draft, this.scenario.tip)).toBe(true);
      return;
    }
    const { size } = this.scenario.send(draft);
    record(BigInt(size));
    this.done += 1;
  }

  private pay(kind: 'claim' | 'push', share: number, own: boolean): void {
    const locktime = this.locktime(share);
    const signed = kind === 'claim';
    const payment = this.model.payable(BigInt(locktime), signed);
    const draft = this.mode.payment({
      ...this.scenario.deployment,
      locktime,
      ...(signed ? { signer: recipient } : {}),
      ...(own ? { purse: money(signed ? recipient : outsider) } : {}),
    });
    const size = BigInt(seal(draft).size);
    const minable = locktime < this.scenario.tip.mtp;
    const allowed = payment !== undefined && minable && (own || this.model.contractPays(payment, signed, size));
    this.attempt(draft, allowed, (fee) => {
      if (payment !== undefined) this.model.pay(BigInt(locktime), payment, signed, own ? 0n : fee);
    });
  }

  private cancel(share: number, own: boolean, clockValue: bigint): void {
    const locktime = this.locktime(share);
    const draft = this.mode.cancel({
      ...this.scenario.deployment,
      locktime,
      signer: sender,
      clockValue,
      ...(own ? { purse: money(sender) } : {}),
    });
    const paid = this.model.cancelPays(BigInt(locktime));
    const affordable = own || this.model.contractCancels(BigInt(seal(draft).size), paid ?? 0n, clockValue);
    this.attempt(draft, paid !== undefined && locktime < this.scenario.tip.mtp && affordable, (fee) => {
      this.model.cancel(BigInt(locktime), paid ?? 0n, clockValue, own ? 0n : fee);
    });
  }

  private refund(): void {
    const { clock } = this.scenario.deployment;
    if (clock === undefined) return;
    const old = this.scenario.tip.height + 1 - (clock.mined?.height ?? 0) >= this.terms.notice;
    this.attempt(this.mode.refund(this.scenario.deployment), old, (fee) => this.model.refund(fee));
  }

  private sweep(): void {
    if (this.strays.length === 0) return;
    const draft = draftSweep({ stream: this.scenario.stream, coins: this.strays, purse: money(sender) });
    expect(judge(draft, this.scenario.tip, 'passes').accepted).toBe(true);
    this.swept += this.strays.splice(0).length;
  }

  private wait(blocks: number, share: number): void {
    const { start, end } = this.terms;
    const later = this.scenario.tip.mtp + Number(((end - start) * BigInt(share)) / 1_000n) + 1;
    this.scenario.wait(blocks, Math.min(later, 0xffffffff));
  }

  step(step: Step): void {
    if (step.kind === 'stray')
      this.strays.push(
        coinNamed(`stray ${this.strays.length}`, {
          lockingBytecode: this.scenario.stream.lockingBytecode,
          valueSatoshis: 10_000n,
        }),
      );
    else if (step.kind === 'sweep') this.sweep();
    else if (step.kind === 'wait') this.wait(step.blocks, step.share);
    else if (this.model.status === 'CLOSED') expect(this.scenario.closed).toBe(true);
    else if (step.kind === 'refund') this.refund();
    else if (step.kind === 'cancel') this.cancel(step.share, step.own, step.clockValue);
    else this.pay(step.kind, step.share, step.own);
    this.check();
  }

  /** The invariants that both modes share, after every step. */
  private check(): void {
    const { model, scenario, terms } = this;
    if (model.status === 'CLOSED') return;
    expect(scenario.state).toEqual({
      cancelled: model.status === 'CANCELLED',
      released: model.released,
      latest: model.latest,
    });
    expect(
      model.released >= 0n && model.released <= vestedAmount(terms, model.latest) && model.released <= terms.total,
    ).toBe(true);
  }

  /** From here everybody still gets what is theirs. */
  checkProgress(): void {
    this.sweep();
    if (this.model.status === 'CLOSED') return;
    const { scenario, model, terms, mode } = this;
    const locktime = scenario.tip.mtp - 1;
    const due = model.payable(BigInt(locktime), true);
    const claim = () =>
      judge(
        mode.payment({ ...scenario.deployment, locktime, signer: recipient, purse: money(recipient) }),
        scenario.tip,
        'passes',
      ).accepted;
    if (due !== undefined) expect(claim()).toBe(true);

    const end = Number(terms.end > model.latest ? terms.end : model.latest);
    const close = mode.payment({ ...scenario.deployment, locktime: end, signer: recipient });
    expect(judge(close, { ...scenario.tip, mtp: 0xffffffff + 1 }).accepted).toBe(model.closable);

    if (model.status === 'ACTIVE') {
      expect(model.closable).toBe(true);
      if (model.cancelPays(BigInt(locktime)) !== undefined && BigInt(locktime) >= model.latest) {
        const cancel = mode.cancel({ ...scenario.deployment, locktime, signer: sender, purse: money(sender) });
        expect(judge(cancel, scenario.tip, 'passes').accepted).toBe(true);
      }
    } else {
      const later = { ...scenario.tip, height: scenario.tip.height + terms.notice };
      const refund = mode.refund(scenario.deployment);
      expect(judge(refund, later, 'passes').accepted).toBe(true);
      expect(refuses(changeValue(refund, 0, -mode.refundFee), later)).toBe(true);
    }
  }
}
