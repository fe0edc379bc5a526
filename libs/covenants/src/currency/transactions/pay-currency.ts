import type { Party } from '../../chain/party.js';
import {
  assemble,
  type ContractPart,
  feeOf,
  type PlannedOutput,
  sizeOf,
  type WalletCoins,
} from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildWithinBound, completeKeyless } from '../../transaction/keyless.js';
import { lighten } from '../../transaction/lighten.js';
import { type CurrencyCoin, currencyOutput, currencyUtxo } from '../currency-coin.js';
import type { CurrencyContract, SignedPair } from '../currency-contract.js';
import { currencyDebtPayout, type CurrencyPayout, currencyPayout } from '../currency-payout.js';

/** A payment of a period to be built. */
export interface CurrencyPayment {
  readonly contract: CurrencyContract;
  readonly coin: CurrencyCoin;
  /** Taken from the note of the funding: the state holds only its hash. */
  readonly recipient: Party;
  readonly pair: SignedPair;
  /** The locktime, at least the period's date. */
  readonly time: bigint;
}

const payee = (to: Party, amount: bigint): PlannedOutput[] => (amount === 0n ? [] : [{ to, amount }]);

/** @throws RangeError where the pair does not fix the price of the next period, or its date has not come */
const payoutOf = ({ contract, coin, pair, time }: CurrencyPayment): CurrencyPayout => {
  const payout = currencyPayout(contract.terms, coin, pair);
  if (payout === undefined || time < payout.due)
    throw new RangeError('The messages do not fix the price of a period that is due');
  return payout;
};

/** Plans a payment by what it gives to the fee. */
const shapeOf = (payment: CurrencyPayment, { paid, state }: CurrencyPayout): ((fee: bigint) => ContractPart) => {
  const { contract, coin, recipient, pair, time } = payment;
  const contractInputs = [{ utxo: currencyUtxo(contract, coin), unlocker: contract.pay(pair) }];
  return (fee) => ({
    network: contract.network,
    contractInputs,
    outputs: [
      currencyOutput(contract, { ...coin, state, satoshis: coin.satoshis - paid - fee }),
      ...payee(recipient, paid),
    ],
    locktime: time,
  });
};

/**
 * Builds the payment of a period at its price, which fixes the price where the money does not cover it. Nobody signs. Undefined where
 * nodes ask for more than the payment may give: then use {@link buildPaidCurrencyPayment}.
 *
 * @throws RangeError where the messages do not fix the price of a period that is due
 */
export const buildCurrencyPayment = (
  payment: CurrencyPayment,
  { feeRate }: BuildOptions = {},
): KeylessTransaction | undefined => {
  const payout = payoutOf(payment);
  const shape = shapeOf(payment, payout);
  const fee = feeOf(sizeOf(shape(0n)), feeRate);
  return fee <= payout.fee ? completeKeyless(shape(fee)) : undefined;
};

/**
 * Builds the same payment beside coins of anybody, who pay what the payment may not give.
 *
 * @throws RangeError as {@link buildCurrencyPayment}
 * @throws InsufficientFundsError
 */
export const buildPaidCurrencyPayment = (
  payment: CurrencyPayment,
  payer: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const payout = payoutOf(payment);
  return lighten(
    assemble({
      ...shapeOf(payment, payout)(payout.fee),
      wallet: payer,
      change: 'last',
      feeRate,
      userPrompt: 'Pay the recipient the period that is due',
    }),
  );
};

/** What the builders of keyless steps take. */
export interface CurrencyItem {
  readonly contract: CurrencyContract;
  readonly coin: CurrencyCoin;
  readonly recipient: Party;
}

/**
 * Builds the payment of a debt: all of it, or all the money there is. Nobody signs. Undefined where there is nothing to pay, or nodes
 * ask for more than the payment may give.
 */
export const buildCurrencyDebtPayment = (
  { contract, coin, recipient }: CurrencyItem,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  const payout = currencyDebtPayout(contract.terms, coin);
  if (payout === undefined) return undefined;
  const contractInputs = [{ utxo: currencyUtxo(contract, coin), unlocker: contract.call('payDebt') }];
  return buildWithinBound(
    {
      bound: contract.terms.bound,
      shape: (fee) => ({
        network: contract.network,
        contractInputs,
        outputs: [
          currencyOutput(contract, { ...coin, state: payout.state, satoshis: coin.satoshis - payout.paid - fee }),
          ...payee(recipient, payout.paid),
        ],
      }),
    },
    options,
  );
};
