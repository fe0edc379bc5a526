import {
  buildKeylessVestingPush,
  buildPaidVestingPush,
  buildVestingCancel,
  buildVestingClaim,
  buildVestingSweep,
  CovenantError,
  InsufficientFundsError,
  isVestingStray,
  splitVesting,
  type UnsignedTransaction,
  type VestingPayment,
  type VestingTransition,
  type WalletCoins,
} from '../../src/index.js';
import { sizeOf } from '../../src/transaction/assemble.js';
import { shapesOf } from '../../src/vesting/transactions/vesting-payment.js';
import { BalanceModel, type ExpectedPayment, type ExpectedStep } from './balance-model.js';
import type { TestChain } from './chain.js';
import { createParty, type Party } from './party.js';
import { StreamScenario, termsBetween } from './stream-scenario.js';

/** Thousandths. */
type Share = number;

export type Action =
  | { readonly kind: 'wait'; /** Of the schedule's duration. */ readonly share: Share }
  | { readonly kind: 'blocks'; readonly count: number }
  /** `back`: dated back by a share of what the state allows; `coins`: whether the signer has any. */
  | { readonly kind: 'claim'; readonly back: Share; readonly coins: boolean }
  | { readonly kind: 'cancel'; readonly back: Share; readonly coins: boolean }
  | { readonly kind: 'push'; readonly back: Share; readonly paid: boolean }
  | { readonly kind: 'refund' }
  | { readonly kind: 'sweep'; readonly satoshis: number };

export interface ModelTerms {
  readonly total: bigint;
  readonly duration: bigint;
  readonly cliff: Share;
  readonly steps: number;
  readonly notice: number;
  /** Satoshis more or less in the state than a funding provides. */
  readonly reserve: bigint;
}

/** What somebody spent of their own beside what the stream paid them, satoshis. */
type Own = Record<'sender' | 'recipient' | 'stranger', bigint>;

let runs = 0;

/** Bytes of a transaction with one contract input and so many fixed outputs, less those of a wallet's coins and change. */
const sizeWithoutCoins = ({ size, inputs, outputs }: UnsignedTransaction, fixed: number): bigint =>
  BigInt(size - 148 * (inputs.length - 1) - 34 * (outputs.length - fixed));

/** One stream driven by actions, beside the model: every step is compared, and what must fail fails. */
export class ModelRun {
  /** Steps made, by kind, so that a run that tries nothing shows. */
  readonly made: string[] = [];
  private readonly own: Own = { sender: 0n, recipient: 0n, stranger: 0n };
  private readonly before: Own;
  private cancelHeight = Number.POSITIVE_INFINITY;

  private constructor(
    readonly chain: TestChain,
    private readonly parties: Record<keyof Own, Party>,
    readonly scenario: StreamScenario,
    readonly model: BalanceModel,
  ) {
    this.before = this.balances();
  }

  static async start(
    chain: TestChain,
    { total, duration, cliff, steps, notice, reserve }: ModelTerms,
  ): Promise<ModelRun> {
    runs += 1;
    const party = (name: string, satoshis: bigint) => createParty(chain, `${name} ${runs}`, satoshis);
    const parties = {
      sender: party('sender', total + 100_000n),
      recipient: party('recipient', 50_000n),
      stranger: party('stranger', 50_000n),
    };
    const start = chain.locktime() + 10n;
    const end = start + duration;
    const schedule = {
      total,
      start,
      end,
      cliff: cliff === 0 ? 0n : start + (duration * BigInt(cliff)) / 1_000n,
      step: steps === 0 ? 0n : duration / BigInt(steps),
    };
    const scenario = await StreamScenario.fund(
      chain,
      parties.sender,
      termsBetween(parties.sender, parties.recipient, { schedule, noticeBlocks: notice }),
      reserve,
    );
    return new ModelRun(chain, parties, scenario, new BalanceModel(schedule, notice, scenario.state.satoshis));
  }

  private balances(): Own {
    const { sender, recipient, stranger } = this.parties;
    return { sender: sender.balance(), recipient: recipient.balance(), stranger: stranger.balance() };
  }

  private funds(of: keyof Own, coins = true): WalletCoins {
    return coins ? this.parties[of].funds() : { hash: this.parties[of].hash, coins: [] };
  }

