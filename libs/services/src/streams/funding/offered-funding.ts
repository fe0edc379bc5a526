import { buildLockFunding, type ChainTip, outpointKey, type PlanFunding, type WalletCoins } from '@weir/covenants';
import type { OfferedCoin, PlanFundingRecord, StreamRecord } from '@weir/infra';
import { withFunds } from '../../shared/covenant-refusals.js';
import { offerOf } from '../../shared/renewals/first-renewal.js';
import { ServiceError } from '../../shared/service-error.js';
import { wordOf } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';

/** How often a funding is built again when another request is handed one at the same moment. */
const ATTEMPTS = 5;

interface FundingOptions {
  readonly tip: ChainTip;
  readonly feeRate: bigint;
}

type Offer = Awaited<ReturnType<typeof offerOf>>;

const build = (
  { contracts, network }: StreamContext,
  stream: StreamRecord,
  payer: WalletCoins,
  { before, ownGenesis, tip, feeRate }: Offer & FundingOptions,
): PlanFunding => {
  if (stream.contract !== 'LOCK')
    return contracts.fundingOf(stream).build(payer, tip, { feeRate, genesis: before?.txid, ownGenesis });
  const options = { feeRate, anchor: before ?? undefined };
  const transaction = buildLockFunding(contracts.lockDraftOf(stream), payer, network, tip, options);
  return { kind: 'funding', transaction };
};

const spends = ({ transaction: { inputs } }: PlanFunding, coin: OfferedCoin | null): boolean =>
  coin !== null && inputs.some((input) => outpointKey(input) === outpointKey(coin));

/**
 * Builds the funding of a stream, payment or lock. All that are handed out for it spend one coin, as long as the wallet has it: so
 * at most one of them is mined.
 *
 * @param funding the row of its funding
 * @throws ServiceError INSUFFICIENT_FUNDS, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const buildOffered = async (
  context: StreamContext,
  stream: StreamRecord,
  funding: PlanFundingRecord,
  payer: WalletCoins,
  options: FundingOptions,
): Promise<PlanFunding> => {
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const offer = await offerOf(context, funding, payer);
    const built = withFunds('sender', () => build(context, stream, payer, { ...offer, ...options }));
    const [first] = built.transaction.inputs;
    if (first === undefined) throw new Error('Funding spends no coin');
    if (built.kind === 'preparation' || spends(built, offer.before)) return built;
    // Of what makes a category the first input is the coin that it is named after.
    if (await context.streams.offer(funding, first, offer.before)) return built;
  }
  throw new ServiceError(
    'WRONG_STATE',
    `The funding of this ${wordOf(stream)} is being built for another request; retry`,
    {
      retryable: true,
    },
  );
};
