import { binsAreEqual, binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import { amountOfNext } from '@weir/payments';
import { lockingBytecodeOf } from '../chain/address.js';
import { outpointOf, sameOutpoint } from '../chain/outpoint.js';
import type { ClockCoin } from '../contract/clock-coin.js';
import { readCompanionCoin } from '../contract/companion-coin.js';
import { covenantCall } from '../transaction/unlocking-pushes.js';
import type { RecurringCoin } from './recurring-coin.js';
import type { RecurringContract } from './recurring-contract.js';
import { decodeRecurringState } from './recurring-state.js';

/**
 * What a transaction did to a deployment. Cancelling a settled pause is a `cancel`, though it ends the deployment at
 * once.
 */
export type RecurringTransitionKind = 'claim' | 'push' | 'pause' | 'cancel' | 'settle' | 'resume' | 'refund';

/** One step of a deployment, read from the transaction that spent its state. Amounts in units of the asset. */
export interface RecurringTransition {
  readonly kind: RecurringTransitionKind;
  readonly txid: string;
  readonly spent: RecurringCoin;
  /** What it left; undefined when it ended the deployment. */
  readonly next: RecurringCoin | undefined;
  /** The clock that a pause or cancel made. */
  readonly clock: ClockCoin | undefined;
  /** Number of periods that it paid. */
  readonly periods: bigint;
  readonly paidToRecipient: bigint;
  /** What a last payment, a refund or the cancel of a settled pause returned to the sender. */
  readonly paidToSender: bigint;
  /** Satoshis of that output: in token mode what was left of the reserve. */
  readonly satoshisToSender: bigint;
  /** Unix seconds; 0 for a settling and a refund, which depend on no time. */
  readonly locktime: bigint;
}

/** The contracts' functions in the order of their selectors. */
const FUNCTIONS = ['claim', 'stop', 'settle', 'resume', 'refund', 'sweep'] as const;

/** Returns the output index of the next state, which a pause or cancel puts behind the clock. */
const stateIndexOf = (called: (typeof FUNCTIONS)[number]): number => (called === 'stop' ? 1 : 0);

const nextCoin = (
  { lockingBytecode, asset }: RecurringContract,
  { category }: RecurringCoin,
  txid: string,
  outputs: readonly Output[],
  vout: number,
): RecurringCoin | undefined => {
  const [output, beside] = [outputs[vout], outputs[vout + 1]];
  const nft = output?.token?.nft;
  if (output?.token === undefined || nft?.capability !== 'mutable' || binToHex(output.token.category) !== category)
    return undefined;
  const state = decodeRecurringState(binToHex(nft.commitment));
  if (state === undefined || !binsAreEqual(output.lockingBytecode, lockingBytecode)) return undefined;
  const companion = asset.type === 'BCH' || beside === undefined ? {} : { companion: readCompanionCoin(beside) };
  return { outpoint: { txid, vout }, satoshis: output.valueSatoshis, category, state, ...companion };
};

const kindOf = (
  called: (typeof FUNCTIONS)[number],
  signed: boolean,
  next: RecurringCoin | undefined,
): RecurringTransitionKind | undefined => {
  if (called === 'claim') return signed ? 'claim' : 'push';
  if (called === 'stop') return next?.state.status === 'PAUSING' ? 'pause' : 'cancel';
  if (called === 'refund') return signed ? 'cancel' : 'refund';
  return called === 'sweep' ? undefined : called;
};

/** Returns the sender's output of a transition that ended the deployment. */
const returnedBy = (contract: RecurringContract, called: string, outputs: readonly Output[]): Output | undefined => {
  const output = called === 'refund' ? outputs[0] : outputs[1];
  if (output === undefined) return undefined;
  return binsAreEqual(output.lockingBytecode, lockingBytecodeOf(contract.parameters.sender)) ? output : undefined;
};

/**
 * Reads the step by which a transaction spent a deployment's state; undefined when it does not spend it. The network
 * has enforced the covenant, so what the transaction shows is what happened.
 *
 * @param spent the state before the transaction
 * @param txid display-order hex
 */
export const readRecurringTransition = (
  contract: RecurringContract,
  spent: RecurringCoin,
  txid: string,
  transaction: TransactionCommon,
): RecurringTransition | undefined => {
  const [input] = transaction.inputs;
  if (input === undefined) return undefined;
  if (!sameOutpoint(outpointOf(input), spent.outpoint)) return undefined;
  const { selector, args } = covenantCall(input.unlockingBytecode);
  const called = FUNCTIONS[selector];
  if (called === undefined) return undefined;
  const next = nextCoin(contract, spent, txid, transaction.outputs, stateIndexOf(called));
  const kind = kindOf(called, (args[0]?.length ?? 0) > 0, next);
  if (kind === undefined) return undefined;

  const { plan } = contract.parameters;
  const paid = next?.state.paid ?? (called === 'claim' ? plan.periods : spent.state.paid);
  const periods = paid - spent.state.paid;
  const returned = next === undefined ? returnedBy(contract, called, transaction.outputs) : undefined;
  const [first] = transaction.outputs;
  return {
    kind,
    txid,
    spent,
    next,
    clock:
      called === 'stop' && first !== undefined
        ? { outpoint: { txid, vout: 0 }, satoshis: first.valueSatoshis }
        : undefined,
    periods,
    paidToRecipient: amountOfNext(plan, spent.state.paid, periods),
    paidToSender: (contract.asset.type === 'BCH' ? returned?.valueSatoshis : returned?.token?.amount) ?? 0n,
    satoshisToSender: returned?.valueSatoshis ?? 0n,
    locktime: BigInt(transaction.locktime),
  };
};
