import type { TransactionCommon } from '@bitauth/libauth';
import type { Outpoint } from '@weir/covenants';
import { type ChainReader, type ChainTransaction, type NewTransition, walkForward } from '@weir/infra';

/** The part of a transaction that a step is read from. */
export type ReadTransaction = Pick<ChainTransaction, 'txid' | 'transaction'>;

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
  /** The script of all its states. */
  readonly lockingBytecode: Uint8Array;
  /** Returns the transition by which a transaction spends a state; undefined when it does not. */
  read(from: Coin, txid: string, transaction: TransactionCommon): Transition | undefined;
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
  const transition = lineage.read(from, transaction.txid, transaction.transaction);
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
 * Follows a state to where it is now, along its script's history.
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
  await walkForward(chain, from.outpoint, lineage.lockingBytecode, (transaction) =>
    reader.take(transaction) && reader.steps.length < most ? reader.state?.outpoint : undefined,
  );
  return reader.steps;
};

/** Returns the block of a transaction, or null while it is in the mempool. */
export const blockOf = ({
  height,
  blockHash,
}: Pick<Partial<ChainTransaction>, 'height' | 'blockHash'>): NewTransition['block'] =>
  height === undefined || blockHash === undefined ? null : { height, hash: blockHash };
