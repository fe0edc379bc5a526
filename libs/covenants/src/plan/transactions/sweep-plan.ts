import type { Unlocker, Utxo } from 'cashscript';
import { MIN_TIME, P2PKH_DUST } from '@weir/kinds';
import type { Party } from '../../chain/party.js';
import { assemble, type PlannedOutput, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { lighten } from '../../transaction/lighten.js';
import { MAX_STRAYS, strayBeside } from '../../transaction/sweep.js';
import { planCommitmentLength } from '../plan-commitment.js';
import type { PlanContract } from '../plan-contract.js';
import { assertSender, consentCoin } from './sender-move.js';

/** Whether a coin at a plan's address is not one of its streams, so that the sender can sweep it. */
export const isPlanStray = ({ terms }: PlanContract, coin: Utxo): boolean =>
  strayBeside((bytes) => bytes >= planCommitmentLength(terms.product))(coin);

/** Plans what the strays become: each coin with a token has an output of its own, plain ones are part of the change. */
export const returnsOf = (strays: readonly Utxo[], to: Uint8Array): PlannedOutput[] =>
  strays.flatMap(({ token, satoshis }): PlannedOutput[] =>
    token === undefined ? [] : [{ to, amount: satoshis > P2PKH_DUST ? satoshis : P2PKH_DUST, token }],
  );

/** The contract of a plan, in seconds or by the calendar, by what a sweep needs of it. */
export interface SweptContract extends Pick<PlanContract, 'network'> {
  readonly sender: Party;
  readonly unlocker: Unlocker;
  readonly isStray: (coin: Utxo) => boolean;
}

/**
 * Builds the sender's sweep of 1 to 50 coins sent to the address of a plan of any kind by mistake, by a coin of theirs at input 0.
 *
 * @throws RangeError, InsufficientFundsError, CovenantError as {@link buildPlanSweep}
 */
export const buildSweepBySender = (
  { network, sender: owner, unlocker, isStray }: SweptContract,
  strays: readonly Utxo[],
  sender: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  assertSender(owner, sender);
  if (strays.length === 0 || strays.length > MAX_STRAYS) throw new RangeError(`A sweep takes 1 to ${MAX_STRAYS} coins`);
  if (!strays.every(isStray)) throw new RangeError('A stream cannot be swept as a stray');
  const built = assemble({
    network,
    contractInputs: strays.map((utxo) => ({ utxo, unlocker })),
    outputs: returnsOf(strays, owner),
    // A sweep takes any time: orders that are signed for none do not consent.
    locktime: MIN_TIME,
    leadingCoin: consentCoin(sender),
    wallet: sender,
    change: 'first',
    feeRate,
    userPrompt: 'Sweep coins sent to the plan by mistake',
  });
  return lighten(built);
};

/**
 * Builds the sender's sweep of 1 to 50 coins sent to a plan's address by mistake, by a coin of theirs at input 0.
 *
 * @throws RangeError when one of them may be a stream, there are none or too many, or the wallet is not the sender's
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildPlanSweep = (
  contract: PlanContract,
  strays: readonly Utxo[],
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => {
  const { network, terms, call } = contract;
  const isStray = (coin: Utxo): boolean => isPlanStray(contract, coin);
  return buildSweepBySender(
    { network, sender: terms.sender, unlocker: call('sweep'), isStray },
    strays,
    sender,
    options,
  );
};
