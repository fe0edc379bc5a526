import { partyParts, type DuePayout, type StreamModel } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { usableTime } from '../../shared/chain-time.js';
import { withFunds } from '../../shared/covenant-refusals.js';
import { type Caller, isCaller, parseStandardParty, sameParty } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../../shared/wallet-coins.js';
import { positionOf } from '../chain/find-clock.js';
import { recordBroadcast, followStream } from '../chain/follow-stream.js';
import { scheduleOf } from '../contract/stored-stream.js';
import { loadStream, wordOf, wrongState } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';

const assertClaimable = (stream: StreamRecord): void => {
  const next = stream.status === 'PENDING' ? '; it must be funded first' : '';
  if (stream.state === null) throw wrongState(stream, `${next}: nothing can be claimed`);
};

/**
 * Builds a claim. Where the contract pays nobody signs; otherwise a coin of the recipient pays, which a script spends only by its
 * own rules: then there is none.
 */
const buildClaim = async (
  context: StreamContext,
  { recipient }: StreamModel,
  payout: DuePayout,
  wallet: PayingWallet | undefined,
) => {
  const complete = payout.buildKeylessClaim();
  if (complete !== undefined) {
    const { wcTransaction, hex: txHex, txid } = complete;
    return { wcTransaction, signatureRequired: false, txHex, txid };
  }
  const toSign = { signatureRequired: true, txHex: null, txid: null };
  const parts = partyParts(recipient);
  if (parts?.kind !== 'P2PKH') return { ...toSign, wcTransaction: null };
  const funds = await walletCoins(context, parts.hash, wallet);
  return { ...toSign, wcTransaction: withFunds('recipient', () => payout.buildClaim(funds)).wcTransaction };
};

const NOTHING = { wcTransaction: null, signatureRequired: false, txHex: null, txid: null };

/** What can be claimed, and the claim, as clients see them; and the row and the claim's hash, by which it is sent. */
const describeClaim = async (context: StreamContext, given: StreamRecord, wallet: PayingWallet | undefined) => {
  assertClaimable(given);
  const stream = await followStream(context, given);
  assertClaimable(stream);
  const { state } = stream;
  const asOf = await usableTime(context);
  const payout = (await positionOf(context, stream))?.payoutAt(asOf);
  const schedule = scheduleOf(stream);
  const { txid, ...claim } =
    payout === undefined ? NOTHING : await buildClaim(context, context.contracts.of(stream), payout, wallet);
  const claimableAt = payout === undefined && state !== null ? schedule.nextPayoutTime(state) : undefined;
  const info = {
    tokenType: stream.tokenType,
    tokenCategory: stream.tokenCategory,
    streamId: stream.streamId,
    contractAddress: stream.contractAddress,
    recipient: stream.recipient,
    totalReleased: stream.withdrawnAmount,
    claimableAmount: payout?.due ?? 0n,
    intervalsClaimable: Number(payout?.periods ?? 0n),
    vestedAmount: payout?.vested ?? schedule.vestedAt(asOf),
    asOf: Number(payout?.locktime ?? asOf),
    ...claim,
    claimableAt: claimableAt === undefined ? null : Number(claimableAt),
  };
  return { info, stream, txid };
};

/** Returns what can be claimed now, and the claim to sign. */
export const claimInfo = async (context: StreamContext, id: string, wallet?: PayingWallet) =>
  (await describeClaim(context, await loadStream(context, id), wallet)).info;

/** A recipient's request to claim. */
interface ClaimRequest {
  readonly recipientAddress: string;
  /** The caller; without one the named recipient. */
  readonly caller: Caller | undefined;
  /** Further addresses of the recipient, whose coins may pay the fee. */
  readonly wallet?: PayingWallet | undefined;
  /** Whether to send it at once where nothing is to be signed. */
  readonly broadcast?: boolean | undefined;
  /**
   * Satoshis for 1,000 bytes that the claim pays at least. Beyond what the contract pays the recipient signs for a coin
   * that pays it: while blocks are full of more expensive transactions.
   */
  readonly feeRate?: bigint | undefined;
}

/** Returns the context with a fee rate that is nowhere below the given one. */
const payingAtLeast = (context: StreamContext, feeRate: bigint | undefined): StreamContext => {
  if (feeRate === undefined) return context;
  const { chain } = context;
  const highest = async (): Promise<bigint> => {
    const asked = await chain.feeRate();
    return asked > feeRate ? asked : feeRate;
  };
  return { ...context, chain: { ...chain, feeRate: highest } };
};

const assertRecipient = (
  { network }: StreamContext,
  stream: StreamRecord,
  { recipientAddress, caller }: ClaimRequest,
): void => {
  const recipient = parseStandardParty(stream.recipient, network, 'recipient');
  const named = parseStandardParty(recipientAddress, network, 'recipientAddress');
  if (sameParty(named, recipient) && (caller === undefined || isCaller(caller, recipient, network))) return;
  throw new ServiceError(
    'FORBIDDEN',
    recipient.isScript
      ? `The recipient of the ${wordOf(stream)} is a script, which cannot sign a claim: pay it by a push, which anybody may send`
      : `Only the recipient of the ${wordOf(stream)} may claim`,
    { recipient: stream.recipient },
  );
};

const nothingToClaim = ({ claimableAt, asOf, claimableAmount }: Awaited<ReturnType<typeof claimInfo>>): ServiceError =>
  new ServiceError(
    'NOTHING_TO_CLAIM',
    claimableAmount > 0n
      ? 'The claimable amount is too small for the contract to pay the fee, and a script cannot pay it: retry when more has vested'
      : "Nothing can be claimed yet. The chain's median time counts, about an hour behind the clock",
    { claimableAt, asOf },
  );

/**
 * Builds the recipient's claim, and sends it where the request says so and nothing has to be signed.
 *
 * @throws ServiceError NOT_FOUND, INVALID_ADDRESS, FORBIDDEN, WRONG_STATE, NOTHING_TO_CLAIM, INSUFFICIENT_FUNDS,
 * BROADCAST_REJECTED when another step was faster, CHAIN_UNAVAILABLE
 */
export const claimStream = async (context: StreamContext, id: string, request: ClaimRequest) => {
  const stored = await loadStream(context, id);
  assertRecipient(context, stored, request);
  const { info, stream, txid } = await describeClaim(payingAtLeast(context, request.feeRate), stored, request.wallet);
  const { wcTransaction, txHex } = info;
  if (wcTransaction === null) throw nothingToClaim(info);
  if (request.broadcast !== true || txHex === null || txid === null) return { ...info, wcTransaction, txHash: null };
  await context.chain.broadcast(txHex);
  const recorded = await recordBroadcast(context, stream, txid, true);
  // The watcher may have seen it first.
  await context.streams.withStream(recorded.id, (scope) => scope.noteAsked(txid));
  return { ...info, wcTransaction, txHash: txid };
};
