import { binToHex, lockingBytecodeToCashAddress } from '@bitauth/libauth';
import { addressPrefix, type Network, partyOfKey, type PlanFunding, type UnsignedTransaction } from '@weir/covenants';
import { offeredCoin, type PlanFundingRecord, type StreamRecord } from '@weir/infra';
import { assertRelayed } from '../../shared/assert-relayed.js';
import { signingHash } from '../../shared/parties.js';
import { assertRenews } from '../../shared/renewals/assert-renews.js';
import { assertUnexpired } from '../../shared/retention.js';
import { refuseSecondFunding, type FundingPlace } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import { type PayingWallet, walletCoins } from '../../shared/wallet-coins.js';
import type { StreamContracts } from '../contract/stored-stream.js';
import { loadStream, notFound, wordOf, wrongState } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import type { TransactionOutputView } from '../streams.types.js';
import { buildOffered } from './offered-funding.js';
import { placeOfLocks } from './place-of-locks.js';

/** Outputs with tokens are shown with the token-aware form of their address, as the contract's is everywhere. */
const addressOfScript = (bytecode: Uint8Array, tokenSupport: boolean, network: Network): string | null => {
  const address = lockingBytecodeToCashAddress({ bytecode, prefix: addressPrefix(network), tokenSupport });
  return typeof address === 'string' ? null : address.address;
};

export const describeOutputs = (outputs: UnsignedTransaction['outputs'], network: Network): TransactionOutputView[] =>
  outputs.map(({ to, amount, token }) => ({
    to: addressOfScript(to, token !== undefined, network),
    lockingBytecode: binToHex(to),
    amount,
    ...(token !== undefined && { token }),
  }));

/**
 * Describes a funding for the wallet that signs it. Amounts in satoshis.
 *
 * @throws ServiceError FEE_RATE_TOO_HIGH where nodes would not relay one of its outputs
 */
export const describeFunding = async (
  context: Pick<StreamContext, 'chain' | 'network'>,
  transaction: UnsignedTransaction,
) => {
  await assertRelayed(context, transaction);
  const { inputs, outputs, fee, wcTransaction } = transaction;
  return {
    kind: 'funding' as const,
    inputs: inputs.map(({ txid, vout, satoshis }) => ({ txid, vout, amount: satoshis })),
    outputs: describeOutputs(outputs, context.network),
    fee,
    wcTransaction,
  };
};

/** Describes what a wallet must send before a funding. @param lacks what it lacks, in words */
export const describePreparation = (
  { wcTransaction }: UnsignedTransaction,
  lacks = 'no coin with output index 0, which a new token category needs',
) => ({
  kind: 'preparation' as const,
  preparationTransaction: wcTransaction,
  message: `The wallet has ${lacks}. Sign and broadcast preparationTransaction, then ask again with its hash (?sent=)`,
});

/**
 * Where a funding lies, and how it is shown: a coin alone shows its commitment, its unit and its value; the rest only its
 * transaction shows.
 */
const placeOf = (contracts: StreamContracts, stream: StreamRecord): FundingPlace => {
  const { lockingBytecode, initialCommitment } = contracts.of(stream);
  const funding = contracts.fundingOf(stream);
  const { needs } = funding;
  const least = needs.satoshis - needs.reserve;
  return {
    lockingBytecode,
    mayFund: ({ satoshis, token }) =>
      token?.nft?.capability === 'mutable' &&
      token.nft.commitment === initialCommitment &&
      token.amount === needs.units &&
      satoshis >= least,
    funds: ({ txid, transaction }) => funding.findDeployment(txid, transaction).ok,
  };
};

const buildFunding = async (
  context: StreamContext,
  stream: StreamRecord,
  funding: PlanFundingRecord,
  wallet: PayingWallet | undefined,
): Promise<PlanFunding> => {
  const { status, contract } = stream;
  const hash = signingHash(partyOfKey(stream.senderHash), wordOf(stream), 'funds it', { status });
  const place =
    contract === 'LOCK'
      ? await placeOfLocks(context, context.contracts.lockDraftOf(stream), offeredCoin(funding))
      : placeOf(context.contracts, stream);
  const [tip, coins, feeRate] = await Promise.all([
    context.chain.tip(),
    walletCoins(context, hash, wallet),
    context.chain.feeRate(),
    refuseSecondFunding(place, context.chain),
  ]);
  return buildOffered(context, stream, funding, coins, { tip, feeRate });
};

/**
 * Builds the funding of a stream or payment to sign, or the preparation that its wallet needs before it.
 *
 * @param wallet further addresses of the sender, and the one for the change
 * @throws ServiceError NOT_FOUND, WRONG_STATE, RECORD_EXPIRED, INVALID_ADDRESS, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const fundingInfo = async (context: StreamContext, id: string, wallet?: PayingWallet) => {
  const stream = await loadStream(context, id);
  const { status, streamId } = stream;
  if (status !== 'PENDING') throw wrongState(stream, '; only a PENDING one needs funding');
  assertUnexpired(stream.expiresAt, context);
  const { planId } = stream.place;
  if (planId !== null) {
    const message = 'This stream belongs to a plan: fund the plan';
    throw new ServiceError('WRONG_STATE', message, { status, planId });
  }
  const funding = await context.streams.fundingOf(stream.place.fundingId ?? '');
  // Removed since the row was read: it has expired.
  if (funding === undefined) throw notFound(context.serves, id);
  await assertRenews(context, stream, funding);
  const { kind, transaction } = await buildFunding(context, stream, funding, wallet);
  if (kind === 'preparation') return describePreparation(transaction);
  return {
    ...(await describeFunding(context, transaction)),
    fundingInfo: {
      streamId,
      paymentId: streamId,
      contractAddress: stream.contractAddress,
      sender: stream.sender,
      recipient: stream.recipient,
      amount: stream.totalAmount,
      tokenType: stream.tokenType,
      tokenCategory: stream.tokenCategory,
      periods: stream.recurring?.periods ?? 0,
    },
  };
};
