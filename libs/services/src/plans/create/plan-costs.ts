import { planCost, vaultPayerBytes, type PlanCostOptions } from '@weir/covenants';
import { contractOf } from '../../vaults/stored-vault.js';
import type { PlanContext } from '../plan-context.js';
import type { PartCostView, PlanCostView } from '../plans.types.js';
import type { PlannedPlan } from './planned-plan.js';

/**
 * Returns the fee rate that nodes ask now (the minimum where no server tells), and the bytes that a vault adds to
 * fundings that it pays.
 */
export const costOptionsOf = async (
  { chain, vaults, network }: PlanContext,
  vaultId: string | null,
): Promise<PlanCostOptions> => {
  const feeRate = await chain.feeRate().catch(() => undefined);
  const vault = vaultId === null ? undefined : await vaults.findById(vaultId);
  return { feeRate, ...(vault !== undefined && { payer: vaultPayerBytes(contractOf(vault, network)) }) };
};

/** Computes what the fundings of a list cost. */
export const costsOf = (
  { frame, runs }: Pick<PlannedPlan, 'frame' | 'runs'>,
  options: PlanCostOptions,
): PlanCostView => {
  const fundings = runs.map((run, i): PartCostView => {
    const { principal: amount, ...cost } = planCost(frame, run, options);
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
