import { binToHex } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import {
  type CalendarDraft,
  type CalendarProduct,
  type CalendarStream,
  type ContractState,
  type KeylessTransaction,
  lockingBytecodeOf,
  type UnsignedTransaction,
} from '@weir/covenants';
import {
  calendarPart,
  fundCalendar,
  lastDaySalary,
  monthlyGrant,
  openedByCalendar,
  trancheList,
} from '@weir/simulation';
import type { Wallet } from '@weir/wallet';
import { type BaseParty, type ChainBase, UNITS } from './chain-base.js';
import { need, SignedBefore } from './scripted.js';

/** Where a stream is after some scripted transactions. */
export interface CalendarMoment {
  readonly txid: string;
  readonly state: ContractState;
  /** The sender's remaining coin. */
  readonly purse: Utxo;
}

const TIP = { height: 112, medianTimePast: 0 };

/** A stream by the calendar whose transactions, rivals among them, are built and signed before any chain sees them. */
export class ScriptedCalendar extends SignedBefore {
  #stream: CalendarStream | undefined;

  constructor(
    name: string,
    readonly product: CalendarProduct,
    readonly sender: BaseParty,
    readonly draft: CalendarDraft,
    readonly nonce: number,
    readonly asset?: string,
  ) {
    super(name);
  }

