import { assertSuccess, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import { MIN_PAYMENT } from '@weir/payments';
import type { Party } from '../chain/party.js';
import { isNoticeOver, type NoticeSpan } from '../contract/notice-span.js';
import type { BuildOptions, KeylessTransaction } from '../transaction/built-transaction.js';
import type { CurrencyClockCoin, CurrencyCoin, TillCoin } from './currency-coin.js';
import type { CurrencyContract, SignedPair } from './currency-contract.js';
import { currencyPayout } from './currency-payout.js';
import { readCurrencyTransition } from './currency-transition.js';
import {
  buildCurrencyClose,
  buildCurrencyRefund,
  buildCurrencySettle,
  isCurrencyOver,
} from './transactions/end-currency.js';
import { buildCurrencyDebtPayment, buildCurrencyPayment } from './transactions/pay-currency.js';
import { buildCurrencyAdd } from './transactions/top-up-currency.js';

/** A transaction that is due and needs nobody's signature. */
export interface CurrencyDuty {
  readonly kind: 'topUp' | 'pay' | 'payDebt' | 'settle' | 'refund' | 'close';
  readonly transaction: KeylessTransaction;
  /** The payment that it leaves; undefined where it ends it. */
  readonly next: CurrencyCoin | undefined;
}

/** What is known of a payment when its next duty is looked for. */
export interface CurrencyFacts {
  readonly contract: CurrencyContract;
  readonly coin: CurrencyCoin;
  readonly recipient: Party;
  /** Of a payment under notice, with the heights of the notice. */
  readonly clock: (CurrencyClockCoin & Omit<NoticeSpan, 'noticeBlocks'>) | undefined;
  /** The latest possible locktime, Unix seconds. Under notice no later than that of the block that ends it. */
  readonly time: bigint;
  /** The pair that fixes the price of the next period; undefined where none is known. */
  readonly pair: SignedPair | undefined;
  readonly deposits: readonly TillCoin[];
}

/** Whether the deposits of the till may be added: no notice runs, and something is left to pay. */
export const takesDeposits = ({ units, state }: CurrencyCoin): boolean =>
  units > 0n && (state.left > 0 || state.debt >= MIN_PAYMENT);

const dutyOf = (facts: CurrencyFacts, options: BuildOptions): Omit<CurrencyDuty, 'next'> | undefined => {
  const { contract, coin, recipient, clock, time, pair, deposits } = facts;
  if (takesDeposits(coin))
    for (const deposit of deposits) {
      const transaction = buildCurrencyAdd(contract, coin, deposit, options);
      if (transaction !== undefined) return { kind: 'topUp', transaction };
    }
  const isDue = coin.state.open > 0 && coin.state.next <= time;
  if (isDue && pair !== undefined && currencyPayout(contract.terms, coin, pair) !== undefined) {
    const transaction = buildCurrencyPayment({ contract, coin, recipient, pair, time }, options);
    // Where only the fee holds a payment back, nothing may end the notice without it.
    return transaction && { kind: 'pay', transaction };
  }
  const debt = buildCurrencyDebtPayment({ contract, coin, recipient }, options);
  if (debt !== undefined) return { kind: 'payDebt', transaction: debt };
  if (clock !== undefined && isNoticeOver({ ...clock, noticeBlocks: contract.terms.noticeBlocks })) {
    const isPause = coin.state.status === 'PAUSING';
    const build = isPause ? buildCurrencySettle : buildCurrencyRefund;
    const transaction = build(contract, coin, clock, options);
    return transaction && { kind: isPause ? 'settle' : 'refund', transaction };
  }
  if (!isCurrencyOver(coin)) return undefined;
  const transaction = buildCurrencyClose(contract, coin, options);
  return transaction && { kind: 'close', transaction };
};

/**
 * Returns the next keyless transaction that a payment is due: money in the till is added, then what is due is paid at its price, then
 * debts, and then what is over ends. Undefined where nothing is due, or nodes ask for a higher fee than the payment may give.
 */
export const nextCurrencyDuty = (facts: CurrencyFacts, options: BuildOptions = {}): CurrencyDuty | undefined => {
  const duty = dutyOf(facts, options);
  if (duty === undefined) return undefined;
  const { txid, hex } = duty.transaction;
  const read = readCurrencyTransition(
    facts.contract,
    facts.coin,
    txid,
    assertSuccess(decodeTransactionCommon(hexToBin(hex))),
  );
  if (!read.ok) throw new Error(`A duty of kind ${duty.kind} does not read as a step: ${read.problem}`);
  return { ...duty, next: read.transition.next };
};
