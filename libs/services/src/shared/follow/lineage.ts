import type { TransactionCommon } from '@bitauth/libauth';
import type { Outpoint } from '@weir/covenants';
import { type ChainReader, type ChainTransaction, type NewTransition, type PlacedCoin, walkForward } from '@weir/infra';

/** The part of a transaction that a step is read from. */
export type ReadTransaction = Pick<ChainTransaction, 'txid' | 'transaction'> &
  Partial<Pick<ChainTransaction, 'height'>>;

/** A state of a contract: an output. */
interface State {
  readonly outpoint: Outpoint;
}

/** Any transition of a contract with such states. */
interface Moves<Coin extends State> {
  /** The state that it leaves; undefined where it ends the contract. */
  readonly next?: Coin | undefined;
}

/** How a contract's state moves from transaction to transaction. */
export interface Lineage<Coin extends State, Transition extends Moves<Coin>> {
  /** Returns the script that a state is at: a purse's with each payment, and a lock's with each move, is another one. */
  lockingBytecode(state: Coin): Uint8Array;
  /**
   * Returns the transition by which a transaction spends a state; undefined when it does not.
   *
   * @param height of its block; undefined while it is not mined
   */
  read(from: Coin, txid: string, transaction: TransactionCommon, height?: number): Transition | undefined;
}

/** A transition with the transaction that it was read from. */
export interface Step<Transition, Read extends ReadTransaction = ChainTransaction> {
  readonly transition: Transition;
  readonly transaction: Read;
}

/** Returns the step by which a transaction spends a state; undefined when it does not. */
export const readStep = <Coin extends State, Transition extends Moves<Coin>, Read extends ReadTransaction>(
  lineage: Lineage<Coin, Transition>,
  from: Coin,
  transaction: Read,
): Step<Transition, Read> | undefined => {
  const transition = lineage.read(from, transaction.txid, transaction.transaction, transaction.height);
  return transition && { transition, transaction };
};

/**
 * Reads steps one after the other, each from the state that the one before it left.
 *
 * @param from undefined where the contract has ended
 */
export const stepReader = <Coin extends State, Transition extends Moves<Coin>, Read extends ReadTransaction>(
  lineage: Lineage<Coin, Transition>,
  from: Coin | undefined,
) => {
  const steps: Step<Transition, Read>[] = [];
  let state = from;
  return {
    steps,
    /** The state after them; undefined where the contract has ended. */
    get state() {
      return state;
    },
    /** Takes the transaction that spends the state. @returns whether it is a step */
    take(transaction: Read): boolean {
      const step = state && readStep(lineage, state, transaction);
      if (step === undefined) return false;
      steps.push(step);
      state = step.transition.next;
      return true;
    },
  };
};

/**
 * Reads consecutive transactions as steps, each from the state that the one before it left; undefined when one of them does not
 * spend that state.
 */
export const stepsAlong = <Coin extends State, Transition extends Moves<Coin>, Read extends ReadTransaction>(
  lineage: Lineage<Coin, Transition>,
  from: Coin,
  path: readonly Read[],
): readonly Step<Transition, Read>[] | undefined => {
  const reader = stepReader<Coin, Transition, Read>(lineage, from);
  return path.every((transaction) => reader.take(transaction)) ? reader.steps : undefined;
};

/**
 * Follows a state to where it is now, along the histories of its scripts.
 *
 * @param most steps that are read at most, the first ones
 * @throws HistoryHiddenError, ChainUnavailableError
 */
export const stepsForward = async <Coin extends State, Transition extends Moves<Coin>>(
  chain: ChainReader,
  lineage: Lineage<Coin, Transition>,
  from: Coin,
  most = Infinity,
): Promise<readonly Step<Transition>[]> => {
  const reader = stepReader<Coin, Transition, ChainTransaction>(lineage, from);
  const placed = (state: Coin): PlacedCoin => ({
    outpoint: state.outpoint,
    lockingBytecode: lineage.lockingBytecode(state),
  });
  await walkForward(chain, placed(from), (transaction) =>
    reader.take(transaction) && reader.steps.length < most ? reader.state && placed(reader.state) : undefined,
  );
  return reader.steps;
};

/** Returns the block of a transaction, or null while it is in the mempool. */
export const blockOf = ({
  height,
  blockHash,
}: Pick<Partial<ChainTransaction>, 'height' | 'blockHash'>): NewTransition['block'] =>
  height === undefined || blockHash === undefined ? null : { height, hash: blockHash };
