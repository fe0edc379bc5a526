import { type LaneRecord, type LaneScope, RowNotFoundError } from '@weir/infra';
import { type Change, type ChainRecord, type Look, recordChanges } from '../../shared/follow/follow.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { BuiltCampaign } from '../campaign/load-campaign.js';
import { type LaneRead, laneKey, toSteps } from './lane-steps.js';

/** A lane as a record that follows the chain: all of it but how the chain is read. */
type StoredLane = Omit<ChainRecord<LaneRecord, LaneScope, Look<LaneScope>>, 'look' | 'attempts'>;

/** Returns how a lane is loaded, locked and written. @param number of the lane */
export const storedLane = (
  { airdrops }: AirdropContext,
  { id, status }: BuiltCampaign['campaign'],
  number: number,
): StoredLane => ({
  async load() {
    const lane = await airdrops.laneOf(id, number);
    if (lane === undefined) throw new RowNotFoundError('airdropLanes', laneKey(id, number));
    return lane;
  },
  lock: (work) => airdrops.withLane(id, number, work),
  isAsRead: ({ lane }, { head, headTxHash }) => lane.head === head && lane.headTxHash === headTxHash,
  rowIn: ({ lane }) => lane,
  busy: () => new ServiceError('STATE_MOVED', 'The campaign is changing; retry', { status }),
});

/** How steps are recorded. */
export interface Recording {
  /** Whether the last step was reported by a client or sent by this service; all others were found on the chain. */
  readonly confirmed?: boolean;
  /** Whether the last step's hash is reserved for this campaign from now on, because a client reported it. */
  readonly reserve?: boolean | undefined;
}

/** Records steps that follow a lane as it was read, one batch after another: others wait for the lane as long as a batch takes. */
export async function* batchesOf(
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
  recordChanges(storedLane(context, built.campaign, lane.lane), lane, batchesOf(context, built, lane.lane, steps));
