import {
  type ChainReader,
  findTransaction,
  type LaneRecord,
  type LaneScope,
  type LaneStep,
  RowNotFoundError,
} from '@weir/infra';
import { type Change, type ChainRecord, follow, type Look, recordChanges } from '../../shared/follow/follow.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import type { LaneTransaction } from '../campaign/lane-transaction.js';
import type { BuiltCampaign } from '../campaign/load-campaign.js';
import { stepsBack, stepsFrom } from './lane-path.js';
import { type LaneRead, laneKey, toAirdropCoin, toSteps } from './lane-steps.js';

/** A recorded step that no server knows any more; all steps after it are lost with it. */
export interface LostStep {
  readonly lane: LaneRecord;
  readonly step: LaneStep;
  /** The transaction that spends what it spent; null where nothing does. */
  readonly replacedBy: string | null;
}

/** Decides whether a lost step is rolled back now; where not, the record stays as it is. */
export type MayRollBack = (lost: LostStep) => boolean;

/** How a lane is brought up to the chain. */
export interface SyncOptions {
  /** Which lost steps are rolled back. */
  readonly mayRollBack: MayRollBack;
  /** Whether a lane is caught up with however far behind it is. */
  readonly isPatient: boolean;
}

/** For requests: they get the lane as the chain has it now, even if a lost step may come back later, and wait for no long read. */
const AT_ONCE: SyncOptions = { mayRollBack: () => true, isPatient: false };

export const hasEnded = ({ closed, finalSequence, head }: LaneRecord): boolean => closed && finalSequence === head;

/** Whether the node of any server knows a transaction. @throws ChainUnavailableError */
export const isKnown = async (chain: Pick<ChainReader, 'transaction'>, txid: string): Promise<boolean> =>
  (await findTransaction(chain, txid)) !== undefined;

const stepAt = async ({ airdrops }: AirdropContext, { campaignId, lane }: LaneRecord, sequence: number) => {
  const [step] = await airdrops.stepsFrom(campaignId, lane, sequence, 1);
  return step?.sequence === sequence ? step : undefined;
};

/**
 * Finds the first lost step of a lane whose latest one is lost. A server that knows a step knows those before it, so a binary
 * search does. Final steps are not asked for; a lost funding is handled elsewhere.
 */
const firstLost = async (context: AirdropContext, lane: LaneRecord): Promise<number> => {
  const isThere = async (sequence: number): Promise<boolean> => {
    const step = await stepAt(context, lane, sequence);
    return step !== undefined && isKnown(context.chain, step.txHash);
  };
  let [known, lost] = [Math.max(lane.finalSequence, 0), lane.head];
  // Mostly the last few are gone: go back in strides that double, then bisect between a known step and a lost one.
  for (let stride = 1; lost - known > 1; stride *= 2) {
    const probe = Math.max(lost - stride, known + 1);
    if (await isThere(probe)) {
      known = probe;
      break;
    }
    lost = probe;
  }
  while (lost - known > 1) {
    const probe = Math.floor((known + lost) / 2);
    if (await isThere(probe)) known = probe;
    else lost = probe;
  }
  return lost;
};

/** Finds the transaction that spends what a lost step spent. */
const findRival = async (
  context: AirdropContext,
  loaded: LoadedContract,
  category: string,
  before: LaneStep | undefined,
): Promise<string | null> => {
  const state = before?.state;
  if (state === undefined || state === null || (await context.chain.isUnspent(state.txid, state.vout))) return null;
  const [rival] = await stepsFrom(loaded, toAirdropCoin(state, category), context);
  return rival?.transaction.txid ?? null;
};

/** What the chain shows of a lane. */
interface LaneLook extends Look<LaneScope> {
  /** The recorded step of the transaction up to which the lane is followed. */
  readonly reported?: LaneStep;
}

const NO_NEWS: LaneLook = { changes: [], isComplete: true };

/** How steps are recorded. */
interface Recording {
  /** Whether the last step was reported by a client or sent by this service; all others were found on the chain. */
  readonly confirmed?: boolean;
  /** Whether the last step's hash is reserved for this campaign from now on, because a client reported it. */
  readonly reserve?: boolean;
}

/** Records steps that follow a lane as it was read, one batch after another: others wait for the lane as long as a batch takes. */
async function* batchesOf(
  context: AirdropContext,
  { campaign }: BuiltCampaign,
  lane: number,
  steps: readonly LaneRead[],
  { confirmed = false, reserve = false }: Recording = {},
): AsyncGenerator<Change<LaneScope>> {
  const last = steps.at(-1);
  const sourceOf = (step: LaneRead) => (confirmed && step === last ? 'confirm' : 'chain');
  const atOnce = context.catchUp.recorded;
  for (let from = 0; from < steps.length; from += atOnce) {
    const batch = steps.slice(from, from + atOnce);
    const rows = await toSteps(context, batch, sourceOf, campaign);
    const own = reserve && batch.at(-1) === last ? last?.transaction.txid : undefined;
    yield async (scope) => {
      if (own !== undefined) await scope.useTransactionHash(own);
      await scope.advance(rows);
    };
    // Reached only where the batch was recorded.
    context.turns.moved(laneKey(campaign.id, lane));
  }
}

