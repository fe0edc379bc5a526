import type { MoveCurrencyPaymentInput } from '@weir/api-contract/words';
import {
  buildCurrencyMove,
  buildCurrencyTopUp,
  canMoveCurrency,
  type CurrencyMoveItem,
  type CurrencyMoveKind,
  outpointKey,
  outpointOf,
  partyOfKey,
  resumedCurrency,
} from '@weir/covenants';
import type { ChainTransaction, CurrencyPaymentRecord } from '@weir/infra';
import { parseBchAmount } from '../shared/amounts.js';
import { confirmationOf, confirmedTransaction } from '../shared/chain-errors.js';
import { usableTime } from '../shared/chain-time.js';
import { withFunds } from '../shared/covenant-refusals.js';
import { type Caller, parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../shared/wallet-coins.js';
import type { CurrencyContext, FollowedCurrencyContext } from './currency-context.js';
import { performDuties } from './currency-duties.js';
import { viewOf } from './currency-view.js';
import { followCurrency, recordKnownStep } from './follow-currency.js';
import { senderHashOf } from './fund-currency.js';
import { loadAsSender, loadCurrency, loadFunded, wrongState } from './load-currency.js';
import { coinOf, contractOf } from './stored-currency.js';

/** Why a move is not possible, follows on the payment's status. */
const WHY_NOT: Readonly<Record<CurrencyMoveKind, string>> = {
  cancel: '; only one without a notice that runs can be cancelled',
  pause: '; only an ACTIVE one can be paused',
  resume: '; only a PAUSED one whose pause is settled can be resumed',
};

/**
 * Returns a payment as an item of its sender's move.
 *
 * @throws ServiceError NOT_PAUSABLE, WRONG_STATE
 */
export const moveItemOf = (
  kind: CurrencyMoveKind,
  payment: CurrencyPaymentRecord,
  { network }: Pick<CurrencyContext, 'network'>,
): CurrencyMoveItem => {
  const contract = contractOf(payment, network);
  if (kind === 'pause' && !contract.terms.pausable)
    throw new ServiceError('NOT_PAUSABLE', 'The payment was created as not pausable, and its contract enforces that', {
      pausable: false,
      id: payment.id,
    });
  const { state } = payment;
  const item = state && { contract, coin: coinOf(contract, state) };
  if (item === null || payment.status === 'COMPLETED' || !canMoveCurrency(item, kind))
    throw wrongState(payment, WHY_NOT[kind], { id: payment.id });
  return item;
};

/**
 * Builds the sender's cancel, pause or resume of one or several payments to sign, in one transaction. What is due is paid before it by the
 * service.
 *
 * @param request `sender` must be the caller; `others` are more payments that it moves
 * @throws ServiceError NOT_FOUND, FORBIDDEN, NOT_PAUSABLE, WRONG_STATE, PLAN_TOO_LARGE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
const moveCurrency = async (
  context: CurrencyContext,
  kind: CurrencyMoveKind,
  id: string,
  caller: Caller,
  { sender: named, others = [] }: MoveCurrencyPaymentInput,
  wallet?: PayingWallet,
) => {
  const ids = [...new Set([id, ...others].map((each) => each.toLowerCase()))];
  for (const each of ids) await loadAsSender(context, each, kind, [caller, named]);
  const moved: { readonly payment: CurrencyPaymentRecord; readonly item: CurrencyMoveItem }[] = [];
  for (const each of ids) {
    const payment = await followCurrency(context, each);
    moved.push({ payment, item: moveItemOf(kind, payment, context) });
  }
  const [first] = moved;
  if (first === undefined) throw new Error('A move of payments in a currency names none');
  const { payment, item } = first;
  const time = await usableTime(context);
  const funds = await walletCoins(context, senderHashOf({ sender: partyOfKey(payment.senderHash) }), wallet);
  const feeRate = await context.chain.feeRate();
  const items = moved.map((each) => each.item);
  const { wcTransaction } = withFunds('sender', () => buildCurrencyMove(items, kind, funds, time, { feeRate }));
  const { open, next } =
    kind === 'resume' ? resumedCurrency(item.contract.terms, item.coin.state, time) : item.coin.state;
  return {
    returnAddress: payment.sender,
    refundAmount: items.reduce((sum, { coin }) => sum + coin.satoshis, 0n),
    payments: items.length,
    // Of several the last one to end.
    availableAfterBlocks: Math.max(...moved.map((each) => each.payment.cancelNoticeBlocks)),
    nextPaymentDate: open > 0 ? Number(next) : null,
    asOf: Number(time),
    wcTransaction,
  };
};

/** Builds the cancel. See {@link moveCurrency}. */
export const cancelCurrency = (
  context: CurrencyContext,
  id: string,
  caller: Caller,
  request: MoveCurrencyPaymentInput,
  wallet?: PayingWallet,
) => moveCurrency(context, 'cancel', id, caller, request, wallet);

/** Builds the pause. See {@link moveCurrency}. */
export const pauseCurrency = (
  context: CurrencyContext,
  id: string,
  caller: Caller,
  request: MoveCurrencyPaymentInput,
  wallet?: PayingWallet,
) => moveCurrency(context, 'pause', id, caller, request, wallet);

/** Builds the resume. See {@link moveCurrency}. */
export const resumeCurrency = (
  context: CurrencyContext,
  id: string,
  caller: Caller,
  request: MoveCurrencyPaymentInput,
  wallet?: PayingWallet,
) => moveCurrency(context, 'resume', id, caller, request, wallet);

/**
 * Builds a top-up by anybody's wallet, at once. Coins that anybody sends to the payment's `topUpAddress` are added by the service.
 *
 * @param payer address whose wallet signs
 * @throws ServiceError NOT_FOUND, INVALID_ADDRESS, INVALID_AMOUNT, WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const topUpCurrency = async (
  context: CurrencyContext,
  id: string,
  { amount, payer }: { readonly amount: number | string; readonly payer: string },
  wallet?: PayingWallet,
) => {
  await loadCurrency(context, id);
  const satoshis = parseBchAmount(amount, 'amount');
  const { hash } = parseParty(payer, context.network, 'payer');
  const payment = await followCurrency(context, id);
  const contract = contractOf(payment, context.network);
  const coin = payment.state && coinOf(contract, payment.state);
  if (coin === null || coin.units === 0n || payment.status === 'COMPLETED')
    throw wrongState(
      payment,
      ': money can be added until it is cancelled or complete, and not while a pause’s notice runs',
    );
  const { least } = contract.terms;
  if (satoshis < least)
    throw new ServiceError('INVALID_AMOUNT', 'amount is less than the smallest top-up of this payment', {
      field: 'amount',
      given: amount,
      leastSatoshis: least.toString(),
    });
  const [funds, feeRate] = await Promise.all([walletCoins(context, hash, wallet), context.chain.feeRate()]);
  const { wcTransaction, fee } = withFunds('payer', () =>
    buildCurrencyTopUp(contract, coin, satoshis, funds, { feeRate }),
  );
  return { amount: satoshis, fee, wcTransaction };
};

/**
 * Records a transaction that the network knows as a step of a payment. What is recorded already stays unchanged.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_MISMATCH, CHAIN_UNAVAILABLE
 */
export const recordCurrencyTransaction = async (
  context: FollowedCurrencyContext,
  id: string,
  transaction: ChainTransaction,
): Promise<CurrencyPaymentRecord> => {
  const { txid: txHash } = transaction;
  const followed = await followCurrency(context, id);
  const isRecorded = async (): Promise<boolean> =>
    (await context.currencyPayments.transitionsOf(id)).some((step) => step.txHash === txHash);
  const recorded = (await isRecorded()) ? followed : await recordKnownStep(context, followed, transaction, 'confirm');
  if (recorded === undefined && !(await isRecorded()))
    throw new ServiceError('TX_MISMATCH', 'The transaction is not a step of this payment', { txHash });
  return recorded ?? (await followCurrency(context, id));
};

/** Records a transaction as a step of the other payments of the same sender that it moves. @throws ServiceError as {@link recordCurrencyTransaction} */
const recordOthers = async (
  context: CurrencyContext,
  { id, senderHash }: CurrencyPaymentRecord,
  transaction: ChainTransaction,
): Promise<void> => {
  const spent = transaction.transaction.inputs.map(outpointOf);
  const keys = new Set(spent.map(outpointKey));
  const held = await context.currencyPayments.heldIn(senderHash, [...new Set(spent.map(({ txid }) => txid))]);
  for (const { id: other, state } of held)
    if (other !== id && state !== null && keys.has(outpointKey(state)))
      await recordCurrencyTransaction(context, other, transaction);
};

/**
 * Records any step of a payment that a client reports: a cancel, a pause, a resume, a top-up, or what anybody sent without a signature. A
 * transaction that moves several payments is recorded with each of them. The same hash again answers the same.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, CHAIN_UNAVAILABLE
 */
export const confirmCurrencyStep = async (context: CurrencyContext, id: string, given: string) => {
  const txHash = given.toLowerCase();
  const { currencyPayments } = context;
  await loadFunded(context, id);
  const transaction = await confirmedTransaction(context, txHash, (lost) => currencyPayments.replacementOf(id, lost));
  const payment = await recordCurrencyTransaction(context, id, transaction);
  await recordOthers(context, payment, transaction);
  return {
    ...confirmationOf('The step is recorded', transaction),
    status: payment.status,
    payment: await viewOf(context, payment),
  };
};

/**
 * Sends what a payment is due and needs no signature: adds the deposits of its till, pays what is due, pays debts, settles, refunds and
 * closes. The service does so by itself as well.
 *
 * @returns what was sent, in order; nothing where nothing is due
 * @throws ServiceError NOT_FOUND, WRONG_STATE, BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const pushCurrency = async (context: CurrencyContext, id: string) => {
  await loadFunded(context, id);
  const { payment, sent } = await performDuties(context, await followCurrency(context, id));
  return { sent, payment: await viewOf(context, payment) };
};
