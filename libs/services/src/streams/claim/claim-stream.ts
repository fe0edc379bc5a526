import type { DuePayout, StreamContract, WcTransaction } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { usableTime } from '../../shared/chain-time.js';
import { withFunds } from '../../shared/funds.js';
import { parseParty, sameParty } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { positionOf } from '../chain/find-clock.js';
import { syncStream } from '../chain/sync-stream.js';
import { scheduleOf } from '../contract/parameters-of.js';
import { loadStream } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import type { ClaimInfo } from '../streams.types.js';

const assertClaimable = (stream: StreamRecord): void => {
  if (stream.state !== null) return;
  const next = stream.status === 'PENDING' ? '; it must be funded first' : '';
  throw new ServiceError(
    'WRONG_STATE',
    `The ${stream.product} is ${stream.status}${next}: there is nothing to claim from`,
    { status: stream.status },
  );
};

const buildClaim = async (
  { recipient }: StreamContract,
  payout: DuePayout,
  { chain }: StreamContext,
): Promise<WcTransaction> => {
  const coins = await onChain(() => chain.unspent(recipient));
  return withFunds('recipient', () => payout.buildClaim(coins)).wcTransaction;
};

const describeClaim = async (given: StreamRecord, context: StreamContext): Promise<ClaimInfo> => {
  assertClaimable(given);
  const stream = await syncStream(given, context);
  assertClaimable(stream);
  const { state } = stream;
  const asOf = await onChain(() => usableTime(context));
  const payout = (await positionOf(stream, context))?.payoutAt(asOf);
  const info = {
    tokenType: stream.tokenType,
    streamId: stream.streamId,
    contractAddress: stream.contractAddress,
    recipient: stream.recipient,
    totalReleased: stream.withdrawnAmount,
  };
  if (payout === undefined) {
    const schedule = scheduleOf(stream);
    const claimableAt = state === null ? undefined : schedule.nextPayoutTime(state);
    return {
      ...info,
      claimableAmount: 0n,
      periods: null,
      vestedAmount: schedule.vestedAt(asOf),
      asOf: Number(asOf),
      wcTransaction: null,
      claimableAt: claimableAt === undefined ? null : Number(claimableAt),
    };
  }
  const wcTransaction = await buildClaim(context.contracts.of(stream), payout, context);
  return {
    ...info,
    claimableAmount: payout.due,
    periods: payout.periods === undefined ? null : Number(payout.periods),
    vestedAmount: payout.vested,
    asOf: Number(payout.locktime),
    wcTransaction,
    claimableAt: null,
  };
};

/** What can be claimed now, and the claim to sign. See {@link StreamsService.claimInfo}. */
export const claimInfo = async (id: string, context: StreamContext): Promise<ClaimInfo> =>
  describeClaim(await loadStream(context, id), context);

/**
 * Builds the recipient's claim.
 *
 * @param caller who asks; where there is none, who is named does.
 * @throws ServiceError NOT_FOUND, INVALID_ADDRESS, FORBIDDEN, WRONG_STATE, NOTHING_TO_CLAIM, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const claimStream = async (
  id: string,
  recipientAddress: string,
  caller: string | undefined,
  context: StreamContext,
): Promise<ClaimInfo & { wcTransaction: WcTransaction }> => {
  const stream = await loadStream(context, id);
  const recipient = parseParty(stream.recipient, context.network, 'recipient');
  const named = parseParty(recipientAddress, context.network, 'recipientAddress');
  const calling = caller === undefined ? named : parseParty(caller, context.network, 'x-user-address');
  if (!sameParty(named, recipient) || !sameParty(calling, recipient)) {
    throw new ServiceError('FORBIDDEN', `Only the recipient of the ${stream.product} may claim`, {
      recipient: stream.recipient,
    });
  }
  const info = await describeClaim(stream, context);
  const { wcTransaction } = info;
  if (wcTransaction !== null) return { ...info, wcTransaction };
  throw new ServiceError(
    'NOTHING_TO_CLAIM',
    "Nothing can be claimed yet. Claims follow the chain's median time, which lags the clock by about an hour",
    { claimableAt: info.claimableAt, asOf: info.asOf },
  );
};
