import { changeValue } from '../attacks/mutations.js';
import { purse } from '../support/coins.js';
import { judge, refuses } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { seal, type Draft } from '../support/transaction.js';
import { draftPayment, draftRefund, draftResume, draftSettle, draftStop } from './drafts.js';
import type { RecurringModel } from './model.js';
import type { RecurringScenario } from './recurring-scenario.js';
import type { Step } from './steps.js';

/** Own money is an outsider's throughout, so that what the parties gain is what the payment gave them. */
const money = purse(outsider, 500_000n);

/** A random scenario, step by step beside its model. */
export class Trial {
  done = 0;
  /** How often each kind of step was accepted. */
  readonly accepted = new Map<string, number>();

  constructor(
    readonly scenario: RecurringScenario,
    readonly model: RecurringModel,
  ) {
    this.scenario.wait(0, Number(model.terms.firstDue) - 1);
  }

  private locktime(share: number): number {
    const earliest = this.model.terms.firstDue - 3n * this.model.terms.interval;
    const from = this.model.latest > earliest ? this.model.latest : earliest;
    const time = Number(from + ((BigInt(this.scenario.tip.mtp) - 1n - from) * BigInt(share)) / 1_000n);
    return Math.max(time, 500_000_000);
  }

  /** Sends a draft that the model allows, or sees the network refuse one that it does not. */
  private attempt(kind: string, draft: Draft, allowed: boolean, record: (size: bigint) => void): void {
    if (!allowed) {
      expect(refuses(draft, this.scenario.tip)).toBe(true);
      return;
    }
    const { size } = this.scenario.send(draft);
    record(BigInt(size));
    this.done += 1;
    this.accepted.set(kind, (this.accepted.get(kind) ?? 0) + 1);
  }

  private pay(kind: 'claim' | 'push', share: number, own: boolean): void {
    const locktime = this.locktime(share);
    const signed = kind === 'claim';
    const payment = this.model.payable(BigInt(locktime), signed);
    if (payment === undefined && this.scenario.closed) return;
    const draft = draftPayment({
      ...this.scenario.deployment,
      locktime,
      ...(signed ? { signer: recipient } : {}),
      ...(own ? { purse: money } : {}),
    });
    const minable = locktime < this.scenario.tip.mtp;
    const allowed =
      payment !== undefined && minable && (own || this.model.contractPays(payment, signed, BigInt(seal(draft).size)));
    this.attempt(kind, draft, allowed, (fee) => {
      if (payment !== undefined) this.model.pay(BigInt(locktime), payment, signed, own ? 0n : fee);
    });
  }

  private stop({ to, share, own, extra }: Extract<Step, { kind: 'stop' }>): void {
    const locktime = this.locktime(share);
    const clockValue = this.model.mode.clock + extra;
    const draft = draftStop({
      ...this.scenario.deployment,
      locktime,
      signer: sender,
      to,
      clockValue,
      ...(own ? { purse: money } : {}),
    });
    const payment = this.model.stopPays(to, BigInt(locktime));
    const affordable =
      payment !== undefined && (own || this.model.contractStops(payment, BigInt(seal(draft).size), clockValue));
    this.attempt(to, draft, affordable && locktime < this.scenario.tip.mtp, (fee) => {
      if (payment !== undefined) this.model.stop(to, BigInt(locktime), payment, clockValue, own ? 0n : fee);
    });
  }

  private get clockIsOld(): boolean {
    const { clock } = this.scenario.deployment;
    return clock !== undefined && this.scenario.tip.height + 1 - (clock.mined?.height ?? 0) >= this.model.terms.notice;
  }

  private settle(): void {
    if (!this.model.noticed) return;
    const allowed = this.model.status === 'PAUSING' && this.clockIsOld;
    this.attempt('settle', draftSettle(this.scenario.deployment), allowed, (fee) => this.model.settle(fee));
  }

  private resume(share: number, later: bigint): void {
    const locktime = this.locktime(share);
    const draft = draftResume({ ...this.scenario.deployment, locktime, signer: sender, purse: money, later });
    const timely =
      BigInt(locktime) >= this.model.latest && locktime < this.scenario.tip.mtp && later >= 0n && later <= 7_200n;
    this.attempt('resume', draft, this.model.status === 'PAUSED' && timely, () =>
      this.model.resume(BigInt(locktime), later),
    );
  }

