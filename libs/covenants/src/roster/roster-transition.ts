import { binsAreEqual, type TransactionCommon } from '@bitauth/libauth';
import { pushesOf } from '../bytes/read-pushes.js';
import { outpointOf, sameOutpoint } from '../chain/outpoint.js';
import { readRosterCoin, type RosterCoin } from './roster-coin.js';
import type { RosterContract } from './roster-contract.js';
import { encodeRosterState, type RosterState } from './roster-state.js';

/** How a roster's state moved. A roster never ends: each step leaves a state. */
export type RosterStepKind =
  /** Two signers spent; the members are the same. */
  | 'spend'
  /** Two signers spent, and exchanged the third seat, the guardian or the delays. */
  | 'exchange'
  /** The guardian called a recovery. */
  | 'call'
  /** One signer stopped it. */
  | 'veto'
  /** The guardian and two keys of the next roster ended it. */
  | 'recovery';

/** One step of a roster, read from the transaction that spent its state. */
export interface RosterTransition {
  readonly kind: RosterStepKind;
  /** Display-order hex. */
  readonly txid: string;
  readonly spent: RosterCoin;
  readonly next: RosterCoin;
  /** Whether two signers were at it, and a running recovery ended by that. */
  readonly stopsRecovery: boolean;
}

/** The functions of the contract in the order of their selectors. */
const FUNCTIONS = ['spend', 'recover', 'veto', 'follow'] as const;

const calledBy = ({ redeemScript }: RosterContract, unlockingBytecode: Uint8Array) => {
  const [script, selector] = [...pushesOf(unlockingBytecode)].reverse();
  if (script === undefined || selector === undefined || !binsAreEqual(script, redeemScript)) return undefined;
  return selector.length > 1 ? undefined : FUNCTIONS[selector[0] ?? 0];
};

/** Whether two states have the same members. */
export const sameRosterMembers = (one: RosterState, other: RosterState): boolean => {
  const members = (state: RosterState): string => encodeRosterState({ ...state, status: 'active', spends: 0 });
  return members(one) === members(other);
};

/**
 * Reads the step by which a transaction spent a roster's state; undefined when it does not spend it, or does not show what a
 * network that enforces the contract would mine. The state is at the output of its own input's index: 0 by two signers, else 1.
 *
 * @param spent the state before the transaction
 * @param txid display-order hex
 */
export const readRosterTransition = (
  contract: RosterContract,
  spent: RosterCoin,
  txid: string,
  transaction: TransactionCommon,
): RosterTransition | undefined => {
  const index = transaction.inputs.findIndex((each) => sameOutpoint(outpointOf(each), spent.outpoint));
  const input = transaction.inputs[index];
  const name = input && calledBy(contract, input.unlockingBytecode);
  const next = readRosterCoin(contract, txid, transaction.outputs, index);
  if (name === undefined || name === 'follow' || next === undefined || index > 1) return undefined;
  const kind = kindOf(name, index, spent.state, next.state);
  const stopsRecovery = index === 0 && spent.state.status === 'recovering';
  return kind && { kind, txid, spent, next, stopsRecovery };
};

const kindOf = (
  name: 'spend' | 'recover' | 'veto',
  index: number,
  before: RosterState,
  after: RosterState,
): RosterStepKind | undefined => {
  if (name === 'spend') {
    if (index === 1) return 'recovery';
    return sameRosterMembers(before, after) ? 'spend' : 'exchange';
  }
  if (index !== 1) return undefined;
  return name === 'recover' ? 'call' : 'veto';
};
