import { findClosingUnit } from '@weir/covenants';
import type { CampaignRecord } from '@weir/infra';
import { confirmedTransaction } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import { contractOf, loadCampaign } from '../load-campaign.js';
import { closeLaneByUnit } from './close-by-unit.js';

/** Refusals after which the campaign watcher tries again. */
const NOT_NOW = new Set(['CHAIN_UNAVAILABLE', 'BROADCAST_REJECTED', 'STATE_MOVED']);

type FundedCampaign = CampaignRecord & { readonly funding: NonNullable<CampaignRecord['funding']> };
const isFunded = (campaign: CampaignRecord): campaign is FundedCampaign => campaign.funding !== null;

/** Records where the closing unit lies that a transaction handed over. @returns the campaign, undefined where it did not */
const recordHandOver = async (
  context: AirdropContext,
  campaign: FundedCampaign,
  txHash: string,
): Promise<CampaignRecord | undefined> => {
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
 * hand-over before and is closing them at this moment: whoever confirms finds them closed. The campaign watcher closes what
 * cannot be closed now: from here on nobody's signature is needed.
 *
 * @throws ServiceError NOT_FOUND, TX_NOT_FOUND, TX_UNCONFIRMED, CHAIN_UNAVAILABLE
 */
export const confirmClosing = async (context: AirdropContext, id: string, txHash: string): Promise<void> => {
  const campaign = await loadCampaign(context, id);
  if (!isFunded(campaign) || campaign.status !== 'ACTIVE') return;
  const closing = campaign.closing?.txid === txHash ? campaign : await recordHandOver(context, campaign, txHash);
  if (closing === undefined) return;
  const loaded = await contractOf(context, closing);
  try {
    for (const lane of await context.airdrops.lanesOf(id))
      if (!lane.closed) await closeLaneByUnit(context, closing, loaded, lane);
  } catch (error) {
    if (!(error instanceof ServiceError && NOT_NOW.has(error.code))) throw error;
  }
};
