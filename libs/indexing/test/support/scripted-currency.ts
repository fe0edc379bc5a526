import type { Utxo } from 'cashscript';
import {
  buildCurrencyFunding,
  buildCurrencyMove,
  buildCurrencyTopUp,
  createCurrencyContract,
  type CurrencyClockCoin,
  type CurrencyCoin,
  type CurrencyContract,
  type CurrencyDuty,
  type CurrencyMoveKind,
  DEFAULT_CURRENCY_FEES,
  findCurrencyFunding,
  type FoundCurrencyPayment,
  type KeylessTransaction,
  lockingBytecodeOf,
  nextCurrencyDuty,
  readCurrencyTransition,
  type UnsignedTransaction,
} from '@weir/covenants';
import { currencyTermsOf, minuteOf, openOracle, type TestOracle } from '@weir/simulation';
import type { Wallet } from '@weir/wallet';
import { type BaseParty, type ChainBase, DAY } from './chain-base.js';
import { need, SignedBefore } from './scripted.js';

/** Where a payment in a currency is after some scripted transactions. */
export interface CurrencyMoment {
  readonly coin: CurrencyCoin;
  readonly clock: CurrencyClockCoin | undefined;
  /** The sender's remaining coin. */
  readonly purse: Utxo;
}

const TIP = { height: 112, medianTimePast: 0 };
/** Heights by which a notice is over: blocks decide on a chain. */
const OVER = { noticeHeight: 0, tipHeight: 1_000 };

/** A payment in a currency whose transactions, rivals among them, are built and signed before any chain sees them. */
export class ScriptedCurrency extends SignedBefore {
  readonly contract: CurrencyContract;
  #found: FoundCurrencyPayment | undefined;

  constructor(
    name: string,
    readonly sender: BaseParty,
    readonly recipient: Wallet,
    readonly start: bigint,
    readonly oracle: TestOracle,
  ) {
    super(name);
    const terms = currencyTermsOf(lockingBytecodeOf(sender.wallet.publicKeyHash), oracle, 91);
    this.contract = createCurrencyContract(terms, 'devnet');
  }

  get lockingBytecodes(): readonly Uint8Array[] {
    return [this.contract.lockingBytecode];
  }

  /** Opens two payments, the first of which is moved. */
  async fund(): Promise<CurrencyMoment> {
    const { wallet, coins } = this.sender;
    const draft = {
      recipient: lockingBytecodeOf(this.recipient.publicKeyHash),
      amount: 4_500n,
      periods: 3,
      firstDue: this.start,
      satoshis: DEFAULT_CURRENCY_FEES.reserve + 25_000_000n,
    };
    const payer = { hash: wallet.publicKeyHash, coins };
    const { kind, transaction } = buildCurrencyFunding(this.contract, [draft, draft], payer, TIP);
    if (kind !== 'funding') throw new Error('This wallet must be prepared first');
    const { txid, transaction: funded } = await this.sign('fund', [], transaction, wallet);
    const result = findCurrencyFunding('devnet', txid, funded);
    const [found] = result.ok ? result.plan.payments : [];
    if (found === undefined) throw new Error('The funding opens no payment');
    this.#found = found;
    const purse = { txid, vout: 0, satoshis: funded.outputs[0]?.valueSatoshis ?? 0n };
    return { coin: found.coin, clock: undefined, purse };
  }

