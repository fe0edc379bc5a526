import { binToHex } from '@bitauth/libauth';
import { isCurrencyPaused, usableLocktime } from '@weir/covenants';
import type { CurrencyHistory, CurrencyPaymentRecord, TransitionRecord } from '@weir/infra';
import { FUNDED_PERIODS } from '@weir/kinds';
import { countedPrice, formatUnits, satoshiRange, satoshisAt } from '@weir/payments';
import type { Viewer } from '../shared/parties.js';
import { calendarColumns, calendarView } from '../shared/paydays.js';
import { vaultNamedTo } from '../shared/vaults/vault-access.js';
import type { CurrencyContext } from './currency-context.js';
import { areBoundsOld, coverageOf, latestPrice, type LatestPrice } from './currency-prices.js';
import { coinOf, contractOf, openDates, stateOf } from './stored-currency.js';

/** What views are computed from beside a payment's row. */
export interface ViewMoment {
  /** Unix seconds. */
  readonly asOf: bigint;
  /** The latest price of the payment's oracle; undefined where none is known. */
  readonly latest: LatestPrice | undefined;
}

/** Returns an amount in the currency as a JSON number. */
const inCurrency = (units: bigint, decimals: number): number => Number(formatUnits(units, decimals));

/** Reads the oracle's latest price, and the time. For display: the clock's time where no server answers. */
export const viewMoment = async (context: CurrencyContext, oracle: string): Promise<ViewMoment> => {
  const [latest, asOf] = await Promise.all([
    latestPrice(context, oracle),
    context.chain.tip().then(
      (tip) => usableLocktime(tip),
      () => BigInt(context.now()),
    ),
  ]);
  return { asOf, latest };
};

/**
 * Converts a stored payment to the form that the use cases return. Amounts in satoshis unless stated otherwise.
 *
 * @param vaultId the vault that is its sender, where the viewer may know it
 */
export const toCurrencyView = (
  row: CurrencyPaymentRecord,
  { asOf, latest }: ViewMoment,
  network: CurrencyContext['network'],
  vaultId: string | null,
) => {
  const contract = contractOf(row, network);
  const { terms } = contract;
  const { decimals, currency, amountPerPeriod: amount } = row;
  const coin = row.state === null ? undefined : coinOf(contract, row.state);
  const state = coin?.state ?? stateOf(terms, row.initialCommitment);
  const range = satoshiRange({ ...terms, amount });
  const satoshis = coin?.satoshis ?? row.openingSatoshis;
  const isLive = coin !== undefined || row.status === 'PENDING';
  const isDue = coin !== undefined && state.open > 0 && state.next <= asOf;
  const dates = isLive && row.status !== 'CANCELLED' ? openDates(terms, state, FUNDED_PERIODS) : [];
  const till = row.funding && contract.till(row.funding.category, state.index);
  const takesTopUps = coin !== undefined && coin.units > 0n && state.left > 0;
  const coverage = latest === undefined || !isLive ? undefined : coverageOf(terms, { state, satoshis }, latest.price);
  return {
    id: row.id,
    paymentId: row.paymentId,
    openedWith: row.openedWith,
    index: state.index,
    sender: row.sender,
    vaultId,
    recipient: row.recipient,
    recipientName: row.recipientName,
    currency,
    oracle: { publicKey: binToHex(terms.oracle), currency, decimals },
    amountPerPeriod: inCurrency(amount, decimals),
    amountPerPeriodBase: amount.toString(),
    amountPerPeriodDecimal: formatUnits(amount, decimals),
    priceBounds: {
      lowest: inCurrency(terms.lowest, decimals),
      highest: inCurrency(terms.highest, decimals),
      lowestBase: terms.lowest.toString(),
      lowestDecimal: formatUnits(terms.lowest, decimals),
      highestBase: terms.highest.toString(),
      highestDecimal: formatUnits(terms.highest, decimals),
      areOld: latest === undefined ? null : areBoundsOld(terms, latest.price),
    },
    leastPerPeriod: range.least,
    mostPerPeriod: range.most,
    latestPrice:
      latest === undefined
        ? null
        : {
            price: inCurrency(latest.price, decimals),
            priceBase: latest.price.toString(),
            priceDecimal: formatUnits(latest.price, decimals),
            time: latest.time,
            countedPrice: inCurrency(countedPrice(latest.price, terms), decimals),
            amountPerPeriod: satoshisAt({ ...terms, amount }, latest.price),
          },
    interval: row.paymentInterval,
    intervalSeconds: terms.interval === undefined ? null : Number(terms.interval),
    calendar: terms.paydays ? calendarView(calendarColumns(terms.paydays), dates) : null,
    startDate: row.firstDue,
    periods: row.periods,
    paymentCount: row.paymentCount,
    nextPaymentDate: dates[0] ?? null,
    isDue,
    totalPaid: row.totalPaid,
    owed: state.debt,
    balance: coin?.satoshis ?? 0n,
    reserve: terms.reserve,
    openingAmount: row.openingSatoshis,
    coveredPeriods:
      coverage === undefined ? null : { atPrice: Number(coverage.atPrice), atHalf: Number(coverage.atHalf) },
    topUpAddress: takesTopUps && till !== null ? till.address : null,
    leastTopUp: terms.least,
    status: row.status,
    settled: row.status === 'PAUSED' ? isCurrencyPaused(state) : null,
    pausable: terms.pausable,
    cancelNoticeBlocks: row.cancelNoticeBlocks,
    graceSeconds: Number(terms.grace),
    refund:
      row.status !== 'CANCELLED'
        ? null
        : {
            status: row.state === null ? ('sent' as const) : ('pending' as const),
            amount: coin?.satoshis ?? row.totalReturned,
          },
    contractAddress: row.contractAddress,
    nftCommitment: row.state?.commitment ?? row.initialCommitment,
    fundingTxHash: row.funding?.txHash ?? null,
    activatedAt: row.funding?.activatedAt ?? null,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    asOf: Number(asOf),
  };
};

