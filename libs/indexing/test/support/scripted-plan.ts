import { binToHex } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import {
  buildPlanMoves,
  encodePlanAnnouncement,
  lockingBytecodeOf,
  planMoveItem,
  type ContractState,
  type KeylessTransaction,
  type PlanDraft,
  type PlanProduct,
  type PlanStopKind,
  type PlanStream,
  type UnsignedTransaction,
} from '@weir/covenants';
import { buildFunding, layOutPart, openedBy } from '@weir/simulation';
import type { Wallet } from '@weir/wallet';
import type { BaseParty } from './chain-base.js';
import { need, SignedBefore } from './scripted.js';

/** Where the streams of a plan are after some scripted transactions. */
export interface PlanMoment {
  /** Of the last of them. */
  readonly txid: string;
  /** Of each that goes on, by its index. */
  readonly states: ReadonlyMap<number, ContractState>;
  /** The sender's remaining coin. */
  readonly purse: Utxo;
}

/** A plan whose transactions, rivals among them, are built and signed before any chain sees them. */
export class ScriptedPlan extends SignedBefore {
  readonly #streams = new Map<number, PlanStream>();

  constructor(
    name: string,
    readonly product: PlanProduct,
    readonly sender: BaseParty,
    readonly drafts: PlanDraft['streams'],
    readonly nonce: number,
    readonly asset?: string,
  ) {
    super(name);
  }

  get lockingBytecodes(): readonly Uint8Array[] {
    return [...this.#streams.values()].map(({ lockingBytecode }) => lockingBytecode);
  }

  /** The first stream's address. */
  get lockingBytecode(): Uint8Array {
    return this.#stream(1).lockingBytecode;
  }

  get announcement(): Uint8Array {
    return encodePlanAnnouncement(this.#stream(1).contract.terms);
  }

  /** @param payer somebody else for a twin: the same addresses, funded again */
  async fund(payer = this.sender): Promise<PlanMoment> {
    const { wallet, coins } = payer;
    const part = layOutPart({
      product: this.product,
      sender: lockingBytecodeOf(this.sender.wallet.publicKeyHash),
      nonce: new Uint8Array(16).fill(this.nonce),
      streams: this.drafts,
    });
    const funds = { hash: wallet.publicKeyHash, coins };
    const funding = buildFunding(part, funds, { height: 112, medianTimePast: 0 }, this.asset);
    const { txid, transaction } = await this.sign('fund', [], funding, wallet);
    const opened = openedBy(txid, transaction);
    for (const { stream } of opened) this.#streams.set(stream.index, stream);
    const states = new Map(opened.map(({ stream, state }) => [stream.index, state]));
    return { txid, states, purse: this.#changeOf(txid, transaction.outputs) };
  }

  /** Pushes a payment, which needs no signature. */
  pay(from: PlanMoment, index: number, time: bigint): Promise<PlanMoment> {
    const push = this.#at(from, index).payoutAt(time)?.buildPush();
    return this.#move(this.#called('pay', [index]), from, [index], need(push, 'payment'));
  }

  /** A payment that the recipient signs, with a coin of theirs. */
  claim(from: PlanMoment, index: number, time: bigint, { wallet, coins }: BaseParty): Promise<PlanMoment> {
    const payout = need(this.#at(from, index).payoutAt(time), 'payment');
    return this.#move(this.#called('claim', [index]), from, [index], payout.buildClaim(coins), wallet);
  }

  /** Cancels or pauses several streams in one transaction of the sender. */
  stop(from: PlanMoment, indexes: readonly number[], kind: PlanStopKind, time: bigint): Promise<PlanMoment> {
    const items = indexes.map((index) =>
      need(planMoveItem(this.#stream(index), this.#state(from, index), kind, time), kind),
    );
    return this.#move(
      this.#called(kind, indexes),
      from,
      indexes,
      buildPlanMoves(items, this.#funds(from), {}),
      this.sender.wallet,
    );
  }

  resume(from: PlanMoment, indexes: readonly number[], time: bigint): Promise<PlanMoment> {
    const items = indexes.map((index) =>
      need(planMoveItem(this.#stream(index), this.#state(from, index), 'resume', time), 'resume'),
    );
    return this.#move(
      this.#called('resume', indexes),
      from,
      indexes,
      buildPlanMoves(items, this.#funds(from), {}),
      this.sender.wallet,
    );
  }

  /** Ends a notice: by the refund, or by settling a pause. */
  end(from: PlanMoment, index: number): Promise<PlanMoment> {
    const end = need(this.#at(from, index).noticeEnd(), 'notice');
    return this.#move(this.#called(end.kind, [index]), from, [index], need(end.build(), end.kind).transaction);
  }

  /** Of one stream the name needs no number. */
  #called(what: string, indexes: readonly number[]): string {
    return this.drafts.length === 1 ? what : `${what} ${indexes.join()}`;
  }

  #stream(index: number): PlanStream {
    return need(this.#streams.get(index), `stream ${index}`);
  }

  #state({ states }: PlanMoment, index: number): ContractState {
    return need(states.get(index), `state of stream ${index}`);
  }

  #at(from: PlanMoment, index: number) {
    return this.#stream(index).at(this.#state(from, index));
  }

  #funds({ purse }: PlanMoment) {
    return { hash: this.sender.wallet.publicKeyHash, coins: [purse] };
  }

  #changeOf(txid: string, outputs: readonly { lockingBytecode: Uint8Array; valueSatoshis: bigint }[]): Utxo {
    const own = binToHex(lockingBytecodeOf(this.sender.wallet.publicKeyHash));
    const values = outputs.map((each) => (binToHex(each.lockingBytecode) === own ? each.valueSatoshis : 0n));
    const vout = values.indexOf(values.reduce((most, value) => (value > most ? value : most), 0n));
    return { txid, vout, satoshis: values[vout] ?? 0n };
  }

  async #move(
    what: string,
    from: PlanMoment,
    indexes: readonly number[],
    built: UnsignedTransaction | KeylessTransaction,
    signer?: Wallet,
  ): Promise<PlanMoment> {
    const isSenders = signer === this.sender.wallet;
    const parents = indexes.map((index) => this.#state(from, index).outpoint.txid);
    const clocks = indexes.flatMap((index) => this.#state(from, index).clock?.outpoint.txid ?? []);
    const { txid, transaction } = await this.sign(
      what,
      [...parents, ...clocks, ...(isSenders ? [from.purse.txid] : [])],
      built,
      signer,
    );
    const states = new Map(from.states);
    for (const index of indexes) {
      const step = need(this.#at(from, index).readStep(txid, transaction), `step by ${what}`);
      if (step.next === undefined) states.delete(index);
      else states.set(index, step.next);
    }
    return { txid, states, purse: isSenders ? this.#changeOf(txid, transaction.outputs) : from.purse };
  }
}
