import type { SummaryRow } from './words.js';

/** What is said of one effect, or of several that are alike. */
export interface Statement {
  readonly sentence: string;
  /** Facts. */
  readonly rows: readonly SummaryRow[];
  /** What adds to what leaves in all. */
  readonly sums: readonly SummaryRow[];
}
