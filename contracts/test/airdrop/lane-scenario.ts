import { accept } from '../support/judge.js';
import { coinOf, seal, type ChainPoint, type Draft, type Sealed } from '../support/transaction.js';
import type { Lane } from './state.js';

/** A lane followed from state to state: every step is a signed transaction that the network accepts. */
export class LaneScenario {
  #lane: Lane | undefined;

  constructor(
    lane: Lane,
    readonly tip: ChainPoint,
  ) {
    this.#lane = lane;
  }

  get closed(): boolean {
    return this.#lane === undefined;
  }

  /** @throws Error once the lane is closed. */
  get lane(): Lane {
    if (this.#lane === undefined) throw new Error('The lane is closed');
    return this.#lane;
  }

  /** Satoshis of state and companion. */
  get value(): bigint {
    return (this.#lane?.state.output.valueSatoshis ?? 0n) + (this.#lane?.companion?.output.valueSatoshis ?? 0n);
  }

  get tokens(): bigint {
    return this.#lane?.companion?.output.token?.amount ?? 0n;
  }

  /**
   * Sends a transition.
   *
   * @param judged whether the network is asked; where not, what it says of others like this one is assumed
   * @throws Error when the network refuses it
   */
  send(draft: Draft, judged = true): Sealed {
    const sealed = judged ? accept(draft, this.tip) : seal(draft);
    const continued = sealed.transaction.outputs[0]?.token?.nft !== undefined;
    const companion = this.lane.companion === undefined || !continued ? {} : { companion: coinOf(sealed, 1) };
    this.#lane = continued ? { state: coinOf(sealed, 0), ...companion } : undefined;
    return sealed;
  }
}
