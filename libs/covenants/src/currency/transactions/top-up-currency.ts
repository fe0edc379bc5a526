import type { Utxo } from 'cashscript';
import { assertSender, consentCoin } from '../../plan/transactions/sender-move.js';
import { buildSweepBySender, returnsOf } from '../../plan/transactions/sweep-plan.js';
import { assemble, type PlannedInput, type PlannedOutput, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { plainCoins } from '../../transaction/coin-selection.js';
import { buildWithinBound } from '../../transaction/keyless.js';
import { lighten } from '../../transaction/lighten.js';
import { MAX_STRAYS, strayBeside } from '../../transaction/sweep.js';
import { type CurrencyCoin, currencyOutput, currencyUtxo, type TillCoin } from '../currency-coin.js';
import type { CurrencyContract } from '../currency-contract.js';
import { CURRENCY_COMMITMENT_LENGTH } from '../currency-state.js';

/** @throws RangeError while a notice runs */
const assertOpen = ({ units }: CurrencyCoin): void => {
  if (units === 0n) throw new RangeError('Money cannot be added while a notice runs');
};

/**
 * Builds a top-up by anybody's coins.
 *
 * @param satoshis at least the `least` of the terms
 * @throws RangeError for less, or while a notice runs
 * @throws InsufficientFundsError
 */
export const buildCurrencyTopUp = (
  contract: CurrencyContract,
  coin: CurrencyCoin,
  satoshis: bigint,
  payer: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  assertOpen(coin);
  if (satoshis < contract.terms.least)
    throw new RangeError(`A top-up adds at least ${contract.terms.least} satoshis, received ${satoshis}`);
  return lighten(
    assemble({
      network: contract.network,
      contractInputs: [{ utxo: currencyUtxo(contract, coin), unlocker: contract.call('topUp') }],
      outputs: [currencyOutput(contract, { ...coin, satoshis: coin.satoshis + satoshis })],
      wallet: payer,
      change: 'last',
      feeRate,
      userPrompt: 'Add money to the payment',
    }),
  );
};

/**
 * Builds the transaction that adds a coin of the till to its payment. Nobody signs; the coin pays the fee. Undefined where what would
 * be left of it is less than the smallest top-up, or nodes ask for more than the bound.
 *
 * @throws RangeError while a notice runs
 */
export const buildCurrencyAdd = (
  contract: CurrencyContract,
  coin: CurrencyCoin,
  deposit: TillCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  assertOpen(coin);
  const { bound, least } = contract.terms;
  const till = contract.till(coin.category, coin.state.index);
  const contractInputs = [
    { utxo: currencyUtxo(contract, coin), unlocker: contract.call('topUp') },
    { utxo: { ...deposit.outpoint, satoshis: deposit.satoshis }, unlocker: till.unlock('add') },
  ];
  const built = buildWithinBound(
    {
      bound,
      shape: (fee) => ({
        network: contract.network,
        contractInputs,
        outputs: [currencyOutput(contract, { ...coin, satoshis: coin.satoshis + deposit.satoshis - fee })],
      }),
    },
    options,
  );
  return built === undefined || deposit.satoshis - built.fee < least ? undefined : built;
};

/** Names a payment: its till outlives it. */
export interface TillOwner {
  /** Category of the payment, display-order hex. */
  readonly category: string;
  /** Index of the payment. */
  readonly index: number;
}

/** The contract's part of the sender's taking, behind their coin. */
export interface TillTaking {
  readonly contractInputs: readonly PlannedInput[];
  /** Coins with tokens, each for itself; plain ones are part of the change. */
  readonly outputs: readonly PlannedOutput[];
}

/**
 * Plans the sender's taking of coins from a till that nobody added. Each must be as old as the notice, in blocks.
 *
 * @throws RangeError for none or too many
 */
export const planTillTaking = (
  contract: CurrencyContract,
  { category, index }: TillOwner,
  deposits: readonly Utxo[],
): TillTaking => {
  if (deposits.length === 0 || deposits.length > MAX_STRAYS)
    throw new RangeError(`One transaction takes 1 to ${MAX_STRAYS} coins from a till, received ${deposits.length}`);
  const unlocker = contract.till(category, index).unlock('take');
  return {
    contractInputs: deposits.map((utxo) => ({ utxo, unlocker, sequence: contract.terms.noticeBlocks })),
    outputs: returnsOf(deposits, contract.terms.sender),
  };
};

/**
 * Builds the sender's taking of coins from the till that nobody added: too small ones, those with tokens, and what comes during a notice or
 * after the end. A coin of the sender is at input 0.
 *
 * @throws RangeError as {@link planTillTaking}, or where the wallet is not the sender's
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildTillTaking = (
  contract: CurrencyContract,
  owner: TillOwner,
  deposits: readonly Utxo[],
  sender: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  assertSender(contract.terms.sender, sender);
  return lighten(
    assemble({
      network: contract.network,
      ...planTillTaking(contract, owner, deposits),
      leadingCoin: consentCoin(sender),
      wallet: { ...sender, coins: plainCoins(sender.coins) },
      change: 'first',
      feeRate,
      userPrompt: 'Take back what was not added to the payment',
    }),
  );
};

/** Whether a coin at the address of a payment is not a payment, so that the sender can sweep it. */
export const isCurrencyStray = strayBeside((bytes) => bytes === CURRENCY_COMMITMENT_LENGTH);

/**
 * Builds the sender's sweep of 1 to 50 coins sent to the address of payments by mistake, beside their tills.
 *
 * @throws RangeError when one of them may be a payment, there are none or too many, or the wallet is not the sender's
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildCurrencySweep = (
  { network, terms, call }: CurrencyContract,
  strays: readonly Utxo[],
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  buildSweepBySender(
    { network, sender: terms.sender, unlocker: call('sweep'), isStray: isCurrencyStray },
    strays,
    sender,
    options,
  );
