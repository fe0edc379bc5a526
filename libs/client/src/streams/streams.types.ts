import type { Exact, WithAmounts } from '../shared/amounts.js';
import type { BodyOf, QueryOf, Schemas } from '../shared/schemas.js';
import type { ClaimOptions, LookOptions, VerbOptions } from '../steps/progress.js';
import type { Wallet } from '../wallet.js';

/** A stream's record. */
export type Stream = Exact<Schemas['Stream']>;
/** A stream with its payments and its history. */
export type StreamStatus = Exact<Schemas['GetStreamResponse']>;
/** What a stream is created with. Amounts may also be bigint: satoshis, or base units of a token. */
export type StreamTerms = WithAmounts<BodyOf<'createStream'>>;
/** The answer to a confirmed step. */
export type StreamConfirmation = Exact<Schemas['ConfirmResponse']>;

/** Options of a stream's cancel. */
export interface StreamCancelOptions extends VerbOptions {
  /** Cancels even though the rest would go to another wallet than the one that signs. */
  readonly allowUnsafeRecovery?: boolean;
}

/** A stream, and what its parties can do with it. */
export interface StreamHandle {
  readonly id: string;
  /**
   * Reads the record and all that happened to it, as they are now. Members of a private vault that sends it read its `vault_id`,
   * too.
   */
  status(options?: LookOptions): Promise<StreamStatus>;
  /**
   * Reads the curve of what has vested, for charts.
   *
   * @param points number of points, 2 to 1,000
   */
  schedule(points?: number): Promise<Exact<Schemas['StreamScheduleResponse']>>;
  /** Reads what is due, and to whom. */
  claimInfo(): Promise<Exact<Schemas['ClaimInfoResponse']>>;
  /** Funds the stream, signed by the sender. */
  fund(wallet?: Wallet, options?: VerbOptions): Promise<StreamConfirmation>;
  /**
   * Claims all that is due, signed by the recipient.
   *
   * @throws WeirError NOTHING_TO_CLAIM with `details.claimableAt`
   */
  claim(wallet?: Wallet, options?: ClaimOptions): Promise<StreamConfirmation>;
  /** Ends the stream, signed by the sender: what has vested is paid, and the rest returns after the notice. */
  cancel(wallet?: Wallet, options?: StreamCancelOptions): Promise<StreamConfirmation>;
  /** Returns the rest of a cancelled stream to its sender, once the notice is over. Anybody may do so. */
  refund(options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['RefundResponse']>>;
  /** Pays the recipient what is due at the contract's expense. Anybody may do so. */
  push(options?: Pick<VerbOptions, 'signal'>): Promise<Exact<Schemas['PushResponse']>>;
}

/** The streams' part of a client. */
export interface Streams {
  /**
   * Creates a stream, which its sender funds next.
   *
   * @param wallet the sender's; by default the client's. Without any wallet `terms.sender` must name the sender
   */
  create(
    terms: StreamTerms,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<StreamHandle & { readonly record: Stream }>;
  /** Computes what terms come to. Nothing is stored. */
  preview(terms: StreamTerms, wallet?: Wallet): Promise<Exact<Schemas['PreviewStreamResponse']>>;
  /** Returns the handle of a stream by its `id`. Nothing is requested before a method needs it. */
  at(id: string): StreamHandle;
  /** Reads one page of the streams that match, the newest first; `limit` and `cursor` select it. */
  page(
    query?: QueryOf<'listStreams'>,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<Exact<Schemas['ListStreamsResponse']>>;
  /** Iterates over all streams that match, the newest first, reading page by page. */
  list(query?: Omit<QueryOf<'listStreams'>, 'cursor'>): AsyncGenerator<Exact<Schemas['StreamDetail']>, void, undefined>;
}
