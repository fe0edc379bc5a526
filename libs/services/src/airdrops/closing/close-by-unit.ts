import {
  airdropClosableFrom,
  buildAirdropCloseByUnit,
  type ClosingUnit,
  findClosingUnit,
  followClosingUnit,
  isLaneComplete,
} from '@weir/covenants';
import type { CampaignRecord, LaneRecord } from '@weir/infra';
import { confirmedTransaction, refusalOf } from '../../shared/chain-errors.js';
import { usableTime } from '../../shared/chain-time.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import { type BuiltCampaign, contractOf, loadCampaign } from '../campaign/load-campaign.js';
import { sendEnd } from '../chain/end-lane.js';
import { readKnown } from '../chain/read-known.js';
import { openLane } from './open-lanes.js';

/** Refusals after which the campaign watcher tries again. */
const NOT_NOW: ReadonlySet<string> = new Set(['CHAIN_UNAVAILABLE', 'BROADCAST_REJECTED', 'STATE_MOVED']);

type FundedCampaign = CampaignRecord & { readonly funding: NonNullable<CampaignRecord['funding']> };
const isFunded = (campaign: CampaignRecord): campaign is FundedCampaign => campaign.funding !== null;

/** Records where the closing unit lies that a transaction handed over. @returns the campaign, undefined where it did not */
const recordHandOver = async (context: AirdropContext, campaign: FundedCampaign, txHash: string) => {
  const { airdrops } = context;
  const { txid, transaction } = await confirmedTransaction(context, txHash, (lost) =>
    airdrops.replacementOf(campaign.id, lost),
  );
  const unit = findClosingUnit(campaign.funding.category, txid, transaction);
  if (unit === undefined) return undefined;
  await airdrops.saveClosing(campaign.id, unit.outpoint);
  return loadCampaign(context, campaign.id);
};

/**
 * Records that a vault handed over the closing unit of its campaign, and closes the lanes, also where the watcher recorded the
 * hand-over before and is closing them at this moment: anybody who confirms finds them closed. The campaign watcher closes what
 * cannot be closed now: from here on nobody's signature is needed.
 *
 * @throws ServiceError NOT_FOUND, TX_NOT_FOUND, TX_UNCONFIRMED, CHAIN_UNAVAILABLE
 */
export const confirmClosing = async (context: AirdropContext, id: string, txHash: string): Promise<void> => {
  const campaign = await loadCampaign(context, id);
  if (!isFunded(campaign) || campaign.status !== 'ACTIVE') return;
  const closing = campaign.closing?.txid === txHash ? campaign : await recordHandOver(context, campaign, txHash);
  if (closing === undefined) return;
  const built = { campaign: closing, loaded: await contractOf(context, closing) };
  try {
    for (const lane of await context.airdrops.lanesOf(id))
      if (!lane.closed) await closeLaneByUnit(context, built, lane);
  } catch (error) {
    if (!NOT_NOW.has(refusalOf(error)?.code ?? '')) throw error;
  }
};

/** How often the close of a lane is built again when a claim or another close comes first. */
const ATTEMPTS = 8;

/**
 * Finds where a campaign's closing unit lies now: in the output that handed it over, or in the one that the latest close put it
 * back in. Undefined where it was not handed over, or where that transaction is gone.
 */
export const closingUnitOf = async ({ airdrops, chain }: AirdropContext, { id, closing, funding }: CampaignRecord) => {
  if (closing === null || funding === null) return undefined;
  const closes = (await airdrops.lanesOf(id)).flatMap(({ closed, headTxHash }) => (closed ? [headTxHash] : []));
  const known = await readKnown(chain, [closing.txid, ...closes]);
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
 * Closes one lane with the closing unit that its creator handed over, no matter what is claimed meanwhile.
 *
 * @returns the lane afterwards: open still where the unit is gone, nodes ask for more than the lane may give, or it is too early
 * @throws ServiceError CHAIN_UNAVAILABLE, BROADCAST_REJECTED
 */
export const closeLaneByUnit = async (context: AirdropContext, built: BuiltCampaign, lane: LaneRecord) => {
  const {
    campaign,
    loaded: { contract },
  } = built;
  const { airdrops, chain } = context;
  let current = lane;
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const open = await openLane(context, built, current);
    current = open?.record ?? (await airdrops.laneOf(campaign.id, lane.lane)) ?? current;
    if (open === undefined || isLaneComplete(contract, open.coin)) return current;
    const [unit, asOf] = [await closingUnitOf(context, campaign), await usableTime(context)];
    if (unit === undefined || asOf < airdropClosableFrom(contract.parameters)) return current;
    const feeRate = await chain.feeRate();
    const close = buildAirdropCloseByUnit(contract, open.coin, unit, asOf, { feeRate });
    const ended = close === undefined ? current : await sendEnd(context, built, open, close);
    if (ended !== undefined) return ended;
  }
  return current;
};