  private refund(): void {
    const { status, terms } = this.model;
    if (status === 'ACTIVE') return;
    const allowed = status === 'CANCELLED' ? this.clockIsOld : status === 'PAUSED' && terms.cancelable;
    this.attempt('refund', draftRefund(this.scenario.deployment), allowed, () => this.model.close());
  }

  private wait(blocks: number, thousandths: number): void {
    const later = this.scenario.tip.mtp + Number((this.model.terms.interval * BigInt(thousandths)) / 1_000n) + 1;
    this.scenario.wait(blocks, Math.min(later, 0xffffffff));
  }

  step(step: Step): void {
    if (step.kind === 'wait') this.wait(step.blocks, step.intervals);
    else if (this.model.status === 'CLOSED') expect(this.scenario.closed).toBe(true);
    else if (step.kind === 'stop') this.stop(step);
    else if (step.kind === 'settle') this.settle();
    else if (step.kind === 'resume') this.resume(step.share, step.later);
    else if (step.kind === 'refund') this.refund();
    else this.pay(step.kind, step.share, step.own);
    this.check();
  }

  /** The invariants of docs/covenants.md, after every step. */
  private check(): void {
    const { model, scenario } = this;
    const { mode, paidAmount, payments } = model;
    expect(scenario.toRecipient).toEqual(
      mode.paysTokens ? { satoshis: payments * mode.payout, tokens: paidAmount } : { satoshis: paidAmount, tokens: 0n },
    );
    if (model.status === 'CLOSED') {
      if (mode.paysTokens) expect(scenario.toSender.tokens).toBe(model.total - paidAmount);
      return;
    }
    expect(scenario.toSender).toEqual({ satoshis: 0n, tokens: 0n });
    expect(scenario.state).toEqual({
      status: model.status,
      paid: model.paid,
      nextDue: model.nextDue,
      latest: model.latest,
    });
    expect(scenario.deployment.state.output.valueSatoshis).toBe(model.value);
    expect(scenario.deployment.clock?.output.valueSatoshis ?? 0n).toBe(model.clockValue);
    if (mode.paysTokens) expect(scenario.tokens).toBe(model.total - paidAmount);
    // Principal pays no fee, and the last payment always has one.
    expect(model.value >= model.principal() + mode.floor).toBe(true);
    if (model.promise === undefined) return;
    // Whatever was pushed since, a push of the promised part of what was left then still gets its fee; and with a fee for
    // each period nothing that anybody does takes the last period's.
    const { unpaid, reserve } = model.promise;
    expect(model.unpaid * reserve <= unpaid * model.reserve).toBe(true);
    if (model.fullyReserved) expect(model.reserve >= model.unpaid * mode.fee).toBe(true);
  }

  /** From here everybody still gets what is theirs. */
  checkProgress(): void {
    const { scenario, model } = this;
    if (model.status === 'CLOSED') return;
    if (model.status === 'PAUSING') {
      scenario.wait(model.terms.notice);
      this.settle();
    }
    if (model.status === 'PAUSED') {
      expect(judge(draftRefund(scenario.deployment), scenario.tip).accepted).toBe(model.terms.cancelable);
      this.resume(1_000, 0n);
    }
    const locktime = scenario.tip.mtp - 1;
    for (const to of ['PAUSING', 'CANCELLED'] as const) {
      const stop = draftStop({ ...scenario.deployment, locktime, signer: sender, to, purse: money });
      expect(judge(stop, scenario.tip).accepted).toBe(model.stopPays(to, BigInt(locktime)) !== undefined);
    }
    if (model.status === 'CANCELLED') {
      const later = { ...scenario.tip, height: scenario.tip.height + model.terms.notice };
      const refund = draftRefund(scenario.deployment);
      expect(judge(refund, later, 'passes').accepted).toBe(true);
      expect(refuses(changeValue(refund, 0, -model.mode.refundFee), later)).toBe(true);
    }
    // At the last due date the contract itself pays for everything.
    const last = model.nextDue + (model.unpaid - 1n) * model.terms.interval;
    const end = last > model.latest ? last : model.latest;
    scenario.wait(0, 0xffffffff + 1);
    if (end > 0xffffffffn) return;
    scenario.send(draftPayment({ ...scenario.deployment, locktime: Number(end), signer: recipient }));
    expect(scenario.closed).toBe(true);
    expect(model.mode.paysTokens ? scenario.toRecipient.tokens : scenario.toRecipient.satoshis).toBe(model.total);
  }
}
