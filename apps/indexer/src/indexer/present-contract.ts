import { hexToBin } from '@bitauth/libauth';
import type { IndexedContract as ContractBody, IndexedStatesResponse, IndexedStreamResponse } from '@weir/api-contract';
import { partyAddress, type Network } from '@weir/covenants';
import { termsOfStored } from '@weir/indexing';
import type { ContractEvent, IndexedContract } from '@weir/infra';
import type { ApiView } from './api-view.js';
import { presentAmount } from './present-amount.js';

type StateBody = IndexedStatesResponse['states'][number];

/** What presenting a contract needs beside the contract. */
export interface PresentationContext {
  readonly network: Network;
  /** Unix seconds. */
  readonly asOf: number;
  /** How the API's record compares. */
  readonly apiView: ApiView;
}

/**
 * Returns what the recipient has earned: under a notice pushes may still pay it; of an ended contract, what was paid.
 */
const vestedOf = ({ terms, head }: IndexedContract, asOf: number): bigint => {
  if (head.state === null) return head.releasedAmount;
  const vested = termsOfStored(terms).vestedAt(BigInt(asOf), head);
  return vested > head.releasedAmount ? vested : head.releasedAmount;
};

/** Presents the state of a contract. @param asOf Unix seconds */
export const presentState = (contract: IndexedContract, asOf: number): StateBody => {
  const { terms, head } = contract;
  const { tokenCategory } = terms;
  const vested = vestedOf(contract, asOf);
  return {
    contractAddress: terms.contractAddress,
    fundedTxHash: terms.txid,
    fundedVout: terms.vout,
    releasedAmount: presentAmount(head.releasedAmount, tokenCategory),
    releasedAmountBase: head.releasedAmount.toString(),
    vestedAmount: presentAmount(vested, tokenCategory),
    vestedAmountBase: vested.toString(),
    commitment: head.commitment,
    status: head.status,
    lastTxHash: head.txid,
    lastHeight: head.height,
  };
};

/** Presents a contract as a row of a list. */
export const presentContract = (
  contract: IndexedContract,
  { network, asOf, apiView }: PresentationContext,
): ContractBody => {
  const { terms, head } = contract;
  const { tokenCategory } = terms;
  return {
    ...presentState(contract, asOf),
    product: terms.product,
    sender: partyAddress(hexToBin(terms.sender), network) ?? terms.sender,
    recipient: terms.recipient === null ? null : (partyAddress(hexToBin(terms.recipient), network) ?? terms.recipient),
    tokenType: tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN',
    tokenCategory,
    totalAmount: presentAmount(terms.totalAmount, tokenCategory),
    totalAmountBase: terms.totalAmount.toString(),
    terms: { ...termsOfStored(terms).details },
    fundedVout: terms.vout,
    fundedHeight: terms.fundedHeight,
    fundedAt: terms.fundedTime,
    lastAt: head.time,
    ...apiView,
  };
};

type EventBody = IndexedStreamResponse['events'][number];
type CommitmentBody = IndexedStreamResponse['commitmentHistory'][number];

/** Presents a mined transaction of a contract. */
export const presentEvent = (event: ContractEvent, tokenCategory: string | null): EventBody => ({
  event: event.kind,
  txHash: event.txid,
  height: event.height,
  time: event.time,
  locktime: event.locktime,
  status: event.status,
  paidToRecipient: presentAmount(event.paidToRecipient, tokenCategory),
  paidToRecipientBase: event.paidToRecipient.toString(),
  paidToSender: presentAmount(event.paidToSender, tokenCategory),
  paidToSenderBase: event.paidToSender.toString(),
  releasedAmount: presentAmount(event.releasedAmount, tokenCategory),
  releasedAmountBase: event.releasedAmount.toString(),
  commitment: event.commitment,
});

/** Presents the successive commitments and what was released between them. */
export const presentCommitments = (events: readonly ContractEvent[], tokenCategory: string | null): CommitmentBody[] =>
  events.map((event, i) => {
    const difference = event.releasedAmount - (events[i - 1]?.releasedAmount ?? 0n);
    return {
      commitment: event.commitment,
      height: event.height,
      time: event.time,
      txHash: event.txid,
      releasedAmount: presentAmount(event.releasedAmount, tokenCategory),
      releasedAmountBase: event.releasedAmount.toString(),
      difference: presentAmount(difference, tokenCategory),
      differenceBase: difference.toString(),
    };
  });
