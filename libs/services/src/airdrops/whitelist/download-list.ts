import { addressOf, type Network } from '@weir/covenants';
import type { CampaignRecord } from '@weir/infra';
import { formatBch } from '../../shared/amounts.js';
import { ServiceError } from '../../shared/service-error.js';
import type { AirdropContext } from '../airdrop-context.js';
import { assertCreator, loadCampaign } from '../load-campaign.js';

const ROW_LENGTH = 28;
const HASH_LENGTH = 20;
/** Rows written at a time: in between other requests are served. */
const BATCH = 2_000;

async function* linesOf(
  parts: AsyncIterable<Buffer>,
  { tokenType }: CampaignRecord,
  network: Network,
): AsyncGenerator<string> {
  yield 'address,amount\n';
  for await (const part of parts) {
    for (let from = 0; from < part.length; from += BATCH * ROW_LENGTH) {
      let lines = '';
      for (let at = from; at < Math.min(part.length, from + BATCH * ROW_LENGTH); at += ROW_LENGTH) {
        const amount = part.readBigUInt64LE(at + HASH_LENGTH);
        lines += `${addressOf(part.subarray(at, at + HASH_LENGTH), network)},${tokenType === 'BCH' ? formatBch(amount) : amount.toString()}\n`;
      }
      yield lines;
    }
  }
}

/**
 * Returns the list as CSV lines.
 *
 * @throws ServiceError FORBIDDEN, WRONG_STATE
 */
export const downloadList = async (
  context: AirdropContext,
  id: string,
  caller: string,
): Promise<AsyncIterable<string>> => {
  const campaign = await loadCampaign(context, id);
  await assertCreator(context, campaign, caller, 'x-user-address');
  if (campaign.tree === null)
    throw new ServiceError('WRONG_STATE', 'The campaign has no list', { status: campaign.status });
  return linesOf(context.airdrops.rowsOfTree(campaign.tree.id), campaign, context.network);
};
