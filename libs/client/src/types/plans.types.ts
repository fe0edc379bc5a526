import type { Answered, Amount, BodyOf, QueryOf, Schemas, WithAmounts } from '../shared/amounts.js';
import type { Wallet } from '../wallet.js';
import type { AbortOptions, Progress, VerbOptions } from './verbs.types.js';

/** A plan's record. */
export type Plan = Answered<'Plan'>;
/** A plan with its fundings, and the number of its streams in each state. */
export type PlanDetail = Answered<'GetPlanResponse'>;
/** A stream of a plan: before its funding a row of the list, afterwards a stream or payment with the same `id`. */
export type PlanStream = Answered<'PlanStream'>;
/** What the sender of a plan called a recipient. */
export type PlanLabel = Answered<'PlanLabel'>;
/** What a plan comes to: every schedule, sums, bytes and costs. */
export type PlanPreview = Answered<'PlanPreviewResponse'>;
/**
 * What a plan is created with: its list as rows (`streams`) or as CSV text (`csv`). Amounts of rows may also be
 * bigint: satoshis, or base units of a token.
 */
export type PlanTerms = WithAmounts<BodyOf<'createPlan'>>;
/** A list: rows, or CSV text of `address,amount,start,end,cliff,step,label` lines. */
export type PlanRows = string | readonly (WithAmounts<Schemas['PlanRow']> & { readonly amount: Amount })[];

/** A plan as stored, and what its fundings cost. */
export type ListedPlan = Answered<'PlanListedResponse'>;

/** Options of reading what everybody may see, and its sender sees more of. */
export interface PlanReadOptions extends AbortOptions {
  /**
   * Whether the given wallet proves its address before the request; default true if it can sign messages. With false it signs only
   * if the service demands it, so that pages for everybody ask nobody for a signature.
   */
  readonly isProven?: boolean;
}

/** Options of what takes several transactions. */
export interface PlanVerbOptions extends Omit<VerbOptions, 'onProgress'> {
  /** Called as each step begins, with the transaction that it belongs to: `part` of `parts`, from 1. */
  readonly onProgress?: (progress: Progress & { readonly part: number; readonly parts: number }) => void;
}

/** A stream that was not moved, and why. */
export type LeftOut = Answered<'MovePlanResponse'>['leftOut'][number];

/** What became of a selection of streams. */
export interface PlanMoved {
  /** All that were moved, with what their recipients were paid. */
  readonly streams: Answered<'ConfirmPlanMoveResponse'>['streams'];
  /** All others, and why. */
  readonly leftOut: readonly LeftOut[];
  /** One for each signature. */
  readonly txHashes: readonly string[];
}

/** What falls due of a plan of salaries and when, and what was paid of it by day. */
export type PlanPaydays = Answered<'PlanPaydaysResponse'>;

/** A plan, and what its sender can do with it. */
export interface PlanHandle {
  readonly id: string;
  /**
   * Reads the record and its fundings, as they are now.
   *
   * @param wallet the sender's: only they see labels, the description, and what is not funded
   */
  get(wallet?: Wallet, options?: PlanReadOptions): Promise<PlanDetail>;
  /**
   * Iterates over all of its streams, in the order of the list, reading page by page.
   *
   * @param wallet see `get`
   */
  streams(wallet?: Wallet): AsyncGenerator<PlanStream, void, undefined>;
  /**
   * Reads one page of its streams; `limit` and `cursor` select it.
   *
   * @param wallet see `get`
   */
  streamsPage(
    query?: QueryOf<'listPlanStreams'>,
    wallet?: Wallet,
    options?: PlanReadOptions,
  ): Promise<Answered<'PlanStreamsResponse'>>;
  /**
   * Reads what falls due of salaries, over all people, and what was paid.
   *
   * @param wallet see `get`
   */
  paydays(wallet?: Wallet, options?: PlanReadOptions): Promise<PlanPaydays>;
  /**
   * Replaces the whole list, signed in as the sender. Possible until a funding was handed out.
   *
   * @throws WeirError INVALID_RECIPIENTS with `details.errors`, one for each row that is refused
   */
  setRecipients(rows: PlanRows, wallet?: Wallet, options?: AbortOptions): Promise<ListedPlan>;
  /**
   * Creates the plan of salaries that goes on where this one ends, to be funded: by the service's word, so with an `onReview`.
   *
   * @param changes other amounts, and who is left
   */
  renew(
    changes?: WithAmounts<BodyOf<'renewPlan'>>,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<
    PlanHandle & {
      readonly record: Plan;
      readonly costs: ListedPlan['costs'];
      readonly leftOut: Answered<'RenewPlanResponse'>['leftOut'];
    }
  >;
  /**
   * Funds all parts that are not funded yet, with one signature of the sender each. It continues where an earlier
   * call ended, however that went: a part that is on the chain already is confirmed, and not paid again.
   */
  fund(wallet?: Wallet, options?: PlanVerbOptions): Promise<PlanDetail>;
  /**
   * Cancels a selection of streams, with one signature of the sender for each 90 (70 of a token): what has vested is paid, and
   * the rest returns after the notice. A stream that moved while it was signed is left out, and tried again.
   *
   * @throws WeirError WRONG_STATE with `details.leftOut` where none of them can be cancelled
   */
  cancel(streamIds: readonly string[], wallet?: Wallet, options?: PlanVerbOptions): Promise<PlanMoved>;
  /** Pauses a selection of recurring streams; see `cancel`. */
  pause(streamIds: readonly string[], wallet?: Wallet, options?: PlanVerbOptions): Promise<PlanMoved>;
  /** Resumes a selection of recurring streams whose pauses are settled; see `cancel`. */
  resume(streamIds: readonly string[], wallet?: Wallet, options?: PlanVerbOptions): Promise<PlanMoved>;
}

/** The plans' part of a client. */
export interface Plans {
  /**
   * Creates a plan, which its sender funds next.
   *
   * @param wallet the sender's; by default the client's. Without any wallet `terms.sender` must name the sender
   * @throws WeirError INVALID_RECIPIENTS with `details.errors`, one for each row that is refused
   */
  create(
    terms: PlanTerms,
    wallet?: Wallet,
    options?: AbortOptions,
  ): Promise<PlanHandle & { readonly record: Plan; readonly costs: ListedPlan['costs'] }>;
  /** Computes what a plan would come to. Nothing is stored. */
  preview(terms: PlanTerms, wallet?: Wallet, options?: AbortOptions): Promise<PlanPreview>;
  /** Returns the handle of a plan by its `id`. Nothing is requested before a method needs it. */
  at(id: string): PlanHandle;
  /**
   * Reads one page of the plans whose sender is the wallet's address, the newest first; `limit` and `cursor` select
   * it.
   */
  page(query?: QueryOf<'listPlans'>, wallet?: Wallet, options?: AbortOptions): Promise<Answered<'ListPlansResponse'>>;
  /** Iterates over all plans whose sender is the wallet's address, the newest first, reading page by page. */
  list(wallet?: Wallet, query?: Omit<QueryOf<'listPlans'>, 'cursor'>): AsyncGenerator<Plan, void, undefined>;
  /**
   * Iterates over what the wallet's address, or a vault of its owner, called the recipients of its plans, reading page by page:
   * the newest plan first. Nobody else can read labels, and no other list has them.
   */
  labels(
    wallet?: Wallet,
    query?: Omit<QueryOf<'listPlanLabels'>, 'cursor'>,
  ): AsyncGenerator<PlanLabel, void, undefined>;
}
