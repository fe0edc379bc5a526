import { binsAreEqual, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { RosterCoin } from '../roster/roster-coin.js';
import { readRosterTransition, type RosterStepKind } from '../roster/roster-transition.js';
import { isRosterContract, type TreasuryContract } from './treasury.js';
import { isRosterState, type TreasuryCoin, type VaultCoin } from './vault-coin.js';
import { payoutsOf, readVaultTransition } from './vault-transition.js';

/** How the state of a treasury moved. Only a vault closes; only a roster exchanges its members. */
export type TreasuryStepKind = RosterStepKind | 'close';

/** One step of a treasury, read from the transaction that spent its state. */
export interface TreasuryTransition<Coin extends TreasuryCoin = TreasuryCoin> {
  readonly kind: TreasuryStepKind;
  /** Display-order hex. */
  readonly txid: string;
  readonly spent: Coin;
  /** The state that it left; undefined when it ended a vault. */
  readonly next: Coin | undefined;
  /** Outputs that left the address, in order, of the treasury's own money. */
  readonly payouts: readonly Output[];
}

/**
 * Reads the step by which a transaction spent the state of a vault or a roster; undefined when it does not spend it. The network has
 * enforced the covenant, so what the transaction shows is what happened.
 *
 * @param spent the state before the transaction
 * @param txid display-order hex
 */
export const readTreasuryTransition = (
  contract: TreasuryContract,
  spent: TreasuryCoin,
  txid: string,
  transaction: TransactionCommon,
): TreasuryTransition<VaultCoin> | TreasuryTransition<RosterCoin> | undefined => {
  if (!isRosterContract(contract))
    return isRosterState(spent) ? undefined : readVaultTransition(contract, spent, txid, transaction);
  const step = isRosterState(spent) ? readRosterTransition(contract, spent, txid, transaction) : undefined;
  if (step === undefined) return undefined;
  const { kind, next } = step;
  // One party's step moves no money of the roster: its other outputs are the party's own.
  const isSpend = binsAreEqual(transaction.outputs[0]?.lockingBytecode ?? new Uint8Array(), contract.lockingBytecode);
  return { kind, txid, spent: step.spent, next, payouts: isSpend ? payoutsOf(contract, transaction) : [] };
};
