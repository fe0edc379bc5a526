/** What is wrong with a funding; the output where it is one output. */
interface FundingProblem {
  readonly problem: string;
  readonly vout: number | undefined;
}

/** A forged funding can have a thousand bad outputs: a few reasons are enough. */
const MAX_REASONS = 20;

/** Formats the problems of a funding, each with its output; at most twenty. */
export const problemsInWords = (problems: readonly FundingProblem[]): string[] =>
  problems
    .slice(0, MAX_REASONS)
    .map(({ problem, vout }) => (vout === undefined ? problem : `${problem} at output ${vout}`));
