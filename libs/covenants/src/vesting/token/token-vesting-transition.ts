import type { TransactionCommon } from '@bitauth/libauth';
import type { ClockCoin } from '../../contract/clock-coin.js';
import { readCompanionCoin } from '../../contract/companion-coin.js';
import type { TokenVestingContract } from '../vesting-contract.js';
import { nextState, spendKind, type VestingTransitionKind } from '../vesting-spend.js';
import type { TokenVestingCoin } from './token-vesting-coin.js';

/** One step of a deployment in token mode, read from the transaction that spent its state. */
export interface TokenVestingTransition {
  readonly kind: VestingTransitionKind;
  readonly txid: string;
  readonly spent: TokenVestingCoin;
  /** The state and companion that it left; undefined when it ended the deployment. */
  readonly next: TokenVestingCoin | undefined;
  /** The clock that a cancel made. */
  readonly clock: ClockCoin | undefined;
  /** Base units. */
  readonly paidToRecipient: bigint;
  /** Base units that a close or refund returned to the sender; a close returns those beyond the total. */
  readonly paidToSender: bigint;
  /** Satoshis that a close or refund returned to the sender: what was left of the reserve. */
  readonly satoshisToSender: bigint;
  readonly locktime: bigint;
}

/**
 * Reads the step by which a transaction spent a deployment's state and companion; undefined when it does not spend
 * them. The network has enforced the covenant: wherever a state is at output 0, its companion is at output 1.
 *
 * @param spent state and companion before the transaction
 * @param txid display-order hex
 */
export const readTokenVestingTransition = (
  contract: TokenVestingContract,
  spent: TokenVestingCoin,
  txid: string,
  transaction: TransactionCommon,
): TokenVestingTransition | undefined => {
  const kind = spendKind(spent, transaction);
  if (kind === undefined) return undefined;
  const state = nextState(contract, spent, txid, transaction);
  const [first, second, third] = transaction.outputs;
  const next = state && second && { ...state, companion: readCompanionCoin(second) };
  const back = kind === 'refund' ? first : next === undefined ? second : undefined;
  const released =
    kind === 'refund' ? spent.state.released : (next?.state.released ?? contract.parameters.schedule.total);
  return {
    kind,
    txid,
    spent,
    next,
    clock:
      kind === 'cancel' && third !== undefined
        ? { outpoint: { txid, vout: 2 }, satoshis: third.valueSatoshis }
        : undefined,
    paidToRecipient: released - spent.state.released,
    paidToSender: back?.token?.amount ?? 0n,
    satoshisToSender: back?.valueSatoshis ?? 0n,
    locktime: BigInt(transaction.locktime),
  };
};
