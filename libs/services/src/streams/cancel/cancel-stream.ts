import type { WalletCoins } from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { usableTime } from '../../shared/chain-time.js';
import { withFunds } from '../../shared/covenant-refusals.js';
import { type Caller, parseStandardParty, sameParty, signingHash } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../../shared/wallet-coins.js';
import { positionOf } from '../chain/find-clock.js';
import { followStream } from '../chain/follow-stream.js';
import { loadAsSender, wordOf, wrongState } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import { endNotice } from './end-notice.js';

/** A sender's request to cancel. */
interface CancelRequest {
  /** The signing wallet; the caller by default. */
  readonly sender?: string | undefined;
  readonly allowUnsafeRecovery?: boolean | undefined;
}

const assertCancelable = (stream: StreamRecord): void => {
  if (!stream.cancelable) {
    throw new ServiceError(
      'NOT_CANCELABLE',
      `The ${wordOf(stream)} was created as not cancelable, and its contract enforces that`,
      { cancelable: false },
    );
  }
  if (stream.status !== 'ACTIVE' && stream.status !== 'PAUSED') {
    const or = stream.product === 'payment' ? ', or a PAUSED one,' : '';
    throw wrongState(stream, `; only an ACTIVE one${or} can be cancelled`);
  }
};

/**
 * Refuses where the signing wallet is not the address that the contract returns the rest to, unless the request allows it: better
 * said before money moves.
 */
const assertSafeDestination = (
  context: StreamContext,
  stream: StreamRecord,
  { sender, allowUnsafeRecovery }: CancelRequest & { readonly sender: string },
): void => {
  const wallet = parseStandardParty(sender, context.network, 'sender');
  const returnsTo = parseStandardParty(stream.sender, context.network, 'sender');
  if (sameParty(wallet, returnsTo) || allowUnsafeRecovery === true) return;
  throw new ServiceError(
    'UNSAFE_CANCEL_DESTINATION',
    `The contract returns the rest to ${returnsTo.address}, not to the signing wallet; set allowUnsafeRecovery to cancel anyway`,
    { cancelReturnAddress: returnsTo.address, sender: wallet.address },
  );
};

/** Builds a step that the sender signs, with the coins of their wallet. @throws ServiceError INSUFFICIENT_FUNDS */
export const bySender = async <Built>(
  context: StreamContext,
  stream: StreamRecord,
  wallet: PayingWallet | undefined,
  build: (funds: WalletCoins) => Built,
): Promise<Built> => {
  const hash = signingHash(context.contracts.of(stream).sender, stream.product, 'does this');
  const funds = await walletCoins(context, hash, wallet);
  return withFunds('sender', () => build(funds));
};

/** Settles a pause before a cancel: the contract takes no cancel while the pause's notice runs. */
const settled = async (context: StreamContext, stream: StreamRecord): Promise<StreamRecord> =>
  stream.pause?.settled === false ? (await endNotice(context, stream)).stream : stream;

/**
 * Builds the sender's cancel to sign, and shows how it divides the stream or payment. Amounts in base units.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, NOT_CANCELABLE, WRONG_STATE, NOTICE_NOT_OVER, UNSAFE_CANCEL_DESTINATION, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const cancelStream = async (
  context: StreamContext,
  id: string,
  request: CancelRequest,
  caller: Caller,
  wallet?: PayingWallet,
) => {
  const stored = await loadAsSender(context, id, 'cancel', [caller]);
  assertCancelable(stored);
  assertSafeDestination(context, stored, { ...request, sender: request.sender ?? stored.sender });
  const stream = await settled(context, await followStream(context, stored));
  assertCancelable(stream);

  const asOf = await usableTime(context);
  const split = (await positionOf(context, stream))?.cancelAt(asOf);
  if (split === undefined) {
    throw new ServiceError(
      'WRONG_STATE',
      'Everything has vested, so there is nothing to cancel. The recipient can claim it',
      { status: stream.status },
    );
  }
  const { transaction, amount } = await bySender(context, stream, wallet, (funds) => split.build(funds));
  const unvestedAmount = stream.totalAmount - split.vested;
  return {
    tokenType: stream.tokenType,
    tokenCategory: stream.tokenCategory,
    vestedAmount: split.vested,
    unvestedAmount,
    /** What the cancel pays the recipient; of a payment in so many periods. */
    dueAmount: split.paid,
    intervalsDue: Number(split.periods ?? 0n),
    returnedAmount: unvestedAmount,
    cancelReturnAddress: parseStandardParty(stored.sender, context.network, 'sender').address,
    asOf: Number(asOf),
    wcTransaction: transaction.wcTransaction,
    refund: { amount, availableAfterBlocks: stream.cancelNoticeBlocks },
  };
};