  /** A locktime between the latest the state knows and the latest possible. */
  private locktime(back: Share): bigint {
    const now = this.chain.locktime();
    const earliest = this.model.latest > this.model.schedule.start ? this.model.latest : this.model.schedule.start;
    return now <= earliest ? now : now - ((now - earliest) * BigInt(back)) / 1_000n;
  }

  async perform(action: Action): Promise<void> {
    if (action.kind === 'wait')
      this.chain.reach(
        this.chain.locktime() + ((this.model.schedule.end - this.model.schedule.start) * BigInt(action.share)) / 1_000n,
      );
    else if (action.kind === 'blocks') this.chain.mine(action.count);
    else if (action.kind === 'sweep') await this.sweep(BigInt(action.satoshis));
    else if (this.scenario.coin !== undefined) await this.move(action);
    this.checkMoney();
  }

  private async move(action: Exclude<Action, { kind: 'wait' | 'blocks' | 'sweep' }>): Promise<void> {
    if (action.kind === 'refund') this.refund();
    else if (action.kind === 'cancel') await this.cancel(this.locktime(action.back), action.coins);
    else if (action.kind === 'push') await this.push(this.locktime(action.back), action.paid);
    else await this.claim(this.locktime(action.back), action.coins);
  }

  /** The payment the library finds and the one the rules give: the same, or the library's is the next earlier one. */
  private payment(locktime: bigint): readonly [VestingPayment, ExpectedPayment] | undefined {
    const payment = this.scenario.payment(locktime);
    const expected = this.model.payable(payment?.payout.locktime ?? locktime);
    expect(payment === undefined).toBe(expected === undefined);
    if (payment === undefined || expected === undefined) return undefined;
    expect(payment.payout).toEqual({ ...expected, locktime: payment.payout.locktime });
    if (payment.payout.locktime !== locktime) expect(this.model.payable(locktime)).toBeUndefined();
    return [payment, expected];
  }

  async claim(locktime: bigint, coins: boolean): Promise<void> {
    const found = this.payment(locktime);
    if (found === undefined) return;
    const [payment, expected] = found;
    const size = BigInt(sizeOf(shapesOf(payment, true)(0n)));
    const free = this.model.paysFee(expected, true, size);
    const build = () => buildVestingClaim(payment, this.funds('recipient', coins));
    if (!free && !coins) {
      expect(build).toThrow(InsufficientFundsError);
      return;
    }
    const built = build();
    const step = this.model.pay(payment.payout.locktime, expected, true, free ? size : 0n);
    this.check('claim', await this.send('recipient', built, step), step);
  }

  async push(locktime: bigint, paid: boolean): Promise<void> {
    const found = this.payment(locktime);
    if (found === undefined) return;
    const [payment, expected] = found;
    const size = BigInt(sizeOf(shapesOf(payment, false)(0n)));
    const free = this.model.paysFee(expected, false, size);
    if (!paid) {
      this.pushKeyless(payment, expected, free ? size : undefined);
      return;
    }
    const build = () => buildPaidVestingPush(payment, this.funds('stranger'));
    if (!this.model.mayPush(expected)) {
      expect(build).toThrow(CovenantError);
      return;
    }
    const built = build();
    const step = this.model.pay(payment.payout.locktime, expected, false, expected.left === 0n && free ? size : 0n);
    this.check('push', await this.send('stranger', built, step), step);
  }

  private pushKeyless(payment: VestingPayment, expected: ExpectedPayment, size: bigint | undefined): void {
    const built = buildKeylessVestingPush(payment);
    expect(built === undefined).toBe(size === undefined);
    if (built === undefined || size === undefined) return;
    const step = this.model.pay(payment.payout.locktime, expected, false, size);
    expect(built.fee).toBe(step.contractFee);
    this.check('push', this.scenario.follow(this.chain.node.submit(built.hex)), step);
  }

  async cancel(locktime: bigint, coins: boolean): Promise<void> {
    const split = splitVesting(this.scenario.contract, this.scenario.state.state, locktime);
    expect(split !== undefined).toBe(this.model.mayCancel(locktime));
    if (split === undefined) return;
    const build = (funds: WalletCoins) => buildVestingCancel(this.scenario.contract, this.scenario.state, split, funds);
    const step = this.model.cancel(locktime, sizeWithoutCoins(build(this.funds('sender')), split.paid > 0n ? 3 : 2));
    if (step.contractFee === 0n)
      expect(() => build({ hash: this.parties.sender.hash, coins: [] })).toThrow(InsufficientFundsError);
    const built = build(this.funds('sender', coins || step.contractFee === 0n));
    this.check('cancel', await this.send('sender', built, step), step);
    this.chain.mine(1);
    this.cancelHeight = this.chain.tip().height;
  }

