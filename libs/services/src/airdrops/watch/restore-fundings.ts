import { ServiceError } from '../../shared/service-error.js';
import type { WatcherLog } from '../../shared/watch/watcher-log.js';
import type { AirdropContext } from '../airdrop-context.js';
import { confirmFunding } from '../funding/confirm-funding.js';

/** How many lost fundings one round looks for. */
const AT_ONCE = 100;
/**
 * Refusals that leave a funding for the next round: the network does not have it, it is not deep enough, or the campaign has
 * another one by now.
 */
const NOT_NOW = new Set(['TX_NOT_FOUND', 'TX_UNCONFIRMED', 'WRONG_STATE', 'HASH_ALREADY_USED', 'NOT_FOUND']);

/**
 * Looks for fundings that campaigns lost, and confirms those that are back. Only fundings that were confirmed before: anybody can
 * fund the same contract a second time.
 *
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const restoreFundings = async (context: AirdropContext, log: WatcherLog): Promise<void> => {
  for (const { campaignId, txHash } of await context.airdrops.lostFundings(AT_ONCE)) {
    try {
      await confirmFunding(context, campaignId, txHash);
      log.info({ id: campaignId, txHash }, 'A lost funding of a campaign is there again');
    } catch (error) {
      if (!(error instanceof ServiceError && NOT_NOW.has(error.code))) throw error;
    }
  }
};
