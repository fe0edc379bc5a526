import { binToHex, type Output } from '@bitauth/libauth';
import { accept } from '../support/judge.js';
import { recipient, sender } from '../support/parties.js';
import { coinOf, gainOf, type ChainPoint, type Draft, type Sealed } from '../support/transaction.js';
import type { Deployment } from './deployment.js';
import { readState, type VestingState } from './state.js';

/** What has left a deployment, by receiver. */
export interface Paid {
  readonly recipient: bigint;
  readonly sender: bigint;
}

const amountOf = (output: Output | undefined): bigint => output?.token?.amount ?? 0n;

/**
 * A deployment followed from state to state: every step is a signed transaction that the network rules accept, and the
 * next one spends what it made.
 */
export class VestingScenario {
  /** Satoshis gained so far by each side, own inputs counted against it. */
  paid: Paid = { recipient: 0n, sender: 0n };
  /** Tokens gained so far by each side. */
  paidTokens: Paid = { recipient: 0n, sender: 0n };
  tip: ChainPoint = { height: 850_000, mtp: 1_700_000_000 };
  readonly funded: bigint;
  #now: Deployment | undefined;

  constructor(genesis: Deployment) {
    this.stream = genesis.stream;
    this.#now = genesis;
    this.funded = this.value;
  }

  readonly stream: Deployment['stream'];

  get closed(): boolean {
    return this.#now === undefined;
  }

  /** @throws Error once the deployment has ended. */
  get deployment(): Deployment {
    if (this.#now === undefined) throw new Error('The deployment has ended');
    return this.#now;
  }

  get state(): VestingState {
    return readState(this.deployment.state.output);
  }

  /** Satoshis in all of the deployment's coins. */
  get value(): bigint {
    const coins = [this.#now?.state, this.#now?.companion, this.#now?.clock];
    return coins.reduce((sum, coin) => sum + (coin?.output.valueSatoshis ?? 0n), 0n);
  }

  /** Tokens beside the state. */
  get tokens(): bigint {
    return amountOf(this.#now?.companion?.output);
  }

  /** Moves the chain: locktimes before `mtp` become minable. */
  wait(blocks: number, mtp: number = this.tip.mtp): void {
    this.tip = { height: this.tip.height + blocks, mtp };
  }

  /** Sends a transaction and lets a block take it. @throws Error when the network refuses it. */
  send(draft: Draft): Sealed {
    const sealed = accept(draft, this.tip);
    this.wait(1);
    this.paidTokens = {
      recipient: this.paidTokens.recipient + this.tokensTo(sealed, recipient),
      sender: this.paidTokens.sender + this.tokensTo(sealed, sender),
    };
    this.paid = {
      recipient: this.paid.recipient + gainOf(sealed, recipient.lockingBytecode),
      sender: this.paid.sender + gainOf(sealed, sender.lockingBytecode),
    };
    this.#now = this.next(sealed);
    return sealed;
  }

  /** The deployment after a transition, by what carries its category. */
  private next(sealed: Sealed): Deployment | undefined {
    const { stream, companion, clock } = this.deployment;
    const category = binToHex(stream.category);
    const made = sealed.transaction.outputs.map((_, index) => coinOf(sealed, index, this.tip));
    const ours = made.filter(
      ({ output }) => output.token !== undefined && binToHex(output.token.category) === category,
    );
    const state = ours.find(({ output }) => output.token?.nft !== undefined);
    if (state === undefined) return undefined;
    const clocked = ours.find(({ output }) => output.token?.nft === undefined) ?? clock;
    return {
      stream,
      state,
      ...(companion === undefined ? {} : { companion: coinOf(sealed, state.vout + 1, this.tip) }),
      ...(clocked === undefined ? {} : { clock: clocked }),
    };
  }

  private tokensTo({ transaction }: Sealed, { lockingBytecode }: { readonly lockingBytecode: Uint8Array }): bigint {
    const token = this.#now?.companion?.output.token?.category.toString();
    return transaction.outputs
      .filter(
        (output) =>
          output.token?.category.toString() === token &&
          output.lockingBytecode.toString() === lockingBytecode.toString(),
      )
      .reduce((sum, output) => sum + amountOf(output), 0n);
  }
}
