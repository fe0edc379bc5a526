import type { PlanCostOptions } from '@weir/covenants';
import { inTurns } from '../../shared/in-turns.js';
import type { ListedPart } from '../layout/list-layout.js';

const costOf = ({ streams, cost }: ListedPart, index: number, options: PlanCostOptions) => ({
  part: index + 1,
  streams: streams.length,
  amount: streams.reduce((total, { principal }) => total + principal, 0n),
  ...cost(options),
});

/**
 * Computes what the fundings of a list cost: satoshis, and bytes. Yields to other requests between two fundings, since one may
 * hold hundreds of rows.
 */
export const costsOf = async (parts: readonly ListedPart[], options: PlanCostOptions) => {
  const fundings: ReturnType<typeof costOf>[] = [];
  for await (const [index, part] of inTurns(parts.entries(), 1)) fundings.push(costOf(part, index, options));
  const sum = (of: (part: (typeof fundings)[number]) => bigint): bigint =>
    fundings.reduce((total, part) => total + of(part), 0n);
  return {
    amount: sum(({ amount }) => amount),
    satoshis: sum(({ satoshis }) => satoshis),
    fee: sum(({ fee }) => fee),
    bytes: fundings.reduce((total, { bytes }) => total + bytes, 0),
    fundings,
  };
};
