import { MIN_PAYMENT } from '@weir/payments';
import type { ContractPart } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction } from '../../transaction/built-transaction.js';
import { buildWithinBound } from '../../transaction/keyless.js';
import { type CurrencyClockCoin, type CurrencyCoin, currencyOutput, currencyUtxo } from '../currency-coin.js';
import type { CurrencyContract } from '../currency-contract.js';
import { settledCurrency } from '../currency-payout.js';

const besideClock = (
  contract: CurrencyContract,
  coin: CurrencyCoin,
  clock: CurrencyClockCoin,
  call: 'settle' | 'refund',
): Pick<ContractPart, 'network' | 'contractInputs'> => ({
  network: contract.network,
  contractInputs: [
    { utxo: currencyUtxo(contract, coin), unlocker: contract.call(call) },
    {
      utxo: {
        ...clock.outpoint,
        satoshis: clock.satoshis,
        token: { category: coin.category, amount: clock.units },
      },
      unlocker: contract.clock.unlock('spend'),
      sequence: contract.terms.noticeBlocks,
    },
  ],
});

/**
 * Builds the refund, which returns what a cancel left to the sender once the clock is as old as the notice. Nobody signs. Undefined where
 * nodes ask for more than the bound.
 *
 * @throws RangeError where no cancel's notice runs
 */
export const buildCurrencyRefund = (
  contract: CurrencyContract,
  coin: CurrencyCoin,
  clock: CurrencyClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  if (coin.units > 0n || coin.state.status !== 'CANCELLED')
    throw new RangeError('Only a cancelled payment can be refunded');
  const part = besideClock(contract, coin, clock, 'refund');
  const { sender, bound } = contract.terms;
  const shape = (fee: bigint): ContractPart => ({
    ...part,
    outputs: [{ to: sender, amount: coin.satoshis + clock.satoshis - fee }],
    burnsClock: true,
  });
  return buildWithinBound({ bound, shape }, options);
};

/**
 * Builds the settling of a pause once the clock is as old as the notice: the units return, and of the unpaid periods only the running one
 * still falls due. Nobody signs; the clock's satoshis pay. Undefined where nodes ask for more than they are.
 *
 * @throws RangeError where no pause's notice runs
 */
export const buildCurrencySettle = (
  contract: CurrencyContract,
  coin: CurrencyCoin,
  clock: CurrencyClockCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  if (coin.state.status !== 'PAUSING') throw new RangeError('Only a pause can be settled');
  const part = besideClock(contract, coin, clock, 'settle');
  const settled = { ...coin, units: clock.units, state: settledCurrency(coin.state) };
  const shape = (fee: bigint): ContractPart => ({
    ...part,
    outputs: [currencyOutput(contract, { ...settled, satoshis: coin.satoshis + clock.satoshis - fee })],
  });
  return buildWithinBound({ bound: clock.satoshis, shape }, options);
};

/** Whether every period of a payment is paid, and less than an output of debt is left. */
export const isCurrencyOver = ({ state, units }: Pick<CurrencyCoin, 'state' | 'units'>): boolean =>
  units > 0n && state.left === 0 && state.debt < MIN_PAYMENT;

/**
 * Builds the close, which returns the rest to the sender once every period is paid. Nobody signs. Undefined where nodes ask for more than
 * the bound.
 *
 * @throws RangeError where something is left to pay, or a notice runs
 */
export const buildCurrencyClose = (
  contract: CurrencyContract,
  coin: CurrencyCoin,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  if (!isCurrencyOver(coin)) throw new RangeError('Only a payment whose periods are all paid can be closed');
  const { sender, bound } = contract.terms;
  const contractInputs = [{ utxo: currencyUtxo(contract, coin), unlocker: contract.call('close') }];
  const shape = (fee: bigint): ContractPart => ({
    network: contract.network,
    contractInputs,
    outputs: [{ to: sender, amount: coin.satoshis - fee }],
    burnsClock: true,
  });
  return buildWithinBound({ bound, shape }, options);
};
