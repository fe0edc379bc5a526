import { binToHex, lockingBytecodeToCashAddress } from '@bitauth/libauth';
import {
  addressPrefix,
  partyParts,
  type MemberFunding,
  type Network,
  type StreamModel,
  type UnsignedTransaction,
} from '@weir/covenants';
import type { StreamRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { withFunds } from '../../shared/covenant-refusals.js';
import { assertUnexpired } from '../../shared/retention.js';
import { refuseSecondFunding, type FundingPlace } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import { loadStream } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import type { FundingInfo, TransactionInputView, TransactionOutputView } from '../streams.types.js';

/** Outputs with tokens are shown with the token-aware form of their address, as the contract's is everywhere. */
const addressOfScript = (bytecode: Uint8Array, tokenSupport: boolean, network: Network): string | null => {
  const address = lockingBytecodeToCashAddress({ bytecode, prefix: addressPrefix(network), tokenSupport });
  return typeof address === 'string' ? null : address.address;
};

/** Describes the inputs of a transaction for clients. */
export const describeInputs = ({ inputs }: UnsignedTransaction): TransactionInputView[] =>
  inputs.map(({ txid, vout, satoshis }) => ({ txid, vout, amount: satoshis }));

/** Describes the outputs of a transaction for clients. */
export const describeOutputs = ({ outputs }: UnsignedTransaction, network: Network): TransactionOutputView[] =>
  outputs.map(({ to, amount, token }) => ({
    to: addressOfScript(to, token !== undefined, network),
    lockingBytecode: binToHex(to),
    amount,
    ...(token !== undefined && { token }),
  }));

/**
 * Where a funding lies, and how it is told: a coin alone shows its commitment, its unit and its value; the rest only its
 * transaction shows.
 */
const placeOf = ({ lockingBytecode, initialCommitment }: StreamModel, funding: MemberFunding): FundingPlace => {
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

/**
 * Builds the funding of a stored row to sign, or the preparation that its wallet needs before it.
 *
 * @throws ServiceError WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const fundingOf = async (context: StreamContext, stream: StreamRecord): Promise<FundingInfo> => {
  if (stream.status !== 'PENDING') {
    throw new ServiceError(
      'WRONG_STATE',
      `The ${stream.product} is ${stream.status}; only a PENDING one needs funding`,
      { status: stream.status },
    );
  }
  assertUnexpired(stream.expiresAt, context);
  if (stream.place.planId !== null) {
    throw new ServiceError(
      'WRONG_STATE',
      'This is one of a plan: the funding of the plan opens it, with its siblings',
      {
        status: stream.status,
        planId: stream.place.planId,
      },
    );
  }
  const [contract, funding] = [context.contracts.of(stream), context.contracts.fundingOf(stream)];
  const { sender } = contract;
  if (partyParts(sender)?.kind !== 'P2PKH') {
    throw new ServiceError(
      'WRONG_STATE',
      `The sender of the ${stream.product} is a script: a vault funds it by a proposal`,
      {
        status: stream.status,
      },
    );
  }
  const [tip, coins, feeRate] = await Promise.all([
    onChain(() => context.chain.tip()),
    onChain(() => context.chain.unspent(sender)),
    context.chain.feeRate(),
    refuseSecondFunding(placeOf(contract, funding), context.chain),
  ]);
  const { kind, transaction } = withFunds('sender', () => funding.build(coins, tip, { feeRate }));
  if (kind === 'preparation') {
    const message =
      'The wallet has no coin with output index 0, which a new token category needs. Sign and broadcast preparationTransaction, then ask again with its hash (?sent=)';
    return { kind, preparationTransaction: transaction.wcTransaction, message };
  }
  const outputs = describeOutputs(transaction, context.network);
  return {
    kind,
    fundingInfo: {
      streamId: stream.streamId,
      contractAddress: stream.contractAddress,
      sender: stream.sender,
      recipient: stream.recipient,
      amount: stream.totalAmount,
      tokenType: stream.tokenType,
      tokenCategory: stream.tokenCategory,
    },
    inputs: describeInputs(transaction),
    outputs,
    fee: transaction.fee,
    wcTransaction: transaction.wcTransaction,
  };
};

/** Builds the funding of a stream. */
export const fundingInfo = async (context: StreamContext, id: string): Promise<FundingInfo> =>
  fundingOf(context, await loadStream(context, id));
