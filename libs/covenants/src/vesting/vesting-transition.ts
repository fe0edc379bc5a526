import { binsAreEqual, type TransactionCommon } from '@bitauth/libauth';
import { lockingBytecodeOf } from '../chain/address.js';
import type { ClockCoin } from '../contract/clock-coin.js';
import type { VestingCoin } from './vesting-coin.js';
import type { VestingContract } from './vesting-contract.js';
import { nextState, spendKind, type VestingTransitionKind } from './vesting-spend.js';

export type { VestingTransitionKind } from './vesting-spend.js';

/** One step of a deployment, read from the transaction that spent its state. Amounts in satoshis. */
export interface VestingTransition {
  readonly kind: VestingTransitionKind;
  readonly txid: string;
  readonly spent: VestingCoin;
  /** The state that it left; undefined when it ended the deployment. */
  readonly next: VestingCoin | undefined;
  /** The clock that a cancel made. */
  readonly clock: ClockCoin | undefined;
  readonly paidToRecipient: bigint;
  /** What a close or refund returned to the sender. */
  readonly paidToSender: bigint;
  readonly locktime: bigint;
}

/**
 * Reads the step by which a transaction spent a deployment's state; undefined when it does not spend it. The network
 * has enforced the covenant, so what the transaction shows is what happened.
 *
 * @param spent the state before the transaction
 * @param txid display-order hex
 */
export const readVestingTransition = (
  contract: VestingContract,
  spent: VestingCoin,
  txid: string,
  transaction: TransactionCommon,
): VestingTransition | undefined => {
  const kind = spendKind(spent, transaction);
  if (kind === undefined) return undefined;

  const next = nextState(contract, spent, txid, transaction);
  const value = (index: number) => transaction.outputs[index]?.valueSatoshis ?? 0n;
  const closes = next === undefined;
  const released = closes ? contract.parameters.schedule.total : next.state.released;
  const transition = {
    kind,
    txid,
    spent,
    next,
    clock: undefined,
    paidToSender: 0n,
    locktime: BigInt(transaction.locktime),
  };
  if (kind === 'refund') return { ...transition, paidToRecipient: 0n, paidToSender: value(0) };
  if (kind === 'cancel') {
    return {
      ...transition,
      clock: { outpoint: { txid, vout: 1 }, satoshis: value(1) },
      paidToRecipient: released - spent.state.released,
    };
  }
  if (!closes) return { ...transition, paidToRecipient: value(1) };
  return { ...transition, paidToRecipient: value(0), paidToSender: senderRest(contract, transaction) };
};

/** Returns what a close returned to the sender at output 1: the rest of the reserve, where it is not dust. */
const senderRest = (contract: VestingContract, transaction: TransactionCommon): bigint => {
  const output = transaction.outputs[1];
  if (output === undefined) return 0n;
  return binsAreEqual(output.lockingBytecode, lockingBytecodeOf(contract.parameters.sender))
    ? output.valueSatoshis
    : 0n;
};
