import { assertSender, consentCoin } from '../../plan/transactions/sender-move.js';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { plainCoins } from '../../transaction/coin-selection.js';
import { buildWithinBound } from '../../transaction/keyless.js';
import { lighten } from '../../transaction/lighten.js';
import { type CurrencyCoin, currencyOutput, currencyUtxo, type TillCoin } from '../currency-coin.js';
import type { CurrencyContract } from '../currency-contract.js';

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

/** Most coins that one transaction takes out of a till. */
const MAX_TAKEN = 50;

/**
 * Builds the sender's taking of coins from the till that nobody added: during a notice, or after the end. Each must be as old as the
 * notice, in blocks. A coin of the sender is at input 0.
 *
 * @param category of the payment, display-order hex
 * @param index of the payment
 * @throws RangeError for none or too many, or where the wallet is not the sender's
 * @throws InsufficientFundsError
 */
export const buildTillTaking = (
  contract: CurrencyContract,
  { category, index }: { readonly category: string; readonly index: number },
  deposits: readonly TillCoin[],
  sender: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  assertSender(contract.terms.sender, sender);
  if (deposits.length === 0 || deposits.length > MAX_TAKEN)
    throw new RangeError(`One transaction takes 1 to ${MAX_TAKEN} coins from a till, received ${deposits.length}`);
  const till = contract.till(category, index);
  return lighten(
    assemble({
      network: contract.network,
      contractInputs: deposits.map(({ outpoint, satoshis }) => ({
        utxo: { ...outpoint, satoshis },
        unlocker: till.unlock('take'),
        sequence: contract.terms.noticeBlocks,
      })),
      outputs: [],
      leadingCoin: consentCoin(sender),
      wallet: { ...sender, coins: plainCoins(sender.coins) },
      change: 'first',
      feeRate,
      userPrompt: 'Take back what was not added to the payment',
    }),
  );
};
