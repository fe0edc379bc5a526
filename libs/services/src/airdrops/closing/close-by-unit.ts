import {
  airdropClosableFrom,
  buildAirdropCloseByUnit,
  findClosingUnit,
  followClosingUnit,
  isLaneComplete,
  type ClosingUnit,
} from '@weir/covenants';
import type { CampaignRecord, LaneRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { usableTime } from '../../shared/chain-time.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { readKnown } from '../chain/read-known.js';
import { readLane, recordLane } from '../chain/record-lane.js';
import { sendOnLane, sentTransaction } from '../claims/send-claim.js';
import { openLane } from './open-lanes.js';

/** How often the close of a lane is built anew when a claim or another close comes first. */
const ATTEMPTS = 8;

/**
 * Finds where a campaign's closing unit lies now: in the output that handed it over, or in the one that the latest close put it
 * back in. Undefined where it was not handed over, or where that transaction is gone.
 */
export const closingUnitOf = async (
  { airdrops, chain }: AirdropContext,
  { id, closing, funding }: CampaignRecord,
): Promise<ClosingUnit | undefined> => {
  if (closing === null || funding === null) return undefined;
  const closes = (await airdrops.lanesOf(id)).flatMap(({ closed, headTxHash }) => (closed ? [headTxHash] : []));
  const known = await onChain(() => readKnown(chain, [closing.txid, ...closes]));
  const handedOver = known.get(closing.txid);
  let unit = handedOver && findClosingUnit(funding.category, closing.txid, handedOver.transaction);
  // Every close but the last is spent by the next, so this takes as many steps as there are closes at most.
  for (let step = 0; unit !== undefined && step < closes.length; step += 1) {
    const at: ClosingUnit = unit;
    const [next] = closes.flatMap((txid) => {
      const close = known.get(txid);
      const moved = close && followClosingUnit(at, txid, close.transaction);
      return moved === undefined || moved === at ? [] : [moved];
    });
    if (next === undefined) return unit;
    unit = next;
  }
  return unit;
};

/**
 * Closes one lane with the closing unit that its creator handed over, whatever is claimed meanwhile.
 *
 * @returns the lane afterwards: open still where the unit is gone, nodes ask for more than the lane may give, or it is too early
 * @throws ServiceError CHAIN_UNAVAILABLE, BROADCAST_REJECTED
 */
export const closeLaneByUnit = async (
  context: AirdropContext,
  campaign: CampaignRecord,
  loaded: LoadedContract,
  lane: LaneRecord,
): Promise<LaneRecord> => {
  const { airdrops, chain } = context;
  let current = lane;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const open = await openLane(context, campaign, loaded, current);
    current = open?.record ?? (await airdrops.laneOf(campaign.id, lane.lane)) ?? current;
    if (open === undefined || isLaneComplete(loaded.contract, open.coin)) return current;
    const [unit, asOf] = [await closingUnitOf(context, campaign), await onChain(() => usableTime(context))];
    if (unit === undefined || asOf < airdropClosableFrom(loaded.contract.parameters)) return current;
    const feeRate = await chain.feeRate();
    const built = buildAirdropCloseByUnit(loaded.contract, open.coin, unit, asOf, { feeRate });
    if (built === undefined) return current;
    const { hex, txid } = built;
    if ((await sendOnLane(chain, hex)) === undefined) continue;
    const steps = readLane(loaded, open.coin, [sentTransaction(txid, hex)]) ?? [];
    return (await recordLane(context, campaign, open.record, steps, { confirmed: false })) ?? current;
  }
  return current;
};
