import { decodeAuthenticationInstructions, type TransactionCommon } from '@bitauth/libauth';
import { covenantCall } from '../transaction/unlocking-pushes.js';
import { readState } from './plan-coin.js';
import { planCallOf, type PlanCall, type PlanContract } from './plan-contract.js';
import { isBchPlan, type PlanProduct } from './plan-product.js';
import { createPlanScriptReader } from './read-plan-script.js';
import { slotsAt } from './transactions/plan-slots.js';

/** What a transaction does to a stream of a plan; `cancel` and `pause` are what a stop of a salary makes of it. */
export type PlanAct = Exclude<PlanCall, 'stop'> | 'pause';

/** One stream that a transaction spends. */
export interface PlanConsent {
  /** Index of the input. */
  readonly input: number;
  readonly product: PlanProduct;
  /** Undefined where the covenant has no such function, or the outputs are those of another one. */
  readonly act: PlanAct | undefined;
  /** Whether the coin at input 0 decides it: whoever signs for that coin agrees to this. */
  readonly bySender: boolean;
}

const lastPushOf = (unlockingBytecode: Uint8Array): Uint8Array | undefined => {
  const last = decodeAuthenticationInstructions(unlockingBytecode).at(-1);
  return last !== undefined && 'data' in last && last.data instanceof Uint8Array ? last.data : undefined;
};

/** What the outputs of a stream behind the sender's coin say was done to it; undefined where no state of its stands there. */
const leftBy = (contract: PlanContract, { outputs }: TransactionCommon, input: number): PlanAct | undefined => {
  if (input === 0) return undefined;
  const state = readState(contract, outputs[slotsAt(input, !isBchPlan(contract.terms.product)).state])?.state;
  if (state?.kind !== 'RECURRING') return state && 'cancel';
  if (state.status === 'ACTIVE') return 'resume';
  return state.status === 'PAUSING' ? 'pause' : 'cancel';
};

/**
 * No signature covers the function that an input names, but every one covers the outputs: who has it can name another
 * function, whichever makes these outputs. So the two must agree.
 */
const actAt = (
  contract: PlanContract,
  transaction: TransactionCommon,
  input: number,
  call: PlanCall | undefined,
): PlanAct | undefined => {
  const left = leftBy(contract, transaction, input);
  if (call === 'stop') return left === 'resume' ? undefined : (left ?? 'cancel');
  return left === undefined || left === call ? call : undefined;
};

const SENDERS_CALLS: readonly (PlanCall | undefined)[] = ['cancel', 'stop', 'resume', 'sweep'];

/**
 * Every stream of a plan that a transaction spends, by the scripts that its inputs show. A cancel can change nothing in the
 * balance of the wallet that agrees to it, where somebody else's coin pays: whoever asks for a signature decodes the whole
 * transaction, and says what the coin at input 0 would decide.
 */
export const planConsentsIn = (transaction: TransactionCommon): readonly PlanConsent[] => {
  const read = createPlanScriptReader();
  return transaction.inputs.flatMap(({ unlockingBytecode }, input): PlanConsent[] => {
    const script = lastPushOf(unlockingBytecode);
    const contract = script && read(script);
    if (contract === undefined) return [];
    const call = planCallOf(contract.group.kind, covenantCall(unlockingBytecode).selector);
    const act = actAt(contract, transaction, input, call);
    // Behind input 0 nothing else can run.
    return [{ input, product: contract.terms.product, act, bySender: input > 0 || SENDERS_CALLS.includes(call) }];
  });
};

/**
 * Whether a transaction that is said to do one act to streams does that and no other: what a vault asks of a proposal before
 * its signers see it. Undefined for an act (`act`): no stream may be spent at all.
 */
export const consentsOnlyTo = (transaction: TransactionCommon, act: PlanAct | undefined): boolean =>
  planConsentsIn(transaction).every((consent) => act !== undefined && consent.act === act);
