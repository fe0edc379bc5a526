import type { Exact, WithAmounts } from '../shared/amounts.js';
import type { BodyOf, QueryOf, Schemas } from '../shared/schemas.js';
import type { VerbOptions } from '../steps/progress.js';
import type { Wallet } from '../wallet.js';

/** A recurring payment's record. */
export type Payment = Exact<Schemas['Payment']>;
/** A payment with what it paid and what happened to it. */
export type PaymentStatus = Exact<Schemas['GetPaymentResponse']>;
/** What a payment is created with. Amounts also as bigint: satoshis, or base units of a token. */
export type PaymentTerms = WithAmounts<BodyOf<'createPayment'>>;
/** What a confirmed step says. */
export type PaymentConfirmation = Exact<Schemas['PaymentConfirmResponse']>;

export interface PaymentCancelOptions extends VerbOptions {
  /** Cancels although the rest would go to another wallet than the one that signs. */
  readonly allowUnsafeRecovery?: boolean;
}

/** One recurring payment, and what its parties can do with it. */
export interface PaymentHandle {
  readonly id: string;
  /** The record and all that happened, as it is now. */
  status(options?: Pick<VerbOptions, 'signal'>): Promise<PaymentStatus>;
  /** The sender pays in its periods upfront. */
  fund(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /** The recipient takes all periods that are due. @throws WeirError NOTHING_TO_CLAIM with `details.claimableAt` */
  claim(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /** The sender pauses it: what is due is paid, and after the notice nothing falls due. */
  pause(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /** The sender resumes a settled pause. @throws WeirError NOTICE_NOT_OVER with `details.availableAtHeight` */
  resume(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /** The sender ends it: what is due is paid, the rest returns after the notice. */
  cancel(wallet?: Wallet, options?: PaymentCancelOptions): Promise<PaymentConfirmation>;
  /** Returns the rest of a cancelled payment at once when its notice is over; anybody may. */
  refund(options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['PaymentRefundResponse']>>;
  /** Pays the recipient what is due, at the contract's expense; anybody may. */
  push(options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['PushResponse']>>;
}

export interface Payments {
  /**
   * Creates a recurring payment, which its sender funds next.
   *
   * @param wallet the sender's; default the client's, without one `terms.sender` is named
   */
  create(
    terms: PaymentTerms,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<PaymentHandle & { readonly record: Payment }>;
  /** What terms come to: every due period, and the costs; nothing is stored. */
  preview(terms: PaymentTerms, wallet?: Wallet): Promise<Exact<Schemas['PreviewPaymentResponse']>>;
  /** A payment by its `id`. Nothing is asked before a verb needs it. */
  at(id: string): PaymentHandle;
  /** One page of those that match, the newest first: `limit` and `cursor` say which. */
  page(
    query?: QueryOf<'listPayments'>,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<Exact<Schemas['ListPaymentsResponse']>>;
  /** All payments that match, the newest first, page by page. */
  list(
    query?: Omit<QueryOf<'listPayments'>, 'cursor'>,
  ): AsyncGenerator<Exact<Schemas['PaymentDetail']>, void, undefined>;
}
