import type { PaymentInterval, TokenType } from '@weir/infra';

/** What a plan's streams are: grants that vest, or salaries that recur. */
export type PlanKind = 'vesting' | 'recurring';

/** A curve people know, of streams in parts of one amount. Percentages have up to 4 decimals. */
export type ShapeInput =
  /** So many percent unlock at the start, the rest by the second until the end. */
  | { readonly kind: 'upfront-and-tail'; readonly upfrontPercent: number }
  /** Nothing for some months of 30 days, then what has accrued, then a step each month. */
  | { readonly kind: 'cliff-and-monthly'; readonly cliffMonths: number; readonly months: number }
  /** So many percent at each time, 100 in all; the last takes what rounding leaves. */
  | {
      readonly kind: 'tranches';
      readonly tranches: readonly { readonly time: number; readonly percent: number }[];
    }
  /** By x to the power of the exponent, in so many straight pieces. */
  | { readonly kind: 'exponential'; readonly exponent: number; readonly pieces: number };

/** When what of a row falls due. Times are Unix seconds. */
export interface PlanTimesInput {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** Nothing vests before it. */
  readonly cliff?: number | undefined;
  /** Seconds. */
  readonly step?: number | undefined;
  /** Of salaries. */
  readonly interval?: PaymentInterval | undefined;
  readonly shape?: ShapeInput | undefined;
}

/** One row of a list: a recipient and what they get. */
export interface PlanRowInput extends PlanTimesInput {
  readonly recipient: string;
  /** All of it; of salaries that of a period. */
  readonly amount: number | string;
  readonly label?: string | undefined;
}

/** A plan as a client asks for it. What its rows leave out the plan says. */
export interface CreatePlanInput extends PlanTimesInput {
  readonly product: PlanKind;
  readonly sender?: string | undefined;
  readonly tokenType?: TokenType | undefined;
  readonly tokenCategory?: string | undefined;
  readonly cancelable?: boolean | undefined;
  readonly pausable?: boolean | undefined;
  readonly cancelNoticeBlocks?: number | undefined;
  readonly cancelFills?: number | undefined;
  readonly description?: string | undefined;
  readonly streams?: readonly PlanRowInput[] | undefined;
}

/** What is wrong with one row of a list. */
export interface RowFault {
  /** Of the rows, counted from 1. */
  readonly row: number;
  /** Of a CSV, counted from 1, its header and empty lines among them. */
  readonly line?: number | undefined;
  readonly field: string | null;
  readonly code: string;
  readonly reason: string;
}
