import {
  type AuthenticationInstruction,
  authenticationInstructionsAreMalformed,
  binsAreEqual,
  decodeAuthenticationInstructions,
  encodeLockingBytecodeP2sh32,
  hash256,
  type TransactionCommon,
} from '@bitauth/libauth';
import { coveredCode, type LinkedCode, readLinkedScript } from '@weir/contracts';
import { readHex } from '../bytes/read-bytes.js';
import { pushesOf } from '../bytes/read-pushes.js';
import { readState } from './plan-coin.js';
import { planArtifactOf, type PlanCall } from './plan-contract.js';
import { isBchPlan, type PlanProduct } from './plan-limits.js';
import { slotsAt } from './transactions/sender-move.js';

const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];

/** OP_16, the last opcode that pushes something. */
const LAST_PUSH = 0x60;

/** Whether an instruction pushes something, a small number included. */
const isPush = ({ opcode }: AuthenticationInstruction): boolean => opcode <= LAST_PUSH;

/** Whether bytes are a code behind the pushes of its parameters. */
const isCode = (bytes: Uint8Array, { parameters, bytecode }: LinkedCode): boolean => {
  const code = readHex(bytecode);
  const length = bytes.length - (code?.length ?? 0);
  if (code === undefined || length < 0 || !binsAreEqual(bytes.subarray(length), code)) return false;
  const instructions = decodeAuthenticationInstructions(bytes.slice(0, length));
  return (
    !authenticationInstructionsAreMalformed(instructions) &&
    instructions.length === parameters.length &&
    instructions.every(isPush)
  );
};

/** A call of a plan's script, by what the input pushes. */
export interface PlanScriptCall {
  readonly product: PlanProduct;
  /** Where the script lies. */
  readonly lockingBytecode: Uint8Array;
  /** Undefined where hidden code runs that is of no function of the product. */
  readonly call: PlanCall | undefined;
}

/** Returns the product whose payment a script shows; undefined for any other script. */
const productOf = (script: Uint8Array): PlanProduct | undefined => {
  const linked = readLinkedScript(script);
  if (linked?.hasManyHashes !== true) return undefined;
  return PRODUCTS.find((product) => isCode(linked.shown, planArtifactOf(product).shown));
};

/** Returns the function whose code is hidden in the script of a product. */
const hiddenCall = (product: PlanProduct, code: Uint8Array): PlanCall | undefined =>
  planArtifactOf(product).hidden.find((each) => isCode(code, each))?.functions[0]?.name as PlanCall | undefined;

/**
 * Recognizes an input that spends by a plan's script, from what it pushes; undefined for any script that shows no plan's
 * payment, in every byte but its parameters. A payment shows a hash alone of the other functions, the sender and the
 * notice: only the funding, which `findPlanFunding` reads, says whose plan it is.
 */
export const readPlanCall = (unlockingBytecode: Uint8Array): PlanScriptCall | undefined => {
  const pushes = pushesOf(unlockingBytecode);
  const [script, covered] = [pushes.at(-1), coveredCode(pushes)];
  const product = script && productOf(script);
  if (script === undefined || covered === undefined || product === undefined) return undefined;
  const lockingBytecode = encodeLockingBytecodeP2sh32(hash256(script));
  if (covered !== script) return { product, lockingBytecode, call: hiddenCall(product, covered) };
  return { product, lockingBytecode, call: pushes.length === 1 ? 'pay' : undefined };
};

/**
 * What a transaction does to a stream of a plan. The last payment is a payment, and the recurring covenant's `stop` is
 * distinguished by its result: `cancel` or `pause`.
 */
export type PlanAct = Exclude<PlanCall, 'end' | 'stop'> | 'pause';

/** A stream that a transaction spends, and what it does to it. */
export interface PlanConsent {
  /** Index of the input that spends its state. */
  readonly input: number;
  readonly product: PlanProduct;
  /** Undefined where the covenant has no such function, or the outputs are those of another one. */
  readonly act: PlanAct | undefined;
  /** Whether the coin at input 0 authorizes it: anybody who signs for that coin agrees to it. */
  readonly bySender: boolean;
}

/**
 * Returns what was done to a stream, by its outputs behind the sender's coin; undefined where no state of the
 * stream is among them.
 */
const leftBy = (
  { product, lockingBytecode }: PlanScriptCall,
  { outputs }: TransactionCommon,
  input: number,
): PlanAct | undefined => {
  if (input === 0) return undefined;
  const place = { terms: { product }, lockingBytecode };
  const state = readState(place, outputs[slotsAt(input, !isBchPlan(product)).state])?.state;
  if (state?.kind !== 'RECURRING') return state && 'cancel';
  if (state.status === 'ACTIVE') return 'resume';
  return state.status === 'PAUSING' ? 'pause' : 'cancel';
};

/**
 * Returns what is done to a stream where call and outputs agree. No signature covers the function that an input
 * calls, but every signature covers the outputs: anybody who holds the transaction can call another function instead, if
 * one makes the same outputs.
 */
const actAt = (read: PlanScriptCall, transaction: TransactionCommon, input: number): PlanAct | undefined => {
  const left = leftBy(read, transaction, input);
  const call = read.call === 'end' ? 'pay' : read.call;
  if (call === 'stop') return left === 'resume' ? undefined : (left ?? 'cancel');
  return left === undefined || left === call ? call : undefined;
};

const SENDERS_CALLS: readonly (PlanCall | undefined)[] = ['cancel', 'stop', 'resume', 'sweep'];

/**
 * Lists every stream of a plan that a transaction spends, by the scripts that its inputs show. A cancel need not
 * change the balance of the wallet that agrees to it, if somebody else's coin pays: anybody who asks for a signature must
 * decode the whole transaction and say what the coin at input 0 would authorize.
 */
export const planConsentsIn = (transaction: TransactionCommon): readonly PlanConsent[] =>
  transaction.inputs.flatMap(({ unlockingBytecode }, input): PlanConsent[] => {
    const read = readPlanCall(unlockingBytecode);
    if (read === undefined) return [];
    const act = actAt(read, transaction, input);
    // At any input but 0, only the sender's functions can succeed.
    return [{ input, product: read.product, act, bySender: input > 0 || SENDERS_CALLS.includes(read.call) }];
  });

/**
 * Whether a transaction does exactly one kind of act to the streams it spends: a vault checks its proposals by this
 * before its signers see them.
 *
 * @param act undefined where no stream may be spent at all
 */
export const consentsOnlyTo = (transaction: TransactionCommon, act: PlanAct | undefined): boolean =>
  planConsentsIn(transaction).every((consent) => act !== undefined && consent.act === act);
