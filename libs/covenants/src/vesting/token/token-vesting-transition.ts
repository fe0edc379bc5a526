import { binToHex, type Output, type TransactionCommon } from '@bitauth/libauth';
import type { ClockCoin } from '../../contract/clock-coin.js';
import type { CompanionCoin } from '../../contract/companion-coin.js';
import type { TokenVestingContract } from '../vesting-contract.js';
import { nextState, spendKind, type VestingTransitionKind } from '../vesting-spend.js';
import type { TokenVestingCoin } from './token-vesting-coin.js';

/** One step of a deployment's life in token mode, read from the transaction that spent its state. */
export interface TokenVestingTransition {
  readonly kind: VestingTransitionKind;
  readonly txid: string;
  readonly spent: TokenVestingCoin;
  /** The pair it left, or undefined when it ended the deployment. */
  readonly next: TokenVestingCoin | undefined;
  /** The clock a cancel made. */
  readonly clock: ClockCoin | undefined;
  /** Base units. */
  readonly paidToRecipient: bigint;
  /** Base units a close or refund returned to the sender: after a close, those there were beyond the total. */
  readonly paidToSender: bigint;
  /** What was left of the reserve, which a close or refund returned to the sender. */
  readonly satoshisToSender: bigint;
  readonly locktime: bigint;
}

const companionOf = ({ valueSatoshis, token }: Output): CompanionCoin => ({
  satoshis: valueSatoshis,
  amount: token?.amount ?? 0n,
  ...(token?.nft !== undefined && {
    nft: { capability: token.nft.capability, commitment: binToHex(token.nft.commitment) },
  }),
});

/**
 * Reads the transition by which a transaction spent a deployment's pair, or undefined when it does not spend it. The
 * covenant has been enforced by the network: the companion is at output 1 wherever a state is at output 0.
 *
 * @param spent The pair before it.
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
  const next = state && second && { ...state, companion: companionOf(second) };
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
