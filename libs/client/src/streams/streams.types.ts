import type { Exact, WithAmounts } from '../shared/amounts.js';
import type { BodyOf, QueryOf, Schemas } from '../shared/schemas.js';
import type { VerbOptions } from '../steps/progress.js';
import type { Wallet } from '../wallet.js';

/** A stream's record. */
export type Stream = Exact<Schemas['Stream']>;
/** A stream with what it paid and what happened to it. */
export type StreamStatus = Exact<Schemas['GetStreamResponse']>;
/** What a stream is created with. Amounts also as bigint: satoshis, or base units of a token. */
export type StreamTerms = WithAmounts<BodyOf<'createStream'>>;
/** What a confirmed step says. */
export type StreamConfirmation = Exact<Schemas['ConfirmResponse']>;

export interface StreamCancelOptions extends VerbOptions {
  /** Cancels although the rest would go to another wallet than the one that signs. */
  readonly allowUnsafeRecovery?: boolean;
}

/** One stream, and what its parties can do with it. */
export interface StreamHandle {
  readonly id: string;
  /** The record and all that happened, as it is now. */
  status(options?: Pick<VerbOptions, 'signal'>): Promise<StreamStatus>;
  /** What has vested by when, for charts. @param points how many, 2 to 1,000 */
  schedule(points?: number): Promise<Exact<Schemas['StreamScheduleResponse']>>;
  /** What is due, and to whom. */
  claimInfo(): Promise<Exact<Schemas['ClaimInfoResponse']>>;
  /** The sender pays it in. */
  fund(wallet?: Wallet, options?: VerbOptions): Promise<StreamConfirmation>;
  /** The recipient takes all that is due. @throws WeirError NOTHING_TO_CLAIM with `details.claimableAt` */
  claim(wallet?: Wallet, options?: VerbOptions): Promise<StreamConfirmation>;
  /** The sender ends it: what has vested is paid, the rest returns after the notice. */
  cancel(wallet?: Wallet, options?: StreamCancelOptions): Promise<StreamConfirmation>;
  /** Returns the rest of a cancelled stream at once when its notice is over; anybody may. */
  refund(options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['RefundResponse']>>;
  /** Pays the recipient what is due, at the contract's expense; anybody may. */
  push(options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['PushResponse']>>;
}

export interface Streams {
  /**
   * Creates a stream, which its sender funds next.
   *
   * @param wallet the sender's; default the client's, without one `terms.sender` is named
   */
  create(
    terms: StreamTerms,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<StreamHandle & { readonly record: Stream }>;
  /** What terms come to; nothing is stored. */
  preview(terms: StreamTerms, wallet?: Wallet): Promise<Exact<Schemas['PreviewStreamResponse']>>;
  /** A stream by its `id`. Nothing is asked before a verb needs it. */
  at(id: string): StreamHandle;
  /** One page of those that match, the newest first: `limit` and `cursor` say which. */
  page(
    query?: QueryOf<'listStreams'>,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<Exact<Schemas['ListStreamsResponse']>>;
  /** All streams that match, the newest first, page by page. */
  list(query?: Omit<QueryOf<'listStreams'>, 'cursor'>): AsyncGenerator<Exact<Schemas['StreamDetail']>, void, undefined>;
}
