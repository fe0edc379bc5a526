import type { TransactionCommon } from '@bitauth/libauth';
import type { Outpoint } from '@weir/covenants';
import { type ChainReader, type ChainTransaction, type NewTransition, walkForward } from '@weir/infra';

/** The part of a transaction that a step is read from. */
export type ReadTransaction = Pick<ChainTransaction, 'txid' | 'transaction'>;

/** A state of a contract: an output. */
interface State {
  readonly outpoint: Outpoint;
}

/** How a contract's state moves from transaction to transaction. */
export interface Lineage<Coin extends State, Transition extends { readonly next?: Coin | undefined }> {
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

/**
 * Reads consecutive transactions as steps, each from the state that the one before it left; undefined when one of them does not
 * spend that state.
 */
export const stepsAlong = <
  Coin extends State,
  Transition extends { readonly next?: Coin | undefined },
  Read extends ReadTransaction,
>(
  lineage: Lineage<Coin, Transition>,
  from: Coin,
  path: readonly Read[],
): readonly Step<Transition, Read>[] | undefined => {
  const steps: Step<Transition, Read>[] = [];
  let state: Coin | undefined = from;
  for (const transaction of path) {
    const transition: Transition | undefined = state && lineage.read(state, transaction.txid, transaction.transaction);
    if (transition === undefined) return undefined;
    steps.push({ transition, transaction });
    state = transition.next;
  }
  return steps;
};

/**
 * Follows a state to where it is now, along its script's history.
 *
 * @param most steps that are read at most, the first ones
 * @throws HistoryHiddenError, ChainUnavailableError
 */
export const stepsForward = async <Coin extends State, Transition extends { readonly next?: Coin | undefined }>(
  chain: ChainReader,
  lineage: Lineage<Coin, Transition>,
  from: Coin,
  most = Infinity,
): Promise<readonly Step<Transition>[]> => {
  const steps: Step<Transition>[] = [];
  let state: Coin | undefined = from;
  await walkForward(chain, from.outpoint, lineage.lockingBytecode, (transaction) => {
    const transition: Transition | undefined = state && lineage.read(state, transaction.txid, transaction.transaction);
    if (transition === undefined) return undefined;
    steps.push({ transition, transaction });
    state = steps.length < most ? transition.next : undefined;
    return state?.outpoint;
  });
  return steps;
};

/** Returns the block of a transaction, or null while it is in the mempool. */
export const blockOf = ({
  height,
  blockHash,
}: Pick<Partial<ChainTransaction>, 'height' | 'blockHash'>): NewTransition['block'] =>
  height === undefined || blockHash === undefined ? null : { height, hash: blockHash };
