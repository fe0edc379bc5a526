import type { Output } from '@bitauth/libauth';
import { bytesKey } from '@weir/covenants';
import { Difference } from '../difference.js';
import type { Draft, SpentOutput } from '../request/signing-request.js';

/** The hash of a transaction is not known before it is signed, and nothing read here depends on it. */
export const UNSIGNED = '0'.repeat(64);

/** Indexes of what has been explained. */
export interface Explained {
  readonly inputs: ReadonlySet<number>;
  readonly outputs: ReadonlySet<number>;
}

/**
 * Which inputs and outputs of a transaction have been explained so far. Whatever nobody explains makes the
 * transaction unexpected.
 */
export class Account {
  readonly #inputs = new Set<number>();
  readonly #outputs = new Set<number>();
  readonly #waits = new Map<number, number>();

  /** @param height of the chain's tip, where it is known */
  constructor(
    readonly draft: Draft,
    readonly height?: number,
  ) {}

  get outputs(): readonly Output[] {
    return this.draft.transaction.outputs;
  }

  /**
   * Explains an input.
   *
   * @throws Difference UNEXPECTED_INPUT where it is explained already, so that nothing serves two purposes
   */
  input(index: number): SpentOutput {
    const spent = this.draft.spent[index];
    if (spent === undefined || this.#inputs.has(index))
      throw new Difference('UNEXPECTED_INPUT', `Input ${index} would serve two purposes`);
    this.#inputs.add(index);
    return spent;
  }

  /** Lets an input wait for a number of blocks, as its contract needs. */
  wait(index: number, blocks: number): void {
    this.#waits.set(index, blocks);
  }

  /** Returns the number of blocks that an input may wait for; undefined where it may not. */
  waitOf(index: number): number | undefined {
    return this.#waits.get(index);
  }

  /**
   * Explains an output.
   *
   * @throws Difference UNEXPECTED_OUTPUT where there is none, or it is explained already
   */
  output(index: number): Output {
    const output = this.outputs[index];
    if (output === undefined || this.#outputs.has(index))
      throw new Difference('UNEXPECTED_OUTPUT', `Output ${index} is missing, or would serve two purposes`);
    this.#outputs.add(index);
    return output;
  }

  /** Explains the first unexplained output that fits; undefined where there is none. */
  outputWhere(fits: (output: Output) => boolean): Output | undefined {
    const index = this.outputs.findIndex((output, at) => !this.#outputs.has(at) && fits(output));
    return index < 0 ? undefined : this.output(index);
  }

  /** Whether an output is still to be explained. */
  isOpen(index: number): boolean {
    return index < this.outputs.length && !this.#outputs.has(index);
  }

  /** Returns what has been explained so far. */
  explained(): Explained {
    return { inputs: new Set(this.#inputs), outputs: new Set(this.#outputs) };
  }

  /** Lists the inputs that nobody has explained. */
  openInputs(): readonly number[] {
    return this.draft.spent.flatMap((_, index) => (this.#inputs.has(index) ? [] : [index]));
  }

  /** Lists the outputs that nobody has explained. */
  openOutputs(): readonly number[] {
    return this.outputs.flatMap((_, index) => (this.#outputs.has(index) ? [] : [index]));
  }
}

/** Returns a map key of a locking bytecode. */
export const lockKey = bytesKey;
