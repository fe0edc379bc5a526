import { isDeepStrictEqual } from 'node:util';
import {
  type CurrencyChainColumns,
  type CurrencyPaymentRecord,
  type CurrencyStepRecord,
  findTransaction,
  type NewCurrencyPrice,
  type NewTransition,
  UNFUNDED_CURRENCY,
} from '@weir/infra';
import type { CurrencyContext } from '../currency/currency-context.js';
import { findFundingOf, followCurrency, fundingRecord, lineageOf, stepRecord } from '../currency/follow-currency.js';
import { contractOf } from '../currency/stored-currency.js';
import { stepsForward } from '../shared/follow/lineage.js';
import { type CheckOptions, checkRecords, examineEach, type RecordFault } from './check-records.js';
import type { Repair } from './doctor.types.js';

/** Payments that are read together. */
const PAGE = 100;

/** A payment by the chain alone. */
interface TrueCurrency {
  readonly steps: readonly CurrencyStepRecord[];
  readonly row: CurrencyChainColumns;
}

interface CurrencyFault extends RecordFault {
  /** How it is repaired: as the watcher brings a payment up to the chain, or by writing its steps again. */
  readonly by: 'sync' | 'rewrite';
}

const columnsOf = ({
  status,
  state,
  clock,
  funding,
  nextDue,
  paymentCount,
  totalPaid,
  totalReturned,
}: CurrencyChainColumns): CurrencyChainColumns => ({
  status,
  state,
  clock,
  funding,
  nextDue,
  paymentCount,
  totalPaid,
  totalReturned,
});

/**
 * Follows a payment from its funding on.
 *
 * @returns undefined where the chain does not have its funding, or that opens something else
 * @throws ChainUnavailableError
 */
const trueCurrency = async (
  context: CurrencyContext,
  payment: CurrencyPaymentRecord,
): Promise<TrueCurrency | undefined> => {
  const { funding } = payment;
  const transaction = funding === null ? undefined : await findTransaction(context.chain, funding.txHash);
  if (funding === null || transaction === undefined) return undefined;
  const coin = findFundingOf(payment, transaction, context.network);
  if (!('outpoint' in coin)) return undefined;
  const found = await stepsForward(context.chain, lineageOf(contractOf(payment, context.network)), coin);
  const { activatedAt } = funding;
  const steps = [fundingRecord(coin, transaction, { source: 'chain', activatedAt })];
  let row: CurrencyChainColumns = { ...UNFUNDED_CURRENCY, ...steps[0]?.changes };
  for (const step of found) {
    const record = stepRecord(row, step, 'chain');
    steps.push(record);
    row = { ...row, ...record.changes };
  }
  return { steps, row };
};

const contentOf = ({ kind, txHash, spent, state, paidToRecipient, paidToSender }: NewTransition) => ({
  kind,
  txHash,
  spent,
  state,
  paidToRecipient,
  paidToSender,
});

/** What says of a price that it is the same. */
const priceText = (txHash: string, price: NewCurrencyPrice): string =>
  [txHash, price.due, price.price, price.priceTime, price.priceNumber, price.satoshis, price.message, price.signature]
    .concat(price.previousMessage, price.previousSignature)
    .join();

const faultOf = (fault: CurrencyFault['fault'], says: string, by: CurrencyFault['by']): CurrencyFault => ({
  fault,
  says,
  by,
});

const faultsOf = async (
  context: CurrencyContext,
  payment: CurrencyPaymentRecord,
  truth: TrueCurrency | undefined,
): Promise<readonly CurrencyFault[]> => {
  if (payment.funding === null) return [];
  if (truth === undefined) return [faultOf('currency-ahead', 'its funding is not on the chain', 'sync')];
  const history = await context.currencyPayments.history(payment.id);
  if (history === undefined) return [];
  const recorded = history.transitions.map(contentOf);
  const real = truth.steps.map(({ transition }) => contentOf(transition));
  const known = new Set(real.map(({ txHash }) => txHash));
  if (recorded.some(({ txHash }) => !known.has(txHash)))
    return [faultOf('currency-ahead', 'steps are recorded that the chain does not have', 'sync')];
  const isPrefix = isDeepStrictEqual(recorded, real.slice(0, recorded.length));
  if (recorded.length < real.length && isPrefix && payment.state?.txid === recorded.at(-1)?.txHash)
    return [faultOf('currency-behind', 'steps on the chain are not recorded', 'sync')];
  if (!isPrefix || recorded.length < real.length)
    return [faultOf('wrong-currency-step', 'its steps differ from the chain', 'rewrite')];
  const prices = truth.steps.flatMap(({ transition, price }) => (price ? [priceText(transition.txHash, price)] : []));
  const stored = history.prices.map((price) => priceText(price.txHash, price));
  if (!isDeepStrictEqual(prices.toSorted(), stored.toSorted()))
    return [faultOf('wrong-currency-price', 'its prices are not those that its steps fixed', 'rewrite')];
  if (!isDeepStrictEqual(columnsOf(history.payment), truth.row))
    return [faultOf('wrong-currency-state', 'its state or its sums differ from the chain', 'rewrite')];
  return [];
};

const examine = async (context: CurrencyContext, payment: CurrencyPaymentRecord) => {
  const truth = await trueCurrency(context, payment);
  return { truth, faults: await faultsOf(context, payment, truth) };
};

/** How often a payment is repaired: one that is brought up to the chain may show another fault. */
const ROUNDS = 3;

const repair = async (context: CurrencyContext, id: string): Promise<Repair> => {
  for (let round = 0; ; round += 1) {
    const payment = await context.currencyPayments.findById(id);
    if (payment === undefined) return { outcome: 'repaired' };
    const { truth, faults } = await examine(context, payment);
    if (faults.length === 0) return { outcome: 'repaired' };
    if (round === ROUNDS) return { outcome: 'left', why: 'it still differs from the chain after the repair' };
    if (truth === undefined || faults.some(({ by }) => by === 'sync')) await followCurrency(context, id);
    else
      await context.currencyPayments.withPayment(id, async (scope) => {
        if (isDeepStrictEqual(scope.payment, payment)) await scope.rewrite(truth.steps);
      });
  }
};

/**
 * Compares every payment in a currency with the chain: its steps from the funding on, the prices that they fixed, and its sums.
 *
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const checkCurrency = (context: CurrencyContext, options: CheckOptions): Promise<void> =>
  checkRecords<CurrencyPaymentRecord, CurrencyFault>(
    {
      page: PAGE,
      list: (request) => context.currencyPayments.page(request),
      find: (id) => context.currencyPayments.findById(id),
      idOf: ({ id }) => id,
      countOf: () => 1,
      examine: (payments) => examineEach(payments, async (payment) => (await examine(context, payment)).faults),
      recordOf: ({ id, paymentId }) => ({ type: 'currency', id, name: paymentId }),
      repair: ({ id }) => repair(context, id),
    },
    options,
  );