  refund(): void {
    if (this.model.status !== 'CANCELLED') return;
    const built = this.scenario.buildRefund();
    if (this.chain.tip().height + 1 < this.cancelHeight + this.model.notice) {
      expect(() => this.chain.node.submit(built.hex)).toThrow('non-BIP68-final');
      return;
    }
    const step = this.model.refund(BigInt(built.size));
    this.check('refund', this.scenario.follow(this.chain.node.submit(built.hex)), step);
  }

  private async sweep(satoshis: bigint): Promise<void> {
    const { contract } = this.scenario;
    this.chain.fund(contract.lockingBytecode, satoshis);
    const strays = this.chain.coinsOf(contract.lockingBytecode).filter(isVestingStray);
    const built = buildVestingSweep(contract, strays, this.funds('sender'));
    await this.parties.sender.send(built);
    this.own.sender += built.fee - satoshis;
    this.made.push('sweep');
  }

  private async send(payer: keyof Own, built: UnsignedTransaction, step: ExpectedStep): Promise<VestingTransition> {
    const transition = this.scenario.follow(await this.parties[payer].send(built));
    this.own[payer] += built.fee - step.contractFee + step.topUp;
    if (step.contractFee === 0n)
      expect(built.fee - BigInt(built.size) < 546n && built.fee >= BigInt(built.size)).toBe(true);
    else expect(built.fee).toBe(step.contractFee);
    return transition;
  }

  private check(kind: string, transition: VestingTransition, step: ExpectedStep): void {
    expect(transition).toMatchObject({ kind, paidToRecipient: step.toRecipient, paidToSender: step.toSender });
    this.made.push(kind);
  }

  /** The chain and the model agree on every satoshi, and the invariants hold. */
  private checkMoney(): void {
    const { scenario, model } = this;
    const { total } = model.schedule;
    expect(scenario.coin === undefined).toBe(model.status === 'ENDED');
    if (scenario.coin !== undefined) {
      expect(scenario.coin.state).toEqual({ status: model.status, released: model.released, latest: model.latest });
      expect(scenario.coin.satoshis).toBe(model.held);
      expect(model.held >= 1_400n + (model.status === 'ACTIVE' ? total - model.released : 0n)).toBe(true);
      expect(model.released <= total).toBe(true);
    }
    expect(scenario.clock?.satoshis ?? 0n).toBe(model.clock);
    expect(model.held + model.clock + model.toRecipient + model.toSender + model.contractFees).toBe(
      model.funded + model.added,
    );
    expect(this.balances()).toEqual({
      sender: this.before.sender + model.toSender - this.own.sender,
      recipient: this.before.recipient + model.toRecipient - this.own.recipient,
      stranger: this.before.stranger - this.own.stranger,
    });
  }

  /** From wherever the stream stands, everybody gets what is theirs: the recipient what has vested, the sender the rest. */
  async finish(toTheEnd: boolean): Promise<void> {
    const { chain, model } = this;
    const { total, end } = model.schedule;
    if (model.status === 'CANCELLED' && !toTheEnd) {
      await this.claim(chain.locktime(), true);
      chain.mine(model.notice);
      const kept = model.toRecipient;
      this.refundIfAny();
      expect(model.toRecipient).toBe(kept);
    } else if (model.status !== 'ENDED') {
      const inDebt = model.status === 'CANCELLED';
      if (chain.locktime() < end) chain.reach(end);
      if (inDebt && total - model.released < 546n) {
        // Less than dust was left by the cancel: no output can carry it, and the refund takes it.
        chain.mine(model.notice);
        this.refundIfAny();
      } else {
        // The recipient owns nothing here: the last claim is always the stream's expense.
        await this.claim(chain.locktime(), false);
        if (!inDebt) expect(model.toRecipient).toBe(total);
      }
    }
    this.checkMoney();
    expect(model.status).toBe('ENDED');
    expect(chain.coinsOf(this.scenario.contract.lockingBytecode)).toEqual([]);
  }

  private refundIfAny(): void {
    if (this.model.status !== 'CANCELLED') return;
    this.refund();
    expect(this.model.status).toBe('ENDED');
  }
}
