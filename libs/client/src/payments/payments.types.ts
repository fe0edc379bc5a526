import type { Exact, WithAmounts } from '../shared/amounts.js';
import type { BodyOf, QueryOf, Schemas } from '../shared/schemas.js';
import type { ClaimOptions, LookOptions, VerbOptions } from '../steps/progress.js';
import type { Wallet } from '../wallet.js';

/** A recurring payment's record. */
export type Payment = Exact<Schemas['Payment']>;
/** A payment with its executions and its history. */
export type PaymentStatus = Exact<Schemas['GetPaymentResponse']>;
/** What a payment is created with. Amounts may also be bigint: satoshis, or base units of a token. */
export type PaymentTerms = WithAmounts<BodyOf<'createPayment'>>;
/** The answer to a confirmed step. */
export type PaymentConfirmation = Exact<Schemas['PaymentConfirmResponse']>;

/** Options of a payment's cancel. */
export interface PaymentCancelOptions extends VerbOptions {
  /** Cancels even though the rest would go to another wallet than the one that signs. */
  readonly allowUnsafeRecovery?: boolean;
}

/** A recurring payment, and what its parties can do with it. */
export interface PaymentHandle {
  readonly id: string;
  /**
   * Reads the record and all that happened to it, as they are now. Members of a private vault that sends it read its `vault_id`,
   * too.
   */
  status(options?: LookOptions): Promise<PaymentStatus>;
  /** Funds all its periods upfront, signed by the sender. */
  fund(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /**
   * Claims all periods that are due, signed by the recipient.
   *
   * @throws WeirError NOTHING_TO_CLAIM with `details.claimableAt`
   */
  claim(wallet?: Wallet, options?: ClaimOptions): Promise<PaymentConfirmation>;
  /** Pauses the payment, signed by the sender: what is due is paid, and after the notice nothing falls due. */
  pause(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /**
   * Resumes it after a settled pause, signed by the sender.
   *
   * @throws WeirError NOTICE_NOT_OVER with `details.availableAtHeight`
   */
  resume(wallet?: Wallet, options?: VerbOptions): Promise<PaymentConfirmation>;
  /** Ends the payment, signed by the sender: what is due is paid, and the rest returns after the notice. */
  cancel(wallet?: Wallet, options?: PaymentCancelOptions): Promise<PaymentConfirmation>;
  /** Returns the rest of a cancelled payment to its sender, once the notice is over. Anybody may do so. */
  refund(options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['PaymentRefundResponse']>>;
  /** Pays the recipient what is due at the contract's expense. Anybody may do so. */
  push(options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['PushResponse']>>;
}

/** The payments' part of a client. */
export interface Payments {
  /**
   * Creates a recurring payment, which its sender funds next.
   *
   * @param wallet the sender's; by default the client's. Without any wallet `terms.sender` must name the sender
   */
  create(
    terms: PaymentTerms,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<PaymentHandle & { readonly record: Payment }>;
  /** Computes what terms come to: every due period, and the costs. Nothing is stored. */
  preview(terms: PaymentTerms, wallet?: Wallet): Promise<Exact<Schemas['PreviewPaymentResponse']>>;
  /** Returns the handle of a payment by its `id`. Nothing is requested before a method needs it. */
  at(id: string): PaymentHandle;
  /** Reads one page of the payments that match, the newest first; `limit` and `cursor` select it. */
  page(
    query?: QueryOf<'listPayments'>,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<Exact<Schemas['ListPaymentsResponse']>>;
  /** Iterates over all payments that match, the newest first, reading page by page. */
  list(
    query?: Omit<QueryOf<'listPayments'>, 'cursor'>,
  ): AsyncGenerator<Exact<Schemas['PaymentDetail']>, void, undefined>;
}
