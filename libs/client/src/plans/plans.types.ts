import type { Amount, Exact, WithAmounts } from '../shared/amounts.js';
import type { BodyOf, QueryOf, Schemas } from '../shared/schemas.js';
import type { Progress, VerbOptions } from '../steps/progress.js';
import type { Wallet } from '../wallet.js';

/** A plan's record. */
export type Plan = Exact<Schemas['Plan']>;
/** A plan with its fundings, and how many of its streams are in which state. */
export type PlanStatus = Exact<Schemas['GetPlanResponse']>;
/** A stream of a plan: before its funding a row of the list, afterwards a stream or payment of the same `id`. */
export type PlanStream = Exact<Schemas['PlanStream']>;
/** What a plan comes to: every schedule, sums, bytes and costs. */
export type PlanPreview = Exact<Schemas['PlanPreviewResponse']>;
/**
 * What a plan is created with: its list as rows (`streams`) or as CSV text (`csv`). Amounts of rows also as bigint: satoshis, or
 * base units of a token.
 */
export type PlanTerms = WithAmounts<BodyOf<'createPlan'>>;
/** A list: rows, or CSV text of `address,amount,start,end,cliff,step,label` lines. */
export type PlanRows = string | readonly (WithAmounts<Schemas['PlanRow']> & { readonly amount: Amount })[];

/** A plan as it was stored, and what its fundings cost. */
export type ListedPlan = Exact<Schemas['PlanListedResponse']>;

export interface PlanVerbOptions extends Omit<VerbOptions, 'onProgress'> {
  /** Told of each step as it begins, and of which transaction: `part` of `parts`, from 1. */
  readonly onProgress?: (progress: Progress & { readonly part: number; readonly parts: number }) => void;
}

/** A stream that was not moved, and why. */
export type LeftOut = Exact<Schemas['MovePlanResponse']>['leftOut'][number];

/** What became of a selection. */
export interface PlanMoved {
  /** All that were moved, with what their recipients have. */
  readonly streams: Exact<Schemas['ConfirmPlanMoveResponse']>['streams'];
  /** Those that were not, and why. */
  readonly leftOut: readonly LeftOut[];
  /** One for each signature. */
  readonly txHashes: readonly string[];
}

/** One plan, and what its sender can do with it. */
export interface PlanHandle {
  readonly id: string;
  /**
   * The record and its fundings, as they are now.
   *
   * @param wallet the sender's, who alone sees labels, the description, and what is not funded
   */
  status(wallet?: Wallet, options?: Pick<VerbOptions, 'signal'>): Promise<PlanStatus>;
  /** All of its streams, in the order of the list, page by page. @param wallet see `status` */
  streams(wallet?: Wallet): AsyncGenerator<PlanStream, void, undefined>;
  /** One page of its streams: `limit` and `cursor` say which. @param wallet see `status` */
  streamsPage(
    query?: QueryOf<'listPlanStreams'>,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<Exact<Schemas['PlanStreamsResponse']>>;
  /**
   * The sender gives the whole list anew, until a funding was handed out.
   *
   * @throws WeirError INVALID_RECIPIENTS with `details.errors`, one for each row that cannot be taken
   */
  setRecipients(rows: PlanRows, wallet?: Wallet, options?: Pick<VerbOptions, 'signal'>): Promise<ListedPlan>;
  /**
   * The sender pays in all parts that are not funded yet, one signature each. Goes on where an earlier call was left, whatever
   * became of that: a part that is on the chain already is confirmed and not paid again.
   */
  fund(wallet?: Wallet, options?: PlanVerbOptions): Promise<PlanStatus>;
  /**
   * The sender ends a selection, by one signature for each 55 to 90: what has vested is paid, the rest returns after the notice.
   * What moved while it was signed is left out, and asked for again.
   *
   * @throws WeirError WRONG_STATE with `details.leftOut` where none of them can be
   */
  cancel(streamIds: readonly string[], wallet?: Wallet, options?: PlanVerbOptions): Promise<PlanMoved>;
  /** The sender pauses a selection of salaries; see `cancel`. */
  pause(streamIds: readonly string[], wallet?: Wallet, options?: PlanVerbOptions): Promise<PlanMoved>;
  /** The sender resumes a selection of salaries whose pauses are settled; see `cancel`. */
  resume(streamIds: readonly string[], wallet?: Wallet, options?: PlanVerbOptions): Promise<PlanMoved>;
}

export interface Plans {
  /**
   * Creates a plan, which its sender funds next.
   *
   * @param wallet the sender's; default the client's, without one `terms.sender` is named
   * @throws WeirError INVALID_RECIPIENTS with `details.errors`, one for each row that cannot be taken
   */
  create(
    terms: PlanTerms,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<PlanHandle & { readonly record: Plan; readonly costs: ListedPlan['costs'] }>;
  /** What a plan would come to; nothing is stored. */
  preview(terms: PlanTerms, wallet?: Wallet, options?: Pick<VerbOptions, 'signal'>): Promise<PlanPreview>;
  /** A plan by its `id`. Nothing is asked before a verb needs it. */
  at(id: string): PlanHandle;
  /** One page of the plans that the wallet's address sends, the newest first: `limit` and `cursor` say which. */
  page(
    query?: QueryOf<'listPlans'>,
    wallet?: Wallet,
    options?: Pick<VerbOptions, 'signal'>,
  ): Promise<Exact<Schemas['ListPlansResponse']>>;
  /** All plans that the wallet's address sends, the newest first, page by page. */
  list(wallet?: Wallet, query?: Omit<QueryOf<'listPlans'>, 'cursor'>): AsyncGenerator<Plan, void, undefined>;
}