  /** Pays the next period, which nobody signs. */
  async pay(from: CurrencyMoment): Promise<CurrencyMoment> {
    return need(await this.#perform('pay', from), 'state after a payment');
  }

  /** Settles a pause once its notice is over. */
  async settle(from: CurrencyMoment): Promise<CurrencyMoment> {
    return need(await this.#perform('settle', from), 'state after a pause');
  }

  /** Ends the payment: by the refund of a cancel, or because nothing is left to pay. */
  async finish(from: CurrencyMoment, kind: 'refund' | 'close'): Promise<void> {
    await this.#perform(kind, from);
  }

  /** Adds money by somebody's coin. */
  async topUp(from: CurrencyMoment, { wallet, coins }: BaseParty): Promise<CurrencyMoment> {
    const payer = { hash: wallet.publicKeyHash, coins };
    const built = buildCurrencyTopUp(this.contract, from.coin, 50_000n, payer);
    return need(await this.#follow('top up', from, [], built, wallet), 'state after a top-up');
  }

  /** Cancels, pauses or resumes by the sender's signature. */
  async move(kind: CurrencyMoveKind, from: CurrencyMoment): Promise<CurrencyMoment> {
    const { wallet } = this.sender;
    const funds = { hash: wallet.publicKeyHash, coins: [from.purse] };
    const items = [{ contract: this.contract, coin: from.coin }];
    const built = buildCurrencyMove(items, kind, funds, this.start + BigInt(10 * DAY));
    return need(await this.#follow(kind, from, [from.purse.txid], built, wallet), `state after a ${kind}`);
  }

  async #perform(kind: CurrencyDuty['kind'], from: CurrencyMoment): Promise<CurrencyMoment | undefined> {
    const { coin, clock } = from;
    const duty = nextCurrencyDuty({
      contract: this.contract,
      coin,
      recipient: need(this.#found, 'funding').recipient,
      clock: clock && { ...clock, ...OVER },
      time: coin.state.next,
      pair: kind === 'pay' ? this.oracle.pairAt(coin.state.next) : undefined,
      deposits: [],
    });
    if (duty?.kind !== kind) throw new Error(`Expected ${kind}, and ${duty?.kind ?? 'nothing'} is due`);
    return this.#follow(kind, from, [], duty.transaction);
  }

  /** Signs a step, and reads what it leaves; undefined where it ended the payment. */
  async #follow(
    what: string,
    from: CurrencyMoment,
    parents: readonly string[],
    built: UnsignedTransaction | KeylessTransaction,
    signer?: Wallet,
  ): Promise<CurrencyMoment | undefined> {
    const spent = [from.coin.outpoint.txid, ...(from.clock === undefined ? [] : [from.clock.outpoint.txid])];
    const { txid, transaction } = await this.sign(what, [...spent, ...parents], built, signer);
    const read = readCurrencyTransition(this.contract, from.coin, txid, transaction);
    if (!read.ok) throw new Error(`${what}: ${read.problem}`);
    const { next, clock } = read.transition;
    if (next === undefined) return undefined;
    const isSenders = signer === this.sender.wallet;
    return {
      coin: next,
      clock: clock ?? (next.units === 0n ? from.clock : undefined),
      purse: isSenders ? { txid, vout: 0, satoshis: transaction.outputs[0]?.valueSatoshis ?? 0n } : from.purse,
    };
  }
}

/** Scripts the branches of a payment in a currency: three periods, a top-up, a pause, and cancels at several times. */
export const scriptCurrency = async (base: ChainBase, payers: () => BaseParty): Promise<ScriptedCurrency> => {
  const oracle = await openOracle(45_000n);
  // Long before the chain's clock.
  const start = minuteOf(BigInt(base.time - 45 * DAY));
  const payment = new ScriptedCurrency('currency', base.party(4), base.claimant.wallet, start, oracle);
  const funded = await payment.fund();
  const first = await payment.pay(funded);
  const second = await payment.pay(first);
  const third = await payment.pay(second);
  // What is added pays the debt of the last period.
  await payment.topUp(third, payers());
  const added = await payment.topUp(first, payers());
  await payment.pay(added);
  const early = await payment.move('cancel', funded);
  await payment.finish(early, 'refund');
  const during = await payment.pay(early);
  await payment.finish(during, 'refund');
  const paused = await payment.move('pause', first);
  const settled = await payment.settle(paused);
  const running = await payment.pay(settled);
  await payment.move('resume', running);
  const late = await payment.move('cancel', settled);
  await payment.finish(late, 'refund');
  return payment;
};
