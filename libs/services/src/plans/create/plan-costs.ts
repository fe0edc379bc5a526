import { planCost } from '@weir/covenants';
import type { PartCostView, PlanCostView } from '../plans.types.js';
import type { PlannedPlan } from './planned-plan.js';

/** What the fundings of a list cost. @param feeRate satoshis for 1,000 bytes; by default the relay minimum */
export const costsOf = ({ frame, runs }: Pick<PlannedPlan, 'frame' | 'runs'>, feeRate?: bigint): PlanCostView => {
  const fundings = runs.map((run, i): PartCostView => {
    const { principal: amount, ...cost } = planCost(frame, run, feeRate);
    return { part: i + 1, streams: run.streams.length, amount, ...cost };
  });
  const sum = (of: (part: PartCostView) => bigint): bigint => fundings.reduce((total, part) => total + of(part), 0n);
  return {
    amount: sum(({ amount }) => amount),
    satoshis: sum(({ satoshis }) => satoshis),
    fee: sum(({ fee }) => fee),
    bytes: fundings.reduce((total, { bytes }) => total + bytes, 0),
    fundings,
  };
};
