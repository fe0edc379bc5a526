import type { LaneRecord, LaneScope, LaneStep } from '@weir/infra';
import { follow, type Look } from '../../shared/follow/follow.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LaneTransaction } from '../campaign/lane-transaction.js';
import type { BuiltCampaign } from '../campaign/load-campaign.js';
import { finishLane } from './end-lane.js';
import { stepsBack } from './lane-path.js';
import { batchesOf, storedLane } from './lane-record.js';
import { toAirdropCoin } from './lane-steps.js';

/** How a reported step is checked and recorded. */
interface ReportOptions {
  /** What differs from the expected step, in words; undefined where nothing does. Asked before and after the step is recorded. */
  readonly mismatch?: (step: { readonly kind: string; readonly amount: bigint }) => string | undefined;
  /** Whether its hash is reserved for this campaign from now on, because a client reported it. */
  readonly reserve?: boolean;
}

/** What the chain shows of a lane up to a transaction. */
interface LaneLook extends Look<LaneScope> {
  /** The recorded step of the transaction. */
  readonly reported?: LaneStep;
}

/** Reads the way from a lane's state to a reported transaction. */
const lookUpTo = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  transaction: LaneTransaction,
  { mismatch, reserve }: ReportOptions,
): Promise<LaneLook> => {
  const { airdrops } = context;
  const { id, funding } = built.campaign;
  const check = (kind: string, amount = 0n): void => {
    const problem = mismatch?.({ kind, amount });
    if (problem !== undefined) throw new ServiceError('TX_MISMATCH', problem, { txHash: transaction.txid });
  };
  const reported = await airdrops.stepByHash(id, transaction.txid);
  if (reported !== undefined) {
    check(reported.kind, reported.claim?.amount);
    return { changes: [], isComplete: true, reported };
  }
  const from = lane.state && funding && toAirdropCoin(lane.state, funding.category);
  const steps = (from && (await stepsBack(built.loaded, from, transaction, context))) ?? [];
  const last = steps.at(-1)?.transition;
  // Somebody else may have moved the lane since it was loaded: then the transaction may descend from its state now.
  if (last === undefined)
    return { changes: [], isComplete: (await airdrops.laneOf(id, lane.lane))?.headTxHash === lane.headTxHash };
  check(last.kind, last.kind === 'claim' ? last.claimed.amount : undefined);
  return { changes: batchesOf(context, built, lane.lane, steps, { confirmed: true, reserve }), isComplete: false };
};

/**
 * Records a lane up to a transaction: the steps that others made in between, and its own. Several at once, or later, record it once.
 *
 * @param number of the lane
 * @returns the recorded step; undefined where the transaction does not descend from the recorded state
 * @throws ServiceError TX_MISMATCH, STATE_MOVED; TransactionHashInUseError
 */
export const recordUpTo = async (
  context: AirdropContext,
  built: BuiltCampaign,
  number: number,
  transaction: LaneTransaction,
  options: ReportOptions = {},
): Promise<LaneStep | undefined> => {
  const lane = await context.airdrops.laneOf(built.campaign.id, number);
  if (lane === undefined) return undefined;
  const record = {
    ...storedLane(context, built.campaign, number),
    attempts: 8,
    look: (row: LaneRecord) => lookUpTo(context, built, row, transaction, options),
  };
  const { row, look } = await follow(record, { row: lane });
  if (row.headTxHash !== lane.headTxHash) await finishLane(context, built, row);
  return look.reported;
};
