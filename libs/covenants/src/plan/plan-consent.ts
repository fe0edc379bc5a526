import { binsAreEqual, type TransactionCommon } from '@bitauth/libauth';
import { bytesKey, readUnsigned } from '../bytes/read-bytes.js';
import { pushesOf } from '../bytes/read-pushes.js';
import { covenantCall, lastPushOf } from '../transaction/read-transaction.js';
import { readState } from './plan-coin.js';
import { createPlanContracts, type PlanCall, planCallOf, type PlanContract } from './plan-contract.js';
import { isBchPlan, type PlanProduct } from './plan-limits.js';
import { findPlanTermsProblem, type PlanGroup, type PlanTerms } from './plan-terms.js';
import { slotsAt } from './transactions/sender-move.js';

/** Number of constructor parameters of the vesting and of the recurring covenant. */
const [VESTING_PUSHES, RECURRING_PUSHES] = [7, 8];

const number = (push: Uint8Array | undefined): bigint => readUnsigned(push ?? new Uint8Array());

/** Reads the parameters of a group that a script of a kind would begin with, the last one first. */
const groupOf = (kind: PlanGroup['kind'], pushes: readonly Uint8Array[]): PlanGroup =>
  kind === 'VESTING'
    ? { kind, noticeBlocks: Number(number(pushes[3])), step: number(pushes[4]), cliff: number(pushes[5]) }
    : {
        kind,
        pausable: number(pushes[3]) === 1n,
        cancelable: number(pushes[4]) === 1n,
        noticeBlocks: Number(number(pushes[5])),
        interval: number(pushes[6]),
      };

const termsOf = (product: PlanProduct, pushes: readonly Uint8Array[]): PlanTerms | undefined => {
  const kind = product.startsWith('VESTING') ? 'VESTING' : 'RECURRING';
  const [nonce, fill, bound] = pushes;
  const sender = pushes[(kind === 'VESTING' ? VESTING_PUSHES : RECURRING_PUSHES) - 1];
  const feeBound = number(bound);
  if (nonce === undefined || sender === undefined || feeBound === 0n) return undefined;
  const cancelFills = number(fill) / feeBound;
  const terms = { product, sender, nonce, feeBound, cancelFills, groups: [groupOf(kind, pushes)] };
  return findPlanTermsProblem(terms, true) === undefined ? terms : undefined;
};

const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];

/**
 * Recognizes a plan's redeem script, whose terms are read out of the script itself; undefined for any script that
 * differs from a plan's in a single byte. The contract is that of the devnet, whose scripts are those of every
 * network.
 */
export const readPlanScript = (redeemScript: Uint8Array): PlanContract | undefined => {
  const pushes = pushesOf(redeemScript);
  for (const product of PRODUCTS) {
    const terms = termsOf(product, pushes);
    // The script is the same on every network; the devnet accepts the shortest notices.
    const [contract] = terms === undefined ? [] : createPlanContracts(terms, 'devnet');
    if (contract !== undefined && binsAreEqual(contract.redeemScript, redeemScript)) return contract;
  }
  return undefined;
};

/** Creates a {@link readPlanScript} that remembers its answers, for many inputs of few scripts. */
export const createPlanScriptReader = (): typeof readPlanScript => {
  const known = new Map<string, PlanContract | undefined>();
  return (script) => {
    const key = bytesKey(script);
    if (!known.has(key)) known.set(key, readPlanScript(script));
    return known.get(key);
  };
};

/**
 * What a transaction does to a stream of a plan. The recurring covenant's `stop` is distinguished by its result:
 * `cancel` or `pause`.
 */
export type PlanAct = Exclude<PlanCall, 'stop'> | 'pause';

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
const leftBy = (contract: PlanContract, { outputs }: TransactionCommon, input: number): PlanAct | undefined => {
  if (input === 0) return undefined;
  const state = readState(contract, outputs[slotsAt(input, !isBchPlan(contract.terms.product)).state])?.state;
  if (state?.kind !== 'RECURRING') return state && 'cancel';
  if (state.status === 'ACTIVE') return 'resume';
  return state.status === 'PAUSING' ? 'pause' : 'cancel';
};

/**
 * Returns what is done to a stream where call and outputs agree. No signature covers the function that an input
 * calls, but every signature covers the outputs: anybody who holds the transaction can call another function instead, if
 * one makes the same outputs.
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
 * Lists every stream of a plan that a transaction spends, by the scripts that its inputs show. A cancel need not
 * change the balance of the wallet that agrees to it, if somebody else's coin pays: anybody who asks for a signature must
 * decode the whole transaction and say what the coin at input 0 would authorize.
 */
export const planConsentsIn = (transaction: TransactionCommon): readonly PlanConsent[] => {
  const read = createPlanScriptReader();
  return transaction.inputs.flatMap(({ unlockingBytecode }, input): PlanConsent[] => {
    const script = lastPushOf(unlockingBytecode);
    const contract = script && read(script);
    if (contract === undefined) return [];
    const call = planCallOf(contract.group.kind, covenantCall(unlockingBytecode).selector);
    const act = actAt(contract, transaction, input, call);
    // At any input but 0, only the sender's functions can succeed.
    return [{ input, product: contract.terms.product, act, bySender: input > 0 || SENDERS_CALLS.includes(call) }];
  });
};

/**
 * Whether a transaction does exactly one kind of act to the streams it spends: a vault checks its proposals by this
 * before its signers see them.
 *
 * @param act undefined where no stream may be spent at all
 */
export const consentsOnlyTo = (transaction: TransactionCommon, act: PlanAct | undefined): boolean =>
  planConsentsIn(transaction).every((consent) => act !== undefined && consent.act === act);