  get #senderLock(): Uint8Array {
    return lockingBytecodeOf(this.sender.wallet.publicKeyHash);
  }

  get lockingBytecodes(): readonly Uint8Array[] {
    return [need(this.#stream, 'funding').lockingBytecode];
  }

  async fund(): Promise<CalendarMoment> {
    const { wallet, coins } = this.sender;
    const part = calendarPart(this.product, this.#senderLock, [this.draft], {
      nonce: new Uint8Array(16).fill(this.nonce),
    });
    const built = fundCalendar(part, { hash: wallet.publicKeyHash, coins }, TIP, this.asset);
    const { txid, transaction } = await this.sign('fund', [], built, wallet);
    const { stream, state } = need(openedByCalendar(txid, transaction)[0], 'stream that the funding opens');
    this.#stream = stream;
    return { txid, state, purse: this.#changeOf(txid, transaction.outputs) };
  }

  /** Pays by the reserve what is due at a time. */
  async pay(from: CalendarMoment, time: bigint): Promise<CalendarMoment> {
    return need(await this.#pay(from, time), 'state after a payment');
  }

  /** Pays the last of it. */
  async payAll(from: CalendarMoment, time: bigint): Promise<void> {
    if ((await this.#pay(from, time)) !== undefined) throw new Error(`The ${this.name} goes on`);
  }

  async #pay(from: CalendarMoment, time: bigint): Promise<CalendarMoment | undefined> {
    const built = this.#at(from).payoutAt(time)?.buildPush();
    return this.#follow('pay', from, [], need(built, 'payment that the reserve pays for'));
  }

  /** Cancels, pauses or resumes by the sender's signature. */
  async move(kind: 'cancel' | 'pause' | 'resume', from: CalendarMoment, time: bigint): Promise<CalendarMoment> {
    const position = this.#at(from);
    const coins = [from.purse];
    const built =
      kind === 'cancel'
        ? position.cancelAt(time)?.build(coins).transaction
        : (kind === 'pause' ? position.pauseAt(time) : position.resumeAt(time))?.build(coins);
    const signer = this.sender.wallet;
    const after = await this.#follow(kind, from, [from.purse.txid], need(built, kind), signer);
    return need(after, `state after a ${kind}`);
  }

  /** Ends a notice: settles a pause. */
  async settle(from: CalendarMoment): Promise<CalendarMoment> {
    return need(await this.#endNotice(from, 'settle'), 'state after a pause');
  }

  async refund(from: CalendarMoment): Promise<void> {
    await this.#endNotice(from, 'refund');
  }

  async #endNotice(from: CalendarMoment, kind: 'settle' | 'refund'): Promise<CalendarMoment | undefined> {
    const end = this.#at(from).noticeEnd();
    if (end?.kind !== kind) throw new Error(`Expected the end of a notice by ${kind}`);
    return this.#follow(kind, from, [], need(end.build()?.transaction, `${kind} that the contract pays for`));
  }

  #at({ state }: CalendarMoment) {
    return need(this.#stream, 'funding').at(state);
  }

  #changeOf(txid: string, outputs: readonly { lockingBytecode: Uint8Array; valueSatoshis: bigint; token?: unknown }[]) {
    const mine = binToHex(this.#senderLock);
    const vout = outputs.findIndex((each) => each.token === undefined && binToHex(each.lockingBytecode) === mine);
    return { txid, vout, satoshis: need(outputs[vout], 'change').valueSatoshis };
  }

  /** Signs a step, and reads what it leaves; undefined where it ended the stream. */
  async #follow(
    what: string,
    from: CalendarMoment,
    parents: readonly string[],
    built: UnsignedTransaction | KeylessTransaction,
    signer?: Wallet,
  ): Promise<CalendarMoment | undefined> {
    const { txid, transaction } = await this.sign(what, [from.txid, ...parents], built, signer);
    const { next } = need(this.#at(from).readStep(txid, transaction), `step of a ${what}`);
    if (next === undefined) return undefined;
    return { txid, state: next, purse: signer === undefined ? from.purse : this.#changeOf(txid, transaction.outputs) };
  }
}

/** 09:00, one hour east of Greenwich. */
const at = (year: number, month: number, day: number): bigint => BigInt(Date.UTC(year, month - 1, day, 8) / 1_000);

/** Scripts a salary of the last day of each month: payments of one month and of two, a pause, a resume and cancels at several times. */
const scriptSalary = async (salary: ScriptedCalendar): Promise<void> => {
  const funded = await salary.fund();
  const first = await salary.pay(funded, at(2024, 5, 31));
  const second = await salary.pay(first, at(2024, 7, 31));
  await salary.payAll(second, at(2025, 4, 30));
  const paused = await salary.move('pause', first, at(2024, 6, 15));
  const settled = await salary.settle(paused);
  const running = await salary.pay(settled, at(2024, 6, 30));
  await salary.move('resume', running, at(2024, 9, 10));
  const late = await salary.move('cancel', settled, at(2024, 6, 20));
  await salary.refund(late);
  const early = await salary.move('cancel', funded, at(2024, 5, 20));
  await salary.refund(early);
  const during = await salary.pay(early, at(2024, 5, 31));
  await salary.refund(during);
};

/** Scripts a grant or a list: payments at two dates, and cancels before and after the first. */
const scriptDated = async (stream: ScriptedCalendar, times: readonly [bigint, bigint], end?: bigint): Promise<void> => {
  const [once, again] = times;
  const funded = await stream.fund();
  const first = await stream.pay(funded, once);
  const second = await stream.pay(first, again);
  if (end !== undefined) await stream.payAll(second, end);
  const late = await stream.move('cancel', first, once);
  await stream.refund(late);
  const pushed = await stream.pay(late, again);
  await stream.refund(pushed);
  const early = await stream.move('cancel', funded, once - 1n);
  await stream.refund(early);
};

/** Scripts a salary, a grant of tokens and a list of tranches, each with its branches. */
export const scriptCalendars = async (base: ChainBase): Promise<readonly ScriptedCalendar[]> => {
  const recipient = lockingBytecodeOf(base.claimant.wallet.publicKeyHash);
  const tranches = [
    [2025, 2, 3],
    [2025, 3, 7],
    [2025, 3, 9],
    [2025, 4, 9],
  ].map(([year = 0, month = 0, day = 0], i) => ({ at: at(year, month, day), amount: BigInt(i + 1) * 1_000_000n }));
  const salary = new ScriptedCalendar(
    'salary',
    'SALARY_BCH',
    base.party(5),
    lastDaySalary(recipient, { year: 2024, month: 5 }),
    71,
  );
  const grant = new ScriptedCalendar(
    'grant',
    'GRANT_TOKEN',
    base.holder,
    monthlyGrant(recipient, { year: 2024, month: 10 }, UNITS / 48n / 256n),
    72,
    base.category,
  );
  const list = new ScriptedCalendar('tranches', 'TRANCHES_BCH', base.party(6), trancheList(recipient, tranches), 73);
  await scriptSalary(salary);
  await scriptDated(grant, [at(2025, 3, 15), at(2025, 5, 15)]);
  await scriptDated(list, [at(2025, 2, 3), at(2025, 3, 9)], at(2025, 4, 9));
  return [salary, grant, list];
};
