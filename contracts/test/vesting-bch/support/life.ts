import { binToHex } from '@bitauth/libauth';
import { accept } from '../../support/judge.js';
import { recipient, sender } from '../../support/parties.js';
import { coinOf, gainOf } from '../../support/transaction.js';
import type { ChainPoint, Coin, Draft, Sealed } from '../../support/transaction.js';
import { readState, stateCoin } from './coins.js';
import type { VestingState } from './coins.js';
import { FIRST_TIME } from './constants.js';
import type { Deployment } from './drafts.js';
import type { Stream } from './stream.js';

/** Satoshis that have left a deployment, by receiver. */
export interface Paid {
  readonly recipient: bigint;
  readonly sender: bigint;
}

/**
 * A deployment followed from state to state: every step is a signed transaction that the network rules accept, and the
 * next one spends what it made.
 */
export class StreamLife {
  /** Satoshis gained so far by each side, own inputs counted against it. */
  paid: Paid = { recipient: 0n, sender: 0n };
  tip: ChainPoint = { height: 850_000, mtp: 1_700_000_000 };
  readonly funded: bigint;
  #state: Coin | undefined;
  #clock: Coin | undefined;

  constructor(
    readonly stream: Stream,
    reserve: bigint,
    state: VestingState = { cancelled: false, released: 0n, latest: FIRST_TIME },
  ) {
    this.#state = stateCoin(stream, state, reserve);
    this.funded = this.value;
  }

  get closed(): boolean {
    return this.#state === undefined;
  }

  /** @throws Error once the deployment has ended. */
  get deployment(): Deployment {
    if (this.#state === undefined) throw new Error('The deployment has ended');
    return { stream: this.stream, state: this.#state, ...(this.#clock === undefined ? {} : { clock: this.#clock }) };
  }

  get state(): VestingState {
    return readState(this.deployment.state.output);
  }

  /** Satoshis in the state and the clock. */
  get value(): bigint {
    return (this.#state?.output.valueSatoshis ?? 0n) + (this.#clock?.output.valueSatoshis ?? 0n);
  }

  /** Moves the chain: locktimes before `mtp` become minable. */
  wait(blocks: number, mtp: number = this.tip.mtp): void {
    this.tip = { height: this.tip.height + blocks, mtp };
  }

  /** Sends a transaction and lets a block take it. @throws Error when the network refuses it. */
  send(draft: Draft): Sealed {
    const sealed = accept(draft, this.tip);
    this.wait(1);
    const category = binToHex(this.stream.category);
    const made = sealed.transaction.outputs.map((_, index) => coinOf(sealed, index, this.tip));
    const ours = made.filter(({ output }) => output.token !== undefined && binToHex(output.token.category) === category);
    const clocksSpent = draft.inputs.some(({ coin }) => coin === this.#clock);
    this.#state = ours.find(({ output }) => output.token?.nft !== undefined);
    this.#clock = ours.find(({ output }) => output.token?.nft === undefined) ?? (clocksSpent ? undefined : this.#clock);
    this.paid = {
      recipient: this.paid.recipient + gainOf(sealed, recipient.lockingBytecode),
      sender: this.paid.sender + gainOf(sealed, sender.lockingBytecode),
    };
    return sealed;
  }
}
