import type { PriceProof, ProvenPeriod } from '@weir/verify';
import type { Amount, Answered, BodyOf, QueryOf } from '../shared/amounts.js';
import type { Wallet } from '../wallet.js';
import type { PlanVerbOptions } from './plans.types.js';
import type { AbortOptions, Confirmed, ReadOptions, VerbOptions } from './verbs.types.js';

/** The record of a payment in a currency. */
export type CurrencyPayment = Answered<'CurrencyPayment'>;
/** A payment in a currency with what it paid and what happened to it. */
export type CurrencyPaymentDetail = Answered<'CurrencyPaymentDetail'>;
/** The answer to a confirmed step. */
export type CurrencyConfirmation = Answered<'CurrencyConfirmResponse'>;

/** What each of several payments that are opened together has of its own. */
export interface OtherPayment {
  readonly recipient: string;
  readonly recipientName?: string | null;
  readonly amountPerPeriod: number | string;
  /** BCH that the funding pays in beside the reserve for fees; a bigint is satoshis. */
  readonly openingAmount?: Amount | null;
}

/** What a payment in a currency is created with. */
export interface CurrencyTerms extends Omit<BodyOf<'createCurrencyPayment'>, 'openingAmount' | 'others'> {
  /** More payments of the same terms, which the same funding opens by one signature. */
  readonly others?: readonly OtherPayment[] | null;
  /** BCH that the funding pays in beside the reserve for fees; a bigint is satoshis. */
  readonly openingAmount?: Amount | null;
  /**
   * Decimals of the oracle's prices, such as 2 where it signs cents. The service does not get this: the client compares it with what
   * the service says of the oracle, on which the meaning of the amount depends.
   */
  readonly decimals?: number;
}

/** What one period paid, computed from the oracle's signed messages. */
export interface CheckedPeriod extends ProvenPeriod, PriceProof {
  /** When it fell due, Unix seconds. */
  readonly due: number;
  /** Hash of the transaction that fixed its price. */
  readonly txHash: string;
}

/** A payment in a currency, and what people can do with it. */
export interface CurrencyPaymentHandle {
  readonly id: string;
  /** Reads the record, what it paid, and what happened to it. */
  get(options?: ReadOptions): Promise<CurrencyPaymentDetail>;
  /**
   * Computes what each period came to from the messages that the oracle signed and the terms on the chain, the oldest first.
   *
   * @throws WeirError UNEXPECTED_PRICE where a price that the service states is not proven, or comes to another amount
   */
  checkPrices(options?: AbortOptions): Promise<readonly CheckedPeriod[]>;
  /** Funds it, signed by the sender. */
  fund(wallet?: Wallet, options?: VerbOptions): Promise<Confirmed<'/api/currency-payments/{id}/confirm-funding'>>;
  /** Pauses it, signed by the sender: the period that runs is still paid, and after the notice nothing falls due. */
  pause(wallet?: Wallet, options?: VerbOptions): Promise<CurrencyConfirmation>;
  /** Resumes it after a settled pause, signed by the sender. @throws WeirError NOTICE_NOT_OVER */
  resume(wallet?: Wallet, options?: VerbOptions): Promise<CurrencyConfirmation>;
  /** Ends it, signed by the sender: what falls due during the notice is paid, and the rest returns after it. */
  cancel(wallet?: Wallet, options?: VerbOptions): Promise<CurrencyConfirmation>;
  /** Adds money, signed by anybody. @param amount BCH; a bigint is satoshis */
  topUp(amount: Amount, wallet?: Wallet, options?: VerbOptions): Promise<CurrencyConfirmation>;
  /** Reads what was sent to the top-up address and is not added yet, and how much of it the sender may take back now. */
  till(options?: AbortOptions): Promise<Answered<'TillResponse'>>;
  /**
   * Takes back what was sent to the top-up address and not added within the notice, or after the end, signed by the sender: up to 50
   * coins at once.
   *
   * @throws WeirError NOTICE_NOT_OVER with `details.availableAtHeight`, WRONG_STATE where nothing is there
   */
  take(wallet?: Wallet, options?: VerbOptions): Promise<CurrencyConfirmation>;
  /** Pays what is due, adds what was sent to its `topUpAddress`, and ends what is over. Anybody may do so; nobody signs. */
  push(options?: AbortOptions): Promise<Answered<'PushCurrencyResponse'>>;
}

/** What was done to several payments. */
export interface CurrencyMoved {
  /** Ids of the payments. */
  readonly payments: readonly string[];
  /** Hashes of the transactions: one moves up to 60 payments. */
  readonly txHashes: readonly string[];
}

/** Does the same to several payments of one sender: one signature for up to 60 of them. @param ids of the payments */
type MoveCurrencyPayments = (
  ids: readonly string[],
  wallet?: Wallet,
  options?: PlanVerbOptions,
) => Promise<CurrencyMoved>;

/** The part of a client for payments in a currency. */
export interface CurrencyPayments {
  /**
   * Creates a payment, and those of `others`, which its sender funds next by one signature; with `vaultId` a proposal of the vault does (`proposeFunding`). Where the terms leave the oracle, its decimals, the bounds or the opening amount to
   * the service, somebody has to read the funding: it needs an `onReview`.
   *
   * @param wallet the sender's; by default the client's. Without any wallet `terms.sender` must name the sender
   */
  create(
    terms: CurrencyTerms,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<
    CurrencyPaymentHandle & {
      readonly record: CurrencyPayment;
      /** The payments that its funding opens beside it. */
      readonly others: readonly CurrencyPayment[];
    }
  >;
  /** Computes what terms come to. Nothing is stored. */
  preview(terms: CurrencyTerms, wallet?: Wallet): Promise<Answered<'PreviewCurrencyPaymentResponse'>>;
  /** Returns the handle of a payment by its `id`. Nothing is requested before a method needs it. */
  at(id: string): CurrencyPaymentHandle;
  /** Reads one page of those that match, the newest first; `limit` and `cursor` select it. */
  page(
    query?: QueryOf<'listCurrencyPayments'>,
    options?: AbortOptions,
  ): Promise<Answered<'ListCurrencyPaymentsResponse'>>;
  /** Iterates over all that match, the newest first, reading page by page. */
  list(query?: Omit<QueryOf<'listCurrencyPayments'>, 'cursor'>): AsyncGenerator<CurrencyPayment, void, undefined>;
  /** Pauses payments of one sender, signed by the sender. @throws WeirError WRONG_STATE with the `id` of the first that cannot be paused */
  readonly pause: MoveCurrencyPayments;
  /** Resumes payments of one sender after their settled pauses, signed by the sender. @throws WeirError WRONG_STATE as `pause` does */
  readonly resume: MoveCurrencyPayments;
  /** Ends payments of one sender, signed by the sender. @throws WeirError WRONG_STATE as `pause` does */
  readonly cancel: MoveCurrencyPayments;
  /** Lists the oracles that new payments can name, each with its latest price. */
  oracles(options?: AbortOptions): Promise<Answered<'ListOraclesResponse'>['oracles']>;
}
