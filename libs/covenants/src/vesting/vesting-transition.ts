import { binsAreEqual, binToHex, decodeAuthenticationInstructions } from '@bitauth/libauth';
import type { TransactionCommon } from '@bitauth/libauth';
import { lockingBytecodeOf } from '../chain/address.js';
import { sameOutpoint } from '../chain/outpoint.js';
import { decodeVestingState } from './vesting-state.js';
import type { ClockCoin, VestingCoin } from './vesting-coin.js';
import type { VestingContract } from './vesting-contract.js';

export type VestingTransitionKind = 'claim' | 'push' | 'cancel' | 'refund';

/** One step of a deployment's life, read from the transaction that spent its state. Amounts in satoshis. */
export interface VestingTransition {
  readonly kind: VestingTransitionKind;
  readonly txid: string;
  readonly spent: VestingCoin;
  /** The state it left, or undefined when it ended the deployment. */
  readonly next: VestingCoin | undefined;
  /** The clock a cancel made. */
  readonly clock: ClockCoin | undefined;
  readonly paidToRecipient: bigint;
  /** What a close or refund returned to the sender. */
  readonly paidToSender: bigint;
  readonly locktime: bigint;
}

/** The pushes of an unlocking bytecode, bottom first, numbers as their bytes. */
const pushes = (bytecode: Uint8Array): Uint8Array[] =>
  decodeAuthenticationInstructions(bytecode).map((instruction) => {
    if ('data' in instruction) return instruction.data;
    const small = instruction.opcode - 0x50;
    return small >= 1 && small <= 16 ? Uint8Array.of(small) : new Uint8Array();
  });

/** Order of the functions in the contract; the last push before the script selects one. */
const FUNCTIONS = ['claim', 'cancel', 'refund', 'sweep'] as const;

const kindOf = (unlockingBytecode: Uint8Array): VestingTransitionKind | undefined => {
  const all = pushes(unlockingBytecode);
  const called = FUNCTIONS[all.at(-2)?.[0] ?? 0];
  if (called === 'claim') return (all.at(-3)?.length ?? 0) > 0 ? 'claim' : 'push';
  return called === 'sweep' ? undefined : called;
};

const nextCoin = (contract: VestingContract, spent: VestingCoin, txid: string, transaction: TransactionCommon): VestingCoin | undefined => {
  const output = transaction.outputs[0];
  const nft = output?.token?.nft;
  if (output?.token === undefined || nft?.capability !== 'mutable') return undefined;
  if (binToHex(output.token.category) !== spent.category) return undefined;
  if (binToHex(output.lockingBytecode) !== binToHex(contract.lockingBytecode)) return undefined;
  const state = decodeVestingState(binToHex(nft.commitment));
  return state && { outpoint: { txid, vout: 0 }, satoshis: output.valueSatoshis, category: spent.category, state };
};

/**
 * Reads the transition by which a transaction spent a deployment's state, or undefined when it does not spend it. The
 * covenant has been enforced by the network, so what the transaction shows is what happened.
 *
 * @param spent The state before it.
 */
export const readVestingTransition = (
  contract: VestingContract,
  spent: VestingCoin,
  txid: string,
  transaction: TransactionCommon,
): VestingTransition | undefined => {
  const input = transaction.inputs[0];
  if (input === undefined) return undefined;
  const outpoint = { txid: binToHex(input.outpointTransactionHash), vout: input.outpointIndex };
  const kind = sameOutpoint(outpoint, spent.outpoint) ? kindOf(input.unlockingBytecode) : undefined;
  if (kind === undefined) return undefined;

  const next = nextCoin(contract, spent, txid, transaction);
  const value = (index: number) => transaction.outputs[index]?.valueSatoshis ?? 0n;
  const closes = next === undefined;
  const released = closes ? contract.parameters.schedule.total : next.state.released;
  const transition = { kind, txid, spent, next, clock: undefined, paidToSender: 0n, locktime: BigInt(transaction.locktime) };
  if (kind === 'refund') return { ...transition, paidToRecipient: 0n, paidToSender: value(0) };
  if (kind === 'cancel') {
    return { ...transition, clock: { outpoint: { txid, vout: 1 }, satoshis: value(1) }, paidToRecipient: released - spent.state.released };
  }
  if (!closes) return { ...transition, paidToRecipient: value(1) };
  return { ...transition, paidToRecipient: value(0), paidToSender: senderRest(contract, transaction) };
};

/** A close pays what is left of the reserve to the sender by output 1, where it is worth one. */
const senderRest = (contract: VestingContract, transaction: TransactionCommon): bigint => {
  const output = transaction.outputs[1];
  if (output === undefined) return 0n;
  return binsAreEqual(output.lockingBytecode, lockingBytecodeOf(contract.parameters.sender)) ? output.valueSatoshis : 0n;
};
