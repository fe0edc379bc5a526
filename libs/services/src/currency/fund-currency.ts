import { hexToBin } from '@bitauth/libauth';
import { buildCurrencyFunding, type CurrencyPlanTerms, partyOfKey } from '@weir/covenants';
import type { CurrencyPaymentRecord } from '@weir/infra';
import { confirmationOf, confirmedTransaction } from '../shared/chain-errors.js';
import { withFunds } from '../shared/covenant-refusals.js';
import { signingHash } from '../shared/parties.js';
import { assertUnexpired } from '../shared/retention.js';
import { type FundingPlace, refuseSecondFunding } from '../shared/second-funding.js';
import { ServiceError } from '../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../shared/wallet-coins.js';
import { describeFunding, describePreparation } from '../streams/funding/funding-info.js';
import type { CurrencyContext, FollowedCurrencyContext } from './currency-context.js';
import { viewOf } from './currency-view.js';
import { findFundingOf, followCurrency, recordFunding } from './follow-currency.js';
import { loadCurrency, wrongState } from './load-currency.js';
import { contractOf, draftOf } from './stored-currency.js';

/** Returns where the funding of payments would lie, which opens all of them. */
export const placeOfCurrency = (
  payments: readonly CurrencyPaymentRecord[],
  { network }: Pick<CurrencyContext, 'network'>,
): FundingPlace => {
  const commitments = new Set(payments.map(({ initialCommitment }) => initialCommitment));
  return {
    lockingBytecode: hexToBin(payments[0]?.lockingBytecode ?? ''),
    mayFund: ({ token }) => token?.nft?.capability === 'mutable' && commitments.has(token.nft.commitment),
    funds: (transaction) => payments.every((payment) => 'outpoint' in findFundingOf(payment, transaction, network)),
  };
};

/**
 * Loads all payments that one funding opens, the first one first. None of them is open yet.
 *
 * @throws ServiceError WRONG_STATE, RECORD_EXPIRED
 */
export const loadUnfunded = async (
  context: Pick<CurrencyContext, 'currencyPayments' | 'now'>,
  { openedWith }: Pick<CurrencyPaymentRecord, 'openedWith'>,
): Promise<readonly CurrencyPaymentRecord[]> => {
  const payments = await context.currencyPayments.openedWith(openedWith);
  const open = payments.find(({ status }) => status !== 'PENDING');
  if (open !== undefined)
    throw wrongState(open, ': confirm the funding that opened it, which opens all payments beside it', {
      fundingTxHash: open.funding?.txHash ?? null,
    });
  for (const { expiresAt } of payments) assertUnexpired(expiresAt, context);
  return payments;
};

/** Returns the hash of the key that signs for a payment's sender. @throws ServiceError WRONG_STATE where it is a script */
export const senderHashOf = ({ sender }: Pick<CurrencyPlanTerms, 'sender'>): Uint8Array =>
  signingHash(sender, 'payment', 'does this');

/**
 * Builds the funding of a payment, and of all that are opened with it, to sign; or the preparation that its wallet needs before it.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, RECORD_EXPIRED, INVALID_ADDRESS, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const currencyFundingInfo = async (context: CurrencyContext, id: string, wallet?: PayingWallet) => {
  const payment = await loadCurrency(context, id);
  if (payment.status !== 'PENDING') throw wrongState(payment, '; only a PENDING one needs funding');
  const payments = await loadUnfunded(context, payment);
  const contract = contractOf(payment, context.network);
  const hash = senderHashOf({ sender: partyOfKey(payment.senderHash) });
  const [tip, coins, feeRate] = await Promise.all([
    context.chain.tip(),
    walletCoins(context, hash, wallet),
    context.chain.feeRate(),
    refuseSecondFunding(placeOfCurrency(payments, context), context.chain),
  ]);
  const { kind, transaction } = withFunds('sender', () =>
    buildCurrencyFunding(
      contract,
      payments.map((each) => draftOf(contract, each)),
      coins,
      tip,
      { feeRate },
    ),
  );
  if (kind === 'preparation') return describePreparation(transaction);
  return {
    ...(await describeFunding(context, transaction)),
    fundingInfo: {
      paymentId: payment.paymentId,
      contractAddress: payment.contractAddress,
      sender: payment.sender,
      recipient: payment.recipient,
      payments: payments.length,
      amount: payments.reduce((sum, { openingSatoshis }) => sum + openingSatoshis, 0n),
    },
  };
};

/** @throws ServiceError WRONG_STATE where another transaction funded the payment */
const refuseOtherFunding = (payment: CurrencyPaymentRecord, txHash: string): void => {
  if (payment.status !== 'PENDING' && payment.funding?.txHash !== txHash)
    throw wrongState(payment, ': another transaction funded it', { fundingTxHash: payment.funding?.txHash ?? null });
};

/**
 * Records the funding of a payment, and of all that are opened with it: they are active from now on.
 *
 * @throws ServiceError as {@link confirmCurrencyFunding}
 */
export const verifyCurrencyFunding = async (context: FollowedCurrencyContext, id: string, given: string) => {
  const txHash = given.toLowerCase();
  const { currencyPayments, network } = context;
  const stored = await loadCurrency(context, id);
  refuseOtherFunding(stored, txHash);
  const transaction = await confirmedTransaction(context, txHash, (lost) => currencyPayments.replacementOf(id, lost));
  refuseOtherFunding(await followCurrency(context, id), txHash);
  const payments = await currencyPayments.openedWith(stored.openedWith);
  const pending = payments.filter(({ status }) => status === 'PENDING');
  const opened = pending.map((payment) => {
    const coin = findFundingOf(payment, transaction, network);
    if ('outpoint' in coin) return { id: payment.id, coin };
    const what = payments.length === 1 ? 'this payment' : `the payment ${payment.paymentId}`;
    throw new ServiceError('TX_MISMATCH', `The transaction does not fund ${what}: ${coin[0] ?? ''}`, {
      txHash,
      problems: coin,
    });
  });
  const activatedAt = context.now();
  for (const { id: each, coin } of opened)
    await currencyPayments.withPayment(each, (scope) =>
      recordFunding(scope, coin, transaction, { source: 'confirm', activatedAt }),
    );
  return { transaction, payment: await followCurrency(context, id) };
};

/**
 * Records the funding of a payment that a client reports. The same hash again answers the same.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_REPLACED, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const confirmCurrencyFunding = async (context: CurrencyContext, id: string, given: string) => {
  const { transaction, payment } = await verifyCurrencyFunding(context, id, given);
  return {
    ...confirmationOf('The payment is funded and active', transaction),
    status: payment.status,
    payment: await viewOf(context, payment),
  };
};
