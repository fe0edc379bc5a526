import type { TransactionCommon } from '@bitauth/libauth';
import { MIN_TIME } from '@weir/vesting';
import { type LinkedScriptCall, readLinkedCall } from '../contract/linked-call.js';
import { announcedBy } from './move-notice.js';
import { readState } from './plan-coin.js';
import { planArtifactOf, type PlanCall } from './plan-contract.js';
import { isBchPlan, type PlanProduct } from './plan-limits.js';
import { slotsAt } from './transactions/sender-move.js';

const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];

/** A call of a plan's script, by what the input pushes. */
export interface PlanScriptCall extends LinkedScriptCall<PlanProduct> {
  /** Undefined where hidden code runs that is of no function of the product. */
  readonly call: PlanCall | undefined;
}

/**
 * Recognizes an input that spends by a plan's script, from what it pushes; undefined for any script that shows no plan's
 * payment, in every byte but its parameters. A payment shows a hash alone of the other functions, the sender and the
 * notice: only the funding, which `findPlanFunding` reads, says whose plan it is.
 */
export const readPlanCall = (unlockingBytecode: Uint8Array): PlanScriptCall | undefined => {
  const read = readLinkedCall(unlockingBytecode, PRODUCTS, planArtifactOf);
  return read && { ...read, call: read.call as PlanCall | undefined };
};

/**
 * What a transaction does to a stream of a plan. The last payment is a payment, like one while a move is pending, and the recurring
 * covenant's `stop` is distinguished by its result: `cancel` or `pause`. `announce` begins a move to another address, `finish` makes it.
 */
export type PlanAct = Exclude<PlanCall, 'end' | 'collect' | 'stop'> | 'pause';

/** A stream that a transaction spends, and what it does to it. */
export interface PlanConsent {
  /** Index of the input that spends its state. */
  readonly input: number;
  readonly product: PlanProduct;
  /** Undefined where the covenant has no such function, or the outputs are those of another one. */
  readonly act: PlanAct | undefined;
  /** Whether the coin at input 0 authorizes it, as the sender or the recipient: anybody who signs for that coin agrees to it. */
  readonly byFirstCoin: boolean;
}

/** The state at an output, where it is one of the script's. */
const stateAt = ({ product, lockingBytecode }: PlanScriptCall, { outputs }: TransactionCommon, vout: number) =>
  readState({ terms: { product }, lockingBytecode }, outputs[vout]);

/**
 * Returns what the sender may have done to a stream, by the outputs behind their coin; nothing where no state of the stream is among
 * them.
 */
const leftBySender = (read: PlanScriptCall, transaction: TransactionCommon, input: number): PlanAct | undefined => {
  const found = stateAt(read, transaction, slotsAt(input, !isBchPlan(read.product)).state);
  if (found === undefined || found.state.movesTo !== undefined) return undefined;
  const { state, units } = found;
  if (state.kind !== 'RECURRING') return units === 0n ? 'cancel' : undefined;
  if (units > 0n) return state.status === 'ACTIVE' ? 'resume' : undefined;
  return state.status === 'PAUSING' ? 'pause' : 'cancel';
};

/** Returns how the recipient may have moved a stream, by the output at the index of its input. */
const leftByMove = (read: PlanScriptCall, transaction: TransactionCommon, input: number): PlanAct | undefined => {
  const found = stateAt(read, transaction, input);
  if (found === undefined || found.units === 0n) return undefined;
  if (found.state.movesTo === undefined) return 'finish';
  return announcedBy(transaction) === undefined ? undefined : 'announce';
};

/** Whether a sender may do anything in a transaction: all that a coin of theirs consents to is at a time. */
const mayBeSenders = ({ locktime }: TransactionCommon): boolean => BigInt(locktime) >= MIN_TIME;

/**
 * Returns what is done to a stream where call and outputs agree. No signature covers the function that an input
 * calls, but every signature covers the outputs: anybody who holds the transaction can call another function instead, if
 * one makes the same outputs. That of `resume` and `finish` are different: a resume changes the status.
 */
const actAt = (read: PlanScriptCall, transaction: TransactionCommon, input: number): PlanAct | undefined => {
  const bySender = input === 0 ? undefined : leftBySender(read, transaction, input);
  const byMove = input === 0 ? undefined : leftByMove(read, transaction, input);
  const call = read.call === 'end' || read.call === 'collect' ? 'pay' : read.call;
  // At input 0 nobody consents: a stream that moves by itself.
  if (call === 'finish' && input === 0) return leftByMove(read, transaction, input) === 'finish' ? 'finish' : undefined;
  // At a time the sender's coin would consent to a cancel or a sweep behind a state that only looks moved.
  if (call === 'finish' && mayBeSenders(transaction)) return undefined;
  if (call === 'announce' || call === 'finish') return byMove === call ? call : undefined;
  if (bySender === undefined && byMove === undefined) return call === 'stop' ? 'cancel' : call;
  if (call === 'stop') return bySender === 'resume' ? undefined : bySender;
  return bySender !== undefined && bySender === call ? call : undefined;
};

const FIRST_COIN_CALLS: readonly (PlanCall | undefined)[] = ['cancel', 'stop', 'resume', 'sweep', 'announce'];

/**
 * Lists every stream of a plan that a transaction spends, by the scripts that its inputs show. A cancel need not
 * change the balance of the wallet that agrees to it, if somebody else's coin pays: anybody who asks for a signature must
 * decode the whole transaction and say what the coin at input 0 would authorize.
 *
 * Other covenants are not listed: `vaultConsentsIn` lists all whose sender or recipient a vault can be. Who shows what a signature decides
 * refuses inputs that are neither listed nor known otherwise, as `decodeVaultProposal` does.
 */
export const planConsentsIn = (transaction: TransactionCommon): readonly PlanConsent[] =>
  transaction.inputs.flatMap(({ unlockingBytecode }, input): PlanConsent[] => {
    const read = readPlanCall(unlockingBytecode);
    if (read === undefined) return [];
    const act = actAt(read, transaction, input);
    // At any input but 0, only the functions of sender and recipient can succeed, and that which ends a move.
    const byFirstCoin = FIRST_COIN_CALLS.includes(read.call) || (input > 0 && act !== 'finish');
    return [{ input, product: read.product, act, byFirstCoin }];
  });
