import { hexToBin } from '@bitauth/libauth';
import { partyAddress, type Network } from '@weir/covenants';
import { termsOfStored } from '@weir/indexing';
import type { ContractEvent, IndexedContract } from '@weir/infra';
import type { ApiView } from './api-view.js';

/** What the view of a contract needs beside the contract. */
interface ContractViewContext {
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

/** Shows the state of a contract, amounts in base units. @param asOf Unix seconds */
export const stateView = (contract: IndexedContract, asOf: number) => {
  const { terms, head } = contract;
  return {
    contractAddress: terms.contractAddress,
    fundedTxHash: terms.txid,
    fundedVout: terms.vout,
    releasedAmount: head.releasedAmount,
    vestedAmount: vestedOf(contract, asOf),
    tokenCategory: terms.tokenCategory,
    commitment: head.commitment,
    status: head.status,
    lastTxHash: head.txid,
    lastHeight: head.height,
  };
};

/** Shows a contract as a row of a list. */
export const contractView = (contract: IndexedContract, { network, asOf, apiView }: ContractViewContext) => {
  const { terms, head } = contract;
  return {
    ...stateView(contract, asOf),
    product: terms.product,
    sender: partyAddress(hexToBin(terms.sender), network) ?? terms.sender,
    recipient: terms.recipient === null ? null : (partyAddress(hexToBin(terms.recipient), network) ?? terms.recipient),
    tokenType: terms.tokenCategory === null ? ('BCH' as const) : ('FUNGIBLE_TOKEN' as const),
    totalAmount: terms.totalAmount,
    terms: { ...termsOfStored(terms).details },
    fundedHeight: terms.fundedHeight,
    fundedAt: terms.fundedTime,
    lastAt: head.time,
    ...apiView,
  };
};

/** Shows a mined transaction of a contract. */
export const eventView = (event: ContractEvent) => ({
  event: event.kind,
  txHash: event.txid,
  height: event.height,
  time: event.time,
  locktime: event.locktime,
  status: event.status,
  paidToRecipient: event.paidToRecipient,
  paidToSender: event.paidToSender,
  releasedAmount: event.releasedAmount,
  commitment: event.commitment,
});

/** Shows the successive commitments and what was released between them. */
export const commitmentViews = (events: readonly ContractEvent[]) =>
  events.map(({ commitment, height, time, txid, releasedAmount }, i) => ({
    commitment,
    height,
    time,
    txHash: txid,
    releasedAmount,
    difference: releasedAmount - (events[i - 1]?.releasedAmount ?? 0n),
  }));