/** Returns the key of the oracle that a stored payment names, hex. */
export const oracleOf = (row: CurrencyPaymentRecord, { network }: Pick<CurrencyContext, 'network'>): string =>
  binToHex(contractOf(row, network).terms.oracle);

/** Converts a stored payment to the form that the use cases return, at the latest price and by the chain's time. */
export const viewOf = async (context: CurrencyContext, row: CurrencyPaymentRecord, viewer?: Viewer) => {
  const [moment, vaultId] = await Promise.all([
    viewMoment(context, oracleOf(row, context)),
    vaultNamedTo(context, row.vaultId, viewer),
  ]);
  return toCurrencyView(row, moment, context.network, vaultId);
};

/** What paid the recipient or moved the money, as executions show it. */
const EXECUTIONS: Readonly<Record<string, 'PERIOD' | 'DEBT'>> = { pay: 'PERIOD', 'pay-debt': 'DEBT' };

/** A debt does not depend on when periods fall due. */
const ANY_DATES = { paydays: undefined } as const;

/** Lists what a payment paid, the oldest first: each with its price, and the messages that prove it. Satoshis. */
export const toExecutionViews = ({ payment, transitions, prices }: CurrencyHistory) => {
  const byHash = new Map(prices.map((price) => [price.txHash, price]));
  const { decimals } = payment;
  return transitions.flatMap(({ kind, txHash, paidToRecipient, createdAt, state }) => {
    const execution = EXECUTIONS[kind];
    if (execution === undefined) return [];
    const price = byHash.get(txHash);
    return [
      {
        kind: execution,
        txHash,
        paidAt: createdAt,
        amount: paidToRecipient,
        owed: state === null ? 0n : stateOf(ANY_DATES, state.commitment).debt,
        price:
          price === undefined
            ? null
            : {
                due: price.due,
                price: inCurrency(BigInt(price.price), decimals),
                priceBase: price.price.toString(),
                priceDecimal: formatUnits(BigInt(price.price), decimals),
                time: price.priceTime,
                number: price.priceNumber,
                amount: price.satoshis,
                message: price.message,
                signature: price.signature,
                previousMessage: price.previousMessage,
                previousSignature: price.previousSignature,
              },
      },
    ];
  });
};

const finalityOf = (step: TransitionRecord | undefined) => {
  if (step === undefined) return null;
  if (step.block === null) return 'mempool' as const;
  return step.final ? ('final' as const) : ('mined' as const);
};

/** The words of steps in answers. */
const STEPS: Readonly<Record<string, string>> = {
  fund: 'funded',
  pay: 'paid',
  'pay-debt': 'debt_paid',
  'top-up': 'topped_up',
  pause: 'paused',
  settle: 'settled',
  resume: 'resumed',
  cancel: 'cancelled',
  refund: 'refunded',
  close: 'closed',
};

/** Lists what happened to a payment, the oldest first; steps that were rolled back stay among them. */
export const toEventViews = ({ events, transitions }: CurrencyHistory) => {
  const byHash = new Map(transitions.map((step) => [step.txHash, step]));
  return events.map(({ kind, transition, createdAt, txHash, amount, source, because }) => ({
    event: kind === 'recorded' ? (STEPS[transition] ?? transition) : kind,
    of: kind === 'recorded' ? null : (STEPS[transition] ?? transition),
    at: createdAt,
    txHash,
    amount,
    source,
    reason: because?.reason ?? null,
    replacedBy: because?.replacedBy ?? null,
    finality: finalityOf(byHash.get(txHash)),
    height: byHash.get(txHash)?.block?.height ?? null,
  }));
};
