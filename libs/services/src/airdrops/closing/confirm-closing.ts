import { findClosingUnit } from '@weir/covenants';
import { confirmedTransaction } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import { contractOf, loadCampaign } from '../load-campaign.js';
import { closeLaneByUnit } from './close-by-unit.js';

/** Refusals after which the campaign watcher tries again. */
const NOT_NOW = new Set(['CHAIN_UNAVAILABLE', 'BROADCAST_REJECTED', 'STATE_MOVED']);

/**
 * Records that a vault handed over the closing unit of its campaign, and closes the lanes. The campaign watcher closes what
 * cannot be closed now: from here on nobody's signature is needed.
 *
 * @throws ServiceError NOT_FOUND, TX_NOT_FOUND, TX_UNCONFIRMED, CHAIN_UNAVAILABLE
 */
export const confirmClosing = async (id: string, txHash: string, context: AirdropContext): Promise<void> => {
  const { airdrops, chain, minConfirmations } = context;
  const campaign = await loadCampaign(context, id);
  if (campaign.funding === null || campaign.status !== 'ACTIVE' || campaign.closing?.txid === txHash) return;
  const { txid, transaction } = await confirmedTransaction(chain, txHash, minConfirmations, (lost) =>
    airdrops.replacementOf(id, lost),
  );
  const unit = findClosingUnit(campaign.funding.category, txid, transaction);
  if (unit === undefined) return;
  await airdrops.saveClosing(id, unit.outpoint);
  const closing = await loadCampaign(context, id);
  const loaded = await contractOf(closing, context);
  try {
    for (const lane of await airdrops.lanesOf(id))
      if (!lane.closed) await closeLaneByUnit(closing, loaded, lane, context);
  } catch (error) {
    if (!(error instanceof ServiceError && NOT_NOW.has(error.code))) throw error;
  }
};
