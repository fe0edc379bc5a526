import { binToHex, type Output } from '@bitauth/libauth';
import { accept } from '../support/judge.js';
import { recipient, sender, type Party } from '../support/parties.js';
import { coinOf, gainOf, type ChainPoint, type Draft, type Sealed } from '../support/transaction.js';
import type { Deployment } from './payment.js';
import { isNoticed, readState, type RecurringState } from './state.js';

const tokensOf = (output: Output | undefined): bigint => output?.token?.amount ?? 0n;

/** What has left a deployment, by receiver; own inputs counted against it. */
interface Gains {
  readonly satoshis: bigint;
  readonly tokens: bigint;
}

/** A payment followed from state to state by signed transactions that the network rules accept. */
export class RecurringScenario {
  toRecipient: Gains = { satoshis: 0n, tokens: 0n };
  toSender: Gains = { satoshis: 0n, tokens: 0n };
  tip: ChainPoint = { height: 850_000, mtp: 1_600_000_000 };
  #now: Deployment | undefined;

  constructor(genesis: Deployment) {
    this.#now = genesis;
  }

  get closed(): boolean {
    return this.#now === undefined;
  }

  /** @throws Error once the deployment has ended. */
  get deployment(): Deployment {
    if (this.#now === undefined) throw new Error('The deployment has ended');
    return this.#now;
  }

  get state(): RecurringState {
    return readState(this.deployment.state.output);
  }

  /** Satoshis in all of the deployment's coins. */
  get value(): bigint {
    const coins = [this.#now?.state, this.#now?.companion, this.#now?.clock];
    return coins.reduce((sum, coin) => sum + (coin?.output.valueSatoshis ?? 0n), 0n);
  }

  /** Tokens beside the state. */
  get tokens(): bigint {
    return tokensOf(this.#now?.companion?.output);
  }

  /** Moves the chain: locktimes before `mtp` become minable. */
  wait(blocks: number, mtp: number = this.tip.mtp): void {
    this.tip = { height: this.tip.height + blocks, mtp };
  }

  /** Sends a transaction and lets a block take it. @throws Error when the network refuses it. */
  send(draft: Draft): Sealed {
    const sealed = accept(draft, this.tip);
    this.wait(1);
    this.toRecipient = this.added(this.toRecipient, sealed, recipient);
    this.toSender = this.added(this.toSender, sealed, sender);
    this.#now = this.next(sealed);
    return sealed;
  }

  private added({ satoshis, tokens }: Gains, sealed: Sealed, { lockingBytecode }: Party): Gains {
    const token = this.#now?.companion?.output.token?.category.toString();
    const gained = sealed.transaction.outputs.filter(
      (output) =>
        output.token?.category.toString() === token && output.lockingBytecode.toString() === lockingBytecode.toString(),
    );
    const sum = token === undefined ? 0n : gained.reduce((total, output) => total + tokensOf(output), 0n);
    return { satoshis: satoshis + gainOf(sealed, lockingBytecode), tokens: tokens + sum };
  }

  /** The deployment after a transition, by what carries its category. */
  private next(sealed: Sealed): Deployment | undefined {
    const { payment, companion, clock } = this.deployment;
    const category = binToHex(payment.category);
    const made = sealed.transaction.outputs.map((_, index) => coinOf(sealed, index, this.tip));
    const ours = made.filter(
      ({ output }) => output.token !== undefined && binToHex(output.token.category) === category,
    );
    const state = ours.find(({ output }) => output.token?.nft !== undefined);
    if (state === undefined) return undefined;
    const ticking = isNoticed(readState(state.output))
      ? (ours.find(({ output }) => output.token?.nft === undefined) ?? clock)
      : undefined;
    return {
      payment,
      state,
      ...(companion === undefined ? {} : { companion: coinOf(sealed, state.vout + 1, this.tip) }),
      ...(ticking === undefined ? {} : { clock: ticking }),
    };
  }
}
