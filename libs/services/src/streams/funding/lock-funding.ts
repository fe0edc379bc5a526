import { buildLockFunding, type ChainTip, type PlanFunding, type WalletCoins } from '@weir/covenants';
import { offeredCoin, type StreamRecord } from '@weir/infra';
import { withFunds } from '../../shared/covenant-refusals.js';
import { ServiceError } from '../../shared/service-error.js';
import type { StreamContext } from '../stream-context.js';

/** How often a funding is built anew when another request is handed one at the same moment. */
const ATTEMPTS = 5;

/**
 * Builds the funding of a lock. All that are handed out for it spend one coin, as long as the wallet has it: so at most one of
 * them is mined.
 *
 * @throws ServiceError INSUFFICIENT_FUNDS, WRONG_STATE
 */
export const buildOfferedLock = async (
  { contracts, streams, network }: Pick<StreamContext, 'contracts' | 'streams' | 'network'>,
  stream: StreamRecord,
  payer: WalletCoins,
  { tip, feeRate }: { readonly tip: ChainTip; readonly feeRate: bigint },
): Promise<PlanFunding> => {
  const draft = contracts.lockDraftOf(stream);
  const fundingId = stream.place.fundingId ?? '';
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const funding = await streams.fundingOf(fundingId);
    if (funding === undefined) break;
    const before = offeredCoin(funding);
    const transaction = withFunds('sender', () =>
      buildLockFunding(draft, payer, network, tip, { feeRate, anchor: before ?? undefined }),
    );
    const spends = (coin: typeof before) =>
      transaction.inputs.some(({ txid, vout }) => txid === coin?.txid && vout === coin.vout);
    const [first] = transaction.inputs;
    if (first === undefined) throw new Error('A funding spends a coin');
    if (spends(before) || (await streams.offer(fundingId, first, before))) return { kind: 'funding', transaction };
  }
  throw new ServiceError('WRONG_STATE', 'The funding of this lock is being built for another request; retry', {
    retryable: true,
  });
};
