import type { Answered, BodyOf, Exact, QueryOf, Schemas, WithAmounts } from '../shared/amounts.js';
import type { Wallet } from '../wallet.js';
import type { AbortOptions, ClaimOptions, Confirmed, ReadOptions, VerbOptions } from './verbs.types.js';

/** Terms of a payment that only one in a currency has. */
type InCurrency = 'currency' | 'oracle' | 'priceBounds' | 'openingAmount' | 'periods';

/** What the routes of streams and payments take and answer, as transmitted. */
export interface RecordSchemas {
  readonly streams: SchemasOf<'Stream', 'RefundResponse'>;
  /** Payments in a currency are created by `weir.currencyPayments`. */
  readonly payments: Omit<SchemasOf<'Payment', 'PaymentRefundResponse'>, 'terms'> & {
    readonly terms: Omit<BodyOf<'createPayment'>, InCurrency>;
  };
}

interface SchemasOf<Name extends 'Stream' | 'Payment', Refund extends keyof Schemas> {
  readonly terms: BodyOf<`create${Name}`>;
  readonly query: QueryOf<`list${Name}s`>;
  readonly record: Schemas[Name];
  readonly created: Schemas[`Create${Name}Response`];
  readonly preview: Schemas[`Preview${Name}Response`];
  readonly detail: Schemas[`Get${Name}Response`];
  readonly page: Schemas[`List${Name}sResponse`];
  readonly row: Schemas[`${Name}Detail`];
  readonly refund: Schemas[Refund];
}

/** A payment is a recurring stream with routes of its own: both open and pay alike. */
export type RecordProduct = keyof RecordSchemas;

/** Options of a cancel. */
export interface CancelOptions extends VerbOptions {
  /** Cancels even though the rest would go to another wallet than the one that signs. */
  readonly allowUnsafeRecovery?: boolean;
}

/** A stream (locks are streams) or payment, and what its parties can do with it. */
export interface RecordHandle<Product extends RecordProduct> {
  readonly id: string;
  /**
   * Reads the record and all that happened to it, as they are now. Members of a private vault that sends it read its
   * `vault_id`, too.
   */
  get(options?: ReadOptions): Promise<Exact<RecordSchemas[Product]['detail']>>;
  /** Funds it, a payment for all its periods, signed by the sender. */
  fund(wallet?: Wallet, options?: VerbOptions): Promise<Confirmed<`/api/${Product}/{id}/confirm-funding`>>;
  /**
   * Claims all that is due, signed by the recipient.
   *
   * @throws WeirError NOTHING_TO_CLAIM with `details.claimableAt`
   */
  claim(wallet?: Wallet, options?: ClaimOptions): Promise<Confirmed<`/api/${Product}/{id}/confirm-claim`>>;
  /** Pays the recipient what is due at the contract's expense. Anybody may do so. */
  push(options?: AbortOptions): Promise<Answered<'PushResponse'>>;
}

/** What else the sender of a stream or a payment can do with it. */
export interface SenderMoves<Product extends RecordProduct> {
  /** Ends it, signed by the sender: what is due is paid, and the rest returns after the notice. */
  cancel(wallet?: Wallet, options?: CancelOptions): Promise<Confirmed<`/api/${Product}/{id}/confirm-cancel`>>;
  /** Returns the rest to the sender once the notice of its cancel is over. Anybody may do so. */
  refund(options?: AbortOptions): Promise<Exact<RecordSchemas[Product]['refund']>>;
}

/** The part of a client for streams or payments. */
export interface Records<Product extends RecordProduct, Handle> {
  /**
   * Creates a record, which its sender funds next.
   *
   * @param terms amounts may also be bigint: satoshis, or base units of a token
   * @param wallet the sender's; by default the client's. Without any wallet `terms.sender` must name the sender
   */
  create(
    terms: WithAmounts<RecordSchemas[Product]['terms']>,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<Handle & { readonly record: Exact<RecordSchemas[Product]['record']> }>;
  /** Computes what terms come to: the schedule, and the costs. Nothing is stored. */
  preview(
    terms: WithAmounts<RecordSchemas[Product]['terms']>,
    wallet?: Wallet,
  ): Promise<Exact<RecordSchemas[Product]['preview']>>;
  /** Returns the handle of a record by its `id`. Nothing is requested before a method needs it. */
  at(id: string): Handle;
  /** Reads one page of those that match, the newest first; `limit` and `cursor` select it. */
  page(query?: RecordSchemas[Product]['query'], options?: AbortOptions): Promise<Exact<RecordSchemas[Product]['page']>>;
  /** Iterates over all that match, the newest first, reading page by page. */
  list(
    query?: Omit<RecordSchemas[Product]['query'], 'cursor'>,
  ): AsyncGenerator<Exact<RecordSchemas[Product]['row']>, void, undefined>;
}