/** Looks at a lane whose latest step no server knows any more: that step and all since the first lost one are rolled back. */
const lookBack = async (
  context: AirdropContext,
  { campaign: { funding }, loaded }: BuiltCampaign,
  lane: LaneRecord,
  mayRollBack: MayRollBack,
): Promise<LaneLook> => {
  if (funding === null || lane.head <= Math.max(lane.finalSequence, 0)) return NO_NEWS;
  const from = await firstLost(context, lane);
  const [step, before] = [await stepAt(context, lane, from), await stepAt(context, lane, from - 1)];
  if (step === undefined) return NO_NEWS;
  const replacedBy = await findRival(context, loaded, funding.category, before);
  if (!mayRollBack({ lane, step, replacedBy })) return NO_NEWS;
  const cause = { reason: replacedBy === null ? 'vanished' : 'replaced', replacedBy } as const;
  return { changes: [(scope) => scope.rollBackFrom(from, cause)], isComplete: false };
};

/**
 * Compares what is recorded of a lane with the chain: `recorded` where its state is unspent, or its end is there; `lost` where no
 * server knows its latest step; `behind` where its state is spent.
 *
 * @param isUnspent whether its state is, where that was asked already
 * @throws ChainUnavailableError
 */
export const standingOf = async (
  chain: Pick<ChainReader, 'transaction' | 'isUnspent'>,
  lane: LaneRecord,
  isUnspent?: boolean,
): Promise<'recorded' | 'lost' | 'behind'> => {
  const { state } = lane;
  const isHere = state === null ? hasEnded(lane) : (isUnspent ?? (await chain.isUnspent(state.txid, state.vout)));
  if (isHere) return 'recorded';
  // The index may lag behind what was just sent; the node itself knows it at once.
  if (!(await isKnown(chain, lane.headTxHash))) return 'lost';
  return state === null ? 'recorded' : 'behind';
};

/** Reads a lane as far as the chain goes. */
const look = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  { mayRollBack, isPatient }: SyncOptions,
): Promise<LaneLook> => {
  const { state } = lane;
  const { funding } = built.campaign;
  const standing = funding === null || hasEnded(lane) ? 'recorded' : await standingOf(context.chain, lane);
  if (standing === 'lost') return lookBack(context, built, lane, mayRollBack);
  if (standing === 'recorded' || state === null || funding === null) return NO_NEWS;
  const steps = await stepsFrom(built.loaded, toAirdropCoin(state, funding.category), context, isPatient);
  // After so many steps there may be more.
  return {
    changes: batchesOf(context, built, lane.lane, steps),
    isComplete: steps.length < context.catchUp.steps,
  };
};

/** A transaction up to which a lane is followed, and how its step is recorded. */
export interface ReportedStep extends Recording {
  readonly transaction: LaneTransaction;
  /** Refuses the step where it is not the expected one, before and after it is recorded. */
  readonly check: (step: { readonly kind: string; readonly amount: bigint }) => void;
}

/** Reads the way from a lane's state to a reported transaction. */
const lookUpTo = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  { transaction, check, ...recording }: ReportedStep,
): Promise<LaneLook> => {
  const { airdrops } = context;
  const { id, funding } = built.campaign;
  const reported = await airdrops.stepByHash(id, transaction.txid);
  if (reported !== undefined) {
    check({ kind: reported.kind, amount: reported.claim?.amount ?? 0n });
    return { ...NO_NEWS, reported };
  }
  const from = lane.state && funding && toAirdropCoin(lane.state, funding.category);
  const steps = (from && (await stepsBack(built.loaded, from, transaction, context))) ?? [];
  const last = steps.at(-1)?.transition;
  // Somebody else may have moved the lane since it was loaded: then the transaction may descend from its state now.
  if (last === undefined)
    return { changes: [], isComplete: (await airdrops.laneOf(id, lane.lane))?.headTxHash === lane.headTxHash };
  check({ kind: last.kind, amount: last.kind === 'claim' ? last.claimed.amount : 0n });
  return { changes: batchesOf(context, built, lane.lane, steps, recording), isComplete: false };
};

/**
 * Returns a lane as a record that follows the chain.
 *
 * @param until a transaction that is reported, or was just sent: it is recorded, and nothing beyond it is read
 */
export const laneRecord = (
  context: AirdropContext,
  built: BuiltCampaign,
  number: number,
  { until, sync = AT_ONCE }: { readonly until?: ReportedStep; readonly sync?: SyncOptions | undefined } = {},
): ChainRecord<LaneRecord, LaneScope, LaneLook> => {
  const { airdrops } = context;
  const { id, status } = built.campaign;
  return {
    attempts: until === undefined ? Infinity : 8,
    async load() {
      const lane = await airdrops.laneOf(id, number);
      if (lane === undefined) throw new RowNotFoundError('airdropLanes', laneKey(id, number));
      return lane;
    },
    look: (lane) => (until === undefined ? look(context, built, lane, sync) : lookUpTo(context, built, lane, until)),
    lock: (work) => airdrops.withLane(id, number, work),
    isAsRead: ({ lane }, { head, headTxHash }) => lane.head === head && lane.headTxHash === headTxHash,
    rowIn: ({ lane }) => lane,
    busy: () => new ServiceError('STATE_MOVED', 'The campaign is changing; retry', { status }),
  };
};

/**
 * Records steps that follow a lane as it was read.
 *
 * @returns the lane afterwards; undefined when it moved meanwhile, and nothing more was recorded
 */
export const recordLane = (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  steps: readonly LaneRead[],
): Promise<LaneRecord | undefined> =>
  recordChanges(laneRecord(context, built, lane.lane), lane, batchesOf(context, built, lane.lane, steps));

/**
 * Brings a lane up to the chain: records claims made by others, mempool included, and rolls back steps that are gone,
 * also the end of a lane while it is not final.
 *
 * @returns the lane as it is afterwards
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const followLane = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  sync?: SyncOptions,
): Promise<LaneRecord> => (await follow(laneRecord(context, built, lane.lane, { sync }), { row: lane })).row;
