import type { ChainNode } from '../../node/node.js';
import type { NodeBlock, NodeTransaction } from '../../node/node.types.js';
import { untouched, type ChainIndex } from './chain-index.js';
import type { IndexChange, Touched } from './indexed-output.js';

/** The longest lag of a server of the real network, milliseconds: it polls the node's mempool every two seconds. */
export const maximumIndexDelay = 2000;

/**
 * Feeds the node's events into the index in order, after a delay, and reports what changed once per turn of the event
 * loop, so that five blocks mined in one call cause one notice, of the last.
 */
export class IndexFollower {
  readonly #index: ChainIndex;
  readonly #node: ChainNode;
  readonly #report: (touched: Touched) => void;
  readonly #queue: { readonly due: number; readonly change: IndexChange }[] = [];
  #delay = 0;
  #timer: NodeJS.Timeout | undefined;
  #touched: Touched | undefined;

  constructor(node: ChainNode, index: ChainIndex, report: (touched: Touched) => void) {
    this.#node = node;
    this.#index = index;
    this.#report = report;
  }

  /** Loads the index and begins to follow the node. */
  start(): void {
    this.#index.load(this.#node);
    this.#node.on('block', this.#onBlock);
    this.#node.on('disconnected', this.#onDisconnected);
    this.#node.on('transaction', this.#onTransaction);
    this.#node.on('removed', this.#onRemoved);
  }

  /** Stops following the node; changes that are still delayed are dropped. */
  stop(): void {
    this.#node.off('block', this.#onBlock);
    this.#node.off('disconnected', this.#onDisconnected);
    this.#node.off('transaction', this.#onTransaction);
    this.#node.off('removed', this.#onRemoved);
    clearTimeout(this.#timer);
    this.#queue.length = 0;
  }

  /** Milliseconds until an event of the node appears in the index, 0 to 2000. */
  get delay(): number {
    return this.#delay;
  }

  set delay(milliseconds: number) {
    this.#delay = milliseconds;
    if (milliseconds === 0) this.#drain(Number.POSITIVE_INFINITY);
  }

  /** Reports something as changed although the chain is not: a fault has altered the answers. */
  touch(mark: (touched: Touched) => void): void {
    mark(this.#pending());
  }

  readonly #onBlock = (block: NodeBlock, transactions: readonly NodeTransaction[]): void =>
    this.#enqueue({ kind: 'connect', block, transactions });
  readonly #onDisconnected = (block: NodeBlock, transactions: readonly NodeTransaction[]): void =>
    this.#enqueue({ kind: 'disconnect', block, transactions });
  readonly #onTransaction = (transaction: NodeTransaction): void => this.#enqueue({ kind: 'enter', transaction });
  readonly #onRemoved = (txid: string): void => this.#enqueue({ kind: 'leave', txid });

  #enqueue(change: IndexChange): void {
    if (this.#delay === 0 && this.#queue.length === 0) {
      this.#index.apply(change, this.#pending());
      return;
    }
    this.#queue.push({ due: performance.now() + this.#delay, change });
    this.#schedule();
  }

  #schedule(): void {
    const next = this.#queue[0];
    if (next === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#drain(performance.now());
      },
      Math.max(0, next.due - performance.now()),
    );
  }

  #drain(until: number): void {
    for (let next = this.#queue[0]; next !== undefined && next.due <= until; next = this.#queue[0]) {
      this.#queue.shift();
      this.#index.apply(next.change, this.#pending());
    }
    this.#schedule();
  }

  #pending(): Touched {
    if (this.#touched !== undefined) return this.#touched;
    const touched = untouched();
    this.#touched = touched;
    setImmediate(() => {
      this.#touched = undefined;
      this.#report(touched);
    });
    return touched;
  }
}
