import type { Utxo } from 'cashscript';
import { MIN_TIME, P2PKH_DUST } from '@weir/kinds';
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
const returns = (strays: readonly Utxo[], to: Uint8Array): PlannedOutput[] =>
  strays.flatMap(({ token, satoshis }): PlannedOutput[] =>
    token === undefined ? [] : [{ to, amount: satoshis > P2PKH_DUST ? satoshis : P2PKH_DUST, token }],
  );

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
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  assertSender(contract.terms.sender, sender);
  if (strays.length === 0 || strays.length > MAX_STRAYS) throw new RangeError(`A sweep takes 1 to ${MAX_STRAYS} coins`);
  if (!strays.every((coin) => isPlanStray(contract, coin))) throw new RangeError('A stream cannot be swept as a stray');
  const built = assemble({
    network: contract.network,
    contractInputs: strays.map((utxo) => ({ utxo, unlocker: contract.call('sweep') })),
    outputs: returns(strays, contract.terms.sender),
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
